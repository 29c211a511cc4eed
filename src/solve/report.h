// A solution in words for people who design games, and as JSON for programs.
#pragma once

#include "solve/solve.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tgdl {

nlohmann::ordered_json solution_json(const Program& program, const SolvePlan& plan, const Solution& solution);
// Lines of text. Ends with a newline.
std::string solution_text(const Program& program, const SolvePlan& plan, const Solution& solution);

} // namespace tgdl
