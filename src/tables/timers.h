// Timers: call a function after a delay.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace tgdl {

class Timers {
public:
    Timers();
    Timers(const Timers&) = delete;
    Timers& operator=(const Timers&) = delete;
    ~Timers(); // what has not come due is dropped

    // Calls `work` after that time, on one thread for all: it should be short. Nothing is called after stop().
    void after(std::chrono::milliseconds time, std::function<void()> work);
    void stop();

private:
    using Clock = std::chrono::steady_clock;
    void run();

    std::mutex mutex_;
    std::condition_variable wakes_;
    std::multimap<Clock::time_point, std::function<void()>> queue_;
    bool stops_ = false;
    std::thread thread_;
};

} // namespace tgdl
