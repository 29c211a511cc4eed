#include "compile/find_flags.h"

#include "compile/find_hidden.h"

#include <algorithm>

namespace tgdl {

namespace {

bool fails(Effects effects) {
    return effects.has(Effect::Fails);
}

bool is_choice(const CheckedProgram& program, const ActionTrigger& trigger) {
    return trigger.event == program.player_choice_event || trigger.event == program.off_turn_choice_event;
}

} // namespace

void find_flags(Lowering& lowering) {
    const CheckedProgram& checked = lowering.checked;
    Program& program = lowering.program;
    program.chance = checked.traits.chance;
    program.simultaneous = checked.traits.simultaneous_choice;
    program.hides = checked.traits.hidden_information;
    program.any_fail = std::any_of(checked.bodies.begin(), checked.bodies.end(), [](const Body& body) {
        return !is_hypothetical(body.kind) && (fails(body.effects) || body.effects.has(Effect::Cancels));
    });
    if (program.hides) {
        find_hidden(lowering);
    }
}

FailureAnalysis::FailureAnalysis(const CheckedProgram& program) {
    for (const Action& action : program.actions) {
        for (const ActionTrigger& trigger : action.triggers) {
            if (is_choice(program, trigger)) {
                continue;
            }
            reactions_fail_ = reactions_fail_ || fails(action.effects);
            const bool engine = trigger.event.valid() && program.def(trigger.event).predefined;
            observes_changes_ = observes_changes_ || engine;
        }
    }
    for (const Body& body : program.bodies) {
        const bool of_turn = body.turn.valid() && !is_hypothetical(body.kind);
        reactions_fail_ = reactions_fail_ || (of_turn && fails(body.effects));
    }
}

bool FailureAnalysis::may_fail(Effects own) const {
    const bool causes = own.has(Effect::Throws) || own.has(Effect::Passes) || observes_changes_;
    return fails(own) || own.has(Effect::Cancels) || (causes && reactions_fail_);
}

} // namespace tgdl
