// Lists, stacks, tables and texts in the heap. Used by the natives, the interpreter and the match.
//
// Functions that may need memory give false (or a null Value) when there is none left: report FaultId::OutOfMemory.
#pragma once

#include "base/numbers.h" // number_text()
#include "vm/machine.h"

#include <span>
#include <string>
#include <string_view>

namespace tgdl {

// ---- texts
Value make_text(Machine& machine, std::u16string_view units); // one of the program's texts where it is the same
Value make_text(Machine& machine, std::string_view utf8);
std::u16string text_units(const Machine& machine, Value text);
std::string text_utf8(const Machine& machine, Value text);
std::uint32_t text_length(const Machine& machine, Value text);
bool same_text(const Machine& machine, Value a, Value b);
int compare_texts(const Machine& machine, Value a, Value b); // by code unit: < 0, 0, > 0
// Both put together by the rules: as long as memory allows. Others are as long as the program makes them.
inline bool are_made_texts(Value a, Value b) {
    return a.is(Tag::Text) && b.is(Tag::Text);
}
bool charge_comparing(Machine& machine, Value a, Value b); // of two such texts; see Machine::charge()
std::string to_utf8(std::u16string_view units);            // lone surrogates become U+FFFD
std::u16string to_utf16(std::string_view utf8);

// ---- values
// ==: numbers and texts by value, the rest by identity
inline bool same_value(const Machine& machine, Value a, Value b) {
    if (a.is_number() && b.is_number()) {
        return a.as_number() == b.as_number(); // a product may be -0, whose bits are others than those of 0
    }
    return a == b || (a.is_text() && b.is_text() && same_text(machine, a, b));
}
std::uint64_t hash_value(const Machine& machine, Value value);

// ---- lists
Value make_list(Machine& machine, TypeIndex type, std::uint32_t capacity);
// Lists of what is given; null: out of memory.
Value list_of(Machine& machine, TypeIndex type, std::span<const Value> elements);
Value list_of_instances(Machine& machine, TypeIndex type, std::span<const Handle> instances);
inline std::uint32_t list_length(const Machine& machine, Handle list) {
    return machine.memory.half(list + kListStorageWord, 1);
}
inline Value list_get(const Machine& machine, Handle list, std::uint32_t index) { // index < length
    return machine.memory.value(machine.memory.half(list + kListStorageWord, 0) + 1 + index);
}
inline bool is_list(const Machine& machine, Value collection) {
    return collection.is_collection()
           && Header::unpack(machine.memory.load(collection.handle())).kind == ObjectKind::List;
}
void list_set(Machine& machine, Handle list, std::uint32_t index, Value value);
bool list_add(Machine& machine, Handle list, Value value); // no check of types
bool list_insert(Machine& machine, Handle list, std::uint32_t index, Value value);
Value list_remove_at(Machine& machine, Handle list, std::uint32_t index);
void list_clear(Machine& machine, Handle list);
void list_swap(Machine& machine, Handle list, std::uint32_t first, std::uint32_t second);

// ---- stacks: position 0 is the front, length-1 the top. Also decks and piles (ring words at other places): see positions.h
Value make_stack(Machine& machine, TypeIndex type, std::uint32_t capacity);
std::uint32_t stack_length(const Machine& machine, Handle stack);
Value stack_get(const Machine& machine, Handle stack, std::uint32_t index);
bool stack_push(Machine& machine, Handle stack, Value value);
bool stack_push_front(Machine& machine, Handle stack, Value value);
Value stack_remove_at(Machine& machine, Handle stack, std::uint32_t index);
void stack_swap(Machine& machine, Handle stack, std::uint32_t first, std::uint32_t second);
void stack_clear(Machine& machine, Handle stack);

// ---- anything that can be walked: List, Stack, deck, pile; a Table by its keys (with holes taken out)
// Lists, which are nearly all, without a call.
std::uint32_t other_walk_length(const Machine& machine, Value collection);
Value other_walk_get(const Machine& machine, Value collection, std::uint32_t index);
inline std::uint32_t walk_length(const Machine& machine, Value collection) {
    return is_list(machine, collection) ? list_length(machine, collection.handle())
                                        : other_walk_length(machine, collection);
}
// O(1); a Table: O(index)
inline Value walk_get(const Machine& machine, Value collection, std::uint32_t index) {
    return is_list(machine, collection) ? list_get(machine, collection.handle(), index)
                                        : other_walk_get(machine, collection, index);
}

// ---- tables
Value make_table(Machine& machine, TypeIndex type);
std::uint32_t table_length(const Machine& machine, Handle table);
Value table_get(Machine& machine, Handle table, Value key);             // null if absent
bool table_set(Machine& machine, Handle table, Value key, Value value); // value not null
bool table_remove(Machine& machine, Handle table, Value key);           // whether there was one
void table_clear(Machine& machine, Handle table);
Value copy_table(Machine& machine, Handle table); // without its holes
// Pairs in order: `at` begins at 0; false at the end.
bool table_next(const Machine& machine, Handle table, std::uint32_t& at, Value& key, Value& value);

// The TypeIndex of a collection object, of its elements.
TypeIndex collection_type(const Machine& machine, Handle collection);
// May this value be stored as an element (value of a Table)? null may.
bool element_fits(const Machine& machine, Handle collection, Value value);
// Is this key of that type? Unlike a value in a variable, a number is a player only if there is such a player.
bool key_fits(const Machine& machine, Value key, TypeIndex type);
// An empty List, Stack or Table of that type.
Value make_collection(Machine& machine, TypeIndex type);
// A shallow copy with the same type; of a Table without its holes.
Value copy_collection(Machine& machine, Handle collection);

} // namespace tgdl
