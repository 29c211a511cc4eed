// Makes sure that a Program holds together before a match uses it: indexes, registers, jumps, types of operands.
//
//   in   any Program
//   out  empty, or what is wrong with the first thing found, for a person
#pragma once

#include "program/program.h"

#include <string>

namespace tgdl {

std::string verify(const Program& program);

} // namespace tgdl
