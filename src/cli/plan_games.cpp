#include "cli/plan_games.h"

#include "bots/bot.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace tgdl {

namespace {

constexpr std::uint64_t kMostGames = 1'000'000'000;
constexpr std::uint32_t kMostJobs = 1024;

// Empty when it can be done.
std::string find_problem(const GamesRequest& request, std::uint64_t count) {
    if (count == 0 || count > kMostGames) {
        return fmt::format("`-n {}`: a number from 1 to {} is wanted", count, kMostGames);
    }
    if (request.jobs > kMostJobs) {
        return fmt::format("`--jobs {}`: a number up to {} is wanted", request.jobs, kMostJobs);
    }
    return {};
}

PlannedGames refuse(ExitCode code) {
    PlannedGames nothing;
    nothing.problem = code;
    return nothing;
}

} // namespace

PlannedGames plan_games(const GameRequest& game, const GamesRequest& games, std::uint64_t default_count) {
    const std::uint64_t count = games.count.value_or(default_count);
    const auto bots = read_bots(games.bots, ExternalPrograms::Run);
    const std::string problem = bots ? find_problem(games, count) : bots.error();
    if (!problem.empty()) {
        print_complaint(problem);
        return refuse(ExitCode::Usage);
    }
    PlannedGames planned;
    planned.game = prepare_game(game);
    if (planned.game.problem != ExitCode::Success) {
        return refuse(planned.game.problem);
    }
    const std::uint32_t players = planned.game.start.players;
    if (bots->size() > players) {
        print_complaint(
            fmt::format("`--bots {}`: {} bots are too many for {} players", games.bots, bots->size(), players));
        return refuse(ExitCode::Usage);
    }
    SimulationPlan& plan = planned.plan;
    plan.players = players;
    plan.games = count;
    plan.seed = planned.game.seed;
    plan.jobs = games.jobs > 0 ? games.jobs : std::max(1U, std::thread::hardware_concurrency());
    plan.limit = games.limit;
    plan.bots = *bots;
    plan.rotates_seats = !games.fixed_seats;
    plan.limits = planned.game.start.limits;
    plan.limits.stop = InterruptWatch::stop_request();
    return planned;
}

} // namespace tgdl
