// A decision and a choice in words: enough to know them again in another run, or under other rules.
#pragma once

#include "match/match.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tgdl {

// A decision as its player reads it.
struct Asked {
    std::uint32_t player = 0;
    std::string question; // `an action`, `chosen [TickTile]`
    std::vector<std::string> options;

    bool operator==(const Asked&) const = default;
};

// What a match that waits asks, with the names of seats: who sits there is no part of it. O(options).
Asked asked_by(Match& match);
// Is there just one action, whose inputs are asked for next? Choosing it decides nothing yet. Only while Waiting.
bool leaves_no_choice(Match& match);
// The same for decisions that are asked in the same words, in every build; others hardly ever have the same.
std::uint32_t digest_of(const Asked& asked);

// What was chosen, and of what.
struct ChoiceMade {
    std::uint32_t player = 0;
    std::string question;
    std::uint32_t option = 0;  // its number, from 0
    std::string text;          // of the option, as the player read it
    std::uint32_t options = 0; // how many there were
    std::uint32_t digest = 0;  // of all that was asked

    bool operator==(const ChoiceMade&) const = default;
};

// option < asked.options.size()
ChoiceMade choice_of(const Asked& asked, std::size_t option);

} // namespace tgdl
