#include "terminal/line_mode.h"

#include "terminal/game_for_test.h"
#include "terminal/replay_screen.h"

#include <gtest/gtest.h>
#include <sstream>

namespace tgdl {
namespace {

constexpr std::string_view kNim = R"(
game "nim";
players 2;

global class Heap { number stones = 3; }

/// Take one or two stones.
action Take
{
    trigger PlayerChoiceEvent;
    input number count { range 1..2; filter "there are not so many" { return count <= Heap.stones; } }
    effect
    {
        Heap.stones -= count;
        log($"{player.active()} takes {count}");
        if (Heap.stones == 0) { winner player.active(); }
        turn.pass();
    }
}
)";

PlayTable table_of(std::string_view text, std::vector<SeatPlan> seats = {}) {
    LoadedRules rules = rules_from(text);
    Game game(rules.program, {.players = 2, .seed = MatchSeed::from(1), .limits = {}});
    return {{.rules = std::move(rules), .game_file = "game.tgdl", .save_file = "never.save"},
            HotSeat(std::move(game), std::move(seats), 1)};
}

std::string played(PlayTable& table, const std::string& typed) {
    std::istringstream in(typed);
    std::ostringstream out;
    play_line_mode(table, in, out);
    return out.str();
}

TEST(LineMode, AGameIsPlayedLineByLine) {
    PlayTable table = table_of(kNim);

    EXPECT_EQ(played(table, "2\n1\n"), R"(nim, 2 players. `help` lists what you can type.
Heap: stones 3
Player 0: Take › count?
  1
  2
> 0 takes 2
Heap: stones 1
Player 1: Take › count?
  1
> 1 takes 1
Heap: stones 0
End: player 1 wins
)");
}

TEST(LineMode, AWrongEntryIsAskedForAgain) {
    PlayTable table = table_of(kNim);

    const std::string text = played(table, "7\n2\n1\n");

    EXPECT_NE(text.find("> `7` is none of the options; `why` tells"), std::string::npos) << text;
    EXPECT_NE(text.find("End: player 1 wins"), std::string::npos);
}

TEST(LineMode, WhyTellsWhatCannotBeChosen) {
    PlayTable table = table_of(kNim);

    const std::string text = played(table, "2\nwhy\n1\n");

    EXPECT_NE(text.find("2: there are not so many (game.tgdl:"), std::string::npos) << text;
}

TEST(LineMode, UndoTakesBackTheLastChoiceAndRedoMakesItAgain) {
    PlayTable table = table_of(kNim);

    const std::string text = played(table, "2\nundo\nredo\n1\n");

    EXPECT_NE(text.find("> Taken back: 2\nHeap: stones 3\n"), std::string::npos) << text;
    EXPECT_NE(text.find("> Made again: 2\n"), std::string::npos) << text;
    EXPECT_NE(text.find("End: player 1 wins"), std::string::npos);
}

TEST(LineMode, BotsDecideForTheirSeats) {
    PlayTable table = table_of(kNim, {std::nullopt, BotPlan{.command = "", .word = "random"}});

    const std::string text = played(table, "2\n");

    EXPECT_NE(text.find("1 takes 1"), std::string::npos) << text;
    EXPECT_EQ(text.find("Player 1:"), std::string::npos);
}

TEST(LineMode, ScoresStandWithTheTable) {
    PlayTable table = table_of(R"(
game "mine";
players 2;

player class Miner { number gold = 0; }

score p { return Miner[p].gold * 2; }

action Dig
{
    trigger PlayerChoiceEvent;
    effect
    {
        Miner[player.active()].gold += 3;
        if (player.active() == 1) { winner by score; }
        turn.pass();
    }
}
)");

    const std::string text = played(table, "0\ntable\n0\n");

    EXPECT_NE(text.find("Score of player 0: 0\nScore of player 1: 0\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\nScore of player 0: 6\nPlayer 1:"), std::string::npos) << text;
    EXPECT_NE(text.find("\nScore of player 0: 6\nScore of player 1: 0\n> "), std::string::npos) << text;
}

TEST(LineMode, AScoreThatTheReaderMayNotKnowIsLeftOut) {
    PlayTable table = table_of(R"(
game "purse";
players 2;

player class Purse { number gold = 4; visible gold viewer { return viewer == this.player; } }

score p { return Purse[p].gold; }

action Pass { trigger PlayerChoiceEvent; effect { draw; } }
)");

    const std::string text = played(table, "\n0\n");

    EXPECT_NE(text.find("Score of player 0: 4\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("Score of player 1"), std::string::npos) << text;
}

constexpr std::string_view kSecret = R"(
game "secret";
players 2;
interactable Card { number rank = 0; information { short { return $"card {this.rank}"; } } }
player stack Hand { returns Card; }
global stack Open { returns Card; visible viewer { return true; } }
setup
{
    Hand[0].push(new Card() { rank = 5 });
    Hand[1].push(new Card() { rank = 6 });
}
action Play
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; }
    effect
    {
        Open.push(card);
        if (Open.length == 2) { draw; }
        turn.pass();
    }
}
)";

TEST(LineMode, WhatIsHiddenIsHandedOver) {
    PlayTable table = table_of(kSecret);

    EXPECT_EQ(played(table, "\n0\n\n0\n"), R"(secret, 2 players. `help` lists what you can type.
Player 0 chooses now. When only player 0 is reading, press Enter.
> Hand of player 0: 1 card: card 5
Hand of player 1: 1 card, face down
Player 0: Play › card?
  0 card 5
> Player 1 chooses now. When only player 1 is reading, press Enter.
> Open: 1 card: card 5
Hand of player 1: 1 card: card 6
Player 1: Play › card?
  0 card 6
> Open: 2 cards: card 5, card 6
Hand of player 1: empty
End: a draw
)");
}

TEST(LineMode, UndoDoesNotTellWhatAnotherChoseInSecret) {
    PlayTable table = table_of(R"(
game "morra";
players 2;
turn Round { phase Show { players player.all() input number fingers { range 1..2; } log($"{fingers}"); turn.pass(); } }
)");

    const std::string text = played(table, "\n2\n\nundo\n");

    EXPECT_NE(text.find("Taken back: the choice of player 0\n"), std::string::npos) << text;
}

TEST(HotSeat, NobodyHandsOverWhenNothingIsHidden) {
    HotSeat hot_seat(game_from(kNim), {}, 1);
    hot_seat.go_on();

    EXPECT_FALSE(hot_seat.needs_hand_over(1));
}

TEST(HotSeat, WhoChoosesAtTheSameTimeAsOthersIsAlone) {
    HotSeat hot_seat(game_from(R"(
game "morra";
players 2;
turn Round { phase Show { players player.all() input number fingers { range 1..2; } log($"{fingers}"); turn.pass(); } }
)"),
                     {}, 1);
    hot_seat.go_on();

    EXPECT_TRUE(hot_seat.needs_hand_over(kNone));
    hot_seat.choose(0);
    hot_seat.go_on();
    EXPECT_TRUE(hot_seat.needs_hand_over(0));
}

TEST(HotSeat, AnActionThatIsTheOnlyOneAndAsksForMoreIsTakenUnasked) {
    HotSeat hot_seat(game_from(kNim), {}, 1);

    hot_seat.go_on();

    EXPECT_EQ(hot_seat.game().position(), 1U);
    EXPECT_EQ(hot_seat.previous_position(), 1U);
    EXPECT_EQ(hot_seat.running_move().size(), 1U);
}

TEST(Replay, WhatOthersChoseInSecretIsNotTold) {
    Game game = game_from(kSecret);
    game.choose(0);
    game.choose(0);
    Replay replay(std::move(game), 1);

    EXPECT_EQ(replay.choice_words(1), "player 0 chooses");
    replay.view_as(0);
    EXPECT_EQ(replay.choice_words(1), "player 0: card 5");
}

TEST(Replay, ItIsReadForwardsAndBackwards) {
    Game game = game_from(kNim);
    for (const std::size_t choice : {0, 1, 0, 0}) {
        game.choose(choice);
    }
    std::istringstream in("\n\nback\n4\nquit\n");
    std::ostringstream out;

    replay_line_mode(std::move(game), {.viewer = kSpectator, .note = {}}, in, out);

    EXPECT_EQ(out.str(), R"(nim, 4 choices, watched as a spectator. Enter goes on, `help` lists what you can type.
Heap: stones 3
> 1. player 0: Take
> 2. player 0: 2
0 takes 2
Heap: stones 1
> 1. player 0: Take
Heap: stones 3
> 4. player 1: 1
0 takes 2
1 takes 1
Heap: stones 0
End: player 1 wins
> )");
}

} // namespace
} // namespace tgdl
