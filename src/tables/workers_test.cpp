#include "tables/workers.h"

#include <algorithm>
#include <ctime>
#include <future>
#include <gtest/gtest.h>
#include <new>

namespace tgdl {
namespace {

using std::chrono::milliseconds;

// Works, rather than sleeps, so long, whatever else the machine does.
void work_for(milliseconds time) {
    const auto worked = [] {
        timespec spent{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
        return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
    };
    const std::chrono::nanoseconds end = worked() + time;
    while (worked() < end) {
    }
}

TEST(Strand, DoesItsWorkInOrderAndOneAtATime) {
    Workers workers(4);
    const auto strand = workers.make_strand();
    std::vector<int> done; // without a lock: the strand is one
    std::promise<void> is_over;

    for (int i = 0; i < 1000; ++i) {
        strand->post([&done, i] { done.push_back(i); });
    }
    strand->post([&] { is_over.set_value(); });
    is_over.get_future().wait();

    ASSERT_EQ(done.size(), 1000U);
    EXPECT_TRUE(std::ranges::is_sorted(done));
}

TEST(Strand, MayPostToItself) {
    Workers workers(1);
    const auto strand = workers.make_strand();
    std::promise<void> is_over;

    strand->post([&] { strand->post([&] { is_over.set_value(); }); });

    EXPECT_EQ(is_over.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
}

TEST(Strand, GoesOnAfterWorkThatGotTooLittleMemory) {
    Workers workers(1);
    const auto strand = workers.make_strand();
    int calls = 0;
    strand->on_out_of_memory([&] { ++calls; });
    std::promise<void> is_over;

    strand->post([] { throw std::bad_alloc(); });
    strand->post([&] { is_over.set_value(); });

    EXPECT_EQ(is_over.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
    EXPECT_EQ(calls, 1);
}

TEST(Workers, DropWhatHasNotBegunWhenTheyStop) {
    auto held = std::make_shared<int>(0);
    {
        Workers workers(1);
        const auto strand = workers.make_strand();
        std::promise<void> has_begun;
        std::promise<void> goes_on;
        strand->post([&] {
            has_begun.set_value();
            goes_on.get_future().wait();
        });
        strand->post([held, strand] { ++*held; }); // holds its own strand: nothing of it may be left over
        has_begun.get_future().wait();
        std::thread stopper([&] { workers.stop(); });
        goes_on.set_value();
        stopper.join();
        strand->post([held] { ++*held; });
    }

    EXPECT_LE(*held, 1); // the second piece may have begun before the threads were told to stop
    EXPECT_EQ(held.use_count(), 1);
}

TEST(Workers, GoOnWithOthersHoweverManyStrandsAreSlow) {
    std::promise<void> slow_may_end; // outlives the threads
    const std::shared_future<void> end_of_slow = slow_may_end.get_future().share();
    Workers workers(2, Workers::Priority::Normal, milliseconds(1));
    std::vector<std::shared_ptr<Strand>> slow;
    for (int i = 0; i < 4; ++i) { // all of them are known to be slow after this
        slow.push_back(workers.make_strand());
        std::promise<void> is_done;
        slow.back()->post([&] { work_for(milliseconds(5)); });
        slow.back()->post([&] { is_done.set_value(); });
        is_done.get_future().wait();
    }
    for (const auto& strand : slow) {
        strand->post([end_of_slow] { end_of_slow.wait(); });
    }

    std::promise<void> is_quick;
    const auto quick = workers.make_strand();
    quick->post([&] { is_quick.set_value(); });
    const auto waited = is_quick.get_future().wait_for(std::chrono::seconds(20));
    slow_may_end.set_value();

    EXPECT_EQ(waited, std::future_status::ready); // one thread has no slow work
}

TEST(Workers, WithoutThreadsDoWhatThereIsWhenTheyAreTold) {
    Workers workers(0);
    const auto strand = workers.make_strand();
    int done = 0;
    strand->post([&] { strand->post([&] { ++done; }); });

    EXPECT_TRUE(workers.run_all());
    EXPECT_EQ(done, 1);
    EXPECT_FALSE(workers.run_all());
}

TEST(Workers, DoPiecesThatBelongToNoStrand) {
    Workers workers(2);
    std::promise<void> is_done;

    workers.post([&] { is_done.set_value(); });

    EXPECT_EQ(is_done.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
}

} // namespace
} // namespace tgdl
