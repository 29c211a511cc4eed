// Where a piece can go by a movement that is one step along lines or to a place (program/quick_movements.h).
#pragma once

#include "vm/machine.h"

#include <vector>

namespace tgdl {

// Appends the destinations, as destinations() of vm/places.h. False when it meets something unusual: then the movement is
// to be walked step by step, which says what is wrong, and what was appended is to be forgotten. Only for movements that
// are `quick`, and not for trials that may meet hidden things.
bool quick_destinations(Machine& machine, Handle piece, std::uint32_t movement, std::uint32_t at,
                        std::vector<Value>& out);

} // namespace tgdl
