#include "vm/sorting.h"

#include <bit>

namespace tgdl {

namespace {

bool is_enum_value(Value key) {
    return key.is(Tag::Program) && key.program_item() == ProgramItem::EnumValue;
}

// All numbers, all texts, or all of one enum; nulls besides.
bool are_of_one_kind(const Program& program, const std::vector<Sorted>& sorted) {
    const auto has = [&sorted](bool (*test)(Value)) {
        return std::any_of(sorted.begin(), sorted.end(), [test](const Sorted& one) { return test(one.key); });
    };
    const bool numbers = has([](Value key) { return key.is_number(); });
    const bool texts = has([](Value key) { return key.is_text(); });
    const bool enums = has(is_enum_value);
    const bool others =
        has([](Value key) { return !key.is_number() && !key.is_text() && !key.is_null() && !is_enum_value(key); });
    std::uint32_t enumeration = kNone;
    bool is_one_enum = true;
    for (const Sorted& one : sorted) {
        if (enums && is_enum_value(one.key)) {
            const std::uint32_t own = program.enum_values[one.key.index()].enumeration;
            is_one_enum = is_one_enum && (enumeration == kNone || enumeration == own);
            enumeration = own;
        }
    }
    return !others && is_one_enum && static_cast<int>(numbers) + static_cast<int>(texts) + static_cast<int>(enums) <= 1;
}

} // namespace

int compare_keys(const Machine& machine, Value a, Value b) {
    if (a.is_null() || b.is_null()) {
        return static_cast<int>(a.is_null()) - static_cast<int>(b.is_null());
    }
    if (a.is_text()) {
        return compare_texts(machine, a, b);
    }
    if (!a.is_number()) { // values of one enum
        return static_cast<int>(a.index() > b.index()) - static_cast<int>(a.index() < b.index());
    }
    return static_cast<int>(a.as_number() > b.as_number()) - static_cast<int>(a.as_number() < b.as_number());
}

Outcome sort_by_key(NativeCall& call, std::vector<Sorted>& sorted) {
    if (!are_of_one_kind(*call.machine.program, sorted)) {
        return call.fault(FaultId::MixedSort, {});
    }
    const Machine& machine = call.machine;
    std::uint64_t units = 0;
    for (const Sorted& one : sorted) {
        units += 8 + (one.key.is_text() ? text_length(machine, one.key) : 0);
    }
    if (!call.charge(units * static_cast<std::uint64_t>(std::bit_width(sorted.size())), 1)) {
        return call.budget_spent();
    }
    std::sort(sorted.begin(), sorted.end(), [&machine](const Sorted& a, const Sorted& b) {
        const int order = compare_keys(machine, a.key, b.key);
        return order != 0 ? order < 0 : a.position < b.position;
    });
    return Outcome::Next;
}

} // namespace tgdl
