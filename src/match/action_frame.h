// The values of RunAction and RunPhase frames. Those from `this` on are the registers of the effect and inputs.
#pragma once

#include "program/instance_layout.h"

#include <cstdint>

namespace tgdl {

// Actions switched off: bits in words that are never taken for references; null: none.
inline constexpr std::uint32_t kFlagsPerWord = kActionsPerWord;

enum ActionValue : std::uint32_t {
    kActionState,         // {inputs filled, action events raised}
    kActionMarkA,         // {journal, top} of the mark that `cancel` goes back to
    kActionMarkB,         // {previous, texts that waited}
    kActionTarget,        // {who fills the inputs or kNone, ActionFlag}
    kActionObserverEvent, // the event of a watcher; while the effect runs: a List of this and the inputs for `after`
    kActionThis,
    kActionEvent,
    kActionInputs,
};

enum PhaseValue : std::uint32_t {
    kPhaseState, // {inputs filled, ActionFlag}
    kPhaseThis,  // null, as is the event
    kPhaseEvent,
    kPhaseInputs,
};

enum ActionFlag : std::uint32_t {
    kActionHasMark = 1,     // the mark for `cancel` is set
    kActionIsPrevented = 2, // somebody who watches it has prevented it: its effect is skipped
    kActionIsSecret = 4,    // several fill one of its inputs at once, or have: see is_chosen_simultaneously()
};

} // namespace tgdl
