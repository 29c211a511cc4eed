// Costs of natives beside their instruction: program/native_costs.def as a table.
#pragma once

#include "program/instruction.h"

#include <array>
#include <cstdint>

namespace tgdl {

// What is counted before a native runs.
enum class CostMeasure : std::uint8_t { Nothing, Receiver, Argument, Both, Itself };

struct NativeCost {
    NativeId native;
    CostMeasure measure;
    std::uint8_t eighths; // of a step for each element
};

inline constexpr std::array kNativeCosts = {
#define TGDL_NATIVE_COST(name, measure, eighths) NativeCost{NativeId::name, CostMeasure::measure, eighths},
#include "program/native_costs.def"
#undef TGDL_NATIVE_COST
};

static_assert(kNativeCosts.size() == kNativeCount, "each native of natives.def has a line in native_costs.def");
static_assert(
    [] {
        for (std::size_t number = 0; number < kNativeCosts.size(); ++number) {
            if (kNativeCosts.at(number).native != static_cast<NativeId>(number)) {
                return false;
            }
        }
        return true;
    }(),
    "native_costs.def has the order of natives.def");

constexpr const NativeCost& cost_of(NativeId native) {
    return kNativeCosts[static_cast<std::size_t>(native)];
}

} // namespace tgdl
