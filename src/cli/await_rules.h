// Rules that have errors when `tgdl watch` begins: they are shown until they are mended.
#pragma once

#include "cli/rules_watch.h"

#include <string>

namespace tgdl {

enum class Waited : std::uint8_t {
    Ready, // the rules can be played, or waiting would not help: whoever begins the game says why
    Left,  // the person does not wait for them
};

// `plain`: by lines instead of on a whole screen.
Waited await_rules(RulesWatch& watch, const std::string& game_file, bool plain);

} // namespace tgdl
