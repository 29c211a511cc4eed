// Walks over tiles whose state is two values, a tile and a number as bits: what the loop's instructions WalkLine and
// WalkAdjacents begin. The groups and connections must not change meanwhile.
#pragma once

#include "vm/places.h"

#include <algorithm>

namespace tgdl {

// The state of a line in a square group: {cell the walk is at, how far it is to the next as 16 bits, cells that are left}.
// In other groups, and on boards too large for that, {direction, kByTile in the upper 16 bits}: the tile says the rest.
inline constexpr unsigned kCellsLeftBit = 48;
inline constexpr unsigned kCellStepBit = 32;
inline constexpr std::uint64_t kByTile = 0x7000; // as a Value the state is a number

inline Value line_state(const Machine& machine, Handle tile, unsigned direction) {
    const Memory& memory = machine.memory;
    const Handle group = group_of(machine, tile);
    const GroupInfo& info = group_info(machine, group);
    const Word size = memory.load(group + kGroupSizeWord);
    const auto columns = static_cast<std::int32_t>(static_cast<std::uint32_t>(size));
    const auto rows = static_cast<std::int32_t>(size >> 32U);
    constexpr std::int32_t kMost = 0x3fff;
    if (info.geometry != GeometryKind::Square || columns > kMost || rows > kMost) {
        return {(kByTile << kCellsLeftBit) | direction};
    }
    const Word origin = memory.load(group + kGroupOriginWord);
    const std::int32_t column = tile_column(machine, tile) - static_cast<std::int32_t>(origin);
    const std::int32_t row = tile_row(machine, tile) - static_cast<std::int32_t>(origin >> 32U);
    const CellOffset offset = kCellOffsets[0][direction];
    const std::int32_t across = offset.columns == 0 ? kMost : offset.columns > 0 ? columns - 1 - column : column;
    const std::int32_t down = offset.rows == 0 ? kMost : offset.rows > 0 ? rows - 1 - row : row;
    const auto left = static_cast<std::uint64_t>(std::min(across, down));
    const auto step = static_cast<std::uint16_t>(offset.rows * columns + offset.columns);
    const Handle cell = memory.half(group + kGroupCellsWord, 0) + 1 + static_cast<Handle>(row * columns + column);
    return {(left << kCellsLeftBit) | (std::uint64_t{step} << kCellStepBit) | cell};
}

// The next tile of the line, 0 at its end.
inline Handle next_on_line(const Machine& machine, Value& tile, Value& state) {
    const std::uint64_t left = state.bits >> kCellsLeftBit;
    if (left == 0) {
        return 0;
    }
    if (left == kByTile) [[unlikely]] {
        const Handle found = neighbor(machine, tile.handle(), static_cast<unsigned>(state.bits & 0xffU));
        tile = found == 0 ? tile : Value::instance(found);
        return found;
    }
    const auto step = static_cast<std::int16_t>(state.bits >> kCellStepBit);
    const Handle cell = static_cast<Handle>(state.bits) + static_cast<Handle>(static_cast<std::int32_t>(step));
    constexpr std::uint64_t kCellBits = 0xffffffffU;
    state = Value{((state.bits & ~kCellBits) - (std::uint64_t{1} << kCellsLeftBit)) | cell};
    return static_cast<Handle>(machine.memory.load(cell));
}

// The next tile that the tile is connected to, 0 after the last. The state is a position, 0 at first.
inline Handle next_adjacent(const Machine& machine, Handle tile, Value& state) {
    const Handle storage = machine.memory.half(tile + kTileEdgesWord, 0);
    auto at = static_cast<std::uint32_t>(state.bits);
    if (storage != 0) {
        const bool is_last = at >= machine.memory.half(tile + kTileEdgesWord, 1);
        state = Value{at + 1};
        return is_last ? 0 : machine.memory.half(storage + 1 + at * kEdgeWords, 0);
    }
    const Handle group = group_of(machine, tile);
    const unsigned directions = group == 0 ? 0 : connected_directions(group_info(machine, group));
    Handle found = 0;
    while (at < directions && found == 0) {
        found = neighbor(machine, tile, at++);
    }
    state = Value{at};
    return found;
}

} // namespace tgdl
