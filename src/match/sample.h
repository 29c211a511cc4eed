// A random match that agrees with all that a player sees: what a bot may search on (architecture.md).
#pragma once

#include "match/match.h"

#include <cstdint>

namespace tgdl {

// A copy of the match in which what the player does not see is dealt out again, and random numbers to come are new.
//
// Promised: the player's view and decision are the same as in `match`. Instances that the player does not see change
// places only among themselves and with what is of the same kind: cards of a family (the same outermost base) that lie
// in places whose contents the player does not see. Attributes that only some players see keep their values where the
// instance itself is seen. Where somebody else is asked for what they hold, cards are dealt until they still are; if that
// does not come about, only random numbers are new. What the player could have worked out from earlier moves is not held
// to: a card that was seen once and is hidden now can be anywhere.
Match sample(Match& match, std::uint32_t player, std::uint64_t seed);

} // namespace tgdl
