// Decisions: what is offered, what is legal, what a choice sets in motion.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/input_frame.h"
#include "match/transaction_frame.h"
#include "match/view.h"
#include "vm/collections.h"
#include "vm/places.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

// Decisions of one transaction that are tried one after the other; further ones count as legal.
constexpr std::uint32_t kMaxTrialDepth = 100;

// ChooseAction: code is the player. OffTurn: code is the player whose transaction it was, values {player asked}, …
enum ChooseStep : std::uint32_t { kOffer, kChosen };

// Values of a Pick: {labels, how many to pick}, who, List of what was picked, then the labels.
enum PickValue : std::uint32_t { kPickCount, kPickWho, kPicked, kPickLabels };
// Values of a MovePiece: the piece, the movement, {who, 0}, the tile that was chosen.
enum MoveValue : std::uint32_t { kMovePiece, kMoveMovement, kMoveWho, kMoveTile };

} // namespace

Decision& MatchFlow::offered_decision() {
    Decision& offered = machine.trial > 0 ? tried_decision_ : decision;
    return offered;
}

// ---- trials ---------------------------------------------------------------------------------------------------------

bool MatchFlow::has_cancel_mark() const {
    return std::any_of(machine.frames.begin(), machine.frames.end(), [&](const Frame& frame) {
        return frame.kind == FrameKind::RunAction && high_half(machine.values[frame.base + kActionTarget]) != 0;
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
    const bool is_choice = kind == TransactionKind::Choice || kind == TransactionKind::OffTurn
                           || kind == TransactionKind::SeveralChoice || kind == TransactionKind::SeveralRun;
    const ActionIndex chosen = low_half(machine.values[transaction.base + kWhat]);
    if (is_choice ? program_->actions[chosen].may_fail : program_->any_fail) {
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

Outcome MatchFlow::try_option(const Decision& offered, const Option& option, bool& legal) {
    legal = true;
    if (machine.trial >= kMaxTrialDepth) {
        return Outcome::Next;
    }
    if (has_cancel_mark()) {
        // Marks that are older than the trial may have to be gone back to: this happens in a copy.
        MatchFlow copy(*this);
        copy.machine.trial = machine.trial + 1;
        copy.machine.steps_left = machine.limits.steps;
        copy.trial_viewer_ = offered.player;
        return copy.run_trial(offered, option, legal);
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
        const auto begun = machine.frames.begin() + static_cast<std::ptrdiff_t>(std::min(waiting, machine.frames.size()));
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

// Keys of choices are the same for the same choice from the same state.
std::uint64_t MatchFlow::key_of(const Option& option) const {
    const std::uint64_t value_key = option.value.is_text() ? hash_value(machine, option.value) : option.value.bits;
    return (value_key * 0x9E3779B97F4A7C15ULL) ^ (std::uint64_t{static_cast<std::uint8_t>(option.kind)} << 56U)
           ^ (std::uint64_t{option.action} << 24U) ^ option.number;
}

Outcome MatchFlow::list_options(Decision& out, bool one_is_enough) {
    out.options.clear();
    out.input = kNone;
    out.action = kNone;
    Outcome outcome = raw_options(out);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const std::size_t transaction = transaction_frame();
    out.begins_move = transaction == 0;
    if (transaction != 0) {
        switch (static_cast<TransactionKind>(machine.frames[transaction - 1].code)) {
        case TransactionKind::Choice:
        case TransactionKind::OffTurn:
        case TransactionKind::SeveralChoice:
        case TransactionKind::SeveralRun: break;
        default: out.begins_move = true;
        }
    }
    if (!refused.empty()) {
        std::erase_if(out.options, [&](const Option& option) { return is_refused(key_of(option)); });
    }
    if (listing == Listing::Untried && machine.trial == 0) {
        return Outcome::Next;
    }
    return legal_options(out, one_is_enough);
}

Outcome MatchFlow::legal_options(Decision& offered, bool one_is_enough) {
    std::size_t kept = 0;
    // The list is worked on by value: a trial lists other decisions into the same scratch.
    std::vector<Option> options = std::move(offered.options);
    const Decision head = offered;
    for (std::size_t i = 0; i < options.size(); ++i) {
        bool legal = true;
        if (needs_trial(head, options[i])) {
            const Outcome outcome = try_option(head, options[i], legal);
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        if (legal) {
            options[kept++] = options[i];
            if (one_is_enough) {
                break;
            }
        }
    }
    options.resize(kept);
    offered = head;
    offered.options = std::move(options);
    return Outcome::Next;
}

Outcome MatchFlow::raw_options(Decision& out) {
    const Frame frame = top();
    switch (frame.kind) {
    case FrameKind::ChooseAction: return options_of_actions(frame.code, EventKind::PlayerChoice, frame.code, out);
    case FrameKind::OffTurn: {
        const std::uint32_t asked = low_half(value(frame, 0));
        const Outcome outcome = options_of_actions(asked, EventKind::OffTurnChoice, frame.code, out);
        if (outcome == Outcome::Next && !out.options.empty()) {
            Option none;
            none.kind = OptionKind::None;
            out.options.push_back(none);
        }
        return outcome;
    }
    case FrameKind::FillInput: {
        const Frame& below = machine.frames[machine.frames.size() - 2];
        out.action = below.kind == FrameKind::RunAction ? below.code : kNone;
        return options_of_input(frame, out);
    }
    case FrameKind::Pick: {
        out.kind = DecisionKind::Choose;
        out.player = low_half(value(frame, kPickWho));
        const Handle picked = value(frame, kPicked).handle();
        const std::uint32_t labels = low_half(value(frame, kPickCount));
        for (std::uint32_t i = 0; i < labels; ++i) {
            const Value label = value(frame, kPickLabels + i);
            bool is_picked = false;
            for (std::uint32_t k = 0; k < list_length(machine, picked); ++k) {
                is_picked = is_picked || list_get(machine, picked, k) == Value::number(i);
            }
            if (!label.is_null() && !is_picked) {
                Option option;
                option.kind = OptionKind::Label;
                option.value = label;
                option.number = i;
                out.options.push_back(option);
            }
        }
        return Outcome::Next;
    }
    case FrameKind::MovePiece: {
        out.kind = DecisionKind::Move;
        out.player = low_half(value(frame, kMoveWho));
        std::vector<Handle> tiles;
        const Outcome outcome = destinations(machine, value(frame, kMovePiece).handle(),
                                             value(frame, kMoveMovement).index(), machine.live_top, tiles);
        for (const Handle tile : tiles) {
            Option option;
            option.value = Value::instance(tile);
            out.options.push_back(option);
        }
        return outcome == Outcome::Done ? Outcome::Next : outcome;
    }
    default: return Outcome::Next;
    }
}

// Actions the player may choose: of what they own or share, of globals, of the game.
Outcome MatchFlow::options_of_actions(std::uint32_t player, EventKind kind, std::uint32_t active_player, Decision& out) {
    out.kind = kind == EventKind::OffTurnChoice ? DecisionKind::OffTurn : DecisionKind::Action;
    out.player = player;
    const ClassIndex event_class = program_->events[static_cast<std::size_t>(kind)];
    if (event_class == kNone) {
        return Outcome::Next;
    }
    std::vector<FoundAction>& found = found_actions_;
    std::vector<Handle>& instances = action_instances_;
    found.clear();
    Value event; // exists only for triggers to look at; the choice makes its own
    Mark mark;
    Outcome outcome = Outcome::Next;
    for (const Observer& observer : program_->observers[event_class]) {
        const ActionInfo& action = program_->actions[observer.action];
        const ChunkIndex trigger = action.triggers[observer.trigger].chunk;
        instances.clear();
        if (observer.owner == kNone) {
            instances.push_back(0);
        } else if (program_->classes[observer.owner].scope == Scope::Global) {
            machine.collect_tracked(observer.owner, observer.owner, instances);
        } else {
            collect_owned(observer.owner, player, instances);
        }
        for (const Handle handle : instances) {
            const Value instance = handle == 0 ? Value::null() : Value::instance(handle);
            FoundAction one;
            one.order = action.order;
            one.age = handle == 0 ? 0 : machine.age_of(handle);
            one.option.kind = OptionKind::Action;
            one.option.action = observer.action;
            one.option.value = instance;
            one.holds = is_allowed(handle, observer.action);
            if (one.holds && !action.requirements.empty()) {
                outcome = check_requirements(action, instance, Value::null(), machine.live_top, one.holds);
            }
            if (outcome == Outcome::Next && one.holds && trigger != kNone) {
                if (event.is_null()) {
                    mark = machine.memory.mark();
                    event = make_choice_event(kind, player, active_player);
                }
                outcome = check_trigger(action.triggers[observer.trigger], instance, event, machine.live_top, one.holds);
            }
            if (outcome != Outcome::Next) {
                break;
            }
            found.push_back(one);
        }
        if (outcome != Outcome::Next) {
            break;
        }
    }
    if (!event.is_null()) {
        machine.memory.rewind(mark);
    }
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const auto comes_before = [](const FoundAction& a, const FoundAction& b) {
        return a.order != b.order ? a.order < b.order : a.age < b.age;
    };
    if (!std::is_sorted(found.begin(), found.end(), comes_before)) {
        std::sort(found.begin(), found.end(), comes_before); // no two have the same order and age
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i].holds) {
            continue;
        }
        const auto same = [&](std::size_t other) { return found[other].order == found[i].order; };
        found[i].option.several = (i > 0 && same(i - 1)) || (i + 1 < found.size() && same(i + 1));
        out.options.push_back(found[i].option);
    }
    return Outcome::Next;
}

// Instances of one class that the player owns or shares: owned things are tracked.
void MatchFlow::collect_owned(ClassIndex index, std::uint32_t player, std::vector<Handle>& out) const {
    const Memory& memory = machine.memory;
    const Value wanted = Value::number(player);
    for (Handle instance = memory.half(machine.layout.class_list(index), 0); instance != 0;
         instance = memory.half(instance + kLinkWord, 0)) {
        const Value owner_value = memory.value(instance + kOwnerWord);
        if (owner_value == wanted || (owner_value.is_collection() && belongs_to(instance, player))) {
            out.push_back(instance);
        }
    }
}

Value MatchFlow::make_choice_event(EventKind kind, std::uint32_t player, std::uint32_t active_player) {
    const ClassIndex index = program_->events[static_cast<std::size_t>(kind)];
    return kind == EventKind::OffTurnChoice
               ? make_event(index, {Value::number(player), Value::number(active_player)})
               : make_event(index, {Value::number(player)});
}

// Tells the waiting frame what was chosen.
void MatchFlow::answer(const Decision& offered, const Option& option) {
    line.push_back(key_of(option));
    switch (top().kind) {
    case FrameKind::FillInput:
        value(top(), kInputAnswer) = option.value;
        value(top(), kInputAnswered) = packed(static_cast<std::uint32_t>(option.kind), option.number);
        top().at = kInputAnswerGiven;
        return;
    case FrameKind::Pick: {
        const Handle picked = value(top(), kPicked).handle();
        std::uint32_t at = 0; // kept ascending: that is the order they run in
        while (at < list_length(machine, picked) && list_get(machine, picked, at).as_number() < option.number) {
            ++at;
        }
        list_insert(machine, picked, at, Value::number(option.number));
        return;
    }
    case FrameKind::MovePiece: value(top(), kMoveTile) = option.value; return;
    case FrameKind::ChooseAction:
    case FrameKind::OffTurn: {
        top().at = kChosen;
        if (option.kind == OptionKind::None) {
            value(top(), 1) = packed(1, 0); // declined
            line.clear();
            return;
        }
        state.chooser = offered.player;
        const bool off_turn = top().kind == FrameKind::OffTurn;
        const std::uint32_t active_player = top().code;
        if (off_turn) {
            value(top(), 1) = packed(0, 0);
        }
        TransactionKind kind = off_turn ? TransactionKind::OffTurn : TransactionKind::Choice;
        if (machine.frames.size() >= 2 && machine.frames[machine.frames.size() - 2].kind == FrameKind::Several) {
            kind = TransactionKind::SeveralChoice;
        }
        begin_transaction(kind, option.value, option.action, Value::null());
        // Made inside the transaction, so that it is undone with it.
        const Value event = make_choice_event(
            off_turn ? EventKind::OffTurnChoice : EventKind::PlayerChoice, offered.player, active_player);
        value(top(), kEvent) = event;
        return;
    }
    default: return;
    }
}

void MatchFlow::choose(std::size_t index) {
    if (state.status != MatchStatus::Waiting || index >= decision.options.size()) {
        return;
    }
    ++state.decisions;
    const Decision made = decision;
    machine.steps_left = state.steps_left;
    answer(made, made.options[index]);
    advance();
}

bool MatchFlow::choose_tentatively(std::size_t index) {
    const Decision made = decision;
    MatchFlow before(*this);
    tentative_ = true;
    ++state.decisions;
    answer(made, made.options[index]);
    advance();
    if (tentative_failed_) {
        tentative_failed_ = false;
        tentative_ = false;
        copy_from(before);
        return false;
    }
    tentative_ = false;
    return true;
}

void MatchFlow::list_again() {
    if (state.status == MatchStatus::Waiting) {
        advance();
    }
}

// ---- choosing an action ---------------------------------------------------------------------------------------------

Outcome MatchFlow::step_choose_action() {
    if (top().at == kChosen) {
        pop(state.report);
        return Outcome::Pushed;
    }
    Decision& offered = offered_decision();
    const Outcome outcome = list_options(offered, machine.trial > 0);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    if (offered.options.empty()) {
        pop(Report::NothingToChoose);
        return Outcome::Pushed;
    }
    return Outcome::Wait;
}

// Offers every other player an action off turn, until all decline in a row. Values: {player asked, seats gone through},
// {1: the last one declined}.
Outcome MatchFlow::step_off_turn() {
    const ClassIndex event_class = program_->events[static_cast<std::size_t>(EventKind::OffTurnChoice)];
    if (event_class == kNone || program_->observers[event_class].empty()) {
        pop(Report::Done);
        return Outcome::Pushed;
    }
    Frame& frame = top();
    std::uint32_t seat = high_half(value(frame, 0));
    if (frame.flags == 0) { // the first time
        frame.flags = 1;
        seat = 1;
    } else if (frame.at == kChosen) {
        frame.at = kOffer;
        const bool declined = low_half(value(frame, 1)) == 1;
        if (declined) {
            ++seat;
        } else if (state.report == Report::Kept) {
            seat = 1; // all are asked again
        }
        value(frame, 1) = packed(0, 0);
    }
    for (; seat < players_; ++seat) {
        const std::uint32_t asked = (top().code + seat) % players_;
        value(top(), 0) = packed(asked, seat);
        Decision& offered = offered_decision();
        const Outcome outcome = list_options(offered, machine.trial > 0);
        if (outcome != Outcome::Next) {
            return outcome;
        }
        const bool any = std::any_of(offered.options.begin(), offered.options.end(),
                                     [](const Option& option) { return option.kind == OptionKind::Action; });
        if (any) {
            return Outcome::Wait;
        }
    }
    pop(Report::Done);
    return Outcome::Pushed;
}

// ---- several active players -----------------------------------------------------------------------------------------

// Values: List of the players, {position, serial of the phase}, arguments of the last choice, List of what was chosen:
// for each player a List of instance, action and inputs, or null.
Outcome MatchFlow::step_several() {
    enum SeveralStep : std::uint32_t { kStart, kAsk, kAsked, kRun, kRan, kOffered };
    enum SeveralValue : std::uint32_t { kPlayers, kPosition, kLastChoice, kChosenActions };
    const auto set_active = [&](std::uint32_t player) { machine.memory.set_half(kActiveWord, 0, player); };
    switch (top().at) {
    case kStart: {
        const Value chosen = make_list(machine, kNone, players_);
        if (chosen.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        value(top(), kPlayers) = Value::collection(machine.memory.half(kSeveralWord, 0));
        value(top(), kPosition) = packed(0, machine.memory.half(kPhaseWord, 0));
        value(top(), kChosenActions) = chosen;
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
        value(top(), kPosition) =
            packed(low_half(value(top(), kPosition)) + 1, high_half(value(top(), kPosition)));
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
        begin_transaction(TransactionKind::SeveralRun, instance, action, Value::null());
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

// ---- goals ----------------------------------------------------------------------------------------------------------

Outcome MatchFlow::step_goals() {
    Frame& frame = top();
    while (frame.at < program_->goals.size()) {
        const ActionIndex goal = program_->goals[frame.at];
        ++frame.at;
        bool holds = is_allowed(0, goal);
        if (holds) {
            const Outcome outcome = check_requirements(program_->actions[goal], Value::null(), Value::null(), frame.top, holds);
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        if (holds) {
            return begin_transaction(TransactionKind::Goal, Value::null(), goal, Value::null());
        }
    }
    pop(Report::Done);
    return Outcome::Pushed;
}

// ---- choose and move ------------------------------------------------------------------------------------------------

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
        who = active();
        if (machine.frames.size() >= 2) {
            const Frame& below = machine.frames[machine.frames.size() - 2];
            if (below.kind == FrameKind::RunAction) {
                who = low_half(machine.values[below.base + kActionTarget]);
                if (who == kNone) {
                    const Outcome outcome = default_target(machine.values[below.base + kActionThis], who);
                    if (outcome != Outcome::Next) {
                        return outcome;
                    }
                }
            }
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

Outcome MatchFlow::step_pick() {
    const Value picked = value(top(), kPicked);
    if (list_length(machine, picked.handle()) == high_half(value(top(), kPickCount))) {
        value(top(), 0) = picked;
        pop(Report::Done);
        return Outcome::Pushed;
    }
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

Outcome MatchFlow::move_piece(std::uint32_t window) {
    const Value piece = machine.values[window];
    const Value movement = machine.values[window + 1];
    if (piece.is_null() || movement.is_null()) {
        return machine.fault_with(FaultId::NullArgument, {"move"});
    }
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    std::uint32_t who = active();
    if (machine.frames.size() >= 2) {
        const Frame& below = machine.frames[machine.frames.size() - 2];
        if (below.kind == FrameKind::RunAction) {
            who = low_half(machine.values[below.base + kActionTarget]);
            if (who == kNone) {
                const Outcome outcome = default_target(machine.values[below.base + kActionThis], who);
                if (outcome != Outcome::Next) {
                    return outcome;
                }
            }
        }
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
        value(top(), 0) = Value::null();
        pop(Report::Done);
        const Outcome outcome = move_to(piece, tile);
        return outcome == Outcome::Next ? Outcome::Pushed : outcome;
    }
    Decision& offered = offered_decision();
    const Outcome outcome = list_options(offered, machine.trial > 0);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    if (offered.options.empty()) {
        machine.set_reason(Value::null());
        return Outcome::Fail;
    }
    return Outcome::Wait;
}

// ---- why not --------------------------------------------------------------------------------------------------------

std::vector<Refusal> MatchFlow::refusals() {
    std::vector<Refusal> out;
    const auto reason_of = [&](const Condition& condition) {
        return condition.reason != kNone ? program_->texts[condition.reason].utf8 : condition.source;
    };
    if (state.status != MatchStatus::Waiting || machine.frames.empty()) {
        return out;
    }
    machine.live_top = live_top();
    const Decision offered = decision;
    const auto is_offered = [&](const Option& option) {
        return std::any_of(offered.options.begin(), offered.options.end(), [&](const Option& other) {
            return other.kind == option.kind && other.value == option.value && other.action == option.action;
        });
    };
    Decision untried;
    if (raw_options(untried) == Outcome::Next) {
        for (const Option& option : untried.options) {
            bool legal = true;
            if (!is_offered(option) && option.kind != OptionKind::None && option.kind != OptionKind::Done) {
                trial_reason_.clear();
                try_option(untried, option, legal);
                out.push_back({option_text(untried, option), trial_reason_.empty() ? "it leads nowhere" : trial_reason_, 0});
            }
        }
    }
    if (top().kind == FrameKind::FillInput) {
        const Context context = context_of(top());
        std::vector<Value> all;
        if (raw_candidates(context, all) != Outcome::Next) {
            return out;
        }
        for (const Value candidate : all) {
            bool holds = true;
            const Condition* refused_by = nullptr;
            if (passes_filters(context, candidate, holds, &refused_by) == Outcome::Next && !holds) {
                Option option;
                option.value = candidate;
                option.hidden = candidate.is_instance() && program_->hides
                                && !sees_instance(*this, offered.player, candidate.handle());
                out.push_back({option_text(offered, option), reason_of(*refused_by), refused_by->place});
            }
        }
        return out;
    }
    const EventKind kind = top().kind == FrameKind::OffTurn ? EventKind::OffTurnChoice : EventKind::PlayerChoice;
    const ClassIndex event_class = program_->events[static_cast<std::size_t>(kind)];
    if ((top().kind != FrameKind::ChooseAction && top().kind != FrameKind::OffTurn) || event_class == kNone) {
        return out;
    }
    std::vector<Handle> instances;
    for (const Observer& observer : program_->observers[event_class]) {
        const ActionInfo& action = program_->actions[observer.action];
        instances.clear();
        if (observer.owner == kNone) {
            instances.push_back(0);
        } else {
            machine.collect_tracked(observer.owner, observer.owner, instances);
        }
        for (const Handle handle : instances) {
            if (handle != 0 && program_->classes[observer.owner].scope != Scope::Global && !belongs_to(handle, offered.player)) {
                continue;
            }
            Option option;
            option.kind = OptionKind::Action;
            option.action = observer.action;
            option.value = handle == 0 ? Value::null() : Value::instance(handle);
            option.several = instances.size() > 1;
            bool holds = true;
            const Condition* refused_by = nullptr;
            if (!is_allowed(handle, observer.action)) {
                out.push_back({option_text(offered, option), "it is switched off", action.place});
            } else if (check_requirements(action, option.value, Value::null(), machine.live_top, holds, &refused_by)
                           == Outcome::Next
                       && !holds) {
                out.push_back({option_text(offered, option), reason_of(*refused_by), refused_by->place});
            }
        }
    }
    return out;
}

} // namespace tgdl
