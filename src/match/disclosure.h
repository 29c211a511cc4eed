// Disclosure by a choice: whether it can be taken back as if nothing had happened (docs/decisions/0013).
#pragma once

#include "match/match.h"

#include <cstddef>
#include <cstdint>

namespace tgdl {

enum class Disclosure : std::uint8_t {
    Nothing,
    Chance,      // random numbers were drawn
    SecretShown, // somebody sees now what was hidden from them before
    SecretUsed,  // the rules looked at what not everybody sees, so what follows may tell of it
    Answered,    // another player has chosen since, by what not everybody sees or by what was drawn
};

struct DisclosedChoice {
    Disclosure disclosure = Disclosure::Nothing;
    bool had_effect = false; // rules ran or a move ended; otherwise it only told one more thing of what is to be done
};

// match.choose(index) that also finds what the choice discloses: slower, with the same outcome. O(all that is on the table)
// in games that hide something.
DisclosedChoice choose_disclosing(Match& match, std::size_t index);

// Is the match in the middle of what somebody chose, so that rules may remember what they have looked at?
bool is_within_transaction(Match& match);

} // namespace tgdl
