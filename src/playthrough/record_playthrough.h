// Records a playthrough of a game that was played and saved.
#pragma once

#include "api/engine.h"
#include "saves/save.h"

#include <string>
#include <tl/expected.hpp>

namespace tgdl {

// The text of a playthrough with the choices of the save and what comes of them under these rules; else why there is none.
// `rules` has a program; `game_path` is where they are, seen from the folder of the playthrough.
tl::expected<std::string, std::string> record(const SavedGame& saved, const LoadedRules& rules,
                                              const std::string& game_path);

} // namespace tgdl
