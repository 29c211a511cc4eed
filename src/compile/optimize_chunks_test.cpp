#include "compile/optimize_chunks.h"

#include "compile/code_for_test.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tgdl {

TEST(OptimizeChunks, ASmallFunctionStandsWhereItIsCalled) {
    EXPECT_EQ(code_of_f("function number Twice(number n) { return n + n; } "
                        "function number F(number a) { return Twice(a) * a; }"),
              " Add r1 r0 r0\n"
              " Multiply r1 r1 r0\n"
              " Return r1\n");
}

TEST(OptimizeChunks, AnInlinedCallIsKnownToReportsOfFaults) {
    const std::shared_ptr<const Program> program =
        compile_text("function number Half(number n) { number h = n / 2; return h; }\n"
                     "function number F(number a) { return Half(a) + 1; }");
    const Chunk& chunk = chunk_named(*program, "F");

    ASSERT_EQ(chunk.inlined.size(), 1U);
    EXPECT_EQ(program->chunks[chunk.inlined[0].chunk].name, "Half");
    EXPECT_EQ(program->places[chunk.inlined[0].place].line, 2U);
    const auto shown = std::ranges::find(chunk.variables, "n", &DebugVariable::name);
    ASSERT_NE(shown, chunk.variables.end());
    EXPECT_EQ(shown->call, 0U);
    EXPECT_EQ(shown->reg, 0U) << "it is the caller's a";
}

TEST(OptimizeChunks, AFunctionThatCallsItselfIsCalled) {
    const std::string code = code_of_f("function number G(number n) { return n <= 0 ? 0 : G(n - 1); } "
                                       "function number F(number a) { return G(a); }");

    EXPECT_EQ(code, " Move r1 r0\n Call r1… #0 G\n Return r1\n");
}

TEST(OptimizeChunks, AnArgumentThatOtherCodeMaySeeStaysWhereItBelongs) {
    const std::string code = code_of_f(std::string(kBoard)
                                       + "function number G(Man m) { return all<Man>().length; } "
                                         "function number F(Man m) { return G(m); }");

    EXPECT_TRUE(code.starts_with(" Move r1 r0\n")) << code;
}

TEST(OptimizeChunks, ATruthThatIsTestedAtOnceIsAJump) {
    EXPECT_EQ(code_of_f("function bool Small(number n) { return n > 0 && n < 5; } "
                        "function number F(number a) { if (Small(a)) { return 1; } return 2; }"),
              " JumpUnlessAbove r0 0 ->4\n"
              " JumpUnlessBelow r0 5 ->4\n"
              " LoadConstant r1 1\n"
              " Return r1\n"
              " LoadConstant r1 2\n"
              " Return r1\n");
}

TEST(OptimizeChunks, ATileIsLookedAtWhereItStands) {
    EXPECT_EQ(code_of_f(std::string(kBoard) + "function number F(Cell c) { return c.empty ? c.x : c.y; }"),
              " JumpUnlessEmpty r1 r0 ->3\n"
              " QuickTileX r1 r0\n"
              " Return r1\n"
              " QuickTileY r1 r0\n"
              " Return r1\n");
}

TEST(OptimizeChunks, ACellByItsNumbersIsOneInstruction) {
    EXPECT_EQ(code_of_f(std::string(kBoard) + "function bool F() { return Board.Grid[1][2].owner == null; }"),
              " GetGlobalWord r0 Board word 4\n"
              " QuickGroupCell r0 r0 513\n"
              " GetWord r0 r0 9\n"
              " LoadNull r1 1\n"
              " EqualIdentity r0 r0 r1\n"
              " Return r0\n");
}

TEST(OptimizeChunks, ARangeCountsAndTestsInOne) {
    EXPECT_EQ(code_of_f("function number F() { number s = 0; foreach (number n in 1..9) { s += n; } return s; }"),
              " LoadConstant r0 0\n"
              " LoadConstant r1 1\n"
              " LoadConstant r2 9\n"
              " Add r0 r0 r1\n"
              " CountUp r1 r2 ->3\n"
              " Return r0\n");
}

TEST(OptimizeChunks, AVariableInScopeKeepsItsValueForReports) {
    EXPECT_EQ(code_of_f("function number F(number a) { number b = a; return a / 0; }"), " Move r1 r0\n"
                                                                                        " LoadConstant r2 0\n"
                                                                                        " Divide r2 r0 r2\n"
                                                                                        " Return r2\n");
}

TEST(OptimizeChunks, ALineIsWalkedWithoutAList) {
    EXPECT_EQ(
        code_of_f(std::string(kBoard)
                  + "function number F(Cell c) { number n = 0; foreach (Cell o in c.line(1)) { n += 1; } return n; }"),
        " LoadConstant r1 0\n"
        " LoadConstant r3 1\n"
        " WalkLine r2 r0 r3\n"
        " NextOnLine r2… ->6\n"
        " AddConstant r1 r1 1\n"
        " NextOnLineAgain r2… ->4\n"
        " Return r1\n");
}

TEST(OptimizeChunks, AQuestionOverALineMakesNoListEither) {
    EXPECT_EQ(code_of_f(std::string(kBoard) + "function bool F(Cell c) { return c.line(1).any(o: o.empty); }"),
              " LoadConstant r2 1\n"
              " WalkLine r1 r0 r2\n"
              " NextOnLine r1… ->5\n"
              " JumpIfEmpty r4 r3 ->7\n"
              " NextOnLineAgain r1… ->3\n"
              " LoadConstant r1 false\n"
              " Return r1\n"
              " LoadConstant r1 true\n"
              " Return r1\n");
}

TEST(OptimizeChunks, DestinationsThatAreCountedMakeNoList) {
    EXPECT_EQ(code_of_f(std::string(kBoard)
                        + "movement Walk for Man { effect { line 0, 1; } } "
                          "function bool F(Man m) { return m.destinations(Walk).length > 0; }")
                  .find("QuickListLength"),
              std::string::npos);
}

TEST(OptimizeChunks, TilesOfAnotherClassArePassedOverOnALine) {
    const std::string code = code_of_f(std::string(kBoard)
                                       + "tile Rock { } function number F(Cell c) { number n = 0; "
                                         "foreach (Cell o in c.line(1)) { n += 1; } return n; }");

    EXPECT_NE(code.find("JumpUnlessClass r4 Cell"), std::string::npos) << code;
}

TEST(OptimizeChunks, WhereTheRulesChangeGroupsALineIsAList) {
    const std::string code =
        code_of_f(std::string(kBoard)
                  + "function G() { Board.Grid.remove(Board.Grid[0][0]); } function number F(Cell c) "
                    "{ number n = 0; foreach (Cell o in c.line(1)) { n += 1; } return n; }");

    EXPECT_NE(code.find("Native TileLine"), std::string::npos) << code;
}

TEST(OptimizeChunks, TheTilesAroundOneAreWalkedWithoutAList) {
    const std::string walks = "function number F(Cell c) { number n = 0; foreach (Cell o in c.adjacents()) { n += 1; } "
                              "return n; }";

    EXPECT_NE(code_of_f(kBoard + walks).find("WalkAdjacents r2 r0"), std::string::npos);
    EXPECT_EQ(code_of_f(kBoard + walks + "function G(Cell a, Cell b) { a.disconnect(b); }").find("WalkAdjacents"),
              std::string::npos);
}

TEST(OptimizeChunks, AListOfConstantsIsWalkedWithoutAList) {
    EXPECT_EQ(code_of_f("function number F() { number s = 0; foreach (number n in { 3, 1 }) { s += n; } return s; }"),
              " LoadConstant r0 0\n"
              " WalkConstants r1 3 2\n"
              " NextConstant r1… ->5\n"
              " Add r0 r0 r3\n"
              " NextConstantAgain r1… ->3\n"
              " Return r0\n");
}

} // namespace tgdl
