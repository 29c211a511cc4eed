// Numbers as texts, the same on every machine: how they are read and how they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tgdl {

// Whether a text is written as a number literal, however large.
bool is_number_literal(std::string_view text);
// The value of a number literal's text (`1_000`, `1e3`), none when it is not finite or not a number literal.
std::optional<double> number_value(std::string_view text);

// A whole number as people write it, outside of the language; none when the text is no such number or too large.
std::optional<std::uint64_t> read_number(std::string_view text);
// Any 64-bit number, with a sign or without.
std::optional<std::uint64_t> read_seed(std::string_view text);

// A finite number as ECMAScript writes it; -0 as 0.
std::string number_text(double number);
// With exactly that many decimals, halves away from zero, decided by all the digits that the double has: 1.005 is a
// little less than it looks. Zero has no sign.
std::string number_with_decimals(double number, std::size_t decimals);
// number_text() with zeros before the whole part until it has that many digits.
std::string number_with_zeros(double number, std::size_t digits);

} // namespace tgdl
