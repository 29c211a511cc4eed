// Where the corners and sides of tiles lie, by the geometry of their group.
//
// Points are counted in steps so small that the middle of every tile, of every side and every corner has whole coordinates:
//   square      a tile is 2 wide and 2 high; its middle is (2 column + 1, 2 row + 1)
//   hex row     a tile is 4 wide, and 6 higher than the next row; its middle is (4 column, 6 row), in rows that stand half a
//               hex further 2 to the right
//   hex column  the same with x and y exchanged
// So points in reading order are points by y, then by x.
#pragma once

#include "program/program.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>

namespace tgdl {

struct LatticePoint {
    std::int32_t y = 0;
    std::int32_t x = 0;

    auto operator<=>(const LatticePoint&) const = default;
};
inline constexpr unsigned kMostSides = 6;
// Tiles of a group with corners or sides lie no farther out than this, so that points fit into 26 bits each way.
inline constexpr std::int64_t kFarthestTile = std::int64_t{1} << 22U;

// How many sides, and so corners, a tile of the group has; 0 in a graph.
unsigned side_count(const GroupInfo& group);
LatticePoint middle_of_tile(const GroupInfo& group, std::int64_t column, std::int64_t row);
// The side of that direction, or the corner between it and the next one clockwise.
LatticePoint point_of_tile(const GroupInfo& group, LatticeKind kind, std::int64_t column, std::int64_t row,
                           unsigned direction);

// A tile that a point may touch, and which of its corners or sides the point is.
struct TouchedTile {
    std::int64_t column = 0;
    std::int64_t row = 0;
    unsigned direction = 0;
};
struct TouchedTiles {
    std::array<TouchedTile, 4> tiles{};
    unsigned count = 0;

    [[nodiscard]] const TouchedTile* begin() const { return tiles.data(); }
    [[nodiscard]] const TouchedTile* end() const { return tiles.data() + count; }
};
TouchedTiles tiles_at(const GroupInfo& group, LatticeKind kind, LatticePoint point);

// The cell that keeps a point: lattices are rectangles of cells too, row by row in reading order.
struct LatticeCell {
    std::int64_t column = 0;
    std::int64_t row = 0;
};
LatticeCell cell_of_point(const GroupInfo& group, LatticeKind kind, LatticePoint point);

// A point of either lattice as one number, and back.
double pack_point(LatticeKind kind, LatticePoint point);
struct PackedPoint {
    LatticeKind kind = LatticeKind::None;
    LatticePoint point;
};
PackedPoint unpack_point(double packed);

} // namespace tgdl
