// Plans: which fast paths a match may take at an action, an input, or from one choice to the next. Found once for a program
// (find_plans.h), and refused by verify() where they do not fit it. As they are here none is taken: so they are in a program
// that is not optimised.
//
// What a plan rests on beyond code is an InputSource: what the rules say of an input, as the compiler read it in their text.
#pragma once

#include "program/indexes.h"

#include <cstddef>
#include <cstdint>

namespace tgdl {

// Where the candidates of an input come from, where that is one of the usual ways. The parts of the input say the same as
// code, for everything that takes no fast path.
enum class CandidateSource : std::uint8_t {
    Other,        // whatever the parts give
    Type,         // everything of the type: neither `options` nor a range
    Destinations, // `options this.destinations(Walk);`
    Range,        // `range 0..6;`: both ends are constants, and there is no step
};
struct InputSource {
    CandidateSource candidates = CandidateSource::Other;
    // Destinations: of the instance in this register, by this movement; kNone: by the one in that word of the instance.
    std::uint16_t piece = 0;
    std::uint16_t movement_word = 0;
    std::uint32_t movement = kNone;
    // `filter { return chosen.owner == null; }`: the only filter asks whether this word of the candidate is null; 0: there
    // is another, or several, or none.
    std::uint16_t unset_word = 0;

    bool operator==(const InputSource&) const = default;
};

struct InputPlan {
    bool takes_unset = false;          // unset_word is looked up, the filter does not run
    bool scans_tiles = false;          // takes_unset, and the candidates are all tiles of one class
    bool has_one_group = false;        // these tiles all lie in one group
    bool goes_to_destinations = false; // those of the source are walked, `options` does not run
    bool takes_all_tiles = false;      // each of them is a candidate
    // No later input of the same action, phase or setup looks at what is chosen here, and a list that is begun can always be completed.
    bool stands_alone = false;
    // It has one filter that changes nothing and does not fail, and that leaves the registers it is given as they are.
    bool has_pure_filter = false;
    bool takes_lists = false;    // all elements of a list that `options` gives, if its type says that they fit
    bool is_asked_first = false; // with an `else`: whether there is a candidate is looked up before anybody is asked
    // The range is so many whole numbers from this one on; 0: its bounds are run.
    std::uint32_t range_length = 0;
    double range_first = 0;

    bool operator==(const InputPlan&) const = default;
};

struct ActionPlan {
    bool lists_moves = false;         // all inputs are chosen one by one, or filled by themselves
    bool uses_event = true;           // its effect or inputs look at `event`
    bool raises_action_events = true; // something happens before or after it
    bool asks_once = false;     // its requirements are pure and do not read the instance: all instances get one answer
    bool has_fast_path = false; // there may be nothing to it but its effect
    InputIndex only_input = kNone; // if it has just one, which is chosen

    bool operator==(const ActionPlan&) const = default;
};

// From one choice of an action to the next.
struct ChoicePlan {
    bool has_phase_events = true;   // somebody observes turns or phases that begin or end
    bool has_off_turn = true;       // somebody observes OffTurnChoiceEvent
    bool are_phases_quiet = false;  // a phase that begins raises no event and has no effect
    bool is_choice_next = false;    // nothing is checked and nobody asked between a choice and the next
    bool is_in_order = false;       // the observers of PlayerChoiceEvent stand in the order their options come in
    bool trials_ask_repeats = true; // not only goals, which no trial reaches, ask how often a position was there
    // Everybody may always choose so many actions, all of the game, unless one is switched off; 0: it depends.
    std::size_t steady_choices = 0;

    bool operator==(const ChoicePlan&) const = default;
};

} // namespace tgdl
