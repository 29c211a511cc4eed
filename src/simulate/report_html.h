// Report of a simulation as one HTML file that needs no other file and no script: each question that somebody asks who
// designs games, its answer in a sentence, and a plot.
#pragma once

#include "simulate/simulate.h"

#include <optional>
#include <string>
#include <vector>

namespace tgdl {

// Games between a bot and the one below it.
struct LadderStep {
    std::string lower, higher;
    Simulation simulation; // bot 1 is the higher one
};

// Other rules, played in the same way.
struct Compared {
    const LoadedRules* rules = nullptr;
    const Simulation* simulation = nullptr;
};

struct HtmlParts {
    std::optional<Compared> against;
    std::vector<LadderStep> ladder;
};

std::string simulation_html(const LoadedRules& rules, const Simulation& simulation, const HtmlParts& parts);

} // namespace tgdl
