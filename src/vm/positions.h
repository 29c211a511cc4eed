// Positions of components: pieces on tiles, cards in decks, tiles in groups, and the geometry of groups. No events
// here: match/ raises them.
//
// Functions that may need memory give false or Outcome::Fault when there is none left.
#pragma once

#include "program/cell_geometry.h"
#include "program/lattice_geometry.h"
#include "vm/machine.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

// ---- pieces and decks
inline bool is_of_kind(const Machine& machine, Handle instance, ClassKind kind) {
    const ClassIndex index = machine.class_of(instance);
    const auto number = static_cast<std::size_t>(kind);
    return index >= machine.program->first_class[number] && index < machine.program->last_class[number];
}
inline Handle tile_of(const Machine& machine, Handle piece) { // 0: on none
    const Handle place = machine.memory.half(piece + kPlaceWord, 0);
    return place != 0 && is_of_kind(machine, place, ClassKind::Tile) ? place : 0;
}
inline Handle deck_of(const Machine& machine, Handle piece) { // 0: in none
    const Handle place = machine.memory.half(piece + kPlaceWord, 0);
    return place != 0 && is_of_kind(machine, place, ClassKind::Stack) ? place : 0;
}
// Takes a piece from where it is, clears kDiscarded. O(1), in the middle of a deck O(its length).
void take_away(Machine& machine, Handle piece);
void put_on_tile(Machine& machine, Handle piece, Handle tile); // last there; the piece is nowhere before
bool put_in_deck(Machine& machine, Handle card, Handle deck,
                 bool at_top); // the card is nowhere before; false: out of memory
std::uint32_t deck_length(const Machine& machine, Handle deck);
Handle deck_get(const Machine& machine, Handle deck, std::uint32_t index);      // 0 the front
void deck_set(Machine& machine, Handle deck, std::uint32_t index, Handle card); // for shuffling: places only
std::uint32_t deck_position(const Machine& machine, Handle deck, Handle card);  // kNone if it is not there
Handle pile_of(const Machine& machine, Handle deck);                            // its discards; 0 for a pile
// The pile of discards of a new deck; false: out of memory.
bool make_pile(Machine& machine, Handle deck);
inline Handle first_piece(const Machine& machine, Handle tile) { // 0: it is empty
    return machine.memory.half(tile + kTilePiecesWord, 0);
}
inline Handle next_piece(const Machine& machine, Handle piece) { // on the same tile; 0: it is the last
    return machine.memory.half(piece + kPieceLinkWord, 0);
}
inline bool is_blank(const Machine& machine, Handle tile) {
    return machine.class_of(tile) == machine.program->blank_tile;
}

// ---- turned things
// In how many steps something comes round where it lies.
double turns_around(const Machine& machine, Handle thing);
double turned_of(const Machine& machine, Handle thing);
inline double turned_below(double number, double limit) {
    const double rest = std::fmod(number, limit);
    return (rest < 0 ? rest + limit : rest) + 0.0; // not -0
}

// ---- geometry
inline Handle group_of(const Machine& machine, Handle tile) { // 0: of none
    return machine.memory.half(tile + kTileGroupWord, 0);
}
inline const GroupInfo& group_info(const Machine& machine, Handle group) {
    return machine.program->groups[machine.memory.half(group + kGroupBoardWord, 1)];
}
inline std::int32_t tile_column(const Machine& machine, Handle tile) {
    return static_cast<std::int32_t>(machine.memory.half(tile + kTilePlaceWord, 0));
}
inline std::int32_t tile_row(const Machine& machine, Handle tile) {
    return static_cast<std::int32_t>(machine.memory.half(tile + kTilePlaceWord, 1));
}
// 0: blank, or outside.
inline Handle group_cell(const Machine& machine, Handle group, std::int64_t column, std::int64_t row, bool& outside) {
    const Memory& memory = machine.memory;
    const Word size = memory.load(group + kGroupSizeWord);
    const Word origin = memory.load(group + kGroupOriginWord);
    const auto columns = static_cast<std::uint32_t>(size);
    const auto across = static_cast<std::uint64_t>(column - static_cast<std::int32_t>(origin));
    const auto down = static_cast<std::uint64_t>(row - static_cast<std::int32_t>(origin >> 32U));
    outside = across >= columns || down >= (size >> 32U);
    if (outside) {
        return 0;
    }
    const Handle cells = memory.half(group + kGroupCellsWord, 0);
    return static_cast<Handle>(memory.load(cells + 1 + static_cast<Handle>(down * columns + across)));
}
// Does the tile lie in a group with columns and rows?
inline bool is_in_grid(const Machine& machine, Handle tile) {
    const Handle group = group_of(machine, tile);
    return group != 0 && (machine.has_plain_groups || group_info(machine, group).geometry != GeometryKind::Graph);
}
// By written coordinates; 0: blank, outside, or a graph.
Handle cell_at(const Machine& machine, Handle group, std::int64_t i, std::int64_t j);
// The same where i and j are not negative, and the program has_plain_groups().
inline Handle plain_cell_at(const Memory& memory, Handle group, std::uint32_t i, std::uint32_t j) {
    const Word size = memory.load(group + kGroupSizeWord);
    const auto columns = static_cast<std::uint32_t>(size);
    if (i >= columns || j >= (size >> 32U)) [[unlikely]] {
        return 0;
    }
    return static_cast<Handle>(memory.load(memory.half(group + kGroupCellsWord, 0) + 1 + j * columns + i));
}
// The same whatever the groups are.
inline Handle cell_at_place(const Machine& machine, Handle group, std::uint32_t i, std::uint32_t j) {
    return machine.has_plain_groups ? plain_cell_at(machine.memory, group, i, j) : cell_at(machine, group, i, j);
}
// Is it a number that can be truncated to a coordinate from 0 on? Not one that is negative, null or large.
inline bool is_coordinate(Value number) {
    constexpr Value kLarge = Value::number(1 << 30U);
    return number.bits < kLarge.bits; // of numbers from 0 on they are in their order; of everything else they are above
}
inline std::uint32_t coordinate(Value number) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(number.as_number()));
}
// How many directions, from 0 on, lead to tiles that a tile is connected to without anybody saying so.
inline unsigned connected_directions(const GroupInfo& group) {
    constexpr unsigned kSides = 4;
    return group.geometry == GeometryKind::Square && !group.around ? kSides : direction_count(group);
}
// Number of a direction given as a number or a Direction value; nothing when the geometry has none such.
// As people write it: `3`, `direction.up`.
std::string direction_text(Value direction);
std::optional<unsigned> named_direction(const GroupInfo& group, NamedDirection name);
inline std::optional<unsigned> read_direction(const GroupInfo& group, Value direction) {
    if (!direction.is_number()) {
        return named_direction(group, static_cast<NamedDirection>(direction.index()));
    }
    const double number = direction.as_number();
    return number > -1 && number < direction_count(group) ? std::optional(static_cast<unsigned>(number)) : std::nullopt;
}
// Does the group still have the columns and rows it began with, so that GroupInfo::neighbors is right?
inline bool has_neighbors(const Memory& memory, const GroupInfo& info, Handle group) {
    return memory.load(group + kGroupOriginWord) == 0
           && memory.load(group + kGroupSizeWord) == (info.columns | (Word{info.rows} << 32U))
           && !info.neighbors.empty();
}
// The tiles of a line one after the other: next() gives 0 at the edge and at a blank. The group must not change meanwhile.
class LineWalk {
public:
    LineWalk(const Machine& machine, Handle tile, unsigned direction)
        : memory_(&machine.memory), direction_(direction) {
        const Handle group = group_of(machine, tile);
        if (group == 0) {
            return;
        }
        info_ = &group_info(machine, group);
        const Word size = memory_->load(group + kGroupSizeWord);
        const Word origin = memory_->load(group + kGroupOriginWord);
        // A graph has no lines: a rectangle without columns holds nothing.
        columns_ = info_->geometry == GeometryKind::Graph ? 0 : static_cast<std::uint32_t>(size);
        column_ = tile_column(machine, tile);
        row_ = tile_row(machine, tile);
        cells_ = memory_->half(group + kGroupCellsWord, 0) + 1;
        if (origin == 0 && size == (info_->columns | (Word{info_->rows} << 32U)) && !info_->neighbors.empty()) {
            table_ = info_->neighbors.data() + direction;
            cell_ = static_cast<std::uint32_t>(row_) * columns_ + static_cast<std::uint32_t>(column_);
            return;
        }
        rows_ = static_cast<std::uint32_t>(size >> 32U);
        first_column_ = static_cast<std::int32_t>(origin);
        first_row_ = static_cast<std::int32_t>(origin >> 32U);
    }
    Handle next() {
        if (table_ != nullptr) [[likely]] {
            if (cell_ == kNoCell) {
                return 0;
            }
            cell_ = table_[cell_ * kMostDirections];
            return cell_ == kNoCell ? 0 : static_cast<Handle>(memory_->load(cells_ + cell_));
        }
        return columns_ == 0 ? 0 : next_by_offset();
    }

private:
    Handle next_by_offset() {
        const CellOffset offset = cell_offsets(*info_, column_, row_)[direction_];
        column_ += offset.columns;
        row_ += offset.rows;
        const auto across = static_cast<std::uint64_t>(column_ - first_column_);
        const auto down = static_cast<std::uint64_t>(row_ - first_row_);
        if (across >= columns_ || down >= rows_) {
            return 0;
        }
        return static_cast<Handle>(memory_->load(cells_ + static_cast<Handle>(down * columns_ + across)));
    }

    const Memory* memory_;
    const GroupInfo* info_ = nullptr;
    const std::uint16_t* table_ = nullptr; // of neighbours in this direction, if the group is as it began
    std::uint32_t cell_ = 0;               // in the table
    unsigned direction_;
    Handle cells_ = 0; // the first cell
    std::uint32_t columns_ = 0;
    std::uint32_t rows_ = 0;
    std::int64_t first_column_ = 0;
    std::int64_t first_row_ = 0;
    std::int64_t column_ = 0;
    std::int64_t row_ = 0;
};
inline Handle neighbor(const Machine& machine, Handle tile, unsigned direction) { // 0: edge or blank
    return LineWalk(machine, tile, direction).next();
}
// The same when its group is known.
inline Handle neighbor_in(const Machine& machine, const GroupInfo& info, Handle group, Handle tile,
                          unsigned direction) {
    const Memory& memory = machine.memory;
    if (!has_neighbors(memory, info, group)) [[unlikely]] {
        return neighbor(machine, tile, direction);
    }
    const std::uint32_t cell = static_cast<std::uint32_t>(tile_row(machine, tile)) * info.columns
                               + static_cast<std::uint32_t>(tile_column(machine, tile));
    const std::uint16_t there = info.neighbors[cell * kMostDirections + direction];
    return there == kNoCell ? 0 : static_cast<Handle>(memory.load(memory.half(group + kGroupCellsWord, 0) + 1 + there));
}
// Columns and rows away in the same group, whatever its geometry; 0: outside, blank, or a graph.
Handle step_from(const Machine& machine, Handle tile, std::int64_t columns, std::int64_t rows);
// The direction of a tile that lies on one of the lines of the first.
std::optional<unsigned> direction_to(const Machine& machine, Handle from, Handle to);
// Written coordinates (i, j) to column and row and back: the same exchange both ways.
void to_column_row(const GroupInfo& group, std::int64_t i, std::int64_t j, std::int64_t& column, std::int64_t& row);

// ---- connections
// Its connections, in order, appended. O(connections).
void edges_of(const Machine& machine, Handle tile, std::vector<Edge>& out);
bool has_edge(const Machine& machine, Handle from, Handle to);
// Is it connected to other tiles, or at other distances, than its geometry says? A tile of a graph always is.
bool has_own_edges(const Machine& machine, Handle tile);
std::uint32_t own_edge_count(const Machine& machine, Handle tile); // of its own list
// Connects one way, replacing what is there in its place. Connection 0: a plain one.
bool connect(Machine& machine, Handle from, Handle to, double distance, Handle connection);
bool disconnect(Machine& machine, Handle from, Handle to);
// Gives every connection of the tile an instance; false: out of memory.
bool make_connections(Machine& machine, Handle tile);
// The tile is connected to its neighbours by the geometry.
bool join_tile(Machine& machine, Handle tile);
// The tile is new in its group: likewise, and its neighbours to it.
bool join_neighbors(Machine& machine, Handle tile);
// Takes away the connection from one to the other, if there is one.
void drop_edge(Machine& machine, Handle from, Handle to);
// Connections from and to the tile are gone. O(all tiles).
void drop_connections(Machine& machine, Handle tile);
double connection_distance(const Machine& machine, Handle connection);
void set_connection_distance(Machine& machine, Handle connection, double distance);

// ---- groups
// All tiles of a group in reading order, of a graph in order of being added.
void tiles_of(const Machine& machine, Handle group, std::vector<Handle>& out);
// A group of a new board, with cells for what it begins with, all blank; 0: out of memory.
Handle make_group(Machine& machine, Handle board, std::uint32_t number);
// The group's rectangle of cells holds the cell afterwards; false: there is not so much memory.
bool grow_to(Machine& machine, Handle group, std::int64_t column, std::int64_t row);
// Notes that the tile stands in the cell, without a word about connections.
void place_in_cell(Machine& machine, Handle group, std::int64_t column, std::int64_t row, Handle tile);
// Makes the n-th tile the group begins with and puts it there. To be called for 0, 1, 2 … in order. 0: there are no more,
// or no memory (out_of_memory).
// The cells of a group without tiles whose size depends on the match. False: no memory.
bool size_group(Machine& machine, Handle group, std::uint32_t columns, std::uint32_t rows);
Handle make_tile(Machine& machine, Handle group, std::uint32_t number, bool& out_of_memory);
// All tiles that the group begins with are there.
bool join_group(Machine& machine, Handle group);
// Puts a tile that is in no group to a place, which may lie outside. What was there leaves, its pieces stay.
bool set_tile(Machine& machine, Handle group, std::int64_t column, std::int64_t row, Handle tile);
bool add_tile(Machine& machine, Handle graph, Handle tile);
// The tile leaves its group, its pieces are nowhere.
void remove_tile(Machine& machine, Handle tile);
Handle tile_named(Machine& machine, Handle graph, Value name); // 0: none
// A tile by its place, `Grid(0,0)` or `Roads.Rome`; any other instance as `Card#3`.
std::string instance_name(const Machine& machine, Handle instance);

// ---- corners and sides (vm/lattices.cpp). A lattice is the group that holds them.
inline bool is_lattice_tile(const Machine& machine, Handle tile) {
    const Handle group = group_of(machine, tile);
    return group != 0 && group_info(machine, group).lattice != LatticeKind::None;
}
// The group as rules see it: that of a corner or side is the one whose corner or side it is. 0: none.
Handle visible_group_of(const Machine& machine, Handle tile);
Handle lattice_of(const Machine& machine, Handle group, LatticeKind kind); // 0: the group has none
// The corner or side of a tile of the group; 0: there is none.
Handle point_of(const Machine& machine, Handle tile, LatticeKind kind, unsigned direction);
// In their order, appended: of a tile its corners or sides, of a corner its sides, of a side its corners; else nothing.
void points_of(const Machine& machine, Handle tile, LatticeKind kind, std::vector<Handle>& out);
// The tiles that a corner or side touches, in reading order, appended.
void touched_tiles(const Machine& machine, Handle point, std::vector<Handle>& out);
// Corners and sides that the geometry connects one with, in reading order, appended.
void append_point_neighbors(const Machine& machine, Handle point, std::vector<Edge>& out);
// Where a neighbour comes among those of a point; kNone: the geometry does not connect them.
std::uint32_t point_neighbor_order(const Machine& machine, Handle from, Handle to);
// The points that a tile of the group (0: any of them) lacks, packed, corners before sides, each in reading order, appended;
// there is room for them afterwards. False: out of memory.
bool lacking_points(Machine& machine, Handle group, Handle tile, std::vector<double>& out);
// Makes the corner or side at a packed point. 0: it is there already, touches no tile, or there is no memory.
Handle make_point(Machine& machine, Handle group, double packed, bool& out_of_memory);
// A tile was put where none was: its corners that were there are connected by its new sides.
bool join_corners(Machine& machine, Handle tile);
// A tile was taken from there: what touches no tile any more leaves, with what joins it.
void drop_points(Machine& machine, Handle group, std::int64_t column, std::int64_t row);

// ---- walks over connections
bool is_connected(Machine& machine, Handle from, Handle to);
std::optional<double> distance_between(Machine& machine, Handle from, Handle to);
// Tiles at a distance up to the limit, without `from`, in reading order, appended.
void tiles_within(Machine& machine, Handle from, double limit, std::vector<Handle>& out);
// Puts tiles into reading order, group by group.
void sort_tiles(Machine& machine, std::vector<Handle>& tiles);

// ---- movement: where the piece can go, each tile once, in the order of docs/reference/movements.md#13. `at`: one past
// all live values.
// Outcome::Next, or what ended it: Fault, Opaque.
Outcome destinations(Machine& machine, Handle piece, std::uint32_t movement, std::uint32_t at, std::vector<Value>& out);
// The same of a movement as a value: one with its inputs is a list of the match itself, the movement first.
Outcome destinations(Machine& machine, Handle piece, Value movement, std::uint32_t at, std::vector<Value>& out);
Value bind_movement(Machine& machine, std::span<const Value> movement_and_inputs); // null: out of memory
// Which movement it is, whatever its inputs.
Value movement_of_value(const Machine& machine, Value movement);

} // namespace tgdl
