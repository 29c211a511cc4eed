#include "compile/code_for_test.h"
#include "compile/make_plain.h"
#include "program/instruction.h"

namespace tgdl {

namespace {

std::shared_ptr<const Program> compile_plain(const std::string& definitions) {
    const auto text = check_text("game \"x\"; players 2; " + definitions);
    EXPECT_FALSE(text->diagnostics.has_errors());
    std::shared_ptr<const Program> program = compile(*text->program, text->sources, Coverage::Off, Optimise::No);
    EXPECT_EQ(verify(*program), "");
    return program;
}

constexpr const char* kGame = "movement Step for Man { onto t { return t.empty; } effect { line 0..3, 1; } } "
                              "class Rook { function number Worth() { return 5; } } "
                              "function bool F(Cell c) { return c.empty && c.x > 0 && 1 + 1 == 2; } "
                              "action Go { trigger PlayerChoiceEvent; input Cell c { return F(c); } effect { } } ";

} // namespace

TEST(MakePlain, CodeCallsNativesAndWalksOverCopies) {
    const auto program =
        compile_plain(std::string(kBoard) + kGame + "function number G() { return all<Cell>().count(c: c.empty); }");

    for (const Chunk& chunk : program->chunks) {
        for (const Instruction& instruction : chunk.code) {
            EXPECT_FALSE(native_of_intrinsic(instruction.op).has_value()) << chunk.name;
            EXPECT_NE(instruction.op, Operation::Walk) << chunk.name;
        }
    }
}

TEST(MakePlain, NothingIsKnownThatAFastPathRestsOn) {
    const auto program = compile_plain(std::string(kBoard) + kGame);

    for (const Chunk& chunk : program->chunks) {
        EXPECT_TRUE(chunk.writes && chunk.may_fail && !chunk.pure && chunk.constant == kNone && chunk.word == 0)
            << chunk.name;
        EXPECT_TRUE(chunk.inlined.empty()) << chunk.name;
    }
    EXPECT_FALSE(program->movements[0].is_single_step);
    for (const InputInfo& input : program->inputs) {
        EXPECT_TRUE(input.source == InputSource{} && input.plan == InputPlan{}) << input.name;
    }
    EXPECT_EQ(program->actions[0].plan, ActionPlan{});
    EXPECT_EQ(program->choice_plan, ChoicePlan{});
    EXPECT_FALSE(program->fixed_groups);
    EXPECT_TRUE(program->groups[0].neighbors.empty());
    EXPECT_TRUE(program->actions[0].may_fail);
    EXPECT_TRUE(program->any_fail);
}

} // namespace tgdl
