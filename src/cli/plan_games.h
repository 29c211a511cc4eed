// From the words of the command line to a plan of many games, the same for `simulate` and `balance`.
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

// `usual_count`: how many games if none are asked for.
PlannedGames plan_games(const GameRequest& game, const GamesRequest& games, std::uint64_t usual_count);

} // namespace tgdl
