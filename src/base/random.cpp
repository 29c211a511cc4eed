#include "base/random.h"

#include <bit>

namespace tgdl {

namespace {

constexpr int kDoubleRounds = 10;

inline void quarter_round(std::array<std::uint32_t, 16>& x, std::size_t a, std::size_t b, std::size_t c,
                          std::size_t d) {
    x[a] += x[b];
    x[d] = std::rotl(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = std::rotl(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = std::rotl(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = std::rotl(x[b] ^ x[c], 7);
}

std::uint64_t random_long(RandomState& state) {
    const std::uint64_t low = random_word(state);
    return low | (static_cast<std::uint64_t>(random_word(state)) << 32U);
}

} // namespace

std::array<std::uint32_t, 16> chacha20_block(const std::array<std::uint32_t, 8>& key, std::uint64_t counter) {
    const std::array<std::uint32_t, 16> start = {0x61707865U,
                                                 0x3320646eU,
                                                 0x79622d32U,
                                                 0x6b206574U, // "expand 32-byte k"
                                                 key[0],
                                                 key[1],
                                                 key[2],
                                                 key[3],
                                                 key[4],
                                                 key[5],
                                                 key[6],
                                                 key[7],
                                                 static_cast<std::uint32_t>(counter),
                                                 static_cast<std::uint32_t>(counter >> 32U),
                                                 0,
                                                 0};
    std::array<std::uint32_t, 16> x = start;
    for (int round = 0; round < kDoubleRounds; ++round) {
        quarter_round(x, 0, 4, 8, 12);
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15);
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] += start[i];
    }
    return x;
}

RandomState seed_random(const std::array<std::uint32_t, 8>& key) {
    RandomState state;
    state.key = key;
    return state;
}

RandomState seed_random(std::uint64_t seed) {
    // One block of a fixed key, counted by the seed, gives a key in which every bit depends on the seed.
    const std::array<std::uint32_t, 16> spread = chacha20_block({}, seed);
    std::array<std::uint32_t, 8> key{};
    for (std::size_t i = 0; i < key.size(); ++i) {
        key[i] = spread[i];
    }
    return seed_random(key);
}

std::uint32_t random_word(RandomState& state) {
    if (state.used == state.words.size()) {
        state.words = chacha20_block(state.key, state.block);
        ++state.block;
        state.used = 0;
    }
    return state.words[state.used++];
}

std::uint64_t random_below(RandomState& state, std::uint64_t bound) {
    if (bound <= 0xffffffffU) {
        // The high half of word × bound; the few low halves that would favour some numbers are drawn again.
        const auto small = static_cast<std::uint32_t>(bound);
        const std::uint32_t unfair = (0U - small) % small;
        while (true) {
            const std::uint64_t product = static_cast<std::uint64_t>(random_word(state)) * bound;
            if (static_cast<std::uint32_t>(product) >= unfair) {
                return product >> 32U;
            }
        }
    }
    const std::uint64_t unfair = (0ULL - bound) % bound;
    while (true) {
        const std::uint64_t word = random_long(state);
        if (word >= unfair) {
            return word % bound;
        }
    }
}

} // namespace tgdl
