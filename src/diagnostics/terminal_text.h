// Text that is safe to send to a terminal, and how many columns it takes there.
//
// A game file may hold anything. Control characters are shown as their signs (␛), and what has no sign of its own or turns
// the direction of writing is shown as �, so that a terminal shows the text and does nothing else with it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tgdl {

struct ShownCharacter {
    std::string text;
    std::size_t columns = 0;
    std::size_t bytes = 1; // how many bytes of the input it stands for
};

// The first character of a text that is not empty. Bytes that are no UTF-8 are shown one by one.
ShownCharacter show_character(std::string_view text);

// The whole text on one line; a tab or line end becomes a space.
std::string show_on_one_line(std::string_view text);

// How many columns the text takes once shown on one line.
std::size_t columns_of(std::string_view text);

} // namespace tgdl
