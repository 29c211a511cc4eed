// Two plain numbers in one value of an activity: never taken for a reference, since no tag is that small.
#pragma once

#include "program/value.h"

namespace tgdl {

constexpr Value packed(std::uint32_t low, std::uint32_t high) {
    return Value{std::uint64_t{low} | (std::uint64_t{high} << 32U)};
}
constexpr std::uint32_t low_half(Value value) {
    return static_cast<std::uint32_t>(value.bits);
}
constexpr std::uint32_t high_half(Value value) {
    return static_cast<std::uint32_t>(value.bits >> 32U);
}

} // namespace tgdl
