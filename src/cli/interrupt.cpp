#include "cli/interrupt.h"

namespace tgdl {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void note_interrupt(int /*signal*/) {
    interrupted = 1;
}

} // namespace

InterruptWatch::InterruptWatch() {
    interrupted = 0;
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
    return interrupted != 0;
}

} // namespace tgdl
