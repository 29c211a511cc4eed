// Facts about the rules on which the fast paths of a match rest: worked out once for each match that is started, and
// shared by its copies. Of a program that is not optimised nothing is known that a fast path rests on: everything is as it
// is here.
#pragma once

#include "program/program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tgdl {

struct ActionPlan {
    bool lists_moves = false;         // all inputs are chosen one by one, or filled by themselves
    bool uses_event = true;           // its effect or inputs look at `event`
    bool raises_action_events = true; // something happens before or after it
    bool asks_once = false; // its requirements are pure and do not read the instance: all instances get one answer
    InputIndex only_input = kNone; // if it has just one, which is chosen
};

struct InputPlan {
    // Its only filter asks whether this word of the candidate is null; 0: it has another, several, or none.
    std::uint16_t null_word = 0;
    bool scans_tiles = false;   // with such a filter: the candidates are all tiles of one class
    bool has_one_group = false; // these tiles all lie in one group
    // Its options are the destinations of the instance in this register, by this movement or by the one in that word of it.
    // kNone and 0: they are something else.
    std::uint32_t movement = kNone;
    std::uint16_t movement_word = 0;
    std::uint16_t piece = 0;
    // Its range is so many whole numbers from this one on; 0: its ends are not known, or it has none.
    std::uint32_t range_length = 0;
    double range_first = 0;
    // No later input of the same action, phase or setup looks at what is chosen here, and a list that is begun can always be completed.
    bool stands_alone = false;
    [[nodiscard]] bool has_movement() const { return movement != kNone || movement_word != 0; }
    bool takes_all_tiles = false; // each of them is a candidate
    // It has one filter that changes nothing and does not fail, and that leaves the registers it is given as they are.
    bool has_pure_filter = false;
    bool takes_lists = false;    // all elements of a list that `options` gives, if its type says that they fit
    bool is_asked_first = false; // with an `else`: whether there is a candidate is looked up before anybody is asked
};

struct FlowPlans {
    explicit FlowPlans(const Program& program);

    std::vector<ActionPlan> actions;
    std::vector<InputPlan> inputs;
    std::vector<std::uint8_t> lacks_fast_path; // by action: 1 when there is surely more to it than its effect
    bool has_phase_events = true;              // somebody observes turns or phases that begin or end
    bool has_off_turn = true;                  // somebody observes OffTurnChoiceEvent
    bool are_phases_quiet = false;             // a phase that begins raises no event and has no effect
    bool is_choice_next = false;               // nothing is checked and nobody asked between a choice and the next
    // Everybody may always choose so many actions, all of the game, unless one is switched off; 0: it depends.
    std::size_t steady_choices = 0;
    bool trials_ask_repeats = true; // not only goals, which no trial reaches, ask how often a position was there
    bool choices_in_order = false;  // the observers of PlayerChoiceEvent stand in the order their options come in

private:
    void find_fast_paths(const Program& program);
};

} // namespace tgdl
