#include "bots/playout.h"

#include "bots/choose_legal.h"

#include <algorithm>

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
            choose_legal(match, untried_, [&] { return random_below(random, untried_.size()); });
        } else if (!mover_.play(match, random)) {
            return;
        }
    }
}

} // namespace tgdl
