// Sinking of cell lookups: cells of boards are looked up only where they are used, behind the tests that may lead elsewhere.
//
//   in   a chunk, small functions already where they are called
//   out  the same, a Move that serves a QuickGroupGet right before it. In `Same(Grid[0][y], Grid[1][y], Grid[2][y])` whose
//        function first asks whether the first is marked, the others are looked up only if it is
//
// A lookup is put off only where it surely gives a tile or null, so that no fault is lost; reports of other faults look it
// up themselves (DebugVariable::lookup). Nothing else knows that, so this comes when all calls are where they stay.
#pragma once

#include "program/program.h"

namespace tgdl {

// Nothing changes in a game that hides something: looking is an act there. O(instructions).
void sink_cell_lookups(const Program& program, Chunk& chunk);

} // namespace tgdl
