// Reads whole files, never more of one than a limit.
//
// Only ordinary files are read: a folder, a pipe or a device is refused before it is opened, since opening a device can do
// something, and reading one may never end.
#pragma once

#include "source/loader.h"

#include <cstddef>
#include <string>

namespace tgdl {

// Follows links. NotFound, NotAFile or TooLarge when it cannot be read; then `text` is undefined.
LoadProblem read_file(const std::string& path, std::size_t most_bytes, std::string& text);
// `path` is absolute and without links, and has been looked at: a link that somebody puts there since is not followed.
LoadProblem read_real_file(const std::string& path, std::size_t most_bytes, std::string& text);

// Whatever is open there, to its end. NotFound (it cannot be read) or TooLarge.
LoadProblem read_descriptor(int descriptor, std::size_t most_bytes, std::string& text);

// The absolute path without links; empty when there is nothing.
std::string real_path(const std::string& path);

} // namespace tgdl
