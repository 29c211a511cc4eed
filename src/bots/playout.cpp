#include "bots/playout.h"

#include <algorithm>
#include <numeric>

namespace tgdl {

namespace {

// Sets of cards and choices made at once have too many whole moves to list them all.
bool lists_quickly(const Program& program) {
    return !program.hides && !program.simultaneous
           && std::ranges::none_of(program.inputs, [](const InputInfo& input) { return input.is_list; });
}

} // namespace

Playout::Playout(const Match& like) : mover_(like), by_moves_(lists_quickly(like.program())) {}

void Playout::play(Match& match, RandomState& random) {
    const std::uint64_t last = match.decisions_made() + kMostChoices;
    while (match.status() == MatchStatus::Waiting && match.decisions_made() < last) {
        if (!by_moves_) {
            play_choices(match, random);
        } else if (!mover_.play(match, random)) {
            return;
        }
    }
}

// One decision.
void Playout::play_choices(Match& match, RandomState& random) {
    untried_.resize(match.untried_decision().options.size());
    std::iota(untried_.begin(), untried_.end(), 0U);
    while (!untried_.empty()) {
        const std::size_t pick = random_below(random, untried_.size());
        if (match.choose_tentatively(untried_[pick]) != Fate::Undone) {
            return;
        }
        untried_[pick] = untried_.back();
        untried_.pop_back();
    }
    // No option leads anywhere: asked for what is legal, the match finds that out itself and goes on.
    (void)match.decision();
}

} // namespace tgdl
