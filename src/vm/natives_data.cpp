// Natives of data files: an instance for each row, with the values that its row has.
#include "base/arithmetic.h"
#include "program/instance_layout.h"
#include "vm/native_call.h"

namespace tgdl {

namespace {

const DataTableInfo* table_at(const NativeCall& call, std::uint32_t argument) {
    const auto index = static_cast<std::size_t>(call.number(argument));
    return index < call.machine.program->data_tables.size() ? &call.machine.program->data_tables[index] : nullptr;
}

const DataRowInfo* row_at(const NativeCall& call, const DataTableInfo* table, std::uint32_t argument) {
    const auto place = static_cast<std::size_t>(call.number(argument));
    return table != nullptr && place < table->instances.size() ? &table->rows[table->instances[place]] : nullptr;
}

// A value of the table as one of the match; collections are made anew. False when there is no memory.
bool make_data_value(Machine& machine, const DataTableInfo& table, std::uint32_t index, Value& out);

bool make_data_collection(Machine& machine, const DataTableInfo& table, const DataValueInfo& info, Value& out) {
    if (!machine.charge(1 + info.count)) {
        return false;
    }
    out = make_collection(machine, info.type);
    if (out.is_null()) {
        return false;
    }
    const bool is_table = machine.program->types[info.type].kind == ValueKind::Table;
    for (std::uint32_t i = info.first; i < info.first + info.count; ++i) {
        Value value;
        if (!make_data_value(machine, table, table.elements[i], value)) {
            return false;
        }
        if (!is_table) {
            if (!list_add(machine, out.handle(), value)) {
                return false;
            }
            continue;
        }
        const Value key = value;
        if (!make_data_value(machine, table, table.elements[++i], value)
            || (!value.is_null() && !table_set(machine, out.handle(), key, value))) {
            return false;
        }
    }
    return true;
}

bool make_data_value(Machine& machine, const DataTableInfo& table, std::uint32_t index, Value& out) {
    const DataValueInfo& info = table.values[index];
    switch (info.kind) {
    case DataValueInfo::Kind::Plain: out = info.plain; return true;
    case DataValueInfo::Kind::Player:
        out = Value::number(player_of(info.plain.as_number(), machine.layout.players));
        return true;
    case DataValueInfo::Kind::Collection: return make_data_collection(machine, table, info, out);
    }
    return false;
}

Outcome new_of_row(NativeCall& call) {
    const DataRowInfo* const row = row_at(call, table_at(call, 0), 1);
    const Handle made = row == nullptr ? 0 : call.machine.make_instance(row->instance_class);
    if (made == 0) {
        return call.out_of_memory();
    }
    call.machine.set_flag(made, kBeingMade, true);
    return call.give(Value::instance(made));
}

Outcome fill_from_row(NativeCall& call) {
    Machine& machine = call.machine;
    const DataTableInfo* const table = table_at(call, 1);
    const DataRowInfo* const row = row_at(call, table, 2);
    const Handle instance = call.handle(0);
    if (row == nullptr || machine.class_of(instance) != row->instance_class) {
        return call.give_nothing(); // no code that was verified and made by the compiler gets here
    }
    if (!machine.charge(row->count)) {
        return call.budget_spent();
    }
    const ClassInfo& info = machine.program->classes[row->instance_class];
    for (std::uint32_t i = row->first; i < row->first + row->count; ++i) {
        const DataCellInfo& cell = table->cells[i];
        Value value;
        if (!make_data_value(machine, *table, cell.value, value)) {
            return call.out_of_memory();
        }
        if (cell.attribute != kNone) {
            machine.memory.set_value(instance + info.attributes[cell.attribute].offset, value);
        } else if (info.kind == ClassKind::Connection) {
            machine.memory.set_value(instance + kConnectionDistanceWord, value);
        } else if (info.turned_word != 0) {
            machine.memory.set_value(instance + info.turned_word, Value::number(std::trunc(value.as_number()) + 0.0));
        }
    }
    return call.give_nothing();
}

constexpr auto kDataNatives = std::to_array<NativeEntry>({
    {NativeId::DataNew, native<"rows", new_of_row>},
    {NativeId::DataFill, native<"rows", fill_from_row>},
});

} // namespace

std::span<const NativeEntry> data_natives() {
    return kDataNatives;
}

} // namespace tgdl
