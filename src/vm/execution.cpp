#include "vm/execution.h"

#include "base/arithmetic.h"
#include "vm/collections.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace tgdl {
namespace {

// The attribute that stands in a word, when all classes that have one there agree on its name: the instance is null, so
// its class is not known.
std::string attribute_at(const Program& program, std::uint32_t word) {
    std::string_view found;
    for (const ClassInfo& info : program.classes) {
        for (const AttributeInfo& attribute : info.attributes) {
            if (attribute.offset != word || attribute.name == found) {
                continue;
            }
            if (!found.empty()) {
                return "an attribute";
            }
            found = attribute.name;
        }
    }
    return found.empty() ? "an attribute" : std::string(found);
}

// The name of the function that code calls at a place, be it in a frame of its own or not; empty: it calls none there.
std::string function_called_at(const Program& program, ChunkIndex caller, LocationIndex place) {
    const Chunk& chunk = program.chunks[caller];
    ChunkIndex called = kNone;
    for (std::size_t at = 0; at < chunk.code.size(); ++at) {
        if (chunk.places[at] == place
            && (chunk.code[at].op == Operation::Call || chunk.code[at].op == Operation::CallReader)) {
            called = chunk.code[at].wide();
        }
    }
    for (const InlinedCall& inlined : chunk.inlined) {
        called = inlined.place == place ? inlined.chunk : called;
    }
    if (called == kNone) {
        return {};
    }
    const std::string& whole = program.chunks[called].name;
    return whole.substr(whole.rfind('.') + 1);
}

bool is_hidden(Machine& machine, Value value) {
    return value.is_instance() && !machine.flow->may_read(value.handle(), 0);
}

// QuickGroupGet and QuickGroupCell: the native runs no other code, so it works above all registers.
Outcome get_cell(Machine& machine, const Instruction& instruction, std::uint32_t base) {
    const bool by_numbers = instruction.op == Operation::QuickGroupCell;
    const std::uint32_t window = base + machine.program->chunks[machine.frames.back().code].registers;
    machine.reserve(window + 3);
    const Value* const r = machine.values.data() + base;
    const std::array<Value, 3> arguments = {
        r[by_numbers ? instruction.b : instruction.a],
        by_numbers ? Value::number(cell_column(instruction)) : r[instruction.b],
        by_numbers ? Value::number(cell_row(instruction)) : r[instruction.c],
    };
    std::ranges::copy(arguments, machine.values.begin() + window);
    machine.live_top = window + 3;
    const Outcome outcome = native_function(NativeId::GroupGet)(machine, window, 3);
    machine.values[base + instruction.a] = machine.values[window];
    return outcome;
}

} // namespace

// ---- faults

Outcome null_operand(Machine& machine, std::string_view sign) {
    machine.fault_with(FaultId::NullOperand, {std::string(sign)});
    const LocationIndex place = machine.fault().place;
    if (place < machine.program->places.size() && machine.program->places[place].turned) {
        machine.fault_with(FaultId::NullOperand, {sign == "<" ? ">" : sign == "<=" ? ">=" : std::string(sign)});
    }
    return Outcome::Fault;
}

Outcome null_seat(Machine& machine, std::uint32_t seats) {
    const Program& program = *machine.program;
    return machine.fault_with(FaultId::NullSeat, {program.classes[program.seats[seats]].name});
}

Outcome null_receiver(Machine& machine) {
    machine.fault_with(FaultId::NullMember, {"a function"});
    const std::string name = function_called_at(*machine.program, machine.frames.back().code, machine.fault().place);
    return name.empty() ? Outcome::Fault : machine.fault_with(FaultId::NullMember, {name + "()"});
}

Outcome null_member(Machine& machine, std::uint32_t word) {
    return machine.fault_with(FaultId::NullMember, {attribute_at(*machine.program, word)});
}

Outcome null_method(Machine& machine, std::uint32_t slot) {
    // As for attributes: the name is sure only when all classes with such a slot agree.
    const Program& program = *machine.program;
    std::string found;
    for (const ClassInfo& info : program.classes) {
        if (slot >= info.methods.size() || info.methods[slot] == kNone) {
            continue;
        }
        const std::string& whole = program.chunks[info.methods[slot]].name;
        const std::string name = whole.substr(whole.rfind('.') + 1);
        if (!found.empty() && found != name) {
            return machine.fault_with(FaultId::NullMember, {"a function"});
        }
        found = name;
    }
    return machine.fault_with(FaultId::NullMember, {found + "()"});
}

Outcome blank_member(Machine& machine, std::uint32_t word) {
    return machine.fault_with(FaultId::BlankMember, {attribute_at(*machine.program, word)});
}

Outcome blank_receiver(Machine& machine, Value member) {
    return machine.fault_with(FaultId::BlankMember, {text_utf8(machine, member)});
}

Outcome unmade_global(Machine& machine, std::uint32_t global) {
    const Program& program = *machine.program;
    return machine.fault_with(FaultId::NullMember, {program.classes[program.globals[global]].name});
}

Outcome too_deep(Machine& machine) {
    return machine.fault_with(FaultId::TooDeep, {fmt::to_string(machine.limits.depth)});
}

Outcome wrong_arithmetic(Machine& machine, std::string_view sign, Value left, Value right) {
    if (left.is_null() || right.is_null()) {
        return null_operand(machine, sign);
    }
    if ((sign == "/" || sign == "%") && right == Value::number(0)) {
        return machine.fault_with(FaultId::DivisionByZero, {plain_text(machine, left)});
    }
    return machine.fault_with(FaultId::NotFinite,
                              {plain_text(machine, left), std::string(sign), plain_text(machine, right)});
}

// ---- natives in the loop

Outcome call_intrinsic(Machine& machine, const Instruction& instruction, std::uint32_t base) {
    const NativeId native = *native_of_intrinsic(instruction.op);
    const auto count = static_cast<std::uint32_t>(native_arguments(native));
    if (native == NativeId::GroupGet) {
        return get_cell(machine, instruction, base);
    }
    // Where something is hidden the native may run other code, and r[a] is the first register that holds nothing.
    // Everywhere else r[a] may lie below values that are still wanted, so the native works above them all.
    const Program& program = *machine.program;
    const std::uint32_t window =
        base + (program.hides ? instruction.a : program.chunks[machine.frames.back().code].registers);
    machine.reserve(window + 2);
    const Value second = count > 1 ? machine.values[base + instruction.c] : Value::null();
    machine.values[window] = count > 0 ? machine.values[base + instruction.b] : Value::null();
    machine.values[window + 1] = second;
    machine.live_top = window + count;
    const NativeFunction function = native_function(native);
    const Outcome outcome =
        function == nullptr ? machine.flow->native(native, window, count) : function(machine, window, count);
    machine.values[base + instruction.a] = machine.values[window];
    return outcome;
}

// ---- trials

bool may_compare(Machine& machine, Value first, Value second) {
    if (!first.is_instance() || !second.is_instance()) {
        return true; // whether something is there at all is seen
    }
    return !is_hidden(machine, first) && !is_hidden(machine, second);
}

bool may_tell_class(Machine& machine, Value instance) {
    return !is_hidden(machine, instance);
}

// ---- values

double remainder_of(double left, double right) {
    return std::fmod(left, right) + 0.0;
}

double power_of(double left, double right) {
    if (std::isnan(left) || std::isnan(right)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return power(left, right) + 0.0;
}

bool same_text_or_null(const Machine& machine, Value first, Value second) {
    if (first == second) {
        return true;
    }
    return first.is_text() && second.is_text() && same_text(machine, first, second);
}

// ---- collections

Value stack_of(Machine& machine, TypeIndex type, const Value* elements, std::uint32_t count) {
    const Value stack = make_stack(machine, type, count);
    for (std::uint32_t at = 0; at < count && !stack.is_null(); ++at) {
        if (!elements[at].is_null() && !stack_push(machine, stack.handle(), elements[at])) {
            return Value::null();
        }
    }
    return stack;
}

Outcome table_of(Machine& machine, TypeIndex type, std::uint32_t window, std::uint32_t pairs) {
    const Value table = make_table(machine, type);
    if (table.is_null()) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    for (std::uint32_t pair = 0; pair < pairs; ++pair) {
        const Value key = machine.values[window + 2 * pair];
        const Value value = machine.values[window + 2 * pair + 1];
        if (key.is_null()) {
            return machine.fault_with(FaultId::NullKey);
        }
        if (value.is_null()) {
            table_remove(machine, table.handle(), key); // as `t[k] = null` does
        } else if (!table_set(machine, table.handle(), key, value)) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
    }
    machine.values[window] = table;
    return Outcome::Next;
}

Value snapshot(Machine& machine, Value collection) {
    const Header header = Header::unpack(machine.memory.load(collection.handle()));
    const bool is_table = header.kind == ObjectKind::Table;
    const std::uint32_t length =
        is_table ? table_length(machine, collection.handle()) : walk_length(machine, collection);
    machine.charge_elements(length, 4);
    const Value list = make_list(machine, kNone, length); // of no type: rules never get hold of it
    if (list.is_null()) {
        return list;
    }
    std::uint32_t at = 0;
    Value key;
    Value value;
    for (std::uint32_t position = 0; position < length; ++position) {
        if (is_table) {
            table_next(machine, collection.handle(), at, key, value);
        } else {
            key = walk_get(machine, collection, position);
        }
        if (!list_add(machine, list.handle(), key)) {
            return Value::null();
        }
    }
    return list;
}

bool walks_in_place(const Machine& machine, Value collection) {
    return Header::unpack(machine.memory.load(collection.handle())).kind != ObjectKind::Table;
}

} // namespace tgdl
