// The signs of the language, and those of other languages that people write by habit.
#pragma once

#include "syntax/token.h"

#include <string_view>

namespace tgdl {

struct Sign {
    std::string_view text;
    TokenKind kind;
    std::string_view meant; // a sign of other languages: what people mean by it, else empty
};

// The longest sign that a text begins with, or null. The text must not be empty.
const Sign* find_sign(std::string_view text);

} // namespace tgdl
