// Counterfactual regret minimisation (Zinkevich et al. 2007) over a whole game tree: the average strategy of two players
// converges to an equilibrium of a zero-sum game with imperfect information.
#pragma once

#include "solve/game_tree.h"

#include <cstdint>
#include <vector>

namespace tgdl {

// Probability of each option, by InformationSet::first_option + option.
using Strategy = std::vector<double>;

struct CfrResult {
    double value = 0;         // to seat 0, when both play the average strategy
    double low = 0, high = 0; // seat 0's value against a best response of seat 1; and the other way round
    std::uint64_t rounds = 0;
    Strategy strategy;
};

// Two players, zero-sum. Ends when the exploitability (high - low) / 2 is at most `precision`, or falls no further.
CfrResult run_cfr(const GameTree& tree, double precision);

// The best value for seat 0 when it alone decides.
double best_single_player_value(const GameTree& tree);

} // namespace tgdl
