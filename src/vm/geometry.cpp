// Directions, lines and coordinates of groups. Nothing here knows of connections.
#include "vm/collections.h"
#include "vm/positions.h"

#include <cstdlib>
#include <string_view>

namespace tgdl {

namespace {

constexpr std::uint8_t kNoDirection = 0xff;

// Numbers of the named directions, in the order of NamedDirection.
constexpr std::array<std::uint8_t, 8> kHexRowNames = {kNoDirection, 1, kNoDirection, 4, 0, 2, 3, 5};
constexpr std::array<std::uint8_t, 8> kHexColumnNames = {0, kNoDirection, 3, kNoDirection, 1, 2, 4, 5};

std::optional<unsigned> square_direction(std::int64_t columns, std::int64_t rows) {
    if (columns != 0 && rows != 0 && std::abs(columns) != std::abs(rows)) {
        return std::nullopt;
    }
    if (columns == 0) {
        return rows < 0 ? 0U : 2U;
    }
    if (rows == 0) {
        return columns > 0 ? 1U : 3U;
    }
    if (columns > 0) {
        return rows < 0 ? 4U : 5U;
    }
    return rows > 0 ? 6U : 7U;
}

// `along` counts half hexes in the direction of the rows, `across` whole ones from row to row.
std::optional<unsigned> hex_row_direction(std::int64_t along, std::int64_t across) {
    if (across == 0) {
        return along > 0 ? 1U : 4U;
    }
    if (std::abs(along) != std::abs(across)) {
        return std::nullopt;
    }
    if (across < 0) {
        return along > 0 ? 0U : 5U;
    }
    return along > 0 ? 2U : 3U;
}

// The same for columns: `along` counts half hexes downwards.
std::optional<unsigned> hex_column_direction(std::int64_t along, std::int64_t across) {
    if (across == 0) {
        return along < 0 ? 0U : 3U;
    }
    if (std::abs(along) != std::abs(across)) {
        return std::nullopt;
    }
    if (across > 0) {
        return along < 0 ? 1U : 2U;
    }
    return along > 0 ? 4U : 5U;
}

// How far a tile lies along its row or column, in half hexes.
std::int64_t half_hexes(const GroupInfo& group, std::int64_t along, std::int64_t line) {
    const bool odd = (line & 1) != 0;
    return 2 * along + (odd == group.odd_shifted ? 1 : 0);
}

std::optional<unsigned> direction_of_line(const Machine& machine, const GroupInfo& group, Handle from, Handle to) {
    const std::int64_t from_column = tile_column(machine, from);
    const std::int64_t from_row = tile_row(machine, from);
    const std::int64_t to_column = tile_column(machine, to);
    const std::int64_t to_row = tile_row(machine, to);
    switch (group.geometry) {
    case GeometryKind::Square: return square_direction(to_column - from_column, to_row - from_row);
    case GeometryKind::HexRow:
        return hex_row_direction(half_hexes(group, to_column, to_row) - half_hexes(group, from_column, from_row),
                                 to_row - from_row);
    case GeometryKind::HexColumn:
        return hex_column_direction(half_hexes(group, to_row, to_column) - half_hexes(group, from_row, from_column),
                                    to_column - from_column);
    case GeometryKind::Graph: break;
    }
    return std::nullopt;
}

} // namespace

std::optional<unsigned> named_direction(const GroupInfo& group, NamedDirection name) {
    const auto index = static_cast<std::size_t>(name);
    if (index >= kHexRowNames.size() || group.geometry == GeometryKind::Graph) {
        return std::nullopt;
    }
    if (group.geometry == GeometryKind::Square) {
        return static_cast<unsigned>(index);
    }
    const std::uint8_t number = group.geometry == GeometryKind::HexRow ? kHexRowNames[index] : kHexColumnNames[index];
    return number == kNoDirection ? std::nullopt : std::optional<unsigned>(number);
}

std::string direction_text(Value direction) {
    constexpr std::array<std::string_view, 8> kNames = {"up",       "right",      "down",      "left",
                                                        "up_right", "down_right", "down_left", "up_left"};
    if (direction.is_number()) {
        return number_text(direction.as_number());
    }
    const std::uint32_t name = direction.index();
    return "direction." + std::string(name < kNames.size() ? kNames[name] : "?");
}

Handle cell_at(const Machine& machine, Handle group, std::int64_t i, std::int64_t j) {
    const GeometryKind geometry = group_info(machine, group).geometry;
    if (geometry == GeometryKind::Graph) {
        return 0;
    }
    bool outside = false;
    return geometry == GeometryKind::HexRow ? group_cell(machine, group, j, i, outside)
                                            : group_cell(machine, group, i, j, outside);
}

Handle step_from(const Machine& machine, Handle tile, std::int64_t columns, std::int64_t rows) {
    const Handle group = group_of(machine, tile);
    if (group == 0 || group_info(machine, group).geometry == GeometryKind::Graph) {
        return 0;
    }
    bool outside = false;
    return group_cell(machine, group, tile_column(machine, tile) + columns, tile_row(machine, tile) + rows, outside);
}

std::optional<unsigned> direction_to(const Machine& machine, Handle from, Handle to) {
    const Handle group = group_of(machine, from);
    if (group == 0 || from == to || group_of(machine, to) != group) {
        return std::nullopt;
    }
    const std::optional<unsigned> direction = direction_of_line(machine, group_info(machine, group), from, to);
    if (!direction) {
        return std::nullopt;
    }
    // A line ends at a blank, so the other tile may lie behind its end.
    LineWalk line(machine, from, *direction);
    for (Handle tile = line.next(); tile != 0; tile = line.next()) {
        if (tile == to) {
            return direction;
        }
    }
    return std::nullopt;
}

void to_column_row(const GroupInfo& group, std::int64_t i, std::int64_t j, std::int64_t& column, std::int64_t& row) {
    const bool row_first = group.geometry == GeometryKind::HexRow;
    column = row_first ? j : i;
    row = row_first ? i : j;
}

} // namespace tgdl
