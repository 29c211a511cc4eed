// Gives out files that are kept in memory, by the same rules of paths as the disk: for tests, fuzzing, and programs that
// have the game's text already.
//
//   MemoryLoader loader;
//   loader.add("game.tgdl", "game \"x\"; players 2; import \"cards.tgdl\"; …");
//   loader.add("cards.tgdl", "class Card { }");
//
// The project's folder is found as on disk: add an empty `tgdl.json` to a folder to make it that.
#pragma once

#include "api/import_path.h"
#include "source/loader.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

class MemoryLoader final : public Loader {
public:
    // `path` is relative, with `/` between its parts. A second file with the same path replaces the first.
    void add(std::string_view path, std::string text);

    LoadedFile load_main(std::string_view path) override;
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override;
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override;

private:
    [[nodiscard]] ImportPlace folder_of_key(std::string_view key) const;
    [[nodiscard]] LoadedFile load(const std::string& path) const;

    std::map<std::string, std::string, std::less<>> files_; // by path from the top
    std::string project_;                                   // the project's folder, from the top
};

} // namespace tgdl
