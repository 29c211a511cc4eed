// Interpreter loop for pure code: the instructions of pure_ops.h, without frames, steps and reports.
#include "base/arithmetic.h"
#include "vm/dispatch.h"
#include "vm/execution.h"
#include "vm/machine.h"
#include "vm/positions.h"

#include <bit>
#include <cmath>

#define TGDL_CHUNK chunk
// Pure code never jumps back, so its steps need not be counted.
#define TGDL_JUMP_BY(offset)                                                                                           \
    do {                                                                                                               \
        pc += 1 + (offset);                                                                                            \
        TGDL_DISPATCH();                                                                                               \
    } while (false)
// What is unusual is for who runs the code as any other.
#define TGDL_FAULT_IF(condition, call)                                                                                 \
    do {                                                                                                               \
        if (condition) [[unlikely]] {                                                                                  \
            return false;                                                                                              \
        }                                                                                                              \
    } while (false)
#define TGDL_DO_NATIVE() return false
// Machine::may_eval_pure() is false where something hidden could be read.
#define TGDL_MAY_COMPARE() (void)0
#define TGDL_MAY_TELL_CLASS(instance) (void)0
// Texts that the rules have put together are rare here, and may be long.
#define TGDL_CHARGE_COMPARING(first, second)                                                                           \
    do {                                                                                                               \
        if (are_made_texts(first, second)) [[unlikely]] {                                                              \
            return false;                                                                                              \
        }                                                                                                              \
    } while (false)

#define TGDL_LABEL_Pure(name) &&run_##name
#define TGDL_LABEL_Impure(name) &&give_up

namespace tgdl {

namespace {

// Keeps the candidate if it passes and loads the next one. False: there is none.
bool ask_next(BatchFilter& batch, bool passes) {
    *batch.kept = *batch.next;
    batch.kept += passes ? 1 : 0;
    if (++batch.next == batch.end) {
        return false;
    }
    batch.load_candidate();
    return true;
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): the loop is one function so that its variables stay in registers.
bool Machine::eval_pure(const Chunk& chunk, Value* r, Value& answer, BatchFilter* batch) {
    static const void* const labels[] = {
#define TGDL_INSTRUCTION(name, operands, purity) TGDL_LABEL_##purity(name),
#include "program/instruction.def"
#undef TGDL_INSTRUCTION
    };
    const bool guards = false;
    const Value* const constants = program->constants.data();
    const Instruction* pc = chunk.code.data();
    TGDL_DISPATCH();

    TGDL_OP(Return) {
        answer = r[pc->a];
        if (batch == nullptr) {
            return true;
        }
        if (answer.is_null()) [[unlikely]] {
            return false;
        }
        if (!ask_next(*batch, answer.as_bool())) {
            return true;
        }
        pc = chunk.code.data();
        TGDL_DISPATCH();
    }
    TGDL_OP(ReturnNothing) {
        answer = Value::null();
        return batch == nullptr;
    }

#include "vm/pure_ops.h"

give_up:
    return false;
}

} // namespace tgdl

// Others mean something else by these.
#undef TGDL_CHUNK
#undef TGDL_JUMP_BY
#undef TGDL_FAULT_IF
#undef TGDL_DO_NATIVE
#undef TGDL_MAY_COMPARE
#undef TGDL_MAY_TELL_CLASS
#undef TGDL_CHARGE_COMPARING
#undef TGDL_LABEL_Pure
#undef TGDL_LABEL_Impure
#undef TGDL_INSTRUCTION
