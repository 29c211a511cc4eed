#include "program/cell_geometry.h"

namespace tgdl {

void find_neighbors(GroupInfo& group) {
    const std::uint64_t cells = std::uint64_t{group.columns} * group.rows;
    if (group.geometry == GeometryKind::Graph || cells >= kNoCell) {
        return;
    }
    group.neighbors.assign(cells * kMostDirections, kNoCell);
    for (std::uint32_t row = 0; row < group.rows; ++row) {
        for (std::uint32_t column = 0; column < group.columns; ++column) {
            const std::size_t from = (std::size_t{row} * group.columns + column) * kMostDirections;
            for (unsigned direction = 0; direction < direction_count(group); ++direction) {
                const CellOffset offset = cell_offsets(group, column, row)[direction];
                const std::uint32_t there = column + static_cast<std::uint32_t>(std::int32_t{offset.columns});
                const std::uint32_t down = row + static_cast<std::uint32_t>(std::int32_t{offset.rows});
                if (there < group.columns && down < group.rows) {
                    group.neighbors[from + direction] = static_cast<std::uint16_t>(down * group.columns + there);
                }
            }
        }
    }
}

} // namespace tgdl
