// Runs blocks of the rules for somebody who looks at a match that waits (a view, an option's text): with steps of their
// own and above everything that is live, and leaves no trace of it.
#pragma once

#include "match/flow.h"

namespace tgdl {

class Looking {
public:
    explicit Looking(MatchFlow& flow)
        : machine_(flow.machine),
          mark_(machine_.memory.mark()),
          steps_left_(machine_.steps_left),
          live_top_(machine_.live_top) {
        machine_.steps_left = machine_.limits.steps;
        machine_.live_top = flow.live_top();
    }
    Looking(const Looking&) = delete;
    Looking& operator=(const Looking&) = delete;
    ~Looking() {
        machine_.memory.rewind(mark_); // texts that were put together
        machine_.steps_left = steps_left_;
        machine_.live_top = live_top_;
    }

private:
    Machine& machine_;
    Mark mark_;
    std::uint64_t steps_left_;
    std::uint32_t live_top_;
};

} // namespace tgdl
