// Static type of a value: its kinds, the classes of an instance, the elements of a collection.
//
//   StaticTypes types(program);
//   const StaticTypeId cards = types.of(list_of_cards);          // of a declared type
//   types.fits(types.join(cards, types.of(list_of_pieces)), cards);
//
// Null is of every type. Equal types have equal ids; making one costs a lookup, asking for one nothing.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace tgdl {

using StaticTypeId = std::uint32_t;

// Bits of StaticType::kinds. A value has one of the kinds before kNotNull; the bits from there on hold for every value.
enum StaticKind : std::uint32_t {
    kIsNumber = 1U << 0U,
    kIsPlayer = 1U << 1U, // a number of a player; left out where kIsNumber is set
    kIsText = 1U << 2U,
    kIsBool = 1U << 3U,
    kIsList = 1U << 4U,
    kIsTable = 1U << 5U,
    kIsStack = 1U << 6U,
    kIsInstance = 1U << 7U,
    kIsBlank = 1U << 8U, // the blank tile, besides the classes
    kIsTurn = 1U << 9U,
    kIsMovement = 1U << 10U,
    kIsDirection = 1U << 11U,
    kIsEnum = 1U << 12U, // a value of some enum
    kIsShape = 1U << 13U,
    kIsAbsent = 1U << 14U,
    kIsHole = 1U << 15U,
    kIsPosition = 1U << 16U, // of a walk over a collection or over neighbours
    kIsLinePosition = 1U << 17U,
    kIsConstantPosition = 1U << 18U,
    kIsConstantEnd = 1U << 19U,
    kIsUndefined = 1U << 20U, // nothing that code may read
    kNotNull = 1U << 21U,
    kOwnElement =
        1U << 22U, // a List whose own type of elements is exactly `element`: it may be added to without a look
};
inline constexpr std::uint32_t kAllKinds = kIsHole - 1U; // of the values of rules
inline constexpr std::uint32_t kNumbers = kIsNumber | kIsPlayer;
inline constexpr std::uint32_t kAlways = kNotNull | kOwnElement;

struct StaticType {
    std::uint32_t kinds = 0;
    ClassIndex first = 0; // kIsInstance: its class is one of these
    ClassIndex last = 0;
    StaticTypeId element = 0;       // of a List, Stack, walk; the value of a Table; what a pile of discards holds
    StaticTypeId key = 0;           // of a Table
    std::uint32_t constant = kNone; // it is this constant of the program

    bool operator==(const StaticType&) const = default;
    [[nodiscard]] bool may_be(std::uint32_t wanted) const { return (kinds & wanted) != 0; }
    [[nodiscard]] bool is_only(std::uint32_t wanted) const { return (kinds & ~(wanted | kAlways)) == 0; }
};

class StaticTypes {
public:
    explicit StaticTypes(const Program& program);

    static constexpr StaticTypeId kNull = 0; // null and nothing else
    static constexpr StaticTypeId kAny = 1;  // any value of the rules
    static constexpr StaticTypeId kUndefined = 2;

    [[nodiscard]] const StaticType& operator[](StaticTypeId id) const { return types_[id]; }
    [[nodiscard]] std::size_t size() const { return types_.size(); }

    StaticTypeId add(StaticType type);
    StaticTypeId plain(std::uint32_t kinds) { return add({kinds, 0, 0, 0, 0, kNone}); }
    StaticTypeId of(TypeIndex type); // kNone: kUndefined
    StaticTypeId of_constant(std::uint32_t constant);
    StaticTypeId instance_of(ClassIndex first, ClassIndex last); // may be the blank tile where these are tiles
    StaticTypeId of_kind(ClassKind kind);
    StaticTypeId collection(StaticKind kind, StaticTypeId element, StaticTypeId key = 0);

    StaticTypeId join(StaticTypeId first, StaticTypeId second);
    // Is every value of the one a value of the other?
    [[nodiscard]] bool fits(StaticTypeId narrow, StaticTypeId wide) const;
    // What it is when it is an instance of the classes; the same with and without bits.
    StaticTypeId narrowed(StaticTypeId id, const ValueType& classes);
    StaticTypeId with(StaticTypeId id, std::uint32_t bits);
    StaticTypeId without(StaticTypeId id, std::uint32_t bits);

    // ---- of what it holds
    StaticTypeId element_of(StaticTypeId id); // of a List, Stack or deck; the value of a Table
    StaticTypeId walked(StaticTypeId id);     // what a walk gives: of a Table its keys
    // The class that all its classes derive from, or are; kNone: there is none.
    [[nodiscard]] ClassIndex common_class(StaticTypeId id) const;
    [[nodiscard]] bool is_of_kind(StaticTypeId id, ClassKind kind) const; // besides null
    // The type of a word that code reads or writes; kUndefined: it is none.
    StaticTypeId word_of(StaticTypeId instance, std::uint32_t offset);

    [[nodiscard]] std::string text(StaticTypeId id) const; // for people

private:
    struct Hash {
        std::size_t operator()(const StaticType& type) const;
    };
    StaticTypeId of_value_type(const ValueType& type);
    [[nodiscard]] const std::vector<TypeIndex>& words_of(ClassIndex index);

    const Program* program_;
    std::vector<StaticType> types_;
    std::unordered_map<StaticType, StaticTypeId, Hash> ids_;
    std::vector<StaticTypeId> by_index_; // by TypeIndex; kUnknown: not asked for yet
    std::vector<std::vector<TypeIndex>>
        words_; // by class, then by word: the attribute's type; empty: not asked for yet
};

} // namespace tgdl
