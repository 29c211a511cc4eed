// What each seat of a simulated match has heard since the simulation began: the log as they read it, and what they alone
// were told, in numbers that tell one thing from another.
#pragma once

#include "match/match.h"

#include <cstdint>
#include <vector>

namespace tgdl {

class Heard {
public:
    explicit Heard(std::uint32_t players) : all_(players), last_(players) {}

    // Nothing so far, whatever was said before.
    void begin(Match& match);
    // Takes what was said since.
    void listen(Match& match);

    [[nodiscard]] std::uint64_t all(std::uint32_t player) const { return all_[player]; }
    [[nodiscard]] std::uint64_t last(std::uint32_t player) const { return last_[player]; } // the last text

private:
    std::vector<std::uint64_t> all_, last_; // by seat
};

} // namespace tgdl
