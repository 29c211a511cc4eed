#include "bots/seat_observer.h"

#include "base/random.h"
#include "match/determinize.h"

namespace tgdl {

void SeatObserver::attach(Match& match) {
    if (match_ == nullptr) {
        samples_histories_ = HistorySampler::is_needed(match.program());
    }
    match_ = &match;
}

void SeatObserver::observe(Match& match, const DrawTape* since) {
    attach(match);
    card_tracker_.observe(match, since);
    if (samples_histories_) {
        history_sampler_.observe(match, since);
    }
    if (!match.program().simultaneous) {
        return;
    }
    const std::uint64_t simultaneous = match.decision().simultaneous_since;
    const bool begins = simultaneous != simultaneous_since_ || choices_ == choices_before_;
    if (simultaneous != Decision::kNotSimultaneous && begins) {
        if (began_ == nullptr) {
            began_ = std::make_unique<Match>(match);
        } else {
            began_->copy_from(match);
        }
        choices_before_ = choices_;
    }
    if (simultaneous == Decision::kNotSimultaneous || simultaneous != simultaneous_since_) {
        made_.clear();
        choosers_.clear();
    }
    simultaneous_since_ = simultaneous;
}

void SeatObserver::record_choice(std::size_t choice) {
    if (samples_histories_) {
        history_sampler_.record_choice(*match_, choice);
    }
    const std::uint32_t chooser = match_->decision().player;
    if (simultaneous_since_ != Decision::kNotSimultaneous) {
        choosers_.push_back(chooser);
        if (chooser == player_) {
            made_.push_back(static_cast<std::uint32_t>(choice));
        }
    }
    ++choices_;
}

bool SeatObserver::determinize(std::uint64_t seed, Match& into) {
    const bool chooses_alone = simultaneous_since_ == Decision::kNotSimultaneous;
    Match* like = chooses_alone ? match_ : began_.get();
    if (viewer_ == player_ && samples_histories_) {
        if (sampled_match_ == nullptr) {
            sampled_match_ = std::make_unique<Match>(*like);
        }
        if (!history_sampler_.determinize(*like, chooses_alone ? choices_ : choices_before_, seed, *sampled_match_)) {
            return false;
        }
        like = sampled_match_.get();
    }
    return tgdl::determinize(*like, viewer_, seed, into, &card_tracker_);
}

bool SeatObserver::determinize_here(std::uint64_t seed, Match& into) {
    if (!determinize(seed, into)) {
        return false;
    }
    RandomState random = seed_random(seed);
    std::size_t made = 0;
    for (const std::uint32_t chooser : choosers_) {
        if (into.status() != MatchStatus::Waiting || into.decision().player != chooser) {
            return false;
        }
        const std::size_t options = into.decision().options.size();
        const std::size_t choice = chooser == player_ ? made_[made++] : random_below(random, options);
        if (choice >= options) {
            return false;
        }
        into.choose(choice);
    }
    if (into.status() != match_->status() || match_->status() != MatchStatus::Waiting) {
        return into.status() == match_->status();
    }
    const Decision& asked = decision();
    return into.decision().player == asked.player
           && (asked.player != player_ || into.decision().options.size() == asked.options.size());
}

} // namespace tgdl
