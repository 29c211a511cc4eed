// Threads that do what they are given, each table's work in order and never two pieces of it at once.
//
//   Workers workers(2);
//   auto strand = workers.make_strand();
//   strand->post([] { … });      // after all that was posted to this strand before
//
// A piece of work that takes long holds up its own strand and one thread, not the others.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tgdl {

class Workers;

class Strand : public std::enable_shared_from_this<Strand> {
public:
    explicit Strand(Workers& workers) : workers_(workers) {}
    void post(std::function<void()> work);

private:
    friend class Workers;
    void run_some();

    Workers& workers_;
    std::mutex mutex_;
    std::deque<std::function<void()>> queue_; // the first one may be running
};

class Workers {
public:
    explicit Workers(std::size_t threads);
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers(); // what has not begun is dropped

    std::shared_ptr<Strand> make_strand() { return std::make_shared<Strand>(*this); }
    void post(std::function<void()> work);
    // No more work is begun; returns when what has begun is done.
    void stop();

private:
    void run();

    std::mutex mutex_;
    std::condition_variable wakes_;
    std::deque<std::function<void()>> queue_;
    bool stops_ = false;
    std::vector<std::thread> threads_;
};

} // namespace tgdl
