// Choosing without having every option tried out first, for games that are played in a hurry.
#pragma once

#include "match/match.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace tgdl {

// Of the decision's options those in `untried` may still be legal; pick() says at which place there is the next to try.
// False: none of them leads anywhere, and the match has gone on without.
template <typename Pick>
bool choose_legal(Match& match, std::vector<std::uint32_t>& untried, Pick pick) {
    untried.resize(match.untried_decision().options.size());
    std::iota(untried.begin(), untried.end(), 0U);
    while (!untried.empty()) {
        const std::size_t place = pick();
        if (match.choose_tentatively(untried[place]) != Fate::Undone) {
            return true;
        }
        untried[place] = untried.back();
        untried.pop_back();
    }
    (void)match.decision(); // asked for what is legal, the match finds out that nothing is
    return false;
}

} // namespace tgdl
