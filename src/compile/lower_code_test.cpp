#include "check/check_text_for_test.h"
#include "compile/compile.h"
#include "program/disassemble.h"
#include "program/verify.h"

#include <gtest/gtest.h>

namespace tgdl {

namespace {

std::shared_ptr<const Program> compile_text(const std::string& definitions) {
    const auto text = check_text("game \"x\"; players 2; " + definitions);
    EXPECT_FALSE(text->diagnostics.has_errors());
    return compile(*text->program, text->sources);
}

const Chunk& chunk_named(const Program& program, std::string_view name) {
    for (const Chunk& chunk : program.chunks) {
        if (chunk.name == name) {
            return chunk;
        }
    }
    ADD_FAILURE() << "no code is called " << name;
    return program.chunks.front();
}

// The instructions of a chunk by name.
std::string operations(const Chunk& chunk) {
    std::string names;
    for (const Instruction& instruction : chunk.code) {
        names += (names.empty() ? "" : " ") + std::string(operation_name(instruction.op));
    }
    return names;
}

std::string function_code(const std::string& definitions, std::string_view name) {
    const std::shared_ptr<const Program> program = compile_text(definitions);
    EXPECT_EQ(verify(*program), "");
    return operations(chunk_named(*program, name));
}

} // namespace

TEST(LowerCode, OperandsThatAreVariablesAreUsedWhereTheyStand) {
    EXPECT_EQ(function_code("function number F(number a, number b) { return a * b; }", "F"), "Multiply Return");
}

TEST(LowerCode, AConditionIsComparedAndJumpedInOne) {
    EXPECT_EQ(function_code("function number F(number a, number b) { if (a < b) { return a; } return b; }", "F"),
              "JumpUnlessLess Return Return");
}

TEST(LowerCode, ATestForNullIsAJump) {
    EXPECT_EQ(function_code("class C { } function bool F(C c) { if (c == null) { return true; } return false; }", "F"),
              "JumpUnlessNull LoadConstant Return LoadConstant Return");
}

TEST(LowerCode, ANumberIsMappedWhereItBecomesAPlayer) {
    EXPECT_EQ(function_code("function player F(number n) { player p = n; return p + 1; }", "F"),
              "ToPlayer LoadConstant PlayerAdd Return");
}

TEST(LowerCode, ArgumentsAreEvaluatedAsWrittenAndThenArranged) {
    const std::string code = function_code(
        "function number G(number a, number b) { return G(a, b); } function number F() { return G(b: 1, a: 2); }", "F");

    EXPECT_EQ(code, "LoadConstant LoadConstant Move Move Call Return");
}

TEST(LowerCode, ADefaultThatCallsItsOwnFunctionEnds) {
    const std::string code =
        function_code("function number F(number a = F(1)) { return a; } function number G() { return F(); }", "G");

    EXPECT_EQ(code, "LoadConstant Return"); // both calls are inlined
}

TEST(LowerCode, AMethodThatNobodyReplacesIsCalledDirectly) {
    const std::string definitions = "class A { function number N() { return N(); } function number M() { return 1; } } "
                                    "class B : A { override function number M() { return 2; } } "
                                    "function number F(A a) { return a.N() + a.M(); }";

    EXPECT_EQ(function_code(definitions, "F"), "Move CheckNotNull Call Move CallMethod Add Return");
}

TEST(LowerCode, AQuestionWalksWithoutACopyAndWithoutAMark) {
    const std::string code =
        function_code("class C { number n = 0; } function bool F(List<C> cs) { return cs.any(c: c.n > 1); }", "F");

    EXPECT_EQ(code, "Walk Next GetWord JumpIfAbove NextAgain LoadConstant Return LoadConstant Return");
}

TEST(LowerCode, AQuestionThatChangesSomethingIsUndone) {
    const std::string definitions = "class C { number n = 0; function bool Try() { this.n = 1; return true; } } "
                                    "function number F(List<C> cs) { return cs.count(c: c.Try()); }";
    const std::string code = function_code(definitions, "F");

    EXPECT_NE(code.find("BeginHypothetical"), std::string::npos);
    EXPECT_NE(code.find("EndHypothetical"), std::string::npos);
}

TEST(LowerCode, AWalkCopiesOnlyWhatItsBodyMayChange) {
    const std::string reads = function_code(
        "function number F(List<number> xs) { number s = 0; foreach (number x in xs) { s += x; } return s; }", "F");
    const std::string writes =
        function_code("function F(List<number> xs) { foreach (number x in xs) { xs.add(x); } }", "F");

    EXPECT_NE(reads.find("Walk"), std::string::npos);
    EXPECT_NE(writes.find("Snapshot"), std::string::npos);
}

TEST(LowerCode, AnInputStatementKnowsTheRegistersAroundIt) {
    const std::shared_ptr<const Program> program =
        compile_text("setup { number a = 3; input number n { range 1..a; } log(n); }");

    EXPECT_EQ(verify(*program), "");
    ASSERT_EQ(program->inputs.size(), 1U);
    const InputInfo& input = program->inputs[0];
    EXPECT_EQ(input.reg, 3); // this, event, a
    EXPECT_EQ(program->chunks[input.high].parameters, input.reg + 3);
    EXPECT_EQ(operations(program->chunks[input.high]), "Return");
}

TEST(LowerCode, APairOfATableIsMadeWhenItIsMissing) {
    const std::string code =
        function_code("function F(Table<string, Table<number, number>> m) { m[\"a\"][2] = 3; }", "F");
    const std::shared_ptr<const Program> program =
        compile_text("function F(Table<string, Table<number, number>> m) { m[\"a\"][2] = 3; }");

    EXPECT_NE(disassemble(*program).find("TableGetOrMake"), std::string::npos);
    EXPECT_NE(code.find("Native"), std::string::npos);
}

TEST(LowerCode, EveryInstructionThatMayFaultHasAPlace) {
    const std::shared_ptr<const Program> program =
        compile_text("function number F(number a, number b) { return a / b; }");
    const Chunk& chunk = chunk_named(*program, "F");

    ASSERT_EQ(chunk.code[0].op, Operation::Divide);
    EXPECT_NE(chunk.places[0], 0U);
}

TEST(LowerCode, AChunkTooLongForShortJumpsJumpsFarther) {
    std::string body;
    for (int i = 0; i < 12'000; ++i) {
        body += "a = a * 2 - b;\n";
    }
    const std::shared_ptr<const Program> program =
        compile_text("function number F(number a, number b) { while (a < b) { " + body + " } return a; }");
    const Chunk& chunk = chunk_named(*program, "F");

    EXPECT_EQ(verify(*program), "");
    ASSERT_EQ(chunk.code.back().op, Operation::ReturnNothing);
    EXPECT_EQ(chunk.code[chunk.code.size() - 3].op, Operation::Jump);
    EXPECT_EQ(chunk.code[chunk.code.size() - 3].wide(), static_cast<std::uint32_t>(1 - (chunk.code.size() - 2)));
}

} // namespace tgdl
