#include "vm/arithmetic.h"

#include <cmath>
#include <limits>

namespace tgdl {
namespace {

// A number with twice the digits, as a sum of two: the second is smaller than the last digit of the first.
struct Wide {
    double high = 0;
    double low = 0;
};

Wide sum(double a, double b) {
    const double high = a + b;
    const double part = high - a;
    return {high, (a - (high - part)) + (b - part)};
}

// Exact, after Dekker and Veltkamp: the halves have so few digits that their products lose none.
Wide product(double a, double b) {
    constexpr double kSplitter = 134217729.0; // 2^27 + 1
    const double a_scaled = a * kSplitter;
    const double a_high = a_scaled - (a_scaled - a);
    const double a_low = a - a_high;
    const double b_scaled = b * kSplitter;
    const double b_high = b_scaled - (b_scaled - b);
    const double b_low = b - b_high;
    const double high = a * b;
    return {high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

Wide add(Wide a, Wide b) {
    const Wide high = sum(a.high, b.high);
    return sum(high.high, high.low + a.low + b.low);
}

Wide multiply(Wide a, Wide b) {
    const Wide high = product(a.high, b.high);
    return sum(high.high, high.low + (a.high * b.low + a.low * b.high));
}

Wide divide(Wide a, double b) {
    const double high = a.high / b;
    const Wide back = product(high, b);
    return sum(high, (((a.high - back.high) - back.low) + a.low) / b);
}

constexpr Wide kLogOfTwo = {0.693147180559945286, 2.319046813846299558e-17};

// e ^ x without the factor 2 ^ exponent, for |x| < 800.
struct Scaled {
    Wide number;
    int exponent = 0;
};

Scaled exponential(Wide x) {
    constexpr int kHalvings = 6;
    constexpr int kTerms = 14;
    const double twos = std::floor(x.high / kLogOfTwo.high + 0.5);
    Wide rest = add(x, multiply({-twos, 0}, kLogOfTwo));
    rest = {rest.high / (1 << kHalvings), rest.low / (1 << kHalvings)};
    Wide result = {1, 0};
    for (int term = kTerms; term > 0; --term) { // 1 + x/1 (1 + x/2 (1 + x/3 …))
        result = add({1, 0}, divide(multiply(rest, result), term));
    }
    for (int halving = 0; halving < kHalvings; ++halving) {
        result = multiply(result, result);
    }
    return {result, static_cast<int>(twos)};
}

// The natural logarithm of a number from sqrt(1/2) to sqrt(2), to a few units of the last digit.
double rough_logarithm(double number) {
    constexpr int kLastPower = 25;
    const double ratio = (number - 1) / (number + 1);
    const double square = ratio * ratio;
    double series = 0;
    for (int exponent = kLastPower; exponent > 0; exponent -= 2) {
        series = series * square + 1.0 / exponent;
    }
    return 2 * ratio * series;
}

Wide logarithm(double number) {
    int exponent = 0;
    double fraction = std::frexp(number, &exponent);
    if (fraction < std::sqrt(0.5)) {
        fraction *= 2;
        --exponent;
    }
    // One step of Newton's method doubles the digits: log + fraction / e^log - 1.
    const double rough = rough_logarithm(fraction);
    const Scaled inverse = exponential({-rough, 0});
    const double scale = std::ldexp(1.0, inverse.exponent);
    const Wide quotient = multiply({fraction * scale, 0}, inverse.number);
    const Wide exact = add({rough, 0}, add(quotient, {-1, 0}));
    return add(exact, multiply({static_cast<double>(exponent), 0}, kLogOfTwo));
}

double whole_power(double base, double exponent) {
    constexpr double kCountable = 9007199254740992.0; // 2^53: above it every number is even
    if (exponent >= kCountable) {
        const double size = std::abs(base);
        return size == 1 ? 1 : (size > 1 ? std::numeric_limits<double>::infinity() : 0);
    }
    double result = 1;
    double factor = base;
    for (auto left = static_cast<std::uint64_t>(exponent); left != 0; left >>= 1U) {
        if ((left & 1U) != 0) {
            result *= factor;
        }
        factor *= factor;
    }
    return result;
}

} // namespace

double power(double base, double exponent) {
    if (exponent == std::trunc(exponent)) {
        return exponent < 0 ? 1 / whole_power(base, -exponent) : whole_power(base, exponent);
    }
    if (exponent == 0.5 || base < 0) {
        return std::sqrt(base);
    }
    if (base == 0) {
        return exponent > 0 ? 0 : std::numeric_limits<double>::infinity();
    }
    constexpr double kBeyondAllNumbers = 760; // e^760 is not finite, e^-760 is 0
    const Wide log = logarithm(base);
    if (std::abs(log.high * exponent) > kBeyondAllNumbers) {
        return log.high * exponent > 0 ? std::numeric_limits<double>::infinity() : 0;
    }
    const Scaled result = exponential(multiply(log, {exponent, 0}));
    return std::ldexp(result.number.high, result.exponent);
}

double count_around(double number, std::uint32_t players) {
    const auto count = static_cast<double>(players);
    const double whole = std::trunc(number);
    if (whole >= 0 && whole < count) {
        return whole + 0.0; // -0.5 is truncated to -0
    }
    const double rest = std::fmod(whole, count);
    return rest < 0 ? rest + count : rest + 0.0;
}

} // namespace tgdl
