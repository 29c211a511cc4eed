// Which chunks only have a look: no call, no loop, nothing that writes, allocates or waits. Most filters, conditions and
// parts of movements are such. The machine answers them without a frame (Machine::glance).
#pragma once

#include "program/program.h"

namespace tgdl {

// Sets Chunk::glance of all chunks.
void find_glances(Program& program);

// Does the code put something else into a register that it is given?
bool writes_parameters(const Chunk& chunk);

} // namespace tgdl
