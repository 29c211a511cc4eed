#include "program/texts.h"
#include "vm/collections.h"
#include "vm/text_reader.h"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace tgdl {

namespace {

constexpr std::uint32_t kUnitsInWord = 4;
constexpr char32_t kReplacement = 0xFFFD;

bool is_high_surrogate(char16_t unit) {
    return unit >= 0xD800 && unit < 0xDC00;
}

bool is_low_surrogate(char16_t unit) {
    return unit >= 0xDC00 && unit < 0xE000;
}

void append_code_point(std::u16string& out, char32_t code) {
    if (code < 0x10000) {
        out.push_back(static_cast<char16_t>(code));
        return;
    }
    const char32_t offset = code - 0x10000;
    out.push_back(static_cast<char16_t>(0xD800 + (offset >> 10U)));
    out.push_back(static_cast<char16_t>(0xDC00 + (offset & 0x3FFU)));
}

void append_code_point(std::string& out, char32_t code) {
    std::array<utf8proc_uint8_t, 4> bytes{};
    const utf8proc_ssize_t length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes.data());
    for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
        out.push_back(static_cast<char>(bytes[i]));
    }
}

// How many units or bytes at the beginning are ASCII, the same in both encodings: all of them in most texts.
template <typename View>
std::size_t ascii_length(View text) {
    return static_cast<std::size_t>(std::ranges::find_if(text, [](auto unit) { return (unit & ~0x7F) != 0; })
                                    - text.begin());
}

} // namespace

TextReader::TextReader(const Machine& machine, Value text) {
    if (text.is(Tag::ConstantText)) {
        const std::u16string& units = machine.program->texts[text.index()].units;
        constant_ = units.data();
        length_ = static_cast<std::uint32_t>(units.size());
        return;
    }
    words_ = machine.memory.words() + text.handle() + kTextUnitsWord;
    length_ = machine.memory.half(text.handle() + kTextLengthWord, 0);
}

Value make_text(Machine& machine, std::u16string_view units) {
    const TextIndex known = find_text(*machine.program, units);
    if (known != kNone) {
        return Value::constant_text(known);
    }
    if (units.size() / kUnitsInWord >= machine.memory.limit()) {
        return Value::null();
    }
    const auto length = static_cast<std::uint32_t>(units.size());
    const std::uint32_t size = kTextUnitsWord + (length + kUnitsInWord - 1) / kUnitsInWord;
    const Handle text = machine.allocate(size);
    if (text == 0) {
        return Value::null();
    }
    Memory& memory = machine.memory;
    memory.store(text, Header{ObjectKind::Text, 0, 0, size}.pack());
    memory.store(text + kTextLengthWord, Word{length} | (Word{hash_units(units)} << 32U));
    for (std::uint32_t at = 0; at < length; at += kUnitsInWord) {
        Word word = 0;
        for (std::uint32_t i = at; i < std::min(at + kUnitsInWord, length); ++i) {
            word |= Word{units[i]} << (16U * (i - at));
        }
        memory.store(text + kTextUnitsWord + at / kUnitsInWord, word);
    }
    return Value::text(text);
}

Value make_text(Machine& machine, std::string_view utf8) {
    return make_text(machine, to_utf16(utf8));
}

std::u16string text_units(const Machine& machine, Value text) {
    if (text.is(Tag::ConstantText)) {
        return machine.program->texts[text.index()].units;
    }
    const TextReader reader(machine, text);
    std::u16string units(reader.length(), u'\0');
    for (std::uint32_t i = 0; i < reader.length(); ++i) {
        units[i] = reader[i];
    }
    return units;
}

std::string text_utf8(const Machine& machine, Value text) {
    return text.is(Tag::ConstantText) ? machine.program->texts[text.index()].utf8 : to_utf8(text_units(machine, text));
}

std::uint32_t text_length(const Machine& machine, Value text) {
    return TextReader(machine, text).length();
}

bool same_text(const Machine& machine, Value a, Value b) {
    if (a == b) {
        return true;
    }
    // The program's texts are all different, and make_text() gives one of them where it is the same.
    if (!are_made_texts(a, b)) {
        return false;
    }
    const Memory& memory = machine.memory;
    if (memory.load(a.handle() + kTextLengthWord) != memory.load(b.handle() + kTextLengthWord)) {
        return false; // length and hash
    }
    const std::uint32_t words = (text_length(machine, a) + kUnitsInWord - 1) / kUnitsInWord;
    const Word* const left = memory.words() + a.handle() + kTextUnitsWord;
    return std::equal(left, left + words, memory.words() + b.handle() + kTextUnitsWord);
}

bool charge_comparing(Machine& machine, Value a, Value b) {
    return machine.charge_elements(std::min(text_length(machine, a), text_length(machine, b)), 2);
}

int compare_texts(const Machine& machine, Value a, Value b) {
    const TextReader left(machine, a);
    const TextReader right(machine, b);
    const std::uint32_t common = std::min(left.length(), right.length());
    for (std::uint32_t i = 0; i < common; ++i) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    if (left.length() == right.length()) {
        return 0;
    }
    return left.length() < right.length() ? -1 : 1;
}

std::string to_utf8(std::u16string_view units) {
    const std::size_t ascii = ascii_length(units);
    std::string out(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(ascii));
    for (std::size_t i = ascii; i < units.size(); ++i) {
        const char16_t unit = units[i];
        if (is_high_surrogate(unit) && i + 1 < units.size() && is_low_surrogate(units[i + 1])) {
            append_code_point(out, 0x10000U + ((unit - 0xD800U) << 10U) + (units[i + 1] - 0xDC00U));
            ++i;
        } else {
            append_code_point(out, is_high_surrogate(unit) || is_low_surrogate(unit) ? kReplacement : char32_t{unit});
        }
    }
    return out;
}

std::u16string to_utf16(std::string_view utf8) {
    std::size_t at = ascii_length(utf8);
    std::u16string out(utf8.begin(), utf8.begin() + static_cast<std::ptrdiff_t>(at));
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
    while (at < utf8.size()) {
        utf8proc_int32_t code = 0;
        const utf8proc_ssize_t taken =
            utf8proc_iterate(bytes + at, static_cast<utf8proc_ssize_t>(utf8.size() - at), &code);
        append_code_point(out, taken > 0 ? static_cast<char32_t>(code) : kReplacement);
        at += taken > 0 ? static_cast<std::size_t>(taken) : 1;
    }
    return out;
}

} // namespace tgdl
