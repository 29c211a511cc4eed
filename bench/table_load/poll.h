// Waits for sockets and for moments, on one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace load {

using Clock = std::chrono::steady_clock;
using Moment = Clock::time_point;

// Whoever has a socket. Lives as long as the Poll it is watched by.
class PollHandler {
public:
    PollHandler() = default;
    PollHandler(const PollHandler&) = delete;
    PollHandler& operator=(const PollHandler&) = delete;
    virtual ~PollHandler() = default;

    // Something may have happened to the socket. What was said of one that is closed by now may still come: try, and see.
    virtual void ready() = 0;
};

class Poll {
public:
    enum class Interest : std::uint8_t { Read, Write, ReadAndWrite };

    Poll();
    Poll(const Poll&) = delete;
    Poll& operator=(const Poll&) = delete;
    ~Poll();

    void watch(int socket, PollHandler& watcher, Interest interest) const;
    void change(int socket, PollHandler& watcher, Interest interest) const;
    // Calls `work` at that moment, or soon after.
    void at(Moment moment, std::function<void()> work);
    // One round: waits until something is ready, something is due, or that moment has come.
    void wait(Moment until);

private:
    struct Alarm {
        Moment moment;
        std::function<void()> work;
        bool operator>(const Alarm& other) const { return moment > other.moment; }
    };

    int poll_;
    std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms_;
};

} // namespace load
