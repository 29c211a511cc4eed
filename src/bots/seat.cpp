#include "bots/seat.h"

#include "base/random.h"
#include "match/sample.h"

namespace tgdl {

void Seat::sit_at(Match& match) {
    if (match_ == nullptr) {
        has_pasts_ = Pasts::are_needed(match.program());
    }
    match_ = &match;
}

void Seat::look(Match& match, const DrawTape* since) {
    sit_at(match);
    remembered_.look(match, since);
    if (has_pasts_) {
        pasts_.look(match, since);
    }
    if (!match.program().simultaneous) {
        return;
    }
    const std::uint64_t together = match.decision().together_since;
    const bool begins = together != together_since_ || choices_ == choices_before_;
    if (together != Decision::kAlone && begins) {
        if (began_ == nullptr) {
            began_ = std::make_unique<Match>(match);
        } else {
            began_->copy_from(match);
        }
        choices_before_ = choices_;
    }
    if (together == Decision::kAlone || together != together_since_) {
        made_.clear();
        choosers_.clear();
    }
    together_since_ = together;
}

void Seat::note(std::size_t choice) {
    if (has_pasts_) {
        pasts_.note(*match_, choice);
    }
    const std::uint32_t chooser = match_->decision().player;
    if (together_since_ != Decision::kAlone) {
        choosers_.push_back(chooser);
        if (chooser == player_) {
            made_.push_back(static_cast<std::uint32_t>(choice));
        }
    }
    ++choices_;
}

bool Seat::sample(std::uint64_t seed, Match& into) {
    const bool is_alone = together_since_ == Decision::kAlone;
    Match* like = is_alone ? match_ : began_.get();
    if (eyes_ == player_ && has_pasts_) {
        if (other_past_ == nullptr) {
            other_past_ = std::make_unique<Match>(*like);
        }
        if (!pasts_.sample(*like, is_alone ? choices_ : choices_before_, seed, *other_past_)) {
            return false;
        }
        like = other_past_.get();
    }
    return tgdl::sample(*like, eyes_, seed, into, &remembered_);
}

bool Seat::sample_here(std::uint64_t seed, Match& into) {
    if (!sample(seed, into)) {
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
