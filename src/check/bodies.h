// The second half of checking, seen from outside: code gets types, meanings and bodies (see body_checker.h).
#pragma once

#include "check/checked_program.h"
#include "diagnostics/diagnostic.h"

namespace tgdl {

void check_bodies(CheckedProgram& program, Diagnostics& diagnostics);

} // namespace tgdl
