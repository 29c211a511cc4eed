// Coverage of the rules: which ran in the games of a simulation, and which never did.
//
// A region of the rules (program.h) counts in a game when it ran in it and was not taken back: not when an option is only
// tried out, nor in a move that failed. Filters, conditions, and the functions that these ask, count when they are asked.
#pragma once

#include "simulate/simulate.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// Plays a game again by `plan.instrumented`, and counts what ran.
void record_coverage(const SimulationPlan& plan, std::uint64_t seed, const std::vector<std::uint32_t>& choices,
                     Details& details);

// A region that never ran, although what it stands in did.
struct SilentRule {
    const CoverageRegion* region = nullptr;
    // What is to say of it: `before`, code of the rules, `after`.
    std::string before;
    std::string code;
    std::string after;
};

// Those of the game's own files, in the order of the text.
std::vector<SilentRule> silent_rules(const LoadedRules& rules, const Details& details);

// A file that who designs the game has written, not one of the standard library.
bool is_own_file(const Program& program, std::uint32_t file);
// Has it a name, or is it a branch? The others are lines between these.
bool is_rule(const CoverageRegion& region);

nlohmann::ordered_json coverage_json(const SimulationPlan& plan, const Details& details);

} // namespace tgdl
