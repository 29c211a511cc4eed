#include "program/native_costs.h"
#include "vm/collections.h"
#include "vm/execution.h"
#include "vm/native_lists.h"

#include <array>
#include <utility>

namespace tgdl {
namespace {

using NativeTable = std::array<NativeFunction, kNativeCount>;

NativeFunction find_native(NativeId native) {
    const NativeFunction found = collection_native(native);
    return found != nullptr ? found : board_native(native);
}

// A native that costs more than its instruction. One that charges itself may have left its work half done when the budget
// was spent: then there is no result.
template <std::size_t Number>
Outcome run_charged(Machine& machine, std::uint32_t window, std::uint32_t count) {
    static const NativeFunction function = find_native(static_cast<NativeId>(Number));
    if (!charge_native(machine, static_cast<NativeId>(Number), window, count)) {
        return machine.budget_spent();
    }
    const Outcome outcome = function(machine, window, count);
    return outcome == Outcome::Next && machine.budget.is_spent() ? machine.budget_spent() : outcome;
}

template <std::size_t... Numbers>
NativeTable join_lists(std::index_sequence<Numbers...> /*all*/) {
    constexpr NativeTable kCharged = {run_charged<Numbers>...};
    NativeTable table{};
    for (std::size_t number = 0; number < kNativeCount; ++number) {
        const NativeFunction found = find_native(static_cast<NativeId>(number));
        const bool is_charged = found != nullptr && kNativeCosts.at(number).measure != CostMeasure::Nothing;
        table.at(number) = is_charged ? kCharged.at(number) : found;
    }
    return table;
}

std::uint64_t length_of(const Machine& machine, Value value) {
    if (value.is_text()) {
        return text_length(machine, value);
    }
    const bool has_length =
        value.is_collection() || (value.is_instance() && machine.class_info(value.handle()).kind == ClassKind::Stack);
    return has_length ? walk_length(machine, value) : 0;
}

} // namespace

bool charge_native(Machine& machine, NativeId native, std::uint32_t window, std::uint32_t count) {
    const NativeCost& cost = cost_of(native);
    const auto length = [&](std::uint32_t argument) {
        return argument < count ? length_of(machine, machine.values[window + argument]) : 0;
    };
    std::uint64_t elements = 0;
    switch (cost.measure) {
    case CostMeasure::Nothing:
    case CostMeasure::Itself: return true;
    case CostMeasure::Receiver: elements = length(0); break;
    case CostMeasure::Argument: elements = length(1); break;
    case CostMeasure::Both: elements = length(0) + length(1); break;
    }
    return machine.charge_elements(elements, cost.eighths);
}

const NativeFunction* native_table() {
    static const NativeTable table = join_lists(std::make_index_sequence<kNativeCount>());
    return table.data();
}

NativeFunction native_function(NativeId native) {
    return native_table()[static_cast<std::size_t>(native)];
}

} // namespace tgdl
