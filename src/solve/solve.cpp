#include "solve/solve.h"

#include "solve/alpha_beta.h"
#include "solve/breadth_first.h"
#include "solve/cfr.h"
#include "solve/game_tree.h"
#include "solve/solver_context.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

struct Aim {
    Utility utility;
    PayoffStructure payoff_structure;
};

// What the seats may play for, the likeliest first.
std::vector<Aim> aims_of(std::uint32_t players) {
    switch (players) {
    case 1: return {{Utility::Scores, PayoffStructure::Common}, {Utility::Places, PayoffStructure::Common}};
    case 2:
        return {{Utility::Scores, PayoffStructure::ZeroSum},
                {Utility::Places, PayoffStructure::ZeroSum},
                {Utility::Places, PayoffStructure::Common}};
    default: return {{Utility::Places, PayoffStructure::Common}};
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

void solve_open(SolverContext& context, Solution& solution) {
    if (context.payoff_structure() == PayoffStructure::Common) {
        if (std::optional<PuzzleSolution> reached = solve_puzzle(context)) {
            settle_exactly(solution, reached->value);
            solution.line = std::move(reached->line);
            return;
        }
    }
    AlphaBeta search(context);
    settle_exactly(solution, search.value());
    solution.line = search.line();
}

void solve_hidden(SolverContext& context, Solution& solution) {
    const GameTree tree = build_game_tree(context);
    solution.information_sets = tree.sets.size();
    if (context.plan().players == 1) {
        settle_exactly(solution, best_single_player_value(tree));
        return;
    }
    if (context.payoff_structure() == PayoffStructure::Common) {
        throw Unsolvable("the players win and lose together, but do not see the same: what they can agree on is not "
                         "looked into");
    }
    const CfrResult result = run_cfr(tree, context.plan().precision);
    solution.value = result.value;
    solution.low = result.low;
    solution.high = result.high;
    solution.rounds = result.rounds;
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
        SolverContext context(program, plan, aim.utility, aim.payoff_structure, progress);
        solution = {};
        solution.utility = aim.utility;
        solution.payoff_structure = aim.payoff_structure;
        try {
            is_open ? solve_open(context, solution) : solve_hidden(context, solution);
            solution.positions = context.positions();
            return solution;
        } catch (const UtilityMismatch&) {
            solution.problem = no_aim(plan.players);
        } catch (const Unsolvable& reason) {
            solution.problem = reason.what();
            solution.failed = reason.failed();
            solution.positions = context.positions();
            return solution;
        }
    }
    return solution;
}

} // namespace tgdl
