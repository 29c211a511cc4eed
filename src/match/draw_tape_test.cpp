#include "match/draw_tape.h"

#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(DrawTape, WritesDownWhatComesUp) {
    DrawTape tape;

    EXPECT_EQ(tape.draw(6, 3), 3U);
    EXPECT_EQ(tape.draw(2, 1), 1U);

    ASSERT_EQ(tape.draws.size(), 2U);
    EXPECT_EQ(tape.draws[0].bound, 6U);
    EXPECT_EQ(tape.draws[0].number, 3U);
    EXPECT_EQ(tape.draws[0].what, Draw::For::Itself);
    EXPECT_TRUE(tape.draws[0].begins);
}

TEST(DrawTape, LetsADrawComeOutDifferently) {
    DrawTape tape;
    tape.changed = {DrawTape::kAsItComes, 5};

    EXPECT_EQ(tape.draw(6, 3), 3U);
    EXPECT_EQ(tape.draw(6, 3), 5U);
    EXPECT_EQ(tape.draw(6, 3), 3U) << "behind what was changed";
    EXPECT_EQ(tape.draws[1].number, 5U);
}

TEST(DrawTape, KeepsAChangedNumberBelowTheBound) {
    DrawTape tape;
    tape.changed = {7};

    EXPECT_EQ(tape.draw(6, 3), 1U);
}

TEST(DrawTape, LetsAllOtherDrawsComeOutAsTheRestSays) {
    DrawTape tape;
    tape.changed = {2};
    tape.rest = 0;

    EXPECT_EQ(tape.draw(6, 3), 2U);
    EXPECT_EQ(tape.draw(6, 3), 0U);
    EXPECT_EQ(tape.draw(6, 4), 0U);
}

TEST(DrawTape, TellsWhereAShuffleBegins) {
    DrawTape tape;
    tape.begin_shuffle(Draw::For::Deck);
    tape.draw(3, 0);
    tape.draw(2, 0);
    tape.end_shuffle();
    tape.draw(6, 0);

    EXPECT_EQ(tape.shuffles.size(), 1U);
    EXPECT_EQ(tape.draws[0].what, Draw::For::Deck);
    EXPECT_TRUE(tape.draws[0].begins);
    EXPECT_FALSE(tape.draws[1].begins);
    EXPECT_EQ(tape.draws[2].what, Draw::For::Itself);
    EXPECT_TRUE(tape.draws[2].begins);
}

TEST(DrawTape, CountsDrawsThatShuffleNothing) {
    DrawTape tape;
    tape.begin_shuffle(Draw::For::List);
    tape.draw(3, 0);
    tape.end_shuffle();
    tape.draw(6, 0);
    EXPECT_EQ(tape.lone_draws, 1U);

    tape.clear();

    EXPECT_EQ(tape.lone_draws, 0U);
    EXPECT_TRUE(tape.draws.empty());
    EXPECT_TRUE(tape.shuffles.empty());
}

TEST(DrawTape, HoldsWhatAMatchDraws) {
    HandMadeGame game(1);
    game.add_action("Roll", {game.chance(6)});
    DrawTape tape;
    Match match = game.start(1, &tape);
    EXPECT_TRUE(tape.draws.empty());

    match.choose(0);

    ASSERT_EQ(tape.draws.size(), 1U);
    EXPECT_EQ(tape.draws[0].bound, 6U);
    EXPECT_LT(tape.draws[0].number, 6U);
}

} // namespace
} // namespace tgdl
