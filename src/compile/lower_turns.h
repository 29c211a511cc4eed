// Turns, phases and setups.
//
//   in   a Lowering after number_classes() and find_flags()
//   out  Program::turns (never empty), Program::setups
#pragma once

#include "compile/lowering.h"

namespace tgdl {

void lower_turns(Lowering& lowering);

} // namespace tgdl
