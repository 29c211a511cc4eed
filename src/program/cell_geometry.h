// Neighbours of a cell, by the geometry of its group.
#pragma once

#include "program/program.h"

#include <array>
#include <cstdint>

namespace tgdl {

struct CellOffset {
    std::int8_t columns = 0;
    std::int8_t rows = 0;
};
inline constexpr std::size_t kMostDirections = 8;
inline constexpr std::uint16_t kNoCell = 0xffff;
// From a cell to the next in each direction: of a square group, then of hexes by rows and by columns, each first from
// those that do not stand half a hex further.
inline constexpr std::array<std::array<CellOffset, kMostDirections>, 5> kCellOffsets = {{
    {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}}},
    {{{0, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {}, {}}},
    {{{1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 0}, {0, -1}, {}, {}}},
    {{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 0}, {-1, -1}, {}, {}}},
    {{{0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {}, {}}},
}};
// Which of them is right for the cell; only in a group with a geometry.
inline const std::array<CellOffset, kMostDirections>& cell_offsets(const GroupInfo& group, std::int64_t column,
                                                                   std::int64_t row) {
    if (group.geometry == GeometryKind::Square) {
        return kCellOffsets[0];
    }
    const bool by_rows = group.geometry == GeometryKind::HexRow;
    const bool odd = ((by_rows ? row : column) & 1) != 0;
    return kCellOffsets[(by_rows ? 1U : 3U) + (odd == group.odd_shifted ? 1U : 0U)];
}
// All directions of a group's geometry: 8 (square), 6 (hex), 0 (graph).
inline constexpr std::array<std::uint8_t, 4> kDirectionCounts = {kMostDirections, 6, 6,
                                                                 0}; // in the order of GeometryKind
inline unsigned direction_count(const GroupInfo& group) {
    return kDirectionCounts[static_cast<std::size_t>(group.geometry)];
}

// Have all groups columns and rows, are they written column first, and do they stay as they begin?
bool has_plain_groups(const Program& program);

// Fills GroupInfo::neighbors.
void find_neighbors(GroupInfo& group);

} // namespace tgdl
