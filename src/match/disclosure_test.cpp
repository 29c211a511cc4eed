#include "match/disclosure.h"

#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(ChooseDisclosing, DoesWhatChooseDoes) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.pass()});
    Match match = game.start();
    Match other = game.start();

    const DisclosedChoice choice = choose_disclosing(match, 0);
    other.choose(0);

    EXPECT_EQ(match.hash(), other.hash());
    EXPECT_TRUE(choice.had_effect);
}

TEST(ChooseDisclosing, FindsNothingWhereNothingIsHidden) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1)});
    Match match = game.start();

    EXPECT_EQ(choose_disclosing(match, 0).disclosure, Disclosure::Nothing);
}

TEST(ChooseDisclosing, FindsThatANumberWasDrawn) {
    HandMadeGame game(2);
    game.add_action("Roll", {game.chance(6)});
    Match match = game.start();

    EXPECT_EQ(choose_disclosing(match, 0).disclosure, Disclosure::Chance);
}

TEST(Transaction, IsNotOpenBetweenMoves) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1)});
    Match match = game.start();

    EXPECT_FALSE(is_within_transaction(match));
}

} // namespace
} // namespace tgdl
