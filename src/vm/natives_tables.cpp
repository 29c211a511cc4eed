#include "vm/native_call.h"

namespace tgdl {

namespace {

Outcome null_key(const NativeCall& call) {
    return call.fault(FaultId::NullKey, {});
}

Outcome wrong_key(const NativeCall& call, Value key, TypeIndex wanted) {
    return call.fault(FaultId::WrongKey, {plain_text(call.machine, key), call.machine.program->types[wanted].name});
}

Outcome length_of_table(NativeCall& call) {
    return call.give(Value::number(table_length(call.machine, call.handle(0))));
}

Outcome get_value(NativeCall& call) {
    if (call.argument(1).is_null()) {
        return null_key(call);
    }
    return call.give(table_get(call.machine, call.handle(0), call.argument(1)));
}

Outcome get_number(NativeCall& call) {
    if (call.argument(1).is_null()) {
        return null_key(call);
    }
    const Value number = table_get(call.machine, call.handle(0), call.argument(1));
    return call.give(number.is_null() ? Value::number(0) : number);
}

Outcome contains_key(NativeCall& call) {
    if (call.argument(1).is_null()) {
        return null_key(call);
    }
    return call.give(Value::boolean(!table_get(call.machine, call.handle(0), call.argument(1)).is_null()));
}

// A Table<K, T> may be known as a Table<T> here, so its own types are asked.
Outcome store_pair(NativeCall& call, Value key, Value value) {
    const Handle table = call.handle(0);
    const TypeIndex wanted = call.machine.program->types[collection_type(call.machine, table)].key;
    if (!key_fits(call.machine, key, wanted)) {
        return wrong_key(call, key, wanted);
    }
    if (!element_fits(call.machine, table, value)) {
        return call.wrong_element(value);
    }
    return table_set(call.machine, table, key, value) ? Outcome::Next : call.out_of_memory();
}

Outcome set_value(NativeCall& call) {
    const Value key = call.argument(1);
    const Value value = call.argument(2);
    if (key.is_null()) {
        return null_key(call);
    }
    if (value.is_null()) {
        table_remove(call.machine, call.handle(0), key);
        return call.give_nothing();
    }
    const Outcome stored = store_pair(call, key, value);
    return stored == Outcome::Next ? call.give_nothing() : stored;
}

// The new collection is of the table's own type of values, which may be narrower than what the code knows.
Outcome get_or_make(NativeCall& call) {
    const Value key = call.argument(1);
    if (key.is_null()) {
        return null_key(call);
    }
    const Value present = table_get(call.machine, call.handle(0), key);
    if (!present.is_null()) {
        return call.give(present);
    }
    const TypeIndex own = collection_type(call.machine, call.handle(0));
    const Value made = make_collection(call.machine, call.machine.program->types[own].element);
    if (made.is_null()) {
        return call.out_of_memory();
    }
    const Outcome stored = store_pair(call, key, made);
    return stored == Outcome::Next ? call.give(made) : stored;
}

Outcome list_keys(NativeCall& call) {
    Machine& machine = call.machine;
    const std::uint32_t length = table_length(machine, call.handle(0));
    const TypeIndex wanted = machine.program->types[call.type(1)].element;
    const Value list = make_list(machine, call.type(1), length);
    if (list.is_null()) {
        return call.out_of_memory();
    }
    std::uint32_t at = 0;
    Value key;
    Value value;
    while (table_next(machine, call.handle(0), at, key, value)) {
        if (!key_fits(machine, key, wanted)) {
            return wrong_key(call, key, wanted);
        }
        if (!list_add(machine, list.handle(), key)) {
            return call.out_of_memory();
        }
    }
    return call.give(list);
}

Outcome list_values(NativeCall& call) {
    Machine& machine = call.machine;
    const std::uint32_t length = table_length(machine, call.handle(0));
    const Value list = make_list(machine, call.type(1), length);
    if (list.is_null()) {
        return call.out_of_memory();
    }
    std::uint32_t at = 0;
    Value key;
    Value value;
    while (table_next(machine, call.handle(0), at, key, value)) {
        if (!list_add(machine, list.handle(), value)) {
            return call.out_of_memory();
        }
    }
    return call.give(list);
}

Outcome clear_table(NativeCall& call) {
    table_clear(call.machine, call.handle(0));
    return call.give_nothing();
}

Outcome copy(NativeCall& call) {
    return call.give_made(copy_table(call.machine, call.handle(0)));
}

Outcome check_key(NativeCall& call) {
    const Value key = call.argument(0);
    return key_fits(call.machine, key, call.type(1)) ? Outcome::Next : wrong_key(call, key, call.type(1));
}

constexpr auto kTableNatives = std::to_array<NativeEntry>({
    {NativeId::TableLength, native<"length", length_of_table>},
    {NativeId::TableGet, native<"[ ]", get_value>},
    {NativeId::TableGetNumber, native<"[ ]", get_number>},
    {NativeId::TableGetOrMake, native<"[ ]", get_or_make>},
    {NativeId::TableSet, native<"[ ]", set_value>},
    {NativeId::TableContains, native<"contains", contains_key>},
    {NativeId::TableKeys, native<"keys", list_keys>},
    {NativeId::TableValues, native<"values", list_values>},
    {NativeId::TableClear, native<"clear", clear_table>},
    {NativeId::TableCopy, native<"copy", copy>},
    {NativeId::CheckKey, native<"key", check_key>},
});

} // namespace

std::span<const NativeEntry> table_natives() {
    return kTableNatives;
}

} // namespace tgdl
