#include "bots/bot.h"

#include "bots/bot_table.h"
#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(Bots, AListOfThemIsRead) {
    const auto bots = read_bots("random,greedy,mcts:500,mcts:200ms");

    ASSERT_TRUE(bots);
    ASSERT_EQ(bots->size(), 4U);
    EXPECT_EQ((*bots)[1].kind, BotKind::Greedy);
    EXPECT_EQ((*bots)[2].simulations, 500U);
    EXPECT_EQ((*bots)[3].milliseconds, 200U);
    EXPECT_FALSE((*bots)[3].is_repeatable());
}

TEST(Bots, WhatIsNoBotIsSaid) {
    for (const char* words : {"", "clever", "random,", "mcts", "mcts:", "mcts:0", "mcts:-1", "mcts:1x", "mcts:5s"}) {
        EXPECT_FALSE(read_bots(words)) << words;
    }
    EXPECT_NE(read_bots("clever").error().find("`greedy`"), std::string::npos);
}

TEST(Bots, AProgramIsRunOnlyWhereThatIsAllowed) {
    EXPECT_FALSE(read_bots("exec:./bot"));
    EXPECT_FALSE(read_bots("exec:", ExternalPrograms::Run));

    const auto bots = read_bots("exec:./bot --fast", ExternalPrograms::Run);

    ASSERT_TRUE(bots);
    EXPECT_EQ((*bots)[0].kind, BotKind::Program);
    EXPECT_EQ((*bots)[0].command, "./bot --fast");
}

TEST(SeatPlans, RepeatAListThatIsShorterThanTheTable) {
    const std::vector<SeatPlan> plans = seat_plans(*read_bots("random,greedy"), 3);

    ASSERT_EQ(plans.size(), 3U);
    EXPECT_EQ(plans[0]->word, "random");
    EXPECT_EQ(plans[1]->word, "greedy");
    EXPECT_EQ(plans[2]->word, "random");
}

TEST(SeatPlans, LeaveAllSeatsToOthersWithoutAList) {
    const std::vector<SeatPlan> plans = seat_plans({}, 2);

    EXPECT_EQ(plans, (std::vector<SeatPlan>{std::nullopt, std::nullopt}));
}

// Whoever brings the count to four wins; one adds one or two. One who begins wins with One.
HandMadeGame count_to_four() {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.win_at(4), game.pass()});
    game.add_action("Two", {game.count(2), game.win_at(4), game.pass()});
    return game;
}

TEST(BotTable, KnowsAtWhichSeatsBotsSit) {
    HandMadeGame game = count_to_four();
    const Match match = game.start();

    const BotTable bots({BotPlan{}, std::nullopt}, match, 1);

    EXPECT_TRUE(bots.sits_at(0));
    EXPECT_FALSE(bots.sits_at(1));
}

TEST(BotTable, PlaysToTheEnd) {
    HandMadeGame game = count_to_four();
    Match match = game.start();
    BotTable bots(seat_plans(*read_bots("random,mcts:20"), 2), match, 1);

    while (match.status() == MatchStatus::Waiting) {
        const BotChoice choice = bots.decide(match);
        ASSERT_TRUE(choice) << choice.error();
        ASSERT_LT(*choice, match.decision().options.size());
        bots.record_choice(match, *choice);
        match.choose(*choice);
    }

    EXPECT_EQ(match.status(), MatchStatus::Finished);
}

} // namespace
} // namespace tgdl
