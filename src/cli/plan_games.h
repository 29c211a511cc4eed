// Plans many games from the words of the command line, the same for `simulate` and `balance`.
#pragma once

#include "cli/commands.h"
#include "cli/start_game.h"
#include "simulate/simulate.h"

namespace tgdl {

struct PlannedGames {
    ExitCode problem = ExitCode::Success; // otherwise everything is said, and the rest is empty
    PreparedGame game;
    SimulationPlan plan;
};

// `default_count`: how many games if none are asked for.
PlannedGames plan_games(const GameRequest& game, const GamesRequest& games, std::uint64_t default_count);

} // namespace tgdl
