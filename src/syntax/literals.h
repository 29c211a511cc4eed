// What the lexer asks about literals beyond their values (those are in syntax/lexer.h).
#pragma once

#include <string_view>

namespace tgdl {

// Whether a text is written as a number literal, however large.
bool is_number_literal(std::string_view text);

} // namespace tgdl
