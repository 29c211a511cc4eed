// Trying options out: legal moves of language.md, section 12.2, and `possible()`.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/transaction_frame.h"
#include "vm/collections.h"

#include <algorithm>
#include <limits>

namespace tgdl {

namespace {

// Decisions of one transaction that are tried one after the other; further ones count as legal.
constexpr std::uint32_t kMaxTrialDepth = 100;
// All trials of one decision together may take as many steps as so many transactions; then, too, the rest counts as legal.
constexpr std::uint64_t kTriedTransactions = 100;
// What a trial counts for at least.
constexpr std::uint64_t kLeastTrialSteps = 10'000;

} // namespace

// ---- trials ---------------------------------------------------------------------------------------------------------

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
    checkpoint.nesting = machine.nesting;
    checkpoint.hypotheticals_outside = machine.hypotheticals_outside;
    checkpoint.steps_left = machine.steps_left;
    checkpoint.live_top = machine.live_top;
    checkpoint.trial_action = trial_action_;
    checkpoint.trial_viewer = trial_viewer_;
}

void MatchFlow::go_back(const Checkpoint& checkpoint) {
    machine.memory.rewind(checkpoint.mark);
    machine.frames = checkpoint.frames;
    std::copy(checkpoint.values.begin(), checkpoint.values.end(), machine.values.begin());
    state = checkpoint.state;
    line.resize(checkpoint.line);
    pending.resize(checkpoint.pending);
    machine.nesting = checkpoint.nesting;
    machine.hypotheticals_outside = checkpoint.hypotheticals_outside;
    machine.steps_left = checkpoint.steps_left;
    machine.live_top = checkpoint.live_top;
    trial_action_ = checkpoint.trial_action;
    trial_viewer_ = checkpoint.trial_viewer;
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
    const std::size_t at = transaction_frame();
    if (at == 0) {
        return false;
    }
    const Frame& transaction = machine.frames[at - 1];
    const auto kind = static_cast<TransactionKind>(transaction.code);
    const Value what = machine.values[transaction.base + kWhat];
    bool may_fail = program_->any_fail;
    switch (kind) {
    case TransactionKind::Choice:
    case TransactionKind::OffTurn:
    case TransactionKind::SeveralChoice:
    case TransactionKind::SeveralRun:
    case TransactionKind::Goal: may_fail = program_->actions[low_half(what)].may_fail; break;
    case TransactionKind::Phase: may_fail = high_half(what) != 0; break;
    case TransactionKind::Setup:
    case TransactionKind::Pass:
    case TransactionKind::NoChoice: break;
    }
    if (may_fail) {
        return true;
    }
    const Frame& frame = machine.frames.back();
    if (frame.kind != FrameKind::FillInput) {
        return false;
    }
    if (!program_->inputs[offered.input].list_filters.empty() && option.kind == OptionKind::Value) {
        return true;
    }
    const Frame& below = machine.frames[machine.frames.size() - 2];
    return below.kind == FrameKind::RunAction
           && low_half(machine.values[below.base + kActionState]) < program_->actions[below.code].inputs.size();
}

void MatchFlow::begin_trials() {
    if (machine.trial == 0) {
        const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / kTriedTransactions;
        trial_steps_ = std::min(machine.limits.steps, most) * kTriedTransactions;
    }
}

void MatchFlow::charge_trial() {
    const std::uint64_t taken = machine.limits.steps - std::min(machine.steps_left, machine.limits.steps);
    trial_steps_ -= std::min(trial_steps_, taken + kLeastTrialSteps);
}

Outcome MatchFlow::try_option(const Decision& offered, const Option& option, bool& legal) {
    legal = true;
    if (machine.trial >= kMaxTrialDepth || trial_steps_ == 0) {
        return Outcome::Next;
    }
    if (has_cancel_mark()) {
        // Marks that are older than the trial may have to be gone back to: this happens in a copy.
        MatchFlow copy(*this);
        copy.machine.trial = machine.trial + 1;
        copy.machine.steps_left = machine.limits.steps;
        copy.trial_viewer_ = offered.player;
        copy.trial_steps_ = trial_steps_;
        copy.machine.noting = machine.noting;
        copy.uninformed = std::move(uninformed);
        const Outcome tried = copy.run_trial(offered, option, legal);
        copy.charge_trial();
        trial_steps_ = copy.trial_steps_;
        uninformed = std::move(copy.uninformed);
        return tried;
    }
    const std::uint32_t depth = machine.trial;
    if (checkpoints_.size() <= depth) {
        checkpoints_.resize(depth + 1);
    }
    if (checkpoints_[depth] == nullptr) {
        checkpoints_[depth] = std::make_unique<Checkpoint>();
    }
    save_checkpoint(*checkpoints_[depth]);
    ++machine.trial;
    machine.nesting = 0;
    machine.hypotheticals_outside = machine.hypothetical_count();
    machine.steps_left = machine.limits.steps;
    trial_viewer_ = offered.player;
    const Outcome outcome = run_trial(offered, option, legal);
    charge_trial();
    --machine.trial;
    go_back(*checkpoints_[depth]);
    return outcome;
}

// Answers the option and drives on: to the next decision, the end of the transaction, or what may not be looked at.
// A fault leaves the option on offer: it comes when the choice is made. Only one in a hypothetical block, with which the
// options themselves are found, comes at once.
Outcome MatchFlow::run_trial(const Decision& offered, const Option& option, bool& legal) {
    const std::size_t transaction = transaction_frame();
    const std::size_t waiting = machine.frames.size();
    const bool is_input_of_action =
        top().kind == FrameKind::FillInput && machine.frames[waiting - 2].kind == FrameKind::RunAction;
    trial_action_ = is_input_of_action ? waiting - 1 : 0;
    answer(offered, option);
    hypothetical_fault_ = false;
    const Outcome outcome = drive(transaction == 0 ? waiting : transaction - 1);
    legal = outcome != Outcome::Fail;
    if (outcome == Outcome::Fail) {
        trial_reason_ = machine.reason().is_null() ? std::string() : text_utf8(machine, machine.reason());
    }
    if (outcome == Outcome::Fault && hypothetical_fault_) {
        const auto begun =
            machine.frames.begin() + static_cast<std::ptrdiff_t>(std::min(waiting, machine.frames.size()));
        const bool effect_runs =
            std::any_of(begun, machine.frames.end(), [](const Frame& frame) { return frame.kind == FrameKind::Code; });
        return effect_runs ? Outcome::Next : Outcome::Fault;
    }
    return Outcome::Next;
}

Outcome MatchFlow::action_possible(std::uint32_t window, std::uint16_t action, std::uint32_t inputs) {
    const std::size_t floor = machine.frames.size();
    const std::uint32_t depth = machine.trial;
    if (depth >= kMaxTrialDepth) {
        return machine.fault_with(FaultId::TooDeep, {std::to_string(kMaxTrialDepth)});
    }
    if (checkpoints_.size() <= depth) {
        checkpoints_.resize(depth + 1);
    }
    if (checkpoints_[depth] == nullptr) {
        checkpoints_[depth] = std::make_unique<Checkpoint>();
    }
    begin_trials();
    Checkpoint& checkpoint = *checkpoints_[depth];
    save_checkpoint(checkpoint);
    // The code frame on top has no top of its own: its live values end with the arguments.
    checkpoint.values.assign(machine.values.begin(), machine.values.begin() + window + 1 + inputs);
    ++machine.trial;
    machine.nesting = 0;
    machine.hypotheticals_outside = machine.hypothetical_count();
    trial_viewer_ = active();
    Outcome outcome = call_action(window, action, inputs);
    bool possible = false;
    if (outcome == Outcome::Pushed) {
        trial_action_ = machine.frames.size();
        machine.memory.store(kQueueWord, 0);
        outcome = drive(floor);
        possible = outcome == Outcome::Done ? state.report != Report::NotDone : outcome != Outcome::Fail;
        if (outcome == Outcome::Done && possible && machine.memory.half(kQueueWord, 0) != 0) {
            push(FrameKind::Resolve, window + 1, 2); // what it threw belongs to its trial
            possible = drive(floor) != Outcome::Fail;
        }
        outcome = Outcome::Next;
    }
    --machine.trial;
    go_back(checkpoint);
    machine.values[window] = Value::boolean(possible);
    return outcome;
}

} // namespace tgdl
