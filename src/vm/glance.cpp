// The loop for code that only looks: the instructions of looks.inc, without frames, steps and reports.
#include "vm/arithmetic.h"
#include "vm/dispatch.h"
#include "vm/execution.h"
#include "vm/machine.h"
#include "vm/places.h"

#include <bit>
#include <cmath>

// Code that only looks never jumps back, so its steps need not be counted.
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
// Nobody has a glance where something hidden can come into view.
#define TGDL_MAY_COMPARE() (void)0
#define TGDL_MAY_TELL_CLASS(instance) (void)0

#define TGDL_LABEL_Looks(name) &&run_##name
#define TGDL_LABEL_Acts(name) &&give_up

namespace tgdl {

namespace {

// Takes note of the answer about a candidate and puts the next one before the code. False: there is none.
bool ask_next(Sieve& sieve, bool passes) {
    *sieve.kept = *sieve.next;
    sieve.kept += passes ? 1 : 0;
    if (++sieve.next == sieve.end) {
        return false;
    }
    sieve.put();
    return true;
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): the loop is one function so that its variables stay in registers.
bool Machine::glance(const Chunk& chunk, Value* r, Value& answer, Sieve* sieve) {
    static const void* const labels[] = {
#define TGDL_INSTRUCTION(name, operands, does) TGDL_LABEL_##does(name),
#include "program/instruction.def"
#undef TGDL_INSTRUCTION
    };
    const bool watched = false;
    const Value* const constants = program->constants.data();
    const Instruction* pc = chunk.code.data();
    TGDL_DISPATCH();

    TGDL_OP(Return) {
        answer = r[pc->a];
        if (sieve == nullptr) {
            return true;
        }
        if (answer.is_null()) [[unlikely]] {
            return false;
        }
        if (!ask_next(*sieve, answer.as_bool())) {
            return true;
        }
        pc = chunk.code.data();
        TGDL_DISPATCH();
    }
    TGDL_OP(ReturnNothing) {
        answer = Value::null();
        return sieve == nullptr;
    }

#include "vm/looks.inc"

give_up:
    return false;
}

} // namespace tgdl

// Others mean something else by these.
#undef TGDL_JUMP_BY
#undef TGDL_FAULT_IF
#undef TGDL_DO_NATIVE
#undef TGDL_MAY_COMPARE
#undef TGDL_MAY_TELL_CLASS
#undef TGDL_LABEL_Looks
#undef TGDL_LABEL_Acts
#undef TGDL_INSTRUCTION
