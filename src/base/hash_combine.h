// Hash of a pair of 64-bit numbers, the same on every machine (the finalizer of SplitMix64).
#pragma once

#include <cstdint>

namespace tgdl {

inline std::uint64_t hash_combine(std::uint64_t one, std::uint64_t other) {
    std::uint64_t number = (one ^ (other * 0x9E37'79B9'7F4A'7C15ULL)) + 0x2545'F491'4F6C'DD1DULL;
    number = (number ^ (number >> 30U)) * 0xBF58'476D'1CE4'E5B9ULL;
    number = (number ^ (number >> 27U)) * 0x94D0'49BB'1331'11EBULL;
    return number ^ (number >> 31U);
}

} // namespace tgdl
