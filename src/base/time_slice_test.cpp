#include "base/time_slice.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <thread>

namespace tgdl {

TEST(TimeSlice, RequestKeepsTheNiceValue) {
    std::thread([] {
        ASSERT_EQ(::setpriority(PRIO_PROCESS, 0, 7), 0);

        request_short_time_slice();

        EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), 7);
        EXPECT_EQ(::sched_getscheduler(0), SCHED_OTHER);
    }).join();
}

TEST(TimeSlice, RequestLeavesAnIdleThreadIdle) {
    std::thread([] {
        const sched_param none{};
        ASSERT_EQ(::sched_setscheduler(0, SCHED_IDLE, &none), 0);

        request_short_time_slice();

        EXPECT_EQ(::sched_getscheduler(0), SCHED_IDLE);
    }).join();
}

} // namespace tgdl
