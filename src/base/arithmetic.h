// Arithmetic of the language beyond what the processor does by itself. The same bits on every machine: only additions,
// multiplications, divisions and square roots, which IEEE 754 defines exactly, and nothing of the platform's library
// whose last digit is open.
#pragma once

#include <cstdint>

namespace tgdl {

// base ^ exponent, rounded to the nearest number; not finite or NaN where there is no such number. Both are finite.
double power(double base, double exponent);

// The player that a number means (docs/reference/types.md#19): truncated, and counted around the table.
double count_around(double number, std::uint32_t players);
inline double player_of(double number, std::uint32_t players) {
    // Most numbers are players already.
    return number == 0 || (number == 1 && players > 1) ? number : count_around(number, players);
}

} // namespace tgdl
