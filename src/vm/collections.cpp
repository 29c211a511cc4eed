#include "vm/collections.h"

#include "program/texts.h"
#include "vm/positions.h"
#include "vm/storage.h"
#include "vm/text_reader.h"

#include <cmath>

namespace tgdl {

namespace {

ObjectKind kind_of(const Machine& machine, Handle collection) {
    return Header::unpack(machine.memory.load(collection)).kind;
}

// {header}, {Storage, 0} and what else such an object has; 0 when there is no memory.
Handle make_sequence(Machine& machine, Header header, std::uint32_t capacity) {
    const Handle sequence = machine.allocate(header.size);
    if (sequence == 0) {
        return 0;
    }
    machine.memory.store(sequence, header.pack());
    if (capacity > 0) {
        const Handle storage = make_storage(machine, capacity);
        if (storage == 0) {
            return 0;
        }
        machine.memory.store(sequence + kListStorageWord, pack_halves(storage, 0));
    }
    return sequence;
}

Handle storage_of(const Machine& machine, Handle sequence) {
    return machine.memory.half(sequence + kListStorageWord, 0);
}

void set_length(Machine& machine, Handle sequence, std::uint32_t length) {
    machine.memory.set_half(sequence + kListStorageWord, 1, length);
}

// Room for one element more; false when there is no memory.
bool grow_list(Machine& machine, Handle list, std::uint32_t length) {
    const Handle old = storage_of(machine, list);
    if (length < storage_slots(machine, old)) {
        return true;
    }
    const Handle storage = make_storage(machine, more_slots(length));
    if (storage == 0) {
        return false;
    }
    for (std::uint32_t i = 0; i < length; ++i) {
        machine.memory.store(slot_at(storage, i), machine.memory.load(slot_at(old, i)));
    }
    machine.memory.store(list + kListStorageWord, pack_halves(storage, length));
    return true;
}

std::uint32_t front_of(const Machine& machine, Handle stack) {
    return machine.memory.half(stack + kStackFrontWord, 0);
}

// Where the element of a ring stands.
Handle ring_slot(const Machine& machine, Handle stack, std::uint32_t index) {
    const Handle storage = storage_of(machine, stack);
    const std::uint32_t slots = storage_slots(machine, storage);
    const std::uint32_t position = front_of(machine, stack) + index;
    return slot_at(storage, position < slots ? position : position - slots);
}

bool grow_stack(Machine& machine, Handle stack, std::uint32_t length) {
    if (length < storage_slots(machine, storage_of(machine, stack))) {
        return true;
    }
    const Handle storage = make_storage(machine, more_slots(length));
    if (storage == 0) {
        return false;
    }
    for (std::uint32_t i = 0; i < length; ++i) {
        machine.memory.set_value(slot_at(storage, i), stack_get(machine, stack, i));
    }
    machine.memory.store(stack + kListStorageWord, pack_halves(storage, length));
    machine.memory.store(stack + kStackFrontWord, pack_halves(0, 0));
    return true;
}

void swap_words(Machine& machine, Handle first, Handle second) {
    const Word word = machine.memory.load(first);
    machine.memory.store(first, machine.memory.load(second));
    machine.memory.store(second, word);
}

} // namespace

// ---- values ---------------------------------------------------------------------------------------------------------

std::uint64_t hash_value(const Machine& machine, Value value) {
    std::uint64_t bits = value.bits;
    if (value.is_number()) {
        bits = Value::number(value.as_number()).bits;
    } else if (value.is(Tag::ConstantText)) {
        bits = hash_units(machine.program->texts[value.index()].units);
    } else if (value.is(Tag::Text)) {
        bits = machine.memory.half(value.handle() + kTextLengthWord, 1);
    }
    // The finalizer of SplitMix64: numbers differ in their high bits alone.
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
    return bits ^ (bits >> 31U);
}

// ---- lists ----------------------------------------------------------------------------------------------------------

Value make_list(Machine& machine, TypeIndex type, std::uint32_t capacity) {
    const Handle list =
        make_sequence(machine, {ObjectKind::List, 0, static_cast<std::uint16_t>(type), kListWords}, capacity);
    return list == 0 ? Value::null() : Value::collection(list);
}

namespace {

// The list is new and has room for all of them: no need to add one by one.
template <typename Element, typename ToValue>
Value list_of_all(Machine& machine, TypeIndex type, std::span<const Element> elements, const ToValue& to_value) {
    const auto count = static_cast<std::uint32_t>(elements.size());
    const Value list = make_list(machine, type, count);
    if (list.is_null() || count == 0) {
        return list;
    }
    Handle slot = slot_at(storage_of(machine, list.handle()), 0);
    for (const Element element : elements) {
        machine.memory.set_value(slot++, to_value(element));
    }
    set_length(machine, list.handle(), count);
    return list;
}

} // namespace

Value list_of(Machine& machine, TypeIndex type, std::span<const Value> elements) {
    return list_of_all(machine, type, elements, [](Value element) { return element; });
}

Value list_of_instances(Machine& machine, TypeIndex type, std::span<const Handle> instances) {
    return list_of_all(machine, type, instances, Value::instance);
}

void list_set(Machine& machine, Handle list, std::uint32_t index, Value value) {
    machine.memory.set_value(slot_at(storage_of(machine, list), index), value);
}

bool list_add(Machine& machine, Handle list, Value value) {
    const std::uint32_t length = list_length(machine, list);
    if (!grow_list(machine, list, length)) {
        return false;
    }
    list_set(machine, list, length, value);
    set_length(machine, list, length + 1);
    return true;
}

bool list_insert(Machine& machine, Handle list, std::uint32_t index, Value value) {
    const std::uint32_t length = list_length(machine, list);
    if (!grow_list(machine, list, length)) {
        return false;
    }
    for (std::uint32_t i = length; i > index; --i) {
        list_set(machine, list, i, list_get(machine, list, i - 1));
    }
    list_set(machine, list, index, value);
    set_length(machine, list, length + 1);
    return true;
}

Value list_remove_at(Machine& machine, Handle list, std::uint32_t index) {
    const Value removed = list_get(machine, list, index);
    const std::uint32_t last = list_length(machine, list) - 1;
    const Handle end = slot_at(storage_of(machine, list), last);
    machine.memory.move_down(end - last + index, end);
    machine.memory.store(end, 0);
    set_length(machine, list, last);
    return removed;
}

void list_clear(Machine& machine, Handle list) {
    const Handle storage = storage_of(machine, list);
    const std::uint32_t length = list_length(machine, list);
    for (std::uint32_t i = 0; i < length; ++i) {
        machine.memory.store(slot_at(storage, i), 0);
    }
    set_length(machine, list, 0);
}

void list_swap(Machine& machine, Handle list, std::uint32_t first, std::uint32_t second) {
    const Handle storage = storage_of(machine, list);
    swap_words(machine, slot_at(storage, first), slot_at(storage, second));
}

// ---- stacks ---------------------------------------------------------------------------------------------------------

Value make_stack(Machine& machine, TypeIndex type, std::uint32_t capacity) {
    const Handle stack =
        make_sequence(machine, {ObjectKind::Stack, 0, static_cast<std::uint16_t>(type), kStackWords}, capacity);
    return stack == 0 ? Value::null() : Value::collection(stack);
}

std::uint32_t stack_length(const Machine& machine, Handle stack) {
    return machine.memory.half(stack + kListStorageWord, 1);
}

Value stack_get(const Machine& machine, Handle stack, std::uint32_t index) {
    return machine.memory.value(ring_slot(machine, stack, index));
}

bool stack_push(Machine& machine, Handle stack, Value value) {
    const std::uint32_t length = stack_length(machine, stack);
    if (!grow_stack(machine, stack, length)) {
        return false;
    }
    machine.memory.set_value(ring_slot(machine, stack, length), value);
    set_length(machine, stack, length + 1);
    return true;
}

bool stack_push_front(Machine& machine, Handle stack, Value value) {
    const std::uint32_t length = stack_length(machine, stack);
    if (!grow_stack(machine, stack, length)) {
        return false;
    }
    const std::uint32_t front = front_of(machine, stack);
    const std::uint32_t slots = storage_slots(machine, storage_of(machine, stack));
    machine.memory.set_half(stack + kStackFrontWord, 0, front == 0 ? slots - 1 : front - 1);
    machine.memory.set_value(ring_slot(machine, stack, 0), value);
    set_length(machine, stack, length + 1);
    return true;
}

// The shorter side moves up.
Value stack_remove_at(Machine& machine, Handle stack, std::uint32_t index) {
    Memory& memory = machine.memory;
    const Value removed = stack_get(machine, stack, index);
    const std::uint32_t last = stack_length(machine, stack) - 1;
    if (index < last - index) {
        for (std::uint32_t i = index; i > 0; --i) {
            memory.set_value(ring_slot(machine, stack, i), stack_get(machine, stack, i - 1));
        }
        memory.store(ring_slot(machine, stack, 0), 0);
        const std::uint32_t front = front_of(machine, stack) + 1;
        const std::uint32_t slots = storage_slots(machine, storage_of(machine, stack));
        memory.set_half(stack + kStackFrontWord, 0, front == slots ? 0 : front);
    } else {
        for (std::uint32_t i = index; i < last; ++i) {
            memory.set_value(ring_slot(machine, stack, i), stack_get(machine, stack, i + 1));
        }
        memory.store(ring_slot(machine, stack, last), 0);
    }
    set_length(machine, stack, last);
    return removed;
}

void stack_clear(Machine& machine, Handle stack) {
    const std::uint32_t length = stack_length(machine, stack);
    for (std::uint32_t i = 0; i < length; ++i) {
        machine.memory.store(ring_slot(machine, stack, i), 0);
    }
    set_length(machine, stack, 0);
    machine.memory.store(stack + kStackFrontWord, pack_halves(0, 0));
}

void stack_swap(Machine& machine, Handle stack, std::uint32_t first, std::uint32_t second) {
    swap_words(machine, ring_slot(machine, stack, first), ring_slot(machine, stack, second));
}

// ---- all collections ------------------------------------------------------------------------------------------------

std::uint32_t other_walk_length(const Machine& machine, Value collection) {
    if (collection.is_instance()) {
        return deck_length(machine, collection.handle());
    }
    if (kind_of(machine, collection.handle()) == ObjectKind::Table) {
        return table_length(machine, collection.handle());
    }
    return stack_length(machine, collection.handle());
}

Value other_walk_get(const Machine& machine, Value collection, std::uint32_t index) {
    const Handle handle = collection.handle();
    if (collection.is_instance()) {
        return Value::instance(deck_get(machine, handle, index));
    }
    if (kind_of(machine, handle) == ObjectKind::Stack) {
        return stack_get(machine, handle, index);
    }
    std::uint32_t at = 0;
    Value key;
    Value value;
    for (std::uint32_t i = 0; i <= index; ++i) {
        if (!table_next(machine, handle, at, key, value)) {
            return Value::null();
        }
    }
    return key;
}

TypeIndex collection_type(const Machine& machine, Handle collection) {
    return Header::unpack(machine.memory.load(collection)).type;
}

// Which values the checker has let through for a number, a text and so on is certain; only references can be of a base.
bool element_fits(const Machine& machine, Handle collection, Value value) {
    const TypeIndex element = machine.program->types[collection_type(machine, collection)].element;
    if (value.is_null() || element == kNone || !(value.is_instance() || value.is_collection())) {
        return true;
    }
    return machine.fits(value, element);
}

bool key_fits(const Machine& machine, Value key, TypeIndex type) {
    if (type == kNone) {
        return true;
    }
    const double number = key.is_number() ? key.as_number() : 0;
    switch (machine.program->types[type].kind) {
    case ValueKind::AnyKey: return true;
    case ValueKind::Number: return key.is_number();
    case ValueKind::Text: return key.is_text();
    case ValueKind::Bool: return key.is(Tag::Bool);
    case ValueKind::Player:
        return key.is_number() && number == std::trunc(number) && number >= 0 && number < machine.layout.players;
    case ValueKind::List:
    case ValueKind::Table:
    case ValueKind::Stack: return key.is_collection() && machine.fits(key, type);
    case ValueKind::Instance: return key.is_instance() && machine.fits(key, type);
    case ValueKind::Turn: return key.is(Tag::Program) && key.program_item() == ProgramItem::Turn;
    case ValueKind::Enum: return machine.fits(key, type);
    case ValueKind::Movement:
        return (key.is(Tag::Program) && key.program_item() == ProgramItem::Movement) || machine.is_own_list(key);
    case ValueKind::Shape: return key.is(Tag::Program) && key.program_item() == ProgramItem::Shape;
    case ValueKind::Direction: return key.is(Tag::Program) && key.program_item() == ProgramItem::Direction;
    case ValueKind::Nothing: return false;
    }
    return false;
}

Value make_collection(Machine& machine, TypeIndex type) {
    const ValueKind kind = machine.program->types[type].kind;
    if (kind == ValueKind::Table) {
        return make_table(machine, type);
    }
    return kind == ValueKind::Stack ? make_stack(machine, type, 0) : make_list(machine, type, 0);
}

Value copy_collection(Machine& machine, Handle collection) {
    const TypeIndex type = collection_type(machine, collection);
    const ObjectKind kind = kind_of(machine, collection);
    if (kind == ObjectKind::Table) {
        return copy_table(machine, collection);
    }
    const std::uint32_t length = list_length(machine, collection);
    const bool is_list = kind == ObjectKind::List;
    const Value copy = is_list ? make_list(machine, type, length) : make_stack(machine, type, length);
    if (copy.is_null()) {
        return copy;
    }
    const Handle storage = storage_of(machine, copy.handle());
    for (std::uint32_t i = 0; i < length; ++i) {
        machine.memory.set_value(slot_at(storage, i), walk_get(machine, Value::collection(collection), i));
    }
    set_length(machine, copy.handle(), length);
    return copy;
}

} // namespace tgdl
