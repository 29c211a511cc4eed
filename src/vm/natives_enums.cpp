#include "vm/native_call.h"
#include "vm/text_reader.h"

#include <cmath>

namespace tgdl {

namespace {

const EnumInfo& enum_of_type(const NativeCall& call, std::uint32_t index) {
    const Program& program = *call.machine.program;
    return program.enums[program.types[call.type(index)].enumeration];
}

Value value_at(const EnumInfo& info, std::uint32_t place) {
    return Value::item(ProgramItem::EnumValue, info.first + place);
}

Outcome all_values(NativeCall& call) {
    const EnumInfo& info = enum_of_type(call, 0);
    if (!call.charge(info.count, 1)) {
        return call.budget_spent();
    }
    const Value list = make_list(call.machine, call.type(1), info.count);
    if (list.is_null()) {
        return call.out_of_memory();
    }
    for (std::uint32_t place = 0; place < info.count; ++place) {
        if (!list_add(call.machine, list.handle(), value_at(info, place))) {
            return call.out_of_memory();
        }
    }
    return call.give(list);
}

// `as` of null is null.
template <NativeBody Body>
Outcome of_value(Machine& machine, std::uint32_t window, std::uint32_t count) {
    NativeCall call{machine, window, count, "as"};
    return call.argument(0).is_null() ? Outcome::Next : Body(call);
}

Outcome place_of_value(NativeCall& call) {
    const Program& program = *call.machine.program;
    const std::uint32_t index = call.argument(0).index();
    return call.give(Value::number(index - program.enums[program.enum_values[index].enumeration].first));
}

Outcome value_at_place(NativeCall& call) {
    const EnumInfo& info = enum_of_type(call, 1);
    const std::optional<std::uint32_t> place = call.position(0, info.count);
    return call.give(place ? value_at(info, *place) : Value::null());
}

Outcome value_of_name(NativeCall& call) {
    const EnumInfo& info = enum_of_type(call, 1);
    if (!call.charge(info.count + text_length(call.machine, call.argument(0)), 2)) {
        return call.budget_spent();
    }
    const std::string name = text_utf8(call.machine, call.argument(0));
    for (std::uint32_t place = 0; place < info.count; ++place) {
        if (call.machine.program->enum_values[info.first + place].name == name) {
            return call.give(value_at(info, place));
        }
    }
    return call.give_nothing();
}

Outcome compare_values(Machine& machine, std::uint32_t window, bool or_equal) {
    const Value left = machine.values[window];
    const Value right = machine.values[window + 1];
    if (left.is_null() || right.is_null()) {
        return machine.fault_with(FaultId::NullOperand, {or_equal ? "<=" : "<"});
    }
    machine.values[window] = Value::boolean(or_equal ? left.index() <= right.index() : left.index() < right.index());
    return Outcome::Next;
}

Outcome is_less(Machine& machine, std::uint32_t window, std::uint32_t /*count*/) {
    return compare_values(machine, window, false);
}

Outcome is_less_or_equal(Machine& machine, std::uint32_t window, std::uint32_t /*count*/) {
    return compare_values(machine, window, true);
}

constexpr auto kEnumNatives = std::to_array<NativeEntry>({
    {NativeId::EnumAll, native<"all", all_values, NullRule::AllArguments>},
    {NativeId::EnumPlace, of_value<place_of_value>},
    {NativeId::EnumAt, of_value<value_at_place>},
    {NativeId::EnumNamed, of_value<value_of_name>},
    {NativeId::EnumLess, is_less},
    {NativeId::EnumLessEqual, is_less_or_equal},
});

} // namespace

std::span<const NativeEntry> enum_natives() {
    return kEnumNatives;
}

} // namespace tgdl
