// Traits of a game that are known without playing it.
//
//   in   a program with its effects inferred
//   out  CheckedProgram::traits
//
// Linear in the size of the program.
#pragma once

#include "check/checked_program.h"

namespace tgdl {

void find_traits(CheckedProgram& program);

} // namespace tgdl
