// Values that are known before a match begins: of constants, of options, of the cases of a `switch`.
#pragma once

#include "check/types.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tgdl {

struct ConstantValue {
    enum class Kind : std::uint8_t {
        Unknown, // it is worked out in a match
        Null,
        Number, // also a player
        Text,
        Bool,
        Enum, // number: its place
        List, // items
        Stack,
        Table, // items: key, value, key, value …
    } kind = Kind::Unknown;
    double number = 0; // Bool: 0 or 1
    std::string text;
    TypeDefId enumeration;
    std::vector<ConstantValue> items;

    bool operator==(const ConstantValue&) const = default;
    [[nodiscard]] bool is_known() const { return kind != Kind::Unknown; }
    [[nodiscard]] bool is_collection() const {
        return kind == Kind::List || kind == Kind::Stack || kind == Kind::Table;
    }
    [[nodiscard]] static ConstantValue of_number(double number) {
        ConstantValue value;
        value.kind = Kind::Number;
        value.number = number == 0 ? 0 : number; // -0 is 0
        return value;
    }
    [[nodiscard]] static ConstantValue of_text(std::string text) {
        ConstantValue value;
        value.kind = Kind::Text;
        value.text = std::move(text);
        return value;
    }
    [[nodiscard]] static ConstantValue of_bool(bool truth) {
        ConstantValue value;
        value.kind = Kind::Bool;
        value.number = truth ? 1 : 0;
        return value;
    }
    [[nodiscard]] static ConstantValue of_enum(TypeDefId enumeration, std::size_t place) {
        ConstantValue value;
        value.kind = Kind::Enum;
        value.enumeration = enumeration;
        value.number = static_cast<double>(place);
        return value;
    }
    [[nodiscard]] static ConstantValue null() {
        ConstantValue value;
        value.kind = Kind::Null;
        return value;
    }
};

} // namespace tgdl
