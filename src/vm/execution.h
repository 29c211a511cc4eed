// Slow paths of the interpreter's loop: faults, which are rare, and work that is too long for an instruction.
#pragma once

#include "vm/collections.h"
#include "vm/machine.h"

#include <string_view>

namespace tgdl {

// By NativeId; null for those that the flow answers.
const NativeFunction* native_table();

// ---- faults. The frame's instruction and live_top are right when they are called.
Outcome null_operand(Machine& machine, std::string_view sign);
// `seats`: which of Program::seats.
Outcome null_seat(Machine& machine, std::uint32_t seats);
Outcome null_receiver(Machine& machine);
Outcome null_member(Machine& machine, std::uint32_t word);
Outcome null_method(Machine& machine, std::uint32_t slot);
Outcome blank_member(Machine& machine, std::uint32_t word);
Outcome blank_receiver(Machine& machine, Value member); // of the blank tile: a text
Outcome unmade_global(Machine& machine, std::uint32_t global);
Outcome too_deep(Machine& machine);
// The result of `left sign right` was not finite: because of null, zero or size.
Outcome wrong_arithmetic(Machine& machine, std::string_view sign, Value left, Value right);

// ---- natives
// Charges what program/native_costs.def counts before the native runs. False: the budget is spent.
bool charge_native(Machine& machine, NativeId native, std::uint32_t window, std::uint32_t count);
// Calls the native that an instruction of the frame on top does; its result is in the instruction's r[a].
Outcome call_intrinsic(Machine& machine, const Instruction& instruction, std::uint32_t base);

// ---- trials (docs/reference/transactions.md#7)
bool may_compare(Machine& machine, Value first, Value second);
bool may_tell_class(Machine& machine, Value instance);

// ---- values. NaN, which null is as a number, gives NaN.
double remainder_of(double left, double right);
double power_of(double left, double right);
bool same_text_or_null(const Machine& machine, Value first, Value second);

// ---- collections; null when memory is used up
Value stack_of(Machine& machine, TypeIndex type, const Value* elements, std::uint32_t count);
// Of pairs of values from the window on; the table replaces the first.
Outcome table_of(Machine& machine, TypeIndex type, std::uint32_t window, std::uint32_t pairs);
// What a walk goes through, as a list of its own.
Value snapshot(Machine& machine, Value collection);
// Can it be walked without a copy? A Table cannot: finding the n-th pair costs O(n).
bool walks_in_place(const Machine& machine, Value collection);

} // namespace tgdl
