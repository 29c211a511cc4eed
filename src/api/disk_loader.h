// Reads a game's files from the disk, and nothing outside the project's folder.
//
//   DiskLoader loader;
//   LoadedFile main = loader.load_main("games/war/war.tgdl");
//   LoadedFile cards = loader.load_import(main.key, "../cards.tgdl");
//
// The project's folder is the nearest one upwards from the main file that holds a `tgdl.json`, else the main file's own.
// A file is where its links lead: that decides its key, what its own imports are relative to, and whether it lies in the
// project's folder. The main file `-` is standard input, and counts as a file of the current folder.
//
// Only regular files up to kMaxFileBytes are read; opening a pipe or a device never waits.
// One loader serves one program; load_main comes first.
#pragma once

#include "api/import_path.h"
#include "source/loader.h"

#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

class DiskLoader final : public Loader {
public:
    LoadedFile load_main(std::string_view path) override;
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override;
    // Looks at some thousand entries of the project's folder at most, and answers only the first few times: a file may
    // hold any number of wrong imports.
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override;

private:
    [[nodiscard]] ImportPlace folder_of_key(std::string_view key) const;
    [[nodiscard]] std::string shown_path(const std::string& key) const;

    std::string project_;      // absolute, without links; empty before load_main
    std::string main_folder_;  // likewise
    std::string shown_folder_; // the main file's folder as the user wrote it; may be empty
    int answers_left_ = 20;    // of neighbours()
};

} // namespace tgdl
