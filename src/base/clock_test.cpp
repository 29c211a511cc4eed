#include "base/clock.h"

#include "base/manual_clock_for_test.h"

#include <future>
#include <gtest/gtest.h>
#include <thread>

namespace tgdl {
namespace {

using std::chrono::milliseconds;

TEST(Clock, OfTheMachineDoesNotGoBack) {
    const Clock::TimePoint before = system_clock().now();

    EXPECT_GE(system_clock().now(), before);
}

TEST(Clock, OfTheMachineLetsOneSleepUntilItIsDue) {
    const Clock::TimePoint due = system_clock().now() + std::chrono::hours(1);

    const std::chrono::nanoseconds sleep = system_clock().sleep_before(due);

    EXPECT_GT(sleep, std::chrono::minutes(59));
    EXPECT_LE(sleep, std::chrono::hours(1));
}

TEST(Clock, WaitingEndsAtOnceWhenTheConditionHolds) {
    const ManualClock clock;
    std::mutex mutex;
    std::condition_variable wakes;
    std::unique_lock lock(mutex);

    EXPECT_TRUE(wait_until(clock, wakes, lock, clock.now() + milliseconds(1), [] { return true; }));
}

TEST(Clock, WaitingEndsWithoutTheConditionWhenItIsDue) {
    const ManualClock clock;
    std::mutex mutex;
    std::condition_variable wakes;
    std::unique_lock lock(mutex);

    EXPECT_FALSE(wait_until(clock, wakes, lock, clock.now(), [] { return false; }));
}

TEST(ManualClock, MovesBothOfItsTimesWhenItIsTold) {
    ManualClock clock;
    const Clock::TimePoint before = clock.now();
    const std::int64_t wall_before = clock.wall_time();

    clock.advance(milliseconds(1500));

    EXPECT_EQ(clock.now() - before, milliseconds(1500));
    EXPECT_EQ(clock.wall_time() - wall_before, 1500);
}

TEST(ManualClock, PassesWhenSomebodyWaitsForIt) {
    ManualClock clock;
    std::promise<bool> woke;
    const Clock::TimePoint due = clock.now() + milliseconds(200);
    std::thread waiting([&] {
        std::mutex mutex;
        std::condition_variable wakes;
        std::unique_lock lock(mutex);
        woke.set_value(!wait_until(clock, wakes, lock, due, [] { return false; }));
    });

    EXPECT_TRUE(clock.pass(milliseconds(200)));

    EXPECT_TRUE(woke.get_future().get());
    waiting.join();
}

} // namespace
} // namespace tgdl
