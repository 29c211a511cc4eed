// Report of a simulation, in words for people who design games and as JSON for programs.
#pragma once

#include "simulate/simulate.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

inline constexpr double kDeviations = 1.959963984540054; // 95 % of a normal distribution lie within so many of them

// The interval of a share, by Wilson: `successes` of `trials`. All of it when there were no trials.
std::pair<double, double> wilson_interval(double successes, std::uint64_t trials, double deviations = kDeviations);

// A few ranges of equal, round width that hold everything; none when there is nothing.
struct HistogramBar {
    std::uint64_t from = 0, to = 0; // both included
    std::uint64_t count = 0;
};
std::vector<HistogramBar> histogram(const Tally& tally);

// Names of actions, `Class.Action` or that of an action of the game, in the order of declaration: those that were possible,
// and those that can be chosen by their triggers but never were possible, neither they nor what overrides them.
std::vector<std::pair<std::string, ActionCounts>> counted_actions(const Program& program,
                                                                  const SimulationTotals& totals);

// What went wrong, in one line.
std::string describe_error(const LoadedRules& rules, const BrokenGame& broken);

// The command that plays a game of the simulation again.
std::string repeat_command(const LoadedRules& rules, const Simulation& simulation, const BrokenGame& broken);

// On one line, and what is longer than so many bytes cut off.
std::string shortened(std::string_view text, std::size_t bytes);

nlohmann::ordered_json simulation_json(const LoadedRules& rules, const Simulation& simulation);
// Lines of text. Ends with a newline.
std::string simulation_text(const LoadedRules& rules, const Simulation& simulation);

} // namespace tgdl
