// Alpha-beta search with a transposition table: the exact value of a game of perfect information.
//
//   AlphaBeta search(context);
//   search.value();    // to seat 0
//   search.line();     // one line of best play
//
// Zero-sum for two players, or one payoff that all share (maximised). Chance nodes: the expectation. A position that can
// repeat has no value here: Unsolvable says so.
#pragma once

#include "solve/solver_context.h"

#include <cstdint>
#include <limits>
#include <string>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>
#include <vector>

namespace tgdl {

class AlphaBeta {
public:
    explicit AlphaBeta(SolverContext& context) : context_(context) {}

    double value();
    // The principal variation: `0> Mark` for each choice, up to the first chance event. After value().
    std::vector<std::string> line();

private:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
    struct Window {
        double low = -kInfinity, high = kInfinity; // values outside need not be exact
    };

    double search(Match& match, std::size_t depth, Window window);
    double search_options(Match& match, std::size_t depth, Window window);
    double value_of_option(Match& match, std::size_t option, std::size_t depth, Window window);
    [[nodiscard]] bool is_for_seat_0(Match& match) const;
    bool step_on(Match& match, double value, std::vector<std::string>& line);

    SolverContext& context_;
    tsl::robin_map<std::uint64_t, Window> known_; // bounds of the value, by hash of the position
    tsl::robin_set<std::uint64_t> open_;          // positions on the path being searched
};

} // namespace tgdl
