// Movements: their alternatives as steps whose expressions are chunks.
//
//   in   a Lowering after number_classes() and find_flags()
//   out  Program::movements, in the order of CheckedProgram::movements
#pragma once

#include "compile/lowering.h"

namespace tgdl {

void lower_movements(Lowering& lowering);

} // namespace tgdl
