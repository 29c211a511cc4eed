// What a `suppose` gives: things that it has made are nothing outside of it.
#include "vm/native_call.h"

namespace tgdl {

namespace {

Value without_made(const NativeCall& call, Value value, Handle top);

// Elements stand in the words of a Storage; those that are not in use are the number 0.
void forget_made_elements(const NativeCall& call, Handle collection, Handle top) {
    Memory& memory = call.machine.memory;
    const Handle storage = memory.half(collection + kListStorageWord, 0);
    const std::uint32_t words = storage == 0 ? 0 : Header::unpack(memory.load(storage)).size;
    if (!call.charge(words, 2)) {
        return;
    }
    for (std::uint32_t at = 1; at < words; ++at) {
        const Value element = memory.value(storage + at);
        memory.store(storage + at, without_made(call, element, top).bits);
    }
}

void forget_made_pairs(const NativeCall& call, Handle table, Handle top) {
    Machine& machine = call.machine;
    std::vector<Value> gone;
    std::uint32_t at = 0;
    Value key;
    Value value;
    while (call.charge(1, 4) && table_next(machine, table, at, key, value)) {
        if (without_made(call, key, top).is_null() || without_made(call, value, top).is_null()) {
            gone.push_back(key);
        }
    }
    for (const Value each : gone) {
        table_remove(machine, table, each);
    }
}

Value without_made(const NativeCall& call, Value value, Handle top) {
    if (value.is_instance() && value.handle() >= top) {
        return Value::null();
    }
    if (value.is_collection() && value.handle() >= top) {
        if (Header::unpack(call.machine.memory.load(value.handle())).kind == ObjectKind::Table) {
            forget_made_pairs(call, value.handle(), top);
        } else {
            forget_made_elements(call, value.handle(), top);
        }
    }
    return value;
}

Outcome forget_made(Machine& machine, std::uint32_t window, std::uint32_t count) {
    const NativeCall call{machine, window, count, "suppose"};
    return call.give(without_made(call, call.argument(0), machine.hypothetical_top()));
}

constexpr auto kSupposeNatives = std::to_array<NativeEntry>({
    {NativeId::ForgetMade, forget_made},
});

} // namespace

std::span<const NativeEntry> suppose_natives() {
    return kSupposeNatives;
}

} // namespace tgdl
