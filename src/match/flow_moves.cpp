// Listing and making whole moves without stepping from decision to decision.
//
// Most actions ask for their inputs and nothing else. Their moves are listed by going through the candidates of one input
// after the other on scratch registers, with no transaction and no copy; made, they are a transaction whose inputs are
// filled already. What each gives is the same as choosing step by step.
//
// Random games are little else than this, so what has one caller is inline.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/transaction_frame.h"
#include "vm/board_position.h"
#include "vm/single_step_destinations.h"

#include <algorithm>
#include <span>
#include <utility>

namespace tgdl {

// Fills input `next` on the scratch registers at `base` with each candidate in turn.
Outcome MatchFlow::list_inputs(const ActionInfo& action, std::uint32_t option, std::uint32_t next, std::uint32_t base,
                               MoveList& out) {
    const auto count = static_cast<std::uint32_t>(action.inputs.size());
    if (next == count) {
        // One action may have as many moves as its inputs have candidates, multiplied.
        if (!machine.charge(1 + count)) {
            return machine.budget_spent();
        }
        out.values.insert(out.values.end(), machine.values.begin() + base + 2,
                          machine.values.begin() + base + 2 + count);
        out.add(option, count, 1);
        return Outcome::Next;
    }
    const Context context = scratch_context(action.inputs[next], base);
    const std::uint32_t reg = base + 2 + next;
    if (context.input->mode == InputMode::Auto) {
        bool found = false;
        Value given;
        const Outcome outcome = fill_auto(context, found, given);
        if (outcome != Outcome::Next || !found) {
            return outcome;
        }
        machine.values[reg] = given;
        return list_inputs(action, option, next + 1, base, out);
    }
    if (out.candidates.size() <= next) {
        out.candidates.resize(next + 1);
    }
    out.candidates[next].clear();
    std::vector<Value> all = std::move(out.candidates[next]);
    Outcome outcome = candidates(context, all);
    if (context.input->optional) {
        all.push_back(Value::null());
    }
    for (std::size_t i = 0; i < all.size() && outcome == Outcome::Next; ++i) {
        machine.values[reg] = all[i];
        outcome = list_inputs(action, option, next + 1, base, out);
    }
    machine.values[reg] = Value::null();
    out.candidates[next] = std::move(all);
    return outcome;
}

// Is the only input where the action's own instance may go, and that alone?
bool MatchFlow::goes_to_destinations(const Context& context) const {
    return context.input->plan.takes_all_tiles && context.input->source.piece == 0 && context.input->filters.empty()
           && !context.input->optional && machine.may_eval_pure();
}

// Destinations by the fast path. False when there is none: nothing is added then.
bool MatchFlow::list_destinations(const Context& context, Value piece, std::vector<Value>& out) {
    const std::uint32_t movement = piece.is_instance() ? movement_of(context, piece.handle()) : kNone;
    if (movement == kNone || !program_->movements[movement].is_single_step) {
        return false;
    }
    const std::size_t before = out.size();
    if (single_step_destinations(machine, piece.handle(), movement, machine.live_top, out)) [[likely]] {
        return true;
    }
    out.resize(before);
    return false;
}

MatchFlow::Context MatchFlow::scratch_context(InputIndex input, std::uint32_t base) const {
    Context context;
    context.input = &program_->inputs[input];
    context.base = base;
    context.chooser = decision.player;
    return context;
}

// The usual case: one input, all its candidates at once.
Outcome MatchFlow::list_only_input(InputIndex input, std::uint32_t base, std::uint32_t& past, MoveList& out) {
    const Context context = scratch_context(input, base);
    const ActionIndex action = decision.options[past].action;
    const auto count = static_cast<std::uint32_t>(decision.options.size());
    const bool to_destinations = goes_to_destinations(context);
    do {
        const Value instance = decision.options[past].value;
        const std::size_t first = out.values.size();
        Outcome outcome = Outcome::Next;
        if (!to_destinations || !list_destinations(context, instance, out.values)) {
            machine.values[base] = instance;
            outcome = candidates(context, out.values);
            if (context.input->optional) {
                out.values.push_back(Value::null());
            }
        }
        out.add(past, 1, static_cast<std::uint32_t>(out.values.size() - first));
        if (outcome != Outcome::Next) {
            return outcome;
        }
        ++past;
    } while (past < count && decision.options[past].action == action);
    return Outcome::Next;
}

// The moves of an action whose only input is a tile without a mark, as long as no code is needed to find those.
inline void MatchFlow::list_tiles(InputIndex input, std::uint32_t& past, MoveList& out) {
    const InputInfo& info = program_->inputs[input];
    const ActionIndex action = decision.options[past].action;
    const auto count = static_cast<std::uint32_t>(decision.options.size());
    std::size_t first = out.values.size();
    while (past < count && decision.options[past].action == action && append_unset_tiles(info, out.values)) {
        if (info.optional) {
            out.values.push_back(Value::null());
        }
        out.add(past, 1, static_cast<std::uint32_t>(out.values.size() - first));
        first = out.values.size();
        ++past;
    }
}

Outcome MatchFlow::list_moves(std::uint32_t first, std::uint32_t& past, MoveList& out) {
    const ActionIndex index = decision.options[first].action;
    const InputIndex only = program_->actions[index].plan.only_input;
    past = first;
    if (only != kNone && program_->inputs[only].plan.scans_tiles) {
        list_tiles(only, past, out);
        if (past == decision.options.size() || decision.options[past].action != index) {
            return Outcome::Next;
        }
    }
    return list_by_running(index, past, out);
}

// The moves of the option `past` and those behind it with the same action, by code for their inputs.
Outcome MatchFlow::list_by_running(ActionIndex index, std::uint32_t& past, MoveList& out) {
    const ActionInfo& action = program_->actions[index];
    const ActionPlan& plan = program_->actions[index].plan;
    const std::uint32_t base = live_top();
    const auto count = static_cast<std::uint32_t>(action.inputs.size());
    machine.reserve(base + 2 + count);
    machine.live_top = base + 2 + count;
    machine.budget = Budget(machine.limits.steps);
    std::fill_n(machine.values.begin() + base, 2 + count, Value::null());
    // As in the transaction that the choice begins: who chose is known to its inputs.
    const std::uint32_t last = machine.memory.half(kActiveWord, 1);
    Mark mark;
    const bool asks_repeats = program_->counts_moments && program_->choice_plan.trials_ask_repeats;
    const bool prepares = plan.uses_event || asks_repeats;
    if (prepares) {
        mark = machine.memory.mark();
    }
    if (asks_repeats) {
        record_moment(machine, active());
    }
    if (plan.uses_event) {
        machine.values[base + 1] = make_choice_event(EventKind::PlayerChoice, decision.player, decision.player);
    }
    machine.memory.set_half(kActiveWord, 1, decision.player);
    Outcome outcome = Outcome::Next;
    if (plan.only_input != kNone) {
        outcome = list_only_input(plan.only_input, base, past, out);
    }
    while (outcome == Outcome::Next && past < decision.options.size() && decision.options[past].action == index) {
        machine.values[base] = decision.options[past].value;
        outcome = list_inputs(action, past, 0, base, out);
        past += outcome == Outcome::Next ? 1 : 0;
    }
    machine.memory.set_half(kActiveWord, 1, last);
    if (prepares) {
        machine.memory.rewind(mark);
    }
    machine.live_top = base;
    return outcome;
}

// A transaction whose effect asks nothing, throws nothing and goes well needs no frames of its own: the effect runs on top
// of the choice. When there is more to it, it is taken back as if it had not been tried.
inline MatchFlow::FastPathRun MatchFlow::run_fast_path(const Option& chosen, std::span<const Value> inputs) {
    FastPathRun run{state, machine.frames.size(), machine.memory.mark(), Outcome::Next};
    const std::uint32_t base = live_top();
    state.decisions += 1 + inputs.size();
    state.chooser = decision.player;
    state.transaction = TransactionKind::Choice;
    state.in_transaction = true;
    begin_counts(TransactionKind::Choice);
    empty_queue();
    if (program_->counts_moments) {
        record_moment(machine, active());
    }
    machine.memory.set_half(kActiveWord, 1, state.chooser);
    machine.reserve(base + 2 + static_cast<std::uint32_t>(inputs.size()));
    Value* const registers = machine.values.data() + base;
    registers[0] = chosen.value;
    registers[1] = Value::null();
    for (std::size_t i = 0; i < inputs.size(); ++i) { // a few: no call
        registers[2 + i] = inputs[i];
    }
    run.outcome = machine.push_code(program_->actions[chosen.action].effect, base);
    if (run.outcome == Outcome::Pushed) {
        run.outcome = machine.run(run.floor);
    }
    return run;
}

inline MatchFlow::FastPath MatchFlow::result_of(const FastPathRun& run) const {
    switch (run.outcome) {
    case Outcome::Over: return FastPath::Made;
    case Outcome::Done: return machine.memory.half(kQueueWord, 0) == 0 ? FastPath::Made : FastPath::Unsupported;
    case Outcome::Fail: return FastPath::Illegal;
    default: return FastPath::Unsupported;
    }
}

void MatchFlow::take_back(const FastPathRun& run) {
    machine.pop_to(run.floor);
    machine.memory.rewind(run.mark);
    pending.clear();
    line.clear(); // as it is between transactions
    state = run.before;
}

// A choice whose effect was all there is to it, played without a frame for the transaction.
inline void MatchFlow::keep_choice(Mark mark) {
    state.idle_passes = 0;
    state.idle_phases = 0;
    state.idle_draws = false;
    empty_queue();
    machine.memory.keep(mark);
    settle(TransactionOutcome::Kept);
    state.in_transaction = false;
    refused.clear();
    line.clear();
    deliver_pending();
    collect_when_due();
}

// Would the options of the choice that was just made be listed again for the next?
inline bool MatchFlow::offers_the_same() const {
    return program_->choice_plan.steady_choices != 0 && decision.options.size() == program_->choice_plan.steady_choices
           && listing == Listing::Untried && machine.memory.half(kGameActionsWord, 0) == 0;
}

// Goes on from the ChooseAction frame on top, whose choice was kept: straight to the next one where nothing comes between.
inline void MatchFlow::offer_next_choice() {
    Frame& frame = top();
    if (program_->choice_plan.is_choice_next && machine.memory.half(kSimultaneousWord, 0) == 0) {
        frame.code = active();
        machine.live_top = frame.top;
        if (offers_the_same()) {
            decision.player = frame.code;
            state.steps_left = machine.budget.steps();
            return;
        }
        if (list_options(decision, false) == Outcome::Next && !decision.options.empty()) [[likely]] {
            state.steps_left = machine.budget.steps();
            deliver_pending();
            return;
        }
    }
    top().at = 1; // chosen
    state.report = Report::Kept;
    advance_on(Outcome::Pushed);
}

inline MatchFlow::FastPath MatchFlow::play_fast_path(const Option& chosen, std::span<const Value> inputs) {
    const FastPathRun run = run_fast_path(chosen, inputs);
    const FastPath result = result_of(run);
    if (result != FastPath::Made) {
        // One that asks something may ask nothing the next time.
        lacks_fast_path_[chosen.action] = result == FastPath::Unsupported && top().kind != FrameKind::FillInput ? 1 : 0;
        take_back(run);
    } else if (run.outcome == Outcome::Over) {
        machine.memory.keep(run.mark);
        advance_on(run.outcome);
    } else {
        keep_choice(run.mark);
        offer_next_choice();
    }
    return result;
}

MatchFlow::FastPath MatchFlow::try_move(const MoveList& list, std::size_t index) {
    const ListedMove move = list[index];
    const Option chosen = decision.options[move.option];
    if (!has_fast_path(chosen.action)) {
        return FastPath::Unsupported;
    }
    const FastPathRun run = run_fast_path(chosen, inputs_of(list, move.first_value, program_->actions[chosen.action]));
    const FastPath result = result_of(run);
    take_back(run);
    return result;
}

MatchFlow::RandomWords MatchFlow::random_words() const {
    RandomWords words{};
    std::copy_n(machine.memory.words() + kRandomWord, words.size(), words.begin());
    return words;
}

// Makes a listed move. False when it is undone: the match waits as before.
bool MatchFlow::play_move(const MoveList& list, std::size_t index) {
    const ListedMove move = list[index];
    const Option chosen = decision.options[move.option];
    const ActionInfo& action = program_->actions[chosen.action];
    const std::uint32_t player = decision.player;
    const auto count = static_cast<std::uint32_t>(action.inputs.size());
    const std::span<const Value> inputs = inputs_of(list, move.first_value, action);
    if (has_fast_path(chosen.action)) {
        switch (play_fast_path(chosen, inputs)) {
        case FastPath::Made: return true;
        case FastPath::Illegal: return false;
        case FastPath::Unsupported: break;
        }
    }
    const FlowState before = state;
    state.decisions += 1 + count;
    state.chooser = player;
    top().at = 1; // ChooseAction: chosen
    begin_transaction(TransactionKind::Choice, chosen.value, chosen.action, Value::null());
    machine.memory.set_half(kActiveWord, 1, player);
    Value event;
    const ActionPlan& plan = program_->actions[chosen.action].plan;
    if (plan.uses_event) {
        event = make_choice_event(EventKind::PlayerChoice, player, player);
        value(top(), kEvent) = event;
    }
    top().at = 1; // Transaction: its body runs
    Frame& frame = push_action(top().top, chosen.action, ActionMode::Chosen, chosen.value, event, player);
    for (std::uint32_t i = 0; i < count; ++i) {
        value(frame, kActionInputs + i) = inputs[i];
    }
    skip_to_effect();
    tentative_ = action.may_fail;
    const RandomWords generator = random_words();
    advance_on(plan.raises_action_events || is_traced() ? Outcome::Pushed : run_effect_at_once());
    tentative_ = false;
    if (!tentative_failed_) {
        return true;
    }
    tentative_failed_ = false;
    const std::size_t transaction = transaction_frame();
    const Frame failed = machine.frames[transaction - 1];
    const Value mark_a = value(failed, kMarkA);
    machine.memory.rewind({low_half(mark_a), high_half(mark_a), low_half(value(failed, kMarkB))});
    machine.pop_to(transaction - 1);
    std::ranges::copy(generator, machine.memory.unlogged(kRandomWord));
    top().at = 0;
    pending.clear();
    state = before;
    return false;
}

} // namespace tgdl
