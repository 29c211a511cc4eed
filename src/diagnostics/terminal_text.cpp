#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace tgdl {

namespace {

constexpr utf8proc_int32_t kReplacement = 0xFFFD;
constexpr utf8proc_int32_t kSignsForControl = 0x2400;
constexpr utf8proc_int32_t kSignForDelete = 0x2421;
constexpr utf8proc_int32_t kZeroWidthNonJoiner = 0x200C;
constexpr utf8proc_int32_t kZeroWidthJoiner = 0x200D;

// The character to show in place of this one.
utf8proc_int32_t shown_instead_of(utf8proc_int32_t character) {
    if (character < 0x20) {
        return kSignsForControl + character;
    }
    if (character < 0x7F) {
        return character;
    }
    if (character == 0x7F) {
        return kSignForDelete;
    }
    switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_CF: // invisible, or turns the direction of writing
        return character == kZeroWidthJoiner || character == kZeroWidthNonJoiner ? character : kReplacement;
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return kReplacement;
    default: return character;
    }
}

} // namespace

ShownCharacter show_character(std::string_view text) {
    ShownCharacter result;
    utf8proc_int32_t character = 0;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const utf8proc_ssize_t length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &character);
    if (length > 0) {
        result.bytes = static_cast<std::size_t>(length);
    } else {
        character = kReplacement;
    }
    character = shown_instead_of(character);
    std::array<utf8proc_uint8_t, 4> encoded{};
    const utf8proc_ssize_t written = utf8proc_encode_char(character, encoded.data());
    result.text.assign(encoded.begin(), encoded.begin() + written);
    result.columns = static_cast<std::size_t>(std::max(0, utf8proc_charwidth(character)));
    return result;
}

std::string show_on_one_line(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    while (!text.empty()) {
        if (text.front() == '\t' || text.front() == '\n' || text.front() == '\r') {
            line += ' ';
            text.remove_prefix(1);
            continue;
        }
        const ShownCharacter shown = show_character(text);
        line += shown.text;
        text.remove_prefix(shown.bytes);
    }
    return line;
}

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const ShownCharacter shown = show_character(text);
        columns += shown.columns;
        text.remove_prefix(shown.bytes);
    }
    return columns;
}

} // namespace tgdl
