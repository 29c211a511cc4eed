// What lists are asked with chance or texts: `random`, `shuffled`, `join`.
#include "match/flow.h"
#include "match/view.h"
#include "vm/collections.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace tgdl {

namespace {

// Weights as whole numbers in the same proportion, where doubling them a few times makes them whole. Then chance has as few
// outcomes as the rules have, for those who go through them all.
bool make_whole(std::vector<double>& weights) {
    constexpr int kDoublings = 20;
    constexpr double kLargest = 9007199254740992.0; // whole numbers beyond this are not all there
    const auto is_whole = [](double weight) { return weight == std::trunc(weight); };
    for (int doubling = 0; !std::ranges::all_of(weights, is_whole); ++doubling) {
        if (doubling == kDoublings) {
            return false;
        }
        for (double& weight : weights) {
            weight *= 2;
        }
    }
    double total = 0;
    for (const double weight : weights) {
        total += weight;
    }
    return total < kLargest;
}

} // namespace

// The receiver is not null.
Outcome MatchFlow::native_lists(NativeId native, std::uint32_t window) {
    switch (native) {
    case NativeId::ListRandom: return random_element(window);
    case NativeId::ListRandomByWeights: return random_by_weights(window);
    case NativeId::ListShuffled: return shuffled_list(window);
    default: return join_elements(window);
    }
}

Outcome MatchFlow::random_element(std::uint32_t window) {
    const Value list = machine.values[window];
    const std::uint32_t length = walk_length(machine, list);
    std::uint64_t drawn = 0;
    const Outcome outcome = length == 0 ? Outcome::Next : draw_below(length, drawn);
    machine.values[window] = length == 0 ? Value::null() : walk_get(machine, list, static_cast<std::uint32_t>(drawn));
    return outcome;
}

// Arguments: what is chosen from, the weights of its elements.
Outcome MatchFlow::random_by_weights(std::uint32_t window) {
    const Value list = machine.values[window];
    const Handle given = machine.values[window + 1].handle();
    std::vector<double> weights(walk_length(machine, list));
    double total = 0;
    for (std::uint32_t i = 0; i < weights.size(); ++i) {
        const Value weight = i < list_length(machine, given) ? list_get(machine, given, i) : Value::null();
        const Value element = walk_get(machine, list, i);
        if (weight.is_null()) {
            return machine.fault_with(FaultId::NullAnswer, {"random", plain_text(machine, element)});
        }
        weights[i] = weight.as_number();
        if (weights[i] < 0) {
            return machine.fault_with(FaultId::NegativeWeight, {number_text(weights[i]), plain_text(machine, element)});
        }
        total += weights[i];
    }
    if (total == 0) {
        machine.values[window] = Value::null();
        return Outcome::Next;
    }
    if (!std::isfinite(total)) {
        return machine.fault_with(FaultId::NotFinite, {"the weights", "+", "of `random`"});
    }
    constexpr std::uint64_t kFine = std::uint64_t{1} << 53U;
    const bool whole = make_whole(weights);
    total = 0;
    for (const double weight : weights) {
        total += weight;
    }
    std::uint64_t drawn = 0;
    const Outcome outcome = draw_below(whole ? static_cast<std::uint64_t>(total) : kFine, drawn);
    double rest = whole ? static_cast<double>(drawn) : static_cast<double>(drawn) / static_cast<double>(kFine) * total;
    std::uint32_t chosen = 0;
    for (std::uint32_t i = 0; i < weights.size(); ++i) {
        if (weights[i] == 0) {
            continue;
        }
        chosen = i; // also the last one, when rounding has left something
        if (rest < weights[i]) {
            break;
        }
        rest -= weights[i];
    }
    machine.values[window] = walk_get(machine, list, chosen);
    return outcome;
}

// Arguments: what is shuffled, the type of the new list.
Outcome MatchFlow::shuffled_list(std::uint32_t window) {
    const Value from = machine.values[window];
    const std::uint32_t length = walk_length(machine, from);
    const auto type = static_cast<TypeIndex>(machine.values[window + 1].as_number());
    const Value made = make_list(machine, type, length);
    if (made.is_null()) {
        return machine.budget.is_spent() ? machine.budget_spent() : machine.fault_with(FaultId::OutOfMemory);
    }
    for (std::uint32_t i = 0; i < length; ++i) {
        if (!list_add(machine, made.handle(), walk_get(machine, from, i))) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
    }
    machine.values[window] = made;
    return shuffle_walkable(made);
}

// Arguments: what is joined, the text between.
Outcome MatchFlow::join_elements(std::uint32_t window) {
    const Value list = machine.values[window];
    const Value between = machine.values[window + 1];
    if (between.is_null()) {
        return machine.fault_with(FaultId::NullArgument, {"join"});
    }
    const std::string separator = text_utf8(machine, between);
    const auto is_too_long = [&](const std::string& text) { return text.size() / 4 > machine.limits.words; };
    const bool failed_before = std::exchange(view_failed, false); // of something else that is shown
    const std::uint32_t viewer = machine.viewer == kNone ? kAllSeeing : machine.viewer;
    const std::uint32_t length = walk_length(machine, list);
    std::string text;
    for (std::uint32_t i = 0; i < length && !view_failed && !is_too_long(text); ++i) {
        const std::size_t before = text.size();
        text += i == 0 ? std::string() : separator;
        text += value_text(*this, viewer, walk_get(machine, list, i));
        if (!machine.charge_elements(8 + text.size() - before)) {
            break;
        }
    }
    const Outcome shown = take_view_fault();
    view_failed = failed_before;
    if (shown != Outcome::Next) {
        return shown;
    }
    if (machine.budget.is_spent()) {
        return machine.budget_spent();
    }
    const Value joined = is_too_long(text) ? Value::null() : make_text(machine, text);
    if (joined.is_null()) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    machine.values[window] = joined;
    return Outcome::Next;
}

} // namespace tgdl
