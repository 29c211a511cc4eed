// A value of the language in 64 bits: a number as it is, everything else in the bit patterns that no number has.
//
// Numbers of the language are always finite, so all patterns of infinities and NaNs are free. Registers, attributes and
// collections hold Values; typed instructions do not look at the tag, but tables with open keys, texts, saving and the
// search for what is reachable can.
//
//   0000… to FFEF…   a number (also a player, and `false`/`true` never: they have their own tag)
//   FFF9             a bool, 0 or 1
//   FFFA             a text of the program: index of a constant
//   FFFB             a text made while playing: handle
//   FFFC             a collection: handle
//   FFFD             an instance: handle
//   FFFE             something of the program: kind and index (a movement, a turn, a direction, no argument)
//   FFFF             null
#pragma once

#include <bit>
#include <cstdint>

namespace tgdl {

// A place in a match's memory, counted in 8-byte words from its start; 0 is none.
using Handle = std::uint32_t;

enum class Tag : std::uint16_t {
    Bool = 0xFFF9,
    ConstantText = 0xFFFA,
    Text = 0xFFFB,
    Collection = 0xFFFC,
    Instance = 0xFFFD,
    Program = 0xFFFE,
    Null = 0xFFFF,
};

// What a Program-tagged value is.
enum class ProgramItem : std::uint8_t {
    Movement,  // index: into Program::movements
    Turn,      // index: into Program::turns
    Direction, // index: a NamedDirection
    Absent,    // an input of a called action that the caller left open
    EnumValue, // index: into Program::enum_values
    Shape,     // index: into Program::shapes
    Hole,      // before and behind a part of a `log`: who may not see what it was made from (MatchFlow::holes)
    Shown,     // before an instance in a text: its attribute of that number is shown, or what is seen instead
};

// `direction.up` and its like: the index of a Direction value. In a square group these are also the numbers of directions.
enum class NamedDirection : std::uint8_t { Up, Right, Down, Left, UpRight, DownRight, DownLeft, UpLeft };

struct Value {
    std::uint64_t bits = 0xFFFF'0000'0000'0000ULL; // null

    constexpr bool operator==(const Value&) const = default;

    [[nodiscard]] static constexpr Value null() { return {}; }
    [[nodiscard]] static constexpr Value number(double value) {
        return {std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value)}; // -0 is 0: equal values have equal bits
    }
    [[nodiscard]] static constexpr Value boolean(bool value) { return tagged(Tag::Bool, value ? 1 : 0); }
    [[nodiscard]] static constexpr Value instance(Handle handle) { return tagged(Tag::Instance, handle); }
    [[nodiscard]] static constexpr Value collection(Handle handle) { return tagged(Tag::Collection, handle); }
    [[nodiscard]] static constexpr Value text(Handle handle) { return tagged(Tag::Text, handle); }
    [[nodiscard]] static constexpr Value constant_text(std::uint32_t index) { return tagged(Tag::ConstantText, index); }

    [[nodiscard]] static constexpr Value item(ProgramItem kind, std::uint32_t index) {
        return {(static_cast<std::uint64_t>(Tag::Program) << 48U) | (static_cast<std::uint64_t>(kind) << 32U) | index};
    }
    [[nodiscard]] static constexpr Value absent() { return item(ProgramItem::Absent, 0); }

    [[nodiscard]] constexpr bool is_null() const { return *this == null(); }
    [[nodiscard]] constexpr bool is_number() const { return bits < 0xFFF9'0000'0000'0000ULL; }
    [[nodiscard]] constexpr Tag tag() const { return static_cast<Tag>(bits >> 48U); }
    [[nodiscard]] constexpr bool is(Tag wanted) const { return tag() == wanted; }
    [[nodiscard]] constexpr double as_number() const { return std::bit_cast<double>(bits); }
    [[nodiscard]] constexpr bool as_bool() const { return (bits & 1U) != 0; }
    [[nodiscard]] constexpr bool is_instance() const { return is(Tag::Instance); }
    [[nodiscard]] constexpr bool is_collection() const { return is(Tag::Collection); }
    [[nodiscard]] constexpr bool is_text() const { return is(Tag::ConstantText) || is(Tag::Text); }
    [[nodiscard]] constexpr std::uint32_t index() const { return static_cast<std::uint32_t>(bits); }
    [[nodiscard]] constexpr ProgramItem program_item() const { return static_cast<ProgramItem>((bits >> 32U) & 0xffU); }
    [[nodiscard]] constexpr Handle handle() const { return static_cast<Handle>(bits); }

private:
    [[nodiscard]] static constexpr Value tagged(Tag tag, std::uint32_t payload) {
        return {(static_cast<std::uint64_t>(tag) << 48U) | payload};
    }
};

} // namespace tgdl
