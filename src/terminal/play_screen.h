// People play on whole screens: the table, a cursor over what can be chosen, the log beside it.
#pragma once

#include "terminal/display.h"
#include "terminal/interruption.h"
#include "terminal/play_table.h"

#include <string>

namespace tgdl {

// Plays until the end or until somebody leaves. Gives what to say afterwards, when the screen is as it was.
std::string play_on_screen(PlayTable& table, Display& display, Interruption* interruption = nullptr);

} // namespace tgdl
