#include "bots/learned_rollout_policy.h"

#include "base/hash_combine.h"
#include "bots/choose_legal.h"

#include <limits>

namespace tgdl {

namespace {

constexpr std::uint64_t kRandomOneOf = 5;       // epsilon is a fifth
constexpr std::uint32_t kFewTimes = 3;          // visits below which an option counts as unexplored
constexpr std::size_t kMostEntries = 1'000'000; // then no option is added

std::uint64_t key_of(const Match& match, const ObservationHistory& observations, std::uint32_t player,
                     const Option& option) {
    return hash_combine(hash_combine(observations.last(player), player), match.option_key(option));
}

} // namespace

void LearnedRolloutPolicy::play(Match& match, const ObservationHistory& observations, bool greedily,
                                RandomState& random) {
    const bool is_random = !greedily || random_below(random, kRandomOneOf) == 0;
    Taken taken;
    const bool has_chosen = choose_legal(match, untried_, [&] {
        const std::size_t index = is_random ? random_below(random, untried_.size()) : best_untried(match, observations);
        const Decision& decision = match.untried_decision();
        taken = {key_of(match, observations, decision.player, decision.options[untried_[index]]), decision.player};
        return index;
    });
    if (has_chosen) {
        taken_.push_back(taken);
    }
}

void LearnedRolloutPolicy::record(const Match& match, const ObservationHistory& observations, std::uint32_t player,
                                  const Option& option) {
    taken_.push_back({key_of(match, observations, player, option), player});
}

void LearnedRolloutPolicy::learn(const std::vector<double>& payoffs) {
    for (const Taken& taken : taken_) {
        if (payoffs_by_key_.size() >= kMostEntries && !payoffs_by_key_.contains(taken.key)) {
            continue;
        }
        MeanPayoff& mean_payoff = payoffs_by_key_[taken.key];
        ++mean_payoff.times;
        mean_payoff.sum += payoffs[taken.player];
    }
}

// An index into untried_.
std::size_t LearnedRolloutPolicy::best_untried(Match& match, const ObservationHistory& observations) const {
    const Decision& decision = match.untried_decision();
    std::size_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t index = 0; index < untried_.size(); ++index) {
        const auto found =
            payoffs_by_key_.find(key_of(match, observations, decision.player, decision.options[untried_[index]]));
        if (found == payoffs_by_key_.end() || found->second.times < kFewTimes) {
            return index;
        }
        const double mean = found->second.sum / found->second.times;
        if (mean > most) {
            most = mean;
            best = index;
        }
    }
    return best;
}

} // namespace tgdl
