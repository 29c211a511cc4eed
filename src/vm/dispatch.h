// Dispatch of a loop over instructions: direct threaded, by a table `labels` of where each is done.
//
// For interpreter.cpp and eval_pure.cpp. What a jump costs differs: each has its own TGDL_JUMP_BY.
#pragma once

#include "vm/assert_types.h"

// Labels as values are an extension that both of our compilers have.
#pragma GCC diagnostic ignored "-Wpedantic"

// NOLINTBEGIN(bugprone-macro-parentheses): labels. An instruction's code must be part of the one function.
#define TGDL_OP(name) run_##name:
// TGDL_CHUNK is the code that runs.
#define TGDL_DISPATCH()                                                                                                \
    do {                                                                                                               \
        TGDL_ASSERT_REGISTERS(TGDL_CHUNK);                                                                             \
        goto* labels[static_cast<std::size_t>(pc->op)];                                                                \
    } while (false)
#define TGDL_NEXT()                                                                                                    \
    do {                                                                                                               \
        ++pc;                                                                                                          \
        TGDL_DISPATCH();                                                                                               \
    } while (false)
#define TGDL_JUMP_WIDE() TGDL_JUMP_BY(static_cast<std::int32_t>(pc->wide()))
#define TGDL_JUMP_SHORT() TGDL_JUMP_BY(static_cast<std::int16_t>(pc->c))
// NOLINTEND(bugprone-macro-parentheses)
