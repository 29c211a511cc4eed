// Looks for a win that nobody can prevent, in games for one or two without anything uncertain.
//
//   Prover prover(match);
//   if (std::optional<std::size_t> option = prover.find_win(match, 5'000)) { … }
//
// Proof-number search, depth first: of every state it is known how many more must at least be looked into to prove that
// the player wins, and to prove the opposite, and what needs fewest is looked into first. What was found is kept: asked
// again later in the same match it goes on from there.
#pragma once

#include "match/match.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

class Prover {
public:
    explicit Prover(const Match& like) : scratch_(like) {}

    // The option of whoever `match` asks after which they win whatever happens; none: there is none, or it takes more
    // choices than that to find one.
    std::optional<std::size_t> find_win(const Match& match, std::uint64_t most_choices);
    // Whether it is certain that there is one, or none.
    [[nodiscard]] bool has_come_to_an_end() const { return found_.to_win == 0 || found_.to_not_win == 0; }

private:
    // What is still to be looked into, at least. One of them is 0 when it is proven, and the other one endless.
    struct Effort {
        std::uint32_t to_win = 1;
        std::uint32_t to_not_win = 1;
    };
    // A state in which somebody has to choose, or an end.
    struct Known {
        Effort effort;
        std::size_t options = 0; // 0: not listed yet
        std::size_t after = 0;   // where in after_ the states begin to which they lead
    };

    void look_into(std::uint32_t state, std::size_t depth, Effort until);
    void list_options(std::uint32_t state, Match& match);
    std::uint32_t state_of(Match& match);
    void choose(Match& match, std::size_t option);
    Match& match_at(std::size_t depth);

    Match scratch_;
    std::uint32_t player_ = 0;
    std::uint64_t choices_left_ = 0;
    Effort found_;              // of what was asked for last
    std::deque<Match> matches_; // one for each choice between here and there
    std::vector<Known> known_;
    std::vector<std::uint32_t> after_;                     // numbers of states
    tsl::robin_map<std::uint64_t, std::uint32_t> numbers_; // by what tells one state from another
    std::vector<double> payoffs_;
};

} // namespace tgdl
