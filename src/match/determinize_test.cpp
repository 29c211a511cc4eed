#include "match/determinize.h"

#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(Determinize, LeavesWhatEverybodySeesAsItIs) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.pass()});
    Match match = game.start(1);
    match.choose(0);
    Match into(match);

    ASSERT_TRUE(determinize(match, 0, 9, into));

    EXPECT_EQ(into.hash(), match.hash());
    EXPECT_EQ(into.decision().player, match.decision().player);
}

TEST(Determinize, DrawsNewNumbersFromThenOn) {
    HandMadeGame game(2);
    game.add_action("Roll", {game.chance(1'000'000)});
    Match match = game.start(1);
    Match into(match);
    DrawTape real;
    DrawTape sampled;

    ASSERT_TRUE(determinize(match, 0, 9, into));
    match.set_tape(&real);
    match.choose(0);
    into.set_tape(&sampled);
    into.choose(0);

    EXPECT_NE(sampled.draws.at(0).number, real.draws.at(0).number);
}

TEST(Determinize, DrawsTheSameWithTheSameSeed) {
    HandMadeGame game(2);
    game.add_action("Roll", {game.chance(1'000'000)});
    Match match = game.start(1);
    std::vector<std::uint64_t> drawn;

    for (int times = 0; times < 2; ++times) {
        Match into(match);
        ASSERT_TRUE(determinize(match, 0, 9, into));
        DrawTape tape;
        into.set_tape(&tape);
        into.choose(0);
        drawn.push_back(tape.draws.at(0).number);
    }

    EXPECT_EQ(drawn[0], drawn[1]);
}

} // namespace
} // namespace tgdl
