#include "tables/workers.h"

#include <utility>

namespace tgdl {

void Strand::post(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back(std::move(work));
        if (queue_.size() > 1) {
            return; // whoever runs the first goes on
        }
    }
    workers_.post([self = shared_from_this()] { self->run_some(); });
}

// One piece of work, then the others' turn.
void Strand::run_some() {
    std::function<void()> work;
    {
        const std::lock_guard lock(mutex_);
        work = std::move(queue_.front());
    }
    work();
    work = nullptr;
    {
        const std::lock_guard lock(mutex_);
        queue_.pop_front();
        if (queue_.empty()) {
            return;
        }
    }
    workers_.post([self = shared_from_this()] { self->run_some(); });
}

Workers::Workers(std::size_t threads) {
    threads_.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        threads_.emplace_back([this] { run(); });
    }
}

Workers::~Workers() {
    stop();
}

void Workers::stop() {
    {
        const std::lock_guard lock(mutex_);
        stops_ = true;
    }
    wakes_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
}

void Workers::post(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        if (stops_) {
            return;
        }
        queue_.push_back(std::move(work));
    }
    wakes_.notify_one();
}

void Workers::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wakes_.wait(lock, [&] { return stops_ || !queue_.empty(); });
        if (stops_) {
            return;
        }
        std::function<void()> work = std::move(queue_.front());
        queue_.pop_front();
        lock.unlock();
        work();
        work = nullptr;
        lock.lock();
    }
}

} // namespace tgdl
