// A movement whose alternatives go along lines, as one piece of code: finding the destinations of a piece is then a single
// run, and its conditions become part of it (inline_calls.h).
#pragma once

#include "compile/lowering.h"

#include <vector>

namespace tgdl {

// Of each step of a movement, one after the other: its directions are a List<number>.
using DirectionLists = std::vector<bool>;

// The chunk, or kNone when the movement has steps of another kind, or parts that change something or fail.
ChunkIndex write_destinations(Lowering& lowering, const MovementInfo& movement, const DirectionLists& lists);

} // namespace tgdl
