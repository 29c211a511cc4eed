#include "cli/interrupt.h"

#include <atomic>

namespace tgdl {

namespace {

std::atomic<bool> interrupted = false; // looked at by all threads that play
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may write it");

void note_interrupt(int /*signal*/) {
    interrupted = true;
}

} // namespace

InterruptWatch::InterruptWatch() {
    interrupted = false;
    struct sigaction action{};
    action.sa_handler = note_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &before_interrupt_);
    sigaction(SIGTERM, &action, &before_end_);
}

InterruptWatch::~InterruptWatch() {
    sigaction(SIGINT, &before_interrupt_, nullptr);
    sigaction(SIGTERM, &before_end_, nullptr);
}

bool InterruptWatch::was_interrupted() {
    return interrupted.load(std::memory_order_relaxed);
}

StopRequest InterruptWatch::stop_request() {
    return {[](const void* /*context*/) { return was_interrupted(); }, nullptr};
}

} // namespace tgdl
