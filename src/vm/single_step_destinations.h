// Destinations of a piece by a movement that is one step along lines or to a tile (program/single_step_movements.h).
#pragma once

#include "vm/machine.h"

#include <vector>

namespace tgdl {

// Is the movement one for such a piece?
inline bool moves(const Machine& machine, Handle piece, const MovementInfo& movement) {
    return movement.piece == kNone || machine.is_a(Value::instance(piece), movement.piece);
}

// Appends the destinations, as destinations() of vm/positions.h. False when it meets something unusual: then the movement is
// to be walked step by step, which reports what is wrong, and what was appended is to be dropped. Only where
// MovementInfo::is_single_step, and not in trials that may read something hidden.
bool single_step_destinations(Machine& machine, Handle piece, std::uint32_t movement, std::uint32_t at,
                              std::vector<Value>& out);

} // namespace tgdl
