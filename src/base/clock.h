// Clock: the time that code waits for, so that a test can let it pass by hand (manual_clock_for_test.h).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace tgdl {

class Clock {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    Clock() = default;
    Clock(const Clock&) = delete;
    Clock& operator=(const Clock&) = delete;
    virtual ~Clock() = default;

    // Never goes back.
    [[nodiscard]] virtual TimePoint now() const = 0;
    // Milliseconds since 1970.
    [[nodiscard]] virtual std::int64_t wall_time() const = 0;
    // How long one may sleep who waits for `due`, before looking at now() again.
    [[nodiscard]] virtual std::chrono::nanoseconds sleep_before(TimePoint due) const = 0;
};

// The clock of the machine.
const Clock& system_clock();

// Waits until `condition` holds, or it is `due`. The condition, at the end.
template <typename Condition>
bool wait_until(const Clock& clock, std::condition_variable& wakes, std::unique_lock<std::mutex>& lock,
                Clock::TimePoint due, const Condition& condition) {
    while (!condition()) {
        if (clock.now() >= due) {
            return false;
        }
        wakes.wait_for(lock, clock.sleep_before(due));
    }
    return true;
}

} // namespace tgdl
