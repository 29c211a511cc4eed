// Proof-number search for a forced win in deterministic games of one or two players with perfect information.
//
//   ProofNumberSearch prover(match);
//   if (std::optional<std::size_t> option = prover.find_win(match, 5'000)) { … }
//
// Depth first with thresholds (df-pn: Nagai 2002): each node has a proof and a disproof number, the least number of leaves
// that must be solved to prove a win or the opposite, and the cheapest is expanded first. Nodes are kept: asked again later
// in the same match the search goes on from there.
#pragma once

#include "match/match.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

class ProofNumberSearch {
public:
    explicit ProofNumberSearch(const Match& like) : scratch_(like) {}

    // The option of the player to move that wins by force; none: there is none, or it takes more than `most_choices` to
    // find one.
    std::optional<std::size_t> find_win(const Match& match, std::uint64_t most_choices);
    // Is the last root proven or disproven?
    [[nodiscard]] bool is_decided() const { return root_numbers_.proof == 0 || root_numbers_.disproof == 0; }

private:
    // When one is 0 the node is solved, and the other one is infinite.
    struct ProofNumbers {
        std::uint32_t proof = 1;
        std::uint32_t disproof = 1;
    };
    // A state in which somebody has to choose, or a terminal one.
    struct Node {
        ProofNumbers numbers;
        std::size_t options = 0;  // 0: not expanded yet
        std::size_t children = 0; // where in children_ those of the options begin
    };

    void expand(std::uint32_t node, std::size_t depth, ProofNumbers until);
    void list_children(std::uint32_t node, Match& match);
    std::uint32_t node_of(Match& match);
    void choose(Match& match, std::size_t option);
    Match& match_at(std::size_t depth);

    Match scratch_;
    std::uint32_t player_ = 0;
    std::uint64_t choices_left_ = 0;
    ProofNumbers root_numbers_; // of the last root
    std::deque<Match> matches_; // by depth
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> children_; // indexes into nodes_
    tsl::robin_map<std::uint64_t, std::uint32_t> node_by_hash_;
    std::vector<double> payoffs_;
};

} // namespace tgdl
