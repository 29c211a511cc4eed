#include "syntax/characters.h"
#include "syntax/lexer.h"

#include <algorithm>
#include <charconv>

namespace tgdl {

namespace {

// Resolves the escape that begins at text[at] (the `\`), appends what it stands for, and moves past it.
void append_escape(std::string_view text, std::size_t& at, std::string& out) {
    const char c = at + 1 < text.size() ? text[at + 1] : '\\';
    at = std::min(at + 2, text.size());
    if (c == 'n') {
        out.push_back('\n');
    } else if (c == 't') {
        out.push_back('\t');
    } else if (c != 'u' || at >= text.size() || text[at] != '{') {
        out.push_back(c);
    } else {
        std::uint32_t code = 0;
        std::size_t digits = 0;
        ++at;
        while (at < text.size() && is_hex_digit(text[at])) {
            std::uint32_t digit = 0;
            std::from_chars(text.data() + at, text.data() + at + 1, digit, 16);
            code = digits < 6 ? code * 16 + digit : code;
            ++digits;
            ++at;
        }
        if (at < text.size() && text[at] == '}') {
            ++at;
        }
        append_utf8(out, is_scalar_value(code) ? code : 0xFFFDU);
    }
}

// How many bytes the sign that opens (or closes) a text takes.
std::size_t opening_length(std::string_view text) {
    if (text.starts_with("$\"")) {
        return 2;
    }
    if (text.empty() || text[0] == '\"' || text[0] == '\'' || text[0] == '}') {
        return text.empty() ? 0 : 1;
    }
    const Character first = first_character(text);
    return is_smart_double_quote(first.code) || is_smart_single_quote(first.code) ? first.length : 0;
}

std::size_t closing_length(std::string_view text) {
    if (text.empty()) {
        return 0;
    }
    const char last = text.back();
    if (last == '"' || last == '\'' || last == '{') {
        return 1;
    }
    const bool smart = text.size() >= 3 && text.substr(text.size() - 3, 2) == "\xE2\x80"
                       && (is_smart_double_quote(first_character(text.substr(text.size() - 3)).code)
                           || is_smart_single_quote(first_character(text.substr(text.size() - 3)).code));
    return smart ? 3 : 0;
}

} // namespace

std::string string_value(std::string_view token_text) {
    std::string_view text = token_text;
    text.remove_prefix(opening_length(text));
    text.remove_suffix(closing_length(text));
    std::string value;
    value.reserve(text.size());
    std::size_t at = 0;
    while (at < text.size()) {
        if (text[at] == '\\') {
            append_escape(text, at, value);
        } else {
            value.push_back(text[at]);
            ++at;
        }
    }
    return value;
}

std::vector<ShapeSquare> shape_squares(std::span<const std::string> rows) {
    std::vector<ShapeSquare> squares;
    std::uint32_t left = 0xffffffffU;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        std::uint32_t column = 0;
        for (const char c : rows[row]) {
            if (c == '#') {
                squares.push_back({column, row});
                left = std::min(left, column);
            }
            const bool begins_character = (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
            column += begins_character ? 1 : 0;
        }
    }
    const std::uint32_t top = squares.empty() ? 0 : squares.front().y;
    for (ShapeSquare& square : squares) {
        square.x -= left;
        square.y -= top;
    }
    return squares;
}

std::vector<std::string> shape_text_rows(std::string_view text) {
    std::vector<std::string> rows = {""};
    for (const char c : text) {
        if (c == '/') {
            rows.emplace_back();
        } else {
            rows.back() += c;
        }
    }
    return rows;
}

} // namespace tgdl
