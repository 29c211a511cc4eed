#include "simulate/checkpoint.h"

#include "api/memory_loader.h"
#include "bots/bot_table.h"
#include "simulate/report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

// Wins, gets stuck or ends in an error, as chance wills.
constexpr std::string_view kWheel = R"(
game "wheel";
players 2;

action Spin
{
    trigger PlayerChoiceEvent;
    input number pocket { range 0..2; }
    effect
    {
        number drawn = random(0, 9);
        if (drawn == 0) { log($"{1 / drawn}"); }
        if (drawn > 6) { winner pocket == 0 ? player.active() : player.active() + 1; }
        turn.pass();
    }
}
)";

LoadedRules load() {
    MemoryLoader loader;
    loader.add("game.tgdl", std::string(kWheel));
    return load_rules(loader, "game.tgdl", Coverage::On);
}

SimulationPlan plan_of(const LoadedRules& rules, std::uint64_t games) {
    SimulationPlan plan;
    plan.players = 2;
    plan.games = games;
    plan.bots = *read_bots("random");
    plan.details = true;
    plan.instrumented = rules.instrumented;
    plan.limit = 8;
    return plan;
}

std::string figures(const LoadedRules& rules, const SimulationPlan& plan, SimulationTotals totals) {
    return simulation_json(rules, {plan, std::move(totals), 0, 0}).dump();
}

TEST(GameRanges, JoinWhatTouches) {
    GameRanges games;

    games.add(10, 20);
    games.add(0, 5);
    games.add(5, 8);
    games.add(7, 12);

    EXPECT_EQ(games.ranges(), (std::vector<GameRange>{{0, 20}}));
    EXPECT_EQ(games.count(), 20U);
}

TEST(GameRanges, KnowTheRest) {
    GameRanges games;
    games.add(3, 5);
    games.add(8, 9);

    const GameRanges rest = games.rest_of(10);

    EXPECT_EQ(rest.ranges(), (std::vector<GameRange>{{0, 3}, {5, 8}, {9, 10}}));
    EXPECT_EQ(rest[2], 2U);
    EXPECT_EQ(rest[3], 5U);
    EXPECT_EQ(rest[6], 9U);
}

TEST(GameRanges, FallIntoParts) {
    GameRanges games;
    games.add(0, 4);
    games.add(10, 13);

    EXPECT_EQ(games.part(0, 3).ranges(), (std::vector<GameRange>{{0, 3}}));
    EXPECT_EQ(games.part(1, 3).ranges(), (std::vector<GameRange>{{3, 4}, {10, 11}}));
    EXPECT_EQ(games.part(2, 3).ranges(), (std::vector<GameRange>{{11, 13}}));
    EXPECT_EQ(games.part(7, 8).count(), 0U);
}

TEST(Ranks, TogetherCountWhatOneCounts) {
    const LoadedRules rules = load();
    const SimulationPlan plan = plan_of(rules, 100);
    const std::string whole = figures(rules, plan, play_games(rules.program, plan, 100, {}).totals);
    std::vector<std::string> parts;
    Ranks first{0, 2, [&](const std::string& own) {
                    parts.push_back(own);
                    return std::vector<std::string>{};
                }};
    SimulationCallbacks watch;
    watch.ranks = &first;
    play_games(rules.program, plan, 100, {}, watch);

    Ranks second{1, 2, [&](const std::string& own) {
                     parts.push_back(own);
                     return parts;
                 }};
    watch.ranks = &second;
    const PlayedGames played = play_games(rules.program, plan, 100, {}, watch);

    EXPECT_EQ(played.games.count(), 100U);
    EXPECT_EQ(figures(rules, plan, played.totals), whole);
}

TEST(Checkpoint, ASimulationThatWasStoppedGoesOnToTheSameFigures) {
    const LoadedRules rules = load();
    const SimulationPlan plan = plan_of(rules, 300);
    const std::string whole = figures(rules, plan, play_games(rules.program, plan, 300, {}).totals);
    const PlayedGames part = play_games(rules.program, plan, 120, {});

    auto kept = read_checkpoint(write_checkpoint(*rules.program, plan, part), *rules.program, plan);
    ASSERT_TRUE(kept) << kept.error();
    const PlayedGames rest = play_games(rules.program, plan, 300, std::move(*kept));

    EXPECT_EQ(rest.games.count(), 300U);
    EXPECT_EQ(figures(rules, plan, rest.totals), whole);
}

TEST(Checkpoint, StopsWhenItIsToldTo) {
    const LoadedRules rules = load();
    SimulationCallbacks watch;
    watch.stops = [] { return true; };

    const PlayedGames played = play_games(rules.program, plan_of(rules, 10'000'000), 10'000'000, {}, watch);

    EXPECT_LT(played.games.count(), 10'000'000U);
    EXPECT_EQ(played.games.count(), played.totals.games());
}

TEST(Checkpoint, IsRefusedForAnotherPlan) {
    const LoadedRules rules = load();
    const std::string text =
        write_checkpoint(*rules.program, plan_of(rules, 10), play_games(rules.program, plan_of(rules, 10), 10, {}));
    SimulationPlan other = plan_of(rules, 10);
    other.seed = 7;

    EXPECT_EQ(read_checkpoint(text, *rules.program, other).error(), "`seed` was 0 there, and is 7 now");
}

TEST(Checkpoint, IsRefusedWhenItIsDamaged) {
    const LoadedRules rules = load();
    const SimulationPlan plan = plan_of(rules, 10);
    const std::string text = write_checkpoint(*rules.program, plan, play_games(rules.program, plan, 10, {}));

    EXPECT_FALSE(read_checkpoint("", *rules.program, plan));
    EXPECT_FALSE(read_checkpoint("[1]", *rules.program, plan));
    for (std::size_t i = 0; i < text.size(); i += 7) { // each ends in a message, none in a crash
        std::string damaged = text;
        damaged[i] = damaged[i] == '0' ? '[' : '0';
        read_checkpoint(damaged, *rules.program, plan);
    }
    const std::size_t played = text.find("\"played\":[[0,10]]");
    ASSERT_NE(played, std::string::npos);
    std::string fewer = text;
    fewer.replace(played, 17, "\"played\":[[0,9]]");
    EXPECT_EQ(read_checkpoint(fewer, *rules.program, plan).error(), "it is damaged: its numbers of games do not agree");
}

} // namespace
} // namespace tgdl
