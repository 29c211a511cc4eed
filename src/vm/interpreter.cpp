// The loop that runs code. What each instruction means is written in program/instruction.def.
//
// Pure instructions stand in pure_ops.h. Steps are counted without counting: `deadline` is the address at
// which they would run out if the code went straight on, and every jump shifts it along.
#include "base/arithmetic.h"
#include "vm/board_walks.h"
#include "vm/collections.h"
#include "vm/dispatch.h"
#include "vm/execution.h"
#include "vm/machine.h"
#include "vm/positions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#define TGDL_CHUNK chunks[frames.back().code]
// NOLINTBEGIN(bugprone-macro-parentheses): an instruction's code must be part of the one function.
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
// What a function outside of the loop may look at: where we are, what is live, how many steps are left.
#define TGDL_SAVE(live)                                                                                                \
    do {                                                                                                               \
        frames.back().at = static_cast<std::uint32_t>(pc - code) + 1;                                                  \
        live_top = base + (live);                                                                                      \
        budget.slice = steps_until(deadline, pc + 1);                                                                  \
    } while (false)
// Goes on after TGDL_SAVE and something that may have moved the registers or counted steps.
#define TGDL_NEXT_AFTER_WORK()                                                                                         \
    do {                                                                                                               \
        r = values.data() + base;                                                                                      \
        ++pc;                                                                                                          \
        deadline = deadline_from(pc, budget.slice);                                                                    \
        TGDL_DISPATCH();                                                                                               \
    } while (false)
#define TGDL_FAULT_IF(condition, call)                                                                                 \
    do {                                                                                                               \
        if (condition) [[unlikely]] {                                                                                  \
            TGDL_SAVE(pc->a);                                                                                          \
            return (call);                                                                                             \
        }                                                                                                              \
    } while (false)
// Does the native itself, whose instruction met something unusual; its result is in r[a].
#define TGDL_DO_NATIVE()                                                                                               \
    do {                                                                                                               \
        TGDL_SAVE(0);                                                                                                  \
        outcome = call_intrinsic(*this, *pc, base);                                                                    \
        if (outcome != Outcome::Next) [[unlikely]] {                                                                   \
            goto after_flow;                                                                                           \
        }                                                                                                              \
        r = values.data() + base;                                                                                      \
        deadline = deadline_from(pc + 1, budget.slice);                                                                \
    } while (false)
// A trial must not learn what is hidden. Who sees something the rules may have to say, above all registers of this code.
#define TGDL_MAY_LEARN(question)                                                                                       \
    do {                                                                                                               \
        if (guards) [[unlikely]] {                                                                                     \
            TGDL_SAVE(chunks[frames.back().code].registers);                                                           \
            if (!(question)) {                                                                                         \
                return Outcome::Opaque;                                                                                \
            }                                                                                                          \
            r = values.data() + base;                                                                                  \
            deadline = deadline_from(pc + 1, budget.slice);                                                            \
        }                                                                                                              \
    } while (false)
// Whether two things are the same.
#define TGDL_MAY_COMPARE() TGDL_MAY_LEARN(may_compare(*this, first, second))
// Of what class it is.
#define TGDL_MAY_TELL_CLASS(instance) TGDL_MAY_LEARN(may_tell_class(*this, instance))
#define TGDL_CHARGE_COMPARING(first, second)                                                                           \
    do {                                                                                                               \
        if (are_made_texts(first, second)) [[unlikely]] {                                                              \
            TGDL_SAVE(0);                                                                                              \
            if (!charge_comparing(*this, first, second)) {                                                             \
                goto budget_is_spent;                                                                                  \
            }                                                                                                          \
            deadline = deadline_from(pc + 1, budget.slice);                                                            \
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

std::uint64_t steps_until(std::ptrdiff_t deadline, const Instruction* from) {
    const std::ptrdiff_t left = deadline - address_of(from);
    return left < 0 ? 0 : static_cast<std::uint64_t>(left) / kInstructionBytes;
}

// How many steps more than there were have been taken when `next` is to run.
std::uint64_t steps_beyond(std::ptrdiff_t deadline, const Instruction* next) {
    return static_cast<std::uint64_t>(address_of(next) - deadline) / kInstructionBytes;
}

std::ptrdiff_t deadline_from(const Instruction* pc, std::uint64_t steps) {
    return address_of(pc) + static_cast<std::ptrdiff_t>(steps) * kInstructionBytes;
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): the loop is one function so that its variables stay in registers.
Outcome Machine::run(std::size_t floor) {
    static const void* const labels[] = {
#define TGDL_INSTRUCTION(name, operands, purity) &&run_##name,
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
    bool guards = false; // comparing things that are hidden ends the trial
    ChunkIndex called = 0;
    std::uint32_t callee_base = 0;
    std::uint32_t asked = 0; // the word that somebody may not see; 0: the instance itself
    Outcome outcome = Outcome::Next;
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
        goto out_of_steps_at_call;
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
            if (top > limits.words) {
                return fault_with(FaultId::OutOfMemory);
            }
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
    deadline = deadline_from(pc, budget.slice);
    guards = guards_secrets();
    if (budget.slice == 0) [[unlikely]] {
        goto out_of_steps;
    }
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
    budget.slice = steps_until(deadline, pc + 1);
    live_top = base;
    return frames.size() == floor ? Outcome::Done : Outcome::Pushed;

out_of_steps:
    // `pc` is the next to run.
    if (begin_slice(steps_beyond(deadline, pc))) {
        deadline = deadline_from(pc, budget.slice);
        TGDL_DISPATCH();
    }
    goto budget_is_spent;

out_of_steps_at_call:
    if (begin_slice(steps_beyond(deadline, pc + 1))) {
        deadline = deadline_from(pc + 1, budget.slice);
        goto call;
    }

budget_is_spent:
    frames.back().at = static_cast<std::uint32_t>(pc - code) + 1;
    live_top = base;
    return budget_spent();

#include "vm/pure_ops.h"

    // ---- calls

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
    TGDL_OP(CallReader) {
        called = pc->wide();
        callee_base = base + pc->a;
        if (viewer != kNone) {
            TGDL_ASK_FLOW(1, flow->read_for_viewer(called, callee_base));
        }
        goto call;
    }
    TGDL_OP(CallPublic) {
        called = pc->wide();
        callee_base = base + pc->a;
        if (guards_secrets() || viewer != kNone) {
            TGDL_ASK_FLOW(program->chunks[called].parameters, flow->call_public(called, callee_base));
        }
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
        if (native != nullptr) {
            outcome = native(*this, base + pc->a, pc->c);
        } else {
            outcome = flow->native(static_cast<NativeId>(pc->b), base + pc->a, pc->c);
            guards = guards_secrets(); // a hole may have begun or ended
        }
        if (outcome != Outcome::Next) [[unlikely]] {
            goto after_flow;
        }
        TGDL_NEXT_AFTER_WORK();
    }

    // ---- attributes

    TGDL_OP(GetHiddenWord) {
        asked = pc->c;
        goto get_hidden;
    }
    TGDL_OP(GetHiddenLength) {
        asked = 0; // whoever sees the instance
        goto get_hidden;
    }
get_hidden: {
    const Value instance = r[pc->b];
    TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->c));
    TGDL_FAULT_IF(instance.handle() == memory.half(kBlankWord, 0), blank_member(*this, pc->c));
    Value word = memory.value(instance.handle() + pc->c);
    if (guards_secrets() || viewer != kNone) [[unlikely]] {
        TGDL_SAVE(pc->a);
        if (!flow->may_read(instance.handle(), asked)) {
            if (viewer == kNone) {
                return Outcome::Opaque;
            }
            word = flow->shown_instead_of(instance.handle(), asked);
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
    TGDL_OP(SetGlobalWord) {
        const Value global = memory.value(layout.global(pc->b));
        TGDL_FAULT_IF(global.is_null(), unmade_global(*this, pc->b));
        memory.set_value(global.handle() + pc->c, r[pc->a]);
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
            TGDL_MAY_TELL_CLASS(element);
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
            TGDL_MAY_TELL_CLASS(element);
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
    TGDL_OP(Cover) {
        const std::uint32_t region = pc->wide();
        if (pc->a != 0 && is_hypothetical()) {
            *memory.unlogged(layout.region_asked(region)) = 1;
        } else if (memory.load(layout.region_ran(region)) == 0) {
            memory.store(layout.region_ran(region), 1);
        }
        deadline += kInstructionBytes;
        TGDL_NEXT();
    }

    // ---- what the flow purity

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
