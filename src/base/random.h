// Random numbers that are the same on every machine: the ChaCha20 stream cipher, written out.
//
//   RandomState state = seed_random(42);
//   std::uint64_t roll = random_below(state, 6);   // 0 … 5, every one equally likely
//
// The state is plain words without pointers, so that it can live in a match's memory, be copied and be saved. Nobody who
// sees some of the numbers can work out the others without the seed.
#pragma once

#include <array>
#include <cstdint>

namespace tgdl {

struct RandomState {
    std::array<std::uint32_t, 8> key{};
    std::uint64_t block = 0;   // the number of the block that `words` holds, plus one; 0: none yet
    std::uint32_t used = 16;   // words of it already given out
    std::uint32_t padding = 0; // always 0: the state is compared and hashed as bytes
    std::array<std::uint32_t, 16> words{};

    bool operator==(const RandomState&) const = default;
};

// From 64 bits, spread over the whole key; and from a whole key.
RandomState seed_random(std::uint64_t seed);
RandomState seed_random(const std::array<std::uint32_t, 8>& key);

// The numbers that follow are those of this stretch of the stream, whatever was drawn before: 16 words each, then those of
// the next stretch.
void jump_random(RandomState& state, std::uint64_t stretch);

std::uint32_t random_word(RandomState& state);
// A number from 0 to bound - 1, without bias; bound must not be 0.
std::uint64_t random_below(RandomState& state, std::uint64_t bound);

// The ChaCha20 block function with a 64-bit counter and a zero nonce (tested against the published vectors).
std::array<std::uint32_t, 16> chacha20_block(const std::array<std::uint32_t, 8>& key, std::uint64_t counter);

} // namespace tgdl
