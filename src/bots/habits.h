// Which options have gone well in simulated games, by who took them and what they had heard last: "the prize is the king"
// and the card that was bid for it. Whoever plays on by habit keeps for later what is worth it later, which random play
// throws away.
#pragma once

#include "base/random.h"
#include "bots/heard.h"
#include "match/match.h"

#include <cstddef>
#include <cstdint>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

class Habits {
public:
    void forget() { known_.clear(); }

    // ---- one game
    void begin() { taken_.clear(); }
    // Plays one decision as has gone well so far; now and then, and always if not `by_habit`, at random.
    void play(Match& match, const Heard& heard, bool by_habit, RandomState& random);
    // Somebody else plays: this player is about to take that option.
    void note(const Match& match, const Heard& heard, std::uint32_t player, const Option& option);
    // What the game was worth, by seat.
    void learn(const std::vector<double>& payoffs);

private:
    struct Experience {
        std::uint32_t times = 0;
        double sum = 0.0;
    };
    struct Taken {
        std::uint64_t key = 0;
        std::uint32_t player = 0;
    };

    [[nodiscard]] std::size_t best_untried(Match& match, const Heard& heard) const;

    tsl::robin_map<std::uint64_t, Experience> known_;
    std::vector<Taken> taken_;
    std::vector<std::uint32_t> untried_; // scratch
};

} // namespace tgdl
