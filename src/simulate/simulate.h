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

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
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

    // Which of the bots sits there.
    [[nodiscard]] std::size_t bot_at(std::uint64_t game, std::uint32_t seat) const;
};

// How often each value came up.
class Tally {
public:
    void add(std::uint64_t value) { ++times_[value]; }
    void add(const Tally& other);

    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] double mean() const; // 0 when there is nothing
    [[nodiscard]] double standard_deviation() const;
    [[nodiscard]] const std::map<std::uint64_t, std::uint64_t>& times() const { return times_; }

private:
    std::map<std::uint64_t, std::uint64_t> times_;
};

// Games in which somebody came first, by how many shared the first place.
struct FirstPlaces {
    std::vector<std::uint64_t> shared_by; // [0]: alone

    void add(std::size_t sharing);
    void add(const FirstPlaces& other);
    [[nodiscard]] double sum() const; // a shared first place counts for its part
};

struct ActionCounts {
    std::uint64_t possible = 0; // decisions that offered it
    std::uint64_t taken = 0;
};

// A game that did not finish.
struct BrokenGame {
    std::uint64_t game = 0;
    std::uint64_t seed = 0;
    std::string setup_failure; // of an error: why `setup` failed; empty: the fault
    Fault fault;
};

// The parts of a game of which one is found where the winner was decided.
inline constexpr std::uint64_t kLeadParts = 16;

struct SimulationTotals {
    std::uint64_t finished = 0, stuck = 0, errors = 0;
    std::uint64_t draws = 0; // everybody came first
    std::uint64_t unwon = 0; // nobody did
    std::vector<FirstPlaces> seats;
    std::vector<FirstPlaces> bots; // as in the plan
    Tally choices, moves, turns;   // of finished games. A turn: what is decided while one player stays the active one
    std::vector<std::uint64_t> decisions; // by seat, of all games, as what follows
    std::uint64_t options = 0;
    std::vector<ActionCounts> actions; // as in the program
    // After how much of the game no random play changed the winner any more, in parts of its choices. Only some of the
    // games are looked at.
    Tally decided;
    std::vector<BrokenGame> first_errors; // by number of the game
    std::vector<BrokenGame> first_stuck;
    std::string bot_problem; // why a bot gave no answer, which ended everything; empty: all did
};

struct Simulation {
    SimulationPlan plan;
    SimulationTotals totals;
    double seconds = 0;
};

// Called from time to time, on the thread that called simulate(), with the number of games that are played.
using SimulationProgress = std::function<void(std::uint64_t done)>;

// `plan.players` is accepted by the program, and no more bots than players are in the plan.
Simulation simulate(const std::shared_ptr<const Program>& program, const SimulationPlan& plan,
                    const SimulationProgress& progress = {});

} // namespace tgdl
