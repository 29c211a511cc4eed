// Decision of a player, with its options.
#pragma once

#include "program/program.h"
#include "program/value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tgdl {

enum class DecisionKind : std::uint8_t {
    Action,  // which action (of which instance)
    Input,   // a value of an input, or one more element of a list
    Choose,  // an option of `choose`
    Move,    // a destination of `piece.move`
    OffTurn, // an action off turn, or none
};

enum class OptionKind : std::uint8_t { Action, Value, Label, None, Done };

struct Option {
    OptionKind kind = OptionKind::Value;
    ActionIndex action = kNone; // Action
    Value value;                // Action: the instance (null: of the game). Value: it. Label: the text
    std::uint32_t number = 0;   // Label: which option of the `choose`
    bool several = false;       // Action: the player has more than one instance with it
    bool hidden = false;        // the player does not see what it is

    // It leaves the rest out. Offered only beside something to pick: otherwise nobody is asked.
    [[nodiscard]] bool picks_nothing() const { return kind == OptionKind::None || kind == OptionKind::Done; }
    bool operator==(const Option&) const = default;
};

struct Decision {
    DecisionKind kind = DecisionKind::Action;
    std::uint32_t player = 0;
    InputIndex input = kNone;   // Input
    ActionIndex action = kNone; // Input: of which action, if any
    bool begins_move = false;   // it is the first decision of a complete move (docs/reference/running.md#27)
    // Where several choose at once, one asked after the other and none seeing what the others choose: how many decisions
    // were made before the first of them was asked. All inputs of an action or a phase are filled before anything happens:
    // from the first that several fill to the last it is one moment. kNotSimultaneous: what was chosen before is no secret of this
    // moment.
    std::uint64_t simultaneous_since = kNotSimultaneous;
    static constexpr std::uint64_t kNotSimultaneous = ~std::uint64_t{0};
    std::vector<Option> options;
};

// Something that would be an option if a rule did not refuse it.
struct Refusal {
    Option option;      // as it would be offered
    std::string text;   // as an option's text
    std::string reason; // the text given with the clause, or its line in the rules
    LocationIndex place = 0;
};

} // namespace tgdl
