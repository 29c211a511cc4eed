// A random match that agrees with all that a player sees: what a bot may search on (architecture.md).
#pragma once

#include "match/match.h"
#include "match/remembered.h"

#include <cstdint>

namespace tgdl {

// A copy of the match in which what the player does not see is dealt out again, and random numbers to come are new.
//
// Promised: the player's view and decision are the same as in `match`. Cards that the player does not see change places
// among themselves: those in decks that hold the same, and with `remembered` those that might be each other for all the
// player has seen so far. Who knows a card (attributes that are collections of players) stays with the place it lies in.
// Attributes that only some players see keep their values where the instance itself is seen. Where somebody else is asked
// for what they hold, cards are dealt until they still are; if that does not come about, only random numbers are new.
void sample(Match& match, std::uint32_t player, std::uint64_t seed, Match& into,
            const Remembered* remembered = nullptr);

} // namespace tgdl
