#include "bots/seat.h"

#include "base/random.h"
#include "match/sample.h"

namespace tgdl {

namespace {

// Those who choose together may take more decisions than they really took, but not endlessly many.
constexpr std::uint64_t kMostApart = 1000;

} // namespace

void Seat::look(Match& match, const DrawTape* since) {
    sit_at(match);
    remembered_.look(match, since);
    if (!match.program().simultaneous) {
        return;
    }
    const std::uint64_t together = match.decision().together_since;
    if (together != Decision::kAlone && together != together_since_) {
        if (began_ == nullptr) {
            began_ = std::make_unique<Match>(match);
        } else {
            began_->copy_from(match);
        }
        choices_before_ = choices_->size();
        made_.clear();
    }
    if (together == Decision::kAlone) {
        made_.clear();
    }
    together_since_ = together;
}

void Seat::note(std::size_t choice) {
    if (together_since_ != Decision::kAlone) {
        made_.push_back(static_cast<std::uint32_t>(choice));
    }
}

void Seat::sample(std::uint64_t seed, Match& into) {
    const bool is_alone = together_since_ == Decision::kAlone;
    Match* like = is_alone ? match_ : began_.get();
    if (eyes_ == player_ && Redraw::is_needed(match_->program())) {
        if (redrawn_ == nullptr) {
            redrawn_ = std::make_unique<Match>(*like);
        }
        const std::span<const std::uint32_t> before(choices_->data(), is_alone ? choices_->size() : choices_before_);
        if (redraw_.sample(*like, before, seed, *redrawn_)) {
            like = redrawn_.get();
        }
    }
    tgdl::sample(*like, eyes_, seed, into, &remembered_);
}

bool Seat::sample_here(std::uint64_t seed, Match& into) {
    sample(seed, into);
    RandomState random = seed_random(seed);
    std::size_t made = 0;
    while (into.status() == MatchStatus::Waiting && into.decisions_made() < match_->decisions_made() + kMostApart) {
        const Decision& asked = into.decision();
        if (asked.player == player_ && made == made_.size()) {
            return asked.options.size() == decision().options.size();
        }
        const std::size_t choice = asked.player == player_ ? made_[made++] : random_below(random, asked.options.size());
        if (choice >= asked.options.size()) {
            return false;
        }
        into.choose(choice);
    }
    return false;
}

} // namespace tgdl
