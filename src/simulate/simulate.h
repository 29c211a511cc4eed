// Plays a game many times between bots and counts what happens.
//
//   SimulationPlan plan{.players = 2, .games = 1000};
//   Simulation simulation = simulate(rules.program, plan);
//   simulation.totals.finished;
//
// Game i has the seed `plan.seed + i` and is the one that `tgdl run --seed … --bots …` plays. Everything counted is a whole
// number and does not depend on the order of games, so that it is the same for any number of threads.
#pragma once

#include "api/engine.h"
#include "bots/bot.h"
#include "simulate/game_ranges.h"
#include "simulate/totals.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tgdl {

struct SimulationPlan {
    std::uint32_t players = 0;
    std::uint64_t games = 1000;
    std::uint64_t seed = 0;
    std::uint32_t jobs = 1;        // threads
    std::uint64_t limit = 100'000; // decisions of a game
    std::vector<BotPlan> bots;     // by seat; a shorter list repeats
    bool rotates_seats = true;     // every game the bots sit one seat further
    Limits limits;
    bool details = false;                        // count Details too
    std::shared_ptr<const Program> instrumented; // the same rules, compiled with coverage; null: the details have none

    [[nodiscard]] std::size_t coverage_regions() const {
        return instrumented ? instrumented->coverage_regions.size() : 0;
    } // that may run
    // The bots as people write them.
    [[nodiscard]] std::vector<std::string> bot_words() const;
    // Which of the bots sits there.
    [[nodiscard]] std::size_t bot_at(std::uint64_t game, std::uint32_t seat) const;
};

// What was played so far, whole games only.
struct PlayedGames {
    GameRanges games;
    SimulationTotals totals;
};

struct Simulation {
    SimulationPlan plan;
    SimulationTotals totals;
    double seconds = 0;
    std::uint64_t games_timed = 0; // played in them; the others were kept from earlier

    [[nodiscard]] double games_per_second() const {
        return seconds > 0 ? static_cast<double>(games_timed) / seconds : 0;
    }
};

// Processes that share the games of a simulation, each on its own: machines of a cluster.
struct Ranks {
    std::uint32_t rank = 0; // this one
    std::uint32_t ranks = 1;
    // Gives all of them the text of each, in the order of ranks.
    std::function<std::vector<std::string>(const std::string& own)> share;
};

// A bot gave no answer: what() says which, and why. Nothing is known then.
struct BotFailed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Who looks on while games are played. All are called on the thread that called simulate(), from time to time.
struct SimulationCallbacks {
    std::function<void(std::uint64_t done)> progress; // how many games are played
    std::function<bool()> stops;                      // shall it end early?
    std::function<void(const PlayedGames&)> keep;     // what was played so far, to be written down
    const Ranks* ranks = nullptr; // who plays along; `keep` is then called when all have told theirs
};

// Plays those of the first `games` games of the plan that are not among `before`; together with those, unless it was
// stopped, all of them come out, to each of the ranks. `plan.players` is accepted by the program, and no more bots than players are in the plan.
PlayedGames play_games(const std::shared_ptr<const Program>& program, const SimulationPlan& plan, std::uint64_t games,
                       PlayedGames before, const SimulationCallbacks& watch = {});

// Is enough known? Asked after certain numbers of games (next_look() of measure.h), which do not depend on the number of
// threads; `look` counts them from 1.
using EnoughKnown = std::function<bool(const SimulationTotals& totals, std::uint64_t look)>;

// Plays until enough is known, or all games of the plan are played, or it is stopped.
PlayedGames play_until(const std::shared_ptr<const Program>& program, const SimulationPlan& plan,
                       const EnoughKnown& enough, PlayedGames before, const SimulationCallbacks& watch = {});

// All games of the plan.
Simulation simulate(const std::shared_ptr<const Program>& program, const SimulationPlan& plan);

} // namespace tgdl
