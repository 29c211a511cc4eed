#include "program/verify.h"

#include "program/disassemble.h"
#include "program/instance_layout.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

using Op = Operation;

// A program with one class, one global of it and one piece of code: `State.score += 1`.
Program small_program() {
    Program program;
    program.game = "small";
    program.files = {"small.tgdl"};
    program.texts = {{"", u""}};
    program.places = {{}, {0, 0, 5, 3, 1, false}};
    program.types = {{.kind = ValueKind::Number, .name = "number"},
                     {.kind = ValueKind::Instance, .first_class = 0, .last_class = 0, .name = "State"}};
    program.constants = {Value::number(1)};
    program.turns.resize(1);
    program.turns[0].name = "Turn";
    program.turns[0].phases.resize(1);
    program.turns[0].phases[0].name = "Phase";
    program.events.fill(kNone);
    ClassInfo state;
    state.name = "State";
    state.scope = Scope::Global;
    state.size = kInstanceWords + 1;
    state.type = 1;
    state.global = 0;
    state.attributes.resize(1);
    state.attributes[0].name = "score";
    state.attributes[0].type = 0;
    state.attributes[0].offset = kInstanceWords;
    program.classes = {state};
    program.globals = {0};
    program.observers.resize(1);
    Chunk chunk;
    chunk.name = "Score";
    chunk.registers = 2;
    chunk.code = {
        {Op::GetGlobalWord, 0, 0, kInstanceWords},
        {Op::AddConstant, 0, 0, 0},
        {Op::SetGlobalWord, 0, 0, kInstanceWords},
        {Op::JumpIfSameNumber, 0, 0, 0xfffc},
        {Op::ReturnNothing, 0, 0, 0},
    };
    chunk.places = {1, 1, 1, 0, 0};
    program.chunks = {chunk};
    return program;
}

TEST(Verify, AcceptsAWholeProgram) {
    EXPECT_EQ(verify(small_program()), "");
}

TEST(Verify, RefusesAWalkAlongALineThatDoesNotGoOn) {
    Program program = small_program();
    program.chunks[0].registers = 4;
    program.chunks[0].code[0] = {Op::WalkLine, 1, 0, 0};

    EXPECT_EQ(verify(program), "`Score`, instruction 0: its NextOnLine does not follow");
}

TEST(Verify, RefusesAGroupThatIsMovedForNoCell) {
    Program program = small_program();
    program.chunks[0].registers = 4;
    program.chunks[0].code[0] = {Op::MoveGroup, 1, 0, 0};

    EXPECT_EQ(verify(program), "`Score`, instruction 0: the groups are not plain");

    program.fixed_groups = true;
    EXPECT_EQ(verify(program), "`Score`, instruction 0: its QuickGroupGet does not follow");
}

TEST(Verify, RefusesAVariableWhoseCellIsLookedUpNowhere) {
    Program program = small_program();
    program.chunks[0].variables = {{"cell", 0, 0, 1, kNone, 1}};

    EXPECT_EQ(verify(program), "`Score`: instruction 1 looks up no cell for `cell`");
}

TEST(Verify, RefusesARegisterThatTheCodeDoesNotHave) {
    Program program = small_program();
    program.chunks[0].code[1].a = 2;

    EXPECT_EQ(verify(program), "`Score`, instruction 1: there is no register 2");
}

TEST(Verify, RefusesAWindowThatGoesBeyondTheRegisters) {
    Program program = small_program();
    program.chunks[0].code[1] = {Op::Native, 1, static_cast<std::uint16_t>(NativeId::ListGet), 2};

    EXPECT_EQ(verify(program), "`Score`, instruction 1: its registers go beyond 2");
}

TEST(Verify, RefusesJumpsThatLeaveTheCode) {
    Program program = small_program();
    program.chunks[0].code[3].c = 0xfffb;
    EXPECT_EQ(verify(program), "`Score`, instruction 3: there is no instruction 4294967295");

    program.chunks[0].code[3] = wide_jump(Op::Jump, 0, 3, 5);
    EXPECT_EQ(verify(program), "`Score`, instruction 3: there is no instruction 5");
}

TEST(Verify, RefusesCodeThatRunsOffItsEnd) {
    Program program = small_program();
    program.chunks[0].code.pop_back();
    program.chunks[0].places.pop_back();

    EXPECT_EQ(verify(program), "`Score` does not end");
}

TEST(Verify, RefusesWhatDoesNotExist) {
    Program program = small_program();
    program.chunks[0].code[0].b = 1;
    EXPECT_EQ(verify(program), "`Score`, instruction 0: there is no global 1");

    program = small_program();
    program.chunks[0].code[1].c = 1;
    EXPECT_EQ(verify(program), "`Score`, instruction 1: there is no constant 1");

    program = small_program();
    program.chunks[0].code[1].op = static_cast<Operation>(kOperationCount);
    EXPECT_EQ(verify(program), "`Score`, instruction 1: there is no such operation");
}

TEST(Verify, RefusesAnAttributeOutsideOfItsInstance) {
    Program program = small_program();
    program.classes[0].attributes[0].offset = kInstanceWords + 1;

    EXPECT_EQ(verify(program), "State.score: word 5 is none of its 5 words");
}

TEST(Verify, RefusesCodeWithTheWrongNumberOfParameters) {
    Program program = small_program();
    program.classes[0].init = 0;

    EXPECT_EQ(verify(program), "State: its code `Score` has 0 parameters, not 1");
}

TEST(Verify, RefusesAProgramWithoutATurn) {
    Program program = small_program();
    program.turns.clear();

    EXPECT_EQ(verify(program), "there is no turn");
}

TEST(Disassemble, ShowsNamesTargetsAndLines) {
    const Program program = small_program();

    EXPECT_EQ(disassemble(program, program.chunks[0]), "code Score: 0 parameters, 2 registers\n"
                                                       ">   0 GetGlobalWord r0 State.score  ; line 3\n"
                                                       "    1 AddConstant r0 r0 1\n"
                                                       "    2 SetGlobalWord r0 State.score\n"
                                                       "    3 JumpIfSameNumber r0 r0 ->0\n"
                                                       "    4 ReturnNothing\n");
}

TEST(Disassemble, ShowsTheTablesOfAProgram) {
    const std::string text = disassemble(small_program());

    EXPECT_NE(text.find("game \"small\"\nplayers 1..1\n"), std::string::npos) << text;
    EXPECT_NE(text.find("global class State: 5 words\n  number score word 4\n"), std::string::npos) << text;
    EXPECT_NE(text.find("turn Turn\n  phase Phase\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n#0 code Score"), std::string::npos) << text;
}

} // namespace
} // namespace tgdl
