#include "compile/sink_cell_lookups.h"

#include "compile/code_for_test.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tgdl {

namespace {

// With a function that looks at the second cell only if the first is marked.
std::string with_board(const std::string& function) {
    return std::string(kBoard) + "function bool Same(Cell a, Cell b) { return a.owner != null && a.owner == b.owner; } "
           + function;
}

} // namespace

TEST(SinkCellLookups, ACellIsLookedUpOnlyWhereItIsWanted) {
    EXPECT_EQ(code_of_f(with_board("function number F(Cell c) "
                                   "{ if (Same(Board.Grid[0][c.y], Board.Grid[1][c.y])) { return 1; } return 2; }")),
              " GetGlobalWord r6 Board word 4\n"
              " LoadConstant r2 0\n"
              " QuickTileY r7 r0\n"
              " MoveGroup r1 r6\n"
              " QuickGroupGet r1 r2 r7\n"
              " LoadConstant r3 1\n"
              " JumpIfNullWord r1 9 ->14\n"
              " MoveGroup r2 r6\n"
              " QuickGroupGet r2 r3 r7\n"
              " GetWord r3 r1 9\n"
              " GetWord r4 r2 9\n"
              " JumpUnlessSameNumber r3 r4 ->14\n"
              " LoadConstant r1 1\n"
              " Return r1\n"
              " LoadConstant r1 2\n"
              " Return r1\n");
}

TEST(SinkCellLookups, ACellByItsNumbersIsPutOffToo) {
    EXPECT_EQ(code_of_f(with_board("function number F() "
                                   "{ if (Same(Board.Grid[0][0], Board.Grid[1][1])) { return 1; } return 2; }")),
              " GetGlobalWord r5 Board word 4\n"
              " QuickGroupCell r0 r5 0\n"
              " JumpIfNullWord r0 9 ->9\n"
              " QuickGroupCell r1 r5 257\n"
              " GetWord r2 r0 9\n"
              " GetWord r3 r1 9\n"
              " JumpUnlessSameNumber r2 r3 ->9\n"
              " LoadConstant r0 1\n"
              " Return r0\n"
              " LoadConstant r0 2\n"
              " Return r0\n");
}

TEST(SinkCellLookups, ACoordinateThatMayBeNullIsAskedForWhereItIsWritten) {
    // The first lookup would report it; after that it is known.
    EXPECT_EQ(code_of_f(with_board("function number F(number x, Cell c) { if (Same(c, Board.Grid[x][0])) { return 1; } "
                                   "return Same(c, Board.Grid[x][1]) ? 2 : 3; }")),
              " GetGlobalWord r7 Board word 4\n"
              " LoadConstant r5 0\n"
              " MoveGroup r3 r7\n"
              " QuickGroupGet r3 r0 r5\n"
              " JumpIfNullWord r1 9 ->10\n"
              " GetWord r4 r1 9\n"
              " GetWord r5 r3 9\n"
              " JumpUnlessSameNumber r4 r5 ->10\n"
              " LoadConstant r2 1\n"
              " Return r2\n"
              " LoadConstant r5 1\n"
              " JumpIfNullWord r1 9 ->19\n"
              " MoveGroup r3 r7\n"
              " QuickGroupGet r3 r0 r5\n"
              " GetWord r4 r1 9\n"
              " GetWord r5 r3 9\n"
              " JumpUnlessSameNumber r4 r5 ->19\n"
              " LoadConstant r2 2\n"
              " Return r2\n"
              " LoadConstant r2 3\n"
              " Return r2\n");
}

TEST(SinkCellLookups, WhatIsWantedEitherWayStaysWhereItIs) {
    EXPECT_EQ(
        code_of_f(with_board("function player F(Cell c) { Cell a = Board.Grid[0][c.y]; Cell b = Board.Grid[1][c.y]; "
                             "if (a.owner != null) { return a.owner; } return b.owner; }")),
        " GetGlobalWord r6 Board word 4\n"
        " LoadConstant r2 0\n"
        " QuickTileY r7 r0\n"
        " MoveGroup r1 r6\n"
        " QuickGroupGet r1 r2 r7\n"
        " LoadConstant r3 1\n"
        " MoveGroup r2 r6\n"
        " QuickGroupGet r2 r3 r7\n"
        " JumpIfNullWord r1 9 ->11\n"
        " GetWord r3 r1 9\n"
        " Return r3\n"
        " GetWord r3 r2 9\n"
        " Return r3\n");
}

TEST(SinkCellLookups, AVariableThatIsPutOffIsKnownToReportsOfFaults) {
    const std::shared_ptr<const Program> program =
        compile_text(with_board("function number F(Cell c) "
                                "{ if (Same(Board.Grid[0][c.y], Board.Grid[1][c.y])) { return 1; } return 2; }"));
    const Chunk& chunk = chunk_named(*program, "F");
    const auto is_b = [](const DebugVariable& variable) { return variable.name == "b"; };

    const auto put_off = std::ranges::find_if(chunk.variables, is_b);
    ASSERT_NE(put_off, chunk.variables.end());
    ASSERT_LT(put_off->lookup, chunk.code.size());
    EXPECT_EQ(chunk.code[put_off->lookup].op, Operation::QuickGroupGet);
    EXPECT_EQ(chunk.code[put_off->from].op, Operation::JumpIfNullWord);
    const auto in_place = std::find_if(put_off + 1, chunk.variables.end(), is_b);
    ASSERT_NE(in_place, chunk.variables.end());
    EXPECT_EQ(in_place->lookup, kNone);
    EXPECT_EQ(in_place->from, put_off->lookup + 1);
}

} // namespace tgdl
