#include "vm/native_call.h"

namespace tgdl {

namespace {

Outcome math_floor(NativeCall& call) {
    return call.give(Value::number(std::floor(call.number(0))));
}

Outcome math_ceil(NativeCall& call) {
    return call.give(Value::number(std::ceil(call.number(0))));
}

// Halves away from zero.
Outcome math_round(NativeCall& call) {
    return call.give(Value::number(std::round(call.number(0))));
}

Outcome math_abs(NativeCall& call) {
    return call.give(Value::number(std::abs(call.number(0))));
}

Outcome math_sign(NativeCall& call) {
    const double number = call.number(0);
    return call.give(Value::number(number > 0 ? 1 : (number < 0 ? -1 : 0)));
}

Outcome math_sqrt(NativeCall& call) {
    const double number = call.number(0);
    if (number < 0) {
        return call.fault(FaultId::NoSquareRoot, {number_text(number)});
    }
    return call.give(Value::number(std::sqrt(number)));
}

Outcome math_min(NativeCall& call) {
    double least = call.number(0);
    for (std::uint32_t i = 1; i < call.count; ++i) {
        least = std::min(least, call.number(i));
    }
    return call.give(Value::number(least));
}

Outcome math_max(NativeCall& call) {
    double most = call.number(0);
    for (std::uint32_t i = 1; i < call.count; ++i) {
        most = std::max(most, call.number(i));
    }
    return call.give(Value::number(most));
}

constexpr auto kNumberNatives = std::to_array<NativeEntry>({
    {NativeId::MathFloor, native<"math.floor", math_floor, NullRule::AllArguments>},
    {NativeId::MathCeil, native<"math.ceil", math_ceil, NullRule::AllArguments>},
    {NativeId::MathRound, native<"math.round", math_round, NullRule::AllArguments>},
    {NativeId::MathAbs, native<"math.abs", math_abs, NullRule::AllArguments>},
    {NativeId::MathSign, native<"math.sign", math_sign, NullRule::AllArguments>},
    {NativeId::MathSqrt, native<"math.sqrt", math_sqrt, NullRule::AllArguments>},
    {NativeId::MathMin, native<"math.min", math_min, NullRule::AllArguments>},
    {NativeId::MathMax, native<"math.max", math_max, NullRule::AllArguments>},
});

} // namespace

std::span<const NativeEntry> number_natives() {
    return kNumberNatives;
}

} // namespace tgdl
