#include "format/format.h"

#include "syntax/test_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

namespace {

std::string formatted(std::string text) {
    const TestSource parsed(std::move(text));
    EXPECT_FALSE(parsed.diagnostics().has_errors());
    return format_source(parsed.tree());
}

// Formats twice, so that every case also shows that a second time changes nothing.
void expect_format(std::string_view text, std::string_view expected) {
    const std::string once = formatted(std::string(text));

    EXPECT_EQ(once, expected);
    EXPECT_EQ(formatted(once), once);
}

// The statements of a `setup`, at the beginning of the line in both texts.
std::string in_setup(std::string_view statements) {
    std::string text = "setup\n{\n";
    std::size_t at = 0;
    while (at < statements.size()) {
        const std::size_t end = std::min(statements.find('\n', at), statements.size());
        const std::string_view line = statements.substr(at, end - at);
        text.append(line.empty() ? "" : "    ").append(line).append("\n");
        at = end + 1;
    }
    return text + "}\n";
}

// Two statements, so that the body of the `setup` is never one line.
void expect_statements(std::string_view statements, std::string_view expected) {
    expect_format(in_setup(std::string(statements) + "\ndraw;"), in_setup(std::string(expected) + "\ndraw;"));
}

} // namespace

TEST(Format, TheFirstGameOfTheLanguagePageIsInTheOneLayout) {
    const std::string game = R"(game "tris";
players 2;

setup
{
    GameState.Board = new TrisBoard();
    for (number p = 0; p < player.count(); p += 1)
    {
        PlayerState role = new PlayerState();
        role.assign(p);
    }
    turn.use("GameTurn", "TickPhase");
}

global class GameState
{
    TrisBoard Board = null;
    number Ticked = 0;
}

tile TickTile { PlayerState Owner = null; }

board TrisBoard
{
    group Grid
    {
        geometry square;
        grid
        {
            TickTile, TickTile, TickTile;
            TickTile, TickTile, TickTile;
            TickTile, TickTile, TickTile;
        }
    }
}

class PlayerState
{
    action Tick
    {
        trigger PlayerChoiceEvent { return true; }
        input TickTile chosen { return chosen.Owner == null; }
        effect
        {
            chosen.Owner = this;
            GameState.Ticked += 1;
            turn.pass();
        }
    }
}

function bool SameOwner(TickTile a, TickTile b, TickTile c)
{
    return a.Owner != null && a.Owner == b.Owner && b.Owner == c.Owner;
}

turn GameTurn
{
    phase TickPhase { }
    phase WinCheckPhase
    {
        TrisBoard board = GameState.Board;
        for (number i = 0; i < 3; i += 1)
        {
            if (SameOwner(a: board.Grid[0][i], b: board.Grid[1][i], c: board.Grid[2][i])
             || SameOwner(a: board.Grid[i][0], b: board.Grid[i][1], c: board.Grid[i][2]))
            {
                winner player.active();
            }
        }
        if (SameOwner(a: board.Grid[0][0], b: board.Grid[1][1], c: board.Grid[2][2])
         || SameOwner(a: board.Grid[2][0], b: board.Grid[1][1], c: board.Grid[0][2]))
        {
            winner player.active();
        }
        if (GameState.Ticked == 9) { winner { { 0, 1 } }; }
    }
    default
    {
        if (turn.phase.active() == "WinCheckPhase") { turn.pass(player.active() + 1, "TickPhase"); }
        else { turn.pass(player.active(), "WinCheckPhase"); }
    }
}
)";

    EXPECT_EQ(formatted(game), game);
}

TEST(Format, BodyWithOneSimpleItemStandsOnOneLine) {
    expect_format("class A\n{\n    number x=1;\n}\n\nturn T\n{\n phase P\n {\n }\n}\n",
                  "class A { number x = 1; }\n\nturn T { phase P { } }\n");
}

TEST(Format, BodyWithTwoItemsOrAFilledBodyInsideStandsOnSeveralLines) {
    expect_format("class A { number x; number y; }\nturn T { phase P { draw; } }\n",
                  "class A\n{\n    number x;\n    number y;\n}\n\nturn T\n{\n    phase P { draw; }\n}\n");
}

TEST(Format, BodyThatDoesNotFitBehindItsHeadGoesBelowIt) {
    const std::string name(100, 'x');

    expect_statements("if (" + name + ") { log(\"too long\"); }", "if (" + name + ")\n{\n    log(\"too long\");\n}");
}

TEST(Format, ElseBeginsALine) {
    expect_statements("if (a) { log(1); } else if (b) { log(2); log(3); } else log(4);",
                      "if (a) { log(1); }\nelse if (b)\n{\n    log(2);\n    log(3);\n}\nelse log(4);");
}

TEST(Format, StatementThatIsABodyIsIndentedWhenItHoldsABodyItself) {
    expect_statements("while (a) if (b) log(1);\nfor(;;)\nlog(2);", "while (a)\n    if (b) log(1);\nfor (;;) log(2);");
}

TEST(Format, OptionalSemicolonsAndTrailingCommasStayAsTheyAre) {
    expect_format("class A { } ;\nclass B { };\nsetup { List<number> xs = {1,2,} ; }\n",
                  "class A { };\nclass B { };\nsetup { List<number> xs = { 1, 2, }; }\n");
}

TEST(Format, OperatorsSignsAndBrackets) {
    expect_statements("x=-a  ^ - 2*(b+ c [0] . d)%e;\nx+=1 ; y ++;\nbool z=! a&&not b or c?d:e ;\nz = - -a < + +b;",
                      "x = -a ^ -2 * (b + c[0].d) % e;\nx += 1;\ny++;\nbool z = !a && not b or c ? d : e;\n"
                      "z = - -a < + +b;");
}

TEST(Format, CallsTypesLiteralsAndRanges) {
    expect_statements(
        "Table< number ,List <Card> >t={ {\"a\",{}},{ \"b\" , { } } };\n"
        "Card c=new Card ( ){power=9,cost=1};\nf (a :1,b: 2) ;\nforeach(number i in 1 .. n)log( all <Card> (i) );",
        "Table<number, List<Card>> t = { { \"a\", {} }, { \"b\", {} } };\n"
        "Card c = new Card() { power = 9, cost = 1 };\nf(a: 1, b: 2);\nforeach (number i in 1..n) log(all<Card>(i));");
}

TEST(Format, HolesOfTextsAreSpacedButNeverBroken) {
    const std::string letters(86, 'x');

    expect_statements("announce($\"" + letters + " {a +b:03} { f( x :1 ) }\");",
                      "announce(\n    $\"" + letters + " {a + b:03} {f(x: 1)}\");");
}

TEST(Format, GridsStandInColumnsAndPlacesAreTight) {
    expect_format(R"(board Map { group Field { geometry hex; orientation row odd; grid { Land,b,Land; Hill ,Land,
b; Land * 8, b; } adjacency around;
adjacency { ( 0, 0 )1<->3(1 , 2); (0,0) 2 -> (1,0) by Road; (0,0) x -> (0,1); (0,0) x - x (0,1); } }
group Roads { geometry graph; grid Land [8] [5]; tiles { Land Rome,Milan; } } borders { Field (0 ,0)<->Roads . Rome; } }
)",
                  R"(board Map
{
    group Field
    {
        geometry hex;
        orientation row odd;
        grid
        {
            Land, b,    Land;
            Hill, Land, b;
            Land * 8, b;
        }
        adjacency around;
        adjacency
        {
            (0,0) 1 <-> 3 (1,2);
            (0,0) 2 -> (1,0) by Road;
            (0,0) x-> (0,1);
            (0,0) x-x (0,1);
        }
    }
    group Roads
    {
        geometry graph;
        grid Land[8][5];
        tiles { Land Rome, Milan; }
    }
    borders { Field(0,0) <-> Roads.Rome; }
}
)");
}

TEST(Format, ClausesOfDefinitionsStandOnLinesOfTheirOwn) {
    expect_format(R"(function F { function input number a; auto input Clock c; returns number; effect { return a; } }
class C { attribute x { returns number; value 1; }
visible a,b viewer { return true; }
action A prio 10 { require "why" { return true; } trigger before action C.A;
optional player p input Card c { options hand; filter "no" k { return true; } }
effect { input number n { range 0..10 step 2; }
else { fail "none"; } choose player p,2 { option "a" if(x) { draw; } option "b" { } } } } }
)",
                  R"(function F
{
    function input number a;
    auto input Clock c;
    returns number;
    effect { return a; }
}

class C
{
    attribute x
    {
        returns number;
        value 1;
    }
    visible a, b viewer { return true; }
    action A prio 10
    {
        require "why" { return true; }
        trigger before action C.A;
        optional player p input Card c
        {
            options hand;
            filter "no" k { return true; }
        }
        effect
        {
            input number n { range 0..10 step 2; }
            else { fail "none"; }
            choose player p, 2
            {
                option "a" if (x) { draw; }
                option "b" { }
            }
        }
    }
}
)");
}

TEST(Format, LongConditionsBreakBeforeOperatorsWithOperandsUnderEachOther) {
    const std::string a(50, 'a');
    const std::string b(50, 'b');
    const std::string c(50, 'c');

    expect_statements("if (" + a + " && (" + b + " || " + c + ")) { draw; }",
                      "if (" + a + "\n && (" + b + " || " + c + "))\n{\n    draw;\n}");
    expect_statements("return " + a + " == 1 or " + b + " == 2 or " + c + " == 3;",
                      "return " + a + " == 1\n    or " + b + " == 2\n    or " + c + " == 3;");
    expect_statements("if (" + a + " && (" + b + " || " + c + " || " + a + ")) { draw; }",
                      "if (" + a + "\n && (" + b + "\n  || " + c + "\n  || " + a + "))\n{\n    draw;\n}");
}

TEST(Format, LongSumsFillTheirLines) {
    const std::string a(30, 'a');

    expect_statements("log(" + a + " + " + a + " + " + a + " + " + a + " + " + a + ");",
                      "log(" + a + " + " + a + " + " + a + "\n  + " + a + " + " + a + ");");
}

TEST(Format, LongCallsHaveOneArgumentALine) {
    const std::string a(50, 'a');

    expect_statements("number x = f(a: " + a + ", b: " + a + ", c: " + a + ");",
                      "number x = f(\n    a: " + a + ",\n    b: " + a + ",\n    c: " + a + ");");
    expect_statements("xs.where(c: " + a + ").map(c: " + a + ").first();",
                      "xs.where(c: " + a + ")\n    .map(c: " + a + ")\n    .first();");
}

TEST(Format, LongLiteralsKeepTheirBraceOnTheLine) {
    const std::string a(60, 'a');
    std::string numbers;
    for (int i = 0; i < 40; ++i) {
        numbers += (i == 0 ? "" : ", ") + std::to_string(100 + i);
    }
    const std::string_view all = numbers;

    expect_statements("Card c = new Card() { a = " + a + ", b = " + a + " };",
                      "Card c = new Card() {\n    a = " + a + ",\n    b = " + a + "\n};");
    expect_statements("List<number> xs = { " + numbers + " };", "List<number> xs = {\n    "
                                                                    + std::string(all.substr(0, 109)) + "\n    "
                                                                    + std::string(all.substr(110)) + "\n};");
}

TEST(Format, LongConditionalsLeadTheirLines) {
    const std::string a(50, 'a');

    expect_statements("x = " + a + " ? " + a + " : " + a + ";", "x = " + a + "\n    ? " + a + "\n    : " + a + ";");
    expect_statements("x = " + a + " ? 1 : " + a + " ? 2 : " + a + ";",
                      "x = " + a + " ? 1\n    : " + a + " ? 2\n    : " + a + ";");
}

TEST(Format, LongHeadsHaveOneParameterALine) {
    const std::string a(50, 'a');

    expect_format("function number F(number " + a + ", number " + a + "b = 1) { draw; }",
                  "function number F(\n    number " + a + ",\n    number " + a + "b = 1)\n{\n    draw;\n}\n");
}

TEST(Format, WidthIsCountedInCharacters) {
    std::string letters;
    for (int i = 0; i < 100; ++i) {
        letters += "é";
    }

    expect_statements("if (a) { log(\"" + letters.substr(0, 188) + "\"); }",
                      "if (a) { log(\"" + letters.substr(0, 188) + "\"); }");
    expect_statements("if (a) { log(\"" + letters + "\"); }", "if (a)\n{\n    log(\"" + letters + "\");\n}");
}

TEST(Format, BlankLinesCollapseAndGoAtTheEndsOfBodies) {
    expect_format("\n\nsetup\n{\n\n    draw;\n\n\n\n    draw;\n    draw;\n\n}\n\n\n",
                  "setup\n{\n    draw;\n\n    draw;\n    draw;\n}\n");
}

TEST(Format, DefinitionsOfSeveralLinesAndDirectivesAreSetApart) {
    expect_format(
        "game \"g\";\nplayers 2;\ntile A { }\ntile B { }\n\ntile C { }\nsetup { draw; draw; }\n// about D\ntile D { "
        "}\n",
        "game \"g\";\nplayers 2;\n\ntile A { }\ntile B { }\n\ntile C { }\n\nsetup\n{\n    draw;\n    draw;\n}\n\n"
        "// about D\ntile D { }\n");
}

TEST(Format, LineEndsBecomeOneKindAndTheByteOrderMarkGoes) {
    expect_format("\xEF\xBB\xBF// a\r\ntile A { }  \r\n/* b\r\n   c */\r\ntile B { }",
                  "// a\ntile A { }\n/* b\n   c */\ntile B { }\n");
}

TEST(Format, FileWithoutTokensKeepsItsComments) {
    expect_format("", "");
    expect_format("\n\n", "");
    expect_format("  // only this", "// only this\n");
}

TEST(Format, CommentsOnLinesOfTheirOwnAreIndentedWithTheirNeighbours) {
    expect_statements(
        "// before\nif (a)\n// head\n{\n      // first\n\n log(1);\n\n // last\n\n}\n// else\nelse { log(2); }",
        "// before\nif (a)\n// head\n{\n    // first\n\n    log(1);\n\n    // last\n}\n// else\nelse { log(2); }");
}

TEST(Format, CommentsAtTheEndsOfLinesStandInOneColumn) {
    expect_statements(
        "number a; // one\nnumber long = 1;// two\n\nnumber b;      // three\nnumber c;\nnumber d; /* four */",
        "number a;        // one\nnumber long = 1; // two\n\nnumber b; // three\nnumber c;\nnumber d; /* four */");
}

TEST(Format, CommentsBehindBracesAloneStandInNoColumn) {
    expect_statements("if (a) { log(1); log(2); } // one\nlog(3); // two",
                      "if (a)\n{\n    log(1);\n    log(2);\n} // one\nlog(3); // two");
}

TEST(Format, CommentInsideABodyThatEndsALineKeepsTheBodyOpen) {
    expect_statements("if (a) { log(1); // why\n}\nif (b) { // how\n log(2); }\nif (c) { // nothing\n}",
                      "if (a)\n{\n    log(1); // why\n}\nif (b)\n{ // how\n    log(2);\n}\nif (c)\n{ // nothing\n}");
}

TEST(Format, BlockCommentsStayBetweenTheirTokens) {
    expect_statements("f(/* a */1,2/* b */);/* c */ log(3);\nif (a) { /* d */ }\nreturn /* e */ x;",
                      "f(/* a */ 1, 2 /* b */);\n/* c */ log(3);\nif (a) { /* d */ }\nreturn /* e */ x;");
}

TEST(Format, LinesOfABlockCommentMoveWithItsBeginning) {
    expect_format("setup\n{\n  /* one\n     two */\n  draw;\n  draw;\n}\n",
                  "setup\n{\n    /* one\n       two */\n    draw;\n    draw;\n}\n");
}

TEST(Format, CommentsInsideExpressionsBreakThem) {
    expect_statements("f(1, // one\n  2, // two\n  // three\n  3);\nx = a // left\n + b;",
                      "f(\n    1, // one\n    2, // two\n    // three\n    3);\nx = a // left\n  + b;");
}

TEST(Format, DocCommentsStayRightAboveTheirDefinition) {
    expect_format("tile A { }\n/// About B.\n\ntile B { number x; number y; }\n",
                  "tile A { }\n\n/// About B.\ntile B\n{\n    number x;\n    number y;\n}\n");
}

TEST(Format, OlderSpellingsBecomeTodays) {
    expect_format("state A { decimal[] xs = none; boardcell t; }\n",
                  "class A\n{\n    List<number> xs = null;\n    tile t;\n}\n");
    expect_format("boardcell T { }\nverb number F(number[][] a) { return a.lenght mod 2; }\n",
                  "tile T { }\nfunction number F(List<List<number>> a) { return a.length % 2; }\n");
    expect_format("action A priority 3 { effect { draw; } }\n", "action A prio 3\n{\n    effect { draw; }\n}\n");
    expect_format("action A { priority 10; trigger E priority 3 { return true; } trigger F priority 2; }\n",
                  "action A\n{\n    prio 10;\n    trigger E prio 3 { return true; }\n    trigger F prio 2;\n}\n");
    expect_statements("turns.use(\"T\");\nh.assign_to(1);\npass 0 + 1 to Main;\nlog(t.placeables);",
                      "turn.use(\"T\");\nh.assign(1);\nturn.pass(0 + 1, \"Main\");\nlog(t.interactables);");
    expect_format("board B { group G { geometry square; adjency around; grid Land[2][2]; } }\n",
                  "board B\n{\n    group G\n    {\n        geometry square;\n        adjacency around;\n        grid "
                  "Land[2][2];\n    }\n}\n");
}

TEST(Format, WordsThatTheFileDeclaresAreNoOlderSpellings) {
    expect_format("class A { number lenght = 1; }\nsetup { number none = a.lenght; log(none); }\n",
                  "class A { number lenght = 1; }\n\nsetup\n{\n    number none = a.lenght;\n    log(none);\n}\n");
}

TEST(Format, WordsWhereNoNameCanStandAreOlderSpellingsAnyway) {
    expect_format("class A { number priority = 1; number mod = 2; number verb = 3; }\n"
                  "action priority priority 3 { effect { log(9 mod 2); pass 0 to mod; } }\n",
                  "class A\n{\n    number priority = 1;\n    number mod = 2;\n    number verb = 3;\n}\n\n"
                  "action priority prio 3\n{\n    effect\n    {\n        log(9 % 2);\n        "
                  "turn.pass(0, \"mod\");\n    }\n}\n");
}

TEST(Format, WordsThatAnotherFileDeclaresAreNoOlderSpellings) {
    const TestSource library("class A { number lenght = 1; }\n");
    const TestSource game("import \"a.tgdl\";\n\nsetup { log(a.lenght); }\n");
    OlderSpellings spellings;
    spellings.keep_names_of(library.tree());
    spellings.keep_names_of(game.tree());

    EXPECT_EQ(format_source(game.tree(), spellings), game.source().text());
}

TEST(Format, TextWithSyntaxErrorsIsLeftAlone) {
    const TestSource parsed("class  A { number x = ; }");

    EXPECT_TRUE(parsed.diagnostics().has_errors());
    EXPECT_EQ(format_source(parsed.tree()), parsed.source().text());
}

} // namespace tgdl
