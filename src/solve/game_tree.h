// All that can happen in a game, as a tree: for games in which players do not see everything.
//
// Decisions of a player who has seen, been told and done the same until then are one information set: there the player
// cannot help but play alike. What a player has seen is the view (match/view.h) at every decision of anybody, the texts
// told since the start, and the player's own choices, in order.
#pragma once

#include "solve/attempt.h"

#include <cstdint>
#include <vector>

namespace tgdl {

using PlayIndex = std::uint32_t;
using SetIndex = std::uint32_t;

enum class PlayKind : std::uint8_t { Decision, Chance, End };

struct PlayNode {
    PlayKind kind = PlayKind::End;
    SetIndex set = 0;              // Decision
    double payoff = 0;             // End: to seat 0
    std::uint32_t first_child = 0; // into GameTree::children
    std::uint32_t children = 0;
};

struct PlayBranch {
    PlayIndex node = 0;
    double probability = 1; // Chance: that it comes
};

struct InformationSet {
    std::uint32_t player = 0;
    std::uint32_t first_option = 0; // numbers all options of all sets
    std::uint32_t options = 0;
    std::vector<PlayIndex> nodes;
};

struct GameTree {
    std::vector<PlayNode> nodes; // the first is the root; each stands before its children
    std::vector<PlayBranch> children;
    std::vector<InformationSet> sets;
    std::uint32_t options = 0; // of all sets
};

GameTree grow_tree(Attempt& attempt);

} // namespace tgdl
