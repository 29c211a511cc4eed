// Which program this is: its version, the commit it was built from, and the form of the saves it writes and reads.
#pragma once

#include <string>
#include <string_view>

namespace tgdl {

// These two are written by the build: cmake/version.cmake.
extern const std::string_view kVersion; // as in CMakeLists.txt: 0.2.0
extern const std::string_view kCommit;  // seven digits, ` and changes` behind them if files differ from it; or empty

// As `tgdl --version` prints it.
std::string version_text();

} // namespace tgdl
