// Decisions: what is offered, what is legal, what a choice sets in motion.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/input_frame.h"
#include "match/pick_frame.h"
#include "match/public_numbers.h"
#include "match/transaction_frame.h"
#include "match/view.h"
#include "vm/collections.h"
#include "vm/positions.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tgdl {

namespace {

// ChooseAction: code is the player. OffTurn: code is the player whose transaction it was, values {player asked}, …
enum ChooseStep : std::uint32_t { kOffer, kChosen };

} // namespace

Decision& MatchFlow::offered_decision() {
    Decision& offered = machine.trial > 0 ? tried_decision_ : decision;
    return offered;
}

// Keys of choices are the same for the same choice from the same state, wherever in the heap its things lie.
std::uint64_t MatchFlow::key_of(const Option& option) const {
    std::uint64_t value_key = option.value.bits;
    if (option.value.is_text()) {
        value_key = hash_value(machine, option.value);
    } else if (option.value.is_instance()) { // Class#n
        const Handle instance = option.value.handle();
        value_key = packed(machine.class_of(instance), machine.memory.half(instance + kAgeWord, 1)).bits;
    }
    return (value_key * 0x9E3779B97F4A7C15ULL) ^ (std::uint64_t{static_cast<std::uint8_t>(option.kind)} << 56U)
           ^ (std::uint64_t{option.action} << 24U) ^ option.number;
}

std::uint64_t MatchFlow::meaning_of(const Option& option) const {
    Option meant = option;
    if (option.hidden) {
        meant.value = Value::null();
    } else if (option.kind == OptionKind::Value) {
        meant.number = 0; // its place among the candidates
    }
    if (meant.value.is_instance() && is_seen_in_part(machine.class_info(meant.value.handle()))) {
        const Handle instance = meant.value.handle();
        meant.value = packed(machine.class_of(instance), machine.public_number_of(instance));
    }
    return key_of(meant);
}

// What the match offers at a decision is found within a budget of its own, the same whenever it is listed. In a trial it is
// that of the trial. Where there turns out to be nothing to decide, the rules go on, and what it took is theirs.
Outcome MatchFlow::list_within_budget(Decision& out, bool one_is_enough) {
    if (machine.trial > 0) {
        return list_legal_options(out, one_is_enough);
    }
    const Budget outside = std::exchange(machine.budget, Budget(machine.limits.steps));
    const Outcome outcome = list_legal_options(out, one_is_enough);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const std::uint64_t taken = machine.limits.steps - machine.budget.steps();
    machine.budget = outside;
    if (std::ranges::all_of(out.options, &Option::picks_nothing)) {
        machine.charge(taken);
    }
    return outcome;
}

Outcome MatchFlow::list_legal_options(Decision& out, bool one_is_enough) {
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
        case TransactionKind::SimultaneousChoice:
        case TransactionKind::SimultaneousRun: break;
        default: // a choice by itself, but a list is one set
            out.begins_move = top().kind != FrameKind::FillInput || high_half(value(top(), kInputPosition)) == 0;
        }
    }
    out.simultaneous_since =
        is_chosen_simultaneously(machine.frames.size()) ? state.simultaneous_since : Decision::kNotSimultaneous;
    if (!refused.empty()) {
        std::erase_if(out.options, [&](const Option& option) { return is_refused(key_of(option)); });
    }
    // Only trying tells which lists can be completed: when none can, there is no candidate.
    const bool completes_list = out.input != kNone && !program_->inputs[out.input].list_filters.empty();
    if (listing == Listing::Untried && machine.trial == 0 && !completes_list && !may_end_quietly()) {
        return Outcome::Next;
    }
    return legal_options(out, one_is_enough);
}

Outcome MatchFlow::legal_options(Decision& offered, bool one_is_enough) {
    std::size_t kept = 0;
    // The list is worked on by value: a trial lists other decisions into the same scratch.
    std::vector<Option> options = std::move(offered.options);
    const Decision head = offered;
    const bool one_trial_is_enough = is_one_trial_enough(head);
    Trial trial;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const bool is_known = one_trial_is_enough && i > 0;
        trial.legal = is_known ? trial.legal : true;
        if (!is_known && needs_trial(head, options[i])) {
            const Outcome outcome = try_option(head, options[i], trial);
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        if (trial.legal) {
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
        return note_clause(options_of_input(frame, out));
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
        std::vector<Value> tiles;
        const Outcome outcome = destinations(machine, value(frame, kMovePiece).handle(), value(frame, kMoveMovement),
                                             machine.live_top, tiles);
        for (const Value tile : tiles) {
            Option option;
            option.value = tile;
            out.options.push_back(option);
        }
        return outcome == Outcome::Done ? Outcome::Next : outcome;
    }
    default: return Outcome::Next;
    }
}

// Actions the player may choose: of what they own or share, of globals, of the game.
Outcome MatchFlow::options_of_actions(std::uint32_t player, EventKind kind, std::uint32_t active_player,
                                      Decision& out) {
    out.kind = kind == EventKind::OffTurnChoice ? DecisionKind::OffTurn : DecisionKind::Action;
    out.player = player;
    const ClassIndex event_class = program_->events[static_cast<std::size_t>(kind)];
    if (event_class == kNone) {
        return Outcome::Next;
    }
    std::vector<FoundAction>& found = found_actions_;
    std::vector<Handle>& instances = action_instances_;
    found.clear();
    bool has_nameless = false;
    const bool in_order = kind == EventKind::PlayerChoice && program_->choice_plan.is_in_order;
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
            collect_owned(observer.owner, observer.owner, player, instances);
            has_nameless = has_nameless || program_->classes[observer.owner].counted_as != kNone;
        }
        if (!machine.charge_elements(instances.size(), 4)) {
            outcome = machine.budget_spent();
            break;
        }
        if (observer.owner != kNone && program_->classes[observer.owner].public_word != 0) {
            order_for(player, instances);
        }
        if (in_order && trigger == kNone && gives_one_answer(observer)) {
            outcome = offer_to_all(observer, instances, out);
            if (outcome != Outcome::Next) {
                break;
            }
            continue;
        }
        for (const Handle handle : instances) {
            const Value instance = handle == 0 ? Value::null() : Value::instance(handle);
            FoundAction one;
            one.order = action.order;
            one.rank = handle == 0 ? 0 : rank_for(player, handle);
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
                outcome =
                    check_trigger(action.triggers[observer.trigger], instance, event, machine.live_top, one.holds);
            }
            if (outcome != Outcome::Next) {
                break;
            }
            if (!in_order) {
                found.push_back(one);
            } else if (one.holds) {
                one.option.several = instances.size() > 1;
                out.options.push_back(one.option);
            }
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
    if (has_nameless) [[unlikely]] {
        for (FoundAction& one : found) {
            one.option.several = has_nameless_namesake(one.option, player);
        }
        for (Option& option : out.options) {
            option.several = option.several || has_nameless_namesake(option, player);
        }
    }
    if (in_order) {
        return Outcome::Next;
    }
    const auto comes_before = [](const FoundAction& a, const FoundAction& b) {
        return a.order != b.order ? a.order < b.order : a.rank < b.rank;
    };
    std::sort(found.begin(), found.end(), comes_before); // no two have the same order and rank
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i].holds) {
            continue;
        }
        const auto same = [&](std::size_t other) { return found[other].order == found[i].order; };
        const bool is_one_of_several = (i > 0 && same(i - 1)) || (i + 1 < found.size() && same(i + 1));
        found[i].option.several |= is_one_of_several;
        out.options.push_back(found[i].option);
    }
    return Outcome::Next;
}

// Nameless classes that are counted with one class go by its name, and so do actions that each of them declares for itself:
// has the player an instance of another of them with an action of this name?
bool MatchFlow::has_nameless_namesake(const Option& option, std::uint32_t player) {
    const ClassIndex owner = option.value.is_instance() ? machine.class_of(option.value.handle()) : kNone;
    const ClassIndex counted_as = owner == kNone ? kNone : program_->classes[owner].counted_as;
    if (counted_as == kNone) {
        return false;
    }
    const auto is_namesake = [&](ActionIndex action) {
        return program_->actions[action].name == program_->actions[option.action].name;
    };
    found_instances_.clear();
    for (ClassIndex index = counted_as; index <= program_->classes[counted_as].last && found_instances_.empty();
         ++index) {
        const ClassInfo& other = program_->classes[index];
        if (index != owner && other.counted_as == counted_as && std::ranges::any_of(other.actions, is_namesake)) {
            collect_owned(index, index, player, found_instances_);
        }
    }
    return !found_instances_.empty();
}

// May all instances do the action when one of them may?
bool MatchFlow::gives_one_answer(const Observer& observer) const {
    return observer.owner != kNone && program_->actions[observer.action].plan.asks_once
           && program_->classes[observer.owner].disabled_offset == 0;
}

Outcome MatchFlow::offer_to_all(const Observer& observer, const std::vector<Handle>& instances, Decision& out) {
    const ActionInfo& action = program_->actions[observer.action];
    bool holds = !instances.empty();
    if (holds && !action.requirements.empty()) {
        const Value one = Value::instance(instances.front());
        const Outcome outcome = check_requirements(action, one, Value::null(), machine.live_top, holds);
        if (outcome != Outcome::Next) {
            return outcome;
        }
    }
    if (!holds) {
        return Outcome::Next;
    }
    Option option;
    option.kind = OptionKind::Action;
    option.action = observer.action;
    option.several = instances.size() > 1;
    const std::size_t before = out.options.size();
    out.options.resize(before + instances.size(), option);
    for (std::size_t i = 0; i < instances.size(); ++i) {
        out.options[before + i].value = Value::instance(instances[i]);
    }
    return Outcome::Next;
}

// Instances of these classes that the player owns or shares, by age: owned things are tracked.
void MatchFlow::collect_owned(ClassIndex first, ClassIndex last, std::uint32_t player, std::vector<Handle>& out) const {
    const Memory& memory = machine.memory;
    const Value wanted = Value::number(player);
    const std::size_t begin = out.size();
    for (ClassIndex index = first; index <= last; ++index) {
        for (Handle instance = memory.half(machine.layout.class_list(index), 0); instance != 0;
             instance = memory.half(instance + kLinkWord, 0)) {
            const Value owner_value = memory.value(instance + kOwnerWord);
            if (owner_value == wanted || (owner_value.is_collection() && belongs_to(instance, player))) {
                out.push_back(instance);
            }
        }
    }
    if (first != last) { // each class's part is in order already
        const auto by_age = [this](Handle a, Handle b) { return machine.age_of(a) < machine.age_of(b); };
        std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), by_age);
    }
}

Value MatchFlow::make_choice_event(EventKind kind, std::uint32_t player, std::uint32_t active_player) {
    const ClassIndex index = program_->events[static_cast<std::size_t>(kind)];
    return kind == EventKind::OffTurnChoice ? make_event(index, {Value::number(player), Value::number(active_player)})
                                            : make_event(index, {Value::number(player)});
}

// Tells the waiting frame what was chosen.
void MatchFlow::answer(const Decision& offered, const Option& option) {
    line.push_back(key_of(option));
    state.steps_since_decision = 0;
    state.idle_phases = 0;
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
        if (machine.frames.size() >= 2 && machine.frames[machine.frames.size() - 2].kind == FrameKind::Simultaneous) {
            kind = TransactionKind::SimultaneousChoice;
        }
        begin_transaction(kind, option.value, option.action, Value::null());
        // Made inside the transaction, so that it is undone with it.
        const Value event = make_choice_event(off_turn ? EventKind::OffTurnChoice : EventKind::PlayerChoice,
                                              offered.player, active_player);
        value(top(), kEvent) = event;
        return;
    }
    default: return;
    }
}

TransactionOutcome MatchFlow::choose(std::size_t index) {
    if (state.status != MatchStatus::Waiting || index >= decision.options.size()) {
        return TransactionOutcome::Open;
    }
    ++state.decisions;
    const Decision made = decision;
    machine.budget = Budget(state.steps_left);
    const bool declines = made.kind == DecisionKind::OffTurn && made.options[index].kind == OptionKind::None;
    transaction_outcome_ = declines ? TransactionOutcome::Kept : TransactionOutcome::Open;
    answer(made, made.options[index]);
    advance();
    return transaction_outcome_;
}

TransactionOutcome MatchFlow::choose_tentatively(std::size_t index) {
    if (!needs_trial(decision, decision.options[index])) {
        return choose(index);
    }
    const Decision made = decision;
    // No mark: a transaction that ends or begins in between would not nest with it.
    if (before_tentative_ == nullptr) {
        before_tentative_ = std::make_unique<MatchFlow>(*this);
    } else {
        before_tentative_->copy_from(*this);
    }
    tentative_ = true;
    ++state.decisions;
    transaction_outcome_ = TransactionOutcome::Open;
    answer(made, made.options[index]);
    advance();
    tentative_ = false;
    if (tentative_failed_) {
        tentative_failed_ = false;
        copy_from(*before_tentative_);
        return TransactionOutcome::Undone;
    }
    return transaction_outcome_;
}

bool MatchFlow::every_option_is_legal() const {
    return std::ranges::none_of(decision.options, [&](const Option& option) { return needs_trial(decision, option); });
}

TransactionOutcome MatchFlow::go_on_without_options() {
    for (const Option& option : decision.options) {
        if (!option.picks_nothing()) {
            line.push_back(key_of(option));
            refuse_line();
            line.pop_back();
        }
    }
    transaction_outcome_ = TransactionOutcome::Open;
    advance();
    return transaction_outcome_;
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
        value(frame, 1) = packed(0, 0);
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

// ---- goals ----------------------------------------------------------------------------------------------------------

Outcome MatchFlow::step_goals() {
    Frame& frame = top();
    while (frame.at < program_->goals.size()) {
        const ActionIndex goal = program_->goals[frame.at];
        ++frame.at;
        bool holds = is_allowed(0, goal);
        if (holds) {
            const Outcome outcome =
                check_requirements(program_->actions[goal], Value::null(), Value::null(), frame.top, holds);
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

} // namespace tgdl
