#include "bench/table_load/poll.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/epoll.h>
#include <unistd.h>
#include <utility>

namespace load {

namespace {

epoll_event event_for(PollHandler& watcher, Poll::Interest interest) {
    epoll_event event{};
    switch (interest) {
    case Poll::Interest::Read: event.events = EPOLLIN; break;
    case Poll::Interest::Write: event.events = EPOLLOUT; break;
    case Poll::Interest::ReadAndWrite: event.events = EPOLLIN | EPOLLOUT; break;
    }
    event.data.ptr = &watcher;
    return event;
}

} // namespace

Poll::Poll() : poll_(epoll_create1(EPOLL_CLOEXEC)) {
    if (poll_ < 0) {
        std::perror("epoll_create1");
        std::abort();
    }
}

Poll::~Poll() {
    close(poll_);
}

void Poll::watch(int socket, PollHandler& watcher, Interest interest) const {
    epoll_event event = event_for(watcher, interest);
    epoll_ctl(poll_, EPOLL_CTL_ADD, socket, &event);
}

void Poll::change(int socket, PollHandler& watcher, Interest interest) const {
    epoll_event event = event_for(watcher, interest);
    epoll_ctl(poll_, EPOLL_CTL_MOD, socket, &event);
}

void Poll::at(Moment moment, std::function<void()> work) {
    alarms_.push({moment, std::move(work)});
}

void Poll::wait(Moment until) {
    if (!alarms_.empty()) {
        until = std::min(until, alarms_.top().moment);
    }
    const auto time = std::max(std::chrono::nanoseconds(until - Clock::now()), std::chrono::nanoseconds(0));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
    const timespec timeout{.tv_sec = seconds.count(), .tv_nsec = (time - seconds).count()};
    std::array<epoll_event, 256> events{};
    const int count = epoll_pwait2(poll_, events.data(), static_cast<int>(events.size()), &timeout, nullptr);
    for (int i = 0; i < count; ++i) {
        static_cast<PollHandler*>(events[static_cast<std::size_t>(i)].data.ptr)->ready();
    }
    const Moment now = Clock::now();
    while (!alarms_.empty() && alarms_.top().moment <= now) {
        const std::function<void()> work = alarms_.top().work;
        alarms_.pop();
        work();
    }
}

} // namespace load
