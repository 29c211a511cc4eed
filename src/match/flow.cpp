#include "match/flow.h"

#include "base/random.h"
#include "match/action_frame.h"
#include "match/frame_words.h"
#include "match/transaction_frame.h"
#include "match/view.h"
#include "vm/collections.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::uint32_t kIdlePassesUntilStuck = 1000;
// Where random numbers are drawn, something may still come of the next pass.
constexpr std::uint32_t kIdlePassesWithDraws = 100'000;
// A match that goes on by itself for as many steps as so many transactions may take will never ask anybody.
constexpr std::uint64_t kTransactionsBetweenDecisions = 100;

// Most lists of a match that waits are empty, and stay so.
template <typename List>
void copy_list(List& to, const List& from) {
    if (!to.empty() || !from.empty()) {
        to = from;
    }
}

} // namespace

MatchFlow::MatchFlow(std::shared_ptr<const Program> program, std::uint32_t players, const MatchSeed& seed,
                     const Limits& limits)
    : machine(*program, players),
      program_(std::move(program)),
      players_(players),
      lacks_fast_path_(program_->actions.size()) {
    std::ranges::transform(program_->actions, lacks_fast_path_.begin(), [](const ActionInfo& action) {
        return static_cast<std::uint8_t>(action.plan.has_fast_path ? 0 : 1);
    });
    machine.flow = this;
    machine.limits = limits;
    machine.memory.set_limit(limits.words);
    machine.memory.reset(machine.layout.end);
    const RandomState generator = seed_random(seed.key);
    static_assert(sizeof(RandomState) <= (kFixedWords - kRandomWord) * sizeof(Word));
    std::memcpy(machine.memory.unlogged(kRandomWord), &generator, sizeof(generator));
    machine.memory.set_half(kAgesWord, 0, 1);
    machine.memory.store(kTurnWord, packed(kNone, 0).bits);
    machine.memory.store(kActiveWord, packed(0, kNone).bits);
    for (Handle word = machine.layout.globals; word < machine.layout.end; ++word) {
        machine.memory.set_value(word, Value::null());
    }
    machine.frames.clear();
    push(FrameKind::Main, 0, 0);
}

MatchFlow::MatchFlow(const MatchFlow& other)
    : Flow(),
      machine(*other.program_, other.players_),
      program_(other.program_),
      players_(other.players_),
      lacks_fast_path_(other.lacks_fast_path_) {
    machine.flow = this;
    machine.limits = other.machine.limits;
    machine.memory.set_limit(machine.limits.words);
    copy_from(other);
}

void MatchFlow::copy_from(const MatchFlow& other) {
    machine.copy_state(other.machine);
    state = other.state;
    copy_list(line, other.line);
    copy_list(refused, other.refused);
    set_holes(other.holes);
    copy_list(texts, other.texts);
    copy_list(pending, other.pending);
    copy_list(reports, other.reports);
    decision = other.decision;
    listing = other.listing;
    person_names = other.person_names;
    if (other.state.status != MatchStatus::Waiting) {
        setup_failure = other.setup_failure;
        result = other.result;
    }
}

void MatchFlow::trace(const std::string& text) const {
    tracer(tracer_context, text);
}

bool MatchFlow::is_seen_in_trace(Handle instance) {
    const bool seen = sees_instance(*this, tracer_viewer, instance);
    view_failed = false;
    return seen;
}

std::string MatchFlow::traced_text(Value value) {
    std::string text = value_text(*this, tracer_viewer, value);
    view_failed = false;
    return text;
}

Frame& MatchFlow::push(FrameKind kind, std::uint32_t base, std::uint32_t size) {
    return machine.push_activity(kind, base, size);
}

void MatchFlow::pop(Report report) {
    state.report = report;
    machine.pop_to(machine.frames.size() - 1);
}

// ---- driving --------------------------------------------------------------------------------------------------------

Outcome MatchFlow::step() {
    machine.live_top = top().top;
    switch (top().kind) {
    case FrameKind::Code: break;
    case FrameKind::Main: return step_main();
    case FrameKind::Transaction: return step_transaction();
    case FrameKind::Resolve: return step_resolve();
    case FrameKind::React: return step_react();
    case FrameKind::RunAction: return step_run_action();
    case FrameKind::RunPhase: return step_run_phase();
    case FrameKind::FillInput: return step_fill_input();
    case FrameKind::Pick: return step_pick();
    case FrameKind::MovePiece: return step_move_piece();
    case FrameKind::Pass: return step_pass();
    case FrameKind::Goals: return step_goals();
    case FrameKind::OffTurn: return step_off_turn();
    case FrameKind::Simultaneous: return step_simultaneous();
    case FrameKind::ChooseAction: return step_choose_action();
    }
    return Outcome::Pushed;
}

Outcome MatchFlow::drive(std::size_t floor) {
    return drive_on(Outcome::Pushed, floor);
}

// The step before ended like this.
Outcome MatchFlow::drive_on(Outcome outcome, std::size_t floor) {
    while (true) {
        if (outcome == Outcome::Cancel) {
            outcome = on_cancel();
        }
        // In a block that is evaluated, for an action that it has called: only the block fails.
        if (outcome == Outcome::Fail && machine.trial == 0 && machine.nesting == 0) {
            if (tentative_) {
                tentative_failed_ = true;
                return Outcome::Fail;
            }
            outcome = on_fail();
        }
        if (outcome != Outcome::Next && outcome != Outcome::Pushed && outcome != Outcome::Done) {
            return outcome;
        }
        if (machine.frames.size() <= floor) {
            return Outcome::Done;
        }
        if (machine.frames.size() > machine.limits.depth * std::size_t{4}) {
            return machine.fault_with(FaultId::TooDeep, {std::to_string(machine.limits.depth)});
        }
        const bool is_code = top().kind == FrameKind::Code;
        if (machine.tracks_secret_reads) [[unlikely]] {
            rules_ran = rules_ran || (is_code && machine.trial == 0);
        }
        outcome = is_code ? machine.run(floor) : step();
    }
}

// Undoes the transaction and leaves its frame popped, with Report::Failed.
Outcome MatchFlow::on_fail() {
    std::size_t at = machine.frames.size();
    while (at > 0 && machine.frames[at - 1].kind != FrameKind::Transaction) {
        --at;
    }
    if (at == 0) {
        return Outcome::Fail; // no transaction: only the setup of a test gets here
    }
    const Frame frame = machine.frames[at - 1];
    const Value mark_a = value(frame, kMarkA);
    const Value mark_b = value(frame, kMarkB);
    const std::string reason = machine.reason().is_null() ? std::string() : text_utf8(machine, machine.reason());
    machine.pop_to(at);
    machine.memory.rewind({low_half(mark_a), high_half(mark_a), low_half(mark_b)});
    pending.clear();
    if (is_traced()) {
        trace(fmt::format("undone: {}", reason.empty() ? "fail" : with_names(reason)));
    }
    settle(TransactionOutcome::Undone);
    const auto kind = static_cast<TransactionKind>(frame.code);
    switch (kind) {
    case TransactionKind::Setup:
        setup_failure = reason.empty() ? "setup failed" : "setup failed: " + with_names(reason);
        break;
    case TransactionKind::Choice:
    case TransactionKind::OffTurn:
    case TransactionKind::SimultaneousChoice: refuse_line(); [[fallthrough]];
    case TransactionKind::SimultaneousRun:
        if (!reason.empty()) {
            texts.push_back({reason, state.chooser, {}});
        }
        break;
    case TransactionKind::Phase:
    case TransactionKind::Pass:
    case TransactionKind::NoChoice:
    case TransactionKind::Goal: {
        if (kind == TransactionKind::Phase) {
            machine.memory.set_half(kPhaseWord, 1, 0); // it counts as done
        } else if (kind == TransactionKind::Pass) {
            ++state.idle_passes;
        }
        std::string what = "a pass";
        if (kind == TransactionKind::Phase) {
            what = "the phase " + phase().name;
        } else if (kind == TransactionKind::Goal) {
            what = "the goal " + program_->actions[low_half(value(frame, kWhat))].name;
        } else if (kind == TransactionKind::NoChoice) {
            what = "NoChoiceEvent";
        }
        reports.push_back(reason.empty() ? what + " failed and was undone"
                                         : what + " failed and was undone: " + reason);
        break;
    }
    }
    line.clear();
    state.in_transaction = false;
    pop(Report::Failed);
    return Outcome::Pushed;
}

// Undoes the action that is running; in the chosen action itself it is a `fail`.
Outcome MatchFlow::on_cancel() {
    std::size_t at = machine.frames.size();
    while (at > 0 && machine.frames[at - 1].kind != FrameKind::RunAction) {
        --at;
    }
    if (at == 0) {
        return Outcome::Fail;
    }
    const Frame frame = machine.frames[at - 1];
    const auto mode = static_cast<ActionMode>(frame.flags);
    if (mode == ActionMode::Chosen || mode == ActionMode::Prefilled || mode == ActionMode::Goal) {
        return Outcome::Fail;
    }
    if (is_traced()) {
        trace("cancelled");
    }
    const Value mark_a = value(frame, kActionMarkA);
    const Value mark_b = value(frame, kActionMarkB);
    machine.pop_to(at);
    machine.memory.rewind({low_half(mark_a), high_half(mark_a), low_half(mark_b)});
    pending.resize(std::min<std::size_t>(pending.size(), high_half(mark_b)));
    pop(Report::NotDone);
    return Outcome::Pushed;
}

LocationIndex MatchFlow::activity_place(const Frame& frame, std::string& name) const {
    if (frame.kind == FrameKind::FillInput) {
        const InputInfo& input = program_->inputs[low_half(machine.values[frame.base])];
        name = "input " + input.name;
        return input.place;
    }
    ActionIndex action = kNone;
    switch (frame.kind) {
    case FrameKind::RunAction: action = frame.code; break;
    case FrameKind::React: action = reacting_action(frame); break;
    case FrameKind::Goals: action = frame.at == 0 ? kNone : program_->goals[frame.at - 1]; break;
    default: break;
    }
    if (action == kNone) {
        return 0;
    }
    name = (program_->actions[action].is_goal ? "goal " : "action ") + program_->actions[action].name;
    return program_->actions[action].place;
}

void MatchFlow::end_with_fault() {
    for (std::size_t at = machine.frames.size(); at > 0; --at) {
        const Frame frame = machine.frames[at - 1];
        if (frame.kind == FrameKind::Transaction) {
            const Value mark_a = value(frame, kMarkA);
            machine.memory.rewind({low_half(mark_a), high_half(mark_a), low_half(value(frame, kMarkB))});
            break;
        }
    }
    machine.pop_to(0);
    pending.clear();
    settle(TransactionOutcome::Kept);
    state.in_transaction = false;
    state.status = MatchStatus::Error;
}

void MatchFlow::advance() {
    machine.budget = Budget(state.steps_left);
    advance_on(Outcome::Pushed);
}

void MatchFlow::advance_on(Outcome before) {
    const Outcome outcome = drive_on(before, 0);
    state.steps_left = machine.budget.steps();
    switch (outcome) {
    case Outcome::Wait: deliver_pending(); break;
    case Outcome::Over: finish_over(); break;
    case Outcome::Done: // Main has ended: `stuck`, or a setup that failed
    case Outcome::Fail: // of a tentative choice
        break;
    case Outcome::Next:
    case Outcome::Pushed:
    case Outcome::Cancel:
    case Outcome::Opaque:
    case Outcome::Fault: end_with_fault(); break;
    }
}

void MatchFlow::deliver_texts() {
    texts.insert(texts.end(), std::make_move_iterator(pending.begin()), std::make_move_iterator(pending.end()));
    pending.clear();
    for (const Frame& frame : machine.frames) { // what `cancel` drops comes after these
        if (frame.kind == FrameKind::RunAction) {
            Value& mark_b = value(frame, kActionMarkB);
            mark_b = packed(low_half(mark_b), 0);
        }
    }
}

// After `winner`: what was done stays; GameEndEvent may still log and tell.
void MatchFlow::finish_over() {
    for (std::size_t at = machine.frames.size(); at > 0; --at) {
        const Frame frame = machine.frames[at - 1];
        if (frame.kind == FrameKind::Transaction) {
            const Value mark_a = value(frame, kMarkA);
            machine.memory.keep({low_half(mark_a), high_half(mark_a), low_half(value(frame, kMarkB))});
            break;
        }
    }
    machine.pop_to(0);
    settle(TransactionOutcome::Kept);
    state.in_transaction = false;
    state.over = true;
    machine.memory.store(kQueueWord, 0);
    const ClassIndex index = program_->events[static_cast<std::size_t>(EventKind::GameEnd)];
    if (index != kNone) {
        const Value places = Value::collection(machine.memory.half(kResultWord, 0));
        const Value event = make_event(index, {places});
        Frame& frame = push(FrameKind::React, 0, 2);
        value(frame, 0) = event;
        state.steps_left = machine.limits.steps;
        machine.budget = Budget(state.steps_left);
        const Outcome outcome = drive(0);
        if (outcome == Outcome::Fault) {
            end_with_fault();
            return;
        }
        machine.pop_to(0);
    }
    deliver_pending();
    state.status = MatchStatus::Finished;
}

// ---- the match as a whole -------------------------------------------------------------------------------------------

Outcome MatchFlow::step_main() {
    Frame& frame = top();
    switch (frame.at) {
    case kSetup:
        frame.at = kAfterSetup;
        return begin_transaction(TransactionKind::Setup, Value::null(), 0, Value::null());
    case kAfterSetup:
        if (state.report == Report::Failed) {
            state.status = MatchStatus::Error;
            machine.pop_to(0);
            return Outcome::Pushed;
        }
        frame.at = kLoop;
        push(FrameKind::Goals, 0, 1);
        return Outcome::Pushed;
    case kCheckGoals:
        frame.at = kLoop;
        if (!program_->goals.empty()) {
            push(FrameKind::Goals, 0, 1);
            return Outcome::Pushed;
        }
        break;
    case kAfterChoice:
        if (state.report == Report::NothingToChoose) {
            if (program_->events[static_cast<std::size_t>(EventKind::NoChoice)] != kNone) {
                frame.at = kAfterNoChoice;
                frame.code = machine.memory.half(kPhaseWord, 0);
                return begin_transaction(TransactionKind::NoChoice, Value::null(), 0, Value::null());
            }
            frame.at = kCheckGoals;
            return begin_transaction(TransactionKind::Pass, Value::null(), 0, Value::null());
        }
        if (state.report == Report::Kept && program_->choice_plan.has_off_turn) {
            frame.at = kAfterOffTurn;
            push(FrameKind::OffTurn, 0, 2);
            top().code = state.chooser;
            return Outcome::Pushed;
        }
        frame.at = kLoop;
        if (state.report == Report::Kept && !program_->goals.empty()) {
            push(FrameKind::Goals, 0, 1);
            return Outcome::Pushed;
        }
        break;
    case kAfterOffTurn:
        frame.at = kLoop;
        push(FrameKind::Goals, 0, 1);
        return Outcome::Pushed;
    case kAfterNoChoice:
        if (frame.code == machine.memory.half(kPhaseWord, 0)) {
            frame.at = kRetryChoice;
            push(FrameKind::Goals, 0, 1);
        } else {
            frame.at = kCheckGoals;
        }
        return Outcome::Pushed;
    default: break;
    }

    if (machine.limits.stop()) {
        return machine.budget_spent();
    }
    if (state.idle_passes + state.idle_phases >= (state.idle_draws ? kIdlePassesWithDraws : kIdlePassesUntilStuck)
        || state.steps_since_decision / kTransactionsBetweenDecisions >= machine.limits.steps) {
        state.status = MatchStatus::Stuck;
        machine.pop_to(0);
        return Outcome::Pushed;
    }
    const std::uint32_t serial = machine.memory.half(kPhaseWord, 0);
    if (frame.at == kRetryChoice) {
        // Still nothing to choose in the same phase: the engine passes.
        if (frame.code == serial) {
            Decision probe;
            push(FrameKind::ChooseAction, 0, 1);
            top().code = active();
            const Outcome outcome = list_options(probe, true);
            if (outcome != Outcome::Next) {
                return outcome;
            }
            machine.pop_to(machine.frames.size() - 1);
            if (probe.options.empty()) {
                top().at = kCheckGoals;
                return begin_transaction(TransactionKind::Pass, Value::null(), 0, Value::null());
            }
        }
        top().at = kLoop;
        return Outcome::Pushed;
    }
    if (machine.memory.half(kPhaseWord, 1) != 0 && machine.memory.half(kPhaseWord, 1) == serial) {
        frame.at = kCheckGoals;
        return begin_transaction(TransactionKind::Phase, Value::null(), 0, Value::null());
    }
    if (phase().effect != kNone) {
        frame.at = kCheckGoals;
        return begin_transaction(TransactionKind::Pass, Value::null(), 0, Value::null());
    }
    if (machine.memory.half(kSimultaneousWord, 0) != 0) {
        frame.at = kLoop;
        push(FrameKind::Simultaneous, 0, 4);
        return Outcome::Pushed;
    }
    frame.at = kAfterChoice;
    push(FrameKind::ChooseAction, 0, 1);
    top().code = active();
    return Outcome::Pushed;
}

// ---- small questions ------------------------------------------------------------------------------------------------

std::uint32_t MatchFlow::to_player(double number) const {
    if (number >= 0 && number < players_) [[likely]] {
        return static_cast<std::uint32_t>(number);
    }
    const double whole = std::trunc(number);
    const auto count = static_cast<double>(players_);
    const double rest = std::fmod(std::fabs(whole), count);
    const double mapped = whole >= 0 ? rest : std::fmod(count - rest, count);
    return static_cast<std::uint32_t>(mapped);
}

Value MatchFlow::owner(Handle instance) const {
    const Value owner = machine.memory.value(instance + kOwnerWord);
    if (owner.is_collection()) {
        return list_length(machine, owner.handle()) > 0 ? list_get(machine, owner.handle(), 0) : Value::null();
    }
    return owner;
}

bool MatchFlow::belongs_to(Handle instance, std::uint32_t player) const {
    const Value owner = machine.memory.value(instance + kOwnerWord);
    const Value wanted = Value::number(player);
    if (!owner.is_collection()) {
        return owner == wanted;
    }
    for (std::uint32_t i = 0; i < list_length(machine, owner.handle()); ++i) {
        if (list_get(machine, owner.handle(), i) == wanted) {
            return true;
        }
    }
    return false;
}

std::string MatchFlow::text_of(Value value) {
    std::string text = value_text(*this, kAllSeeing, value);
    view_failed = false; // for traces and reports
    return text;
}

} // namespace tgdl
