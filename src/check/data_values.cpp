#include "check/data_values.h"

#include "base/numbers.h"
#include "syntax/characters.h"
#include "syntax/lexer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tgdl {

namespace {

std::string_view without_spaces_around(std::string_view text) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && is_space(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_space(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

// As a literal of the rules, with a sign and spaces around it. JSON writes a part of what that allows.
std::optional<double> signed_number(std::string_view text) {
    text = without_spaces_around(text);
    double sign = 1;
    if (text.starts_with('-') || text.starts_with('+')) {
        sign = text.front() == '-' ? -1 : 1;
        text.remove_prefix(1);
    }
    const std::optional<double> value = number_value(text);
    return value ? std::optional(sign * *value) : std::nullopt;
}

std::optional<double> written_number(const WrittenValue& written) {
    switch (written.form) {
    case WrittenValue::Form::Cell:
    case WrittenValue::Form::JsonNumber: return signed_number(written.text);
    case WrittenValue::Form::JsonText:
    case WrittenValue::Form::JsonTrue:
    case WrittenValue::Form::JsonFalse: return std::nullopt;
    }
    return std::nullopt;
}

bool is_word_in_any_case(std::string_view text, std::string_view word) {
    if (text.size() != word.size()) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char small = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
        if (small != word[i]) {
            return false;
        }
    }
    return true;
}

std::optional<bool> written_truth(const WrittenValue& written) {
    if (written.form == WrittenValue::Form::JsonTrue || written.form == WrittenValue::Form::JsonFalse) {
        return written.form == WrittenValue::Form::JsonTrue;
    }
    if (written.form != WrittenValue::Form::Cell) {
        return std::nullopt;
    }
    if (is_word_in_any_case(written.text, "true") || is_word_in_any_case(written.text, "yes")) {
        return true;
    }
    return is_word_in_any_case(written.text, "false") || is_word_in_any_case(written.text, "no") ? std::optional(false)
                                                                                                 : std::nullopt;
}

DataValue plain_data(DataValue::Kind kind, double number) {
    DataValue value;
    value.kind = kind;
    value.number = number;
    return value;
}

// By its name, else by its label.
std::optional<DataValue> written_enum(const CheckedProgram& program, TypeId type, const WrittenValue& written) {
    if (written.form != WrittenValue::Form::Cell && written.form != WrittenValue::Form::JsonText) {
        return std::nullopt;
    }
    const std::vector<EnumValue>& values = program.def(program.types.get(type).def).values;
    const Symbol name = program.names.find(normalised_name(written.text));
    auto found =
        std::ranges::find_if(values, [&](const EnumValue& value) { return name.valid() && value.name == name; });
    if (found == values.end()) {
        found = std::ranges::find(values, written.text, &EnumValue::label);
    }
    if (found == values.end()) {
        return std::nullopt;
    }
    DataValue value = plain_data(DataValue::Kind::Enum, static_cast<double>(found - values.begin()));
    value.type = type;
    return value;
}

// `##/.#`: rows of `#` and `.`, with at least one square.
std::optional<DataValue> written_shape(const WrittenValue& written, std::vector<std::string>& texts) {
    const bool is_text = written.form == WrittenValue::Form::Cell || written.form == WrittenValue::Form::JsonText;
    const std::vector<ShapeSquare> squares =
        is_text ? shape_squares(shape_text_rows(written.text)) : std::vector<ShapeSquare>();
    const bool is_small = std::ranges::all_of(
        squares, [](const ShapeSquare& square) { return square.x < kMostShapeRows && square.y < kMostShapeRows; });
    if (squares.empty() || !is_small || written.text.find_first_not_of("#./ ") != std::string::npos) {
        return std::nullopt;
    }
    DataValue value;
    value.kind = DataValue::Kind::Shape;
    value.first = static_cast<std::uint32_t>(texts.size());
    texts.push_back(written.text);
    return value;
}

std::string wanted_enum(const CheckedProgram& program, const TypeDef& def) {
    constexpr std::size_t kMost = 8;
    std::string names;
    for (std::size_t i = 0; i < std::min(def.values.size(), kMost); ++i) {
        names += fmt::format("{}`{}`", i == 0 ? "" : ", ", program.text(def.values[i].name));
    }
    return fmt::format("a `{}` ({}{})", program.text(def.name), names, def.values.size() > kMost ? ", …" : "");
}

} // namespace

bool is_plain_data_type(const CheckedProgram& program, TypeId type) {
    switch (program.types.kind(type)) {
    case TypeKind::Number:
    case TypeKind::String:
    case TypeKind::Bool:
    case TypeKind::Player:
    case TypeKind::Shape:
    case TypeKind::Enum: return true;
    default: return false; // things on the table have no text that stands for them
    }
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the type is written
bool can_be_written(const CheckedProgram& program, TypeId type, DataForm form) {
    const Type& it = program.types.get(type);
    if (it.kind != TypeKind::List && it.kind != TypeKind::Table) {
        return is_plain_data_type(program, type);
    }
    const bool has_key = !it.b.valid() || is_plain_data_type(program, it.b);
    return has_key && (form == DataForm::Csv ? is_plain_data_type(program, it.a) : can_be_written(program, it.a, form));
}

std::optional<DataValue> read_plain_value(const CheckedProgram& program, TypeId type, const WrittenValue& written,
                                          std::vector<std::string>& texts) {
    switch (program.types.kind(type)) {
    case TypeKind::Number: {
        const std::optional<double> number = written_number(written);
        return number ? std::optional(plain_data(DataValue::Kind::Number, *number)) : std::nullopt;
    }
    case TypeKind::Player: { // which one is worked out when it is known how many play
        const std::optional<double> number = written_number(written);
        const bool is_known = program.max_players > 0; // else the file is checked as a library
        const bool is_one =
            number && std::trunc(*number) == *number && *number >= 0 && (!is_known || *number < program.max_players);
        return is_one ? std::optional(plain_data(DataValue::Kind::Player, *number)) : std::nullopt;
    }
    case TypeKind::Bool: {
        const std::optional<bool> truth = written_truth(written);
        return truth ? std::optional(plain_data(DataValue::Kind::Bool, *truth ? 1 : 0)) : std::nullopt;
    }
    case TypeKind::String: {
        if (written.form != WrittenValue::Form::Cell && written.form != WrittenValue::Form::JsonText) {
            return std::nullopt;
        }
        DataValue value;
        value.kind = DataValue::Kind::Text;
        value.first = static_cast<std::uint32_t>(texts.size());
        texts.push_back(written.text);
        return value;
    }
    case TypeKind::Shape: return written_shape(written, texts);
    case TypeKind::Enum: return written_enum(program, type, written);
    default: return std::nullopt; // no other type can be written without parts
    }
}

std::string wanted_data(const CheckedProgram& program, TypeId type, DataForm form) {
    const Type& it = program.types.get(type);
    switch (it.kind) {
    case TypeKind::Number: return "a number";
    case TypeKind::Player: return "the number of a player";
    case TypeKind::String: return "a text";
    case TypeKind::Shape: return "a shape, its rows written as `##/.#`";
    case TypeKind::Bool: return form == DataForm::Csv ? "`true`, `false`, `yes` or `no`" : "`true` or `false`";
    case TypeKind::Enum: return wanted_enum(program, program.def(it.def));
    case TypeKind::List:
    case TypeKind::Table: {
        const std::string name = program.type_text(type);
        if (form == DataForm::Json) {
            return fmt::format("a `{}`, written as {}", name, it.kind == TypeKind::List ? "`[ … ]`" : "`{ … }`");
        }
        if (!can_be_written(program, type, form)) {
            return fmt::format("a `{}`, which only a `.json` file can hold", name);
        }
        return it.kind == TypeKind::List
                   ? fmt::format("{} with `;` between the elements", wanted_data(program, it.a, form))
                   : fmt::format("a `{}`, written as `key:value;key:value`", name);
    }
    default: return fmt::format("a `{}`, which a file cannot hold", program.type_text(type));
    }
}

std::string quoted_data(std::string_view text) {
    constexpr std::size_t kMost = 60;
    std::string quoted;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
        if (begins && i >= kMost) {
            return quoted + "…";
        }
        quoted += static_cast<unsigned char>(text[i]) < 0x20 ? ' ' : text[i];
    }
    return quoted;
}

} // namespace tgdl
