// Transactions: what is undone as a whole, and the lines of choices that failed late.
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/transaction_frame.h"
#include "vm/assert_types.h"
#include "vm/board_position.h"
#include "vm/collections.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

namespace tgdl {

namespace {

// Garbage that may pile up before it is collected, in words, beside half of what is in use.
constexpr std::uint32_t kSpareRoom = 512;
// Steps of a Transaction.
enum TransactionStep : std::uint32_t { kBegin, kBody, kResolve, kEnd };

struct FreePlace {
    Handle begin = 0;
    Handle end = 0;
};

// Free places as they were before these writes, as far as something was written to them: what lies there now is new.
std::vector<FreePlace> free_places_before(const Memory& memory, std::span<const Memory::JournalEntry> writes) {
    std::map<Handle, Word> old; // what was there: the first of the writes to one word noted it
    for (const Memory::JournalEntry& entry : writes) {
        old.emplace(entry.at, entry.old);
    }
    const auto word_before = [&](Handle at) {
        const auto found = old.find(at);
        return found != old.end() ? found->second : memory.load(at);
    };
    std::vector<FreePlace> places;
    for (auto free = static_cast<Handle>(word_before(kFreeWord)); free != 0;
         free = static_cast<Handle>(word_before(free + 1))) {
        const FreePlace place{free, free + Header::unpack(word_before(free)).size};
        const auto first = old.lower_bound(place.begin);
        if (first != old.end() && first->first < place.end) {
            places.push_back(place);
        }
    }
    return places;
}

} // namespace

// ---- transactions ---------------------------------------------------------------------------------------------------

Outcome MatchFlow::begin_transaction(TransactionKind kind, Value instance, std::uint32_t what, Value event) {
    const Mark mark = machine.memory.mark();
    Frame& frame = push(FrameKind::Transaction, top().top, kTransactionValues);
    frame.code = static_cast<std::uint32_t>(kind);
    value(frame, kMarkA) = packed(mark.journal, mark.top);
    value(frame, kMarkB) = packed(mark.previous, static_cast<std::uint32_t>(pending.size()));
    value(frame, kInstance) = instance;
    value(frame, kEvent) = event;
    value(frame, kWhat) = packed(what, 0);
    state.transaction = kind;
    state.in_transaction = true;
    if (machine.trial == 0) {
        begin_counts(kind);
    }
    if (machine.tracks_secret_reads && kind == TransactionKind::SimultaneousRun) {
        uninformed.assign(players_, true); // what the others chose in secret comes to light
    }
    set_holes({}); // of what was undone
    empty_queue();
    const bool is_moment = kind == TransactionKind::Choice || kind == TransactionKind::SimultaneousChoice;
    if (program_->counts_moments && is_moment && (machine.trial == 0 || program_->choice_plan.trials_ask_repeats)) {
        record_moment(machine, active());
    }
    return Outcome::Pushed;
}

Outcome MatchFlow::step_transaction() {
    Frame& frame = top();
    const auto kind = static_cast<TransactionKind>(frame.code);
    const std::uint32_t above = frame.top;
    if (frame.at == kBegin) {
        frame.at = kBody;
        const std::uint32_t what = low_half(value(frame, kWhat));
        const Value instance = value(frame, kInstance);
        const Value event = value(frame, kEvent);
        switch (kind) {
        case TransactionKind::Setup: {
            const Outcome made = make_globals();
            if (made != Outcome::Next) {
                return made;
            }
            break;
        }
        case TransactionKind::Phase: {
            machine.memory.set_half(kPhaseWord, 1, 0);
            value(frame, kWhat) = packed(what, phase().may_fail ? 1 : 0);
            Frame& run =
                push(FrameKind::RunPhase, above, kPhaseInputs + static_cast<std::uint32_t>(phase().inputs.size()));
            run.code = 0;
            break;
        }
        case TransactionKind::Pass: push(FrameKind::Pass, above, 1); break;
        case TransactionKind::NoChoice: {
            const Value thrown =
                make_event(program_->events[static_cast<std::size_t>(EventKind::NoChoice)], {Value::number(active())});
            if (thrown.is_null() || !enqueue(thrown)) {
                return machine.fault_with(FaultId::OutOfMemory);
            }
            break;
        }
        case TransactionKind::Goal: push_action(above, what, ActionMode::Goal, instance, event, active()); break;
        case TransactionKind::Choice:
        case TransactionKind::OffTurn:
            machine.memory.set_half(kActiveWord, 1, state.chooser);
            push_action(above, what, ActionMode::Chosen, instance, event, state.chooser);
            break;
        case TransactionKind::SimultaneousChoice:
            push_action(above, what, ActionMode::ChooseOnly, instance, event, state.chooser);
            break;
        case TransactionKind::SimultaneousRun: {
            machine.memory.set_half(kActiveWord, 1, state.chooser);
            const Value arguments = value(frame, kArguments);
            Frame& run = push_action(above, what, ActionMode::Prefilled, instance, event, state.chooser);
            for (std::uint32_t i = 0; i < program_->actions[what].inputs.size(); ++i) {
                value(run, kActionInputs + i) = list_get(machine, arguments.handle(), 2 + i);
            }
            break;
        }
        }
        return Outcome::Pushed;
    }
    if (frame.at >= kEnd + 1) { // the setups, one after the other
        const std::uint32_t next = frame.at - (kEnd + 1);
        if (next < program_->setups.size()) {
            frame.at += 1;
            Frame& run = push(FrameKind::RunPhase, above,
                              kPhaseInputs + static_cast<std::uint32_t>(program_->setups[next].inputs.size()));
            run.code = 1 + next;
            return Outcome::Pushed;
        }
        frame.at = kResolve;
        if (machine.memory.half(kTurnWord, 0) == kNone) {
            const Outcome outcome = use_turn(0, 0);
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
    }
    if (frame.at == kBody) {
        if (kind == TransactionKind::Setup) {
            frame.at = kEnd + 1;
            return Outcome::Pushed;
        }
        frame.at = kResolve;
    }
    if (frame.at == kResolve) {
        frame.at = kEnd;
        if (machine.memory.half(kQueueWord, 0) != 0) {
            push(FrameKind::Resolve, above, 2);
            return Outcome::Pushed;
        }
    }
    keep_transaction();
    return Outcome::Pushed;
}

void MatchFlow::keep_transaction() {
    const Frame frame = top();
    const auto kind = static_cast<TransactionKind>(frame.code);
    const Value mark_a = value(frame, kMarkA);
    const Mark mark{low_half(mark_a), high_half(mark_a), low_half(value(frame, kMarkB))};
    if (machine.trial == 0) {
        const bool is_pass = kind == TransactionKind::Pass || kind == TransactionKind::NoChoice;
        const bool is_automatic = is_pass || kind == TransactionKind::Phase || kind == TransactionKind::Goal;
        if (!is_automatic || changed_something(mark)) {
            state.idle_passes = 0;
            state.idle_phases = 0;
            state.idle_draws = false;
        } else if (kind == TransactionKind::Pass) {
            ++state.idle_passes;
        } else if (kind == TransactionKind::Phase && has_passed_control(mark)) {
            ++state.idle_phases;
        }
    }
    if (machine.trial > 0) {
        // What a trial did is gone back from as a whole; keeping this mark would lose what is needed for that.
        pop(Report::Kept);
        return;
    }
    empty_queue();
    machine.memory.keep(mark);
    settle(TransactionOutcome::Kept);
    state.in_transaction = false;
    tentative_ = false;
    refused.clear();
    line.clear();
    deliver_pending();
    const bool keeps_arguments = kind == TransactionKind::SimultaneousChoice;
    const Value arguments = keeps_arguments ? value(frame, kArguments) : Value::null();
    pop(Report::Kept);
    if (keeps_arguments) {
        value(machine.frames[machine.frames.size() - 2], 2) = arguments; // of the Several below who chose
    }
    TGDL_ASSERT_HEAP(machine);
    collect_when_due();
}

void MatchFlow::collect() {
    machine.live_top = top().top;
    if (machine.memory.half(kSpareWord, 0) != 0) {
        machine.collect_garbage();
    }
    machine.memory.set_half(kSpareWord, 0, machine.memory.top() + machine.memory.top() / 2 + kSpareRoom);
}

// Did anything but turns, ages and the lists of instances change since the mark? What was made since is no change: only what
// holds it is.
bool MatchFlow::changed_something(Mark since) const {
    const Memory& memory = machine.memory;
    const auto is_link = [&](Handle at) {
        const Header header = Header::unpack(memory.load(at - kLinkWord));
        return header.kind == ObjectKind::Instance && header.type < program_->classes.size()
               && header.size == program_->classes[header.type].size;
    };
    const std::span<const Memory::JournalEntry> journal =
        std::span(memory.journal().begin(), memory.journal().size()).subspan(since.journal);
    const auto is_change = [&](const Memory::JournalEntry& entry) {
        return entry.at >= machine.layout.globals && memory.load(entry.at) != entry.old
               && (entry.at < machine.layout.end + kLinkWord || !is_link(entry.at));
    };
    if (std::ranges::none_of(journal, is_change)) {
        return false;
    }
    const std::vector<FreePlace> free = free_places_before(memory, journal);
    return std::ranges::any_of(journal, [&](const Memory::JournalEntry& entry) {
        return is_change(entry) && std::ranges::none_of(free, [&](FreePlace place) {
                   return place.begin <= entry.at && entry.at < place.end;
               });
    });
}

// Has another phase begun since the mark?
bool MatchFlow::has_passed_control(Mark since) const {
    const Memory::Journal& journal = machine.memory.journal();
    const auto first = std::find_if(journal.begin() + since.journal, journal.end(),
                                    [](const Memory::JournalEntry& entry) { return entry.at == kPhaseWord; });
    return first != journal.end() && low_half(Value{first->old}) != machine.memory.half(kPhaseWord, 0);
}

void MatchFlow::refuse_line() {
    while (!line.empty() && line.back() == kNothingToPick) { // nobody has decided that
        line.pop_back();
    }
    if (!line.empty()) {
        refused.push_back(line.size());
        refused.insert(refused.end(), line.begin(), line.end());
    }
}

// Would this choice, after those already made, repeat a line that failed?
bool MatchFlow::is_refused(std::uint64_t key) const {
    for (std::size_t at = 0; at < refused.size(); at += refused[at] + 1) {
        const std::size_t length = refused[at];
        if (length == line.size() + 1 && refused[at + length] == key
            && std::equal(line.begin(), line.end(), refused.begin() + static_cast<std::ptrdiff_t>(at) + 1)) {
            return true;
        }
    }
    return false;
}

} // namespace tgdl
