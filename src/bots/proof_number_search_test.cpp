#include "bots/proof_number_search.h"

#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

// Whoever brings the count to the goal wins; one adds one or two. Who leaves three is safe.
HandMadeGame count_to(double goal) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.win_at(goal), game.pass()});
    game.add_action("Two", {game.count(2), game.win_at(goal), game.pass()});
    return game;
}

TEST(ProofNumberSearch, FindsTheOptionThatLeavesTheOtherNoWayOut) {
    HandMadeGame four = count_to(4);
    HandMadeGame five = count_to(5);
    const Match of_four = four.start();
    const Match of_five = five.start();

    EXPECT_EQ(ProofNumberSearch(of_four).find_win(of_four, 1'000), 0U);
    EXPECT_EQ(ProofNumberSearch(of_five).find_win(of_five, 1'000), 1U);
}

TEST(ProofNumberSearch, DisprovesAWinThatTheOtherPlayerCanPrevent) {
    HandMadeGame game = count_to(6);
    const Match match = game.start();
    ProofNumberSearch prover(match);

    EXPECT_EQ(prover.find_win(match, 1'000), std::nullopt);
    EXPECT_TRUE(prover.is_decided());
}

TEST(ProofNumberSearch, LeavesOpenWhatTakesTooManyChoices) {
    HandMadeGame game = count_to(40);
    const Match match = game.start();
    ProofNumberSearch prover(match);

    EXPECT_EQ(prover.find_win(match, 5), std::nullopt);
    EXPECT_FALSE(prover.is_decided());
}

TEST(ProofNumberSearch, GoesOnWhereItWasWhenItIsAskedAgain) {
    HandMadeGame game = count_to(16);
    const Match match = game.start();
    ProofNumberSearch prover(match);
    int asked = 1;

    while (asked < 1'000 && !prover.find_win(match, 20) && !prover.is_decided()) {
        ++asked;
    }

    EXPECT_GT(asked, 1);
    EXPECT_EQ(prover.find_win(match, 20), 0U);
}

TEST(ProofNumberSearch, LooksAtNoMoveThatFails) {
    HandMadeGame game(2);
    game.add_action("Two", {game.count(2), game.fail_at(2), game.win()});
    game.add_action("One", {game.count(1), game.win()});
    const Match match = game.start();

    EXPECT_EQ(ProofNumberSearch(match).find_win(match, 1'000), 0U); // One is all that is offered
}

} // namespace
} // namespace tgdl
