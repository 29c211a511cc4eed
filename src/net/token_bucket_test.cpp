#include "net/token_bucket.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

using std::chrono::milliseconds;

const TokenBucket::Clock::time_point kStart = TokenBucket::Clock::time_point() + std::chrono::hours(1);
constexpr TokenRate kRate{.per_second = 10, .burst = 3};

int taken(TokenBucket& bucket, TokenBucket::Clock::time_point now) {
    int count = 0;
    while (count < 100 && bucket.take(kRate, now)) {
        ++count;
    }
    return count;
}

TEST(TokenBucket, StartsFull) {
    TokenBucket bucket;

    EXPECT_EQ(taken(bucket, kStart), 3);
    EXPECT_FALSE(bucket.take(kRate, kStart));
}

TEST(TokenBucket, FillsWithTimeAndNeverOverflows) {
    TokenBucket bucket;
    taken(bucket, kStart);

    EXPECT_EQ(taken(bucket, kStart + milliseconds(50)), 0);
    EXPECT_EQ(taken(bucket, kStart + milliseconds(201)), 2);
    EXPECT_EQ(taken(bucket, kStart + milliseconds(60'000)), 3);
}

TEST(TokenBucket, SaysHowLongToWait) {
    TokenBucket bucket;
    taken(bucket, kStart);

    EXPECT_FALSE(bucket.take(kRate, kStart + milliseconds(40)));
    const milliseconds wait = bucket.wait(kRate);

    EXPECT_GE(wait, milliseconds(60));
    EXPECT_LE(wait, milliseconds(62));
    EXPECT_TRUE(bucket.take(kRate, kStart + milliseconds(40) + wait));
}

TEST(TokenBucket, SaysHowMuchIsLeft) {
    TokenBucket bucket;
    bucket.take(kRate, kStart);
    bucket.take(kRate, kStart);

    EXPECT_DOUBLE_EQ(bucket.left(kRate), 1);
}

TEST(TokenBucket, WaitsASecondAtMost) {
    TokenBucket bucket;

    EXPECT_FALSE(bucket.take({.per_second = 0, .burst = 0}, kStart));
    EXPECT_EQ(bucket.wait({.per_second = 0, .burst = 0}), milliseconds(1001));
    EXPECT_EQ(bucket.wait({.per_second = 0.001, .burst = 0}), milliseconds(1001));
}

TEST(TokenBucket, AClockThatStandsStillGivesNothing) {
    TokenBucket bucket;
    taken(bucket, kStart);

    EXPECT_FALSE(bucket.take(kRate, kStart - milliseconds(500)));
    EXPECT_FALSE(bucket.take(kRate, kStart));
}

} // namespace
} // namespace tgdl
