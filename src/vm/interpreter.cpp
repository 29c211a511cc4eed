// The loop that runs code. What each instruction means is written in program/instruction.def.
//
// Direct threaded: every instruction jumps to the next by a table of labels. Steps are counted without counting: `deadline`
// is the address at which they would run out if the code went straight on, and every jump shifts it along.
#include "vm/arithmetic.h"
#include "vm/board_walks.h"
#include "vm/collections.h"
#include "vm/execution.h"
#include "vm/machine.h"
#include "vm/places.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

// Labels as values are an extension that both of our compilers have.
#pragma GCC diagnostic ignored "-Wpedantic"

// NOLINTBEGIN(bugprone-macro-parentheses): labels. An instruction's code must be part of the one function.
#define TGDL_OP(name) run_##name:
#define TGDL_DISPATCH() goto* labels[static_cast<std::size_t>(pc->op)]
#define TGDL_NEXT()                                                                                                    \
    do {                                                                                                               \
        ++pc;                                                                                                          \
        TGDL_DISPATCH();                                                                                               \
    } while (false)
// The offset counts from the next instruction. That steps have run out is noticed where code jumps.
#define TGDL_JUMP_BY(offset)                                                                                           \
    do {                                                                                                               \
        const std::ptrdiff_t jumped = (offset);                                                                        \
        pc += 1 + jumped;                                                                                              \
        deadline += jumped * kInstructionBytes;                                                                        \
        if (address_of(pc) >= deadline) [[unlikely]] {                                                                 \
            goto out_of_steps;                                                                                         \
        }                                                                                                              \
        TGDL_DISPATCH();                                                                                               \
    } while (false)
#define TGDL_JUMP_WIDE() TGDL_JUMP_BY(static_cast<std::int32_t>(pc->wide()))
#define TGDL_JUMP_SHORT() TGDL_JUMP_BY(static_cast<std::int16_t>(pc->c))
// What a function outside of the loop may look at: where we are, what is live, how many steps are left.
#define TGDL_SAVE(live)                                                                                                \
    do {                                                                                                               \
        frames.back().at = static_cast<std::uint32_t>(pc - code) + 1;                                                  \
        live_top = base + (live);                                                                                      \
        steps_left = steps_until(deadline, pc + 1);                                                                    \
    } while (false)
// Goes on after TGDL_SAVE and something that may have moved the registers or counted steps.
#define TGDL_NEXT_AFTER_WORK()                                                                                         \
    do {                                                                                                               \
        r = values.data() + base;                                                                                      \
        ++pc;                                                                                                          \
        deadline = deadline_from(pc, steps_left);                                                                      \
        TGDL_DISPATCH();                                                                                               \
    } while (false)
#define TGDL_FAULT_IF(condition, call)                                                                                 \
    do {                                                                                                               \
        if (condition) [[unlikely]] {                                                                                  \
            TGDL_SAVE(pc->a);                                                                                          \
            return (call);                                                                                             \
        }                                                                                                              \
    } while (false)
#define TGDL_ARITHMETIC(sign, expression)                                                                              \
    do {                                                                                                               \
        const double left = r[pc->b].as_number();                                                                      \
        const double right = r[pc->c].as_number();                                                                     \
        const double result = (expression);                                                                            \
        TGDL_FAULT_IF(!std::isfinite(result), wrong_arithmetic(*this, sign, r[pc->b], r[pc->c]));                      \
        r[pc->a] = Value{std::bit_cast<std::uint64_t>(result)};                                                        \
        TGDL_NEXT();                                                                                                   \
    } while (false)
#define TGDL_COMPARE(sign, first, second, relation)                                                                    \
    const double left = r[first].as_number();                                                                          \
    const double right = r[second].as_number();                                                                        \
    TGDL_FAULT_IF(std::isunordered(left, right), null_operand(*this, sign));                                           \
    const bool holds = left relation right
// Compares r[a] with a constant, and jumps.
#define TGDL_JUMP_COMPARED(sign, wanted, relation)                                                                     \
    do {                                                                                                               \
        const double left = r[pc->a].as_number();                                                                      \
        const double right = constants[pc->b].as_number();                                                             \
        TGDL_FAULT_IF(std::isnan(left), null_operand(*this, sign));                                                    \
        if ((relation) == (wanted)) {                                                                                  \
            TGDL_JUMP_SHORT();                                                                                         \
        }                                                                                                              \
        TGDL_NEXT();                                                                                                   \
    } while (false)
// Does the native itself, whose instruction met something unusual; its result is in r[a].
#define TGDL_DO_NATIVE()                                                                                               \
    do {                                                                                                               \
        TGDL_SAVE(0);                                                                                                  \
        outcome = do_quick_native(*this, *pc, base);                                                                   \
        if (outcome != Outcome::Next) [[unlikely]] {                                                                   \
            goto after_flow;                                                                                           \
        }                                                                                                              \
        r = values.data() + base;                                                                                      \
        deadline = deadline_from(pc + 1, steps_left);                                                                  \
    } while (false)
#define TGDL_LOGIC(sign, expression)                                                                                   \
    do {                                                                                                               \
        TGDL_FAULT_IF(r[pc->b].is_null() || r[pc->c].is_null(), null_operand(*this, sign));                            \
        const bool left = r[pc->b].as_bool();                                                                          \
        const bool right = r[pc->c].as_bool();                                                                         \
        r[pc->a] = Value::boolean(expression);                                                                         \
        TGDL_NEXT();                                                                                                   \
    } while (false)
// A trial must not learn whether two things are the same when one of them is hidden.
#define TGDL_MAY_COMPARE()                                                                                             \
    do {                                                                                                               \
        if (watched) [[unlikely]] {                                                                                    \
            if (!may_compare(*this, first, second)) {                                                                  \
                TGDL_SAVE(0);                                                                                          \
                return Outcome::Opaque;                                                                                \
            }                                                                                                          \
        }                                                                                                              \
    } while (false)
// Asks the flow; what is live ends with the window of so many values.
#define TGDL_ASK_FLOW(live, call)                                                                                      \
    do {                                                                                                               \
        TGDL_SAVE(pc->a + (live));                                                                                     \
        outcome = (call);                                                                                              \
        goto after_flow;                                                                                               \
    } while (false)
// NOLINTEND(bugprone-macro-parentheses)

namespace tgdl {
namespace {

constexpr std::ptrdiff_t kInstructionBytes = sizeof(Instruction);

std::ptrdiff_t address_of(const Instruction* instruction) {
    return std::bit_cast<std::ptrdiff_t>(instruction);
}

constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 58U; // so that a deadline cannot overflow

std::uint64_t steps_until(std::ptrdiff_t deadline, const Instruction* from) {
    const std::ptrdiff_t left = deadline - address_of(from);
    return left < 0 ? 0 : static_cast<std::uint64_t>(left) / kInstructionBytes;
}

std::ptrdiff_t deadline_from(const Instruction* pc, std::uint64_t steps) {
    return address_of(pc) + static_cast<std::ptrdiff_t>(steps) * kInstructionBytes;
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): the loop is one function so that its variables stay in registers.
Outcome Machine::run(std::size_t floor) {
    static const void* const labels[] = {
#define TGDL_INSTRUCTION(name, operands) &&run_##name,
#include "program/instruction.def"
#undef TGDL_INSTRUCTION
    };
    const Value* const constants = program->constants.data();
    const NativeFunction* const natives = natives_;
    const Chunk* const chunks = program->chunks.data();
    const Instruction* code = nullptr;
    const Instruction* pc = nullptr;
    Value* r = nullptr;
    std::uint32_t base = 0;
    std::ptrdiff_t deadline = 0;
    bool watched = false; // comparing things that are hidden ends the trial
    ChunkIndex called = 0;
    std::uint32_t callee_base = 0;
    Outcome outcome = Outcome::Next;
    steps_left = std::min(steps_left, kMostSteps);
    goto load_frame;

    // ---- between frames

after_flow:
    switch (outcome) {
    case Outcome::Next: goto load_frame; // the flow may have moved on in the code
    case Outcome::Pushed:
    case Outcome::Done:
        if (frames.size() > floor && frames.back().kind == FrameKind::Code) {
            goto load_frame;
        }
        return Outcome::Pushed;
    case Outcome::Fail:
        if (fail_in_hypothetical(floor)) {
            goto load_frame;
        }
        return outcome;
    case Outcome::Wait:
    case Outcome::Cancel:
    case Outcome::Fault:
    case Outcome::Over:
    case Outcome::Opaque: return outcome;
    }

call:
    // `called` runs with the registers from callee_base on.
    if (address_of(pc + 1) >= deadline) [[unlikely]] {
        goto out_of_steps;
    }
    {
        Frame& caller = frames.back();
        caller.at = static_cast<std::uint32_t>(pc - code) + 1;
        const std::uint32_t depth = caller.top + 1;
        if (depth > limits.depth) [[unlikely]] {
            return too_deep(*this);
        }
        const Chunk& chunk = chunks[called];
        const std::uint32_t top = callee_base + chunk.registers + 1;
        if (top > values.size()) [[unlikely]] {
            reserve(top);
        }
        frames.push_back({FrameKind::Code, 0, called, 0, callee_base, depth});
        code = chunk.code.data();
        deadline += address_of(code) - address_of(pc + 1);
        pc = code;
        base = callee_base;
        r = values.data() + base;
        TGDL_DISPATCH();
    }

load_frame: {
    const Frame& frame = frames.back();
    code = chunks[frame.code].code.data();
    pc = code + frame.at;
    base = frame.base;
    r = values.data() + base;
    deadline = deadline_from(pc, steps_left);
    watched = guards_secrets();
    TGDL_DISPATCH();
}

leave:
    // The result stands in r[0], which is the first register of the caller's window.
    frames.pop_back();
    if (frames.size() > floor && frames.back().kind == FrameKind::Code) {
        const Frame& frame = frames.back();
        code = chunks[frame.code].code.data();
        const Instruction* const next = code + frame.at;
        deadline += address_of(next) - address_of(pc + 1);
        pc = next;
        base = frame.base;
        r = values.data() + base;
        TGDL_DISPATCH();
    }
    steps_left = steps_until(deadline, pc + 1);
    live_top = base;
    return frames.size() == floor ? Outcome::Done : Outcome::Pushed;

out_of_steps:
    TGDL_SAVE(0);
    steps_left = 0;
    return too_many_steps(*this);

    // ---- values

    TGDL_OP(Move) {
        r[pc->a] = r[pc->b];
        TGDL_NEXT();
    }
    TGDL_OP(LoadConstant) {
        r[pc->a] = constants[pc->wide()];
        TGDL_NEXT();
    }
    TGDL_OP(LoadNull) {
        for (std::uint32_t number = 0; number < pc->b; ++number) {
            r[pc->a + number] = Value::null();
        }
        TGDL_NEXT();
    }
    TGDL_OP(CheckNotNull) {
        TGDL_FAULT_IF(r[pc->a].is_null(), null_value(*this));
        TGDL_NEXT();
    }

    // ---- numbers and players. Null is not finite as a number, so one test finds it too. No value is ever -0.

    TGDL_OP(Add) {
        TGDL_ARITHMETIC("+", left + right);
    }
    TGDL_OP(Subtract) {
        TGDL_ARITHMETIC("-", left - right);
    }
    TGDL_OP(Multiply) {
        TGDL_ARITHMETIC("*", left * right + 0.0);
    }
    TGDL_OP(Divide) {
        TGDL_ARITHMETIC("/", left / right + 0.0);
    }
    TGDL_OP(Remainder) {
        TGDL_ARITHMETIC("%", remainder_of(left, right));
    }
    TGDL_OP(Power) {
        TGDL_ARITHMETIC("^", power_of(left, right));
    }
    TGDL_OP(Negate) {
        TGDL_FAULT_IF(r[pc->b].is_null(), null_operand(*this, "-"));
        r[pc->a] = Value::number(-r[pc->b].as_number());
        TGDL_NEXT();
    }
    TGDL_OP(AddConstant) {
        const double result = r[pc->b].as_number() + constants[pc->c].as_number();
        TGDL_FAULT_IF(!std::isfinite(result), wrong_arithmetic(*this, "+", r[pc->b], constants[pc->c]));
        r[pc->a] = Value{std::bit_cast<std::uint64_t>(result)};
        TGDL_NEXT();
    }
    TGDL_OP(PlayerAdd) {
        TGDL_ARITHMETIC("+", player_of(left + right, layout.players));
    }
    TGDL_OP(PlayerSubtract) {
        TGDL_ARITHMETIC("-", player_of(left - right, layout.players));
    }
    TGDL_OP(ToPlayer) {
        const Value number = r[pc->b];
        r[pc->a] = number.is_null() ? number : Value::number(player_of(number.as_number(), layout.players));
        TGDL_NEXT();
    }
    TGDL_OP(Less) {
        TGDL_COMPARE("<", pc->b, pc->c, <);
        r[pc->a] = Value::boolean(holds);
        TGDL_NEXT();
    }
    TGDL_OP(LessEqual) {
        TGDL_COMPARE("<=", pc->b, pc->c, <=);
        r[pc->a] = Value::boolean(holds);
        TGDL_NEXT();
    }
    TGDL_OP(LessText) {
        TGDL_FAULT_IF(r[pc->b].is_null() || r[pc->c].is_null(), null_operand(*this, "<"));
        r[pc->a] = Value::boolean(compare_texts(*this, r[pc->b], r[pc->c]) < 0);
        TGDL_NEXT();
    }
    TGDL_OP(LessEqualText) {
        TGDL_FAULT_IF(r[pc->b].is_null() || r[pc->c].is_null(), null_operand(*this, "<="));
        r[pc->a] = Value::boolean(compare_texts(*this, r[pc->b], r[pc->c]) <= 0);
        TGDL_NEXT();
    }

    // ---- equality and logic

    TGDL_OP(EqualNumber) {
        r[pc->a] = Value::boolean(r[pc->b] == r[pc->c]);
        TGDL_NEXT();
    }
    TGDL_OP(EqualIdentity) {
        const Value first = r[pc->b];
        const Value second = r[pc->c];
        TGDL_MAY_COMPARE();
        r[pc->a] = Value::boolean(first == second);
        TGDL_NEXT();
    }
    TGDL_OP(EqualText) {
        r[pc->a] = Value::boolean(same_text_or_null(*this, r[pc->b], r[pc->c]));
        TGDL_NEXT();
    }
    TGDL_OP(EqualAny) {
        const Value first = r[pc->b];
        const Value second = r[pc->c];
        TGDL_MAY_COMPARE();
        r[pc->a] = Value::boolean(same_value(*this, first, second));
        TGDL_NEXT();
    }
    TGDL_OP(Not) {
        TGDL_FAULT_IF(r[pc->b].is_null(), null_operand(*this, "not"));
        r[pc->a] = Value::boolean(!r[pc->b].as_bool());
        TGDL_NEXT();
    }
    TGDL_OP(And) {
        TGDL_LOGIC("&", left && right);
    }
    TGDL_OP(Or) {
        TGDL_LOGIC("|", left || right);
    }
    TGDL_OP(Xor) {
        TGDL_LOGIC("xor", left != right);
    }
    TGDL_OP(Nand) {
        TGDL_LOGIC("nand", !(left && right));
    }

    // ---- control

    TGDL_OP(Jump) {
        TGDL_JUMP_WIDE();
    }
    TGDL_OP(JumpIf) {
        const Value condition = r[pc->a];
        if (condition == Value::boolean(true)) {
            TGDL_JUMP_WIDE();
        }
        TGDL_FAULT_IF(condition.is_null(), fault_with(FaultId::NullCondition));
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnless) {
        const Value condition = r[pc->a];
        if (condition == Value::boolean(false)) {
            TGDL_JUMP_WIDE();
        }
        TGDL_FAULT_IF(condition.is_null(), fault_with(FaultId::NullCondition));
        TGDL_NEXT();
    }
    TGDL_OP(JumpIfNull) {
        if (r[pc->a].is_null()) {
            TGDL_JUMP_WIDE();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnlessNull) {
        if (!r[pc->a].is_null()) {
            TGDL_JUMP_WIDE();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpIfLess) {
        TGDL_COMPARE("<", pc->a, pc->b, <);
        if (holds) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnlessLess) {
        TGDL_COMPARE("<", pc->a, pc->b, <);
        if (!holds) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpIfLessEqual) {
        TGDL_COMPARE("<=", pc->a, pc->b, <=);
        if (holds) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnlessLessEqual) {
        TGDL_COMPARE("<=", pc->a, pc->b, <=);
        if (!holds) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpIfSameNumber) {
        if (r[pc->a] == r[pc->b]) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnlessSameNumber) {
        if (r[pc->a] != r[pc->b]) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpIfIdentical) {
        const Value first = r[pc->a];
        const Value second = r[pc->b];
        TGDL_MAY_COMPARE();
        if (first == second) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnlessIdentical) {
        const Value first = r[pc->a];
        const Value second = r[pc->b];
        TGDL_MAY_COMPARE();
        if (first != second) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpIfSameConstant) {
        if (r[pc->a] == constants[pc->b]) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnlessSameConstant) {
        if (r[pc->a] != constants[pc->b]) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpIfBelow) {
        TGDL_JUMP_COMPARED("<", true, left < right);
    }
    TGDL_OP(JumpUnlessBelow) {
        TGDL_JUMP_COMPARED("<", false, left < right);
    }
    TGDL_OP(JumpIfAtMost) {
        TGDL_JUMP_COMPARED("<=", true, left <= right);
    }
    TGDL_OP(JumpUnlessAtMost) {
        TGDL_JUMP_COMPARED("<=", false, left <= right);
    }
    TGDL_OP(JumpIfAbove) {
        TGDL_JUMP_COMPARED("<", true, right < left);
    }
    TGDL_OP(JumpUnlessAbove) {
        TGDL_JUMP_COMPARED("<", false, right < left);
    }
    TGDL_OP(JumpIfAtLeast) {
        TGDL_JUMP_COMPARED("<=", true, right <= left);
    }
    TGDL_OP(JumpUnlessAtLeast) {
        TGDL_JUMP_COMPARED("<=", false, right <= left);
    }
    TGDL_OP(JumpIfNullWord) {
        const Value instance = r[pc->a];
        TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->b));
        if (memory.value(instance.handle() + pc->b).is_null()) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnlessNullWord) {
        const Value instance = r[pc->a];
        TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->b));
        if (!memory.value(instance.handle() + pc->b).is_null()) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpIfEmpty) {
        const Value tile = r[pc->b];
        bool is_empty = false;
        if (!tile.is_instance() || watched) [[unlikely]] {
            TGDL_DO_NATIVE();
            is_empty = r[pc->a].as_bool();
        } else {
            is_empty = first_piece(*this, tile.handle()) == 0;
        }
        if (is_empty) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnlessEmpty) {
        const Value tile = r[pc->b];
        bool is_empty = false;
        if (!tile.is_instance() || watched) [[unlikely]] {
            TGDL_DO_NATIVE();
            is_empty = r[pc->a].as_bool();
        } else {
            is_empty = first_piece(*this, tile.handle()) == 0;
        }
        if (!is_empty) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpIfClass) {
        const Value instance = r[pc->a];
        if (watched && !may_tell_class(*this, instance)) [[unlikely]] {
            TGDL_SAVE(0);
            return Outcome::Opaque;
        }
        if (is_a(instance, pc->b)) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(JumpUnlessClass) {
        const Value instance = r[pc->a];
        if (watched && !may_tell_class(*this, instance)) [[unlikely]] {
            TGDL_SAVE(0);
            return Outcome::Opaque;
        }
        if (!is_a(instance, pc->b)) {
            TGDL_JUMP_SHORT();
        }
        TGDL_NEXT();
    }
    TGDL_OP(CountUp) {
        const double counter = r[pc->a].as_number() + 1;
        const double last = r[pc->b].as_number();
        if (counter <= last) { // neither is null
            r[pc->a] = Value{std::bit_cast<std::uint64_t>(counter)};
            TGDL_JUMP_SHORT();
        }
        TGDL_FAULT_IF(!std::isfinite(counter), wrong_arithmetic(*this, "+", r[pc->a], Value::number(1)));
        r[pc->a] = Value::number(counter);
        TGDL_FAULT_IF(std::isnan(last), null_operand(*this, "<="));
        TGDL_NEXT();
    }
    TGDL_OP(Return) {
        r[0] = r[pc->a];
        goto leave;
    }
    TGDL_OP(ReturnNothing) {
        r[0] = Value::null();
        goto leave;
    }
    TGDL_OP(Call) {
        called = pc->wide();
        callee_base = base + pc->a;
        goto call;
    }
    TGDL_OP(CallMethod) {
        const Value receiver = r[pc->a];
        TGDL_FAULT_IF(receiver.is_null(), null_method(*this, pc->b));
        called = class_info(receiver.handle()).methods[pc->b];
        callee_base = base + pc->a;
        goto call;
    }
    TGDL_OP(CallInit) {
        called = class_info(r[pc->a].handle()).init;
        goto call_for_instance;
    }
    TGDL_OP(CallDefaults) {
        called = class_info(r[pc->a].handle()).defaults;
        goto call_for_instance;
    }

call_for_instance:
    // Runs one register further up: what it returns must not replace the instance.
    if (called == kNone) {
        TGDL_NEXT();
    }
    callee_base = base + pc->a + 1;
    reserve(callee_base + 1);
    values[callee_base] = values[callee_base - 1];
    goto call;

    TGDL_OP(Native) {
        const NativeFunction native = natives[pc->b];
        TGDL_SAVE(pc->a + pc->c);
        outcome = native == nullptr ? flow->native(static_cast<NativeId>(pc->b), base + pc->a, pc->c)
                                    : native(*this, base + pc->a, pc->c);
        if (outcome != Outcome::Next) [[unlikely]] {
            goto after_flow;
        }
        TGDL_NEXT_AFTER_WORK();
    }

    // ---- natives in the loop. What is unusual goes to the native itself.

    TGDL_OP(QuickTileEmpty) {
        const Value tile = r[pc->b];
        if (!tile.is_instance() || watched) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        r[pc->a] = Value::boolean(first_piece(*this, tile.handle()) == 0);
        TGDL_NEXT();
    }
    TGDL_OP(QuickTilePiece) {
        const Value tile = r[pc->b];
        if (!tile.is_instance() || watched) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        const Handle piece = first_piece(*this, tile.handle());
        r[pc->a] = piece == 0 ? Value::null() : Value::instance(piece);
        TGDL_NEXT();
    }
    TGDL_OP(QuickTileX) {
        const Value tile = r[pc->b];
        if (!tile.is_instance() || !is_in_grid(*this, tile.handle())) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        r[pc->a] = Value::number(tile_column(*this, tile.handle()));
        TGDL_NEXT();
    }
    TGDL_OP(QuickTileY) {
        const Value tile = r[pc->b];
        if (!tile.is_instance() || !is_in_grid(*this, tile.handle())) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        r[pc->a] = Value::number(tile_row(*this, tile.handle()));
        TGDL_NEXT();
    }
    TGDL_OP(QuickTileNeighbor) {
        const Value tile = r[pc->b];
        const Handle group = tile.is_instance() ? group_of(*this, tile.handle()) : 0;
        const double number = r[pc->c].as_number();
        // A graph has no direction at all.
        if (group == 0 || !(number >= 0 && number < direction_count(group_info(*this, group)))) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        const auto direction = static_cast<unsigned>(static_cast<int>(number));
        const Handle found = neighbor_in(*this, group_info(*this, group), group, tile.handle(), direction);
        r[pc->a] = found == 0 ? Value::null() : Value::instance(found);
        TGDL_NEXT();
    }
    TGDL_OP(QuickMathAbs) {
        const Value number = r[pc->b];
        if (!number.is_number()) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        r[pc->a] = Value{std::bit_cast<std::uint64_t>(std::fabs(number.as_number()))};
        TGDL_NEXT();
    }
    TGDL_OP(QuickGroupGet) {
        const Value group = r[pc->a];
        const Handle found = group.is_instance()
                                 ? cell_at_numbers(*this, group.handle(), r[pc->b].as_number(), r[pc->c].as_number())
                                 : 0;
        if (found == 0) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        r[pc->a] = Value::instance(found);
        TGDL_NEXT();
    }
    TGDL_OP(QuickGroupCell) {
        const Value group = r[pc->b];
        const Handle found =
            group.is_instance() ? cell_at_place(*this, group.handle(), cell_column(*pc), cell_row(*pc)) : 0;
        if (found == 0) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        r[pc->a] = Value::instance(found);
        TGDL_NEXT();
    }
    TGDL_OP(QuickPieceTile) {
        const Value piece = r[pc->b];
        if (!piece.is_instance() || watched) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        const Handle tile = tile_of(*this, piece.handle());
        r[pc->a] = tile == 0 ? Value::null() : Value::instance(tile);
        TGDL_NEXT();
    }
    TGDL_OP(QuickOwnerOf) {
        const Value instance = r[pc->b];
        if (!instance.is_instance()) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        const Value owner = memory.value(instance.handle() + kOwnerWord);
        if (owner.is_collection()) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        r[pc->a] = owner;
        TGDL_NEXT();
    }
    TGDL_OP(QuickPlayerActive) {
        r[pc->a] = Value::number(memory.half(kActiveWord, 0));
        TGDL_NEXT();
    }
    TGDL_OP(QuickListLength) {
        const Value list = r[pc->b];
        if (!list.is_collection() || !is_list(*this, list)) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        r[pc->a] = Value::number(memory.half(list.handle() + kListStorageWord, 1));
        TGDL_NEXT();
    }
    TGDL_OP(QuickListGet) {
        const Value list = r[pc->b];
        const double index = r[pc->c].as_number();
        if (!list.is_collection() || !is_list(*this, list)
            || !(index >= 0 && index < memory.half(list.handle() + kListStorageWord, 1))) [[unlikely]] {
            TGDL_DO_NATIVE();
            TGDL_NEXT();
        }
        r[pc->a] = memory.value(memory.half(list.handle() + kListStorageWord, 0) + 1 + static_cast<Handle>(index));
        TGDL_NEXT();
    }

    // ---- attributes

    TGDL_OP(GetWord) {
        const Value instance = r[pc->b];
        TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->c));
        r[pc->a] = memory.value(instance.handle() + pc->c);
        TGDL_NEXT();
    }
    TGDL_OP(GetTileWord) {
        const Value instance = r[pc->b];
        TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->c));
        TGDL_FAULT_IF(instance.handle() == memory.half(kBlankWord, 0), blank_member(*this, pc->c));
        r[pc->a] = memory.value(instance.handle() + pc->c);
        TGDL_NEXT();
    }
    TGDL_OP(GetHiddenWord) {
        const Value instance = r[pc->b];
        TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->c));
        TGDL_FAULT_IF(instance.handle() == memory.half(kBlankWord, 0), blank_member(*this, pc->c));
        Value word = memory.value(instance.handle() + pc->c);
        if (guards_secrets() || viewer != kNone) [[unlikely]] {
            TGDL_SAVE(pc->a);
            if (!flow->may_read(instance.handle(), pc->c)) {
                if (viewer == kNone) {
                    return Outcome::Opaque;
                }
                word = Value::null();
            }
            r = values.data() + base;
        }
        r[pc->a] = word;
        TGDL_NEXT();
    }
    TGDL_OP(SetWord) {
        const Value instance = r[pc->a];
        TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->c));
        TGDL_FAULT_IF(instance.handle() == memory.half(kBlankWord, 0), blank_member(*this, pc->c));
        memory.set_value(instance.handle() + pc->c, r[pc->b]);
        TGDL_NEXT();
    }
    TGDL_OP(SetObserved) {
        TGDL_FAULT_IF(r[pc->a].is_null(), fault_with(FaultId::NullMember, {"an attribute"}));
        TGDL_ASK_FLOW(2, flow->set_observed(base + pc->a, pc->b));
    }
    TGDL_OP(GetGlobal) {
        r[pc->a] = memory.value(layout.global(pc->b));
        TGDL_NEXT();
    }
    TGDL_OP(GetGlobalWord) {
        const Value global = memory.value(layout.global(pc->b));
        TGDL_FAULT_IF(global.is_null(), unmade_global(*this, pc->b));
        r[pc->a] = memory.value(global.handle() + pc->c);
        TGDL_NEXT();
    }
    TGDL_OP(SetGlobalWord) {
        const Value global = memory.value(layout.global(pc->b));
        TGDL_FAULT_IF(global.is_null(), unmade_global(*this, pc->b));
        memory.set_value(global.handle() + pc->c, r[pc->a]);
        TGDL_NEXT();
    }
    TGDL_OP(GetSeat) {
        const Value number = r[pc->b];
        TGDL_FAULT_IF(number.is_null(), null_seat(*this, pc->c));
        const auto player = static_cast<std::uint32_t>(player_of(number.as_number(), layout.players));
        r[pc->a] = memory.value(layout.seat(pc->c, player));
        TGDL_NEXT();
    }
    TGDL_OP(IsClass) {
        const Value instance = r[pc->b];
        if (watched && !may_tell_class(*this, instance)) [[unlikely]] {
            TGDL_SAVE(0);
            return Outcome::Opaque;
        }
        r[pc->a] = Value::boolean(is_a(instance, pc->c));
        TGDL_NEXT();
    }
    TGDL_OP(AsClass) {
        const Value instance = r[pc->b];
        if (watched && !may_tell_class(*this, instance)) [[unlikely]] {
            TGDL_SAVE(0);
            return Outcome::Opaque;
        }
        r[pc->a] = is_a(instance, pc->c) ? instance : Value::null();
        TGDL_NEXT();
    }

    // ---- making things. Handles only: the heap may move.

    TGDL_OP(New) {
        TGDL_SAVE(pc->a);
        const Handle made = make_instance(pc->wide());
        if (made == 0) [[unlikely]] {
            return fault_with(FaultId::OutOfMemory);
        }
        set_flag(made, kBeingMade, true);
        r[pc->a] = Value::instance(made);
        TGDL_NEXT();
    }
    TGDL_OP(Made) {
        set_flag(r[pc->a].handle(), kBeingMade, false);
        TGDL_NEXT();
    }
    TGDL_OP(NewList) {
        const Value made = list_of(*this, pc->c, std::span(r + pc->a, pc->b));
        TGDL_FAULT_IF(made.is_null(), fault_with(FaultId::OutOfMemory));
        r[pc->a] = made;
        TGDL_NEXT();
    }
    TGDL_OP(NewStack) {
        const Value made = stack_of(*this, pc->c, r + pc->a, pc->b);
        TGDL_FAULT_IF(made.is_null(), fault_with(FaultId::OutOfMemory));
        r[pc->a] = made;
        TGDL_NEXT();
    }
    TGDL_OP(NewTable) {
        TGDL_SAVE(pc->a + 2 * pc->b);
        outcome = table_of(*this, pc->c, base + pc->a, pc->b);
        if (outcome != Outcome::Next) [[unlikely]] {
            goto after_flow;
        }
        TGDL_NEXT();
    }

    // ---- loops and questions. A walk's position is a whole number as bits, which is 0 as a number too.

    TGDL_OP(Snapshot) {
        TGDL_FAULT_IF(r[pc->b].is_null(), fault_with(FaultId::NullCollection));
        TGDL_SAVE(pc->a);
        const Value walked = snapshot(*this, r[pc->b]);
        TGDL_FAULT_IF(walked.is_null(), fault_with(FaultId::OutOfMemory));
        r[pc->a] = walked;
        r[pc->a + 1] = Value{0};
        TGDL_NEXT_AFTER_WORK();
    }
    TGDL_OP(Walk) {
        const Value collection = r[pc->b];
        TGDL_FAULT_IF(collection.is_null(), fault_with(FaultId::NullCollection));
        TGDL_SAVE(pc->a);
        const Value walked = walks_in_place(*this, collection) ? collection : snapshot(*this, collection);
        TGDL_FAULT_IF(walked.is_null(), fault_with(FaultId::OutOfMemory));
        r[pc->a] = walked;
        r[pc->a + 1] = Value{0};
        TGDL_NEXT_AFTER_WORK();
    }
    TGDL_OP(Next) {
        const Value collection = r[pc->a];
        const auto position = static_cast<std::uint32_t>(r[pc->a + 1].bits);
        if (position >= walk_length(*this, collection)) {
            TGDL_JUMP_WIDE();
        }
        r[pc->a + 1] = Value{position + 1};
        r[pc->a + 2] = walk_get(*this, collection, position);
        TGDL_NEXT();
    }
    TGDL_OP(NextFitting) {
        const Value collection = r[pc->a];
        auto position = static_cast<std::uint32_t>(r[pc->a + 1].bits);
        const std::uint32_t length = walk_length(*this, collection);
        const TypeIndex wanted = pc[1].c;
        Value element;
        for (; position < length; ++position, deadline -= kInstructionBytes) {
            element = walk_get(*this, collection, position);
            if (watched && !may_tell_class(*this, element)) [[unlikely]] {
                TGDL_SAVE(0);
                return Outcome::Opaque;
            }
            if (is_a(element, wanted)) {
                break;
            }
        }
        if (position >= length) {
            TGDL_JUMP_WIDE();
        }
        r[pc->a + 1] = Value{position + 1};
        r[pc->a + 2] = element;
        ++pc; // the Nop with the type
        TGDL_NEXT();
    }
    TGDL_OP(NextAgain) {
        const Value collection = r[pc->a];
        const auto position = static_cast<std::uint32_t>(r[pc->a + 1].bits);
        if (position >= walk_length(*this, collection)) {
            TGDL_NEXT();
        }
        r[pc->a + 1] = Value{position + 1};
        r[pc->a + 2] = walk_get(*this, collection, position);
        TGDL_JUMP_WIDE();
    }
    TGDL_OP(NextFittingAgain) {
        const Value collection = r[pc->a];
        auto position = static_cast<std::uint32_t>(r[pc->a + 1].bits);
        const std::uint32_t length = walk_length(*this, collection);
        const TypeIndex wanted = pc[static_cast<std::int32_t>(pc->wide())].c;
        Value element;
        for (; position < length; ++position, deadline -= kInstructionBytes) {
            element = walk_get(*this, collection, position);
            if (watched && !may_tell_class(*this, element)) [[unlikely]] {
                TGDL_SAVE(0);
                return Outcome::Opaque;
            }
            if (is_a(element, wanted)) {
                break;
            }
        }
        if (position >= length) {
            TGDL_NEXT();
        }
        r[pc->a + 1] = Value{position + 1};
        r[pc->a + 2] = element;
        TGDL_JUMP_WIDE();
    }
    TGDL_OP(WalkConstants) {
        r[pc->a] = Value{static_cast<std::uint64_t>(pc->b) + pc->c};
        r[pc->a + 1] = Value{pc->b};
        TGDL_NEXT();
    }
    TGDL_OP(NextConstant) {
        const std::uint64_t position = r[pc->a + 1].bits;
        if (position >= r[pc->a].bits) {
            TGDL_JUMP_WIDE();
        }
        r[pc->a + 1] = Value{position + 1};
        r[pc->a + 2] = constants[position];
        TGDL_NEXT();
    }
    TGDL_OP(NextConstantAgain) {
        const std::uint64_t position = r[pc->a + 1].bits;
        if (position >= r[pc->a].bits) {
            TGDL_NEXT();
        }
        r[pc->a + 1] = Value{position + 1};
        r[pc->a + 2] = constants[position];
        TGDL_JUMP_WIDE();
    }
    TGDL_OP(WalkLine) {
        const Value tile = r[pc->b];
        const Value direction = r[pc->c];
        LineState state;
        if (!begin_line(*this, tile, direction, state)) [[unlikely]] {
            goto wrong_line;
        }
        r[pc->a] = tile;
        // The instruction after it is its NextOnLine: that is done at once.
        const Handle found = next_on_line(*this, r[pc->a], state);
        ++pc;
        if (found == 0) {
            TGDL_JUMP_WIDE();
        }
        r[pc->a + 1] = state.pack();
        r[pc->a + 2] = Value::instance(found);
        TGDL_NEXT();
    }

wrong_line: {
    // The native says what is wrong.
    const Value tile = r[pc->b];
    const Value direction = r[pc->c];
    r[pc->a] = tile;
    r[pc->a + 1] = direction;
    r[pc->a + 2] = Value::null();
    TGDL_SAVE(pc->a);
    return natives[static_cast<std::size_t>(NativeId::TileLine)](*this, base + pc->a, 3);
}

    TGDL_OP(NextOnLine) {
        LineState state = LineState::unpack(r[pc->a + 1]);
        const Handle found = next_on_line(*this, r[pc->a], state);
        if (found == 0) {
            TGDL_JUMP_WIDE();
        }
        r[pc->a + 1] = state.pack();
        r[pc->a + 2] = Value::instance(found);
        TGDL_NEXT();
    }
    TGDL_OP(NextOnLineAgain) {
        LineState state = LineState::unpack(r[pc->a + 1]);
        const Handle found = next_on_line(*this, r[pc->a], state);
        if (found == 0) {
            TGDL_NEXT();
        }
        r[pc->a + 1] = state.pack();
        r[pc->a + 2] = Value::instance(found);
        TGDL_JUMP_WIDE();
    }
    TGDL_OP(WalkAdjacents) {
        const Value tile = r[pc->b];
        TGDL_FAULT_IF(tile.is_null(), fault_with(FaultId::NullMember, {"adjacents"}));
        r[pc->a] = tile;
        r[pc->a + 1] = Value{0};
        TGDL_NEXT();
    }
    TGDL_OP(NextAdjacent) {
        const Handle found = next_adjacent(*this, r[pc->a].handle(), r[pc->a + 1]);
        if (found == 0) {
            TGDL_JUMP_WIDE();
        }
        r[pc->a + 2] = Value::instance(found);
        TGDL_NEXT();
    }
    TGDL_OP(NextAdjacentAgain) {
        const Handle found = next_adjacent(*this, r[pc->a].handle(), r[pc->a + 1]);
        if (found == 0) {
            TGDL_NEXT();
        }
        r[pc->a + 2] = Value::instance(found);
        TGDL_JUMP_WIDE();
    }
    TGDL_OP(Nop) {
        TGDL_NEXT();
    }
    TGDL_OP(BeginHypothetical) {
        const auto on_fail = static_cast<std::uint32_t>(pc - code) + 1 + pc->wide();
        hypotheticals_.push_back({frames.size() - 1, on_fail, memory.mark()});
        TGDL_NEXT();
    }
    TGDL_OP(EndHypothetical) {
        // What the block gives may be something it has made: that stays.
        memory.rewind_keeping_new(hypotheticals_.back().mark);
        hypotheticals_.pop_back();
        TGDL_NEXT();
    }
    TGDL_OP(Append) {
        TGDL_FAULT_IF(!list_add(*this, r[pc->a].handle(), r[pc->b]), fault_with(FaultId::OutOfMemory));
        TGDL_NEXT();
    }

    // ---- what the flow does

    TGDL_OP(Ask) {
        TGDL_ASK_FLOW(0, flow->ask(pc->wide(), base + pc->a));
    }
    TGDL_OP(AskAuto) {
        TGDL_ASK_FLOW(0, flow->ask(pc->wide(), base + pc->a));
    }
    TGDL_OP(Choose) {
        TGDL_ASK_FLOW(2 + pc->b, flow->choose(base + pc->a, pc->b));
    }
    TGDL_OP(CallAction) {
        TGDL_ASK_FLOW(1 + pc->c, flow->call_action(base + pc->a, pc->b, pc->c));
    }
    TGDL_OP(ActionPossible) {
        TGDL_ASK_FLOW(1 + pc->c, flow->action_possible(base + pc->a, pc->b, pc->c));
    }
    TGDL_OP(ThrowSync) {
        TGDL_ASK_FLOW(1, flow->throw_sync(base + pc->a));
    }
    TGDL_OP(MovePiece) {
        TGDL_ASK_FLOW(2, flow->move_piece(base + pc->a));
    }
    TGDL_OP(Fail) {
        set_reason(r[pc->a]);
        TGDL_ASK_FLOW(0, Outcome::Fail);
    }
    TGDL_OP(Cancel) {
        set_reason(r[pc->a]);
        TGDL_ASK_FLOW(0, Outcome::Cancel);
    }
    TGDL_OP(Winner) {
        TGDL_ASK_FLOW(1, flow->winner(static_cast<WinnerKind>(pc->b), base + pc->a));
    }
}

} // namespace tgdl
