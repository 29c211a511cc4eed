#include "vm/sorting.h"

namespace tgdl {

namespace {

// ---- reading --------------------------------------------------------------------------------------------------------

Outcome length_of_list(NativeCall& call) {
    return call.give(Value::number(list_length(call.machine, call.handle(0))));
}

Outcome get_from_list(NativeCall& call) {
    if (call.argument(1).is_null()) {
        return call.null_argument();
    }
    const std::optional<std::uint32_t> at = call.position(1, list_length(call.machine, call.handle(0)));
    return call.give(at ? list_get(call.machine, call.handle(0), *at) : Value::null());
}

Outcome first_element(NativeCall& call) {
    const Handle list = call.handle(0);
    return call.give(list_length(call.machine, list) == 0 ? Value::null() : list_get(call.machine, list, 0));
}

Outcome last_element(NativeCall& call) {
    const Handle list = call.handle(0);
    const std::uint32_t length = list_length(call.machine, list);
    return call.give(length == 0 ? Value::null() : list_get(call.machine, list, length - 1));
}

// Where the second argument stands first; kNone if nowhere.
std::uint32_t find_in_list(const NativeCall& call) {
    const Value wanted = call.argument(1);
    const Handle list = call.handle(0);
    const std::uint32_t length = list_length(call.machine, list);
    const Word* const words = call.machine.memory.words() + call.machine.memory.half(list + kListStorageWord, 0) + 1;
    std::uint32_t at = 0;
    if (wanted.is_number() || wanted.is_text()) {
        while (at < length && !same_value(call.machine, Value{words[at]}, wanted)) {
            ++at;
        }
    } else { // the same thing: the same bits
        while (at < length && words[at] != wanted.bits) {
            ++at;
        }
    }
    return at < length ? at : kNone;
}

Outcome list_contains(NativeCall& call) {
    return call.give(Value::boolean(find_in_list(call) != kNone));
}

Outcome list_index_of(NativeCall& call) {
    const std::uint32_t at = find_in_list(call);
    return call.give(Value::number(at == kNone ? -1 : static_cast<double>(at)));
}

Outcome list_copy(NativeCall& call) {
    return call.give_made(copy_collection(call.machine, call.handle(0)));
}

// ---- changing -------------------------------------------------------------------------------------------------------

Outcome set_element(NativeCall& call) {
    if (call.argument(1).is_null()) {
        return call.null_argument();
    }
    const Handle list = call.handle(0);
    const Value element = call.argument(2);
    const std::uint32_t length = list_length(call.machine, list);
    const std::optional<std::uint32_t> at = call.position(1, length + 1); // one past the end appends
    if (!at) {
        return call.outside(1, length);
    }
    if (!element_fits(call.machine, list, element)) {
        return call.wrong_element(element);
    }
    if (*at == length) {
        return call.give_nothing_if(list_add(call.machine, list, element));
    }
    list_set(call.machine, list, *at, element);
    return call.give_nothing();
}

Outcome add_element(NativeCall& call) {
    const Value element = call.argument(1);
    if (!element_fits(call.machine, call.handle(0), element)) {
        return call.wrong_element(element);
    }
    return call.give_nothing_if(list_add(call.machine, call.handle(0), element));
}

// A list may be appended to itself: it is walked as long as it was.
Outcome append_all(NativeCall& call) {
    const Handle list = call.handle(0);
    const Value others = call.argument(1);
    const std::uint32_t length = walk_length(call.machine, others);
    for (std::uint32_t i = 0; i < length; ++i) {
        const Value element = walk_get(call.machine, others, i);
        if (!element_fits(call.machine, list, element)) {
            return call.wrong_element(element);
        }
        if (!list_add(call.machine, list, element)) {
            return call.out_of_memory();
        }
    }
    return call.give_nothing();
}

Outcome insert_element(NativeCall& call) {
    if (call.argument(1).is_null()) {
        return call.null_argument();
    }
    const Handle list = call.handle(0);
    const Value element = call.argument(2);
    const std::uint32_t length = list_length(call.machine, list);
    const std::optional<std::uint32_t> at = call.position(1, length + 1);
    if (!at) {
        return call.outside(1, length);
    }
    if (!element_fits(call.machine, list, element)) {
        return call.wrong_element(element);
    }
    return call.give_nothing_if(list_insert(call.machine, list, *at, element));
}

Outcome clear_list(NativeCall& call) {
    list_clear(call.machine, call.handle(0));
    return call.give_nothing();
}

Outcome remove_from_list(NativeCall& call) {
    const std::uint32_t at = find_in_list(call);
    if (at != kNone) {
        list_remove_at(call.machine, call.handle(0), at);
    }
    return call.give(Value::boolean(at != kNone));
}

Outcome remove_at(NativeCall& call) {
    if (call.argument(1).is_null()) {
        return call.null_argument();
    }
    const std::uint32_t length = list_length(call.machine, call.handle(0));
    const std::optional<std::uint32_t> at = call.position(1, length);
    if (!at) {
        return call.outside(1, length);
    }
    return call.give(list_remove_at(call.machine, call.handle(0), *at));
}

Outcome reverse_list(NativeCall& call) {
    const std::uint32_t length = list_length(call.machine, call.handle(0));
    for (std::uint32_t i = 0; i < length / 2; ++i) {
        list_swap(call.machine, call.handle(0), i, length - 1 - i);
    }
    return call.give_nothing();
}

// ---- sorting --------------------------------------------------------------------------------------------------------

// Puts the elements back in the order of their keys, those with equal keys in the order they had.
Outcome put_in_order(NativeCall& call, std::vector<Sorted>& sorted) {
    if (const Outcome outcome = sort_by_key(call, sorted); outcome != Outcome::Next) {
        return outcome;
    }
    for (std::uint32_t i = 0; i < sorted.size(); ++i) {
        if (list_get(call.machine, call.handle(0), i) != sorted[i].element) {
            list_set(call.machine, call.handle(0), i, sorted[i].element);
        }
    }
    return call.give_nothing();
}

Outcome sort_list(NativeCall& call) {
    std::vector<Sorted> sorted(list_length(call.machine, call.handle(0)));
    for (std::uint32_t i = 0; i < sorted.size(); ++i) {
        const Value element = list_get(call.machine, call.handle(0), i);
        sorted[i] = {element, element, i};
    }
    return put_in_order(call, sorted);
}

Outcome sort_by_keys(NativeCall& call) {
    const std::uint32_t keys = list_length(call.machine, call.handle(1));
    std::vector<Sorted> sorted(list_length(call.machine, call.handle(0)));
    for (std::uint32_t i = 0; i < sorted.size(); ++i) {
        const Value element = list_get(call.machine, call.handle(0), i);
        const Value key = i < keys ? list_get(call.machine, call.handle(1), i) : Value::null();
        if (key.is_null()) {
            return call.fault(FaultId::NullAnswer, {std::string(call.name), plain_text(call.machine, element)});
        }
        sorted[i] = {key, element, i};
    }
    return put_in_order(call, sorted);
}

Outcome null_answer(Machine& machine, std::uint32_t window, std::uint32_t /*count*/) {
    const std::string element = plain_text(machine, machine.values[window]);
    return machine.fault_with(FaultId::NullAnswer, {text_utf8(machine, machine.values[window + 1]), element});
}

// ---- constants and `switch` -----------------------------------------------------------------------------------------

Outcome check_changeable(Machine& machine, std::uint32_t window, std::uint32_t /*count*/) {
    const Value collection = machine.values[window];
    if (!collection.is_collection()) {
        return Outcome::Next; // null is for the one that changes it
    }
    const Header header = Header::unpack(machine.memory.load(collection.handle()));
    if ((header.flags & kConstant) == 0) {
        return Outcome::Next;
    }
    return machine.fault_with(FaultId::ConstantChanged, {machine.program->types[header.type].name});
}

Outcome switch_on_null(Machine& machine, std::uint32_t /*window*/, std::uint32_t /*count*/) {
    return machine.fault_with(FaultId::SwitchOnNull);
}

Outcome switch_without_case(Machine& machine, std::uint32_t window, std::uint32_t /*count*/) {
    return machine.fault_with(FaultId::SwitchWithoutCase, {plain_text(machine, machine.values[window])});
}

// ---- collections of related types -----------------------------------------------------------------------------------

// `of<T>()`: null is no T.
bool is_of_type(const Machine& machine, Value value, TypeIndex type) {
    if (value.is_instance()) {
        return machine.is_a(value, type);
    }
    return !value.is_null() && machine.fits(value, type);
}

Outcome fitting_pairs(NativeCall& call, Value made, TypeIndex element) {
    Machine& machine = call.machine;
    std::uint32_t at = 0;
    Value key;
    Value value;
    while (table_next(machine, call.handle(0), at, key, value)) {
        if (is_of_type(machine, value, element) && !table_set(machine, made.handle(), key, value)) {
            return call.out_of_memory();
        }
    }
    return call.give(made);
}

Outcome fitting_elements(NativeCall& call) {
    Machine& machine = call.machine;
    const Value from = call.argument(0);
    const Value made = make_collection(machine, call.type(1));
    if (made.is_null()) {
        return call.out_of_memory();
    }
    const ValueType& type = machine.program->types[call.type(1)];
    const std::uint32_t length = walk_length(machine, from);
    if (type.kind == ValueKind::Table) {
        return fitting_pairs(call, made, type.element);
    }
    for (std::uint32_t i = 0; i < length; ++i) {
        const Value element = walk_get(machine, from, i);
        if (!is_of_type(machine, element, type.element)) {
            continue;
        }
        const bool added = type.kind == ValueKind::Stack ? stack_push(machine, made.handle(), element)
                                                         : list_add(machine, made.handle(), element);
        if (!added) {
            return call.out_of_memory();
        }
    }
    return call.give(made);
}

// `as`: the same collection, or null; null stays null.
Outcome collection_as(Machine& machine, std::uint32_t window, std::uint32_t count) {
    const NativeCall call{machine, window, count, "as"};
    const Value collection = call.argument(0);
    return machine.fits(collection, call.type(1)) ? Outcome::Next : call.give_nothing();
}

Outcome new_collection(NativeCall& call) {
    return call.give_made(make_collection(call.machine, call.type(0)));
}

constexpr auto kListNatives = std::to_array<NativeEntry>({
    {NativeId::ListLength, native<"length", length_of_list>},
    {NativeId::ListGet, native<"[ ]", get_from_list>},
    {NativeId::ListSet, native<"[ ]", set_element>},
    {NativeId::ListAdd, native<"add", add_element>},
    {NativeId::ListAppend, native<"append", append_all, NullRule::AllOfMember>},
    {NativeId::ListInsertAt, native<"insertAt", insert_element>},
    {NativeId::ListClear, native<"clear", clear_list>},
    {NativeId::ListContains, native<"contains", list_contains>},
    {NativeId::ListIndexOf, native<"indexOf", list_index_of>},
    {NativeId::ListRemove, native<"remove", remove_from_list>},
    {NativeId::ListRemoveAt, native<"removeAt", remove_at>},
    {NativeId::ListCopy, native<"copy", list_copy>},
    {NativeId::ListReverse, native<"reverse", reverse_list>},
    {NativeId::ListFirst, native<"first", first_element>},
    {NativeId::ListLast, native<"last", last_element>},
    {NativeId::ListSort, native<"sort", sort_list>},
    {NativeId::ListSortByKeys, native<"sortBy", sort_by_keys>},
    {NativeId::NullAnswer, null_answer},
    {NativeId::CheckChangeable, check_changeable},
    {NativeId::SwitchOnNull, switch_on_null},
    {NativeId::SwitchWithoutCase, switch_without_case},
    {NativeId::CollectionOf, native<"of", fitting_elements>},
    {NativeId::CollectionAs, collection_as},
    {NativeId::NewCollection, native<"new", new_collection>},
});

} // namespace

std::span<const NativeEntry> list_natives() {
    return kListNatives;
}

} // namespace tgdl
