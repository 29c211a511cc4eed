// Version of the library: of these headers, and of what is linked.
//
// Everything here stands in `tgdl::v1`. While the first number is 0, a minor version may change the interface; from 1 on only a
// new namespace does.
#pragma once

#include <string_view>

namespace tgdl::v1 {

// Of the headers that a program was compiled with.
inline constexpr int kVersionMajor = 0;
inline constexpr int kVersionMinor = 2;
inline constexpr int kVersionPatch = 0;

// Of the library that is linked: `0.2.0`, as `tgdl --version` says it.
[[nodiscard]] std::string_view version() noexcept;

} // namespace tgdl::v1
