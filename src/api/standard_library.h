// The files of `std/`, the language's own library, which is part of the program.
#pragma once

#include "base/embedded_file.h"
#include "source/loader.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// Every file, sorted by name. Defined by the build (cmake/embed.cmake).
std::span<const EmbeddedFile> standard_files();
// The file with this path from the top of `std/`, or NotFound.
LoadedFile load_standard_file(std::string_view path);
// The paths of all files, from the top of `std/`, sorted.
std::vector<std::string> list_standard_files();
// Of a file of `std/`: its path from the top; empty for every other key.
std::string_view standard_path_of(std::string_view key);

} // namespace tgdl
