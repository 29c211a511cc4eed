// Uniformly random playout of a match to its end, as fast as it can be done.
#pragma once

#include "base/random.h"
#include "match/match.h"
#include "match/moves.h"

#include <cstdint>
#include <vector>

namespace tgdl {

// One for each program: it keeps room to work in.
class Playout {
public:
    static constexpr std::uint64_t kMostChoices = 10'000;

    explicit Playout(const Match& like);

    // To the end, or until kMostChoices were made and it is taken for endless. Whole moves, each as likely as any
    // other, where they are quick to list; else of each decision one option.
    void play(Match& match, RandomState& random);

private:
    RandomMover mover_;
    bool by_moves_;
    std::vector<std::uint32_t> untried_; // scratch
};

} // namespace tgdl
