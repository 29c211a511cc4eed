// Natives that give a new List made of a List, Stack or deck, which stays as it is; and `a..b`.
#include "vm/sorting.h"

#include <bit>
#include <vector>

namespace tgdl {

namespace {

// The elements from `first` on, `count` of them; the type of the list is the last argument.
Outcome give_part(NativeCall& call, std::uint32_t first, std::uint32_t count) {
    Machine& machine = call.machine;
    const Value from = call.argument(0);
    const Value made = make_list(machine, call.type(call.count - 1), count);
    if (made.is_null()) {
        return call.out_of_memory();
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!list_add(machine, made.handle(), walk_get(machine, from, first + i))) {
            return call.out_of_memory();
        }
    }
    return call.give(made);
}

// The second argument as a number of elements: truncated, no less than 0, no more than there are.
std::uint32_t asked_count(const NativeCall& call, std::uint32_t length) {
    const double whole = std::trunc(call.number(1));
    return whole <= 0 ? 0 : whole >= length ? length : static_cast<std::uint32_t>(whole);
}

Outcome take_elements(NativeCall& call) {
    const std::uint32_t count = asked_count(call, walk_length(call.machine, call.argument(0)));
    return call.charge(count, 2) ? give_part(call, 0, count) : call.budget_spent();
}

Outcome skip_elements(NativeCall& call) {
    const std::uint32_t length = walk_length(call.machine, call.argument(0));
    const std::uint32_t skipped = asked_count(call, length);
    return call.charge(length - skipped, 2) ? give_part(call, skipped, length - skipped) : call.budget_spent();
}

Outcome list_from(NativeCall& call) {
    return give_part(call, 0, walk_length(call.machine, call.argument(0)));
}

Outcome reversed_list(NativeCall& call) {
    const std::uint32_t length = walk_length(call.machine, call.argument(0));
    const Outcome outcome = give_part(call, 0, length);
    for (std::uint32_t i = 0; outcome == Outcome::Next && i < length / 2; ++i) {
        list_swap(call.machine, call.handle(0), i, length - 1 - i);
    }
    return outcome;
}

std::vector<Sorted> elements_of(const NativeCall& call) {
    std::vector<Sorted> elements(walk_length(call.machine, call.argument(0)));
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
        const Value element = walk_get(call.machine, call.argument(0), i);
        elements[i] = {element, element, i};
    }
    return elements;
}

Outcome give_elements(NativeCall& call, const std::vector<Sorted>& sorted) {
    std::vector<Value> elements;
    elements.reserve(sorted.size());
    for (const Sorted& one : sorted) {
        elements.push_back(one.element);
    }
    return call.give_made(list_of(call.machine, call.type(call.count - 1), elements));
}

Outcome sorted_list(NativeCall& call) {
    std::vector<Sorted> sorted = elements_of(call);
    const Outcome outcome = sort_by_key(call, sorted);
    return outcome == Outcome::Next ? give_elements(call, sorted) : outcome;
}

Outcome sorted_by_keys(NativeCall& call) {
    std::vector<Sorted> sorted = elements_of(call);
    const std::uint32_t keys = list_length(call.machine, call.handle(1));
    for (std::uint32_t i = 0; i < sorted.size(); ++i) {
        sorted[i].key = i < keys ? list_get(call.machine, call.handle(1), i) : Value::null();
        if (sorted[i].key.is_null()) {
            return call.fault(FaultId::NullAnswer,
                              {std::string(call.name), plain_text(call.machine, sorted[i].element)});
        }
    }
    const Outcome outcome = sort_by_key(call, sorted);
    return outcome == Outcome::Next ? give_elements(call, sorted) : outcome;
}

// Some order in which equal values stand together: < 0, 0 or > 0.
int compare_values(const Machine& machine, Value a, Value b) {
    const auto rank = [](Value value) { return value.is_number() ? 0 : value.is_text() ? 1 : 2; };
    if (rank(a) != rank(b)) {
        return rank(a) - rank(b);
    }
    if (rank(a) < 2) {
        return compare_keys(machine, a, b);
    }
    return static_cast<int>(a.bits > b.bits) - static_cast<int>(a.bits < b.bits);
}

// Of equal elements the first, in the order they had.
Outcome distinct_list(NativeCall& call) {
    const Machine& machine = call.machine;
    std::vector<Sorted> elements = elements_of(call);
    std::uint64_t units = 0;
    for (const Sorted& one : elements) {
        units += 8 + (one.key.is_text() ? text_length(machine, one.key) : 0);
    }
    if (!call.charge(units * static_cast<std::uint64_t>(std::bit_width(elements.size())), 1)) {
        return call.budget_spent();
    }
    std::sort(elements.begin(), elements.end(), [&machine](const Sorted& a, const Sorted& b) {
        const int order = compare_values(machine, a.key, b.key);
        return order != 0 ? order < 0 : a.position < b.position;
    });
    const auto last = std::unique(elements.begin(), elements.end(), [&machine](const Sorted& a, const Sorted& b) {
        return compare_values(machine, a.key, b.key) == 0;
    });
    elements.erase(last, elements.end());
    std::sort(elements.begin(), elements.end(),
              [](const Sorted& a, const Sorted& b) { return a.position < b.position; });
    return give_elements(call, elements);
}

// `a..b`: both ends truncated and included; nothing when the second is smaller.
Outcome range_list(NativeCall& call) {
    constexpr double kMost = 4294967295.0; // no memory holds more
    const double low = std::trunc(call.number(0)) + 0.0;
    const double high = std::trunc(call.number(1));
    const double length = high < low ? 0 : high - low + 1;
    if (!(length < kMost)) {
        return call.fault(FaultId::OutOfMemory, {});
    }
    const auto count = static_cast<std::uint32_t>(length);
    if (!call.charge(count, 2)) {
        return call.budget_spent();
    }
    const Value made = make_list(call.machine, call.type(2), count);
    if (made.is_null()) {
        return call.out_of_memory();
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!list_add(call.machine, made.handle(), Value::number(low + i))) {
            return call.out_of_memory();
        }
    }
    return call.give(made);
}

constexpr auto kNewListNatives = std::to_array<NativeEntry>({
    {NativeId::ListSortedByKeys, native<"sortedBy", sorted_by_keys>},
    {NativeId::ListDistinct, native<"distinct", distinct_list>},
    {NativeId::ListTake, native<"take", take_elements, NullRule::AllOfMember>},
    {NativeId::ListSkip, native<"skip", skip_elements, NullRule::AllOfMember>},
    {NativeId::ListSorted, native<"sorted", sorted_list>},
    {NativeId::ListReversed, native<"reversed", reversed_list>},
    {NativeId::ListFrom, native<"list", list_from>},
    {NativeId::RangeList, native<"..", range_list, NullRule::AllArguments>},
});

} // namespace

std::span<const NativeEntry> new_list_natives() {
    return kNewListNatives;
}

} // namespace tgdl
