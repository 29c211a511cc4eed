// The queue of events, and the reactions to one event.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "vm/collections.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

// Values of a Resolve.
enum ResolveValue : std::uint32_t { kOuterQueue, kItem };
// Values of a React: the event, {count, position}, then for each reaction its instance and {action, trigger}.
enum ReactValue : std::uint32_t { kReactEvent, kReactPosition, kReactFirst };
// While reactions are looked for, the position is {the action that is asked, this}.
constexpr std::uint32_t kGathering = 0x00FF'FFFF;

} // namespace

bool MatchFlow::enqueue(Value item) {
    Handle queue = machine.memory.half(kQueueWord, 0);
    if (queue == 0) {
        const Value made = make_list(machine, kNone, 8);
        if (made.is_null()) {
            return false;
        }
        queue = made.handle();
        machine.memory.store(kQueueWord, packed(queue, 0).bits);
    }
    return list_add(machine, queue, item);
}

Value MatchFlow::make_event(ClassIndex index, std::initializer_list<Value> attributes) {
    const Handle event = machine.make_instance(index);
    if (event == 0) {
        return Value::null();
    }
    const ClassInfo& info = program_->classes[index];
    std::size_t at = 0;
    for (const Value attribute : attributes) {
        if (at < info.attributes.size()) {
            machine.memory.set_value(event + info.attributes[at].offset, attribute);
        }
        ++at;
    }
    return Value::instance(event);
}

// Puts a predefined event into the queue, if anybody observes it.
Outcome MatchFlow::raise(EventKind kind, std::initializer_list<Value> attributes) {
    const ClassIndex index = program_->events[static_cast<std::size_t>(kind)];
    if (index == kNone || program_->observers[index].empty() || !raises_events()) {
        return Outcome::Next;
    }
    const Value event = make_event(index, attributes);
    if (event.is_null() || !enqueue(event)) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    return Outcome::Next;
}

bool MatchFlow::raises_events() const {
    return !machine.is_hypothetical();
}

Outcome MatchFlow::throw_sync(std::uint32_t window) {
    const Value event = machine.values[window];
    if (event.is_null()) {
        return machine.fault_with(FaultId::NullArgument, {"event.throw_sync"});
    }
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    const Word outer = machine.memory.load(kQueueWord);
    machine.memory.store(kQueueWord, 0);
    if (!enqueue(event)) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    Frame& frame = push(FrameKind::Resolve, window, 2);
    frame.code = 1; // the outer queue goes on afterwards
    value(frame, kOuterQueue) = Value{outer};
    return Outcome::Pushed;
}

Outcome MatchFlow::step_resolve() {
    Frame& frame = top();
    const Handle queue = machine.memory.half(kQueueWord, 0);
    const std::uint32_t taken = machine.memory.half(kQueueWord, 1);
    value(frame, kItem) = Value::null();
    if (queue == 0 || taken == list_length(machine, queue)) {
        const bool has_outer = frame.code == 1;
        const Value outer = value(frame, kOuterQueue);
        machine.memory.store(kQueueWord, has_outer ? outer.bits : 0);
        value(frame, 0) = Value::null(); // what throw_sync gives
        pop(Report::Done);
        return Outcome::Pushed;
    }
    const Value item = list_get(machine, queue, taken);
    list_set(machine, queue, taken, Value::null()); // taken things are not held any more
    machine.memory.set_half(kQueueWord, 1, taken + 1);
    if (item.is_instance()) {
        Frame& react = push(FrameKind::React, frame.top, 2);
        value(react, kReactEvent) = item;
        return Outcome::Pushed;
    }
    // The effect of a phase; dropped if the phase is not active any more.
    if (static_cast<std::uint32_t>(item.as_number()) == machine.memory.half(kPhaseWord, 0)) {
        push(FrameKind::RunPhase, frame.top, kPhaseInputs + static_cast<std::uint32_t>(phase().inputs.size()));
        top().code = 0;
    }
    return Outcome::Pushed;
}

namespace {

struct Reaction {
    Value instance;
    ActionIndex action = 0;
    std::uint32_t trigger = 0;
    double prio = 0;
    std::uint32_t order = 0;
    std::uint32_t seat = 0;
    std::uint32_t age = 0;
};

bool runs_before(const Reaction& a, const Reaction& b) {
    if (a.prio != b.prio) {
        return a.prio > b.prio;
    }
    if (a.order != b.order) {
        return a.order < b.order;
    }
    if (a.seat != b.seat) {
        return a.seat < b.seat;
    }
    return a.age < b.age;
}

} // namespace

// Finds all reactions to the event, in the order they run, and puts them on the React frame on top.
Outcome MatchFlow::gather_reactions(Value event, std::uint32_t at) {
    std::vector<Reaction> reactions;
    std::vector<Handle> instances;
    const std::vector<Observer>& observers = program_->observers[machine.class_of(event.handle())];
    for (const Observer& observer : observers) {
        const ActionInfo& action = program_->actions[observer.action];
        instances.clear();
        value(top(), kReactPosition) = packed(observer.action, kGathering);
        if (observer.owner != kNone) {
            machine.collect_tracked(observer.owner, observer.owner, instances);
        }
        const std::size_t count = observer.owner == kNone ? 1 : instances.size();
        if (!machine.charge(count)) {
            return machine.budget_spent();
        }
        for (std::size_t i = 0; i < count; ++i) {
            const Handle handle = observer.owner == kNone ? 0 : instances[i];
            const Value instance = handle == 0 ? Value::null() : Value::instance(handle);
            if (!is_allowed(handle, observer.action)) {
                continue;
            }
            bool holds = false;
            const Condition* refused_by = nullptr;
            Outcome outcome = check_requirements(action, instance, Value::null(), at, holds, &refused_by);
            if (outcome == Outcome::Next && holds) {
                outcome = check_trigger(action.triggers[observer.trigger], instance, event, at, holds);
            }
            if (outcome != Outcome::Next) {
                return outcome;
            }
            if (is_traced() && (handle == 0 || is_seen_in_trace(handle))) {
                trace(fmt::format("  {}{}{}: {}", handle == 0 ? "" : traced_text(instance), handle == 0 ? "" : ".",
                                  action.name,
                                  holds ? "reacts"
                                        : (refused_by != nullptr ? "refused by require: " + refused_by->source
                                                                 : std::string("its trigger says no"))));
            }
            if (!holds) {
                continue;
            }
            const double prio = action.triggers[observer.trigger].prio;
            Reaction reaction{instance, observer.action, observer.trigger, prio, action.order, players_, 0};
            if (handle != 0) {
                reaction.age = machine.age_of(handle);
                const Value who = owner(handle);
                if (!who.is_null()) {
                    const auto seat = static_cast<std::uint32_t>(who.as_number());
                    reaction.seat = (seat + players_ - active()) % players_;
                }
            }
            reactions.push_back(reaction);
        }
    }
    std::sort(reactions.begin(), reactions.end(), runs_before);
    Frame& frame = top();
    const std::uint32_t first = frame.base + kReactFirst;
    frame.top = first + 2 * static_cast<std::uint32_t>(reactions.size());
    machine.reserve(frame.top);
    for (std::uint32_t i = 0; i < reactions.size(); ++i) {
        machine.values[first + 2 * i] = reactions[i].instance;
        machine.values[first + 2 * i + 1] = packed(reactions[i].action, reactions[i].trigger);
    }
    value(top(), kReactPosition) = packed(static_cast<std::uint32_t>(reactions.size()), 0);
    return Outcome::Next;
}

// The action whose reaction is looked for, or runs; kNone: neither.
ActionIndex MatchFlow::reacting_action(const Frame& react) const {
    const Value position = machine.values[react.base + kReactPosition];
    if (high_half(position) == kGathering) {
        return low_half(position);
    }
    const bool has_begun = !position.is_null() && high_half(position) > 0;
    return has_begun ? low_half(machine.values[react.base + kReactFirst + 2 * high_half(position) - 1]) : kNone;
}

Outcome MatchFlow::step_react() {
    if (top().at == 0) {
        top().at = 1;
        const Value event = value(top(), kReactEvent);
        if (is_traced()) {
            trace("event " + traced_text(event));
        }
        const Outcome outcome = gather_reactions(event, top().top);
        if (outcome != Outcome::Next) {
            return outcome;
        }
    }
    Frame& frame = top();
    const Value position = value(frame, kReactPosition);
    const std::uint32_t next = high_half(position);
    if (next == low_half(position)) {
        pop(Report::Done);
        return Outcome::Pushed;
    }
    value(frame, kReactPosition) = packed(low_half(position), next + 1);
    const Value instance = value(frame, kReactFirst + 2 * next);
    const ActionIndex action = low_half(value(frame, kReactFirst + 2 * next + 1));
    value(frame, kReactFirst + 2 * next) = Value::null();
    const Value event = value(frame, kReactEvent);
    push_action(frame.top, action, ActionMode::Triggered, instance, event, kNone);
    return Outcome::Pushed;
}

// An attribute that somebody observes takes a value.
Outcome MatchFlow::set_observed(std::uint32_t window, std::uint32_t attribute) {
    const Value target = machine.values[window];
    const Value changed = machine.values[window + 1];
    const Handle instance = target.handle();
    const AttributeInfo& info = machine.class_info(instance).attributes[attribute];
    const Value old = machine.memory.value(instance + info.offset);
    machine.memory.set_value(instance + info.offset, changed);
    if (are_made_texts(old, changed) && !charge_comparing(machine, old, changed)) {
        return machine.budget_spent();
    }
    if (!raises_events() || machine.has_flag(instance, kBeingMade) || same_value(machine, old, changed)) {
        return Outcome::Next;
    }
    for (const ClassIndex event_class : info.change_events) {
        const Value event = make_event(event_class, {target, old, changed});
        if (event.is_null() || !enqueue(event)) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
    }
    return Outcome::Next;
}

} // namespace tgdl
