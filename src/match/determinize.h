// Determinization: a random match that agrees with all that a player sees, for a bot to search on (docs/bots.md).
#pragma once

#include "match/card_tracker.h"
#include "match/match.h"

#include <cstdint>

namespace tgdl {

// A copy of the match in which what the player does not see is dealt out again, and random numbers to come are new.
//
// Promised, when it gives true: the player's view and decision are the same as in `match`. Cards that the player does not see
// change places among themselves: those in decks that hold the same, and with `card_tracker` those that might be each other
// for all the player has seen so far. Who knows a card (attributes that are collections of players) stays with the place it
// lies in. Their public numbers are dealt out anew, and of cards that are seen in part the attributes that are not seen change
// places in the same way. Attributes that only some players see otherwise keep their values where the instance itself is seen:
// history_sampler.h has other ones. Where somebody else is asked for what they hold, cards are dealt until they still are. False when that does not
// come about: `into` is a match in which the player would see something else. Never does anything depend on how the
// hidden cards really lie.
bool determinize(Match& match, std::uint32_t player, std::uint64_t seed, Match& into,
                 const CardTracker* card_tracker = nullptr);

} // namespace tgdl
