// Verifies what fast paths rest on beyond code: that what is said of an input's source can be so, and that every plan is
// the one that follows from the program, or none.
//
//   in   a Program whose indexes, code and types have been verified
//   out  empty, or what is wrong with the first thing found, for a person
#pragma once

#include "program/program.h"

#include <string>

namespace tgdl {

std::string verify_plans(const Program& program);

} // namespace tgdl
