#include "base/random.h"

#include <bit>

namespace tgdl {

namespace {

constexpr int kDoubleRounds = 10;

// Four words of the block at once, which the compilers have instructions for.
using Row = std::uint32_t __attribute__((vector_size(16)));

template <int kBits>
Row rotated(Row row) {
    return (row << kBits) | (row >> (32 - kBits));
}

// A quarter round of each column.
void quarter_rounds(Row& a, Row& b, Row& c, Row& d) {
    a += b;
    d = rotated<16>(d ^ a);
    c += d;
    b = rotated<12>(b ^ c);
    a += b;
    d = rotated<8>(d ^ a);
    c += d;
    b = rotated<7>(b ^ c);
}

std::uint64_t random_long(RandomState& state) {
    const std::uint64_t low = random_word(state);
    return low | (static_cast<std::uint64_t>(random_word(state)) << 32U);
}

} // namespace

std::array<std::uint32_t, 16> chacha20_block(const std::array<std::uint32_t, 8>& key, std::uint64_t counter) {
    const std::array<Row, 4> start = {{
        {0x61707865U, 0x3320646eU, 0x79622d32U, 0x6b206574U}, // "expand 32-byte k"
        {key[0], key[1], key[2], key[3]},
        {key[4], key[5], key[6], key[7]},
        {static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32U), 0, 0},
    }};
    std::array<Row, 4> x = start;
    for (int round = 0; round < kDoubleRounds; ++round) {
        quarter_rounds(x[0], x[1], x[2], x[3]);
        // The diagonals stand in columns, for another round.
        x[1] = __builtin_shufflevector(x[1], x[1], 1, 2, 3, 0);
        x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
        x[3] = __builtin_shufflevector(x[3], x[3], 3, 0, 1, 2);
        quarter_rounds(x[0], x[1], x[2], x[3]);
        x[1] = __builtin_shufflevector(x[1], x[1], 3, 0, 1, 2);
        x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
        x[3] = __builtin_shufflevector(x[3], x[3], 1, 2, 3, 0);
    }
    for (std::size_t row = 0; row < x.size(); ++row) {
        x[row] += start[row];
    }
    return std::bit_cast<std::array<std::uint32_t, 16>>(x);
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

void jump_random(RandomState& state, std::uint64_t stretch) {
    state = seed_random(state.key);
    state.block = stretch;
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
        // The high half of word × bound; the few low halves that would favour some numbers are drawn again. How many
        // those are takes a division, but they are fewer than the bound.
        const auto small = static_cast<std::uint32_t>(bound);
        while (true) {
            const std::uint64_t product = static_cast<std::uint64_t>(random_word(state)) * bound;
            const auto low = static_cast<std::uint32_t>(product);
            if (low >= small || low >= (0U - small) % small) {
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
