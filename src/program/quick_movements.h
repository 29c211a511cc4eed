// Which movements are found the quick way (vm/quick_destinations.h), and what of them depends on owners alone.
//
//   in   the program's movements and their chunks, after find_glances()
//   out  MovementInfo::quick, and `by_owner` of its steps and conditions
//
// Most conditions of movements ask whether a tile is empty, and whose piece stands there; most directions are the same for
// all pieces of a player. Each such answer is worked out once and then looked up.
#pragma once

#include "program/program.h"

namespace tgdl {

void find_quick_movements(Program& program);

} // namespace tgdl
