// Prios that constants give: `action Go prio early`, `modify Creature.power c prio early + 1`.
//
// Declaring reads those that are plain numbers. The others are checked with the bodies, as numbers, and worked out once
// the constants are known.
#pragma once

#include "check/checked_program.h"
#include "diagnostics/diagnostic.h"

#include <vector>

namespace tgdl {

class ConstantEvaluator;

struct ConstantPrio {
    CodeRef expression;
    TypeDefId owner; // whose members have bare names in it; none at top level
};

[[nodiscard]] std::vector<ConstantPrio> find_constant_prios(CheckedProgram& program);
// Keeps their values and reports those that have none. Overrides without a prio have that of what they replace.
void finish_prios(CheckedProgram& program, ConstantEvaluator& evaluator, Diagnostics& diagnostics);
// Those of higher prio first; equal ones in order of declaration.
void sort_modifiers(CheckedProgram& program);

} // namespace tgdl
