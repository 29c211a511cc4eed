#include "tables/timers.h"

#include <utility>

namespace tgdl {

Timers::Timers() : thread_([this] { run(); }) {}

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
    std::multimap<Clock::time_point, std::function<void()>> dropped; // what it holds may come back here
    const std::lock_guard lock(mutex_);
    std::swap(dropped, queue_);
}

void Timers::after(std::chrono::milliseconds time, std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        if (stops_) {
            return;
        }
        queue_.emplace(Clock::now() + time, std::move(work));
    }
    wakes_.notify_one();
}

void Timers::run() {
    std::unique_lock lock(mutex_);
    while (!stops_) {
        if (queue_.empty()) {
            wakes_.wait(lock);
        } else if (const Clock::time_point due = queue_.begin()->first; due > Clock::now()) {
            wakes_.wait_until(lock, due);
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
