// Turns and phases: who is active, what begins, what passing means.
#include "match/flow.h"
#include "match/frame_words.h"
#include "vm/collections.h"

#include <algorithm>

namespace tgdl {

const PhaseInfo& MatchFlow::phase() const {
    const std::uint32_t turn = machine.memory.half(kTurnWord, 0);
    return program_->turns[turn == kNone ? 0 : turn].phases[turn == kNone ? 0 : machine.memory.half(kTurnWord, 1)];
}

std::uint32_t MatchFlow::find_phase(std::uint32_t turn, Value name) const {
    if (name.is_null()) {
        return 0;
    }
    const std::string wanted = text_utf8(machine, name);
    const std::vector<PhaseInfo>& phases = program_->turns[turn].phases;
    for (std::uint32_t i = 0; i < phases.size(); ++i) {
        if (phases[i].name == wanted) {
            return i;
        }
    }
    return kNone;
}

// Begins a phase: everything changes at once, the events and the phase's effect wait in the queue.
inline Outcome MatchFlow::begin_phase(std::uint32_t turn, std::uint32_t phase, std::uint32_t player, Handle several) {
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    Memory& memory = machine.memory;
    const std::uint32_t old_turn = memory.half(kTurnWord, 0);
    const std::uint32_t old_player = active();
    if (memory.load(kTurnWord) != packed(turn, phase).bits) {
        memory.store(kTurnWord, packed(turn, phase).bits);
    }
    memory.set_half(kActiveWord, 0, player);
    if (memory.half(kSimultaneousWord, 0) != several) {
        memory.set_half(kSimultaneousWord, 0, several);
    }
    memory.set_half(kTurnDoneWord, 0, player); // where step_simultaneous goes back to
    memory.store(kPhaseWord, packed(memory.half(kPhaseWord, 0) + 1, 0).bits);
    return program_->choice_plan.are_phases_quiet ? Outcome::Next : announce_phase(old_turn, old_player);
}

// The events of a phase that has begun, and its effect.
Outcome MatchFlow::announce_phase(std::uint32_t old_turn, std::uint32_t old_player) {
    const std::uint32_t turn = machine.memory.half(kTurnWord, 0);
    const std::uint32_t phase = machine.memory.half(kTurnWord, 1);
    const std::uint32_t player = active();
    const TurnInfo& info = program_->turns[turn];
    if (!program_->choice_plan.has_phase_events && info.phases[phase].effect == kNone) {
        return Outcome::Next;
    }
    const Value now = Value::number(player);
    if (old_turn == kNone || old_turn != turn || old_player != player) {
        if (old_turn != kNone) {
            const Outcome outcome = raise(
                EventKind::TurnEnd, {Value::constant_text(program_->turns[old_turn].text), Value::number(old_player)});
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        const Outcome outcome = raise(EventKind::TurnStart, {Value::constant_text(info.text), now});
        if (outcome != Outcome::Next) {
            return outcome;
        }
    }
    const Outcome outcome = raise(EventKind::Phase, {Value::constant_text(info.phases[phase].text), now});
    if (outcome != Outcome::Next || info.phases[phase].effect == kNone) {
        return outcome;
    }
    // Started by a choice, its effect is part of that transaction; otherwise it is one of its own.
    const TransactionKind kind = state.transaction;
    const bool by_choice = kind == TransactionKind::Choice || kind == TransactionKind::OffTurn
                           || kind == TransactionKind::SimultaneousRun || kind == TransactionKind::SimultaneousChoice;
    const std::uint32_t serial = machine.memory.half(kPhaseWord, 0);
    if (!by_choice) {
        machine.memory.set_half(kPhaseWord, 1, serial);
        return Outcome::Next;
    }
    return enqueue(Value::number(serial)) ? Outcome::Next : machine.fault_with(FaultId::OutOfMemory);
}

// By a name that the rules have worked out. Of several turns with one name, those behind an alias come last.
std::uint32_t MatchFlow::find_turn(std::string_view name) const {
    for (auto turn = static_cast<std::uint32_t>(program_->turns.size()); turn-- > 0;) {
        if (program_->turns[turn].name == name) {
            return turn;
        }
    }
    for (std::uint32_t turn = 0; turn < program_->turns.size(); ++turn) {
        if (std::ranges::find(program_->turns[turn].aliased_names, name) != program_->turns[turn].aliased_names.end()) {
            return turn;
        }
    }
    return kNone;
}

// The name of the phase, or null, stands behind the window.
Outcome MatchFlow::use_turn_at(std::uint32_t turn, std::uint32_t window) {
    const Value wanted = machine.values[window + 1];
    const std::uint32_t found = find_phase(turn, wanted);
    if (found == kNone) {
        return machine.fault_with(FaultId::NoSuchPhase, {program_->turns[turn].name, text_utf8(machine, wanted)});
    }
    const Outcome outcome = use_turn(turn, found);
    if (outcome == Outcome::Next) {
        machine.values[window] = Value::null();
    }
    return outcome;
}

Outcome MatchFlow::use_turn(std::uint32_t turn, std::uint32_t phase) {
    return begin_phase(turn, phase, active(), 0);
}

// To a player, or to several at once.
Outcome MatchFlow::pass_to(Value players, std::uint32_t phase) {
    std::uint32_t turn = machine.memory.half(kTurnWord, 0);
    if (turn == kNone) {
        turn = 0; // before the first turn: this starts it
    }
    if (!players.is_collection()) {
        return begin_phase(turn, phase, to_player(players.as_number()), 0);
    }
    const std::uint32_t length = walk_length(machine, players);
    const Value copy = make_list(machine, collection_type(machine, players.handle()), length);
    if (copy.is_null()) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    for (std::uint32_t i = 0; i < length; ++i) {
        const Value player = walk_get(machine, players, i);
        if (player.is_null()) {
            return machine.fault_with(FaultId::NotPlayers, {"turn.pass"});
        }
        list_add(machine, copy.handle(), player);
    }
    if (length == 0) {
        return machine.fault_with(FaultId::NotPlayers, {"turn.pass"});
    }
    const auto first = static_cast<std::uint32_t>(list_get(machine, copy.handle(), 0).as_number());
    return begin_phase(turn, phase, first, length == 1 ? 0 : copy.handle());
}

// To the next phase, after the last to the next player.
inline Outcome MatchFlow::pass_on() {
    const std::uint32_t turn = machine.memory.half(kTurnWord, 0);
    const std::uint32_t next = machine.memory.half(kTurnWord, 1) + 1;
    if (next < program_->turns[turn].phases.size()) {
        return begin_phase(turn, next, active(), 0);
    }
    const std::uint32_t player = active() + 1;
    return begin_phase(turn, 0, player == players_ ? 0 : player, 0);
}

// `turn.pass()`: by the default block, else on to the next phase and after the last to the next player.
Outcome MatchFlow::step_pass() {
    enum PassStep : std::uint32_t { kDefault, kDecided };
    const std::uint32_t serial = machine.memory.half(kPhaseWord, 0);
    const std::uint32_t turn = machine.memory.half(kTurnWord, 0);
    if (turn == kNone) {
        pop(Report::Done);
        return Outcome::Pushed;
    }
    const TurnInfo& info = program_->turns[turn];
    if (top().at == kDefault) {
        top().at = kDecided;
        top().code = serial;
        if (info.default_block != kNone) {
            // Its result lands above this frame.
            return machine.push_code(info.default_block, top().top);
        }
    }
    const Value answer = info.default_block == kNone ? Value::null() : machine.values[top().top];
    const bool passed = top().code != serial;
    value(top(), 0) = Value::null(); // what the call gives
    pop(Report::Done);
    Outcome outcome = Outcome::Next;
    if (!passed) {
        outcome = answer.is_null() ? pass_on() : pass_to(answer, 0);
    }
    return outcome == Outcome::Next ? Outcome::Pushed : outcome;
}

Outcome MatchFlow::pass_turn(std::uint32_t window) {
    const std::uint32_t turn = machine.memory.half(kTurnWord, 0);
    if (turn != kNone && program_->turns[turn].default_block != kNone) {
        push(FrameKind::Pass, window, 1);
        return Outcome::Pushed;
    }
    machine.values[window] = Value::null(); // what the call gives
    return turn == kNone ? Outcome::Next : pass_on();
}

Outcome MatchFlow::native_turns(NativeId native, std::uint32_t window) {
    Value& result = machine.values[window];
    const auto give = [&](Value value) {
        machine.values[window] = value;
        return Outcome::Next;
    };
    const std::uint32_t turn = machine.memory.half(kTurnWord, 0);
    switch (native) {
    case NativeId::PlayerAll: {
        const auto type = static_cast<TypeIndex>(result.as_number());
        const Value list = make_list(machine, type, players_);
        if (list.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        for (std::uint32_t player = 0; player < players_; ++player) {
            list_add(machine, list.handle(), Value::number(player));
        }
        return give(list);
    }
    case NativeId::PlayerActive: return give(Value::number(active()));
    case NativeId::PlayerLast: {
        const std::uint32_t last = machine.memory.half(kActiveWord, 1);
        return give(last == kNone ? Value::null() : Value::number(last));
    }
    case NativeId::PlayerCount: return give(Value::number(players_));
    case NativeId::TurnActive: return give(turn == kNone ? Value::null() : Value::item(ProgramItem::Turn, turn));
    case NativeId::TurnName:
        if (result.is_null()) {
            return machine.fault_with(FaultId::NullMember, {"name"});
        }
        return give(Value::constant_text(program_->turns[result.index()].text));
    case NativeId::PhaseActive: return give(turn == kNone ? Value::null() : Value::constant_text(phase().text));
    case NativeId::TurnUse: {
        if (result.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"turn.use"});
        }
        const std::string name = text_utf8(machine, result);
        const std::uint32_t found = find_turn(name);
        return found == kNone ? machine.fault_with(FaultId::NoSuchTurn, {name}) : use_turn_at(found, window);
    }
    case NativeId::TurnUseKnown: return use_turn_at(static_cast<std::uint32_t>(result.as_number()), window);
    case NativeId::NullTurnDefault: return machine.fault_with(FaultId::NullTurnDefault, {text_utf8(machine, result)});
    case NativeId::TurnPassTo: {
        if (result.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"turn.pass"});
        }
        const Value wanted = machine.values[window + 1];
        const std::uint32_t now = turn == kNone ? 0 : turn;
        const std::uint32_t found = find_phase(now, wanted);
        if (found == kNone) {
            return machine.fault_with(FaultId::NoSuchPhase, {program_->turns[now].name, text_utf8(machine, wanted)});
        }
        const Outcome outcome = pass_to(result, found);
        return outcome == Outcome::Next ? give(Value::null()) : outcome;
    }
    default: return Outcome::Next;
    }
}

} // namespace tgdl
