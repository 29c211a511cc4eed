#include "terminal/picture.h"

#include "terminal/game_for_test.h"
#include "terminal/shapes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

Picture drawn_table(const Json& view, Room room) {
    GraphLayouts layouts;
    return draw_table(view, room, layouts);
}

constexpr Room kPlenty = {.columns = 60, .rows = 40};

std::string text_of_canvas(const Canvas& canvas) {
    return fmt::format("\n{}\n", fmt::join(canvas.lines(), "\n"));
}

// A game that only has this board and asks for nothing but a tile.
std::string with_board(std::string_view group, std::string_view more = "") {
    return fmt::format(R"(
game "board";
players 2;
tile Field {{ information {{ glyph {{ return "."; }} }} }}
global board Board {{ group Grid {{ {} }} }}
action Pick {{ trigger PlayerChoiceEvent; input Field field; effect {{ turn.pass(); }} }}
{})",
                       group, more);
}

std::string drawn_board(std::string_view group, Room room = kPlenty) {
    Game game = game_from(with_board(group));
    return text_of_canvas(drawn_table(game.view(0), room).canvas);
}

TEST(Picture, SquaresHaveLinesBetweenThem) {
    EXPECT_EQ(drawn_board("geometry square; grid Field[3][2];"), R"(
    0   1   2
  ┌───┬───┬───┐
0 │ · │ · │ · │
  ├───┼───┼───┤
1 │ · │ · │ · │
  └───┴───┴───┘
)");
}

TEST(Picture, SquaresStandCloserWhenThereIsLessRoom) {
    EXPECT_EQ(drawn_board("geometry square; grid Field[3][2];", {.columns = 12, .rows = 4}), R"(
   0  1  2
0  ·  ·  ·
1  ·  ·  ·
)");
    EXPECT_EQ(drawn_board("geometry square; grid Field[3][2];", {.columns = 9, .rows = 4}), R"(
   0 1 2
0  · · ·
1  · · ·
)");
}

TEST(Picture, BlanksAmongSquaresAreLeftOut) {
    EXPECT_EQ(drawn_board("geometry square; grid { b, Field; Field, Field; }"), R"(
    0   1
      ┌───┐
0     │ · │
  ┌───┼───┤
1 │ · │ · │
  └───┴───┘
)");
}

TEST(Picture, SquaresWithWaysOfTheirOwnAreJoinedByLines) {
    EXPECT_EQ(drawn_board("geometry square; grid { Field, b, Field; b, b, b; Field, b, Field; } "
                          "adjacency { (0,0) <-> (2,0) <-> (2,2) <-> (0,2); }"),
              R"(
    0   1   2

0   ·───────·
            │
1           │
            │
2   ·───────·

)");
}

TEST(Picture, TilesThatAreCalledByColumnAndRowGiveTheLabels) {
    Game game = game_from(R"(
game "named";
players 2;
tile Field { information { short { return $"{"abc"[this.x]}{2 - this.y}"; } glyph { return "."; } } }
global board Board { group Grid { geometry square; grid Field[3][2]; } }
action Pick { trigger PlayerChoiceEvent; input Field field; effect { turn.pass(); } }
)");

    EXPECT_EQ(text_of_canvas(drawn_table(game.view(0), kPlenty).canvas), R"(
    a   b   c
  ┌───┬───┬───┐
2 │ · │ · │ · │
  ├───┼───┼───┤
1 │ · │ · │ · │
  └───┴───┴───┘
)");
}

TEST(Picture, HexagonsInRowsHaveOutlines) {
    EXPECT_EQ(drawn_board("geometry hex; orientation row odd; grid Field[3][2];"), R"(
    0   1   2
   ╱ ╲ ╱ ╲ ╱ ╲
0 │ · │ · │ · │
   ╲ ╱ ╲ ╱ ╲ ╱ ╲
1   │ · │ · │ · │
     ╲ ╱ ╲ ╱ ╲ ╱
)");
}

TEST(Picture, HexagonsInRowsStandCloserWhenThereIsLessRoom) {
    EXPECT_EQ(drawn_board("geometry hex; orientation row; grid Field[3][2];", {.columns = 10, .rows = 4}), R"(
   0 1 2
0   · · ·
1  · · ·
)");
}

TEST(Picture, HexagonsInColumnsStandHalfAStepApart) {
    EXPECT_EQ(drawn_board("geometry hex; orientation column odd; grid Field[3][2];"), R"(
    0   1   2
   ___     ___
0 ╱ · ╲___╱ · ╲
  ╲___╱ · ╲___╱
1 ╱ · ╲___╱ · ╲
  ╲___╱ · ╲___╱
      ╲___╱
)");
    EXPECT_EQ(drawn_board("geometry hex; orientation column; grid Field[3][2];"), R"(
    0   1   2
       ___
0  ___╱ · ╲___
  ╱ · ╲___╱ · ╲
1 ╲___╱ · ╲___╱
  ╱ · ╲___╱ · ╲
  ╲___╱   ╲___╱
)");
}

TEST(Picture, HexagonsInColumnsHaveNoLinesWhenThereIsLessRoom) {
    EXPECT_EQ(drawn_board("geometry hex; orientation column; grid Field[3][2];", {.columns = 20, .rows = 5}), R"(
   0   1   2
0      ·
   ·       ·
1      ·
   ·       ·
)");
}

TEST(Picture, TilesOfAGraphAreJoinedByLines) {
    Game game = game_from(R"(
game "graph";
players 2;
tile Town { information { glyph { return "7"; } } }
global board Map { group Roads { geometry graph; tiles { Town Rome, Milan, Turin; } adjacency { Rome <-> Milan <-> Turin; } } }
action Pick { trigger PlayerChoiceEvent; input Town town; effect { turn.pass(); } }
)");

    const Picture picture = drawn_table(game.view(0), {.columns = 40, .rows = 10});

    const std::string text = text_of_canvas(picture.canvas);
    EXPECT_NE(text.find("Rome 7"), std::string::npos) << text;
    EXPECT_NE(text.find("Turin 7"), std::string::npos) << text;
    EXPECT_NE(text.find("⠉"), std::string::npos) << text;
    EXPECT_NE(picture.find("Town#2"), nullptr);
}

constexpr std::string_view kRoads = R"(
game "graph";
players 2;
tile Town { }
global board Map { group Roads { geometry graph; tiles { Town Rome, Milan, Turin; } adjacency { Rome <-> Milan <-> Turin; } } }
interactable Cart { information { short { return "cart"; } } }
action Go
{
    trigger PlayerChoiceEvent;
    input Town town;
    effect { new Cart().move_to(town); turn.pass(); }
}
)";

TEST(Picture, TilesOfAGraphStayWhereTheyAreWhenPiecesCome) {
    Game game = game_from(kRoads);
    const Room room{.columns = 60, .rows = 12};
    const auto middle = [](const Picture& picture, const std::string& id) {
        const Area area = picture.find(id)->area;
        return std::pair(area.row, area.column + area.columns / 2);
    };
    const Picture before = drawn_table(game.view(0), room);

    game.choose(0);
    game.choose(1); // a cart to Milan

    const Picture after = drawn_table(game.view(0), room);
    for (const char* town : {"Town#1", "Town#2", "Town#3"}) {
        EXPECT_EQ(middle(after, town), middle(before, town)) << town;
    }
}

TEST(Picture, ATileThatIsAddedToAGraphStandsAmongTheOthers) {
    Game game = game_from(R"(
game "graph";
players 2;
tile Town { }
tile Port : Town { information { short { return "the port"; } } }
global board Map { group Roads { geometry graph; tiles { Town Rome; } } }
setup
{
    Town port = new Port();
    Map.Roads.add(port);
    port.connect(Map.Roads.Rome);
}
action Pick { trigger PlayerChoiceEvent; input Town town; effect { turn.pass(); } }
)");

    const Picture picture = drawn_table(game.view(0), {.columns = 40, .rows = 10});

    const std::string text = text_of_canvas(picture.canvas);
    EXPECT_NE(text.find("the port"), std::string::npos) << text;
    EXPECT_NE(text.find("⠉"), std::string::npos) << text;
    const DrawnInstance* const rome = picture.find("Town#1");
    const DrawnInstance* const port = picture.find("Port#1");
    ASSERT_NE(port, nullptr);
    EXPECT_NE(std::pair(port->area.row, port->area.column), std::pair(rome->area.row, rome->area.column));
}

TEST(Picture, PlacesWithoutWaysBetweenThemStandInLines) {
    Game game = game_from(R"(
game "places";
players 2;
tile Place { }
global board Isle { group Places { geometry graph; tiles { Place Bay, Wood, Quarry, Lighthouse; } } }
action Pick { trigger PlayerChoiceEvent; input Place place; effect { turn.pass(); } }
)");

    EXPECT_EQ(text_of_canvas(drawn_table(game.view(0), {.columns = 30, .rows = 12}).canvas), R"(
 Bay    Wood    Quarry
 Lighthouse
)");
}

TEST(Picture, APieceStandsForItsTileAndIsFoundThere) {
    Game game = game_from(with_board("geometry square; grid Field[2][1];", R"(
interactable Stone { information { glyph { return "o"; } } }
setup { Stone stone = new Stone(); stone.move_to(Board.Grid[1][0]); }
)"));

    const Picture picture = drawn_table(game.view(0), kPlenty);

    EXPECT_EQ(text_of_canvas(picture.canvas), R"(
    0   1
  ┌───┬───┐
0 │ · │ o │
  └───┴───┘
)");
    ASSERT_NE(picture.find("Stone#1"), nullptr);
    EXPECT_EQ(picture.find("Stone#1")->area.column, picture.find("Field#2")->area.column);
}

constexpr std::string_view kCards = R"(
game "cards";
players 2;
interactable Card { number rank = 0; information { short { return $"card {this.rank}"; } } }
stack Deck { returns Card; }
player stack Hand { returns Card; }
global class Rules { Deck deck = new Deck(); }
setup
{
    foreach (number i in 1..8) { Rules.deck.push(new Card() { rank = i }); }
    foreach (player p in player.all())
    {
        foreach (number i in 1..2) { Hand[p].push(Rules.deck.pop()); }
    }
}
action Play
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; }
    effect { Rules.deck.discard(card); turn.pass(); }
}
)";

TEST(Picture, TheViewersHandLiesOpenAndOthersAreCounted) {
    Game game = game_from(kCards);

    EXPECT_EQ(text_of_canvas(drawn_table(game.view(0), kPlenty).canvas), R"(
 deck: 4 cards, face down
 Hand of player 0: 2 cards
╭────────╮╭────────╮
│card 8  ││card 7  │
│        ││        │
╰────────╯╰────────╯
)");
    EXPECT_EQ(text_of_canvas(draw_players(game.view(0), 30, 20).canvas), R"(
▸ player 0 (you)
    Hand 2
  player 1
    Hand 2
)");
}

TEST(Picture, AllCardsOfTheViewerAreWordsWhenSomeDoNotFitAsBoxes) {
    Game game = game_from(R"(
game "piles";
players 2;
interactable Card { number rank = 0; information { short { return $"card {this.rank}"; } } }
player stack Hand { returns Card; }
player stack Won { returns Card; }
setup
{
    Hand[0].push(new Card());
    foreach (number i in 1..4) { Won[0].push(new Card() { rank = i }); }
}
action Pass { trigger PlayerChoiceEvent; effect { turn.pass(); } }
)");

    EXPECT_EQ(text_of_canvas(drawn_table(game.view(0), {.columns = 30, .rows = 12}).canvas), R"(
 Hand of player 0: 1 card
  card 0
 Won of player 0: 4 cards
  card 1   card 2   card 3
  card 4
)");
}

TEST(Picture, TheCursorStandsInBracketsOnACard) {
    Game game = game_from(kCards);
    Picture picture = drawn_table(game.view(0), kPlenty);

    mark_instance(picture, *picture.find("Card#7"), Highlight::Cursor);

    EXPECT_NE(text_of_canvas(picture.canvas).find("[        ]"), std::string::npos);
}

TEST(Picture, WhatATableHoldsForEachPlayerStandsWithThePlayers) {
    Game game = game_from(R"(
game "scores";
players 2;
import "std/scoring.tgdl";
player class Purse { number coins = 3; }
action Earn { trigger PlayerChoiceEvent; effect { Scores.Add(player.active(), 2); turn.pass(); } }
)");
    game.choose(0);

    EXPECT_EQ(text_of_canvas(draw_players(game.view(1), 30, 20).canvas), R"(
  player 0
    score 2, points 2, coins 3
▸ player 1 (you)
    score 0, points 0, coins 3
)");
}

TEST(Canvas, TextOutsideIsCutOff) {
    Canvas canvas(4, 1);

    canvas.write({.row = 0, .column = 2}, "abc");
    canvas.write({.row = 1, .column = 0}, "below");

    EXPECT_EQ(canvas.lines(), std::vector<std::string>{"  ab"});
}

TEST(Canvas, WhatAGameWritesCannotSteerTheTerminal) {
    Canvas canvas(8, 1);

    canvas.write({.row = 0, .column = 0}, "a\x1b[2Jb");

    EXPECT_EQ(canvas.lines(), std::vector<std::string>{"a␛[2Jb"});
}

TEST(Canvas, LongTextsBreakAtSpaces) {
    EXPECT_EQ(wrap_text("one two three", 8), (std::vector<std::string>{"one two", "three"}));
    EXPECT_EQ(wrap_text("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
    EXPECT_EQ(wrap_text("", 3), (std::vector<std::string>{""}));
}

TEST(Canvas, EverythingHasAnAsciiForm) {
    EXPECT_EQ(plain_letters("♞"), "n");
    EXPECT_EQ(plain_letters("┼"), "+");
    EXPECT_EQ(plain_letters("⠤"), ".");
    EXPECT_EQ(plain_letters("ψ"), "y");
    EXPECT_EQ(plain_letters("猫"), "??");
    EXPECT_EQ(plain_letters("x"), "x");
}

// ---- corners, sides, turned things, shapes ----------------------------------------------------------------------------

// A board with corners and sides, of which those that `setup` names are owned.
std::string drawn_lattice(std::string_view group, std::string_view setup, Room room = kPlenty) {
    Game game = game_from(fmt::format(R"(
game "lattice";
players 2 {{ seat "Red" color "red"; seat "Blue" color "blue"; }}
tile Field {{ information {{ glyph {{ return "."; }} }} }}
tile Spot
{{
    player owner = null;
    information {{ glyph {{ return owner == null ? "" : "▲"; }} }}
}}
tile Path {{ player owner = null; }}
global board Board {{ group Grid {{ {} corners Spot; sides Path; }} }}
setup {{ {} }}
action Pick {{ trigger PlayerChoiceEvent; input Field field; effect {{ turn.pass(); }} }}
)",
                                      group, setup));
    return text_of_canvas(drawn_table(game.view(0), room).canvas);
}

constexpr std::string_view kOneOfEach = "Board.Grid[0][0].corner(0).owner = 1; Board.Grid[0][0].side(0).owner = 0; "
                                        "Board.Grid[0][0].side(1).owner = 1;";

TEST(Picture, CornersAndSidesOfSquaresLieBetweenThem) {
    EXPECT_EQ(drawn_lattice("geometry square; grid Field[2][2];", kOneOfEach), R"(
      0       1
  ┌━━━R━━━▲B──────┐
0 │   ·   ┃B  ·   │
  ├───────┼───────┤
1 │   ·   │   ·   │
  └───────┴───────┘
)");
}

TEST(Picture, HexagonsWithCornersStandAsBricks) {
    EXPECT_EQ(drawn_lattice("geometry hex; orientation row; grid { Field, Field; Field, Field; }", kOneOfEach), R"(
        0           1
        ┌──────━━R━━▲B──────────┐
0       │     ·     ┃B    ·     │
  ┌─────┴─────┬─────┴─────┬─────┘
1 │     ·     │     ·     │
  └───────────┴───────────┘
)");
    EXPECT_EQ(drawn_lattice("geometry hex; orientation column; grid { Field, Field; Field, Field; }", kOneOfEach), R"(
        0           1
              ┌───────────┐
              │           │
0 ┌━━━━━R━━━━━▲B    ·     │
  │           ┃B          │
  │     ·     ├───────────┤
  │           │           │
1 ├───────────┤     ·     │
  │           │           │
  │     ·     ├───────────┘
  │           │
  └───────────┘
)");
}

TEST(Picture, WhatIsTurnedIsShownTurned) {
    Game game = game_from(R"(
game "turned";
players 2;
tile Road { information { glyph { return "└"; } } }
tile Inn { information { glyph { return "A"; } } }
global board Board { group Grid { geometry square; grid { Road, Road, Inn, Inn; } } }
setup { Board.Grid[1][0].turned = 1; Board.Grid[3][0].turned = 3; }
action Pass { trigger PlayerChoiceEvent; effect { turn.pass(); } }
)");
    EXPECT_EQ(text_of_canvas(drawn_table(game.view(0), kPlenty).canvas), R"(
    0    1    2    3
  ┌────┬────┬────┬────┐
0 │ └  │ ┌  │ A  │ A← │
  └────┴────┴────┴────┘
)");
}

TEST(Picture, BoardsOfPlayersSayWhoseTheyAreAndTheViewersComesFirst) {
    Game game = game_from(R"(
game "boards";
players 2 { seat "Red"; seat "Blue"; }
tile Field { }
player board Yard { group Grid { geometry square; grid Field[1][1]; } }
action Pass { trigger PlayerChoiceEvent; effect { turn.pass(); } }
)");
    EXPECT_EQ(text_of_canvas(drawn_table(game.view(1), kPlenty).canvas), R"(
 Yard of Blue
    0
  ┌───┐
0 │ · │
  └───┘

 Yard of Red
    0
  ┌───┐
0 │ · │
  └───┘
)");
}

TEST(Picture, ValuesOfEnumsStandAfterTheirGlyphs) {
    Game game = game_from(R"(
game "enums";
players 2;
enum Goods
{
    Reed "reed", Peat "peat";
    information { glyph { return this == Goods.Reed ? "ψ" : "▒"; } color { return "green"; } }
}
global class Market { Table<Goods, number> prices = { { Goods.Reed, 2 }, { Goods.Peat, 3 } }; }
action Pass { trigger PlayerChoiceEvent; effect { turn.pass(); } }
)");
    const Picture picture = drawn_table(game.view(0), kPlenty);
    EXPECT_EQ(text_of_canvas(picture.canvas), R"(
 Market: prices ψ reed: 2, ▒ peat: 3
)");
    EXPECT_EQ(picture.canvas.at({.row = 0, .column = 16}).style.ink, Ink::Green);
}

TEST(Picture, WhatTheRulesLeaveHiddenIsSaidToBeThere) {
    Game game = game_from(R"(
game "spies";
players 2;
player class Person
{
    number age = 30;
    string role = "spy";
    visible role viewer { return viewer == this.player; } else hidden;
    number secret = 7;
    visible secret viewer { return viewer == this.player; }
}
action Pass { trigger PlayerChoiceEvent; effect { turn.pass(); } }
)");
    EXPECT_EQ(text_of_canvas(draw_players(game.view(0), 40, 20).canvas), R"(
▸ player 0 (you)
    age 30, role spy, secret 7
  player 1
    age 30, role hidden
)");
}

TEST(Picture, OnlyOneLineOfOtherPlayersWhereThereIsNoRoomForMore) {
    Game game = game_from(R"(
game "many";
players 3;
player class Purse { number coins = 10; number gems = 20; }
score p { return 5; }
action Pass { trigger PlayerChoiceEvent; effect { turn.pass(); } }
)",
                          3);
    EXPECT_EQ(text_of_canvas(draw_players(game.view(1), 30, 5).canvas), R"(
▸ player 0  score 5, coins 10…
  player 1 (you)
    score 5, coins 10, gems 20
  player 2  score 5, coins 10…
)");
}

TEST(Shapes, AreDrawnWithTwoRowsOfSquaresOnALine) {
    EXPECT_EQ(draw_shapes("##/#. for 3"), (std::vector<std::string>{"█▀ for 3"}));
    EXPECT_EQ(draw_shapes("a ###/.#./.#. b"), (std::vector<std::string>{"a ▀█▀ b", "   ▀"}));
    EXPECT_EQ(draw_shapes("  1. and/or #1"), (std::vector<std::string>{"  1. and/or #1"}));
}

TEST(Shapes, AreNotTornWhereLinesAreBroken) {
    EXPECT_EQ(wrap_with_shapes("one ##/## two three", 8), (std::vector<std::string>{"one ██", "two", "three"}));
}

} // namespace
} // namespace tgdl
