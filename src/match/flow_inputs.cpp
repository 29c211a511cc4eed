// Filling one input: who is asked, what the candidates are, lists, several players at once.
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/input_frame.h"
#include "match/view.h"
#include "vm/collections.h"
#include "vm/places.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::uint32_t kMaxCandidates = 1'000'000;

} // namespace

Frame& MatchFlow::push_input(std::uint32_t base, InputIndex input, std::uint32_t context, std::uint32_t target) {
    Frame& frame = push(FrameKind::FillInput, base, kInputValues);
    frame.code = context;
    value(frame, kInputWhich) = packed(input, target);
    value(frame, kInputChooser) = packed(0, target);
    value(frame, kInputPosition) = packed(0, 0);
    value(frame, kInputAnswered) = packed(0, 0);
    return frame;
}

// An input in the middle of code: the frame on top is the code that asks.
Outcome MatchFlow::ask(InputIndex input, std::uint32_t window) {
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    const std::uint32_t context = top().base;
    std::uint32_t target = active();
    if (machine.frames.size() >= 2) {
        const Frame& below = machine.frames[machine.frames.size() - 2];
        if (below.kind == FrameKind::RunAction) { // the effect itself, not a function it calls
            std::uint32_t chosen = low_half(machine.values[below.base + 3]);
            if (chosen == kNone) {
                const Value instance = machine.values[context];
                const Outcome outcome = default_target(instance, chosen);
                if (outcome != Outcome::Next) {
                    return outcome;
                }
                machine.values[below.base + 3] = packed(chosen, high_half(machine.values[below.base + 3]));
            }
            target = chosen;
        }
    }
    push_input(window, input, context, target);
    return Outcome::Pushed;
}

Outcome MatchFlow::evaluate_part(const Context& context, ChunkIndex chunk, Value candidate, Value element, Value& result) {
    const std::uint32_t reg = context.input->reg;
    part_context_.assign(machine.values.begin() + context.base, machine.values.begin() + context.base + reg);
    part_context_.push_back(candidate);
    part_context_.push_back(Value::number(context.chooser));
    part_context_.push_back(element);
    const Outcome outcome = machine.evaluate(chunk, part_context_, machine.live_top, result);
    hypothetical_fault_ = hypothetical_fault_ || outcome == Outcome::Fault;
    return outcome;
}

// Puts those the player sees first, by age; then the others by where they are, never by age.
void MatchFlow::order_for(std::uint32_t player, std::vector<Handle>& instances) {
    struct Hidden {
        Handle handle = 0;
        std::uint32_t place = 0;    // where the place comes among places: its own age
        std::uint32_t position = 0; // in the place; nowhere: a number drawn for the viewer
    };
    std::vector<Hidden> hidden;
    std::vector<Handle> seen;
    const std::uint64_t key = *machine.memory.unlogged(kRandomWord);
    for (const Handle instance : instances) {
        if (sees_instance(*this, player, instance)) {
            seen.push_back(instance);
            continue;
        }
        Hidden entry{instance, kNone, 0};
        if (machine.class_info(instance).kind == ClassKind::Interactable) {
            const Handle deck = deck_of(machine, instance);
            const Handle tile = tile_of(machine, instance);
            if (deck != 0) {
                entry.place = machine.age_of(deck);
                entry.position = deck_position(machine, deck, instance);
            } else if (tile != 0) {
                entry.place = machine.age_of(tile);
                for (Handle piece = machine.memory.half(tile + kTilePiecesWord, 0); piece != instance && piece != 0;
                     piece = machine.memory.half(piece + kPieceLinkWord, 0)) {
                    ++entry.position;
                }
            }
        }
        if (entry.place == kNone) {
            std::uint64_t mixed = key ^ (std::uint64_t{machine.age_of(instance)} * 0x9E3779B97F4A7C15ULL)
                                  ^ (std::uint64_t{player} << 56U);
            mixed ^= mixed >> 29U;
            mixed *= 0xBF58476D1CE4E5B9ULL;
            entry.position = static_cast<std::uint32_t>(mixed >> 32U);
        }
        hidden.push_back(entry);
    }
    if (hidden.empty()) {
        return;
    }
    std::stable_sort(hidden.begin(), hidden.end(), [](const Hidden& a, const Hidden& b) {
        return a.place != b.place ? a.place < b.place : a.position < b.position;
    });
    instances = seen;
    for (const Hidden& entry : hidden) {
        instances.push_back(entry.handle);
    }
}

Outcome MatchFlow::raw_candidates(const Context& context, std::vector<Value>& out) {
    const InputInfo& input = *context.input;
    const ValueType& type = program_->types[input.element];
    if (input.options != kNone) {
        Value list;
        const Outcome outcome = evaluate_part(context, input.options, Value::null(), Value::null(), list);
        if (outcome == Outcome::Fail) {
            return Outcome::Next;
        }
        if (outcome != Outcome::Next && outcome != Outcome::Done) {
            return outcome;
        }
        if (list.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"options"});
        }
        const std::uint32_t length = walk_length(machine, list);
        for (std::uint32_t i = 0; i < length; ++i) {
            const Value candidate = walk_get(machine, list, i);
            if (!candidate.is_null() && machine.fits(candidate, input.element)
                && !(candidate.is_instance() && machine.class_of(candidate.handle()) == program_->blank_tile)) {
                out.push_back(candidate);
            }
        }
        return Outcome::Next;
    }
    if (input.low != kNone) {
        double bounds[3] = {0, 0, 1};
        const ChunkIndex chunks[3] = {input.low, input.high, input.step};
        for (std::size_t i = 0; i < 3; ++i) {
            if (chunks[i] == kNone) {
                continue;
            }
            Value bound;
            const Outcome outcome = evaluate_part(context, chunks[i], Value::null(), Value::null(), bound);
            if (outcome == Outcome::Fail) {
                return Outcome::Next;
            }
            if (outcome != Outcome::Next && outcome != Outcome::Done) {
                return outcome;
            }
            if (bound.is_null()) {
                return machine.fault_with(FaultId::NullArgument, {"range"});
            }
            bounds[i] = bound.as_number();
        }
        if (!(bounds[2] > 0)) {
            return machine.fault_with(FaultId::WrongStep, {number_text(bounds[2])});
        }
        if ((bounds[1] - bounds[0]) / bounds[2] >= kMaxCandidates) {
            return machine.fault_with(FaultId::TooManyCandidates, {input.name, std::to_string(kMaxCandidates)});
        }
        for (std::uint32_t i = 0; bounds[0] + i * bounds[2] <= bounds[1]; ++i) {
            out.push_back(Value::number(bounds[0] + i * bounds[2]));
        }
        return Outcome::Next;
    }
    switch (type.kind) {
    case ValueKind::Player:
        for (std::uint32_t player = 0; player < players_; ++player) {
            out.push_back(Value::number(player));
        }
        break;
    case ValueKind::Bool:
        out.push_back(Value::boolean(false));
        out.push_back(Value::boolean(true));
        break;
    case ValueKind::Instance: {
        found_instances_.clear(); // nothing below runs code
        machine.collect_tracked(type.first_class, type.last_class, found_instances_);
        if (program_->hides) {
            std::vector<Handle> ordered = found_instances_; // `visible` blocks are code
            order_for(context.chooser, ordered);
            found_instances_ = std::move(ordered);
        }
        for (const Handle instance : found_instances_) {
            out.push_back(Value::instance(instance));
        }
        break;
    }
    default: break; // the checker wants `options` or a range for the others
    }
    return Outcome::Next;
}

Outcome MatchFlow::passes_filters(const Context& context, Value candidate, bool& holds, const Condition** refused_by) {
    holds = true;
    for (const Condition& filter : context.input->filters) {
        Value answer;
        const Outcome outcome = evaluate_part(context, filter.chunk, candidate, candidate, answer);
        if (outcome != Outcome::Next && outcome != Outcome::Done && outcome != Outcome::Fail) {
            return outcome;
        }
        if (outcome != Outcome::Fail && answer.is_null()) {
            return machine.fault_with(FaultId::NullCondition);
        }
        holds = outcome != Outcome::Fail && answer.as_bool();
        if (!holds) {
            if (refused_by != nullptr) {
                *refused_by = &filter;
            }
            return Outcome::Next;
        }
    }
    return Outcome::Next;
}

Outcome MatchFlow::candidates(const Context& context, std::vector<Value>& out) {
    Outcome outcome = raw_candidates(context, out);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < out.size() && outcome == Outcome::Next; ++i) {
        bool holds = true;
        outcome = passes_filters(context, out[i], holds);
        if (holds) {
            out[kept++] = out[i];
        }
    }
    out.resize(outcome == Outcome::Next ? kept : 0);
    return outcome;
}

Outcome MatchFlow::count_bounds(const Context& context, std::uint32_t& low, std::uint32_t& high) {
    low = 0;
    high = kNone;
    const InputInfo& input = *context.input;
    if (input.count_low == kNone) {
        return Outcome::Next;
    }
    const auto read = [&](ChunkIndex chunk, std::uint32_t& bound) {
        Value number;
        const Outcome outcome = evaluate_part(context, chunk, context.list, Value::null(), number);
        if (outcome != Outcome::Next && outcome != Outcome::Done) {
            return outcome;
        }
        if (number.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"count"});
        }
        const double whole = std::trunc(number.as_number());
        bound = whole <= 0 ? 0 : static_cast<std::uint32_t>(std::min(whole, 4e9));
        return Outcome::Next;
    };
    Outcome outcome = read(input.count_low, low);
    high = low;
    if (outcome == Outcome::Next && input.count_high != kNone) {
        outcome = read(input.count_high, high);
    }
    return outcome;
}

Outcome MatchFlow::list_is_complete(const Context& context, bool& complete) {
    complete = false;
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    Outcome outcome = count_bounds(context, low, high);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const std::uint32_t length = list_length(machine, context.list.handle());
    if (length < low || length > high) {
        return Outcome::Next;
    }
    for (const Condition& filter : context.input->list_filters) {
        Value answer;
        outcome = evaluate_part(context, filter.chunk, context.list, Value::null(), answer);
        if (outcome == Outcome::Fail) {
            return Outcome::Next;
        }
        if (outcome != Outcome::Next && outcome != Outcome::Done) {
            return outcome;
        }
        if (answer.is_null()) {
            return machine.fault_with(FaultId::NullCondition);
        }
        if (!answer.as_bool()) {
            return Outcome::Next;
        }
    }
    complete = true;
    return Outcome::Next;
}

Outcome MatchFlow::fill_auto(const Context& context, bool& found, Value& result) {
    std::vector<Value> all;
    const Outcome outcome = candidates(context, all);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const InputInfo& input = *context.input;
    found = true;
    if (input.is_list) {
        result = make_list(machine, input.type, static_cast<std::uint32_t>(all.size()));
        if (result.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        for (const Value candidate : all) {
            list_add(machine, result.handle(), candidate);
        }
        return Outcome::Next;
    }
    if (all.size() > 1) {
        std::string listed;
        for (std::size_t i = 0; i < all.size() && i < 10; ++i) {
            listed += (i == 0 ? "" : ", ") + text_of(all[i]);
        }
        return machine.fault_with(FaultId::ManyAutoCandidates, {input.name, listed + (all.size() > 10 ? ", …" : "")});
    }
    result = all.empty() ? Value::null() : all[0];
    found = !all.empty() || input.optional;
    return Outcome::Next;
}

// May a caller give this value for the input?
Outcome MatchFlow::argument_fits(const Context& context, Value argument, bool& fits) {
    const InputInfo& input = *context.input;
    fits = false;
    if (argument.is_null()) {
        fits = input.optional;
        return Outcome::Next;
    }
    if (input.mode == InputMode::Players) {
        fits = true;
        return Outcome::Next;
    }
    std::vector<Value> all;
    Outcome outcome = candidates(context, all);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const auto is_candidate = [&](Value one) {
        return std::any_of(all.begin(), all.end(), [&](Value other) { return same_value(machine, one, other); });
    };
    if (!input.is_list) {
        fits = is_candidate(argument);
        return Outcome::Next;
    }
    for (std::uint32_t i = 0; i < walk_length(machine, argument); ++i) {
        if (!is_candidate(walk_get(machine, argument, i))) {
            return Outcome::Next;
        }
    }
    Context whole = context;
    whole.list = argument;
    return list_is_complete(whole, fits);
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
        const Value list = make_list(machine, input.type, 4);
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
        Value who;
        const Outcome outcome = machine.evaluate(input.who, part_context_, machine.live_top, who);
        if (outcome != Outcome::Next && outcome != Outcome::Done) {
            return outcome;
        }
        if (who.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {input.mode == InputMode::Player ? "player" : "players"});
        }
        if (input.mode == InputMode::Player) {
            value(top(), kInputChooser) = packed(0, to_player(who.as_number()));
        } else {
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
        }
    }
    return start_chooser();
}

// There is nothing (more) to pick for the present chooser.
Outcome MatchFlow::end_without_options() {
    const InputInfo& input = program_->inputs[low_half(value(top(), kInputWhich))];
    const bool picked = high_half(value(top(), kInputPosition)) > 0;
    if (input.is_list) {
        bool complete = false;
        const Outcome outcome = list_is_complete(context_of(top()), complete);
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
    if (!list_add(machine, list.handle(), given)) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    value(top(), kInputPosition) = packed(high_half(answered) + 1, high_half(value(top(), kInputPosition)) + 1);
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    const Outcome outcome = count_bounds(context_of(top()), low, high);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    if (list_length(machine, list.handle()) >= high) {
        return end_without_options();
    }
    top().at = kInputAsk;
    return Outcome::Pushed;
}

Outcome MatchFlow::step_fill_input() {
    switch (top().at) {
    case kInputStart: return start_input();
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
    if (any || (machine.trial > 0 && !offered.options.empty() && high_half(value(top(), kInputPosition)) == 0
                && offered.options[0].kind == OptionKind::None)) {
        return Outcome::Wait;
    }
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
    for (std::uint32_t i = first; i < all.size(); ++i) {
        const auto left = static_cast<std::uint32_t>(all.size()) - i;
        if (input.is_list && (picks + left < low || picks >= high)) {
            break; // too few are left to complete the list
        }
        Option option;
        option.value = all[i];
        option.number = i;
        option.hidden = all[i].is_instance() && program_->hides && !sees_instance(*this, out.player, all[i].handle());
        out.options.push_back(option);
    }
    if (out.options.empty()) {
        return Outcome::Next;
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
