#include "match/moves.h"

#include "match/flow.h"

#include <algorithm>
#include <utility>

namespace tgdl {

namespace {

// False when the choice is undone: the match is as before.
bool take_unless_undone(Match& match, std::uint32_t option) {
    return match.choose_tentatively(option) != TransactionOutcome::Undone;
}

// Counts the lines of play from a match, all depths at once.
class LineCount {
public:
    LineCount(std::vector<std::uint64_t>& counts, Match& failed) : counts_(counts), failed_(failed) {}

    CountEnd count(Match& match, std::size_t depth, std::size_t level) {
        const auto visit = [&](Match& after, std::size_t next_level) { count_move(after, depth, next_level); };
        while (match.status() == MatchStatus::Waiting && walk_.walk(match, level, visit) == 0 && !walk_.gave_up()) {
            match.go_on_without_options();
        }
        if (match.status() == MatchStatus::Error) {
            fail_at(match);
        }
        return went_wrong_ ? CountEnd::Error : walk_.gave_up() ? CountEnd::TooLong : CountEnd::Counted;
    }

private:
    void count_move(Match& after, std::size_t depth, std::size_t level) {
        if (went_wrong_ || walk_.gave_up()) {
            return;
        }
        if (after.status() == MatchStatus::Error) {
            fail_at(after);
            return;
        }
        ++counts_[depth];
        if (depth + 1 < counts_.size() && after.status() == MatchStatus::Waiting) {
            count(after, depth + 1, level);
        }
    }
    void fail_at(const Match& match) {
        failed_.copy_from(match);
        went_wrong_ = true;
    }

    std::vector<std::uint64_t>& counts_;
    Match& failed_;
    MoveWalk walk_;
    bool went_wrong_ = false;
};

// ---- which actions ask for more than their inputs -------------------------------------------------------------------

bool takes_decision(const InputInfo& input) {
    return input.mode != InputMode::Auto;
}

bool has_decisions(const Program& program, const ActionInfo& action) {
    return std::ranges::any_of(action.inputs, [&](InputIndex input) { return takes_decision(program.inputs[input]); });
}

// Can code, once it runs, come to ask a player something? Follows calls; whatever may raise an event counts as asking when
// some reaction to events does.
class AskSearch {
public:
    explicit AskSearch(const Program& program) : program_(program), seen_(program.chunks.size(), false) {
        const auto reacts_and_asks = [&](const Observer& observer) {
            const ActionInfo& action = program.actions[observer.action];
            return has_decisions(program, action) || chunk_asks(action.effect);
        };
        for (ClassIndex event = 0; event < program.observers.size(); ++event) {
            const bool offers = event == program.events[static_cast<std::size_t>(EventKind::PlayerChoice)]
                                || event == program.events[static_cast<std::size_t>(EventKind::OffTurnChoice)];
            if (!offers && std::ranges::any_of(program.observers[event], reacts_and_asks)) {
                something_reacts_and_asks_ = true;
            }
        }
        // A phase that a choice leads to belongs to its transaction.
        const auto phase_asks = [&](const PhaseInfo& phase) {
            return std::ranges::any_of(phase.inputs,
                                       [&](InputIndex input) { return takes_decision(program.inputs[input]); })
                   || chunk_asks(phase.effect);
        };
        for (const TurnInfo& turn : program.turns) {
            something_reacts_and_asks_ = something_reacts_and_asks_ || chunk_asks(turn.default_block)
                                         || std::ranges::any_of(turn.phases, phase_asks);
        }
    }

    bool action_asks(const ActionInfo& action) {
        if (something_reacts_and_asks_) {
            return true;
        }
        seen_.assign(program_.chunks.size(), false);
        return chunk_asks(action.effect);
    }

private:
    bool chunk_asks(ChunkIndex chunk) {
        if (chunk == kNone || seen_[chunk]) {
            return false;
        }
        seen_[chunk] = true;
        return std::ranges::any_of(program_.chunks[chunk].code,
                                   [&](const Instruction& instruction) { return instruction_asks(instruction); });
    }

    bool instruction_asks(const Instruction& instruction) {
        switch (instruction.op) {
        case Operation::Ask:
        case Operation::Choose:
        case Operation::MovePiece:
        case Operation::CallAction: return true;
        case Operation::Call: return chunk_asks(instruction.wide());
        case Operation::CallMethod:
            return std::ranges::any_of(program_.classes, [&](const ClassInfo& info) {
                return instruction.b < info.methods.size() && chunk_asks(info.methods[instruction.b]);
            });
        case Operation::CallInit:
        case Operation::CallDefaults:
            return std::ranges::any_of(program_.classes, [&](const ClassInfo& info) {
                return chunk_asks(instruction.op == Operation::CallInit ? info.init : info.defaults);
            });
        default: return false; // the instructions that stay inside their own code
        }
    }

    const Program& program_;
    std::vector<bool> seen_;
    bool something_reacts_and_asks_ = false;
};

} // namespace

void for_each_move(Match& match, const std::function<void(Match& after, const MoveLine& line)>& visit) {
    MoveWalk walk;
    walk.walk(match, 0, [&](Match& after, std::size_t /*level*/) { visit(after, walk.line()); });
}

CountEnd count_moves(Match& start, std::size_t depth, std::vector<std::uint64_t>& counts, Match& failed) {
    counts.assign(depth, 0);
    const bool has_moves = depth != 0 && start.status() == MatchStatus::Waiting;
    return has_moves ? LineCount(counts, failed).count(start, 0, 0) : CountEnd::Counted;
}

RandomMover::RandomMover(const Match& like) {
    const Program& program = like.program();
    AskSearch search(program);
    for (const ActionInfo& action : program.actions) {
        asks_inside_.push_back(search.action_asks(action));
    }
}

Match& RandomMover::scratch(std::size_t level, const Match& like) {
    while (scratch_.size() <= level) {
        scratch_.push_back(std::make_unique<Match>(like));
    }
    return *scratch_[level];
}

// Choosing this option fills the last input of an action that asks for nothing more, or is a move by itself.
bool RandomMover::completes(const Match& match, const Decision& decision, const Option& option) const {
    const Program& program = match.program();
    if (option.kind == OptionKind::Action) {
        return !asks_inside_[option.action] && !has_decisions(program, program.actions[option.action]);
    }
    if (decision.kind == DecisionKind::OffTurn) {
        return true; // none
    }
    if (decision.begins_move) { // it belongs to no chosen action
        return decision.kind != DecisionKind::Input || !program.inputs[decision.input].is_list;
    }
    if (decision.kind != DecisionKind::Input || decision.action == kNone || asks_inside_[decision.action]) {
        return false;
    }
    const std::vector<InputIndex>& inputs = program.actions[decision.action].inputs;
    const auto last = std::ranges::find_if(inputs.rbegin(), inputs.rend(),
                                           [&](InputIndex input) { return takes_decision(program.inputs[input]); });
    const InputInfo& input = program.inputs[decision.input];
    return last != inputs.rend() && *last == decision.input && !input.is_list && input.mode != InputMode::Players;
}

// Lines that completes() speaks of are listed untried: some of them may be undone.
void RandomMover::list_option(Match& match, std::size_t level, std::uint32_t option) {
    if (is_too_much()) {
        return;
    }
    line_.options.push_back(option);
    const Decision& decision = match.untried_decision();
    if (completes(match, decision, decision.options[option])) {
        listed_.push_back(line_);
    } else if (level >= kMostDecisions) {
        choices_made_ = kMostListed;
    } else {
        ++choices_made_;
        Match& after = scratch(level, match);
        after.copy_from(match);
        if (take_unless_undone(after, option)) {
            if (is_between_moves(after)) {
                listed_.push_back(line_);
            } else {
                list_lines(after, level + 1);
            }
        }
    }
    line_.options.pop_back();
}

// The moves of an action that may ask for more than its inputs: made on a copy to see, unless they are seen to ask nothing.
Outcome RandomMover::list_beginnings(Match& match, std::uint32_t first, std::uint32_t& past) {
    const std::size_t before = beginnings_.count;
    const Outcome outcome = match.flow().list_moves(first, past, beginnings_);
    for (std::size_t move = before; move < beginnings_.count && !is_too_much(); ++move) {
        const MatchFlow::FastPath result = match.flow().try_move(beginnings_, move);
        if (result != MatchFlow::FastPath::Unsupported) {
            if (result == MatchFlow::FastPath::Made) {
                line_.begins = move;
                listed_.push_back(line_);
                line_.begins = kNoBeginning;
            }
            continue;
        }
        Match& after = scratch(0, match);
        after.copy_from(match);
        if (!after.flow().play_move(beginnings_, move)) {
            continue;
        }
        line_.begins = move;
        if (is_between_moves(after)) {
            listed_.push_back(line_);
        } else {
            list_lines(after, 1);
        }
        line_.begins = kNoBeginning;
    }
    return outcome;
}

void RandomMover::list_lines(Match& match, std::size_t level) {
    const Decision& decision = match.untried_decision();
    if (decision.action == kNone) { // inside an effect
        walk_.walk_on(match, 0, [&](Match& /*after*/, std::size_t /*level*/) { list_walked(); });
        return;
    }
    const auto count = static_cast<std::uint32_t>(decision.options.size());
    for (std::uint32_t i = 0; i < count && !is_too_much(); ++i) {
        list_option(match, level, i);
    }
}

void RandomMover::list_walked() {
    listed_.push_back(line_);
    MoveLine& options = listed_.back().options;
    options.insert(options.end(), walk_.line().begin(), walk_.line().end());
}

bool RandomMover::try_line(Match& match, const Line& line) {
    if (line.begins == kNoBeginning && line.options.size() == 1) {
        return take_unless_undone(match, line.options.front());
    }
    if (line.begins != kNoBeginning && line.options.empty()) {
        return match.flow().play_move(beginnings_, line.begins);
    }
    Match& after = scratch(0, match);
    after.copy_from(match);
    if (line.begins != kNoBeginning && !after.flow().play_move(beginnings_, line.begins)) {
        return false;
    }
    for (const std::uint32_t option : line.options) {
        (void)after.untried_decision();
        if (option == kNoOption) {
            after.go_on_without_options();
        } else if (!take_unless_undone(after, option)) {
            return false;
        }
    }
    std::swap(match, after);
    return true;
}

// The moves of the waiting decision: most of them untried. False: there are too many, or it takes too long.
inline bool RandomMover::list(Match& match) {
    walk_.allow(kMostListed);
    listed_.clear();
    choices_made_ = 0;
    moves_.clear();
    beginnings_.clear();
    const Decision& decision = match.untried_decision();
    MatchFlow& flow = match.flow();
    if (decision.kind != DecisionKind::Action && !flow.every_option_is_legal()) {
        // What picks nothing is on offer only beside something that can be picked, which only trying tells.
        walk_.walk(match, 0, [&](Match& /*after*/, std::size_t /*level*/) { list_walked(); });
        return !is_too_much();
    }
    for (std::uint32_t i = 0; i < decision.options.size();) {
        if (const Option& option = decision.options[i]; flow.lists_moves(option)) {
            const bool asks = asks_inside_[option.action];
            const Outcome outcome = asks ? list_beginnings(match, i, i) : flow.list_moves(i, i, moves_);
            if (outcome == Outcome::Next) {
                continue;
            }
            if (flow.machine.budget.is_spent()) {
                return false;
            }
        }
        list_option(match, 0, i);
        ++i;
    }
    return !is_too_much();
}

void RandomMover::play_by_choices(Match& match, RandomState& random) {
    do {
        const std::size_t options = match.decision().options.size(); // finds out which are legal: none may be
        if (match.status() == MatchStatus::Waiting) {
            match.choose(random_below(random, options));
        }
    } while (!is_between_moves(match));
}

inline bool RandomMover::play_one(Match& match, RandomState& random) {
    if (!list(match)) {
        play_by_choices(match, random);
        return true;
    }
    while (!listed_.empty() || moves_.count != 0) {
        const std::size_t pick = random_below(random, listed_.size() + moves_.count);
        if (pick < moves_.count) {
            if (match.flow().play_move(moves_, pick)) {
                return true;
            }
            moves_.remove(pick);
            continue;
        }
        const std::size_t line = pick - moves_.count;
        if (try_line(match, listed_[line])) {
            return true;
        }
        std::swap(listed_[line], listed_.back());
        listed_.pop_back();
    }
    return false;
}

bool RandomMover::play(Match& match, RandomState& random) {
    while (match.status() == MatchStatus::Waiting) {
        if (play_one(match, random)) {
            return true;
        }
        match.go_on_without_options();
    }
    return false;
}

} // namespace tgdl
