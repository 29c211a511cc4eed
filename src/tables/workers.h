// Thread pool with strands: each table's work is done in order and never two pieces of it at once.
//
//   Workers workers(4);
//   auto strand = workers.make_strand();
//   strand->post([] { … });      // after all that was posted to this strand before
//
// A piece of work that takes long holds up its own strand and one thread. A strand that has taken long waits in a second
// row for a while, which half of the threads serve: however many strands are slow, the others go on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace tgdl {

class Workers;

class Strand : public std::enable_shared_from_this<Strand> {
public:
    explicit Strand(Workers& workers) : workers_(workers) {}

    void post(std::function<void()> work);
    // Called instead of ending the program when a piece of work gets less memory than it asks for. To be set before anything
    // is posted. The strand goes on with the next piece.
    void on_out_of_memory(std::function<void()> call) { out_of_memory_ = std::move(call); }
    // How many pieces have not been done yet.
    [[nodiscard]] std::size_t length();

private:
    friend class Workers;
    // One piece of work, then the others' turn.
    void run_one();
    // What was not begun is not done any more; breaks the circle of a strand whose work holds the strand.
    void drop_all();

    Workers& workers_;
    std::function<void()> out_of_memory_;
    std::mutex mutex_;                        // for what follows
    std::deque<std::function<void()>> queue_; // the first one may be running
    std::size_t slow_left_ = 0;               // for how many more pieces it waits in the second row
};

class Workers {
public:
    // Urgent is what takes little time and should begin at once (base/time_slice.h).
    enum class Priority : std::uint8_t { Urgent, Normal };

    // Without threads, run_all() does the work.
    explicit Workers(std::size_t threads, Priority priority = Priority::Normal,
                     std::chrono::milliseconds long_work = std::chrono::milliseconds(50));
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers(); // what has not begun is dropped

    std::shared_ptr<Strand> make_strand() { return std::make_shared<Strand>(*this); }
    // In no order with anything else.
    void post(std::function<void()> work) { make_strand()->post(std::move(work)); }
    // Does all there is to do, on this thread. False: there was nothing.
    bool run_all();
    // No more work is begun; returns when what has begun is done. Not on one of the threads themselves.
    void stop();

private:
    friend class Strand;
    using Row = std::deque<std::shared_ptr<Strand>>; // each with something to do, none twice

    // False: it will not be done, for the threads have stopped.
    bool line_up(const std::shared_ptr<Strand>& strand, Row& row);
    void run();
    [[nodiscard]] bool may_take_slow() const { return slow_running_ < most_slow_; }

    const std::chrono::milliseconds long_work_;
    const std::size_t most_slow_;
    std::mutex mutex_; // for what follows
    std::condition_variable wakes_;
    Row first_, second_;
    std::size_t slow_running_ = 0;
    bool stops_ = false;
    std::vector<std::thread> threads_;
};

} // namespace tgdl
