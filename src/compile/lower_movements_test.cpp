#include "compile/lower_movements.h"

#include "check/check_text_for_test.h"
#include "compile/compile.h"
#include "program/verify.h"

#include <gtest/gtest.h>

namespace tgdl {

namespace {

MovementInfo movement(const std::string& clauses) {
    const auto text = check_text("game \"x\"; players 2; tile Cell { } global board Board { Cell marked = null; "
                                 "group Grid { geometry square; grid Cell[3][3]; } } "
                                 "interactable Man { number pace = 1; } movement Walk for Man { "
                                 + clauses + " }");
    EXPECT_FALSE(text->diagnostics.has_errors());
    const std::shared_ptr<const Program> program = compile(*text->program, text->sources);
    EXPECT_EQ(verify(*program), "");
    return program->movements.at(0);
}

bool asks_owners_alone(const std::string& condition) {
    return movement("onto t { return " + condition + "; } effect { line 0, 1; }").alternatives.at(0).onto_by_owner;
}

} // namespace

TEST(LowerMovements, OneStepAlongLinesOrToATileIsSingleStep) {
    EXPECT_TRUE(movement("effect { line 0..3, min 1; } effect { coord 1, 2; }").is_single_step);
    EXPECT_FALSE(movement("effect { line 0, 1; line 1, 1; }").is_single_step);
    EXPECT_FALSE(movement("effect repeat { line 0, 2; }").is_single_step);
    EXPECT_FALSE(movement("effect { adjacent 1; }").is_single_step);
}

TEST(LowerMovements, AConditionThatFailsIsNotSingleStep) {
    EXPECT_FALSE(movement("onto t { if (t.empty) { fail; } return true; } effect { line 0, 1; }").is_single_step);
}

TEST(LowerMovements, AConditionOnWhatIsEmptyAndOnOwnersIsAskedOnce) {
    EXPECT_TRUE(asks_owners_alone("t.empty"));
    EXPECT_TRUE(asks_owners_alone("t.empty || t.piece.player != this.player"));
    EXPECT_TRUE(asks_owners_alone("!t.empty && t.piece.player == this.player + 1"));
}

TEST(LowerMovements, AConditionOnAnythingElseIsAskedOfEachTile) {
    EXPECT_FALSE(asks_owners_alone("t.player == this.player")) << "of the tile itself";
    EXPECT_FALSE(asks_owners_alone("t == Board.marked"));
    EXPECT_FALSE(asks_owners_alone("t.piece == this"));
    EXPECT_FALSE(asks_owners_alone("t.x > 1"));
    EXPECT_FALSE(asks_owners_alone("t.empty && player.active() == this.player"));
}

TEST(LowerMovements, DirectionsThatDependOnTheOwnerAloneAreKnownForAllPiecesOfAPlayer) {
    const auto is_known = [](const std::string& step) {
        return movement("effect { " + step + " }").alternatives.at(0).steps.at(0).by_owner;
    };

    EXPECT_TRUE(is_known("line 2 * this.player, 1;"));
    EXPECT_TRUE(is_known("line { 4 + this.player, 7 - this.player }, 1;"));
    EXPECT_FALSE(is_known("line 0, this.pace;"));
}

} // namespace tgdl
