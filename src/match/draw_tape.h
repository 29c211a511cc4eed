// The random numbers of a match, written down as they are drawn; some of them may come out differently than they did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tgdl {

struct DrawTape {
    static constexpr std::uint64_t kAsItComes = ~std::uint64_t{0};

    std::vector<std::uint64_t> bounds;  // of the draws so far, in order
    std::vector<std::uint64_t> changed; // by number of the draw: what comes out instead; may be shorter
    std::uint64_t rest = kAsItComes;    // what comes out of the draws behind those

    // A number below `bound` has come up.
    std::uint64_t draw(std::uint64_t bound, std::uint64_t number) {
        const std::size_t index = bounds.size();
        bounds.push_back(bound);
        const std::uint64_t wanted = index < changed.size() ? changed[index] : rest;
        return wanted == kAsItComes ? number : wanted % bound;
    }
};

} // namespace tgdl
