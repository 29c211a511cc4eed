#include "program/cell_geometry.h"

#include <algorithm>

namespace tgdl {

namespace {

// From one edge to the other.
std::uint32_t cells_to_edge(std::int32_t offset, std::uint32_t at, std::uint32_t length) {
    if (offset == 0) {
        return kNoCell;
    }
    return offset > 0 ? length - 1 - at : at;
}

void find_lines(GroupInfo& group) {
    for (unsigned direction = 0; direction < kMostDirections; ++direction) {
        const CellOffset offset = kCellOffsets[0].at(direction);
        group.cell_steps.at(direction) =
            static_cast<std::int16_t>(offset.rows * static_cast<std::int32_t>(group.columns) + offset.columns);
    }
    group.cells_ahead.clear();
    for (std::uint32_t row = 0; row < group.rows; ++row) {
        for (std::uint32_t column = 0; column < group.columns; ++column) {
            for (const CellOffset offset : kCellOffsets[0]) {
                group.cells_ahead.push_back(
                    static_cast<std::uint16_t>(std::min(cells_to_edge(offset.columns, column, group.columns),
                                                        cells_to_edge(offset.rows, row, group.rows))));
            }
        }
    }
}

} // namespace

bool has_plain_groups(const Program& program) {
    return program.fixed_groups && std::ranges::all_of(program.groups, [](const GroupInfo& group) {
               return group.geometry == GeometryKind::Square || group.geometry == GeometryKind::HexColumn;
           });
}

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
    constexpr std::uint32_t kLongestSide = 0x3fff; // so that a walk along a line fits into a value (vm/board_walks.h)
    if (group.geometry == GeometryKind::Square && std::max(group.columns, group.rows) <= kLongestSide) {
        find_lines(group);
    }
}

} // namespace tgdl
