#include "api/seat_replay.h"

#include "api/engine.h"
#include "base/random.h"
#include "match/determinize.h"
#include "match/history_sampler.h"
#include "match/view.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tgdl {

void SeatReplay::restart(Game& game) {
    seat_ = SeatObserver(player_);
    tape_.clear();
    made_.clear();
    match_ = restart_match(game.match(), random_key_of(game.match()), tape_);
}

void SeatReplay::catch_up(Game& game) {
    const auto is_same = [](std::uint32_t made, const ChoiceMade& choice) { return made == choice.option; };
    if (match_ == nullptr || made_.size() > game.position()
        || !std::equal(made_.begin(), made_.end(), game.choices().begin(), is_same)) {
        restart(game);
    }
    while (made_.size() < game.position()) {
        const std::uint32_t option = game.choices()[made_.size()].option;
        seat_.observe(*match_, &tape_);
        seat_.record_choice(option);
        tape_.clear();
        match_->choose(option);
        (void)match_->take_texts();
        (void)match_->take_reports();
        made_.push_back(option);
    }
    seat_.observe(*match_, &tape_);
}

Match SeatReplay::determinize(Game& game, std::uint64_t seed) {
    Match sampled(game.match());
    if (game.status() == MatchStatus::Waiting) {
        catch_up(game);
        constexpr int kMostTries = 20;
        const nlohmann::json seen = view(game.match(), player_);
        RandomState seeds = seed_random(seed);
        for (int i = 0; i < kMostTries; ++i) {
            if (seat_.determinize_here(random_below(seeds, UINT64_MAX), sampled) && view(sampled, player_) == seen) {
                return sampled;
            }
        }
    }
    tgdl::determinize(game.match(), player_, seed, sampled); // cards are others at least
    return sampled;
}

} // namespace tgdl
