// Timer of the server's event loop that goes by a Clock. For src/net only: it includes Asio.
#pragma once

#include "base/clock.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <utility>

namespace tgdl {

class ClockTimer {
public:
    template <typename Executor>
    ClockTimer(const Executor& executor, const Clock& clock) : clock_(clock), timer_(executor) {}

    // Calls `work` after that time, on the thread of the event loop, unless cancel() or another after() comes before.
    template <typename Work>
    void after(std::chrono::milliseconds time, Work work) {
        due_ = clock_.now() + time;
        timer_.expires_after(time.count() > 0 ? clock_.sleep_before(due_) : std::chrono::nanoseconds(0));
        wait(std::move(work));
    }
    void cancel() { timer_.cancel(); }

private:
    // `work` keeps this object.
    template <typename Work>
    void wait(Work work) {
        timer_.async_wait([this, work = std::move(work)](boost::system::error_code stopped) mutable {
            if (stopped) {
                return;
            }
            if (clock_.now() < due_) {
                timer_.expires_after(clock_.sleep_before(due_));
                wait(std::move(work));
            } else {
                work();
            }
        });
    }

    const Clock& clock_;
    Clock::TimePoint due_;
    boost::asio::steady_timer timer_;
};

} // namespace tgdl
