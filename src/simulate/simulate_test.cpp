#include "api/memory_loader.h"
#include "bots/bot_table.h"
#include "program/options.h"
#include "simulate/report.h"
#include "simulate/simulate.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

// Each takes one or two coins of seven; who takes the last one wins. Sometimes there are fewer coins.
constexpr std::string_view kCoins = R"(
game "coins";
players 2..3;

global class Heap
{
    number coins = 0;
    default { this.coins = 5 + random(0, 2); }
}

action Take
{
    trigger PlayerChoiceEvent;
    input number taken { range 1..2; filter { return taken <= Heap.coins; } }
    effect
    {
        Heap.coins -= taken;
        if (Heap.coins == 0) { winner player.active(); }
        turn.pass();
    }
}

/// Only at the beginning of the longest games.
action Wait
{
    trigger PlayerChoiceEvent { return Heap.coins == 7; }
    effect { Heap.coins -= 1; turn.pass(); }
}

action Never
{
    trigger PlayerChoiceEvent { return Heap.coins > 7; }
    effect { }
}
)";

LoadedRules load(std::string_view text) {
    MemoryLoader loader;
    loader.add("game.tgdl", std::string(text));
    LoadedRules rules = load_rules(loader, "game.tgdl");
    EXPECT_EQ(render_text(rules.sources, rules.diagnostics), "");
    return rules;
}

SimulationPlan plan_for(std::uint32_t players, std::uint64_t games) {
    SimulationPlan plan;
    plan.players = players;
    plan.games = games;
    plan.bots = *read_bots("random");
    return plan;
}

nlohmann::ordered_json figures(const LoadedRules& rules, const SimulationPlan& plan) {
    nlohmann::ordered_json json = simulation_json(rules, simulate(rules.program, plan));
    json.erase("playouts_per_s");
    return json;
}

TEST(Simulate, CountsTheSameOnAnyNumberOfThreads) {
    const LoadedRules rules = load(kCoins);
    SimulationPlan plan = plan_for(3, 500);
    const nlohmann::ordered_json alone = figures(rules, plan);

    plan.jobs = 7;

    EXPECT_EQ(figures(rules, plan), alone);
}

TEST(Simulate, PlaysTheGameThatItsSeedAndBotsGive) {
    const LoadedRules rules = load(kCoins);
    SimulationPlan plan = plan_for(2, 1);
    plan.seed = 41;
    Match match(rules.program, 2, MatchSeed::from(41));
    BotTable bots(seat_plans(*read_bots("random"), 2), match, 41);
    while (match.status() == MatchStatus::Waiting) {
        match.choose(*bots.decide(match));
    }

    const SimulationTotals totals = simulate(rules.program, plan).totals;

    EXPECT_EQ(totals.choices.times().begin()->first, match.decisions_made());
    EXPECT_EQ(totals.seats[match.result().places[0][0]].sum(), 1);
}

TEST(Simulate, CountsWhatWasPossibleAndTaken) {
    const LoadedRules rules = load(kCoins);

    const nlohmann::ordered_json json = figures(rules, plan_for(2, 300));

    const auto& actions = json["actions"];
    EXPECT_GT(actions["Take"]["possible"], 300);
    EXPECT_GT(actions["Wait"]["possible"], actions["Wait"]["taken"]);
    EXPECT_GT(actions["Wait"]["taken"], 0);
    EXPECT_EQ(actions["Never"]["possible"], 0);
    EXPECT_EQ(json["finished"], 300);
    EXPECT_NEAR(json["seats"][0]["share"].get<double>() + json["seats"][1]["share"].get<double>(), 1, 1e-12);
}

TEST(Simulate, LetsBotsMoveOnOneSeatEveryGame) {
    SimulationPlan plan = plan_for(3, 1);
    plan.bots = *read_bots("random,greedy");

    EXPECT_EQ(plan.bot_at(0, 0), 0U);
    EXPECT_EQ(plan.bot_at(0, 1), 1U);
    EXPECT_EQ(plan.bot_at(0, 2), 0U); // the list repeats
    EXPECT_EQ(plan.bot_at(1, 0), 1U);
    EXPECT_EQ(plan.bot_at(1, 2), 0U);
    plan.rotates_seats = false;
    EXPECT_EQ(plan.bot_at(1, 0), 0U);
}

TEST(Simulate, KeepsTheFirstErrorsWithTheirSeeds) {
    const LoadedRules rules = load(R"(
game "fragile";
players 1;

action Roll
{
    trigger PlayerChoiceEvent;
    effect
    {
        log($"{1 / random(0, 1)}");
        winner 0;
    }
}
)");
    SimulationPlan plan = plan_for(1, 100);
    plan.jobs = 3;

    const SimulationTotals totals = simulate(rules.program, plan).totals;

    EXPECT_EQ(totals.finished + totals.errors, 100U);
    ASSERT_EQ(totals.first_errors.size(), 10U);
    EXPECT_LT(totals.first_errors[0].game, totals.first_errors[1].game);
    Match again(rules.program, 1, MatchSeed::from(totals.first_errors[0].seed));
    again.choose(0);
    EXPECT_EQ(again.status(), MatchStatus::Error);
}

TEST(Simulate, EndsGamesAtTheLimitAsStuck) {
    const LoadedRules rules = load(R"(
game "endless";
players 1;

global class Clock { number hours = 0; }

action Wait
{
    trigger PlayerChoiceEvent;
    effect
    {
        Clock.hours += 1;
        if (Clock.hours == 1000) { draw; }
    }
}
)");
    SimulationPlan plan = plan_for(1, 3);
    plan.limit = 50;

    const Simulation simulation = simulate(rules.program, plan);

    EXPECT_EQ(simulation.totals.stuck, 3U);
    EXPECT_EQ(repeat_command(rules, simulation, simulation.totals.first_stuck[2]),
              "tgdl run game.tgdl --players 1 --seed 2 --bots random --limit 50");
}

TEST(Simulate, AGameIsPlayedAgainWithItsOptions) {
    LoadedRules rules = load(R"(
game "divided";
players 1;

option number parts = 1 of 0..3;
option string map = "coast" of { "coast", "hills", "the giant's hills" };
option bool river = false;

setup { log($"{6 / parts} {map} {river}"); winner 0; }
)");
    const std::vector<OptionChoice> choices = {{"parts", "0"}, {"map", "the giant's hills"}};
    rules.program = *with_options(rules.program, choices);

    const Simulation simulation = simulate(rules.program, plan_for(1, 1));

    ASSERT_EQ(simulation.totals.errors, 1U);
    EXPECT_EQ(
        repeat_command(rules, simulation, simulation.totals.first_errors[0]),
        R"(tgdl run game.tgdl --players 1 --seed 0 --bots random --option parts=0 --option 'map=the giant'\''s hills')");
}

TEST(Simulate, CountsASharedFirstPlaceForItsPart) {
    FirstPlaces firsts;

    firsts.add(1);
    firsts.add(2);
    firsts.add(4);

    EXPECT_EQ(firsts.sum(), 1.75);
}

TEST(WilsonInterval, HoldsTheShare) {
    const auto [low, high] = wilson_interval(30, 100);

    EXPECT_NEAR(low, 0.2189, 0.0001); // as tables have it
    EXPECT_NEAR(high, 0.3958, 0.0001);
    EXPECT_EQ(wilson_interval(0, 0), std::pair(0.0, 1.0));
    EXPECT_DOUBLE_EQ(wilson_interval(0, 10).first, 0);
    EXPECT_DOUBLE_EQ(wilson_interval(10, 10).second, 1);
}

TEST(Tally, KnowsMeanAndSpread) {
    Tally tally;
    for (const std::uint64_t value : {2, 4, 4, 4, 5, 5, 7, 9}) {
        tally.add(value);
    }

    EXPECT_EQ(tally.mean(), 5);
    EXPECT_NEAR(tally.standard_deviation(), 2.138, 0.001);
}

TEST(Histogram, HasFewBarsOfRoundWidth) {
    Tally tally;
    tally.add(7);
    tally.add(95);
    tally.add(99);

    const std::vector<HistogramBar> bars = histogram(tally);

    ASSERT_EQ(bars.size(), 19U);
    EXPECT_EQ(bars.front().from, 5U);
    EXPECT_EQ(bars.front().to, 9U);
    EXPECT_EQ(bars.back().count, 2U);
    EXPECT_TRUE(histogram({}).empty());
}

} // namespace
} // namespace tgdl
