// What the flow of a match wants to know of the rules again and again: worked out once for a program, shared by all its
// matches.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <vector>

namespace tgdl {

struct ActionPlan {
    bool plain_inputs = true; // all are chosen one by one, or filled by themselves
    bool uses_event = false;  // its effect or inputs look at `event`
    bool watched = false;     // something happens before or after it
    bool asks_once = false; // its requirements only have a look, and not at the instance: all instances get one answer
};

struct InputPlan {
    // Its only filter asks whether this word of the candidate is null; 0: it has another, several, or none.
    std::uint16_t null_word = 0;
    bool scans_tiles = false; // with such a filter: the candidates are all tiles of one class
    // Its options are the destinations of the instance in this register, by this movement or by the one in that word of it.
    // kNone and 0: they are something else.
    std::uint32_t movement = kNone;
    std::uint16_t movement_word = 0;
    std::uint16_t piece = 0;
    [[nodiscard]] bool has_movement() const { return movement != kNone || movement_word != 0; }
    bool takes_all_tiles = false; // each of them is a candidate
    // It has one filter that changes nothing and does not fail, and that leaves the registers it is given as they are.
    bool filter_looks = false;
};

struct FlowPlans {
    explicit FlowPlans(const Program& program);

    std::vector<ActionPlan> actions;
    std::vector<InputPlan> inputs;
    bool has_phase_events = false; // somebody observes turns or phases that begin or end
    bool has_off_turn = false;     // somebody observes OffTurnChoiceEvent
    bool choices_in_order = false; // the observers of PlayerChoiceEvent stand in the order their options come in
};

} // namespace tgdl
