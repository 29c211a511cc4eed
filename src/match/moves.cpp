#include "match/moves.h"

#include "match/flow.h"

#include <algorithm>
#include <utility>

namespace tgdl {

namespace {

// Whether it is quicker to make a choice and see than to have it tried out first. Where chance or something hidden stops
// a trial, a choice that fails is legal all the same, and only trying tells.
bool sees_by_choosing(const Program& program) {
    return !program.any_fail || !(program.chance || program.hides);
}

const Decision& offered(Match& match) {
    return sees_by_choosing(match.program()) ? match.untried_decision() : match.decision();
}

// False when the option turns out not to be legal.
bool take(Match& match, std::size_t option) {
    if (sees_by_choosing(match.program())) {
        return match.choose_tentatively(option);
    }
    match.choose(option);
    return true;
}

bool ends_move(Match& match) {
    return match.status() != MatchStatus::Waiting || offered(match).begins_move;
}

// Walks moves decision by decision, keeping one scratch match for each decision made so far.
class MoveWalk {
public:
    // `visit` gets the match after a complete move and the number of decisions made so far.
    using Visit = std::function<void(Match& after, std::size_t level)>;

    void walk(Match& match, std::size_t level, const Visit& visit) {
        if (scratch_.size() <= level) {
            scratch_.push_back(std::make_unique<Match>(match));
        }
        Match& after = *scratch_[level];
        const std::size_t count = offered(match).options.size();
        for (std::size_t i = 0; i < count; ++i) {
            after.copy_from(match);
            if (!take(after, i)) {
                continue;
            }
            line_.push_back(static_cast<std::uint32_t>(i));
            if (ends_move(after)) {
                visit(after, level + 1);
            } else {
                walk(after, level + 1, visit);
            }
            line_.pop_back();
        }
    }
    [[nodiscard]] const MoveLine& line() const { return line_; }

private:
    std::vector<std::unique_ptr<Match>> scratch_;
    MoveLine line_;
};

// Counts the lines of play from a match, all depths at once.
class LineCount {
public:
    LineCount(std::vector<std::uint64_t>& counts, Match& failed) : counts_(counts), failed_(failed) {}

    bool count(Match& match, std::size_t depth, std::size_t level) {
        walk_.walk(match, level, [&](Match& after, std::size_t next_level) {
            if (went_wrong_) {
                return;
            }
            if (after.status() == MatchStatus::Error) {
                failed_.copy_from(after);
                went_wrong_ = true;
                return;
            }
            ++counts_[depth];
            if (depth + 1 < counts_.size() && after.status() == MatchStatus::Waiting) {
                count(after, depth + 1, next_level);
            }
        });
        return !went_wrong_;
    }

private:
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
        for (const TurnInfo& turn : program.turns) {
            something_reacts_and_asks_ =
                something_reacts_and_asks_ || (turn.default_block != kNone && chunk_asks(turn.default_block));
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

bool count_moves(Match& start, std::size_t depth, std::vector<std::uint64_t>& counts, Match& failed) {
    counts.assign(depth, 0);
    return depth == 0 || start.status() != MatchStatus::Waiting || LineCount(counts, failed).count(start, 0, 0);
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

// Lines that completes() speaks of are listed untried: some of them may turn out not to be legal.
void RandomMover::list_option(Match& match, std::size_t level, std::uint32_t option) {
    line_.options.push_back(option);
    const Decision& decision = offered(match);
    if (completes(match, decision, decision.options[option])) {
        listed_.push_back(line_);
    } else {
        Match& after = scratch(level, match);
        after.copy_from(match);
        if (take(after, option)) {
            if (ends_move(after)) {
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
    for (std::size_t move = before; move < beginnings_.count; ++move) {
        const MatchFlow::Lightly result = match.flow().try_move(beginnings_, move);
        if (result != MatchFlow::Lightly::NotSo) {
            if (result == MatchFlow::Lightly::Made) {
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
        if (ends_move(after)) {
            listed_.push_back(line_);
        } else {
            list_lines(after, 1);
        }
        line_.begins = kNoBeginning;
    }
    return outcome;
}

void RandomMover::list_lines(Match& match, std::size_t level) {
    const auto count = static_cast<std::uint32_t>(offered(match).options.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        list_option(match, level, i);
    }
}

bool RandomMover::try_line(Match& match, const Line& line) {
    if (line.begins == kNoBeginning && line.options.size() == 1) {
        return take(match, line.options.front());
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
        (void)offered(after);
        if (!take(after, option)) {
            return false;
        }
    }
    std::swap(match, after);
    return true;
}

bool RandomMover::play(Match& match, RandomState& random) {
    while (match.status() == MatchStatus::Waiting) {
        if (play_one(match, random)) {
            return true;
        }
        // No option leads anywhere: asked for what is legal, the match finds that out itself and goes on.
        const std::uint64_t before = match.hash();
        (void)match.decision();
        if (match.status() == MatchStatus::Waiting && match.hash() == before) {
            return false;
        }
    }
    return false;
}

bool RandomMover::play_one(Match& match, RandomState& random) {
    listed_.clear();
    moves_.clear();
    beginnings_.clear();
    const Decision& decision = offered(match);
    MatchFlow& flow = match.flow();
    const bool may_list = sees_by_choosing(match.program());
    for (std::uint32_t i = 0; i < decision.options.size();) {
        if (may_list && flow.lists_moves(i)) {
            const bool asks = asks_inside_[decision.options[i].action];
            const Outcome outcome = asks ? list_beginnings(match, i, i) : flow.list_moves(i, i, moves_);
            if (outcome == Outcome::Next) {
                continue;
            }
        }
        list_option(match, 0, i);
        ++i;
    }
    while (!listed_.empty() || moves_.count != 0) {
        const std::size_t pick = random_below(random, listed_.size() + moves_.count);
        if (pick < moves_.count) {
            if (flow.play_move(moves_, pick)) {
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

} // namespace tgdl
