// The types of the language as small numbers: equal types have equal TypeIds.
//
// A type is made once and kept in the TypeTable; asking for `List<Card>` twice gives the same TypeId.
#pragma once

#include "base/typed_index.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tgdl {

using TypeId = TypedIndex<struct TypeTag>;
using TypeDefId = TypedIndex<struct TypeDefTag>; // a class-like type, see definitions.h
using GroupId = TypedIndex<struct GroupTag>;     // a `group` of a board

enum class TypeKind : std::uint8_t {
    Error,   // after a mistake: fits everywhere and causes no further message
    Nothing, // what a call without a value gives
    Null,    // of the literal `null`
    Number,
    String,
    Bool,
    Player,
    Shape,
    List,      // a: element
    Table,     // a: value, b: key (none: the type of keys is left open, `Table<T>`)
    Stack,     // a: element
    AnyKey,    // a key of a Table<T>: shown, counted, compared, used as a key; the context gives it a type
    Instance,  // def: a declared or predefined class-like type
    GridTile,  // def: common base of a grid. An Instance reached through `board.Group…`: what follows keeps the type
    Root,      // root: the root type of a kind
    GroupOf,   // group: the group `Field` of a certain board; fits Root(Group)
    Discards,  // a: element. The pile of discards of a deck; fits Root(Stack)
    Direction, // of `direction.up`: only where a direction is wanted
    BoundMovement, // def: a movement for that class of pieces; Movement without one
    Movement,
    Enum, // def: one of its values
};

// The kinds of things that have a root type (docs/reference/types.md#8). `Class` is also the root of all instances.
enum class RootKind : std::uint8_t { Class, Interactable, Tile, Group, Board, Stack, Connection, Event, Turn };

// What a tile that is reached through `board.Group…` surely is; Any: a connection may have led elsewhere.
enum class Spot : std::uint8_t { Any, Tile, Corner, Side };

struct Type {
    TypeKind kind = TypeKind::Error;
    RootKind root = RootKind::Class;
    TypeId a = {};
    TypeId b = {};
    TypeDefId def = {};
    GroupId group = {};    // GroupOf; GridTile and Root: of a tile that is reached through `board.Group…`
    Spot spot = Spot::Any; // of such a tile

    bool operator==(const Type&) const = default;
};

class TypeTable {
public:
    TypeTable();

    [[nodiscard]] const Type& get(TypeId id) const { return types_[id.index()]; }
    [[nodiscard]] TypeKind kind(TypeId id) const { return get(id).kind; }

    // The types without parts.
    TypeId error, nothing, null, number, string, boolean, player, shape, any_key, movement, direction;

    TypeId list(TypeId element);
    TypeId table(TypeId value, TypeId key = {}); // key none: left open
    TypeId stack(TypeId element);
    TypeId instance(TypeDefId def);
    // A tile that is reached through a group. Without a def: one of which no closer class than `tile` is known.
    TypeId grid_tile(TypeDefId def, GroupId group, Spot spot);
    TypeId root(RootKind kind);
    TypeId group_of(GroupId group);
    TypeId discards(TypeId element);
    TypeId bound_movement(TypeDefId def);
    TypeId enumeration(TypeDefId def);

    [[nodiscard]] bool is_collection(TypeId id) const; // List, Table, Stack

private:
    TypeId make(const Type& type);

    std::vector<Type> types_;
    std::vector<std::vector<std::uint32_t>> buckets_;
};

} // namespace tgdl
