// Scopes in which blocks of the rules run to show a waiting match to somebody (a view, an option's text): with a budget of
// their own, above everything that is live, and without a trace afterwards.
//
// One scope has one budget of steps for all it shows, and one of bytes in proportion to what may be logged: what goes beyond
// is left out. The text of an option has its share of that by the number of options, so that it depends on nothing else.
#pragma once

#include "match/flow.h"
#include "match/view.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tgdl {

class ViewScope {
public:
    explicit ViewScope(MatchFlow& flow)
        : ViewScope(flow, flow.machine.limits.steps, std::min(kTimesAll * flow.machine.limits.output, kMostBytes)) {}
    // For the text of one of so many options.
    ViewScope(MatchFlow& flow, std::size_t options)
        : ViewScope(flow, std::max(kLeastOptionSteps, flow.machine.limits.steps / std::max<std::size_t>(options, 1)),
                    flow.machine.limits.output / kPartOfOption) {}
    ViewScope(const ViewScope&) = delete;
    ViewScope& operator=(const ViewScope&) = delete;
    ~ViewScope() {
        machine_.memory.rewind(mark_); // texts that were put together
        if (!is_inner_) {
            machine_.budget = budget_;
        }
        machine_.live_top = live_top_;
        flow_.view_bytes_left = view_bytes_left_;
        flow_.is_in_view_scope = is_inner_;
        flow_.view_failed = false;
    }

private:
    static constexpr std::size_t kTimesAll = 64;
    static constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
    static constexpr std::size_t kPartOfOption = 8;
    static constexpr std::uint64_t kLeastOptionSteps = 500;

    // A scope within another is part of it.
    ViewScope(MatchFlow& flow, std::uint64_t steps, std::size_t bytes)
        : flow_(flow),
          machine_(flow.machine),
          mark_(machine_.memory.mark()),
          budget_(machine_.budget),
          live_top_(machine_.live_top),
          view_bytes_left_(flow.view_bytes_left),
          is_inner_(flow.is_in_view_scope),
          reach_(flow.reachability_cache) {
        if (!is_inner_) {
            machine_.budget = Budget(steps);
        }
        machine_.live_top = flow.live_top();
        flow.view_bytes_left = std::min(bytes, flow.view_bytes_left);
        flow.is_in_view_scope = true;
    }

    MatchFlow& flow_;
    Machine& machine_;
    Mark mark_;
    Budget budget_;
    std::uint32_t live_top_;
    std::size_t view_bytes_left_;
    bool is_inner_;
    ReachabilityScope reach_;
};

// Lets blocks read what a viewer may see, in nobody's trial, and restores the viewer before.
class ViewerScope {
public:
    ViewerScope(MatchFlow& flow, std::uint32_t viewer)
        : machine_(flow.machine), trial_(machine_.trial), viewer_(machine_.viewer) {
        machine_.trial = 0;
        machine_.viewer = viewer == kAllSeeing ? kNone : viewer;
    }
    ViewerScope(const ViewerScope&) = delete;
    ViewerScope& operator=(const ViewerScope&) = delete;
    ~ViewerScope() {
        machine_.trial = trial_;
        machine_.viewer = viewer_;
    }

private:
    Machine& machine_;
    std::uint32_t trial_;
    std::uint32_t viewer_;
};

} // namespace tgdl
