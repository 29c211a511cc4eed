// tgdl simulate: many games between bots, and how they went.
#include "bots/seats.h"
#include "cli/commands.h"
#include "cli/progress_bar.h"
#include "cli/start_game.h"
#include "cli/terminal.h"
#include "simulate/report.h"
#include "simulate/simulate.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace tgdl {

namespace {

constexpr std::uint64_t kMostGames = 1'000'000'000;
constexpr std::uint32_t kMostJobs = 1024;

// Empty when it can be done.
std::string find_problem(const SimulateRequest& request) {
    if (!request.html.empty()) {
        return "`--html`: there is no page yet; `--json FILE` writes all figures";
    }
    if (request.games == 0 || request.games > kMostGames) {
        return fmt::format("`-n {}`: a number from 1 to {} is wanted", request.games, kMostGames);
    }
    if (request.jobs > kMostJobs) {
        return fmt::format("`--jobs {}`: a number up to {} is wanted", request.jobs, kMostJobs);
    }
    return {};
}

} // namespace

ExitCode run_simulate(const SimulateRequest& request) {
    const auto bots = read_bots(request.bots, NamedPrograms::Run);
    const std::string problem = bots ? find_problem(request) : bots.error();
    if (!problem.empty()) {
        print_complaint(problem);
        return ExitCode::Usage;
    }
    const PreparedGame game = prepare_game(request.game);
    if (game.problem != ExitCode::Success) {
        return game.problem;
    }
    if (bots->size() > game.start.players) {
        print_complaint(fmt::format("`--bots {}`: {} bots are too many for {} players", request.bots, bots->size(),
                                    game.start.players));
        return ExitCode::Usage;
    }
    SimulationPlan plan;
    plan.players = game.start.players;
    plan.games = request.games;
    plan.seed = game.seed;
    plan.jobs = request.jobs > 0 ? request.jobs : std::max(1U, std::thread::hardware_concurrency());
    plan.limit = request.limit;
    plan.bots = *bots;
    plan.rotates_seats = !request.fixed_seats;
    plan.limits = game.start.limits;

    Simulation simulation;
    {
        ProgressBar bar(plan.games);
        simulation = simulate(game.rules.program, plan, [&](std::uint64_t done) { bar.show(done); });
    }
    if (!simulation.totals.bot_problem.empty()) {
        print_complaint(simulation.totals.bot_problem);
        return ExitCode::Failed;
    }
    if (request.json != "-") {
        print_result(simulation_text(game.rules, simulation));
    }
    if (!request.json.empty()) {
        using Json = nlohmann::ordered_json;
        const Json figures = simulation_json(game.rules, simulation);
        if (!write_result(request.json, figures.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n")) {
            return ExitCode::Usage;
        }
    }
    return simulation.totals.errors == 0 ? ExitCode::Success : ExitCode::Failed;
}

} // namespace tgdl
