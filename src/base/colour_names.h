// The colours that people can name: `red`, also as `dark red` or `lightblue`.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace tgdl {

inline constexpr std::array<std::string_view, 21> kColourNames = {
    "red",    "crimson", "orange", "gold",  "yellow", "green", "teal",  "turquoise", "cyan", "blue", "purple",
    "violet", "magenta", "pink",   "brown", "black",  "white", "ivory", "silver",    "grey", "gray"};

// `red`, `dark red`, `#a1b2c3`, `#abc`, or no text at all.
inline bool is_colour(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (lower.starts_with('#')) {
        return (lower.size() == 4 || lower.size() == 7)
               && std::all_of(lower.begin() + 1, lower.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
    }
    return lower.empty()
           || std::ranges::any_of(kColourNames, [&](std::string_view known) { return lower.ends_with(known); });
}

} // namespace tgdl
