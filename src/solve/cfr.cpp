#include "solve/cfr.h"

#include <algorithm>
#include <numeric>

namespace tgdl {

namespace {

constexpr std::uint64_t kMostVisits = 20'000'000'000; // of nodes, in all rounds
constexpr std::uint64_t kFirstCheck = 64;             // rounds; then whenever there are half as many again

// Sets each set's part of `strategy` in proportion to `weights`; evenly where there are none.
void set_in_proportion(const GameTree& tree, const std::vector<double>& weights, Strategy& strategy) {
    for (const InformationSet& set : tree.sets) {
        const auto begin = weights.begin() + set.first_option;
        const double sum = std::accumulate(begin, begin + set.options, 0.0);
        for (std::uint32_t i = 0; i < set.options; ++i) {
            strategy[set.first_option + i] = sum > 0 ? weights[set.first_option + i] / sum : 1.0 / set.options;
        }
    }
}

// What a player gets who answers in the best way to the others' strategy: to seat 0, or less that to seat 1.
class BestResponse {
public:
    BestResponse(const GameTree& tree, const Strategy& strategy, std::uint32_t player)
        : tree_(tree),
          strategy_(strategy),
          player_(player),
          reach_(tree.nodes.size(), 0),
          value_(tree.nodes.size(), 0),
          is_known_(tree.nodes.size(), 0),
          answer_(tree.sets.size(), kUnknown) {
        reach_[0] = 1;
        for (NodeIndex node = 0; node < tree.nodes.size(); ++node) {
            const TreeNode& from = tree.nodes[node];
            for (std::uint32_t i = 0; i < from.children; ++i) {
                const TreeEdge& child = tree.children[from.first_child + i];
                reach_[child.node] = reach_[node] * chance_of(from, i);
            }
        }
    }

    double value() { return value_of(0); }

private:
    static constexpr std::uint32_t kUnknown = ~0U;

    [[nodiscard]] bool is_own(const TreeNode& node) const {
        return node.kind == TreeNodeKind::Decision && tree_.sets[node.set].player == player_;
    }

    // That the others, chance among them, go there.
    [[nodiscard]] double chance_of(const TreeNode& node, std::uint32_t child) const {
        if (node.kind == TreeNodeKind::Chance) {
            return tree_.children[node.first_child + child].probability;
        }
        return is_own(node) ? 1 : strategy_[tree_.sets[node.set].first_option + child];
    }

    double value_of(NodeIndex index) {
        if (is_known_[index] != 0) {
            return value_[index];
        }
        const TreeNode& node = tree_.nodes[index];
        double value = player_ == 0 ? node.payoff : -node.payoff;
        if (is_own(node)) {
            value = value_of(tree_.children[node.first_child + answer_of(node.set)].node);
        } else if (node.children > 0) {
            value = 0;
            for (std::uint32_t i = 0; i < node.children; ++i) {
                value += chance_of(node, i) * value_of(tree_.children[node.first_child + i].node);
            }
        }
        is_known_[index] = 1;
        value_[index] = value;
        return value;
    }

    // The option that is best on average over all that the player cannot tell apart. Players forget nothing, so what
    // follows from it lies deeper in the tree.
    std::uint32_t answer_of(SetIndex index) {
        if (answer_[index] != kUnknown) {
            return answer_[index];
        }
        const InformationSet& set = tree_.sets[index];
        std::uint32_t best = 0;
        double most = 0;
        for (std::uint32_t option = 0; option < set.options; ++option) {
            double sum = 0;
            for (const NodeIndex node : set.nodes) {
                if (reach_[node] > 0) {
                    sum += reach_[node] * value_of(tree_.children[tree_.nodes[node].first_child + option].node);
                }
            }
            if (option == 0 || sum > most) {
                best = option;
                most = sum;
            }
        }
        answer_[index] = best;
        return best;
    }

    const GameTree& tree_;
    const Strategy& strategy_;
    std::uint32_t player_;
    std::vector<double> reach_; // by node: that the others go there
    std::vector<double> value_; // to the player
    std::vector<std::uint8_t> is_known_;
    std::vector<std::uint32_t> answer_; // by set
};

// To seat 0.
double value_of_play(const GameTree& tree, const Strategy& strategy) {
    std::vector<double> reach(tree.nodes.size(), 0);
    reach[0] = 1;
    double value = 0;
    for (NodeIndex index = 0; index < tree.nodes.size(); ++index) {
        const TreeNode& node = tree.nodes[index];
        value += reach[index] * node.payoff;
        for (std::uint32_t i = 0; i < node.children; ++i) {
            const TreeEdge& child = tree.children[node.first_child + i];
            reach[child.node] = reach[index]
                                * (node.kind == TreeNodeKind::Chance ? child.probability
                                                                     : strategy[tree.sets[node.set].first_option + i]);
        }
    }
    return value;
}

class CfrSolver {
public:
    explicit CfrSolver(const GameTree& tree)
        : tree_(tree),
          regrets_(tree.options, 0),
          gains_(tree.options, 0),
          played_(tree.options, 0),
          now_(tree.options, 0) {}

    void play_round() {
        ++round_;
        for (std::uint32_t player = 0; player < 2; ++player) {
            set_in_proportion(tree_, regrets_, now_);
            std::ranges::fill(gains_, 0);
            play(0, player, 1, 1);
            for (std::size_t i = 0; i < gains_.size(); ++i) {
                regrets_[i] = std::max(0.0, regrets_[i] + gains_[i]);
            }
        }
    }

    // Later rounds weigh more: the first ones knew little.
    [[nodiscard]] Strategy mean() const {
        Strategy strategy(played_.size(), 0);
        set_in_proportion(tree_, played_, strategy);
        return strategy;
    }

    [[nodiscard]] std::uint64_t rounds() const { return round_; }

private:
    // The value of the node to the player, who learns. `own` and `others`: how likely each side goes there.
    double play(NodeIndex index, std::uint32_t player, double own, double others) {
        const TreeNode& node = tree_.nodes[index];
        if (node.kind == TreeNodeKind::End) {
            return player == 0 ? node.payoff : -node.payoff;
        }
        if (node.kind == TreeNodeKind::Chance) {
            double value = 0;
            for (std::uint32_t i = 0; i < node.children; ++i) {
                const TreeEdge& child = tree_.children[node.first_child + i];
                value += child.probability * play(child.node, player, own, others * child.probability);
            }
            return value;
        }
        const InformationSet& set = tree_.sets[node.set];
        return set.player == player ? play_own(node, set, player, own, others)
                                    : play_other(node, set, player, own, others);
    }

    double play_other(const TreeNode& node, const InformationSet& set, std::uint32_t player, double own,
                      double others) {
        double value = 0;
        for (std::uint32_t i = 0; i < node.children; ++i) {
            // What is never chosen now is gone into all the same: it counts in the player's mean play.
            const double chance = now_[set.first_option + i];
            value += chance * play(tree_.children[node.first_child + i].node, player, own, others * chance);
        }
        return value;
    }

    double play_own(const TreeNode& node, const InformationSet& set, std::uint32_t player, double own, double others) {
        double value = 0;
        for (std::uint32_t i = 0; i < node.children; ++i) {
            const std::uint32_t option = set.first_option + i;
            const double got = play(tree_.children[node.first_child + i].node, player, own * now_[option], others);
            value += now_[option] * got;
            gains_[option] += others * got;
            played_[option] += static_cast<double>(round_) * own * now_[option];
        }
        for (std::uint32_t i = 0; i < node.children; ++i) {
            gains_[set.first_option + i] -= others * value;
        }
        return value;
    }

    const GameTree& tree_;
    std::uint64_t round_ = 0;
    std::vector<double> regrets_; // never below 0, as all by option
    std::vector<double> gains_;   // of this round: what would have been gained by always choosing it
    std::vector<double> played_;  // sum of all rounds
    Strategy now_;
};

} // namespace

CfrResult run_cfr(const GameTree& tree, double precision) {
    CfrSolver solver(tree);
    CfrResult result;
    const std::uint64_t most_rounds = std::max<std::uint64_t>(kFirstCheck, kMostVisits / (2 * tree.nodes.size()));
    for (std::uint64_t next_check = kFirstCheck;; next_check += next_check / 2) {
        while (solver.rounds() < std::min(next_check, most_rounds)) {
            solver.play_round();
        }
        result.strategy = solver.mean();
        result.low = -BestResponse(tree, result.strategy, 1).value();
        result.high = BestResponse(tree, result.strategy, 0).value();
        result.rounds = solver.rounds();
        if ((result.high - result.low) / 2 <= precision || result.rounds == most_rounds) {
            result.value = value_of_play(tree, result.strategy);
            return result;
        }
    }
}

double best_single_player_value(const GameTree& tree) {
    return BestResponse(tree, Strategy(tree.options, 0), 0).value();
}

} // namespace tgdl
