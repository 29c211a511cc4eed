// Optimises the code of a program, once all of it is written. What it does, what it reports in a fault, and what
// counts as held by the rules while it runs stay the same.
//
//   in   a Program whose chunks are complete
//   out  the same with small functions inlined, jumps led to where they end, copies and tests joined with what they
//        serve, and what is known already not looked up again
#pragma once

#include "program/program.h"

namespace tgdl {

void optimize_chunks(Program& program);

} // namespace tgdl
