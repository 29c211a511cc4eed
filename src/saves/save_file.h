// Saves on disk.
#pragma once

#include "saves/save.h"

#include <string>
#include <string_view>

namespace tgdl {

// A problem says what to do; its line is 0 when the file cannot be read at all.
tl::expected<SavedGame, SaveProblem> read_save_file(const std::string& path);
// All at once: whatever happens, the old save or the new one is there, whole. Empty on success, else why it failed.
std::string write_save_file(const std::string& path, const SavedGame& saved);

// The file of the rules as a save at `save_path` names it, from the path that the user gave: relative paths are from the
// folder of the save, so that both can be moved together. And back: a path that can be opened from here.
std::string game_file_in_save(const std::string& save_path, const std::string& game_path);
std::string game_file_from_save(const std::string& save_path, const std::string& named);

// `game.save:12: …`, as people read it.
std::string describe_problem(std::string_view path, const SaveProblem& problem);

} // namespace tgdl
