#include "syntax/literals.h"

#include "syntax/characters.h"
#include "syntax/lexer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace tgdl {

namespace {

// Digits with single `_` between them, from `at` on; puts the digits into `out`. False when there is none, or a `_`
// stands elsewhere.
bool take_digits(std::string_view text, std::size_t& at, std::string& out) {
    bool after_digit = false;
    while (at < text.size() && (is_digit(text[at]) || text[at] == '_')) {
        if (text[at] == '_') {
            if (!after_digit || at + 1 == text.size() || !is_digit(text[at + 1])) {
                return false;
            }
            after_digit = false;
        } else {
            out.push_back(text[at]);
            after_digit = true;
        }
        ++at;
    }
    return after_digit;
}

// The literal without its `_`, or empty when it is no number literal.
std::string plain_number(std::string_view text) {
    std::string plain;
    std::size_t at = 0;
    if (!take_digits(text, at, plain)) {
        return {};
    }
    if (at < text.size() && text[at] == '.') {
        plain.push_back('.');
        ++at;
        if (!take_digits(text, at, plain)) {
            return {};
        }
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        plain.push_back('e');
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
            if (text[at] == '-') {
                plain.push_back('-');
            }
            ++at;
        }
        if (!take_digits(text, at, plain)) {
            return {};
        }
    }
    return at == text.size() ? plain : std::string();
}

// Whether a number that a double cannot hold is too small rather than too large.
bool is_tiny(std::string_view plain) {
    const std::size_t e = std::min(plain.find('e'), plain.size());
    const std::string_view digits = plain.substr(0, e);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t first = digits.find_first_not_of("0.");
    long magnitude = 0; // where the first digit that counts stands, in powers of ten
    if (first != std::string_view::npos) {
        magnitude = static_cast<long>(point) - static_cast<long>(first);
    }
    long exponent = 0;
    if (e < plain.size()) {
        const bool negative = plain[e + 1] == '-';
        constexpr long kFar = 1'000'000'000'000;
        for (std::size_t i = e + (negative ? 2 : 1); i < plain.size() && exponent < kFar; ++i) {
            exponent = exponent * 10 + (plain[i] - '0');
        }
        exponent = negative ? -exponent : exponent;
    }
    return magnitude + exponent < 0;
}

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

bool is_number_literal(std::string_view text) {
    return !plain_number(text).empty();
}

std::optional<double> number_value(std::string_view text) {
    const std::string plain = plain_number(text);
    if (plain.empty()) {
        return std::nullopt;
    }
    double value = 0;
    const auto result = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    if (result.ec == std::errc::result_out_of_range) {
        return is_tiny(plain) ? std::optional<double>(0.0) : std::nullopt;
    }
    if (result.ec != std::errc() || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

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

} // namespace tgdl
