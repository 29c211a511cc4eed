#include "tables/timers.h"

#include <future>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace tgdl {
namespace {

using std::chrono::milliseconds;

TEST(Timers, CallInTheOrderOfTime) {
    Timers timers;
    std::vector<int> called; // by one thread
    std::promise<void> is_over;

    timers.after(milliseconds(60), [&] {
        called.push_back(2);
        is_over.set_value();
    });
    timers.after(milliseconds(20), [&] { called.push_back(1); });
    is_over.get_future().wait();

    EXPECT_EQ(called, (std::vector{1, 2}));
}

TEST(Timers, CallNotBeforeTheTime) {
    Timers timers;
    std::promise<void> is_over;
    const auto began = std::chrono::steady_clock::now();

    timers.after(milliseconds(50), [&] { is_over.set_value(); });
    is_over.get_future().wait();

    EXPECT_GE(std::chrono::steady_clock::now() - began, milliseconds(50));
}

TEST(Timers, DropWhatIsNotDueWhenTheyStop) {
    auto held = std::make_shared<int>(0);
    Timers timers;
    timers.after(std::chrono::hours(1), [held] { ++*held; });

    timers.stop();
    timers.after(milliseconds(0), [held] { ++*held; });

    EXPECT_EQ(*held, 0);
    EXPECT_EQ(held.use_count(), 1);
}

} // namespace
} // namespace tgdl
