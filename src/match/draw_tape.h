// What chance did in a match, written down as it happens; some random numbers may come out differently than they did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tgdl {

struct DrawTape {
    static constexpr std::uint64_t kAsItComes = ~std::uint64_t{0};

    std::vector<std::uint64_t> bounds;                // of the draws so far, in order
    std::vector<std::uint64_t> changed;               // by number of the draw: what comes out instead; may be shorter
    std::vector<std::vector<std::uint64_t>> shuffles; // what was in each (Machine::identity_of)
    std::size_t lone_draws = 0;                       // those that shuffled nothing
    std::uint64_t rest = kAsItComes;                  // what comes out of the draws behind `changed`

    // A number below `bound` has come up.
    std::uint64_t draw(std::uint64_t bound, std::uint64_t number) {
        const std::size_t index = bounds.size();
        bounds.push_back(bound);
        lone_draws += is_shuffling_ ? 0 : 1;
        const std::uint64_t wanted = index < changed.size() ? changed[index] : rest;
        return wanted == kAsItComes ? number : wanted % bound;
    }
    void begin_shuffle() {
        is_shuffling_ = true;
        shuffles.emplace_back();
    }
    void end_shuffle() { is_shuffling_ = false; }
    void clear() {
        bounds.clear();
        shuffles.clear();
        lone_draws = 0;
    }

private:
    bool is_shuffling_ = false;
};

} // namespace tgdl
