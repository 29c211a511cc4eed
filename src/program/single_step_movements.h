// Finds single-step movements, whose destinations have a fast path (vm/single_step_destinations.h), and what of them
// depends on owners alone.
//
//   in   the program's movements and their chunks, after mark_pure_chunks()
//   out  MovementInfo::is_single_step, and `by_owner` of its steps and conditions
//
// Most conditions of movements ask whether a tile is empty, and whose piece stands there; most directions are the same for
// all pieces of a player. Each such answer is worked out once and then looked up.
#pragma once

#include "program/program.h"

namespace tgdl {

void find_single_step_movements(Program& program);

} // namespace tgdl
