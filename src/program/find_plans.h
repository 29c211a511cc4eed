// Finds the plans of a program (plans.h): which fast paths a match of it may take.
//
//   in   a Program whose code is optimised and marked (pure_code.h)
//   out  InputInfo::plan, ActionInfo::plan, Program::choice_plan
#pragma once

#include "program/program.h"

#include <vector>

namespace tgdl {

struct Plans {
    std::vector<ActionPlan> actions; // by action
    std::vector<InputPlan> inputs;   // by input
    ChoicePlan choice;
};

Plans plans_of(const Program& program); // O(program)
void find_plans(Program& program);

} // namespace tgdl
