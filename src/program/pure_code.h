// Pure chunks: no call, no loop, nothing that writes, allocates or waits. Most filters, conditions and parts of movements
// are pure. The machine runs them without a frame (Machine::eval_pure).
#pragma once

#include "program/program.h"

namespace tgdl {

// Sets Chunk::pure of all chunks.
void mark_pure_chunks(Program& program);

// Is it a jump to an instruction before it?
bool goes_back(const Instruction& instruction);

// Does the code put something else into a register that it is given?
bool writes_parameters(const Chunk& chunk);

} // namespace tgdl
