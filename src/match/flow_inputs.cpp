// Filling one input: who is asked, what the candidates are, lists, several players at once.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/input_frame.h"
#include "match/view.h"
#include "vm/collections.h"
#include "vm/positions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace tgdl {

Frame& MatchFlow::push_input(std::uint32_t base, InputIndex input, std::uint32_t context, std::uint32_t target) {
    Frame& frame = push(FrameKind::FillInput, base, kInputValues);
    frame.code = context;
    value(frame, kInputWhich) = packed(input, target);
    value(frame, kInputChooser) = packed(0, target);
    value(frame, kInputPosition) = packed(0, 0);
    value(frame, kInputAnswered) = packed(0, 0);
    return frame;
}

// Whom the code on top asks when it does not say: in the effect of an action itself who fills its inputs, in a function,
// phase or setup the active player.
Outcome MatchFlow::asked_player(std::uint32_t& player) {
    player = active();
    const std::size_t count = machine.frames.size();
    if (count >= 2 && machine.frames[count - 2].kind == FrameKind::ChooseAction) {
        player = state.chooser; // the effect of an action that is played lightly
        return Outcome::Next;
    }
    if (count < 2 || machine.frames[count - 2].kind != FrameKind::RunAction) {
        return Outcome::Next;
    }
    const std::uint32_t base = machine.frames[count - 2].base;
    const Value target = machine.values[base + kActionTarget];
    player = low_half(target);
    if (player != kNone) {
        return Outcome::Next;
    }
    const Outcome outcome = default_target(machine.values[base + kActionThis], player);
    if (outcome == Outcome::Next) {
        machine.values[base + kActionTarget] = packed(player, high_half(target)); // a member drawn once stays
    }
    return outcome;
}

// An input in the middle of code: the frame on top is the code that asks.
Outcome MatchFlow::ask(InputIndex input, std::uint32_t window) {
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    const std::uint32_t context = top().base;
    std::uint32_t target = 0;
    const Outcome outcome = asked_player(target);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    if (has_surely_none(input, context, target)) {
        line.push_back(kNothingToPick);
        machine.values[context + program_->inputs[input].reg] = Value::null();
        return Outcome::Next; // with its `else` block
    }
    push_input(window, input, context, target);
    return Outcome::Pushed;
}

// There is an `else` block, and nothing to choose from: nobody need be asked.
bool MatchFlow::has_surely_none(InputIndex index, std::uint32_t base, std::uint32_t chooser) {
    if (!program_->inputs[index].plan.is_asked_first) {
        return false;
    }
    Context context;
    context.input = &program_->inputs[index];
    context.base = base;
    context.chooser = chooser;
    // What goes wrong goes wrong again when it is asked, and is reported from there.
    std::vector<Value> all;
    return candidates(context, all) == Outcome::Next && all.empty();
}

// ---- the activity ---------------------------------------------------------------------------------------------------

MatchFlow::Context MatchFlow::context_of(const Frame& frame) {
    Context context;
    context.input = &program_->inputs[low_half(value(frame, kInputWhich))];
    context.base = frame.code;
    context.chooser = high_half(value(frame, kInputChooser));
    context.list = value(frame, kInputList);
    return context;
}

// The input has its value (or there is no candidate): hands it on and pops.
Outcome MatchFlow::finish_input(Value given, Report report) {
    const Frame frame = top();
    const InputInfo& input = program_->inputs[low_half(value(frame, kInputWhich))];
    machine.values[frame.code + input.reg] = given;
    pop(report);
    if (top().kind == FrameKind::Code) {
        if (report == Report::NoCandidate && !input.has_else) {
            const Instruction asked = program_->chunks[top().code].code[top().at - 1];
            if (asked.op == Operation::AskAuto) {
                return machine.fault_with(FaultId::NoAutoCandidate, {input.name});
            }
            machine.set_reason(Value::null());
            return Outcome::Fail;
        }
        if (report == Report::Done && input.has_else) {
            ++top().at; // past the jump to the `else` block
        }
    }
    return Outcome::Pushed;
}

// One chooser is done: with a value, or null for none.
Outcome MatchFlow::finish_chooser(Value given, Report report) {
    const InputInfo& input = program_->inputs[low_half(value(top(), kInputWhich))];
    if (input.mode != InputMode::Players) {
        return finish_input(given, report);
    }
    if (!given.is_null() && report == Report::Done
        && !table_set(machine, value(top(), kInputTable).handle(),
                      Value::number(high_half(value(top(), kInputChooser))), given)) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    value(top(), kInputChooser) = packed(low_half(value(top(), kInputChooser)) + 1, 0);
    return start_chooser();
}

// Asks the next of several players, or the one there is.
Outcome MatchFlow::start_chooser() {
    const InputInfo& input = program_->inputs[low_half(value(top(), kInputWhich))];
    if (input.mode == InputMode::Players) {
        const Value list = value(top(), kInputPlayers);
        const std::uint32_t position = low_half(value(top(), kInputChooser));
        if (position >= list_length(machine, list.handle())) {
            return finish_input(value(top(), kInputTable), Report::Done);
        }
        const Value player = list_get(machine, list.handle(), position);
        if (player.is_null()) {
            return machine.fault_with(FaultId::NotPlayers, {input.name});
        }
        value(top(), kInputChooser) = packed(position, to_player(player.as_number()));
    }
    if (input.is_list) {
        const Value list = input.is_amounts ? make_table(machine, input.type) : make_list(machine, input.type, 4);
        if (list.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        value(top(), kInputList) = list;
        value(top(), kInputPosition) = packed(0, 0);
    }
    top().at = kInputAsk;
    return Outcome::Pushed;
}

Outcome MatchFlow::start_input() {
    const InputInfo& input = program_->inputs[low_half(value(top(), kInputWhich))];
    if (input.mode == InputMode::Auto) {
        bool found = false;
        Value result;
        const Outcome outcome = fill_auto(context_of(top()), found, result);
        return outcome != Outcome::Next ? outcome : finish_input(result, found ? Report::Done : Report::NoCandidate);
    }
    if (input.mode == InputMode::Player || input.mode == InputMode::Players) {
        const std::uint32_t base = top().code;
        part_context_.assign(machine.values.begin() + base, machine.values.begin() + base + input.reg);
        const std::uint32_t above = top().top;
        const Chunk& code = program_->chunks[input.who];
        if (!code.pure && code.constant == kNone) { // it may ask somebody: nothing of it is hypothetical
            top().at = kInputWhoKnown;
            machine.reserve(above + input.reg);
            std::ranges::copy(part_context_, machine.values.begin() + above);
            return machine.push_code(input.who, above);
        }
        Value who;
        const Outcome outcome = machine.evaluate(input.who, part_context_, above, who);
        return outcome == Outcome::Next || outcome == Outcome::Done ? take_who(who) : outcome;
    }
    return start_chooser();
}

// What `player` or `players` gives.
Outcome MatchFlow::take_who(Value who) {
    const InputInfo& input = program_->inputs[low_half(value(top(), kInputWhich))];
    if (who.is_null()) {
        return machine.fault_with(FaultId::NullArgument, {input.mode == InputMode::Player ? "player" : "players"});
    }
    if (input.mode == InputMode::Player) {
        value(top(), kInputChooser) = packed(0, to_player(who.as_number()));
        return start_chooser();
    }
    // A copy: the list may change while they choose.
    const std::uint32_t length = walk_length(machine, who);
    const Value copy = make_list(machine, kNone, length);
    const Value table = make_table(machine, input.table_type);
    if (copy.is_null() || table.is_null()) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    for (std::uint32_t i = 0; i < length; ++i) {
        list_add(machine, copy.handle(), walk_get(machine, who, i));
    }
    value(top(), kInputPlayers) = copy;
    value(top(), kInputTable) = table;
    value(top(), kInputChooser) = packed(0, 0);
    begin_simultaneous_choice();
    return start_chooser();
}

// There is nothing (more) to pick for the present chooser.
Outcome MatchFlow::end_without_options() {
    const InputInfo& input = program_->inputs[low_half(value(top(), kInputWhich))];
    const bool picked = high_half(value(top(), kInputPosition)) > 0;
    if (input.is_list) {
        bool complete = false;
        const Outcome outcome = note_clause(list_is_complete(context_of(top()), complete));
        if (outcome != Outcome::Next) {
            return outcome;
        }
        if (complete || (input.optional && !picked)) {
            return finish_chooser(value(top(), kInputList), Report::Done);
        }
        if (picked) {
            machine.set_reason(Value::null());
            return Outcome::Fail; // a dead end: such a pick is not offered
        }
        return finish_chooser(Value::null(), Report::NoCandidate);
    }
    return finish_chooser(Value::null(), input.optional ? Report::Done : Report::NoCandidate);
}

Outcome MatchFlow::take_answer() {
    const InputInfo& input = program_->inputs[low_half(value(top(), kInputWhich))];
    const Value answered = value(top(), kInputAnswered);
    const auto kind = static_cast<OptionKind>(low_half(answered));
    const Value given = value(top(), kInputAnswer);
    value(top(), kInputAnswer) = Value::null();
    if (kind == OptionKind::None) {
        return finish_chooser(Value::null(), Report::Done);
    }
    if (!input.is_list) {
        return finish_chooser(given, Report::Done);
    }
    const Value list = value(top(), kInputList);
    if (kind == OptionKind::Done) {
        return finish_chooser(list, Report::Done);
    }
    const bool added = input.is_amounts ? add_amount(list.handle(), given) : list_add(machine, list.handle(), given);
    if (!added) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    const std::uint32_t next = high_half(answered) + (input.is_amounts ? 0 : 1); // there may be more of the same kind
    value(top(), kInputPosition) = packed(next, high_half(value(top(), kInputPosition)) + 1);
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    const Outcome outcome = note_clause(count_bounds(context_of(top()), low, high));
    if (outcome != Outcome::Next) {
        return outcome;
    }
    if (high_half(value(top(), kInputPosition)) >= high) {
        return end_without_options();
    }
    top().at = kInputAsk;
    return Outcome::Pushed;
}

Outcome MatchFlow::step_fill_input() {
    switch (top().at) {
    case kInputStart: return start_input();
    case kInputWhoKnown: return take_who(machine.values[top().top]);
    case kInputAnswerGiven: return take_answer();
    default: break;
    }
    Decision& offered = offered_decision();
    const Outcome outcome = list_options(offered, machine.trial > 0);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const bool any = std::any_of(offered.options.begin(), offered.options.end(),
                                 [](const Option& option) { return option.kind == OptionKind::Value; });
    // While trying, one legal option of any kind is all there is to know.
    if (any
        || (machine.trial > 0 && !offered.options.empty() && high_half(value(top(), kInputPosition)) == 0
            && offered.options[0].kind == OptionKind::None)) {
        return Outcome::Wait;
    }
    line.push_back(kNothingToPick); // what is decided after this is not what would have been decided here
    return end_without_options();
}

// Options of a waiting FillInput frame, as filters and counts let them through.
Outcome MatchFlow::options_of_input(const Frame& frame, Decision& out) {
    const Context context = context_of(frame);
    const InputInfo& input = *context.input;
    out.kind = DecisionKind::Input;
    out.player = context.chooser;
    out.input = low_half(value(frame, kInputWhich));
    std::vector<Value> all;
    Outcome outcome = candidates(context, all);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    std::uint32_t first = 0;
    std::uint32_t low = 0;
    std::uint32_t high = kNone;
    std::uint32_t picks = 0;
    bool complete = false;
    if (input.is_list) {
        first = low_half(value(frame, kInputPosition));
        picks = high_half(value(frame, kInputPosition));
        outcome = count_bounds(context, low, high);
        if (outcome == Outcome::Next) {
            outcome = list_is_complete(context, complete);
        }
        if (outcome != Outcome::Next) {
            return outcome;
        }
    }
    std::vector<double> amounts;
    double left = static_cast<double>(all.size()) - first; // picks that can still be made
    if (input.is_amounts) {
        outcome = amounts_left(context, all, amounts);
        if (outcome != Outcome::Next) {
            return outcome;
        }
        left =
            std::accumulate(amounts.begin() + std::min<std::ptrdiff_t>(first, std::ssize(amounts)), amounts.end(), 0.0);
    }
    const ReachabilityScope reach(reachability_cache);
    for (std::uint32_t i = first; i < all.size(); ++i) {
        if (input.is_list && (picks + left < low || picks >= high || low > high)) {
            break; // too few are left to complete the list, or no length fits
        }
        left -= input.is_amounts ? amounts[i] : 1;
        if (input.is_amounts && amounts[i] < 1) {
            continue;
        }
        Option option;
        option.value = all[i];
        option.number = i;
        option.hidden = all[i].is_instance() && program_->hides && !sees_instance(*this, out.player, all[i].handle());
        out.options.push_back(option);
    }
    outcome = take_view_fault();
    if (out.options.empty() || outcome != Outcome::Next) {
        return outcome;
    }
    if (input.optional && picks == 0) {
        Option none;
        none.kind = OptionKind::None;
        out.options.push_back(none);
    }
    if (input.is_list && complete) {
        Option done;
        done.kind = OptionKind::Done;
        out.options.push_back(done);
    }
    return Outcome::Next;
}

} // namespace tgdl
