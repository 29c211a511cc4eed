// What the lexer makes of numbers and slashes that are written wrongly.
#pragma once

#include "diagnostics/diagnostic.h"

#include <string_view>

namespace tgdl {

// `number` is what a person sees as one number, and is none.
void report_bad_number(Diagnostics& diagnostics, Span place, std::string_view number);

// Whether the rest of a line behind `//` is rather the end of a statement that divides than a comment: an operand, a sign, and
// a `;` or the bracket that closes one from before.
bool goes_on_behind_slashes(std::string_view rest);
// Whether such slashes stand anywhere in a text.
bool holds_dividing_slashes(std::string_view text);

} // namespace tgdl
