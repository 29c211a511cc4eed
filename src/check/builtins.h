// The functions and members that the language itself offers, as one table (builtins.def).
#pragma once

#include "check/effects.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tgdl {

enum class BuiltinId : std::uint16_t {
#define TGDL_BUILTIN(id, receiver, name, form, parameters, result, effects, ...) id,
#include "check/builtins.def"
#undef TGDL_BUILTIN
};

// What stands before the `.`; Free: nothing does.
enum class Receiver : std::uint8_t {
    List,
    Table,
    Stack,      // a Stack<T>, a deck, a pile of discards
    Asked,      // what can be asked: a List, and what a Stack receiver is
    Collection, // List, Table, Stack<T>
    String,
    Shape,
    Instance, // any instance
    Interactable,
    Deck, // an instance of a `stack` type
    Tile,
    Placed, // a tile, or an interactable for its tile
    Group,
    Board,
    Connection,
    BeforeEvent, // the event of a `before action` trigger
    TurnValue,   // what turn.active() gives
    PlayerValue, // a player: what people are told of one
    EnumWord,    // the name of an enum
    PlayerWord,
    TurnWord,
    PhaseWord, // `turn.phase`
    EventWord,
    MathWord,
    DirectionWord,
    Free,
};

enum class BuiltinForm : std::uint8_t {
    Method,
    Property,
    Both,       // `.length` and `.length()`
    Assignable, // a property that rules may assign
    Question,   // `xs.where(c: …)`
    OfType,     // `xs.of<T>()`
    AllOf,      // `all<T>()`
    RowsOf,     // `rows<T>("file")`
};

struct Builtin {
    BuiltinId id;
    Receiver receiver;
    std::string_view name;
    BuiltinForm form;
    std::string_view parameters;
    char result;
    Effects effects;
};

const Builtin& builtin(BuiltinId id);
// The built-in of this name for the receiver, or null.
const Builtin* find_builtin(Receiver receiver, std::string_view name);
// May a type, or a tile of a graph, be given a member of this name, which then stands for its own? A definition of that name
// stays reachable by it.
bool may_be_declared_anew(const Builtin& entry);
// The names offered for the receiver, to suggest a misspelt one.
std::vector<std::string_view> builtin_names(Receiver receiver);

} // namespace tgdl
