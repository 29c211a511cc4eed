#include "solve/solve.h"

#include "solve/attempt.h"
#include "solve/game_tree.h"
#include "solve/open_search.h"
#include "solve/reach.h"
#include "solve/regret.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

struct Aim {
    Stakes stakes;
    Interest interest;
};

// What the seats may play for, the likeliest first.
std::vector<Aim> aims_of(std::uint32_t players) {
    switch (players) {
    case 1: return {{Stakes::Scores, Interest::Shared}, {Stakes::Places, Interest::Shared}};
    case 2:
        return {{Stakes::Scores, Interest::Opposed},
                {Stakes::Places, Interest::Opposed},
                {Stakes::Places, Interest::Shared}};
    default: return {{Stakes::Places, Interest::Shared}};
    }
}

std::string no_aim(std::uint32_t players) {
    return players > 2
               ? fmt::format(
                     "{} players who do not win and lose together: how good a game is for one of them depends on "
                     "what the others prefer among things that are alike to them, so it has no value",
                     players)
               : "in some games one wins what the other loses, in others both win or lose together: such a game has no "
                 "value that each can be sure of";
}

void settle_exactly(Solution& solution, double value) {
    solution.value = value;
    solution.low = value;
    solution.high = value;
}

void solve_open(Attempt& attempt, Solution& solution) {
    if (attempt.interest() == Interest::Shared) {
        if (std::optional<Reached> reached = reach_best(attempt)) {
            settle_exactly(solution, reached->value);
            solution.line = std::move(reached->line);
            return;
        }
    }
    OpenSearch search(attempt);
    settle_exactly(solution, search.value());
    solution.line = search.line();
}

void solve_hidden(Attempt& attempt, Solution& solution) {
    const GameTree tree = grow_tree(attempt);
    solution.information_sets = tree.sets.size();
    if (attempt.plan().players == 1) {
        settle_exactly(solution, best_alone(tree));
        return;
    }
    if (attempt.interest() == Interest::Shared) {
        throw Unsolvable("the players win and lose together, but do not see the same: what they can agree on is not "
                         "looked into");
    }
    const Learned learned = learn(tree, attempt.plan().precision);
    solution.value = learned.value;
    solution.low = learned.low;
    solution.high = learned.high;
    solution.rounds = learned.rounds;
}

} // namespace

Solution solve(const std::shared_ptr<const Program>& program, const SolvePlan& plan, const SolveProgress& progress) {
    const bool is_open = !program->hides && !program->simultaneous;
    Solution solution;
    if (plan.seed && !is_open) {
        solution.problem =
            "a seed settles what is dealt, and players who know it have nothing left to find out; leave out "
            "`--seed`";
        return solution;
    }
    for (const Aim aim : aims_of(plan.players)) {
        Attempt attempt(program, plan, aim.stakes, aim.interest, progress);
        solution = {};
        solution.stakes = aim.stakes;
        solution.interest = aim.interest;
        try {
            is_open ? solve_open(attempt, solution) : solve_hidden(attempt, solution);
            solution.positions = attempt.positions();
            return solution;
        } catch (const OtherStakes&) {
            solution.problem = no_aim(plan.players);
        } catch (const Unsolvable& reason) {
            solution.problem = reason.what();
            solution.failed = reason.failed();
            solution.positions = attempt.positions();
            return solution;
        }
    }
    return solution;
}

} // namespace tgdl
