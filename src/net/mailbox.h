// Queue of work from many threads for one (MPSC): cheap to put, drained in batches, first in first out.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace tgdl {

// Producers may outlive the consumer; work put after shut() is discarded.
class Mailbox {
public:
    using Work = std::function<void()>;

    // `wake` is called, on the thread that puts, when something lies in an empty box; take() must follow.
    explicit Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}

    void put(Work work) {
        const std::lock_guard lock(mutex_);
        if (!wake_) {
            return;
        }
        queue_.push_back(std::move(work));
        if (queue_.size() == 1) {
            wake_(); // within the lock, so that it is never called after shut()
        }
    }

    // Swaps what waits for `taken`, which is emptied and keeps its room.
    void take(std::vector<Work>& taken) {
        taken.clear();
        const std::lock_guard lock(mutex_);
        queue_.swap(taken);
    }

    void shut() {
        std::vector<Work> left; // destroyed after the lock is released: it may put something itself
        const std::lock_guard lock(mutex_);
        wake_ = nullptr;
        queue_.swap(left);
    }

private:
    std::mutex mutex_;
    std::function<void()> wake_;
    std::vector<Work> queue_;
};

} // namespace tgdl
