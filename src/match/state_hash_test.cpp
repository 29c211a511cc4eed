#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

HandMadeGame steps() {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1)});
    game.add_action("Two", {game.count(2)});
    game.add_action("Pass", {game.pass()});
    game.add_action("Roll", {game.chance(6)});
    game.add_action("Speak", {game.log("said"), game.count(1)});
    return game;
}

std::uint64_t hash_after(HandMadeGame& game, const std::vector<std::size_t>& choices, std::uint64_t seed = 0) {
    Match match = game.start(seed);
    for (const std::size_t choice : choices) {
        match.choose(choice);
    }
    return match.hash();
}

TEST(StateHash, IsTheSameWhateverWayLedToTheState) {
    HandMadeGame game = steps();

    EXPECT_EQ(hash_after(game, {0, 1}), hash_after(game, {1, 0}));
    EXPECT_EQ(hash_after(game, {0, 0}), hash_after(game, {1}));
}

TEST(StateHash, TellsValuesApart) {
    HandMadeGame game = steps();

    EXPECT_NE(hash_after(game, {0}), hash_after(game, {}));
    EXPECT_NE(hash_after(game, {0}), hash_after(game, {1}));
}

TEST(StateHash, TellsWhoseTurnItIs) {
    HandMadeGame game = steps();

    EXPECT_NE(hash_after(game, {2, 2}), hash_after(game, {2, 2, 2}));
    EXPECT_EQ(hash_after(game, {2, 2}), hash_after(game, {2, 2, 2, 2}));
}

TEST(StateHash, LeavesOutWhatWasDrawnAndForgotten) {
    HandMadeGame game = steps();

    EXPECT_EQ(hash_after(game, {0, 3}), hash_after(game, {0}));
    EXPECT_EQ(hash_after(game, {0}, 1), hash_after(game, {0}, 2));
}

TEST(StateHash, LeavesOutWhatWasSaid) {
    HandMadeGame game = steps();

    EXPECT_EQ(hash_after(game, {4}), hash_after(game, {0}));
}

TEST(StateHash, OfACopyIsTheSame) {
    HandMadeGame game = steps();
    Match match = game.start();
    match.choose(1);

    const Match copy(match);

    EXPECT_EQ(copy.hash(), match.hash());
}

} // namespace
} // namespace tgdl
