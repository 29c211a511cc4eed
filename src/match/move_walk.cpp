#include "match/move_walk.h"

#include "match/flow.h"

namespace tgdl {

// Can the transaction in which the match waits still be kept?
bool MoveWalk::can_be_kept(Match& match, std::size_t level) {
    if (level >= kMostDecisions) {
        is_too_long_ = true;
        return false;
    }
    const std::vector<Option> options = match.untried_decision().options; // by value: they change with the decision
    if (match.flow().every_option_is_legal()) {
        return true;
    }
    Match after(match);
    for (std::size_t i = 0; i < options.size() && !gave_up(); ++i) {
        --choices_left_;
        after.copy_from(match);
        const TransactionOutcome outcome =
            options[i].picks_nothing() ? TransactionOutcome::Undone : after.choose_tentatively(i);
        if (outcome == TransactionOutcome::Kept
            || (outcome == TransactionOutcome::Open && can_be_kept(after, level + 1))) {
            return true;
        }
    }
    after.copy_from(match);
    const TransactionOutcome outcome = after.go_on_without_options();
    return outcome == TransactionOutcome::Kept
           || (outcome == TransactionOutcome::Open && can_be_kept(after, level + 1));
}

// Makes a choice. False when it is undone; the match is of no use then.
bool MoveWalk::take_within_move(Match& match, std::uint32_t option, std::size_t level) {
    const TransactionOutcome outcome = match.choose_tentatively(option);
    // In a phase or setup each choice is a move, and what follows it in the transaction decides whether it was one.
    return outcome == TransactionOutcome::Kept
           || (outcome == TransactionOutcome::Open
               && (!match.untried_decision().begins_move || can_be_kept(match, level + 1)));
}

bool is_between_moves(Match& match) {
    return match.status() != MatchStatus::Waiting || match.untried_decision().begins_move;
}

std::size_t MoveWalk::walk_option(Match& match, std::uint32_t option, std::size_t level, const Visit& visit) {
    if (level >= kMostDecisions) {
        is_too_long_ = true;
        return 0;
    }
    if (scratch_.size() <= level) {
        scratch_.push_back(std::make_unique<Match>(match));
    }
    Match& after = *scratch_[level];
    after.copy_from(match);
    --choices_left_;
    if (!take_within_move(after, option, level)) {
        return 0;
    }
    line_.push_back(option);
    std::size_t found = 1;
    if (is_between_moves(after)) {
        visit(after, level + 1);
    } else {
        found = walk_on(after, level + 1, visit);
    }
    line_.pop_back();
    return found;
}

std::size_t MoveWalk::walk(Match& match, std::size_t level, const Visit& visit) {
    const std::size_t count = match.untried_decision().options.size();
    std::size_t found = 0;
    for (std::uint32_t i = 0; i < count && !gave_up(); ++i) {
        if (found > 0 || !match.untried_decision().options[i].picks_nothing()) {
            found += walk_option(match, i, level, visit);
        }
    }
    return found;
}

std::size_t MoveWalk::walk_on(Match& match, std::size_t level, const Visit& visit) {
    const std::size_t length = line_.size();
    std::size_t found = walk(match, level, visit);
    while (found == 0 && !gave_up()) {
        // What players chose at once has been kept before it runs.
        const bool is_chosen = match.flow().state.transaction != TransactionKind::SimultaneousRun;
        if (match.go_on_without_options() == TransactionOutcome::Undone && is_chosen) {
            break;
        }
        line_.push_back(kNoOption);
        if (is_between_moves(match)) {
            visit(match, level);
            found = 1;
        } else {
            found = walk(match, level, visit);
        }
    }
    line_.resize(length);
    return found;
}

} // namespace tgdl
