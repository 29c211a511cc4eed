// Test whether an instance is tracked (docs/reference/classes.md#31), as far as it can be said without a search.
#pragma once

#include "vm/machine.h"

namespace tgdl {

// Has a player, or one of those who share it.
bool is_owned(const Machine& machine, Handle instance);

// Answers for many instances in a row: what was found out about the last group and deck is kept.
class FastTracking {
public:
    explicit FastTracking(const Machine& machine) : machine_(machine) {}

    // True: it is tracked. False: only a search can tell.
    [[nodiscard]] bool is_surely_tracked(Handle instance);
    [[nodiscard]] bool is_for_variables(Handle instance) const;
    // Was this group, board or deck the last that was found to be tracked?
    [[nodiscard]] bool is_sure(Handle place) const { return place != 0 && place == sure_; }

private:
    [[nodiscard]] bool is_held(Handle instance) const;
    [[nodiscard]] bool is_place_sure(Handle place);

    const Machine& machine_;
    Handle sure_ = 0; // a group, board or deck that is tracked
};

} // namespace tgdl
