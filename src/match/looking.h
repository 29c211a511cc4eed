// Runs blocks of the rules for somebody who looks at a match that waits (a view, an option's text): with steps of their
// own and above everything that is live, and leaves no trace of it. All texts together that are looked at, and an option's text,
// are bounded in proportion to what may be logged: what goes beyond is cut off.
#pragma once

#include "match/flow.h"
#include "match/view.h"

#include <cstddef>
#include <cstdint>

namespace tgdl {

class Looking {
public:
    enum class At : std::uint8_t { Everything, OneOption };

    explicit Looking(MatchFlow& flow, At at = At::Everything)
        : flow_(flow),
          machine_(flow.machine),
          mark_(machine_.memory.mark()),
          steps_left_(machine_.steps_left),
          live_top_(machine_.live_top),
          shown_left_(flow.shown_left) {
        constexpr std::size_t kTimesAll = 64;
        constexpr std::size_t kPartOfOption = 8;
        const std::size_t logged = machine_.limits.output;
        machine_.steps_left = machine_.limits.steps;
        machine_.live_top = flow.live_top();
        flow.shown_left = at == At::OneOption ? logged / kPartOfOption : logged * kTimesAll;
    }
    Looking(const Looking&) = delete;
    Looking& operator=(const Looking&) = delete;
    ~Looking() {
        machine_.memory.rewind(mark_); // texts that were put together
        machine_.steps_left = steps_left_;
        machine_.live_top = live_top_;
        flow_.shown_left = shown_left_;
        flow_.showing_failed = false;
    }

private:
    MatchFlow& flow_;
    Machine& machine_;
    Mark mark_;
    std::uint64_t steps_left_;
    std::uint32_t live_top_;
    std::size_t shown_left_;
};

// Lets blocks read with the eyes of a viewer, in nobody's trial, and puts back who read before.
class ReadingAs {
public:
    ReadingAs(MatchFlow& flow, std::uint32_t viewer)
        : machine_(flow.machine), trial_(machine_.trial), viewer_(machine_.viewer) {
        machine_.trial = 0;
        machine_.viewer = viewer == kAllSeeing ? kNone : viewer;
    }
    ReadingAs(const ReadingAs&) = delete;
    ReadingAs& operator=(const ReadingAs&) = delete;
    ~ReadingAs() {
        machine_.trial = trial_;
        machine_.viewer = viewer_;
    }

private:
    Machine& machine_;
    std::uint32_t trial_;
    std::uint32_t viewer_;
};

} // namespace tgdl
