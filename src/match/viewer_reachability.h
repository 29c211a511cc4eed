// Reachability for a viewer: an instance that is reached only through attributes that they do not see is hidden from them
// as a whole (docs/reference/visibility.md#18).
//
// Globals, seats, owners, tiles and decks reach; running variables do not, and what only they hold is seen. A search costs
// O(objects in the match) and runs `visible` blocks; within a ReachabilityScope each player's is done once.
#pragma once

#include "match/match.h"
#include "vm/reachability.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tgdl {

// Also true for what only variables hold.
bool is_reachable_by(MatchFlow& flow, std::uint32_t player, Handle instance);

// What searches have found so far.
struct ReachabilityCache {
    struct Search {
        std::vector<Handle> work;
        std::unique_ptr<Reachability> found;
    };
    std::vector<Search> by_player;
    Search by_all; // of all that is on the table
    std::uint32_t scopes = 0;

    void clear() {
        by_player.clear();
        by_all = {};
    }
};

// Nothing changes in the match as long as one of these exists, but for a trial that is taken back.
class ReachabilityScope {
public:
    explicit ReachabilityScope(ReachabilityCache& cache) : cache_(cache) { ++cache_.scopes; }
    ReachabilityScope(const ReachabilityScope&) = delete;
    ReachabilityScope& operator=(const ReachabilityScope&) = delete;
    ~ReachabilityScope() {
        if (--cache_.scopes == 0) {
            cache_.clear();
        }
    }

private:
    ReachabilityCache& cache_;
};

// For the time of a trial nothing that was found before it counts.
class ReachabilityPause {
public:
    explicit ReachabilityPause(ReachabilityCache& cache) : cache_(cache) { std::swap(cache_, paused_); }
    ReachabilityPause(const ReachabilityPause&) = delete;
    ReachabilityPause& operator=(const ReachabilityPause&) = delete;
    ~ReachabilityPause() { std::swap(cache_, paused_); }

private:
    ReachabilityCache& cache_;
    ReachabilityCache paused_;
};

} // namespace tgdl
