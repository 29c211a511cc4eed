// Extensive-form game tree with information sets, for games with imperfect information.
//
// Decisions of a player who has seen, been told and done the same until then are one information set: the player cannot
// tell them apart. What a player has seen is the view (match/view.h) at every decision of anybody, the texts
// told since the start, and the player's own choices, in order.
#pragma once

#include "solve/solver_context.h"

#include <cstdint>
#include <vector>

namespace tgdl {

using NodeIndex = std::uint32_t;
using SetIndex = std::uint32_t;

enum class TreeNodeKind : std::uint8_t { Decision, Chance, End };

struct TreeNode {
    TreeNodeKind kind = TreeNodeKind::End;
    SetIndex set = 0;              // Decision
    double payoff = 0;             // End: to seat 0
    std::uint32_t first_child = 0; // into GameTree::children
    std::uint32_t children = 0;
};

struct TreeEdge {
    NodeIndex node = 0;
    double probability = 1; // Chance: of this outcome
};

struct InformationSet {
    std::uint32_t player = 0;
    std::uint32_t first_option = 0; // numbers all options of all sets
    std::uint32_t options = 0;
    std::vector<NodeIndex> nodes;
};

struct GameTree {
    std::vector<TreeNode> nodes; // the first is the root; each stands before its children
    std::vector<TreeEdge> children;
    std::vector<InformationSet> sets;
    std::uint32_t options = 0; // of all sets
};

GameTree build_game_tree(SolverContext& context);

} // namespace tgdl
