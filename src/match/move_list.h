// Complete moves of one waiting match, as MatchFlow lists them: flat, so that listing allocates nothing once it has grown.
#pragma once

#include "program/value.h"

#include <cstdint>
#include <vector>

namespace tgdl {

struct ListedMove {
    std::uint32_t option = 0;      // of the decision: the action
    std::uint32_t first_value = 0; // its inputs begin here in MoveList::values
};

struct MoveList {
    std::vector<ListedMove> moves;
    std::vector<Value> values;
    std::vector<std::vector<Value>> candidates; // scratch, by input

    void clear() {
        moves.clear();
        values.clear();
    }
};

// What is known of an action before it is played.
struct ActionPlan {
    bool plain_inputs = true; // all are chosen one by one, or filled by themselves
    bool uses_event = false;  // its effect or inputs look at `event`
};

} // namespace tgdl
