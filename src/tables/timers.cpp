#include "tables/timers.h"

#include <utility>

namespace tgdl {

Timers::Timers(const Clock& clock) : clock_(clock), thread_([this] { run(); }) {}

Timers::~Timers() {
    stop();
}

void Timers::stop() {
    {
        const std::lock_guard lock(mutex_);
        stops_ = true;
    }
    wakes_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
    std::multimap<Clock::TimePoint, std::function<void()>> dropped; // what it holds may come back here
    const std::lock_guard lock(mutex_);
    std::swap(dropped, queue_);
}

void Timers::after(std::chrono::milliseconds time, std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        if (stops_) {
            return;
        }
        queue_.emplace(clock_.now() + time, std::move(work));
    }
    wakes_.notify_one();
}

void Timers::run() {
    std::unique_lock lock(mutex_);
    while (!stops_) {
        if (queue_.empty()) {
            wakes_.wait(lock);
        } else if (const Clock::TimePoint due = queue_.begin()->first; due > clock_.now()) {
            wakes_.wait_for(lock, clock_.sleep_before(due));
        } else {
            std::function<void()> work = std::move(queue_.begin()->second);
            queue_.erase(queue_.begin());
            lock.unlock();
            work();
            work = nullptr;
            lock.lock();
        }
    }
}

} // namespace tgdl
