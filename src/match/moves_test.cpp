#include "match/moves.h"

#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>
#include <set>

namespace tgdl {
namespace {

// Whoever brings the count to four wins; one adds one or two.
HandMadeGame count_to_four() {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.win_at(4), game.pass()});
    game.add_action("Two", {game.count(2), game.win_at(4), game.pass()});
    return game;
}

TEST(Moves, AreVisitedOneByOne) {
    HandMadeGame game = count_to_four();
    Match match = game.start();
    std::vector<MoveLine> lines;
    std::set<std::uint64_t> hashes;

    for_each_move(match, [&](Match& after, const MoveLine& line) {
        lines.push_back(line);
        hashes.insert(after.hash());
    });

    EXPECT_EQ(lines, (std::vector<MoveLine>{{0}, {1}}));
    EXPECT_EQ(hashes.size(), 2U);
}

TEST(Moves, LeaveTheMatchAsItWasWhenTheyAreVisited) {
    HandMadeGame game = count_to_four();
    Match match = game.start();
    const std::uint64_t before = match.hash();

    for_each_move(match, [](Match& after, const MoveLine& /*line*/) { after.choose(0); });

    EXPECT_EQ(match.hash(), before);
    EXPECT_EQ(match.decision().options.size(), 2U);
}

TEST(Moves, AreCountedByLength) {
    HandMadeGame game = count_to_four();
    Match match = game.start();
    Match failed = game.start();
    std::vector<std::uint64_t> counts;

    EXPECT_EQ(count_moves(match, 4, counts, failed), CountEnd::Counted);

    // 1111, 112, 121, 211, 22 and those that go beyond four at the end: 1112, 122, 212.
    EXPECT_EQ(counts, (std::vector<std::uint64_t>{2, 4, 6, 2}));
}

TEST(Moves, AreNoMoreThanTheRulesAllow) {
    HandMadeGame game(1);
    game.add_action("Always", {game.count(1)});
    game.require_below(game.add_action("AtFirst", {game.count(1)}), 1);
    Match match = game.start();
    EXPECT_EQ(match.decision().options.size(), 2U);

    match.choose(0);

    std::size_t moves = 0;
    for_each_move(match, [&](Match& /*after*/, const MoveLine& /*line*/) { ++moves; });
    EXPECT_EQ(moves, 1U);
}

TEST(RandomMover, PlaysToTheEnd) {
    HandMadeGame game = count_to_four();
    Match match = game.start();
    RandomMover mover(match);
    RandomState random = seed_random(1);

    while (match.status() == MatchStatus::Waiting) {
        EXPECT_TRUE(mover.play(match, random));
    }

    EXPECT_EQ(match.status(), MatchStatus::Finished);
}

TEST(RandomMover, PlaysEveryMoveEquallyOften) {
    HandMadeGame game = count_to_four();
    const Match start = game.start();
    RandomMover mover(start);
    RandomState random = seed_random(1);
    Match one = game.start();
    one.choose(0);
    int ones = 0;

    for (int times = 0; times < 400; ++times) {
        Match match(start);
        mover.play(match, random);
        ones += match.hash() == one.hash() ? 1 : 0;
    }

    EXPECT_GT(ones, 160);
    EXPECT_LT(ones, 240);
}

} // namespace
} // namespace tgdl
