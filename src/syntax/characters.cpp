#include "syntax/characters.h"

#include <array>
#include <cstdlib>

#include <utf8proc.h>

namespace tgdl {

namespace {

constexpr std::size_t kLongestComposedName = 500;

bool is_ascii_letter(std::int32_t code) {
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
}

bool is_letter_category(utf8proc_category_t category) {
    return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LL || category == UTF8PROC_CATEGORY_LT
           || category == UTF8PROC_CATEGORY_LM || category == UTF8PROC_CATEGORY_LO;
}

} // namespace

Character first_character(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80) {
        return {first, 1};
    }
    utf8proc_int32_t code = -1;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto available = static_cast<utf8proc_ssize_t>(text.size() < 4 ? text.size() : 4);
    const utf8proc_ssize_t length = utf8proc_iterate(bytes, available, &code);
    if (length <= 0) {
        return {};
    }
    return {code, static_cast<std::uint32_t>(length)};
}

bool is_hex_digit(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool starts_name(std::int32_t code) {
    if (code < 0x80) {
        return is_ascii_letter(code) || code == '_';
    }
    return is_letter_category(utf8proc_category(code));
}

bool continues_name(std::int32_t code) {
    if (code < 0x80) {
        return is_ascii_letter(code) || code == '_' || (code >= '0' && code <= '9');
    }
    const utf8proc_category_t category = utf8proc_category(code);
    return is_letter_category(category) || category == UTF8PROC_CATEGORY_ND || category == UTF8PROC_CATEGORY_MN
           || category == UTF8PROC_CATEGORY_MC;
}

bool is_smart_double_quote(std::int32_t code) {
    return code >= 0x201C && code <= 0x201F;
}

bool is_smart_single_quote(std::int32_t code) {
    return code >= 0x2018 && code <= 0x201B;
}

std::string normalised_name(std::string_view name) {
    if (name.size() > kLongestComposedName) {
        return std::string(name);
    }
    utf8proc_uint8_t* composed = nullptr;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(name.data());
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    const utf8proc_ssize_t length = utf8proc_map(bytes, static_cast<utf8proc_ssize_t>(name.size()), &composed, options);
    if (length < 0) {
        return std::string(name);
    }
    std::string result(reinterpret_cast<const char*>(composed), static_cast<std::size_t>(length));
    std::free(composed);
    return result;
}

bool is_scalar_value(std::uint32_t code) {
    return code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
}

void append_utf8(std::string& out, std::uint32_t code) {
    std::array<utf8proc_uint8_t, 4> bytes{};
    const utf8proc_ssize_t length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes.data());
    for (utf8proc_ssize_t i = 0; i < length; ++i) {
        out.push_back(static_cast<char>(bytes[static_cast<std::size_t>(i)]));
    }
}

} // namespace tgdl
