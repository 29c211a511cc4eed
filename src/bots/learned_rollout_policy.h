// Rollout policy learned during the search: the mean payoff of each option by player and last text they were told ("the
// prize is the king"), as in the move-average sampling technique (Finnsson and Björnsson 2008).
//
// Epsilon-greedy: it keeps for later what is worth more later, which uniform rollouts throw away.
#pragma once

#include "base/random.h"
#include "bots/observation_history.h"
#include "match/match.h"

#include <cstddef>
#include <cstdint>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

class LearnedRolloutPolicy {
public:
    void forget() { payoffs_by_key_.clear(); }

    // ---- one rollout
    void begin() { taken_.clear(); }
    // Makes one choice: the best mean so far; with probability epsilon, and always if not `greedily`, at random.
    void play(Match& match, const ObservationHistory& observations, bool greedily, RandomState& random);
    // This player is about to take that option, chosen by the tree.
    void record(const Match& match, const ObservationHistory& observations, std::uint32_t player, const Option& option);
    // The payoffs of the rollout, by seat.
    void learn(const std::vector<double>& payoffs);

private:
    struct MeanPayoff {
        std::uint32_t times = 0;
        double sum = 0.0;
    };
    struct Taken {
        std::uint64_t key = 0;
        std::uint32_t player = 0;
    };

    [[nodiscard]] std::size_t best_untried(Match& match, const ObservationHistory& observations) const;

    tsl::robin_map<std::uint64_t, MeanPayoff> payoffs_by_key_;
    std::vector<Taken> taken_;
    std::vector<std::uint32_t> untried_; // scratch
};

} // namespace tgdl
