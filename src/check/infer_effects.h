// Finds out what every piece of code may do to the game, and reports where it must not.
//
//   in   a program with its bodies checked: Body::sites and Body::calls; errors may have been reported
//   out  Body::effects, Function::effects, Action::effects (both as a call has them: with those that replace them in
//        derived types, and for an action with asking for its inputs), TypeDef::creation
//
// Reported: what a hypothetical block must not do (docs/reference/actions.md#21), directly or through what it calls,
// and what an action on GameEndEvent must not do (docs/reference/events.md#18). Linear in the size of the program.
#pragma once

#include "check/checked_program.h"
#include "diagnostics/diagnostic.h"

namespace tgdl {

void infer_effects(CheckedProgram& program, Diagnostics& diagnostics);

} // namespace tgdl
