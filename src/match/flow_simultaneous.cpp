// Simultaneous choices of several active players: each chooses in turn, hidden from the others, then their actions run.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/input_frame.h"
#include "match/transaction_frame.h"
#include "vm/collections.h"

namespace tgdl {

// ---- several active players -----------------------------------------------------------------------------------------

namespace {

enum SimultaneousStep : std::uint32_t { kStart, kAsk, kAsked, kRun, kRan, kOffered };
// List of the players, {position, serial of the phase}, arguments of the last choice, List of what was chosen: for each
// player a List of instance, action and inputs, or null.
enum SimultaneousValue : std::uint32_t { kPlayers, kPosition, kLastChoice, kChosenActions };

} // namespace

// What several chose at once stays their secret until rules run that may show it. Before that the other inputs of the same
// action or phase are filled.
bool MatchFlow::is_chosen_simultaneously(std::size_t frames) const {
    if (!program_->simultaneous) {
        return false;
    }
    for (std::size_t i = 0; i < frames; ++i) {
        const Frame& frame = machine.frames[i];
        if (frame.kind == FrameKind::Simultaneous && (frame.at == kAsk || frame.at == kAsked)) {
            return true;
        }
        if (frame.kind == FrameKind::FillInput
            && ((frame.at != kInputStart && frame.at != kInputWhoKnown
                 && program_->inputs[low_half(machine.values[frame.base + kInputWhich])].mode == InputMode::Players)
                || is_secret(i))) {
            return true;
        }
    }
    return false;
}

// Those who choose while others do already have no secrets of their own moment.
void MatchFlow::begin_simultaneous_choice() {
    const std::size_t top_frame = machine.frames.size() - 1;
    if (is_chosen_simultaneously(top_frame) || is_secret(top_frame)) {
        return;
    }
    state.simultaneous_since = state.decisions;
    if (const std::uint32_t flags = flags_of_asking(top_frame); flags != kNone) {
        Value& value = machine.values[flags];
        value = packed(low_half(value), high_half(value) | kActionIsSecret);
    }
}

// Which of the values has the flags of the action or phase whose input the frame fills. kNone: it is asked in the middle
// of code, or the frame fills none.
std::uint32_t MatchFlow::flags_of_asking(std::size_t frame) const {
    if (machine.frames[frame].kind != FrameKind::FillInput) {
        return kNone;
    }
    const Frame& asking = machine.frames[frame - 1];
    switch (asking.kind) {
    case FrameKind::RunAction: return asking.base + kActionTarget;
    case FrameKind::RunPhase: return asking.base + kPhaseState;
    default: return kNone;
    }
}

bool MatchFlow::is_secret(std::size_t frame) const {
    const std::uint32_t flags = flags_of_asking(frame);
    return flags != kNone && (high_half(machine.values[flags]) & kActionIsSecret) != 0;
}

Outcome MatchFlow::step_simultaneous() {
    const auto set_active = [&](std::uint32_t player) { machine.memory.set_half(kActiveWord, 0, player); };
    switch (top().at) {
    case kStart: {
        const Value chosen = make_list(machine, kNone, players_);
        if (chosen.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        value(top(), kPlayers) = Value::collection(machine.memory.half(kSimultaneousWord, 0));
        value(top(), kPosition) = packed(0, machine.memory.half(kPhaseWord, 0));
        value(top(), kChosenActions) = chosen;
        begin_simultaneous_choice();
        top().at = kAsk;
        return Outcome::Pushed;
    }
    case kAsk: {
        const Handle list = value(top(), kPlayers).handle();
        const std::uint32_t position = low_half(value(top(), kPosition));
        if (position == list_length(machine, list)) {
            value(top(), kPosition) = packed(0, high_half(value(top(), kPosition)));
            top().at = kRun;
            return Outcome::Pushed;
        }
        const auto player = static_cast<std::uint32_t>(list_get(machine, list, position).as_number());
        set_active(player);
        top().at = kAsked;
        push(FrameKind::ChooseAction, top().top, 1);
        top().code = player;
        return Outcome::Pushed;
    }
    case kAsked: {
        if (state.report == Report::Failed) {
            top().at = kAsk;
            return Outcome::Pushed;
        }
        const Value arguments = state.report == Report::Kept ? value(top(), kLastChoice) : Value::null();
        value(top(), kLastChoice) = Value::null();
        if (!list_add(machine, value(top(), kChosenActions).handle(), arguments)) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        value(top(), kPosition) = packed(low_half(value(top(), kPosition)) + 1, high_half(value(top(), kPosition)));
        top().at = kAsk;
        return Outcome::Pushed;
    }
    case kRun: {
        const Handle list = value(top(), kPlayers).handle();
        const std::uint32_t position = low_half(value(top(), kPosition));
        const std::uint32_t serial = high_half(value(top(), kPosition));
        if (position == list_length(machine, list)) {
            const bool passed = serial != machine.memory.half(kPhaseWord, 0);
            if (!passed) {
                const Value first = list_get(machine, list, 0);
                set_active(static_cast<std::uint32_t>(first.as_number()));
            } else {
                set_active(machine.memory.half(kTurnDoneWord, 0));
            }
            pop(Report::Done);
            if (!passed) {
                top().at = kCheckGoals; // of Main, after the pass
                return begin_transaction(TransactionKind::Pass, Value::null(), 0, Value::null());
            }
            return Outcome::Pushed;
        }
        value(top(), kPosition) = packed(position + 1, serial);
        const Value chosen = list_get(machine, value(top(), kChosenActions).handle(), position);
        if (chosen.is_null()) {
            return Outcome::Pushed;
        }
        const auto player = static_cast<std::uint32_t>(list_get(machine, list, position).as_number());
        set_active(player);
        state.chooser = player;
        top().at = kRan;
        const Value instance = list_get(machine, chosen.handle(), 0);
        const auto action = static_cast<std::uint32_t>(list_get(machine, chosen.handle(), 1).as_number());
        begin_transaction(TransactionKind::SimultaneousRun, instance, action, Value::null());
        const Value event = make_choice_event(EventKind::PlayerChoice, player, player);
        value(top(), kEvent) = event;
        value(top(), kArguments) = chosen;
        return Outcome::Pushed;
    }
    case kRan:
        top().at = kOffered;
        push(FrameKind::OffTurn, top().top, 2);
        top().code = state.chooser;
        return Outcome::Pushed;
    default:
        top().at = kRun;
        push(FrameKind::Goals, top().top, 1);
        return Outcome::Pushed;
    }
}

} // namespace tgdl
