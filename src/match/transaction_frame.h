// Values of a Transaction frame, whose `code` is its TransactionKind, and the steps of Main that others come back to.
#pragma once

#include <cstdint>

namespace tgdl {

enum TransactionValue : std::uint32_t {
    kMarkA,     // {journal, top} of the mark it goes back to
    kMarkB,     // {previous, 0}
    kInstance,  // of the action it is about
    kEvent,     // that the action observes
    kWhat,      // {ActionIndex, of a phase: whether it may fail}
    kArguments, // several active players: List of instance, action and inputs
    kTransactionValues,
};

enum MainStep : std::uint32_t {
    kSetup,
    kAfterSetup,
    kLoop,
    kCheckGoals,  // a transaction was kept or undone
    kAfterChoice, // the active player chose, or could not
    kAfterOffTurn,
    kAfterNoChoice, // NoChoiceEvent is resolved
    kRetryChoice,
};

} // namespace tgdl
