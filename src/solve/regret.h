// Best play in a game with hidden information, by counterfactual regret minimisation: two players play the whole tree
// again and again, and choose each option the more often, the more they regret not having chosen it. Their mean play comes
// as close as one likes to play against which nobody can gain anything.
#pragma once

#include "solve/game_tree.h"

#include <cstdint>
#include <vector>

namespace tgdl {

// How likely each option is chosen, by InformationSet::first_option + option.
using Strategy = std::vector<double>;

struct Learned {
    double value = 0;         // to seat 0, when both play what was learnt
    double low = 0, high = 0; // what seat 0 gets when seat 1 answers it in the best way; and the other way round
    std::uint64_t rounds = 0;
    Strategy strategy;
};

// Of two opposed players. Ends when (high - low) / 2 is at most `precision`, or learning gets no further.
Learned learn(const GameTree& tree, double precision);

// What seat 0 can get when it alone decides.
double best_alone(const GameTree& tree);

} // namespace tgdl
