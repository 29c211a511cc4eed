#include "api/standard_library.h"

#include <algorithm>

namespace tgdl {

namespace {

// No key of a file on disk begins like this: those are absolute.
constexpr std::string_view kKeyPrefix = "std/";

} // namespace

LoadedFile load_standard_file(std::string_view path) {
    LoadedFile loaded;
    loaded.key = loaded.path = std::string(kKeyPrefix) + std::string(path);
    const auto file = std::ranges::find(standard_files(), path, &EmbeddedFile::name);
    if (file == standard_files().end()) {
        loaded.problem = LoadProblem::NotFound;
    } else {
        loaded.text = file->content;
    }
    return loaded;
}

std::vector<std::string> list_standard_files() {
    std::vector<std::string> paths;
    for (const EmbeddedFile& file : standard_files()) {
        paths.emplace_back(file.name);
    }
    return paths;
}

std::string_view standard_path_of(std::string_view key) {
    return key.starts_with(kKeyPrefix) ? key.substr(kKeyPrefix.size()) : std::string_view{};
}

} // namespace tgdl
