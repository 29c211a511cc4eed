// Tables: pairs in the order in which they came, and from 9 pairs on an index that finds them by their keys.
#include "vm/collections.h"
#include "vm/storage.h"

#include <bit>

namespace tgdl {

namespace {

constexpr std::uint32_t kPairWords = 2;
constexpr std::uint32_t kMostPairsWithoutIndex = 8;

Handle entries_of(const Machine& machine, Handle table) {
    return machine.memory.half(table + kTableEntriesWord, 0);
}

// Pairs with the holes between them.
std::uint32_t entries_used(const Machine& machine, Handle table) {
    return machine.memory.half(table + kTableEntriesWord, 1);
}

std::uint32_t entries_capacity(const Machine& machine, Handle table) {
    return storage_slots(machine, entries_of(machine, table)) / kPairWords;
}

Handle index_of(const Machine& machine, Handle table) {
    return machine.memory.half(table + kTableIndexWord, 1);
}

Handle key_slot(Handle entries, std::uint32_t entry) {
    return slot_at(entries, kPairWords * entry);
}

Handle value_slot(Handle entries, std::uint32_t entry) {
    return slot_at(entries, kPairWords * entry + 1);
}

// The first slot of the index where the key may stand; others follow it, and end with a zero.
std::uint32_t first_slot(const Machine& machine, Handle index, Value key) {
    const std::uint32_t mask = storage_slots(machine, index) - 1;
    return static_cast<std::uint32_t>(hash_value(machine, key)) & mask;
}

std::uint32_t next_slot(const Machine& machine, Handle index, std::uint32_t slot) {
    return (slot + 1) & (storage_slots(machine, index) - 1);
}

// Slots of the index that were looked at one after the other; a few are usual. Keys can be chosen so that there are many.
bool charge_slots(Machine& machine, std::uint32_t looked_at) {
    constexpr std::uint32_t kUsual = 8;
    return looked_at <= kUsual || machine.charge_elements(looked_at, 4);
}

std::uint32_t find_entry(Machine& machine, Handle table, Value key) {
    if (key.is(Tag::Text)) {
        machine.charge_elements(text_length(machine, key)); // to be compared with the one that is the same
    }
    const Handle entries = entries_of(machine, table);
    const Handle index = index_of(machine, table);
    if (index == 0) {
        const std::uint32_t used = entries_used(machine, table);
        for (std::uint32_t entry = 0; entry < used; ++entry) {
            if (same_value(machine, machine.memory.value(key_slot(entries, entry)), key)) {
                return entry;
            }
        }
        return kNone;
    }
    std::uint32_t slot = first_slot(machine, index, key);
    std::uint32_t found = kNone;
    std::uint32_t looked_at = 0;
    while (found == kNone) {
        const auto marked = static_cast<std::uint32_t>(machine.memory.load(slot_at(index, slot)));
        if (marked == 0) {
            break;
        }
        if (same_value(machine, machine.memory.value(key_slot(entries, marked - 1)), key)) {
            found = marked - 1;
        }
        slot = next_slot(machine, index, slot);
        ++looked_at;
    }
    charge_slots(machine, looked_at);
    return found;
}

// False when the budget is spent: the table is of no use then.
bool enter_into_index(Machine& machine, Handle index, Value key, std::uint32_t entry) {
    std::uint32_t slot = first_slot(machine, index, key);
    std::uint32_t looked_at = 0;
    while (machine.memory.load(slot_at(index, slot)) != 0) {
        slot = next_slot(machine, index, slot);
        ++looked_at;
    }
    machine.memory.store(slot_at(index, slot), entry + 1);
    return charge_slots(machine, looked_at);
}

// Puts the pairs of `from` without holes into `to` (which may be the same storage) and into an empty index. False when the
// budget is spent: the table is of no use then.
bool move_pairs(Machine& machine, Handle table, Handle to, Handle index) {
    Memory& memory = machine.memory;
    const Handle from = entries_of(machine, table);
    const std::uint32_t used = entries_used(machine, table);
    std::uint32_t placed = 0;
    machine.charge_elements(used, 4);
    for (std::uint32_t entry = 0; entry < used; ++entry) {
        const Value key = memory.value(key_slot(from, entry));
        if (key.is_null()) {
            continue;
        }
        if (from != to || entry != placed) {
            memory.set_value(key_slot(to, placed), key);
            memory.set_value(value_slot(to, placed), memory.value(value_slot(from, entry)));
        }
        if (index != 0 && !enter_into_index(machine, index, key, placed)) {
            return false;
        }
        ++placed;
    }
    memory.store(table + kTableEntriesWord, pack_halves(to, placed));
    memory.store(table + kTableIndexWord, pack_halves(placed, index));
    return true;
}

bool compact(Machine& machine, Handle table) {
    const Handle entries = entries_of(machine, table);
    const Handle index = index_of(machine, table);
    const std::uint32_t used = entries_used(machine, table);
    const std::uint32_t slots = storage_slots(machine, index);
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        machine.memory.store(slot_at(index, slot), 0);
    }
    if (!move_pairs(machine, table, entries, index)) {
        return false;
    }
    for (std::uint32_t slot = kPairWords * table_length(machine, table); slot < kPairWords * used; ++slot) {
        machine.memory.store(slot_at(entries, slot), 0);
    }
    return true;
}

// New storage for that many pairs, and an index where one is due. False, and nothing changed, without memory.
bool rebuild(Machine& machine, Handle table, std::uint32_t capacity) {
    const Handle entries = make_storage(machine, kPairWords * capacity);
    if (entries == 0) {
        return false;
    }
    Handle index = 0;
    if (capacity > kMostPairsWithoutIndex) {
        index = make_storage(machine, 2 * std::bit_ceil(capacity));
        if (index == 0) {
            return false;
        }
    }
    return move_pairs(machine, table, entries, index);
}

// Room for one pair more.
bool grow(Machine& machine, Handle table) {
    const std::uint32_t used = entries_used(machine, table);
    const std::uint32_t capacity = entries_capacity(machine, table);
    if (used < capacity) {
        return true;
    }
    const std::uint32_t holes = used - table_length(machine, table);
    if (holes > 0 && holes >= capacity / 4) {
        return compact(machine, table);
    }
    return rebuild(machine, table, more_slots(capacity));
}

} // namespace

Value make_table(Machine& machine, TypeIndex type) {
    const Handle table = machine.allocate(kTableWords);
    if (table == 0) {
        return Value::null();
    }
    machine.memory.store(table, Header{ObjectKind::Table, 0, static_cast<std::uint16_t>(type), kTableWords}.pack());
    return Value::collection(table);
}

Value copy_table(Machine& machine, Handle table) {
    const Value copy = make_table(machine, collection_type(machine, table));
    const std::uint32_t length = table_length(machine, table);
    if (copy.is_null() || length == 0) {
        return copy;
    }
    if (!rebuild(machine, copy.handle(), std::bit_ceil(length))) {
        return Value::null();
    }
    std::uint32_t at = 0;
    Value key;
    Value value;
    while (table_next(machine, table, at, key, value)) {
        if (!table_set(machine, copy.handle(), key, value)) {
            return Value::null();
        }
    }
    return copy;
}

std::uint32_t table_length(const Machine& machine, Handle table) {
    return machine.memory.half(table + kTableIndexWord, 0);
}

Value table_get(Machine& machine, Handle table, Value key) {
    const std::uint32_t entry = find_entry(machine, table, key);
    return entry == kNone ? Value::null() : machine.memory.value(value_slot(entries_of(machine, table), entry));
}

bool table_set(Machine& machine, Handle table, Value key, Value value) {
    Memory& memory = machine.memory;
    const std::uint32_t known = find_entry(machine, table, key);
    if (known != kNone) {
        memory.set_value(value_slot(entries_of(machine, table), known), value);
        return true;
    }
    if (!grow(machine, table)) {
        return false;
    }
    const Handle entries = entries_of(machine, table);
    const std::uint32_t entry = entries_used(machine, table);
    memory.set_value(key_slot(entries, entry), key);
    memory.set_value(value_slot(entries, entry), value);
    memory.set_half(table + kTableEntriesWord, 1, entry + 1);
    memory.set_half(table + kTableIndexWord, 0, table_length(machine, table) + 1);
    const Handle index = index_of(machine, table);
    return index == 0 || enter_into_index(machine, index, key, entry);
}

bool table_remove(Machine& machine, Handle table, Value key) {
    Memory& memory = machine.memory;
    const std::uint32_t entry = find_entry(machine, table, key);
    if (entry == kNone) {
        return false;
    }
    const Handle entries = entries_of(machine, table);
    const std::uint32_t left = table_length(machine, table) - 1;
    // The index goes on leading to the hole, which no key equals, so that what comes after it is still found.
    memory.set_value(key_slot(entries, entry), Value::null());
    memory.set_value(value_slot(entries, entry), Value::null());
    memory.set_half(table + kTableIndexWord, 0, left);
    if (left == 0) {
        table_clear(machine, table);
    } else if (entries_used(machine, table) > 2 * left) {
        compact(machine, table);
    }
    return true;
}

// A large table lets its storage go, so that clearing it again and again costs no more than filling it.
void table_clear(Machine& machine, Handle table) {
    Memory& memory = machine.memory;
    if (index_of(machine, table) != 0) {
        memory.store(table + kTableEntriesWord, 0);
        memory.store(table + kTableIndexWord, 0);
        return;
    }
    const Handle entries = entries_of(machine, table);
    const std::uint32_t used = entries_used(machine, table);
    for (std::uint32_t slot = 0; slot < kPairWords * used; ++slot) {
        memory.store(slot_at(entries, slot), 0);
    }
    memory.set_half(table + kTableEntriesWord, 1, 0);
    memory.set_half(table + kTableIndexWord, 0, 0);
}

bool table_next(const Machine& machine, Handle table, std::uint32_t& at, Value& key, Value& value) {
    const Handle entries = entries_of(machine, table);
    const std::uint32_t used = entries_used(machine, table);
    while (at < used) {
        const std::uint32_t entry = at;
        ++at;
        key = machine.memory.value(key_slot(entries, entry));
        if (!key.is_null()) {
            value = machine.memory.value(value_slot(entries, entry));
            return true;
        }
    }
    return false;
}

} // namespace tgdl
