#include "tables/workers.h"

#include "base/time_slice.h"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <new>
#include <utility>

namespace tgdl {

namespace {

constexpr std::size_t kSlowFor = 20; // pieces of work

// What this thread has worked, whatever else the machine did meanwhile.
std::chrono::nanoseconds worked_so_far() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

void Strand::post(std::function<void()> work) {
    bool is_slow = false;
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back(std::move(work));
        if (queue_.size() > 1) {
            return; // whoever runs the first goes on
        }
        is_slow = slow_left_ > 0;
    }
    if (!workers_.line_up(shared_from_this(), is_slow ? workers_.second_ : workers_.first_)) {
        drop_all();
    }
}

std::size_t Strand::length() {
    const std::lock_guard lock(mutex_);
    return queue_.size();
}

void Strand::run_one() {
    std::function<void()> work;
    {
        const std::lock_guard lock(mutex_);
        work = std::move(queue_.front());
    }
    const std::chrono::nanoseconds before = worked_so_far();
    try {
        work();
    } catch (const std::bad_alloc&) {
        if (out_of_memory_) {
            out_of_memory_();
        }
    }
    work = nullptr;
    const bool took_long = worked_so_far() - before > workers_.long_work_;
    bool is_slow = false;
    {
        const std::lock_guard lock(mutex_);
        slow_left_ = took_long ? kSlowFor : slow_left_ - std::min<std::size_t>(slow_left_, 1);
        is_slow = slow_left_ > 0;
        queue_.pop_front();
        if (queue_.empty()) {
            return;
        }
    }
    if (!workers_.line_up(shared_from_this(), is_slow ? workers_.second_ : workers_.first_)) {
        drop_all();
    }
}

void Strand::drop_all() {
    std::deque<std::function<void()>> dropped;
    const std::lock_guard lock(mutex_);
    std::swap(dropped, queue_);
}

Workers::Workers(std::size_t threads, Priority priority, std::chrono::milliseconds long_work)
    : long_work_(long_work), most_slow_(std::max<std::size_t>(threads / 2, 1)) {
    threads_.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        threads_.emplace_back([this, priority] {
            if (priority == Priority::Urgent) {
                request_short_time_slice();
            }
            run();
        });
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
    Row dropped;
    {
        const std::lock_guard lock(mutex_);
        std::ranges::move(first_, std::back_inserter(dropped));
        std::ranges::move(second_, std::back_inserter(dropped));
        first_.clear();
        second_.clear();
    }
    for (const std::shared_ptr<Strand>& strand : dropped) {
        strand->drop_all();
    }
}

bool Workers::run_all() {
    bool has_run = false;
    for (;;) {
        std::shared_ptr<Strand> strand;
        {
            const std::lock_guard lock(mutex_);
            Row& row = first_.empty() ? second_ : first_;
            if (row.empty() || stops_) {
                return has_run;
            }
            strand = std::move(row.front());
            row.pop_front();
        }
        strand->run_one();
        has_run = true;
    }
}

bool Workers::line_up(const std::shared_ptr<Strand>& strand, Row& row) {
    {
        const std::lock_guard lock(mutex_);
        if (stops_) {
            return false;
        }
        row.push_back(strand);
    }
    wakes_.notify_one();
    return true;
}

void Workers::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wakes_.wait(lock, [&] { return stops_ || !first_.empty() || (!second_.empty() && may_take_slow()); });
        if (stops_) {
            return;
        }
        const bool takes_slow = first_.empty() || (!second_.empty() && slow_running_ == 0);
        Row& row = takes_slow ? second_ : first_;
        std::shared_ptr<Strand> strand = std::move(row.front());
        row.pop_front();
        slow_running_ += takes_slow ? 1 : 0;
        lock.unlock();
        strand->run_one();
        strand = nullptr;
        lock.lock();
        slow_running_ -= takes_slow ? 1 : 0;
        if (takes_slow && !second_.empty()) {
            wakes_.notify_one(); // a thread may have passed it by
        }
    }
}

} // namespace tgdl
