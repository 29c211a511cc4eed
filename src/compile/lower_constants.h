// Constants that lie in the memory of a match, and the options of a match.
//
//   in   a Lowering whose classes are numbered
//   out  Program::match_constants, in an order in which each comes after those that it uses, and Program::options;
//        lower_constant_values() fills their code when all definitions have their place
#pragma once

#include "compile/lowering.h"

namespace tgdl {

void number_constants(Lowering& lowering);
void lower_constant_values(Lowering& lowering);

} // namespace tgdl
