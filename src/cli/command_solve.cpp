// tgdl solve: the exact value of a small game.
#include "cli/commands.h"
#include "cli/progress_bar.h"
#include "cli/start_game.h"
#include "cli/terminal.h"
#include "diagnostics/terminal_text.h"
#include "solve/report.h"
#include "solve/solve.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

ExitCode run_solve(const SolveRequest& request) {
    if (!(request.precision > 0)) {
        print_complaint(fmt::format("`--precision {}`: a number above 0 is wanted", request.precision));
        return ExitCode::Usage;
    }
    GameRequest wanted = request.game;
    if (wanted.seed.empty()) {
        wanted.seed = "0"; // stands for none: all that can be dealt is looked at
    }
    const PreparedGame game = prepare_game(wanted);
    if (game.problem != ExitCode::Success) {
        return game.problem;
    }
    SolvePlan plan;
    plan.players = game.start.players;
    if (!request.game.seed.empty()) {
        plan.seed = game.start.seed;
    }
    plan.most_positions = request.positions;
    plan.precision = request.precision;
    plan.limits = game.start.limits;

    Solution solution;
    {
        ProgressBar bar(plan.most_positions); // at the longest
        solution = solve(game.rules.program, plan, [&](std::uint64_t positions) { bar.show(positions); });
    }
    if (!solution.problem.empty()) {
        print_complaint(fmt::format("`{}` cannot be solved: {}", show_on_one_line(game.rules.path), solution.problem));
        if (solution.failed != nullptr) {
            print_error(game.rules, *solution.failed);
        }
        return ExitCode::Failed;
    }
    if (request.json) {
        print_result(solution_json(*game.rules.program, plan, solution)
                         .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                     + "\n");
    } else {
        print_result(solution_text(*game.rules.program, plan, solution));
    }
    return ExitCode::Success;
}

} // namespace tgdl
