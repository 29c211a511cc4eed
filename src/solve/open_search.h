// The value of a game in which everything is seen: search from the end backwards, each position once.
//
//   OpenSearch search(attempt);
//   search.value();    // to seat 0
//   search.line();     // one line of best play
//
// Two opposed players: alpha-beta, with bounds kept for each position by its hash. What all share: the best for all.
// Chance: the mean of what can come of it. A position that can come again has no value here: Unsolvable says so.
#pragma once

#include "solve/attempt.h"

#include <cstdint>
#include <limits>
#include <string>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>
#include <vector>

namespace tgdl {

class OpenSearch {
public:
    explicit OpenSearch(Attempt& attempt) : attempt_(attempt) {}

    double value();
    // `0> Mark` for each choice, until chance has a part. After value().
    std::vector<std::string> line();

private:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
    struct Window {
        double low = -kInfinity, high = kInfinity; // what lies outside need not be known exactly
    };

    double search(Match& match, std::size_t depth, Window window);
    double search_options(Match& match, std::size_t depth, Window window);
    double value_of_option(Match& match, std::size_t option, std::size_t depth, Window window);
    [[nodiscard]] bool is_for_seat_0(Match& match) const;
    bool step_on(Match& match, double value, std::vector<std::string>& line);

    Attempt& attempt_;
    tsl::robin_map<std::uint64_t, Window> known_; // by hash of the position: between what its value lies
    tsl::robin_set<std::uint64_t> open_;          // positions being searched
};

} // namespace tgdl
