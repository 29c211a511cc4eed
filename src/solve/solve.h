// The exact value of a small game: what each seat gets when everybody plays as well as can be.
//
//   Solution solution = solve(rules.program, {.players = 2});
//   solution.problem;     // empty: it is solved
//   solution.value;       // to seat 0
//
// How, depends on the game:
//   perfect information, zero-sum or one payoff       alpha-beta (alpha_beta.h)
//   perfect information, one payoff, no chance        breadth-first search, positions may repeat (breadth_first.h)
//   hidden information or simultaneous choices        the whole game tree and CFR (game_tree.h, cfr.h)
#pragma once

#include "api/engine.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

// What the seats maximise.
enum class Utility : std::uint8_t {
    Scores, // what they score: of two players what one wins the other loses
    Places, // 1 for the first, -1 for the last; alone, 1 for a place and -1 for none
};

// How the seats' payoffs relate.
enum class PayoffStructure : std::uint8_t {
    ZeroSum, // two players: to seat 0, and seat 1 gets as much less
    Common,  // all get the same, or there is only one
};

struct SolvePlan {
    std::uint32_t players = 0;
    // Random numbers before the first decision come from this seed; without one, everything that can come is looked at.
    std::optional<MatchSeed> seed;
    std::uint64_t most_positions = 1'000'000;
    double precision = 0.0005; // of a game with hidden information: how much a seat may gain by playing otherwise
    Limits limits;
};

struct Solution {
    std::string problem;           // why it cannot be solved; empty: it is
    std::shared_ptr<Match> failed; // the match that ended in an error, if that is the problem
    Utility utility = Utility::Places;
    PayoffStructure payoff_structure = PayoffStructure::ZeroSum;
    double value = 0;
    double low = 0, high = 0;           // it lies between them; the same unless something is hidden
    std::uint64_t positions = 0;        // visited
    std::uint64_t information_sets = 0; // only where something is hidden
    std::uint64_t rounds = 0;           // of CFR, likewise
    std::vector<std::string> line;      // one line of best play, as far as chance has no part in it: `0> Mark`

    // How much a seat could gain, on average over the seats, against the play that was found.
    [[nodiscard]] double exploitability() const { return (high - low) / 2; }
};

// Called from time to time with the number of positions looked at.
using SolveProgress = std::function<void(std::uint64_t positions)>;

// `plan.players` is accepted by the program.
Solution solve(const std::shared_ptr<const Program>& program, const SolvePlan& plan,
               const SolveProgress& progress = {});

} // namespace tgdl
