// Texts of values in rules, the log, and what is told to one player.
#include "match/flow.h"
#include "match/view.h"
#include "vm/collections.h"

#include <algorithm>

namespace tgdl {

namespace {

bool is_hidden_word(Value part) {
    return part.is(Tag::Program) && part.thing_kind() == ThingKind::HiddenWord;
}

// Its text is the same for every viewer.
bool looks_alike(Value part) {
    return !part.is_instance() && !part.is_collection() && !is_hidden_word(part);
}

} // namespace

Outcome MatchFlow::take_showing_fault() {
    if (!showing_failed) {
        return Outcome::Next;
    }
    showing_failed = false;
    hypothetical_fault_ = true;
    return Outcome::Fault;
}

// Each part is shown to each viewer by what they may see. Nobody reads what is told in a trial.
Outcome MatchFlow::deliver(std::uint32_t to, std::uint32_t window, std::uint32_t count) {
    if (machine.trial > 0) {
        return Outcome::Next;
    }
    const auto joined = [&](std::uint32_t viewer_seat) {
        std::string text;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Value part = machine.values[window + i];
            if (!is_hidden_word(part)) {
                text += value_text(*this, viewer_seat, part);
                continue;
            }
            // An attribute: null for who may not see it.
            const Value instance = machine.values[window + i + 1];
            const bool seen =
                viewer_seat == kAllSeeing || sees_word(*this, viewer_seat, instance.handle(), part.index());
            text += value_text(*this, viewer_seat, seen ? machine.values[window + i + 2] : Value::null());
            i += 2;
        }
        return text;
    };
    Delivered delivered;
    delivered.to = to;
    delivered.text = joined(to == kNone ? kAllSeeing : to);
    state.output += delivered.text.size() + 1;
    if (state.output > machine.limits.output) {
        return machine.fault_with(FaultId::TooMuchOutput);
    }
    const auto parts = machine.values.begin() + window;
    if (program_->hides && to == kNone && std::all_of(parts, parts + count, looks_alike)) {
        delivered.seen.assign(players_ + 1, delivered.text);
    } else if (program_->hides && to == kNone) {
        for (std::uint32_t player = 0; player < players_; ++player) {
            delivered.seen.push_back(joined(player));
        }
        delivered.seen.push_back(joined(kSpectator));
    }
    pending.push_back(std::move(delivered));
    return take_showing_fault();
}

Outcome MatchFlow::native_texts(NativeId native, std::uint32_t window, std::uint32_t count) {
    switch (native) {
    case NativeId::JoinTexts: {
        std::string text;
        for (std::uint32_t i = 0; i < count; ++i) {
            text +=
                value_text(*this, machine.viewer == kNone ? kAllSeeing : machine.viewer, machine.values[window + i]);
        }
        const Value joined = make_text(machine, text);
        if (joined.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        machine.values[window] = joined;
        return take_showing_fault();
    }
    case NativeId::Log: {
        const Outcome outcome = deliver(kNone, window, count);
        machine.values[window] = Value::null();
        return outcome;
    }
    case NativeId::Tell: {
        const Value player = machine.values[window];
        if (player.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"tell"});
        }
        const Outcome outcome = deliver(to_player(player.as_number()), window + 1, count - 1);
        machine.values[window] = Value::null();
        return outcome;
    }
    default: return Outcome::Next;
    }
}

} // namespace tgdl
