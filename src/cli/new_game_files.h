// The files of a new game, put into the program from src/cli/new_game/, where they are a game that can be played.
#pragma once

#include "base/embedded_file.h"

#include <span>

namespace tgdl {

std::span<const EmbeddedFile> new_game_files();

} // namespace tgdl
