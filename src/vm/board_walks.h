// Walks over tiles whose state is two values, a tile and a number as bits: what the loop's instructions WalkLine and
// WalkAdjacents begin. Groups and connections must not change meanwhile.
#pragma once

#include "vm/places.h"

#include <algorithm>

namespace tgdl {

// The state of a line in a square group: {cell the walk is at, how far it is to the next as 16 bits, cells that are left}.
// In other groups, and on boards too large for that, {direction, kByTile in the upper 16 bits}: the tile says the rest.
inline constexpr unsigned kCellsLeftBit = 48;
inline constexpr unsigned kCellStepBit = 32;
inline constexpr std::uint64_t kByTile = 0x7000; // as a Value the state is a number

// The same as begin_line() for any tile, direction and group.
bool begin_any_line(const Machine& machine, Value tile, Value direction, Value& state);

// False: the tile is null, or there is no such direction.
[[gnu::always_inline]] inline bool begin_line(const Machine& machine, Value tile, Value direction, Value& state) {
    const Memory& memory = machine.memory;
    const double number = direction.as_number();
    const Handle group = tile.is_instance() ? group_of(machine, tile.handle()) : 0;
    if (group == 0 || !(number > -1 && number < kMostDirections)
        || group_info(machine, group).geometry != GeometryKind::Square) [[unlikely]] {
        return begin_any_line(machine, tile, direction, state);
    }
    constexpr std::int32_t kMost = 0x3fff;
    constexpr Word kLarge = ~(Word{kMost} | (Word{kMost} << 32U));
    const Word size = memory.load(group + kGroupSizeWord);
    if ((size & kLarge) != 0) [[unlikely]] {
        return begin_any_line(machine, tile, direction, state);
    }
    const auto columns = static_cast<std::int32_t>(static_cast<std::uint32_t>(size));
    const auto rows = static_cast<std::int32_t>(size >> 32U);
    const Word origin = memory.load(group + kGroupOriginWord);
    const Word place = memory.load(tile.handle() + kTilePlaceWord);
    const std::int32_t column = static_cast<std::int32_t>(place) - static_cast<std::int32_t>(origin);
    const std::int32_t row = static_cast<std::int32_t>(place >> 32U) - static_cast<std::int32_t>(origin >> 32U);
    const CellOffset offset = kCellOffsets[0][static_cast<unsigned>(number)];
    const std::int32_t across = offset.columns == 0 ? kMost : (offset.columns > 0 ? columns - 1 - column : column);
    const std::int32_t down = offset.rows == 0 ? kMost : (offset.rows > 0 ? rows - 1 - row : row);
    const auto left = static_cast<std::uint64_t>(std::min(across, down));
    const auto step = static_cast<std::uint16_t>(offset.rows * columns + offset.columns);
    const Handle cell = memory.half(group + kGroupCellsWord, 0) + 1 + static_cast<Handle>(row * columns + column);
    state = Value{(left << kCellsLeftBit) | (std::uint64_t{step} << kCellStepBit) | cell};
    return true;
}

Handle next_by_tile(const Machine& machine, Value& tile, Value state);

// The next tile of the line, 0 at its end.
inline Handle next_on_line(const Machine& machine, Value& tile, Value& state) {
    const std::uint64_t bits = state.bits;
    const std::uint64_t left = bits >> kCellsLeftBit;
    if (left == 0) {
        return 0;
    }
    if (left == kByTile) [[unlikely]] {
        return next_by_tile(machine, tile, state);
    }
    const auto step = static_cast<std::int16_t>(bits >> kCellStepBit);
    const Handle cell = static_cast<Handle>(bits) + static_cast<Handle>(static_cast<std::int32_t>(step));
    constexpr std::uint64_t kCellBits = 0xffffffffU;
    state = Value{((bits & ~kCellBits) - (std::uint64_t{1} << kCellsLeftBit)) | cell};
    return static_cast<Handle>(machine.memory.load(cell));
}

// The next tile that the tile is connected to, 0 after the last. The state is a position, 0 at first.
Handle next_adjacent(const Machine& machine, Handle tile, Value& state);

} // namespace tgdl
