#include "bots/payoffs.h"

#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

std::vector<double> payoffs_of(const Match& match) {
    std::vector<double> payoffs;
    set_payoffs(match, payoffs);
    return payoffs;
}

Match finished(HandMadeGame& game, const std::vector<std::size_t>& choices) {
    Match match = game.start();
    for (const std::size_t choice : choices) {
        match.choose(choice);
    }
    EXPECT_EQ(match.status(), MatchStatus::Finished);
    return match;
}

TEST(Payoffs, AreNothingBeforeTheEnd) {
    HandMadeGame game(2);
    game.add_action("Win", {game.win()});

    EXPECT_EQ(payoffs_of(game.start()), (std::vector<double>{0, 0}));
}

TEST(Payoffs, SetWhoWinsBeforeAllOthers) {
    HandMadeGame game(3);
    game.add_action("Pass", {game.pass()});
    game.add_action("Win", {game.win()});

    // The others share the places behind: each of them has one before and nobody behind.
    EXPECT_EQ(payoffs_of(finished(game, {0, 1})), (std::vector<double>{-0.5, 1, -0.5}));
}

TEST(Payoffs, OfADrawAreNothing) {
    HandMadeGame game(3);
    game.add_action("Draw", {game.draw()});

    EXPECT_EQ(payoffs_of(finished(game, {0})), (std::vector<double>{0, 0, 0}));
}

TEST(Payoffs, OfOneWhoPlaysAloneAndWinsAreTheMost) {
    HandMadeGame game(1);
    game.add_action("Win", {game.win()});

    EXPECT_EQ(payoffs_of(finished(game, {0})), (std::vector<double>{1}));
}

} // namespace
} // namespace tgdl
