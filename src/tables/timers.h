// Timers: call a function after a delay.
#pragma once

#include "base/clock.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace tgdl {

class Timers {
public:
    explicit Timers(const Clock& clock); // which outlives it
    Timers(const Timers&) = delete;
    Timers& operator=(const Timers&) = delete;
    ~Timers(); // what has not come due is dropped

    // Calls `work` after that time, on one thread for all: it should be short. Nothing is called after stop().
    void after(std::chrono::milliseconds time, std::function<void()> work);
    void stop();

private:
    void run();

    const Clock& clock_;
    std::mutex mutex_;
    std::condition_variable wakes_;
    std::multimap<Clock::TimePoint, std::function<void()>> queue_;
    bool stops_ = false;
    std::thread thread_;
};

} // namespace tgdl
