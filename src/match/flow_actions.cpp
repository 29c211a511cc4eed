// Running one action, phase or setup: checks, inputs, who watches it, its effect.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/transaction_frame.h"
#include "vm/collections.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

enum ActionStep : std::uint32_t { kCheck, kInputs, kAfterInput, kBefore, kBeforeAnswered, kEffect, kAfter, kFinish };

// Position of the attribute in an event of an action; kNone if it has none such.
std::uint32_t attribute_named(const ClassInfo& info, std::string_view name) {
    for (std::uint32_t i = 0; i < info.attributes.size(); ++i) {
        if (info.attributes[i].name == name) {
            return i;
        }
    }
    return kNone;
}

bool is_event_of(const Program& program, const ActionInfo::ActionEvent& action_event, Value instance,
                 const Machine& machine) {
    if (action_event.owner == kNone || instance.is_null()) {
        return action_event.owner == kNone;
    }
    const ClassIndex index = machine.class_of(instance.handle());
    return index >= action_event.owner && index <= program.classes[action_event.owner].last;
}

} // namespace

Frame& MatchFlow::push_action(std::uint32_t base, ActionIndex action, ActionMode mode, Value instance, Value event,
                              std::uint32_t target) {
    const auto inputs = static_cast<std::uint32_t>(program_->actions[action].inputs.size());
    Frame& frame = push(FrameKind::RunAction, base, kActionInputs + inputs);
    frame.flags = static_cast<std::uint16_t>(mode);
    frame.code = action;
    value(frame, kActionState) = packed(0, 0);
    value(frame, kActionMarkA) = packed(0, 0);
    value(frame, kActionMarkB) = packed(0, 0);
    value(frame, kActionTarget) = packed(target, 0);
    value(frame, kActionThis) = instance;
    value(frame, kActionEvent) = event;
    for (std::uint32_t i = 0; i < inputs; ++i) {
        value(frame, kActionInputs + i) = Value::absent();
    }
    return frame;
}

bool MatchFlow::is_allowed(Handle instance, ActionIndex action) const {
    const ActionInfo& info = program_->actions[action];
    if (instance == 0) {
        const Handle flags = machine.memory.half(kGameActionsWord, 0);
        return flags == 0 || !list_get(machine, flags, action).as_bool();
    }
    const std::uint16_t offset = machine.class_info(instance).disabled_offset;
    if (offset == 0) {
        return true;
    }
    const Value flags = machine.memory.value(instance + offset + info.slot / kFlagsPerWord);
    return flags.is_null() || ((flags.bits >> (info.slot % kFlagsPerWord)) & 1U) == 0;
}

ActionIndex MatchFlow::action_of(Handle instance, std::uint32_t slot) const {
    return machine.class_info(instance).actions[slot];
}

Outcome MatchFlow::evaluate_condition(ChunkIndex chunk, std::span<const Value> context, std::uint32_t at, bool& holds) {
    Value answer;
    const Outcome outcome = machine.evaluate(chunk, context, at, answer);
    holds = false;
    if (outcome == Outcome::Fail) {
        return Outcome::Next; // `fail` inside a hypothetical block is a false
    }
    if (outcome != Outcome::Next && outcome != Outcome::Done) {
        return outcome;
    }
    if (answer.is_null()) {
        return machine.fault_with(FaultId::NullCondition);
    }
    holds = answer.as_bool();
    return Outcome::Next;
}

Outcome MatchFlow::check_requirements(const ActionInfo& action, Value instance, Value event, std::uint32_t at,
                                      bool& holds, const Condition** refused_by) {
    holds = true;
    const Value context[] = {instance, event};
    for (const Condition& requirement : action.requirements) {
        const Outcome outcome = evaluate_condition(requirement.chunk, context, at, holds);
        if (outcome != Outcome::Next) {
            return outcome;
        }
        if (!holds) {
            if (refused_by != nullptr) {
                *refused_by = &requirement;
            }
            return Outcome::Next;
        }
    }
    return Outcome::Next;
}

Outcome MatchFlow::check_trigger(const Trigger& trigger, Value instance, Value event, std::uint32_t at, bool& holds) {
    holds = true;
    if (trigger.chunk == kNone) {
        return Outcome::Next;
    }
    const Value context[] = {instance, event};
    return evaluate_condition(trigger.chunk, context, at, holds);
}

Outcome MatchFlow::call_action(std::uint32_t window, std::uint16_t action, std::uint32_t inputs) {
    constexpr std::uint16_t kOfTheGame = 0x8000;
    const Value instance = machine.values[window];
    const bool of_the_game = (action & kOfTheGame) != 0;
    if (!of_the_game && instance.is_null()) {
        return machine.fault_with(FaultId::NullMember, {"action"});
    }
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    const ActionIndex index = of_the_game ? action & ~kOfTheGame : action_of(instance.handle(), action);
    const std::vector<Value> arguments(machine.values.begin() + window + 1,
                                       machine.values.begin() + window + 1 + inputs);
    Frame& frame =
        push_action(window, index, ActionMode::Called, of_the_game ? Value::null() : instance, Value::null(), kNone);
    for (std::uint32_t i = 0; i < inputs; ++i) {
        value(frame, kActionInputs + i) = arguments[i];
    }
    return Outcome::Pushed;
}

// Who fills the inputs of an action that nobody chose.
Outcome MatchFlow::default_target(Value instance, std::uint32_t& player) {
    player = active();
    if (instance.is_null() || machine.class_info(instance.handle()).scope == Scope::Global) {
        return Outcome::Next;
    }
    const Value owner = machine.memory.value(instance.handle() + kOwnerWord);
    if (owner.is_null()) {
        return Outcome::Next;
    }
    if (!owner.is_collection()) {
        player = static_cast<std::uint32_t>(owner.as_number());
        return Outcome::Next;
    }
    const std::uint32_t members = list_length(machine, owner.handle());
    if (members == 0 || belongs_to(instance.handle(), player)) {
        return Outcome::Next;
    }
    std::uint64_t drawn = 0;
    const Outcome outcome = members == 1 ? Outcome::Next : draw_below(members, drawn);
    if (outcome == Outcome::Next) {
        player = static_cast<std::uint32_t>(
            list_get(machine, owner.handle(), static_cast<std::uint32_t>(drawn)).as_number());
    }
    return outcome;
}

// The action does not happen, or has happened.
Outcome MatchFlow::finish_action(Report report) {
    const Frame frame = top();
    if ((high_half(value(frame, kActionTarget)) & kActionHasMark) != 0) { // its mark for `cancel`
        const Value mark_a = value(frame, kActionMarkA);
        machine.memory.keep({low_half(mark_a), high_half(mark_a), low_half(value(frame, kActionMarkB))});
    }
    machine.values[frame.base] = Value::null(); // what the call gives
    pop(report);
    return Outcome::Pushed;
}

// Starts the next reaction to this action: `before` or `after` it. Next when there is none left.
Outcome MatchFlow::start_action_events(const std::vector<ActionInfo::ActionEvent>& action_events) {
    const ActionInfo& action = program_->actions[top().code];
    std::uint32_t position = high_half(value(top(), kActionState));
    for (; position < action_events.size(); ++position) {
        const Value instance = value(top(), kActionThis);
        const ClassIndex index = action_events[position].event;
        if (!is_event_of(*program_, action_events[position], instance, machine) || program_->observers[index].empty()) {
            continue;
        }
        if (low_half(value(top(), kActionTarget)) == kNone) {
            std::uint32_t player = 0;
            const Outcome outcome = default_target(instance, player);
            if (outcome != Outcome::Next) {
                return outcome;
            }
            value(top(), kActionTarget) = packed(player, high_half(value(top(), kActionTarget)));
        }
        const Value event = make_event(index, {});
        if (event.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        const ClassInfo& info = program_->classes[index];
        const std::uint32_t prevented = attribute_named(info, "prevented");
        const auto set = [&](std::uint32_t attribute, Value given) {
            if (attribute < info.attributes.size()) {
                machine.memory.set_value(event.handle() + info.attributes[attribute].offset, given);
            }
        };
        set(attribute_named(info, "who"), Value::number(low_half(value(top(), kActionTarget))));
        set(prevented, Value::boolean((high_half(value(top(), kActionTarget)) & kActionIsPrevented) != 0));
        if (action_events[position].owner != kNone) {
            set(0, instance);
        }
        for (std::uint32_t i = 0; i < action.inputs.size(); ++i) {
            const std::uint32_t attribute = attribute_named(info, program_->inputs[action.inputs[i]].name);
            if (attribute > prevented) { // one called `who` gives way
                set(attribute, value(top(), kActionInputs + i));
            }
        }
        value(top(), kActionObserverEvent) = event;
        value(top(), kActionState) = packed(low_half(value(top(), kActionState)), position + 1);
        Frame& react = push(FrameKind::React, top().top, 2);
        value(react, 0) = event;
        return Outcome::Pushed;
    }
    return Outcome::Next;
}

Outcome MatchFlow::step_run_action() {
    const ActionInfo& action = program_->actions[top().code];
    const auto mode = static_cast<ActionMode>(top().flags);
    const Value instance = value(top(), kActionThis);
    switch (top().at) {
    case kCheck: {
        bool holds = true;
        if (mode == ActionMode::Triggered || mode == ActionMode::Called || mode == ActionMode::Prefilled) {
            holds = mode == ActionMode::Triggered || is_allowed(instance.is_null() ? 0 : instance.handle(), top().code);
            const Outcome outcome =
                holds ? check_requirements(action, instance, Value::null(), top().top, holds) : Outcome::Next;
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        if (!holds) {
            return finish_action(Report::NotDone);
        }
        if (action.may_cancel && (mode == ActionMode::Triggered || mode == ActionMode::Called)) {
            const Mark mark = machine.memory.mark();
            value(top(), kActionMarkA) = packed(mark.journal, mark.top);
            value(top(), kActionMarkB) = packed(mark.previous, static_cast<std::uint32_t>(pending.size()));
            value(top(), kActionTarget) = packed(low_half(value(top(), kActionTarget)), kActionHasMark);
        }
        top().at = kInputs;
        [[fallthrough]];
    }
    case kInputs: return step_action_inputs();
    case kAfterInput:
        if (state.report == Report::NoCandidate) {
            // Who chose the action is not left in the middle of it.
            if (is_dead_end() || mode == ActionMode::Chosen || mode == ActionMode::ChooseOnly) {
                machine.set_reason(Value::null());
                return Outcome::Fail;
            }
            return finish_action(Report::NotDone);
        }
        top().at = kInputs;
        return Outcome::Pushed;
    case kBefore: {
        const Outcome outcome = start_action_events(action.before_events);
        if (outcome == Outcome::Pushed) {
            machine.frames[machine.frames.size() - 2].at = kBeforeAnswered;
        }
        if (outcome != Outcome::Next) {
            return outcome;
        }
        if ((high_half(value(top(), kActionTarget)) & kActionIsPrevented) != 0) {
            if (is_traced()) {
                trace(fmt::format("{} is prevented", action.name));
            }
            return finish_action(Report::NotDone);
        }
        top().at = kEffect;
        return Outcome::Pushed;
    }
    case kBeforeAnswered: {
        const Value event = value(top(), kActionObserverEvent);
        const ClassInfo& info = machine.class_info(event.handle());
        const std::uint32_t prevented = attribute_named(info, "prevented");
        if (machine.memory.value(event.handle() + info.attributes[prevented].offset) == Value::boolean(true)) {
            const Value target = value(top(), kActionTarget);
            value(top(), kActionTarget) = packed(low_half(target), high_half(target) | kActionIsPrevented);
        }
        value(top(), kActionObserverEvent) = Value::null();
        for (std::uint32_t i = 0; i < action.inputs.size(); ++i) { // reactions may have changed them
            const InputInfo& input = program_->inputs[action.inputs[i]];
            const std::uint32_t attribute = attribute_named(info, input.name);
            if (attribute <= prevented || attribute >= info.attributes.size()) {
                continue; // one called `who` gives way
            }
            const Value changed = machine.memory.value(event.handle() + info.attributes[attribute].offset);
            if (changed.is_null() && !input.optional && !value(top(), kActionInputs + i).is_null()) {
                return machine.fault_with(FaultId::NullInput, {input.name, action.name});
            }
            value(top(), kActionInputs + i) = changed;
        }
        top().at = kBefore;
        return Outcome::Pushed;
    }
    case kEffect: {
        top().at = kAfter;
        value(top(), kActionState) = packed(low_half(value(top(), kActionState)), 0);
        if (!action.after_events.empty()) {
            // Kept apart: the effect uses the same registers as its own.
            const auto inputs = static_cast<std::uint32_t>(action.inputs.size());
            const Value kept = make_list(machine, kNone, inputs + 1);
            if (kept.is_null()) {
                return machine.fault_with(FaultId::OutOfMemory);
            }
            list_add(machine, kept.handle(), instance);
            for (std::uint32_t i = 0; i < inputs; ++i) {
                list_add(machine, kept.handle(), value(top(), kActionInputs + i));
            }
            value(top(), kActionObserverEvent) = kept;
        }
        if (is_traced()) {
            trace(fmt::format("{}{} runs", instance.is_null() ? "" : traced_text(instance) + ".", action.name));
        }
        return machine.push_code(action.effect, top().base + kActionThis);
    }
    case kAfter: {
        const Value kept = value(top(), kActionObserverEvent);
        if (kept.is_collection()) {
            value(top(), kActionThis) = list_get(machine, kept.handle(), 0);
            for (std::uint32_t i = 0; i < action.inputs.size(); ++i) {
                value(top(), kActionInputs + i) = list_get(machine, kept.handle(), i + 1);
            }
        }
        top().at = kFinish;
        [[fallthrough]];
    }
    default: {
        if (!action.after_events.empty()) {
            const Outcome outcome = start_action_events(action.after_events);
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        return finish_action(Report::Done);
    }
    }
}

// Fills the next open input, or goes on to the effect.
Outcome MatchFlow::step_action_inputs() {
    const ActionInfo& action = program_->actions[top().code];
    const auto mode = static_cast<ActionMode>(top().flags);
    std::uint32_t next = low_half(value(top(), kActionState));
    const std::uint32_t context = top().base + kActionThis;
    while (next < action.inputs.size()) {
        const InputIndex input = action.inputs[next];
        const Value given = value(top(), kActionInputs + next);
        value(top(), kActionState) = packed(next + 1, 0);
        if (given == Value::absent()) {
            std::uint32_t target = low_half(value(top(), kActionTarget));
            if (target == kNone && program_->inputs[input].mode == InputMode::Choice) {
                const Outcome outcome = default_target(value(top(), kActionThis), target);
                if (outcome != Outcome::Next) {
                    return outcome;
                }
                value(top(), kActionTarget) = packed(target, high_half(value(top(), kActionTarget)));
            }
            top().at = kAfterInput;
            value(top(), kActionInputs + next) = Value::null();
            push_input(top().top, input, context, target);
            return Outcome::Pushed;
        }
        bool fits = false;
        Context parts;
        parts.input = &program_->inputs[input];
        parts.base = context;
        parts.chooser =
            low_half(value(top(), kActionTarget)) == kNone ? active() : low_half(value(top(), kActionTarget));
        const Outcome outcome = note_clause(argument_fits(parts, given, fits));
        if (outcome != Outcome::Next) {
            return outcome;
        }
        if (!fits && is_dead_end()) {
            machine.set_reason(Value::null());
            return Outcome::Fail;
        }
        if (!fits) {
            return finish_action(Report::NotDone);
        }
        ++next;
    }
    leave_head();
    if (mode == ActionMode::ChooseOnly && machine.trial == 0) {
        // Several active players: kept until all have chosen (step_simultaneous).
        const Value kept = make_list(machine, kNone, 2 + static_cast<std::uint32_t>(action.inputs.size()));
        if (kept.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        list_add(machine, kept.handle(), value(top(), kActionThis));
        list_add(machine, kept.handle(), Value::number(top().code));
        for (std::uint32_t i = 0; i < action.inputs.size(); ++i) {
            list_add(machine, kept.handle(), value(top(), kActionInputs + i));
        }
        machine.values[machine.frames[machine.frames.size() - 2].base + kArguments] = kept;
        return finish_action(Report::Done);
    }
    value(top(), kActionState) = packed(next, 0);
    top().at = kBefore;
    return Outcome::Pushed;
}

void MatchFlow::skip_to_effect() {
    value(top(), kActionState) = packed(static_cast<std::uint32_t>(program_->actions[top().code].inputs.size()), 0);
    top().at = kBefore;
}

// Runs the effect of an action that nobody watches; when that is all there is to it, keeps the transaction it belongs to.
Outcome MatchFlow::run_effect_at_once() {
    const std::size_t floor = machine.frames.size();
    top().at = kAfter;
    Outcome outcome = machine.push_code(program_->actions[top().code].effect, top().base + kActionThis);
    if (outcome == Outcome::Pushed) {
        outcome = machine.run(floor);
    }
    if (outcome != Outcome::Done) {
        return outcome;
    }
    outcome = finish_action(Report::Done);
    if (machine.memory.half(kQueueWord, 0) == 0) {
        keep_transaction();
    }
    return outcome;
}

// ---- phases and setups ----------------------------------------------------------------------------------------------

// code: 0 the phase that is active, n the n-th setup.
const PhaseInfo& MatchFlow::phase_of(const Frame& run_phase) const {
    return run_phase.code == 0 ? phase() : program_->setups[run_phase.code - 1];
}

Outcome MatchFlow::step_run_phase() {
    Frame& frame = top();
    const PhaseInfo& what = phase_of(frame);
    enum PhaseStep : std::uint32_t { kFill, kAnswered, kDone };
    if (frame.at == kAnswered && state.report == Report::NoCandidate) {
        if (is_dead_end()) {
            machine.set_reason(Value::null());
            return Outcome::Fail;
        }
        // Like an action whose input has no candidate: it does not happen.
        pop(Report::NotDone);
        return Outcome::Pushed;
    }
    if (frame.at == kDone) {
        pop(Report::Done);
        return Outcome::Pushed;
    }
    if (frame.at == kFill) {
        value(frame, kPhaseState) = packed(0, 0);
    }
    const std::uint32_t next = low_half(value(frame, kPhaseState));
    if (next < what.inputs.size()) {
        value(frame, kPhaseState) = packed(next + 1, high_half(value(frame, kPhaseState)));
        frame.at = kAnswered;
        push_input(frame.top, what.inputs[next], frame.base + kPhaseThis, active());
        return Outcome::Pushed;
    }
    frame.at = kDone;
    leave_head();
    if (is_traced() && frame.code == 0) {
        trace("phase " + what.name + " runs");
    }
    if (what.effect == kNone) {
        return Outcome::Pushed;
    }
    return machine.push_code(what.effect, frame.base + kPhaseThis);
}

} // namespace tgdl
