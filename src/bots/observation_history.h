// Hashes of the texts that each seat of a simulated match has been told since the simulation began: the log as that seat
// reads it, and what it alone was told.
#pragma once

#include "match/match.h"

#include <cstdint>
#include <vector>

namespace tgdl {

class ObservationHistory {
public:
    explicit ObservationHistory(std::uint32_t players) : all_(players), last_(players) {}

    // Forgets everything, texts that are waiting in the match included.
    void begin(Match& match);
    // Adds the texts that the match has delivered since.
    void update(Match& match);

    [[nodiscard]] std::uint64_t all(std::uint32_t player) const { return all_[player]; }
    [[nodiscard]] std::uint64_t last(std::uint32_t player) const { return last_[player]; } // the last text

private:
    std::vector<std::uint64_t> all_, last_; // by seat
};

} // namespace tgdl
