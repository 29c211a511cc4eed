// Walks over tiles whose state is two values, a tile and a number as bits: what the loop's instructions WalkLine and
// WalkAdjacents begin. Groups and connections must not change meanwhile.
#pragma once

#include "vm/places.h"

namespace tgdl {

// The state of a line: {cell the walk is at, direction, number of the group}, 16 bits each. In a group that is too large for
// a table of neighbours {direction, kByTile in the upper 16 bits}: the tile says the rest.
inline constexpr unsigned kDirectionBit = 16;
inline constexpr unsigned kGroupBit = 32;
inline constexpr std::uint64_t kByTile = std::uint64_t{0x7000} << 48U; // as a Value the state is a number

// The same as begin_line() for any tile, direction and group.
bool begin_any_line(const Machine& machine, Value tile, Value direction, Value& state);

// False: the tile is null, or there is no such direction.
[[gnu::always_inline]] inline bool begin_line(const Machine& machine, Value tile, Value direction, Value& state) {
    const Memory& memory = machine.memory;
    const double number = direction.as_number();
    const Handle group = tile.is_instance() ? group_of(machine, tile.handle()) : 0;
    if (group == 0) [[unlikely]] {
        return begin_any_line(machine, tile, direction, state);
    }
    const std::uint64_t index = memory.half(group + kGroupBoardWord, 1);
    const GroupInfo& info = machine.program->groups[index];
    if (!(number > -1 && number < direction_count(info)) || info.neighbors.empty()) [[unlikely]] {
        return begin_any_line(machine, tile, direction, state);
    }
    const Word place = memory.load(tile.handle() + kTilePlaceWord);
    const std::uint32_t cell =
        static_cast<std::uint32_t>(place >> 32U) * info.columns + static_cast<std::uint32_t>(place);
    const auto way = static_cast<std::uint64_t>(static_cast<std::uint32_t>(static_cast<std::int32_t>(number)));
    state = Value{cell | (way << kDirectionBit) | (index << kGroupBit)};
    return true;
}

Handle next_by_tile(const Machine& machine, Value& tile, Value state);

// The next tile of the line, 0 at its end.
inline Handle next_on_line(const Machine& machine, Value& tile, Value& state) {
    const std::uint64_t bits = state.bits;
    if (bits >= kByTile) [[unlikely]] {
        return next_by_tile(machine, tile, state);
    }
    const std::uint32_t cell = bits & 0xffffU;
    const std::uint32_t direction = (bits >> kDirectionBit) & 0xffffU;
    const std::uint16_t there =
        machine.program->groups[bits >> kGroupBit].neighbors[cell * kMostDirections + direction];
    if (there == kNoCell) {
        return 0;
    }
    state = Value{(bits & ~std::uint64_t{0xffffU}) | there};
    const Handle cells = machine.memory.half(group_of(machine, tile.handle()) + kGroupCellsWord, 0) + 1;
    return static_cast<Handle>(machine.memory.load(cells + there));
}

// The next tile that the tile is connected to, 0 after the last. The state is a position, 0 at first.
Handle next_adjacent(const Machine& machine, Handle tile, Value& state);

} // namespace tgdl
