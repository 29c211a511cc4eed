#include "vm/native_call.h"
#include "vm/text_reader.h"

#include <utf8proc.h>
#include <vector>

namespace tgdl {

namespace {

// ---- conversions ----------------------------------------------------------------------------------------------------

Outcome format_number(NativeCall& call) {
    const double digits = call.number(1);
    if (digits >= call.machine.memory.limit()) {
        return call.out_of_memory();
    }
    const bool pads = call.number(2) != 0;
    const auto count = static_cast<std::size_t>(digits);
    if (!call.charge(count, 1)) {
        return call.budget_spent();
    }
    const std::string text =
        pads ? number_with_zeros(call.number(0), count) : number_with_decimals(call.number(0), count);
    return call.give_made(make_text(call.machine, text));
}

// What a number literal accepts, with a sign.
Outcome text_to_number(NativeCall& call) {
    const std::string text = text_utf8(call.machine, call.argument(0));
    const std::string_view written = text;
    const bool has_sign = !written.empty() && (written[0] == '-' || written[0] == '+');
    const std::optional<double> value = number_value(written.substr(has_sign ? 1 : 0));
    if (!value) {
        return call.give_nothing();
    }
    return call.give(Value::number(written[0] == '-' ? -*value : *value));
}

Outcome text_to_bool(NativeCall& call) {
    const std::u16string text = text_units(call.machine, call.argument(0));
    if (text != u"true" && text != u"false") {
        return call.give_nothing();
    }
    return call.give(Value::boolean(text == u"true"));
}

// Nothing of a null text: `null as number` is null.
template <NativeBody Body>
Outcome conversion(Machine& machine, std::uint32_t window, std::uint32_t count) {
    NativeCall call{machine, window, count, "as"};
    return call.argument(0).is_null() ? Outcome::Next : Body(call);
}

// ---- parts of texts -------------------------------------------------------------------------------------------------

// Where `needle` begins in `text`, from `from` on; npos if nowhere. O(both), whatever they are (Knuth, Morris, Pratt).
std::size_t find_units(std::u16string_view text, std::u16string_view needle, std::size_t from) {
    constexpr std::size_t kShort = 8;
    if (needle.size() <= kShort) {
        return text.find(needle, from);
    }
    std::vector<std::size_t> borders(needle.size() + 1, 0); // of each beginning: how much of its end is a beginning too
    for (std::size_t i = 1, border = 0; i < needle.size(); ++i) {
        while (border > 0 && needle[i] != needle[border]) {
            border = borders[border];
        }
        border += needle[i] == needle[border] ? 1 : 0;
        borders[i + 1] = border;
    }
    for (std::size_t i = from, matched = 0; i < text.size(); ++i) {
        while (matched > 0 && text[i] != needle[matched]) {
            matched = borders[matched];
        }
        matched += text[i] == needle[matched] ? 1 : 0;
        if (matched == needle.size()) {
            return i + 1 - matched;
        }
    }
    return std::u16string_view::npos;
}

std::size_t find_argument(NativeCall& call) {
    const std::u16string text = text_units(call.machine, call.argument(0));
    const std::u16string needle = text_units(call.machine, call.argument(1));
    return find_units(text, needle, 0);
}

Outcome text_length_of(NativeCall& call) {
    return call.give(Value::number(text_length(call.machine, call.argument(0))));
}

Outcome text_at(NativeCall& call) {
    if (call.argument(1).is_null()) {
        return call.null_argument();
    }
    const TextReader text(call.machine, call.argument(0));
    const std::optional<std::uint32_t> at = call.position(1, text.length());
    if (!at) {
        return call.give_nothing();
    }
    const char16_t unit = text[*at];
    return call.give_made(make_text(call.machine, std::u16string_view(&unit, 1)));
}

Outcome text_contains(NativeCall& call) {
    return call.give(Value::boolean(find_argument(call) != std::u16string_view::npos));
}

Outcome text_index_of(NativeCall& call) {
    const std::size_t at = find_argument(call);
    return call.give(Value::number(at == std::u16string_view::npos ? -1 : static_cast<double>(at)));
}

// The part from `from` on, that many units long, as far as it lies inside.
Outcome text_substring(NativeCall& call) {
    const std::u16string text = text_units(call.machine, call.argument(0));
    const auto length = static_cast<double>(text.size());
    const double from = std::trunc(call.number(1));
    const double begin = std::clamp(from, 0.0, length);
    const double end = std::clamp(from + std::trunc(call.number(2)), begin, length);
    const std::u16string_view part =
        std::u16string_view(text).substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    return call.give_made(make_text(call.machine, part));
}

// ---- upper and lower case -------------------------------------------------------------------------------------------

using CaseMapping = utf8proc_int32_t (*)(utf8proc_int32_t);

// Character by character; a lone surrogate stays.
std::u16string map_case(std::u16string_view units, CaseMapping mapping) {
    std::u16string out;
    out.reserve(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
        const char16_t unit = units[i];
        const bool pair =
            unit >= 0xD800 && unit < 0xDC00 && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000;
        if (!pair && unit >= 0xD800 && unit < 0xE000) {
            out.push_back(unit);
            continue;
        }
        utf8proc_int32_t code = unit;
        if (pair) {
            ++i;
            code = 0x10000 + ((unit - 0xD800) << 10) + (units[i] - 0xDC00);
        }
        const auto mapped = static_cast<char32_t>(mapping(code));
        if (mapped < 0x10000) {
            out.push_back(static_cast<char16_t>(mapped));
        } else {
            out.push_back(static_cast<char16_t>(0xD800 + ((mapped - 0x10000) >> 10U)));
            out.push_back(static_cast<char16_t>(0xDC00 + ((mapped - 0x10000) & 0x3FFU)));
        }
    }
    return out;
}

Outcome give_mapped(NativeCall& call, CaseMapping mapping) {
    const std::u16string text = text_units(call.machine, call.argument(0));
    return call.give_made(make_text(call.machine, map_case(text, mapping)));
}

Outcome text_upper(NativeCall& call) {
    return give_mapped(call, utf8proc_toupper);
}

Outcome text_lower(NativeCall& call) {
    return give_mapped(call, utf8proc_tolower);
}

// ---- splitting ------------------------------------------------------------------------------------------------------

// Every unit by itself when the separator is empty, as in ECMAScript; then an empty text has no parts.
std::vector<std::u16string_view> split_units(std::u16string_view text, std::u16string_view separator) {
    std::vector<std::u16string_view> parts;
    if (separator.empty()) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            parts.push_back(text.substr(i, 1));
        }
        return parts;
    }
    std::size_t begin = 0;
    std::size_t end = find_units(text, separator, begin);
    while (end != std::u16string_view::npos) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + separator.size();
        end = find_units(text, separator, begin);
    }
    parts.push_back(text.substr(begin));
    return parts;
}

Outcome text_split(NativeCall& call) {
    Machine& machine = call.machine;
    const std::u16string text = text_units(machine, call.argument(0));
    const std::u16string separator = text_units(machine, call.argument(1));
    const std::vector<std::u16string_view> parts = split_units(text, separator);
    const Value list = make_list(machine, call.type(2), static_cast<std::uint32_t>(parts.size()));
    if (list.is_null()) {
        return call.out_of_memory();
    }
    for (const std::u16string_view part : parts) {
        const Value made = make_text(machine, part);
        if (made.is_null() || !list_add(machine, list.handle(), made)) {
            return call.out_of_memory();
        }
    }
    return call.give(list);
}

// White_Space of Unicode, and the mark that some editors put at the start of a text.
bool is_white_space(char16_t unit) {
    constexpr std::u16string_view kSpaces =
        u"\t\n\v\f\r \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029"
        u"\u202F\u205F\u3000\uFEFF";
    return kSpaces.find(unit) != std::u16string_view::npos;
}

Outcome text_trim(NativeCall& call) {
    const std::u16string text = text_units(call.machine, call.argument(0));
    std::size_t begin = 0;
    std::size_t end = text.size();
    while (begin < end && is_white_space(text[begin])) {
        ++begin;
    }
    while (end > begin && is_white_space(text[end - 1])) {
        --end;
    }
    return call.give_made(make_text(call.machine, std::u16string_view(text).substr(begin, end - begin)));
}

constexpr auto kTextNatives = std::to_array<NativeEntry>({
    {NativeId::FormatNumber, native<"{:}", format_number, NullRule::AllArguments>},
    {NativeId::TextToNumber, conversion<text_to_number>},
    {NativeId::TextToBool, conversion<text_to_bool>},
    {NativeId::TextLength, native<"length", text_length_of>},
    {NativeId::TextAt, native<"[ ]", text_at>},
    {NativeId::TextContains, native<"contains", text_contains, NullRule::AllOfMember>},
    {NativeId::TextIndexOf, native<"indexOf", text_index_of, NullRule::AllOfMember>},
    {NativeId::TextSubstring, native<"substring", text_substring, NullRule::AllOfMember>},
    {NativeId::TextUpper, native<"upper", text_upper>},
    {NativeId::TextLower, native<"lower", text_lower>},
    {NativeId::TextSplit, native<"split", text_split, NullRule::AllOfMember>},
    {NativeId::TextTrim, native<"trim", text_trim>},
});

} // namespace

std::span<const NativeEntry> text_natives() {
    return kTextNatives;
}

} // namespace tgdl
