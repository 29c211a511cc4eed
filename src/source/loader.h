// Interface by which the checker gets the text of an imported file, without knowing about disks.
//
// A loader knows the project's folder and decides what may be read (docs/reference/files.md#9): paths that leave the
// folder, by `..`, as an absolute path or through a link, are refused. `std/…` is the library shipped with the tool.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

enum class LoadProblem {
    None,
    NotFound,     // nothing is there, or it cannot be read
    Outside,      // the path leaves the project's folder
    Absolute,     // the path begins with `/` or a drive letter
    BadSeparator, // the path holds a `\`
    TooLarge,     // more than the loader's limit
    NotAFile,     // a folder, a device
};

struct LoadedFile {
    LoadProblem problem = LoadProblem::None;
    std::string key;  // the same for every spelling of one file's path; compares files
    std::string path; // as shown to people
    std::string text;
};

class Loader {
public:
    Loader() = default;
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;
    virtual ~Loader() = default;

    // The main file itself, by the path the user gave.
    virtual LoadedFile load_main(std::string_view path) = 0;
    // `path` as written in an import of the file with the key `importer_key`.
    virtual LoadedFile load_import(std::string_view importer_key, std::string_view path) = 0;
    // Importable paths near the one asked for, to suggest a misspelt one.
    virtual std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) = 0;
};

} // namespace tgdl
