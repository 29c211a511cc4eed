// What a simulation found, in words for people who design games and as JSON for programs.
#pragma once

#include "simulate/simulate.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

// The 95% interval of a share, by Wilson: `successes` of `trials`. All of it when there were no trials.
std::pair<double, double> wilson_interval(double successes, std::uint64_t trials);

// A few ranges of equal, round width that hold everything; none when there is nothing.
struct HistogramBar {
    std::uint64_t from = 0, to = 0; // both included
    std::uint64_t count = 0;
};
std::vector<HistogramBar> histogram(const Tally& tally);

// The command that plays a game of the simulation again.
std::string repeat_command(const LoadedRules& rules, const Simulation& simulation, const BrokenGame& broken);

nlohmann::ordered_json simulation_json(const LoadedRules& rules, const Simulation& simulation);
// Lines of text. Ends with a newline.
std::string simulation_text(const LoadedRules& rules, const Simulation& simulation);

} // namespace tgdl
