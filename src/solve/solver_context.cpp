#include "solve/solver_context.h"

#include "bots/payoffs.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

// Searches call themselves for each choice.
constexpr std::size_t kMostChoices = 1000;
constexpr std::size_t kMostDraws = 1000; // random numbers between two decisions
constexpr std::uint64_t kStepsOfAPosition = 100;
constexpr std::uint64_t kProgressOneOf = 1024;

double payoff_by_scores(const Match& match, PayoffStructure payoff_structure) {
    const MatchResult& result = match.result();
    const bool all_score =
        result.by_scores && std::ranges::all_of(result.scores, [](const auto& score) { return score.has_value(); });
    const std::size_t seats = payoff_structure == PayoffStructure::ZeroSum ? 2 : 1;
    if (!all_score || result.scores.size() != seats || (seats == 2 && *result.scores[0] + *result.scores[1] != 0)) {
        throw UtilityMismatch();
    }
    return *result.scores[0];
}

double payoff_by_places(const Match& match, PayoffStructure payoff_structure) {
    std::vector<double> payoffs;
    set_payoffs(match, payoffs);
    const bool fits = payoff_structure == PayoffStructure::ZeroSum
                          ? payoffs.size() == 2 && payoffs[0] + payoffs[1] == 0
                          : std::ranges::all_of(payoffs, [&](double payoff) { return payoff == payoffs[0]; });
    if (!fits) {
        throw UtilityMismatch();
    }
    return payoffs[0];
}

} // namespace

double SolverContext::payoff(const Match& match) const {
    if (match.status() == MatchStatus::Error) {
        throw Unsolvable("a line of play ends in an error", std::make_shared<Match>(match));
    }
    if (match.status() == MatchStatus::Stuck) {
        return 0;
    }
    return utility_ == Utility::Scores ? payoff_by_scores(match, payoff_structure_)
                                       : payoff_by_places(match, payoff_structure_);
}

void SolverContext::count_position(std::size_t depth) {
    if (++positions_ > plan_.most_positions) {
        throw Unsolvable(
            fmt::format("it has more than {} positions; `--positions N` looks at more", plan_.most_positions));
    }
    if (depth > kMostChoices) {
        throw Unsolvable(fmt::format("a game of it can go on for more than {} choices", kMostChoices));
    }
    if (progress_ && positions_ % kProgressOneOf == 0) {
        progress_(positions_);
    }
}

void SolverContext::count_step(const Match& match, std::size_t draws) {
    if (draws > kMostDraws && match.status() != MatchStatus::Waiting && match.status() != MatchStatus::Finished) {
        throw Unsolvable("random numbers can be drawn without end between two choices");
    }
    if (++steps_ / kStepsOfAPosition > plan_.most_positions) {
        throw Unsolvable(fmt::format("chance has too many ways to go: more than {} choices with all that can come of "
                                     "them; `--positions N` looks at {} times as many",
                                     steps_ - 1, kStepsOfAPosition));
    }
}

Match& SolverContext::scratch(const Match& like, std::size_t depth) {
    if (scratch_.size() <= depth) {
        scratch_.resize(depth + 1);
    }
    if (scratch_[depth] == nullptr) {
        scratch_[depth] = std::make_unique<Match>(like);
    }
    return *scratch_[depth];
}

void SolverContext::visit_starts(const Visit& visit) {
    if (plan_.seed) {
        Match start(program_, plan_.players, *plan_.seed, plan_.limits);
        visit(start, 1);
        return;
    }
    ChanceOutcomes walk;
    do {
        DrawTape* const tape = walk.rewind();
        Match start(program_, plan_.players, MatchSeed::from(0), plan_.limits, nullptr, nullptr, tape);
        start.set_tape(nullptr);
        count_step(start, tape->draws.size());
        visit(start, walk.probability());
    } while (walk.next());
}

void SolverContext::visit_outcomes(Match& before, std::size_t option, std::size_t depth, const Visit& visit) {
    Match& after = scratch(before, depth);
    ChanceOutcomes walk;
    do {
        after.copy_from(before);
        DrawTape* const tape = walk.rewind();
        after.set_tape(tape);
        after.choose(option);
        after.set_tape(nullptr);
        count_step(after, tape->draws.size());
        visit(after, walk.probability());
    } while (walk.next());
}

} // namespace tgdl
