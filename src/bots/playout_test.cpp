#include "bots/playout.h"

#include "bots/choose_legal.h"
#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(Playout, EndsWhereTheMatchEnds) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.win_at(10), game.pass()});
    Match match = game.start();
    Playout playout(match);
    RandomState random = seed_random(1);

    playout.play(match, random);

    EXPECT_EQ(match.status(), MatchStatus::Finished);
}

TEST(Playout, GivesUpAMatchWithoutEnd) {
    HandMadeGame game(2);
    game.add_action("Pass", {game.pass()});
    game.add_action("Stay", {game.count(1)});
    Match match = game.start();
    Playout playout(match);
    RandomState random = seed_random(1);

    playout.play(match, random);

    EXPECT_EQ(match.status(), MatchStatus::Waiting);
    EXPECT_GE(match.decisions_made(), Playout::kMostChoices);
}

TEST(ChooseLegal, PassesOverAnOptionThatFails) {
    HandMadeGame game(1);
    game.add_action("Fails", {game.count(2), game.fail_at(2)});
    game.add_action("Holds", {game.count(1)});
    Match match = game.start();
    Match held = game.start();
    std::vector<std::uint32_t> untried;

    const bool has_chosen = choose_legal(match, untried, [] { return std::size_t{0}; });
    held.choose(held.decision().options.size() - 1);

    EXPECT_TRUE(has_chosen);
    EXPECT_EQ(match.hash(), held.hash());
}

TEST(ChooseLegal, AsksForTheOptionThatIsTaken) {
    HandMadeGame game(1);
    game.add_action("One", {game.count(1)});
    game.add_action("Two", {game.count(2)});
    Match match = game.start();
    Match second = game.start();
    std::vector<std::uint32_t> untried;

    choose_legal(match, untried, [&] { return untried.size() - 1; });
    second.choose(1);

    EXPECT_EQ(match.hash(), second.hash());
}

} // namespace
} // namespace tgdl
