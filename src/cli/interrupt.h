// Ctrl-C as a wish to stop rather than as the end: what was done so far can be kept.
#pragma once

#include "vm/machine.h"

#include <csignal>

namespace tgdl {

// While there is one, an interrupt is only noted; a second one ends the program.
class InterruptWatch {
public:
    InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
    ~InterruptWatch();

    [[nodiscard]] static bool was_interrupted();
    // For Limits::stop: rules that run when it comes are ended too.
    [[nodiscard]] static StopRequest stop_request();

private:
    struct sigaction before_interrupt_{};
    struct sigaction before_end_{};
};

} // namespace tgdl
