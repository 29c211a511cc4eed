// Clock whose time passes when a test says so.
//
//   ManualClock clock;
//   Timers timers(clock);
//   timers.after(milliseconds(200), ring);
//   clock.pass(milliseconds(200));            // it rings, on the timers' thread
#pragma once

#include "base/clock.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>

namespace tgdl {

class ManualClock final : public Clock {
public:
    [[nodiscard]] TimePoint now() const override {
        const std::lock_guard lock(mutex_);
        return now_;
    }
    [[nodiscard]] std::int64_t wall_time() const override {
        constexpr std::int64_t kStart = 1'000'000'000'000; // in 2001
        const auto since_start = now() - kFirst;
        return kStart + std::chrono::duration_cast<std::chrono::milliseconds>(since_start).count();
    }
    // Short: nobody wakes those who sleep.
    [[nodiscard]] std::chrono::nanoseconds sleep_before(TimePoint due) const override {
        const std::lock_guard lock(mutex_);
        awaited_.insert(due);
        is_awaited_.notify_all();
        return std::chrono::milliseconds(1);
    }

    // Whoever waits sees it a moment later.
    void advance(std::chrono::nanoseconds time) {
        const std::lock_guard lock(mutex_);
        now_ += time;
    }
    // Advances, once somebody waits for a time in the second half of it. False: nobody did.
    bool pass(std::chrono::nanoseconds time) {
        constexpr std::chrono::seconds kPatience(20);
        std::unique_lock lock(mutex_);
        const bool found = is_awaited_.wait_for(lock, kPatience, [&] {
            const auto first = awaited_.upper_bound(now_ + time / 2);
            return first != awaited_.end() && *first <= now_ + time;
        });
        now_ += time;
        return found;
    }

private:
    static constexpr TimePoint kFirst{std::chrono::hours(24)}; // some time after what was never set

    mutable std::mutex mutex_;
    mutable std::condition_variable is_awaited_;
    mutable std::set<TimePoint> awaited_; // by whoever waits, or has waited
    TimePoint now_ = kFirst;
};

} // namespace tgdl
