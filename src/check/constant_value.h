// Values that are known before a match begins: of constants, of options, of the cases of a `switch`.
#pragma once

#include "check/types.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tgdl {

struct ConstantValue;

// The elements of a collection. Copies are the same collection, as in a match.
class ConstantItems {
public:
    void make(std::uint64_t number); // a new empty collection; later ones have higher numbers
    [[nodiscard]] bool is_same(const ConstantItems& other) const { return held_ == other.held_; }
    [[nodiscard]] std::uint64_t number() const;
    [[nodiscard]] bool is_fixed() const;
    // It and those inside it are a constant's from now on. Gives how many elements became so.
    std::size_t fix() const;
    // A collection of its own.
    [[nodiscard]] std::vector<ConstantValue>& changed();
    [[nodiscard]] const std::vector<ConstantValue>& all() const;

    using Iterator = std::vector<ConstantValue>::const_iterator;
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;
    [[nodiscard]] bool empty() const;
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] const ConstantValue& operator[](std::size_t at) const;
    [[nodiscard]] const ConstantValue& front() const;
    [[nodiscard]] const ConstantValue& back() const;
    void push_back(ConstantValue value);
    bool operator==(const ConstantItems& other) const { return held_ == other.held_; }

private:
    struct Held;
    std::shared_ptr<Held> held_; // none: no collection
};

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
    ConstantItems items;

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

inline ConstantItems::Iterator ConstantItems::begin() const {
    return all().begin();
}
inline ConstantItems::Iterator ConstantItems::end() const {
    return all().end();
}
inline bool ConstantItems::empty() const {
    return all().empty();
}
inline std::size_t ConstantItems::size() const {
    return all().size();
}
inline const ConstantValue& ConstantItems::operator[](std::size_t at) const {
    return all()[at];
}
inline const ConstantValue& ConstantItems::front() const {
    return all().front();
}
inline const ConstantValue& ConstantItems::back() const {
    return all().back();
}

} // namespace tgdl
