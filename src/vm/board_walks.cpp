#include "vm/board_walks.h"

namespace tgdl {

bool begin_any_line(const Machine& machine, Value tile, Value direction, LineState& state) {
    if (!tile.is_instance() || direction.is_null()) {
        return false;
    }
    const Handle group = group_of(machine, tile.handle());
    state = {}; // without a group there is nothing on the line
    if (group == 0) {
        return true;
    }
    const GroupInfo& info = group_info(machine, group);
    if (info.lattice != LatticeKind::None) {
        return true;
    }
    const std::optional<unsigned> number = read_direction(info, direction);
    state = {number.value_or(0), 0, kByTile};
    return number.has_value();
}

Handle next_by_tile(const Machine& machine, Value& tile, unsigned direction) {
    const Handle found = neighbor(machine, tile.handle(), direction);
    tile = found == 0 ? tile : Value::instance(found);
    return found;
}

Handle next_adjacent(const Machine& machine, Handle tile, Value& state) {
    const Handle storage = machine.memory.half(tile + kTileEdgesWord, 0);
    auto at = static_cast<std::uint32_t>(state.bits);
    if (storage != 0) {
        const bool is_last = at >= machine.memory.half(tile + kTileEdgesWord, 1);
        state = Value{at + 1};
        return is_last ? 0 : machine.memory.half(storage + 1 + at * kEdgeWords, 0);
    }
    const Handle group = group_of(machine, tile);
    if (group == 0) {
        return 0;
    }
    const GroupInfo& info = group_info(machine, group);
    const unsigned directions = connected_directions(info);
    if (directions == 0) { // a graph: its tiles have no places
        return 0;
    }
    const std::int32_t column = tile_column(machine, tile);
    const std::int32_t row = tile_row(machine, tile);
    const std::array<CellOffset, kMostDirections>& offsets = cell_offsets(info, column, row);
    Handle found = 0;
    bool outside = false;
    while (at < directions && found == 0) {
        const CellOffset offset = offsets[at++];
        found = group_cell(machine, group, column + offset.columns, row + offset.rows, outside);
    }
    state = Value{at};
    return found;
}

} // namespace tgdl
