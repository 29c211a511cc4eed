// Trying options out: legal moves (docs/reference/transactions.md#6), and `possible()`.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/input_frame.h"
#include "match/transaction_frame.h"
#include "vm/collections.h"

#include <algorithm>
#include <utility>

namespace tgdl {

namespace {

// Decisions of one transaction that are tried one after the other; further ones count as legal.
constexpr std::uint32_t kMaxTrialDepth = 100;

} // namespace

// ---- trials ---------------------------------------------------------------------------------------------------------

MatchFlow::Checkpoint& MatchFlow::begin_checkpoint() {
    if (checkpoints_.size() <= checkpoints_in_use_) {
        checkpoints_.push_back(std::make_unique<Checkpoint>());
    }
    return *checkpoints_[checkpoints_in_use_++];
}

void MatchFlow::end_checkpoint() {
    --checkpoints_in_use_;
}

bool MatchFlow::has_cancel_mark() const {
    return std::any_of(machine.frames.begin(), machine.frames.end(), [&](const Frame& frame) {
        return frame.kind == FrameKind::RunAction
               && (high_half(machine.values[frame.base + kActionTarget]) & kActionHasMark) != 0;
    });
}

std::size_t MatchFlow::transaction_frame() const {
    std::size_t at = machine.frames.size();
    while (at > 0 && machine.frames[at - 1].kind != FrameKind::Transaction) {
        --at;
    }
    return at; // number of frames up to and with it; 0: none
}

void MatchFlow::save_checkpoint(Checkpoint& checkpoint) {
    checkpoint.mark = machine.memory.mark();
    checkpoint.frames = machine.frames;
    checkpoint.values.assign(machine.values.begin(), machine.values.begin() + live_top());
    checkpoint.state = state;
    checkpoint.line = line.size();
    checkpoint.pending = pending.size();
    checkpoint.holes = holes;
    checkpoint.nesting = machine.nesting;
    checkpoint.hypotheticals = machine.hypothetical_count();
    checkpoint.hypotheticals_outside = machine.hypotheticals_outside;
    checkpoint.live_top = machine.live_top;
    checkpoint.tried_head = tried_head_;
    checkpoint.trial_viewer = trial_viewer_;
}

void MatchFlow::go_back(const Checkpoint& checkpoint) {
    machine.memory.rewind(checkpoint.mark);
    machine.frames = checkpoint.frames;
    std::copy(checkpoint.values.begin(), checkpoint.values.end(), machine.values.begin());
    state = checkpoint.state;
    line.resize(checkpoint.line);
    pending.resize(checkpoint.pending);
    set_holes(checkpoint.holes);
    machine.nesting = checkpoint.nesting;
    machine.forget_hypotheticals_since(checkpoint.hypotheticals);
    machine.hypotheticals_outside = checkpoint.hypotheticals_outside;
    machine.live_top = checkpoint.live_top;
    tried_head_ = checkpoint.tried_head;
    trial_viewer_ = checkpoint.trial_viewer;
}

// May the transaction with this frame end in `fail`, inputs of its action left out?
bool MatchFlow::may_fail(const Frame& transaction) const {
    const Value what = machine.values[transaction.base + kWhat];
    switch (static_cast<TransactionKind>(transaction.code)) {
    case TransactionKind::Choice:
    case TransactionKind::OffTurn:
    case TransactionKind::SimultaneousChoice:
    case TransactionKind::SimultaneousRun:
    case TransactionKind::Goal: return program_->actions[low_half(what)].may_fail;
    case TransactionKind::Phase: return high_half(what) != 0;
    case TransactionKind::Setup:
    case TransactionKind::Pass:
    case TransactionKind::NoChoice: break;
    }
    return program_->any_fail;
}

// Does the frame on top fill an input in the head of an action, phase or setup, with others to fill after it?
bool MatchFlow::has_more_inputs() const {
    if (machine.frames.size() < 2) {
        return false;
    }
    const Frame& below = machine.frames[machine.frames.size() - 2];
    switch (below.kind) {
    case FrameKind::RunAction: return inputs_begun(below) < program_->actions[below.code].inputs.size();
    case FrameKind::RunPhase: return inputs_begun(below) < phase_of(below).inputs.size();
    default: return false;
    }
}

// How many inputs of this action, phase or setup are filled, or being filled.
std::uint32_t MatchFlow::inputs_begun(const Frame& head) const {
    static_assert(std::uint32_t{kActionState} == std::uint32_t{kPhaseState});
    return low_half(machine.values[head.base + kActionState]);
}

// Is a dead end in this head no failure, so that only a trial of the options tells of it? So it is unless the action was
// chosen.
bool MatchFlow::may_end_quietly() const {
    if (!has_more_inputs()) {
        return false;
    }
    const Frame& below = machine.frames[machine.frames.size() - 2];
    const auto mode = static_cast<ActionMode>(below.flags);
    return below.kind != FrameKind::RunAction || (mode != ActionMode::Chosen && mode != ActionMode::ChooseOnly);
}

// An input of the frame on top has no candidate, or the argument for it is none. Where an option of an earlier input of the
// same head is being tried, that is a dead end: such an option is not offered.
bool MatchFlow::is_dead_end() const {
    return machine.trial > 0 && tried_head_ == machine.frames.size();
}

// All inputs of the frame on top have a value: what comes now is no matter of its head.
void MatchFlow::leave_head() {
    if (is_dead_end()) {
        tried_head_ = 0;
    }
}

// May what the waiting decision belongs to fail: the action that `possible()` asks about, else the transaction?
bool MatchFlow::may_tried_fail() const {
    if (asked_possible_.floor != 0) {
        return program_->actions[machine.frames[asked_possible_.floor].code].may_fail;
    }
    const std::size_t at = transaction_frame();
    return at != 0 && may_fail(machine.frames[at - 1]);
}

// May the transaction that this decision belongs to, or begins, fail?
bool MatchFlow::needs_trial(const Decision& offered, const Option& option) const {
    if (option.kind == OptionKind::Action) {
        const ActionInfo& action = program_->actions[option.action];
        return action.may_fail || !action.inputs.empty();
    }
    if (offered.kind == DecisionKind::OffTurn) {
        return false; // declining
    }
    if (transaction_frame() == 0 && asked_possible_.floor == 0) {
        return false;
    }
    if (may_tried_fail()) {
        return true;
    }
    if (machine.frames.back().kind != FrameKind::FillInput) {
        return false;
    }
    if (!program_->inputs[offered.input].list_filters.empty() && option.kind == OptionKind::Value) {
        return true;
    }
    return has_more_inputs();
}

// Does the trial of one option tell whether all of them are legal? So it is when all that can stop them is a later input
// without a candidate, and none looks at what is chosen now.
bool MatchFlow::is_one_trial_enough(const Decision& offered) const {
    const bool is_within = transaction_frame() != 0 || asked_possible_.floor != 0;
    return is_within && offered.input != kNone && machine.frames.back().kind == FrameKind::FillInput
           && program_->inputs[offered.input].plan.stands_alone && !may_tried_fail() && has_more_inputs();
}

// What a trial costs beside the rules it runs: a state to come back to. False: the budget is spent.
bool MatchFlow::charge_trial(std::size_t words_copied) {
    constexpr std::uint64_t kLeastTrialSteps = 50;
    return machine.charge(kLeastTrialSteps) && machine.charge_elements(words_copied);
}

Outcome MatchFlow::try_option(const Decision& offered, const Option& option, Trial& trial) {
    trial = {};
    if (machine.limits.stop()) {
        return machine.budget_spent();
    }
    const bool in_copy = has_cancel_mark();
    const std::size_t copied = machine.frames.size() * 3 + live_top() + (in_copy ? machine.memory.used() : 0);
    if (machine.trial >= kMaxTrialDepth || !charge_trial(copied)) {
        has_cut_trial = true;
        return Outcome::Next; // further ones count as legal
    }
    // The trials of a decision share its budget, and one of them takes no more than half of what is left.
    const std::uint64_t left = machine.budget.steps();
    const std::uint64_t for_others = machine.trial == 0 ? left / 2 : 0;
    if (in_copy) {
        // Marks that are older than the trial may have to be gone back to: this happens in a copy.
        MatchFlow copy(*this);
        copy.machine.trial = machine.trial + 1;
        copy.machine.budget = Budget(left - for_others);
        copy.trial_viewer_ = offered.player;
        copy.asked_possible_ = asked_possible_;
        copy.machine.tracks_secret_reads = machine.tracks_secret_reads;
        copy.uninformed = std::move(uninformed);
        copy.secret_reads_budget = secret_reads_budget;
        const Outcome tried = copy.run_trial(offered, option, trial);
        machine.budget = Budget(for_others + copy.machine.budget.steps());
        uninformed = std::move(copy.uninformed);
        secret_reads_budget = copy.secret_reads_budget;
        has_cut_trial = has_cut_trial || copy.has_cut_trial;
        if (tried == Outcome::Fault) {
            machine.take_fault(copy.machine);
            is_clause_fault_ = true; // no other fault ends a trial
        }
        return tried;
    }
    const ReachabilityPause pause(reachability_cache);
    Checkpoint& checkpoint = begin_checkpoint();
    save_checkpoint(checkpoint);
    ++machine.trial;
    machine.nesting = 0;
    machine.hypotheticals_outside = machine.hypothetical_count();
    machine.budget = Budget(left - for_others);
    trial_viewer_ = offered.player;
    const Outcome outcome = run_trial(offered, option, trial);
    machine.budget = Budget(for_others + machine.budget.steps());
    --machine.trial;
    go_back(checkpoint);
    end_checkpoint();
    return outcome;
}

// Drives on, to the next decision, or until what is tried is over: the transaction, or the action that `possible()` asks about
// with what it threw. Never on into the code that asks.
Outcome MatchFlow::drive_trial(std::size_t waiting) {
    const std::size_t transaction = transaction_frame();
    if (asked_possible_.floor == 0) {
        return drive(transaction == 0 ? waiting : transaction - 1);
    }
    const std::size_t floor = asked_possible_.floor;
    Outcome outcome = drive(floor);
    if (outcome == Outcome::Done && state.report == Report::NotDone) {
        return Outcome::Fail;
    }
    if (outcome == Outcome::Done && machine.memory.half(kQueueWord, 0) != 0) {
        push(FrameKind::Resolve, asked_possible_.base, 2);
        outcome = drive(floor);
    }
    return outcome;
}

// Answers the option and drives on: to the next decision, the end of the transaction, or what may not be looked at.
Outcome MatchFlow::run_trial(const Decision& offered, const Option& option, Trial& trial) {
    const std::size_t waiting = machine.frames.size();
    const FrameKind below = waiting < 2 ? FrameKind::Main : machine.frames[waiting - 2].kind;
    std::uint32_t begun = 0;
    tried_head_ = 0;
    if (option.kind == OptionKind::Action) {
        tried_head_ = waiting + 2; // its transaction, and the action
    } else if (top().kind == FrameKind::FillInput && (below == FrameKind::RunAction || below == FrameKind::RunPhase)) {
        tried_head_ = waiting - 1;
        begun = inputs_begun(machine.frames[waiting - 2]);
    }
    answer(offered, option);
    is_clause_fault_ = false;
    const Outcome outcome = drive_trial(waiting);
    trial.legal = outcome != Outcome::Fail;
    if (outcome == Outcome::Fail) {
        trial.reason = machine.reason().is_null() ? std::string() : text_utf8(machine, machine.reason());
    }
    if (outcome == Outcome::Fault && machine.budget.is_spent()) {
        has_cut_trial = true;
        return machine.limits.stop() ? Outcome::Fault : Outcome::Next; // it was too long to tell
    }
    if (outcome == Outcome::Fault && comes_at_once(waiting, begun)) {
        return Outcome::Fault;
    }
    is_clause_fault_ = false;
    return Outcome::Next;
}

// A fault that a trial meets leaves the option on offer, and comes when the choice is made. Only one that is met while the
// options are found comes at once (docs/language-choices.md#61a): in a clause of the inputs that follow in the same head, or of
// the list that the option goes into. These are looked at whether the transaction may fail or not.
bool MatchFlow::comes_at_once(std::size_t waiting, std::uint32_t begun) {
    if (!is_clause_fault_) {
        return false;
    }
    const bool is_same_list = machine.frames.size() == waiting && top().kind == FrameKind::FillInput
                              && high_half(value(top(), kInputPosition)) > 0;
    const bool is_in_head = tried_head_ != 0 && machine.frames.size() >= tried_head_;
    return is_same_list || (is_in_head && inputs_begun(machine.frames[tried_head_ - 1]) > begun);
}

// Remembers whether what a clause of an input gave was a fault.
Outcome MatchFlow::note_clause(Outcome outcome) {
    is_clause_fault_ = outcome == Outcome::Fault;
    return outcome;
}

Outcome MatchFlow::action_possible(std::uint32_t window, std::uint16_t action, std::uint32_t inputs) {
    if (machine.trial >= kMaxTrialDepth) {
        return machine.fault_with(FaultId::TooDeep, {std::to_string(kMaxTrialDepth)});
    }
    if (!charge_trial(machine.frames.size() * 3 + window)) {
        return machine.budget_spent();
    }
    const ReachabilityPause pause(reachability_cache);
    Checkpoint& checkpoint = begin_checkpoint();
    save_checkpoint(checkpoint);
    // The code frame on top has no top of its own: its live values end with the arguments.
    checkpoint.values.assign(machine.values.begin(), machine.values.begin() + window + 1 + inputs);
    const AskedPossible outer =
        std::exchange(asked_possible_, AskedPossible{.floor = machine.frames.size(), .base = window + 1});
    // In a trial the code that asks may be a clause of the options that are being listed there.
    Decision outer_decision;
    if (machine.trial > 0) {
        std::swap(outer_decision, tried_decision_);
    }
    ++machine.trial;
    machine.nesting = 0;
    machine.hypotheticals_outside = machine.hypothetical_count();
    trial_viewer_ = active();
    Outcome outcome = call_action(window, action, inputs);
    bool possible = false;
    if (outcome == Outcome::Pushed) {
        tried_head_ = machine.frames.size();
        machine.memory.store(kQueueWord, 0);
        possible = drive_trial(tried_head_) != Outcome::Fail;
        outcome = Outcome::Next;
    }
    asked_possible_ = outer;
    --machine.trial;
    if (machine.trial > 0) {
        std::swap(outer_decision, tried_decision_);
    }
    go_back(checkpoint);
    end_checkpoint();
    machine.values[window] = Value::boolean(possible);
    return outcome;
}

} // namespace tgdl
