// Statements that ask a player: `choose` among labels, and `move` of a piece by a movement.
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/pick_frame.h"
#include "vm/collections.h"
#include "vm/positions.h"

namespace tgdl {

Outcome MatchFlow::choose(std::uint32_t window, std::uint32_t labels) {
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    std::vector<Value> given(machine.values.begin() + window, machine.values.begin() + window + 2 + labels);
    if (given[1].is_null()) {
        return machine.fault_with(FaultId::NullArgument, {"choose"});
    }
    std::uint32_t who = 0;
    if (given[0].is_null()) {
        const Outcome outcome = asked_player(who);
        if (outcome != Outcome::Next) {
            return outcome;
        }
    } else {
        who = to_player(given[0].as_number());
    }
    const Value picked = make_list(machine, kNone, labels);
    if (picked.is_null()) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    const double wanted = given[1].as_number();
    std::uint32_t open = 0;
    for (std::uint32_t i = 0; i < labels; ++i) {
        open += given[2 + i].is_null() ? 0 : 1;
    }
    if (wanted < 1 || open == 0 || wanted >= open) {
        // Nothing to ask: none of them, or all that are open.
        for (std::uint32_t i = 0; wanted >= 1 && i < labels; ++i) {
            if (!given[2 + i].is_null()) {
                list_add(machine, picked.handle(), Value::number(i));
            }
        }
        machine.values[window] = picked;
        return Outcome::Next;
    }
    Frame& frame = push(FrameKind::Pick, window, kPickLabels + labels);
    value(frame, kPickCount) = packed(labels, static_cast<std::uint32_t>(wanted));
    value(frame, kPickWho) = packed(who, 0);
    value(frame, kPicked) = picked;
    for (std::uint32_t i = 0; i < labels; ++i) {
        value(frame, kPickLabels + i) = given[2 + i];
    }
    return Outcome::Pushed;
}

// Inside an effect: waits for one of the options, and fails when none is left.
Outcome MatchFlow::wait_or_fail() {
    Decision& offered = offered_decision();
    const Outcome outcome = list_options(offered, machine.trial > 0);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    if (offered.options.empty()) {
        machine.set_reason(Value::null());
        return Outcome::Fail; // no option is left
    }
    return Outcome::Wait;
}

Outcome MatchFlow::step_pick() {
    const Value picked = value(top(), kPicked);
    if (list_length(machine, picked.handle()) == high_half(value(top(), kPickCount))) {
        value(top(), 0) = picked;
        pop(Report::Done);
        return Outcome::Pushed;
    }
    return wait_or_fail();
}

Outcome MatchFlow::move_piece(std::uint32_t window) {
    const Value piece = machine.values[window];
    const Value movement = machine.values[window + 1];
    if (piece.is_null() || movement.is_null()) {
        return machine.fault_with(FaultId::NullArgument, {"move"});
    }
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    std::uint32_t who = 0;
    const Outcome outcome = asked_player(who);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    Frame& frame = push(FrameKind::MovePiece, window, 4);
    value(frame, kMovePiece) = piece;
    value(frame, kMoveMovement) = movement;
    value(frame, kMoveWho) = packed(who, 0);
    return Outcome::Pushed;
}

Outcome MatchFlow::step_move_piece() {
    const Value tile = value(top(), kMoveTile);
    if (!tile.is_null()) {
        const Handle piece = value(top(), kMovePiece).handle();
        const Value movement = movement_of_value(machine, value(top(), kMoveMovement));
        value(top(), 0) = Value::null();
        pop(Report::Done);
        const Outcome outcome = move_to(piece, tile, movement);
        return outcome == Outcome::Next ? Outcome::Pushed : outcome;
    }
    return wait_or_fail();
}

} // namespace tgdl
