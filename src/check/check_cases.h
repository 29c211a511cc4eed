// Cases of every `switch`: constant, different, and of an enum enough.
#pragma once

#include "check/evaluate.h"
#include "diagnostics/diagnostic.h"

namespace tgdl {

void check_cases(CheckedProgram& program, ConstantEvaluator& evaluator, Diagnostics& diagnostics);

} // namespace tgdl
