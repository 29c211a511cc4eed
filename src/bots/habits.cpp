#include "bots/habits.h"

#include "bots/choose_legal.h"
#include "bots/mixed.h"

#include <limits>

namespace tgdl {

namespace {

constexpr std::uint64_t kRandomOneOf = 5;      // choices
constexpr std::uint32_t kFewTimes = 3;         // an option was taken too seldom to tell
constexpr std::size_t kMostHabits = 1'000'000; // then nothing new is learned

std::uint64_t key_of(const Match& match, const Heard& heard, std::uint32_t player, const Option& option) {
    return mixed(mixed(heard.last(player), player), match.option_key(option));
}

} // namespace

void Habits::play(Match& match, const Heard& heard, bool by_habit, RandomState& random) {
    const bool is_random = !by_habit || random_below(random, kRandomOneOf) == 0;
    Taken taken;
    const bool has_chosen = choose_legal(match, untried_, [&] {
        const std::size_t place = is_random ? random_below(random, untried_.size()) : best_untried(match, heard);
        const Decision& decision = match.untried_decision();
        taken = {key_of(match, heard, decision.player, decision.options[untried_[place]]), decision.player};
        return place;
    });
    if (has_chosen) {
        taken_.push_back(taken);
    }
}

void Habits::note(const Match& match, const Heard& heard, std::uint32_t player, const Option& option) {
    taken_.push_back({key_of(match, heard, player, option), player});
}

void Habits::learn(const std::vector<double>& payoffs) {
    for (const Taken& taken : taken_) {
        if (known_.size() >= kMostHabits && !known_.contains(taken.key)) {
            continue;
        }
        Experience& experience = known_[taken.key];
        ++experience.times;
        experience.sum += payoffs[taken.player];
    }
}

// Its place in untried_.
std::size_t Habits::best_untried(Match& match, const Heard& heard) const {
    const Decision& decision = match.untried_decision();
    std::size_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t place = 0; place < untried_.size(); ++place) {
        const auto found = known_.find(key_of(match, heard, decision.player, decision.options[untried_[place]]));
        if (found == known_.end() || found->second.times < kFewTimes) {
            return place;
        }
        const double mean = found->second.sum / found->second.times;
        if (mean > most) {
            most = mean;
            best = place;
        }
    }
    return best;
}

} // namespace tgdl
