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

// How a save at `save_path` names the file of its rules, from the path that the user gave: from the folder of the save, so
// that both can be moved together; else from the current folder. Where neither can name it, as the user did.
std::string game_file_in_save(const std::string& save_path, const std::string& game_path);

// And back: a path that can be opened from here, or why there is none. A save comes from anywhere, so it must not choose
// what is read: it names a file of its own folder's project, or of that of the current folder (api/project_folder.h).
tl::expected<std::string, std::string> game_file_from_save(const std::string& save_path, const std::string& named);

// The path of a file as seen from the folder of another.
std::string path_from_folder_of(const std::string& file, const std::string& path);

// `game.save:12: …`, as people read it.
std::string describe_problem(std::string_view path, const SaveProblem& problem);

} // namespace tgdl
