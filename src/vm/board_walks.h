// Walks over tiles whose state is two values, a tile and a number as bits: what the loop's instructions WalkLine and
// WalkAdjacents begin. Groups and connections must not change meanwhile.
#pragma once

#include "vm/positions.h"

namespace tgdl {

// Where a walk along a line is. In a square group: at a cell, from which so many cells are left, each so far from the one
// before. In other groups, and on boards too large for tables, `left` is kByTile and `cell` a direction: the tile says the
// rest.
struct LineState {
    Handle cell = 0;
    std::int16_t step = 0;
    std::uint16_t left = 0;

    [[nodiscard]] Value pack() const {
        return Value{cell | (std::uint64_t{static_cast<std::uint16_t>(step)} << 32U) | (std::uint64_t{left} << 48U)};
    }
    [[nodiscard]] static LineState unpack(Value value) {
        return {static_cast<Handle>(value.bits), static_cast<std::int16_t>(value.bits >> 32U),
                static_cast<std::uint16_t>(value.bits >> 48U)};
    }
};
inline constexpr std::uint16_t kByTile = 0x7000; // as a Value the state is a number

// The same as begin_line() for any tile, direction and group.
bool begin_any_line(const Machine& machine, Value tile, Value direction, LineState& state);

// False: the tile is null, or there is no such direction.
[[gnu::always_inline]] inline bool begin_line(const Machine& machine, Value tile, Value direction, LineState& state) {
    const Memory& memory = machine.memory;
    const double number = direction.as_number();
    const Handle group = tile.is_instance() ? group_of(machine, tile.handle()) : 0;
    if (group == 0 || !(number > -1 && number < kMostDirections) || group_info(machine, group).cells_ahead.empty())
        [[unlikely]] {
        LineState any; // `state` itself stays in machine registers
        const bool has_begun = begin_any_line(machine, tile, direction, any);
        state = any;
        return has_begun;
    }
    const GroupInfo& info = group_info(machine, group);
    const auto way = static_cast<std::uint32_t>(static_cast<std::int32_t>(number));
    const Word place = memory.load(tile.handle() + kTilePlaceWord);
    const std::uint32_t cell =
        static_cast<std::uint32_t>(place >> 32U) * info.columns + static_cast<std::uint32_t>(place);
    state.cell = memory.half(group + kGroupCellsWord, 0) + 1 + cell;
    state.step = info.cell_steps[way];
    state.left = info.cells_ahead[cell * kMostDirections + way];
    return true;
}

Handle next_by_tile(const Machine& machine, Value& tile, unsigned direction);

// The next tile of the line, 0 at its end.
[[gnu::always_inline]] inline Handle next_on_line(const Machine& machine, Value& tile, LineState& state) {
    if (state.left == 0) {
        return 0;
    }
    if (state.left == kByTile) [[unlikely]] {
        return next_by_tile(machine, tile, state.cell);
    }
    --state.left;
    state.cell += static_cast<Handle>(static_cast<std::int32_t>(state.step));
    return static_cast<Handle>(machine.memory.load(state.cell));
}

// The next tile that the tile is connected to, 0 after the last. The state is a position, 0 at first.
Handle next_adjacent(const Machine& machine, Handle tile, Value& state);

} // namespace tgdl
