#include "bots/mcts_bot.h"

#include "bots/bot_table.h"
#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

// What a search with so many simulations chooses at the beginning.
std::size_t first_choice(HandMadeGame& game, std::uint64_t simulations, std::uint64_t seed) {
    Match match = game.start();
    MctsBot bot(match, {simulations, 0}, seed);
    SeatObserver seat(match.decision().player);
    seat.observe(match, nullptr);
    const BotChoice choice = bot.decide(seat);
    EXPECT_TRUE(choice) << choice.error();
    return choice.value_or(99);
}

TEST(MctsBot, TakesAWinThatIsThere) {
    HandMadeGame game(2);
    game.add_action("Pass", {game.count(1), game.pass()});
    game.add_action("Draw", {game.draw()});
    game.add_action("Win", {game.win()});

    EXPECT_EQ(first_choice(game, 30, 1), 2U);
}

TEST(MctsBot, PrefersADrawToALoss) {
    HandMadeGame game(2);
    game.add_action("Pass", {game.count(-1), game.pass()});
    game.add_action("Draw", {game.draw()});
    game.require_below(game.add_action("Win", {game.win()}), 0); // who comes after Pass

    EXPECT_EQ(first_choice(game, 200, 1), 1U);
}

TEST(MctsBot, FindsAWinInSeveralMoves) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.win_at(8), game.pass()});
    game.add_action("Two", {game.count(2), game.win_at(8), game.pass()});

    EXPECT_EQ(first_choice(game, 500, 1), 1U); // leaves six, then three
}

TEST(MctsBot, ChoosesTheSameWithTheSameSeed) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.chance(2), game.win_at(9), game.pass()});
    game.add_action("Two", {game.count(2), game.chance(2), game.win_at(9), game.pass()});

    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        EXPECT_EQ(first_choice(game, 50, seed), first_choice(game, 50, seed));
    }
}

TEST(MctsBot, DecidesWhereSeveralChooseAtOnce) {
    HandMadeGame game(2);
    game.ask_in_phase(2, InputMode::Players, game.draw());
    Match match = game.start();
    BotTable bots(seat_plans(*read_bots("mcts:20"), 2), match, 1);

    while (match.status() == MatchStatus::Waiting) {
        const BotChoice choice = bots.decide(match);
        ASSERT_TRUE(choice) << choice.error();
        ASSERT_LT(*choice, 3U);
        bots.record_choice(match, *choice);
        match.choose(*choice);
    }

    EXPECT_EQ(match.decisions_made(), 2U);
}

} // namespace
} // namespace tgdl
