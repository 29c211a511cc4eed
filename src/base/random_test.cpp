#include "base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace tgdl {
namespace {

TEST(Random, TheBlockFunctionGivesThePublishedStreamOfAZeroKey) {
    const std::array<std::uint32_t, 16> first = chacha20_block({}, 0);
    const std::array<std::uint32_t, 16> second = chacha20_block({}, 1);

    EXPECT_EQ(first[0], 0xade0b876U);  // 76 b8 e0 ad …
    EXPECT_EQ(first[15], 0x8665eeb2U); // … b2 ee 65 86
    EXPECT_EQ(second[0], 0xbee7079fU); // 9f 07 e7 be …
}

TEST(Random, TheSameSeedGivesTheSameNumbersAndAnotherSeedOthers) {
    RandomState a = seed_random(7);
    RandomState same = seed_random(7);
    RandomState other = seed_random(8);
    int different = 0;

    for (int i = 0; i < 100; ++i) {
        const std::uint32_t word = random_word(a);
        EXPECT_EQ(word, random_word(same));
        different += word != random_word(other) ? 1 : 0;
    }

    EXPECT_GT(different, 90);
}

TEST(Random, AStretchOfNumbersIsTheSameWhateverWasDrawnBefore) {
    RandomState here = seed_random(7);
    RandomState there = seed_random(7);
    random_word(there);

    jump_random(here, 3);
    jump_random(there, 3);

    EXPECT_EQ(here, there);
    EXPECT_EQ(random_word(here), chacha20_block(here.key, 3)[0]);
}

TEST(Random, EveryNumberBelowTheBoundComesAboutEquallyOften) {
    RandomState state = seed_random(1);
    std::array<int, 6> seen{};

    for (int i = 0; i < 60'000; ++i) {
        ++seen.at(random_below(state, 6));
    }

    for (const int count : seen) {
        EXPECT_NEAR(count, 10'000, 400);
    }
}

TEST(Random, BoundsAboveThirtyTwoBitsWork) {
    RandomState state = seed_random(1);
    const std::uint64_t bound = 1ULL << 40U;
    std::uint64_t largest = 0;

    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t number = random_below(state, bound);
        ASSERT_LT(number, bound);
        largest = std::max(largest, number);
    }

    EXPECT_GT(largest, bound / 2);
}

TEST(Random, ACopiedStateGoesOnIdentically) {
    RandomState state = seed_random(3);
    random_word(state);
    RandomState copy = state;

    for (int i = 0; i < 40; ++i) {
        EXPECT_EQ(random_word(state), random_word(copy));
    }

    EXPECT_EQ(state, copy);
}

} // namespace
} // namespace tgdl
