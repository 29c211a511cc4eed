// Finds what is allowed but cannot have been meant: rules that never run, loops that never end, lost values.
//
//   in   a program without errors, its effects inferred
//   out  warnings in `diagnostics`
//
// What concerns the whole program (an action nothing can start, a class nothing makes) is reported for the main file of
// a game only: a library does not know who will use it. Linear in the size of the program.
#pragma once

#include "check/checked_program.h"
#include "diagnostics/diagnostic.h"

namespace tgdl {

void find_warnings(CheckedProgram& program, Diagnostics& diagnostics);

} // namespace tgdl
