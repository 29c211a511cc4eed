// Lazy legality: chooses without trying out every option first, for playouts.
#pragma once

#include "match/match.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace tgdl {

// `untried` holds the options that may still be legal; pick() gives the index in it of the next to try.
// False: none is legal, and the match has gone on without a choice.
template <typename Pick>
bool choose_legal(Match& match, std::vector<std::uint32_t>& untried, Pick pick) {
    untried.resize(match.untried_decision().options.size());
    std::iota(untried.begin(), untried.end(), 0U);
    while (!untried.empty()) {
        const std::size_t index = pick();
        if (match.choose_tentatively(untried[index]) != TransactionOutcome::Undone) {
            return true;
        }
        untried[index] = untried.back();
        untried.pop_back();
    }
    (void)match.decision(); // asked for what is legal, the match finds out that nothing is
    return false;
}

} // namespace tgdl
