// Breadth-first search of a puzzle: a deterministic game of perfect information in which all players share one payoff.
// Positions may repeat.
#pragma once

#include "solve/solver_context.h"

#include <optional>
#include <string>
#include <vector>

namespace tgdl {

struct PuzzleSolution {
    double value = 0;              // of the best terminal state; 0 when there is none
    std::vector<std::string> line; // the fewest choices that lead there
};

// Visits positions by their distance from the start. None when the game has chance.
std::optional<PuzzleSolution> solve_puzzle(SolverContext& context);

} // namespace tgdl
