#include "compile/eliminate_common_lookups.h"

#include "compile/code_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {

namespace {

constexpr const char* kMarks = "tile Cell { number mark = 0; number other = 0; } "
                               "global board Board { group Grid { geometry square; grid Cell[3][3]; } } ";

std::string code_of(const std::string& function) {
    return code_of_f(kMarks + function);
}

} // namespace

TEST(EliminateCommonLookups, WhatIsKnownIsNotLookedUpAgain) {
    EXPECT_EQ(code_of("function bool F(Cell c) { return Board.Grid[c.x][0].mark == Board.Grid[c.x][1].mark; }"),
              " GetGlobalWord r6 Board word 4\n"
              " QuickTileX r7 r0\n"
              " LoadConstant r3 0\n"
              " MoveGroup r1 r6\n"
              " QuickGroupGet r1 r7 r3\n"
              " GetWord r1 r1 9\n"
              " LoadConstant r4 1\n"
              " MoveGroup r2 r6\n"
              " QuickGroupGet r2 r7 r4\n"
              " GetWord r2 r2 9\n"
              " EqualNumber r1 r1 r2\n"
              " Return r1\n");
}

TEST(EliminateCommonLookups, WhatWasStoredIsKnown) {
    EXPECT_EQ(code_of("function number F(Cell c, number n) { c.mark = n; return c.mark + c.mark; }"),
              " SetWord r0 r1 9\n"
              " Add r2 r1 r1\n"
              " Return r2\n");
}

TEST(EliminateCommonLookups, AnotherAttributeMayChangeMeanwhile) {
    EXPECT_EQ(code_of("function number F(Cell c) { number n = c.mark; c.other = 5; return n + c.mark; }"),
              " GetWord r4 r0 9\n"
              " Move r1 r4\n"
              " LoadConstant r2 5\n"
              " SetWord r0 r2 10\n"
              " Add r2 r1 r4\n"
              " Return r2\n");
}

TEST(EliminateCommonLookups, TheSameAttributeOfSomethingElseMayBeTheSameOne) {
    EXPECT_EQ(code_of("function number F(Cell c, Cell d) { number n = c.mark; d.mark = 5; return n + c.mark; }"),
              " GetWord r2 r0 9\n"
              " LoadConstant r3 5\n"
              " SetWord r1 r3 9\n"
              " GetWord r3 r0 9\n"
              " Add r3 r2 r3\n"
              " Return r3\n");
}

TEST(EliminateCommonLookups, WhatRunsOtherCodeMakesEverythingUnknown) {
    EXPECT_EQ(code_of("function number F(Cell c) { number n = c.mark; turn.pass(); return n + c.mark; }"),
              " GetWord r1 r0 9\n"
              " Native TurnPass r2…(0)\n"
              " GetWord r2 r0 9\n"
              " Add r2 r1 r2\n"
              " Return r2\n");
}

TEST(EliminateCommonLookups, AnotherTileInTheSameVariableIsLookedAt) {
    EXPECT_EQ(code_of("function number F(Cell c, Cell d) { number n = c.mark; c = d; return n + c.mark; }"),
              " GetWord r2 r0 9\n"
              " Move r0 r1\n"
              " GetWord r3 r0 9\n"
              " Add r3 r2 r3\n"
              " Return r3\n");
}

TEST(EliminateCommonLookups, AValueIsKnownOnlyIfItIsOnEveryWay) {
    const std::string one_way =
        code_of("function number F(Cell c, bool b) { number s = 0; if (b) { s = c.mark; } return s + c.mark; }");
    const std::string both_ways = code_of("function number F(Cell c, bool b) { number s = 0; if (b) { s = c.mark; } "
                                          "else { s = c.mark + 1; } return s + c.mark; }");

    EXPECT_TRUE(one_way.ends_with(" GetWord r3 r0 9\n Add r3 r2 r3\n Return r3\n")) << one_way;
    EXPECT_TRUE(both_ways.ends_with(" Add r3 r2 r5\n Return r3\n")) << both_ways;
}

TEST(EliminateCommonLookups, InALoopAValueFromBeforeStaysKnown) {
    const std::string code = code_of("function number F(Cell c, number n) { c.mark = n; number s = 0; "
                                     "foreach (Cell d in c.line(0)) { if (d.mark == c.mark) { s += 1; } } return s; }");

    EXPECT_EQ(code.find("GetWord r6 r0"), std::string::npos) << code;
    EXPECT_NE(code.find(" JumpUnlessSameNumber r6 r9"), std::string::npos) << code;
}

} // namespace tgdl
