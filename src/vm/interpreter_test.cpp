#include "vm/code_for_test.h"

#include "program/verify.h"

namespace tgdl {
namespace {

using Op = Operation;

class InterpreterTest : public CodeTest {
protected:
    // r[0] op r[1], given back.
    ChunkIndex add_binary(Op op) { return add_code(2, 3, {{op, 2, 0, 1}, {Op::Return, 2, 0, 0}}); }
    static Value number(double value) { return Value::number(value); }
};

TEST_F(InterpreterTest, ArithmeticWorksOnNumbers) {
    const ChunkIndex subtract = add_binary(Op::Subtract);
    const ChunkIndex remainder = add_binary(Op::Remainder);

    EXPECT_EQ(result(subtract, {number(2), number(5)}), number(-3));
    EXPECT_EQ(result(remainder, {number(-7), number(3)}), number(-1));
}

TEST_F(InterpreterTest, NoResultIsNegativeZero) {
    const ChunkIndex multiply = add_binary(Op::Multiply);
    const ChunkIndex remainder = add_binary(Op::Remainder);

    EXPECT_EQ(result(multiply, {number(0), number(-5)}).bits, 0U);
    EXPECT_EQ(result(remainder, {number(-6), number(3)}).bits, 0U);
}

TEST_F(InterpreterTest, NullAndResultsWithoutEndAreFaults) {
    const ChunkIndex add = add_binary(Op::Add);
    const ChunkIndex divide = add_binary(Op::Divide);
    const ChunkIndex less = add_binary(Op::Less);
    const ChunkIndex both = add_binary(Op::And);

    EXPECT_EQ(fault(add, {number(1), Value::null()}), "`+` is used on null");
    EXPECT_EQ(fault(add, {number(1e308), number(1e308)}), "the result of 1e+308 `+` 1e+308 is not a finite number");
    EXPECT_EQ(fault(divide, {number(4), number(0)}), "4 is divided by zero");
    EXPECT_EQ(fault(less, {Value::null(), number(0)}), "`<` is used on null");
    EXPECT_EQ(fault(both, {Value::boolean(true), Value::null()}), "`&` is used on null");
}

TEST_F(InterpreterTest, PlayersAreCountedAroundTheTable) {
    const ChunkIndex next = add_binary(Op::PlayerAdd);

    EXPECT_EQ(result(next, {number(2), number(1)}), number(0));
    EXPECT_EQ(result(next, {number(0), number(-1)}), number(2));
}

TEST_F(InterpreterTest, ALoopAddsUp) {
    const ChunkIndex sum = add_code(1, 4,
                                    {
                                        load(1, 0),                    // i
                                        load(2, 0),                    // sum
                                        {Op::JumpUnlessLess, 1, 0, 3}, // while (i < n)
                                        {Op::Add, 2, 2, 1},
                                        {Op::AddConstant, 1, 1, static_cast<std::uint16_t>(constant(number(1)))},
                                        wide_jump(Op::Jump, 0, 5, 2),
                                        {Op::Return, 2, 0, 0},
                                    });

    program_.chunks[sum].parameter_types = {kNumber};
    program_.chunks[sum].result = kNumber;
    EXPECT_EQ(verify(program_), "");
    EXPECT_EQ(result(sum, {number(10)}), number(45));
}

TEST_F(InterpreterTest, EveryInstructionIsOneStep) {
    const ChunkIndex loop = add_code(1, 2,
                                     {
                                         load(1, 0),
                                         {Op::JumpUnlessLess, 1, 0, 2},
                                         {Op::AddConstant, 1, 1, static_cast<std::uint16_t>(constant(number(1)))},
                                         wide_jump(Op::Jump, 0, 3, 1),
                                         {Op::ReturnNothing, 0, 0, 0},
                                     });
    machine().budget = Budget(1000);

    result(loop, {number(10)});

    EXPECT_EQ(machine().budget.steps(), 1000U - (1 + 10 * 3 + 1 + 1));
}

TEST_F(InterpreterTest, StepsOfCallsAreCountedToo) {
    const ChunkIndex inner = add_code(0, 1, {{Op::Nop, 0, 0, 0}, {Op::ReturnNothing, 0, 0, 0}});
    const ChunkIndex outer = add_code(0, 1, {Instruction::with_wide(Op::Call, 0, inner), {Op::ReturnNothing, 0, 0, 0}});
    machine().budget = Budget(1000);

    result(outer);

    EXPECT_EQ(machine().budget.steps(), 996U);
}

TEST_F(InterpreterTest, AnEndlessLoopEndsWithAFault) {
    const ChunkIndex loop = add_code(0, 1, {{Op::Nop, 0, 0, 0}, wide_jump(Op::Jump, 0, 1, 0)});
    machine().budget = Budget(machine().limits.steps);

    EXPECT_EQ(fault(loop), "more than 10000000 steps were needed");
    EXPECT_EQ(machine().budget.steps(), 0U);
}

TEST_F(InterpreterTest, RecursionWithoutEndIsAFault) {
    const ChunkIndex itself = add_code(0, 1, {Instruction::with_wide(Op::Call, 0, 0), {Op::ReturnNothing, 0, 0, 0}});

    EXPECT_EQ(fault(itself), "calls are nested more than 1000 deep");
    EXPECT_EQ(machine().fault().calls.size(), 21U);
    EXPECT_EQ(machine().fault().calls[12].name, "(980 more calls)");
}

TEST_F(InterpreterTest, ACallGivesItsResultInTheFirstRegisterOfItsWindow) {
    const ChunkIndex twice = add_code(1, 2, {{Op::Add, 1, 0, 0}, {Op::Return, 1, 0, 0}});
    const ChunkIndex outer = add_code(1, 3,
                                      {
                                          {Op::Move, 1, 0, 0},
                                          Instruction::with_wide(Op::Call, 1, twice),
                                          {Op::Add, 0, 0, 1},
                                          {Op::Return, 0, 0, 0},
                                      });

    EXPECT_EQ(result(outer, {number(5)}), number(15));
}

TEST_F(InterpreterTest, AMethodIsThatOfTheInstancesOwnClass) {
    program_.classes[kThing].methods = {add_code(1, 2, {load(1, 1), {Op::Return, 1, 0, 0}})};
    program_.classes[kSpecial].methods = {add_code(1, 2, {load(1, 2), {Op::Return, 1, 0, 0}})};
    const ChunkIndex call = add_code(1, 2, {{Op::CallMethod, 0, 0, 1}, {Op::Return, 0, 0, 0}});

    EXPECT_EQ(result(call, {Value::instance(machine().make_instance(kThing))}), number(1));
    EXPECT_EQ(result(call, {Value::instance(machine().make_instance(kSpecial))}), number(2));
    EXPECT_EQ(run(call, {Value::null()}), Outcome::Fault);
}

TEST_F(InterpreterTest, AnInstanceIsBeingMadeUntilItIsMade) {
    program_.classes[kThing].init = add_code(1, 1, {{Op::ReturnNothing, 0, 0, 0}});
    const ChunkIndex make = add_code(0, 2,
                                     {
                                         Instruction::with_wide(Op::New, 0, kThing),
                                         {Op::CallInit, 0, 0, 0},
                                         {Op::CallDefaults, 0, 0, 0},
                                         {Op::Return, 0, 0, 0},
                                     });

    const Value made = result(make);

    ASSERT_TRUE(made.is_instance());
    EXPECT_TRUE(machine().has_flag(made.handle(), kBeingMade));
    EXPECT_TRUE(machine().memory.value(made.handle() + kFirstAttribute).is_null());
    EXPECT_EQ(plain_text(machine(), made), "Thing#1");
}

TEST_F(InterpreterTest, AttributesAreReadAndWrittenAndNotOfNull) {
    const ChunkIndex set = add_code(2, 2, {{Op::SetWord, 0, 1, kFirstAttribute}, {Op::ReturnNothing, 0, 0, 0}});
    const ChunkIndex get = add_code(1, 2, {{Op::GetWord, 1, 0, kFirstAttribute}, {Op::Return, 1, 0, 0}});
    const Value one = Value::instance(thing());

    result(set, {one, number(3)});

    EXPECT_EQ(result(get, {one}), number(3));
    EXPECT_EQ(run(get, {Value::null()}), Outcome::Fault);
    EXPECT_EQ(machine().fault().id, FaultId::NullMember);
}

TEST_F(InterpreterTest, AFaultShowsThePlaceAndTheVariables) {
    const ChunkIndex add = add_binary(Op::Add);
    program_.places.push_back({0, 10, 15, 3, 7});
    program_.chunks[add].places = {1, 0};
    program_.chunks[add].variables = {{"score", 0, 0, 2}, {"later", 1, 1, 2}};

    fault(add, {number(4), Value::null()});

    const Fault& reported = machine().fault();
    EXPECT_EQ(reported.place, 1U);
    ASSERT_EQ(reported.values.size(), 1U);
    EXPECT_EQ(reported.values[0].name, "score");
    EXPECT_EQ(reported.values[0].text, "4");
}

TEST_F(InterpreterTest, AWalkGoesThroughASnapshot) {
    // Counts the elements that are Special, while the loop empties the list.
    const ChunkIndex count = add_code(1, 5,
                                      {
                                          load(1, 0),
                                          {Op::Snapshot, 2, 0, 0},
                                          wide_jump(Op::NextFitting, 2, 2, 8),
                                          {Op::Nop, 0, 0, kSpecialType},
                                          {Op::AddConstant, 1, 1, static_cast<std::uint16_t>(constant(number(1)))},
                                          {Op::Move, 4, 0, 0},
                                          {Op::Native, 4, static_cast<std::uint16_t>(NativeId::ListClear), 1},
                                          wide_jump(Op::Jump, 0, 7, 2),
                                          {Op::Return, 1, 0, 0},
                                      });
    const Value list = make_list(machine(), kThings, 4);
    for (const ClassIndex index : {kSpecial, kThing, kSpecial}) {
        list_add(machine(), list.handle(), Value::instance(machine().make_instance(index)));
    }

    program_.chunks[count].parameter_types = {kThings};
    program_.chunks[count].result = kNumber;
    EXPECT_EQ(verify(program_), "");
    EXPECT_EQ(result(count, {list}), number(2));
    EXPECT_EQ(list_length(machine(), list.handle()), 0U);
}

TEST_F(InterpreterTest, FailInAHypotheticalBlockUndoesItAndGoesOnWhereItSays) {
    const ChunkIndex fails = add_code(1, 2,
                                      {
                                          load(1, 9),
                                          {Op::SetWord, 0, 1, kFirstAttribute},
                                          {Op::LoadNull, 1, 1, 0},
                                          {Op::Fail, 1, 0, 0},
                                      });
    const ChunkIndex asks = add_code(1, 3,
                                     {
                                         wide_jump(Op::BeginHypothetical, 0, 0, 5),
                                         {Op::Move, 1, 0, 0},
                                         Instruction::with_wide(Op::Call, 1, fails),
                                         {Op::EndHypothetical, 0, 0, 0},
                                         {Op::Return, 0, 0, 0},
                                         {Op::GetWord, 1, 0, kFirstAttribute},
                                         {Op::Return, 1, 0, 0},
                                     });

    EXPECT_EQ(result(asks, {Value::instance(thing())}), Value::null());
    EXPECT_FALSE(machine().memory.is_marked());
}

TEST_F(InterpreterTest, FailOutsideOfOneGoesToTheFlow) {
    const ChunkIndex fails = add_code(1, 1, {{Op::Fail, 0, 0, 0}});

    EXPECT_EQ(run(fails, {Value::constant_text(0)}), Outcome::Fail);
    EXPECT_EQ(machine().reason(), Value::constant_text(0));
}

TEST_F(InterpreterTest, EvaluateUndoesWhatTheCodeDoes) {
    const ChunkIndex writes = add_code(1, 3,
                                       {
                                           load(1, 9),
                                           {Op::SetWord, 0, 1, kFirstAttribute},
                                           {Op::GetWord, 2, 0, kFirstAttribute},
                                           {Op::Return, 2, 0, 0},
                                       });
    program_.chunks[writes].writes = true;
    const Handle changed = thing();
    const std::vector<Value> context = {Value::instance(changed)};
    Value given;

    EXPECT_EQ(machine().evaluate(writes, context, 0, given), Outcome::Next);

    EXPECT_EQ(given, number(9));
    EXPECT_TRUE(machine().memory.value(changed + kFirstAttribute).is_null());
    EXPECT_TRUE(machine().frames.empty());
}

TEST_F(InterpreterTest, EvaluateKeepsSomethingNewThatItGives) {
    const ChunkIndex makes = add_code(1, 2,
                                      {
                                          {Op::SetWord, 0, 0, kFirstAttribute},
                                          {Op::Move, 1, 0, 0},
                                          {Op::NewList, 1, 1, kThings},
                                          {Op::Return, 1, 0, 0},
                                      });
    program_.chunks[makes].writes = true;
    const Handle changed = thing();
    const std::vector<Value> context = {Value::instance(changed)};
    Value given;

    EXPECT_EQ(machine().evaluate(makes, context, 0, given), Outcome::Next);

    EXPECT_TRUE(machine().memory.value(changed + kFirstAttribute).is_null());
    ASSERT_TRUE(given.is_collection());
    EXPECT_EQ(list_length(machine(), given.handle()), 1U);
    EXPECT_EQ(list_get(machine(), given.handle(), 0), Value::instance(changed));
}

TEST_F(InterpreterTest, EvaluateMayTakeItsContextFromTheRegisters) {
    const ChunkIndex gives = add_code(2, 300, {{Op::Return, 1, 0, 0}});
    machine().reserve(2);
    machine().values[0] = number(1);
    machine().values[1] = number(2);
    Value given;

    EXPECT_EQ(machine().evaluate(gives, {machine().values.data(), 2}, 2, given), Outcome::Next);

    EXPECT_EQ(given, number(2));
    EXPECT_EQ(machine().values[1], number(2));
}

TEST_F(InterpreterTest, AMachineWithoutMemoryFaults) {
    const ChunkIndex makes = add_code(0, 1, {Instruction::with_wide(Op::New, 0, kThing), {Op::Return, 0, 0, 0}});
    machine().memory.set_limit(machine().memory.top());

    EXPECT_EQ(fault(makes), "the match needs more memory than it may use");
}

TEST_F(InterpreterTest, ACopyOfAMachineGoesOnByItself) {
    const ChunkIndex get = add_code(1, 2, {{Op::GetWord, 1, 0, kFirstAttribute}, {Op::Return, 1, 0, 0}});
    const Handle shared = thing();
    Machine copy(program_, 3);

    copy.copy_state(machine());
    machine().memory.set_value(shared + kFirstAttribute, number(1));
    copy.memory.set_value(shared + kFirstAttribute, number(2));

    EXPECT_EQ(result(get, {Value::instance(shared)}), number(1));
    EXPECT_EQ(copy.memory.value(shared + kFirstAttribute), number(2));
}

} // namespace
} // namespace tgdl
