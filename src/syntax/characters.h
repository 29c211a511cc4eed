// Classes of single characters, for the lexer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tgdl {

// One character of a UTF-8 text. Bytes that are no UTF-8 give a character of length 1 that is not valid.
struct Character {
    std::int32_t code = -1;
    std::uint32_t length = 1;

    [[nodiscard]] bool valid() const { return code >= 0; }
};

// `text` must not be empty.
Character first_character(std::string_view text);

inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_hex_digit(char c);

// Letters of any script, or `_`.
bool starts_name(std::int32_t code);
// Also digits, and the marks that belong to letters.
bool continues_name(std::int32_t code);

// The typographic quotes people get from word processors.
bool is_smart_double_quote(std::int32_t code);
bool is_smart_single_quote(std::int32_t code);

// The same name in NFC. Names of more than 500 bytes stay as they are: composing is not linear in their length.
std::string normalised_name(std::string_view name);

// Whether UTF-8 can hold this code: neither too large nor half of a pair.
bool is_scalar_value(std::uint32_t code);
void append_utf8(std::string& out, std::uint32_t code);

} // namespace tgdl
