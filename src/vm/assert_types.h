// Assertions of a type-checked build (CMake's TGDL_TYPED): every value is of the type that verify() has found for it.
//
// Values that code reads, writes, is given and gives are looked at before each instruction; all attributes and elements of
// the heap after each transaction. What does not fit ends the program with the code, the instruction, the register, the
// value and the type. In every other build the macros are nothing.
#pragma once

#include "vm/machine.h"

namespace tgdl {

// Before the instruction runs with these registers.
void assert_register_types(const Machine& machine, const Chunk& chunk, const Instruction* pc, const Value* registers);
// Attributes of all instances, elements of all collections, cards of all decks.
void assert_heap_types(const Machine& machine);

} // namespace tgdl

#ifdef TGDL_TYPED
#define TGDL_ASSERT_REGISTERS(chunk) assert_register_types(*this, chunk, pc, r)
#define TGDL_ASSERT_HEAP(machine) assert_heap_types(machine)
#else
#define TGDL_ASSERT_REGISTERS(chunk) static_cast<void>(0)
#define TGDL_ASSERT_HEAP(machine) static_cast<void>(0)
#endif
