// Tape of the random numbers of a match, recorded as they are drawn; some may be set to come out differently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tgdl {

// A random number that came up.
struct Draw {
    enum class For : std::uint8_t { Itself, List, Deck }; // a number that rules ask for; a part of shuffling

    std::uint64_t bound = 0;
    std::uint64_t number = 0; // below the bound
    For what = For::Itself;
    bool begins = true; // all of a shuffle's but the first one do not
};

struct DrawTape {
    static constexpr std::uint64_t kAsItComes = ~std::uint64_t{0};

    std::vector<Draw> draws;                          // so far, in order
    std::vector<std::uint64_t> changed;               // by number of the draw: what comes out instead; may be shorter
    std::vector<std::vector<std::uint64_t>> shuffles; // what was in each (Machine::identity_of)
    std::size_t lone_draws = 0;                       // those that shuffled nothing
    std::uint64_t rest = kAsItComes;                  // what comes out of the draws behind `changed`

    // A number below `bound` has come up.
    std::uint64_t draw(std::uint64_t bound, std::uint64_t number) {
        const std::size_t index = draws.size();
        const std::uint64_t wanted = index < changed.size() ? changed[index] : rest;
        const std::uint64_t comes = wanted == kAsItComes ? number : wanted % bound;
        draws.push_back({bound, comes, now_, now_ == Draw::For::Itself || begins_});
        lone_draws += now_ == Draw::For::Itself ? 1 : 0;
        begins_ = false;
        return comes;
    }
    void begin_shuffle(Draw::For what) {
        now_ = what;
        begins_ = true;
        shuffles.emplace_back();
    }
    void end_shuffle() { now_ = Draw::For::Itself; }
    void clear() {
        draws.clear();
        shuffles.clear();
        lone_draws = 0;
    }

private:
    Draw::For now_ = Draw::For::Itself;
    bool begins_ = false;
};

} // namespace tgdl
