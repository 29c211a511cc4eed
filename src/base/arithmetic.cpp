#include "base/arithmetic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace tgdl {
namespace {

// A number with twice the digits (double-double): the second part is at most half of the last digit of the first.
struct Wide {
    double high = 0;
    double low = 0;
};

// Exact, after Knuth.
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

// These lose a few units of the 104th binary digit.

Wide add(Wide a, Wide b) {
    const Wide high = sum(a.high, b.high);
    return sum(high.high, high.low + a.low + b.low);
}

Wide multiply(Wide a, Wide b) {
    const Wide high = product(a.high, b.high);
    return sum(high.high, high.low + (a.high * b.low + a.low * b.high));
}

Wide divide(Wide a, Wide b) {
    const double high = a.high / b.high;
    const Wide back = multiply({high, 0}, b);
    return sum(high, (((a.high - back.high) - back.low) + a.low) / b.high);
}

constexpr Wide kLogOfTwo = {0.693147180559945286, 2.319046813846299558e-17};

// number * 2 ^ exponent
struct Scaled {
    Wide number;
    int exponent = 0;
};

// Rounds once, also where the result has fewer digits than others because it is so small.
double rounded(const Scaled& scaled) {
    constexpr int kLastDigit = -1074; // of the smallest numbers: 2^-1074
    constexpr int kDigits = 53;
    int magnitude = 0;
    (void)std::frexp(scaled.number.high, &magnitude);
    const int missing = kLastDigit + kDigits - (magnitude + scaled.exponent);
    if (missing <= 0 || missing > kDigits + 1) {
        return std::ldexp(scaled.number.high, scaled.exponent); // all digits, or none
    }
    // Adding a large number rounds to the last digit there is; what that took no notice of may decide a tie.
    const double unit = std::ldexp(1.0, kLastDigit - scaled.exponent);
    const double large = std::ldexp(1.5 * unit, kDigits - 1);
    const Wide whole = sum(large, scaled.number.high);
    const double rest = whole.low + scaled.number.low;
    double result = whole.high - large;
    if (std::abs(rest) > unit / 2 || (std::abs(whole.low) == unit / 2 && whole.low * scaled.number.low > 0)) {
        result += whole.low > 0 ? unit : -unit;
    }
    return std::ldexp(result, scaled.exponent);
}

// e ^ x for |x| < 800, to about 90 binary digits.
Scaled exponential(Wide x) {
    constexpr int kHalvings = 6;
    constexpr int kTerms = 14;
    const double twos = std::floor(x.high / kLogOfTwo.high + 0.5);
    Wide rest = add(x, multiply({-twos, 0}, kLogOfTwo));
    rest = {rest.high / (1 << kHalvings), rest.low / (1 << kHalvings)};
    Wide result = {1, 0};
    for (int term = kTerms; term > 0; --term) { // 1 + x/1 (1 + x/2 (1 + x/3 …))
        result = add({1, 0}, divide(multiply(rest, result), {static_cast<double>(term), 0}));
    }
    for (int halving = 0; halving < kHalvings; ++halving) {
        result = multiply(result, result);
    }
    return {result, static_cast<int>(twos)};
}

// The natural logarithm of a positive number, to about 100 binary digits, also next to 1, where it is small.
Wide logarithm(double number) {
    constexpr int kLastPower = 43;
    int exponent = 0;
    double fraction = std::frexp(number, &exponent);
    if (fraction < std::sqrt(0.5)) {
        fraction *= 2;
        --exponent;
    }
    // log f = 2 (r + r^3/3 + r^5/5 + …) with r = (f - 1) / (f + 1), which is at most 0.172
    const Wide ratio = divide({fraction - 1, 0}, sum(fraction, 1));
    const Wide square = multiply(ratio, ratio);
    Wide series = {0, 0};
    for (int term = kLastPower; term > 0; term -= 2) {
        series = add(multiply(series, square), divide({1, 0}, {static_cast<double>(term), 0}));
    }
    const Wide half = multiply(ratio, series);
    return add({2 * half.high, 2 * half.low}, multiply({static_cast<double>(exponent), 0}, kLogOfTwo));
}

// The powers that can be written down, or lie in the middle between two numbers that can: how these are rounded must not
// depend on the 90th digit. They are whole powers of a whole number below 2 ^ 54, times a power of 2. Base and exponent
// are above 0.
std::optional<Scaled> exact_power(double base, double exponent) {
    constexpr int kDigits = 53;
    constexpr double kBeyondAllNumbers = 3000;
    constexpr std::uint64_t kTooLong = std::uint64_t{1} << (kDigits + 1);
    int twos = 0;
    auto odd = static_cast<std::uint64_t>(std::ldexp(std::frexp(base, &twos), kDigits));
    const int zeros = std::countr_zero(odd);
    odd >>= static_cast<unsigned>(zeros);
    twos += zeros - kDigits;
    if (odd == 1) {
        const double shift = std::clamp(twos * exponent, -kBeyondAllNumbers, kBeyondAllNumbers);
        return Scaled{{1, 0}, static_cast<int>(shift)};
    }
    if (exponent > kDigits) {
        return std::nullopt;
    }
    std::uint64_t result = 1;
    for (int i = 0; i < static_cast<int>(exponent); ++i) {
        if (result > kTooLong / odd) {
            return std::nullopt;
        }
        result *= odd;
    }
    const auto high = static_cast<double>(result);
    const auto low = static_cast<std::int64_t>(result) - static_cast<std::int64_t>(high);
    return Scaled{{high, static_cast<double>(low)}, twos * static_cast<int>(exponent)};
}

// Has a number above 0 a square root that loses no digit?
bool has_root(double number, double& root) {
    int twos = 0;
    double fraction = std::frexp(number, &twos);
    if (twos % 2 != 0) {
        fraction *= 2;
        --twos;
    }
    const double found = std::sqrt(fraction);
    const Wide square = product(found, found);
    root = std::ldexp(found, twos / 2);
    return square.high == fraction && square.low == 0;
}

// Of a base above 0.
double positive_power(double base, double exponent) {
    if (base == 1) {
        return 1;
    }
    if (exponent == 0.5) {
        return std::sqrt(base);
    }
    // 16 ^ 0.75 is 4 ^ 1.5 is 2 ^ 3.
    for (double root = 0; exponent != std::trunc(exponent) && has_root(base, root); exponent *= 2) {
        base = root;
    }
    if (exponent == -1) {
        return 1 / base;
    }
    if (exponent == std::trunc(exponent)) {
        int twos = 0;
        const bool is_power_of_two = std::frexp(base, &twos) == 0.5;
        if (exponent > 0 || is_power_of_two) {
            if (const std::optional<Scaled> exact = exact_power(base, exponent)) {
                return rounded(*exact);
            }
        }
    }
    constexpr double kBeyondAllNumbers = 760; // e^760 is not finite, e^-760 is 0
    const Wide log = logarithm(base);
    if (std::abs(log.high * exponent) > kBeyondAllNumbers) {
        return log.high * exponent > 0 ? std::numeric_limits<double>::infinity() : 0;
    }
    return rounded(exponential(multiply(log, {exponent, 0})));
}

} // namespace

double power(double base, double exponent) {
    if (exponent == 2) {
        return base * base;
    }
    if (exponent == 0) {
        return 1;
    }
    const bool is_whole = exponent == std::trunc(exponent);
    if (base == 0) {
        return exponent > 0 ? 0 : std::numeric_limits<double>::infinity();
    }
    if (base > 0) {
        return positive_power(base, exponent);
    }
    if (!is_whole) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const bool is_odd = std::fmod(exponent, 2) != 0;
    const double size = positive_power(-base, exponent);
    return is_odd ? -size : size;
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
