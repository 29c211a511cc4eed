// Working space of walks over boards, kept by the machine so that no walk allocates once it is warm.
//
// Nothing in it is part of the match: every operation begins by clearing what it uses, or keeps what never changes.
#pragma once

#include "program/value.h"

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace tgdl {

// A connection of a tile as it is walked.
struct Edge {
    Handle to = 0;
    Handle connection = 0; // 0: there is no instance
    double distance = 1;
};

// A set of tiles that remembers the order of joining. All of it is O(1), clear() too.
class TileSet {
public:
    // False when it is in already.
    bool add(Handle tile) {
        if (contains(tile)) {
            return false;
        }
        if (tile >= numbers_.size()) {
            numbers_.resize(static_cast<std::size_t>(tile) + 1);
        }
        numbers_[tile] = static_cast<std::uint32_t>(members_.size());
        members_.push_back(tile);
        return true;
    }
    [[nodiscard]] bool contains(Handle tile) const {
        return tile < numbers_.size() && numbers_[tile] < members_.size() && members_[numbers_[tile]] == tile;
    }
    // Its place in members(); only of a tile that is in.
    [[nodiscard]] std::uint32_t number_of(Handle tile) const { return numbers_[tile]; }
    [[nodiscard]] const std::vector<Handle>& members() const { return members_; }
    void remove_last() { members_.pop_back(); }
    void clear() { members_.clear(); }

private:
    std::vector<Handle> members_;
    std::vector<std::uint32_t>
        numbers_; // by handle: where the tile would stand in members_; stale ones disagree with it
};

// A search for the nearest tiles first.
struct PathSearch {
    struct Reach {
        double distance = 0;
        std::uint32_t order = 0; // of being found: among equals the first comes first
        Handle tile = 0;
    };
    std::vector<Reach> heap;
    TileSet seen;
    std::vector<double> best;          // by number in `seen`
    std::vector<std::uint8_t> settled; // likewise
    std::vector<Edge> edges;           // of the tile at hand
};

// What was answered about tiles before: each condition is evaluated once for a tile.
struct TileAnswers {
    TileSet asked;
    std::vector<std::uint8_t> answers; // by number in `asked`
};

// One question for the destinations of a piece. Conditions may ask such questions themselves, so there are several.
struct MovementScratch {
    struct Plan { // the expressions of a step, worked out
        bool ready = false;
        std::uint32_t first_direction = 0; // in `directions`
        std::uint32_t directions = 0;
        double count = 0;
        std::int64_t columns = 0;
        std::int64_t rows = 0;
        Value target;
        bool nowhere = false; // `fail` in an expression: the step leads nowhere
    };
    struct PathFrame { // a tile on a path and the connections still to be tried
        double distance = 0;
        std::uint32_t next_edge = 0;
        std::uint32_t end_edge = 0;
    };
    std::vector<Plan> plans;
    std::vector<Value> directions;
    TileAnswers through;
    TileAnswers onto;
    TileSet found;              // of all alternatives
    TileSet landed;             // ends of rounds of a `repeat`
    std::vector<Handle> rounds; // where further rounds begin, the next one last
    std::vector<Handle> ends;   // of the steps being walked, one step above the other
    PathSearch search;
    TileSet path;
    std::vector<PathFrame> frames;
    std::vector<Edge> edges;
    TileSet reached;             // by paths
    std::vector<double> lengths; // by number in `reached`: the shortest path that fits
};

// What the conditions of a step say of tiles, by what stands there: a bit for nothing, for what is nobody's, and for each
// player. Neither yes nor no: they were not asked yet.
struct OwnerAnswers {
    std::uint64_t yes = 0;
    std::uint64_t no = 0;
};

// The step of an alternative for all pieces of one owner (vm/single_step_destinations.cpp).
struct CachedStep {
    bool is_known = false;  // the next ones are right for each of these pieces
    bool is_single = false; // and it is one step along a line, whose `onto` is looked up
    std::uint8_t direction_count = 0;
    std::array<std::uint8_t, 8> directions{};
    std::uint32_t low = 1; // counts it may have
    std::uint32_t high = 1;
    std::int32_t columns = 0;
    std::int32_t rows = 0;
    OwnerAnswers through;
    OwnerAnswers onto;
};

struct BoardScratch {
    // By movement and owner, then by alternative. What is known stays right as long as the program is the same.
    std::vector<std::vector<CachedStep>> cached_steps;
    std::vector<Value> destinations; // of nested questions, one above the other
    std::vector<Handle> tiles;
    std::vector<Edge> edges;
    PathSearch search;
    // Tiles in the queue of the region that is walked. The queue is a list in the match, this is a faster look at it.
    Handle region_queue = 0;
    TileSet region;
    std::deque<MovementScratch> movements; // by nesting
    std::size_t movements_used = 0;
};

} // namespace tgdl
