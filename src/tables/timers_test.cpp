#include "tables/timers.h"

#include "base/manual_clock_for_test.h"

#include <future>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace tgdl {
namespace {

using std::chrono::milliseconds;

TEST(Timers, CallInTheOrderOfTime) {
    ManualClock clock;
    Timers timers(clock);
    std::vector<int> called; // by one thread
    std::promise<void> is_over;

    timers.after(milliseconds(60), [&] {
        called.push_back(2);
        is_over.set_value();
    });
    timers.after(milliseconds(20), [&] { called.push_back(1); });
    clock.advance(milliseconds(60));
    is_over.get_future().wait();

    EXPECT_EQ(called, (std::vector{1, 2}));
}

TEST(Timers, CallNotBeforeTheTime) {
    ManualClock clock;
    Timers timers(clock);
    std::promise<Clock::TimePoint> called;
    const Clock::TimePoint began = clock.now();

    timers.after(milliseconds(50), [&] { called.set_value(clock.now()); });
    EXPECT_TRUE(clock.pass(milliseconds(50)));

    EXPECT_EQ(called.get_future().get(), began + milliseconds(50));
}

TEST(Timers, DropWhatIsNotDueWhenTheyStop) {
    auto held = std::make_shared<int>(0);
    const ManualClock clock;
    Timers timers(clock);
    timers.after(std::chrono::hours(1), [held] { ++*held; });

    timers.stop();
    timers.after(milliseconds(0), [held] { ++*held; });

    EXPECT_EQ(*held, 0);
    EXPECT_EQ(held.use_count(), 1);
}

} // namespace
} // namespace tgdl
