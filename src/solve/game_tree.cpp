#include "solve/game_tree.h"

#include "match/view.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tsl/robin_map.h>

namespace tgdl {

namespace {

std::uint64_t hash_of(const nlohmann::json& json) {
    return std::hash<std::string>()(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

// What a player has seen so far, as a hash of it all in order.
struct Seen {
    std::uint64_t all = 0;
    std::uint64_t last_view = 0;

    void add(std::uint64_t more) {
        all = (all ^ more) * 0x9E37'79B9'7F4A'7C15ULL;
        all ^= all >> 29U;
    }
    void add_text(std::string_view text) { add(std::hash<std::string_view>()(text)); }
    // That others decide something, and how often, shows nowhere unless it changes what is seen.
    void add_view(std::uint64_t view) {
        if (view != last_view) {
            last_view = view;
            add(view);
        }
    }
};

class Grower {
public:
    explicit Grower(SolverContext& context) : context_(context) {}

    GameTree grow() {
        const std::vector<Seen> nothing(context_.plan().players);
        add_node();
        std::vector<TreeEdge> starts;
        context_.visit_starts(
            [&](Match& start, double probability) { starts.push_back({grow_from(start, nothing, 0), probability}); });
        tree_.nodes[0].kind = TreeNodeKind::Chance;
        adopt(0, starts);
        return std::move(tree_);
    }

private:
    NodeIndex add_node() {
        tree_.nodes.emplace_back();
        return static_cast<NodeIndex>(tree_.nodes.size() - 1);
    }

    void adopt(NodeIndex parent, const std::vector<TreeEdge>& children) {
        tree_.nodes[parent].first_child = static_cast<std::uint32_t>(tree_.children.size());
        tree_.nodes[parent].children = static_cast<std::uint32_t>(children.size());
        tree_.children.insert(tree_.children.end(), children.begin(), children.end());
    }

    NodeIndex grow_from(Match& match, std::vector<Seen> seen, std::size_t depth) {
        context_.count_position(depth);
        const NodeIndex node = add_node();
        if (match.status() != MatchStatus::Waiting) {
            tree_.nodes[node].payoff = context_.payoff(match);
            return node;
        }
        observe(match, seen);
        const std::uint32_t player = match.decision().player;
        const std::size_t options = match.decision().options.size();
        const SetIndex set = find_set(match, seen[player]);
        tree_.nodes[node].kind = TreeNodeKind::Decision;
        tree_.nodes[node].set = set;
        tree_.sets[set].nodes.push_back(node);
        std::vector<TreeEdge> children;
        children.reserve(options);
        for (std::size_t option = 0; option < options; ++option) {
            std::vector<Seen> after = seen;
            after[player].add(option);
            children.push_back({grow_option(match, option, after, depth), 1});
        }
        adopt(node, children);
        return node;
    }

    NodeIndex grow_option(Match& match, std::size_t option, const std::vector<Seen>& seen, std::size_t depth) {
        NodeIndex chance = 0; // the root is nobody's child
        NodeIndex only = 0;
        std::vector<TreeEdge> outcomes;
        context_.visit_outcomes(match, option, depth, [&](Match& after, double probability) {
            if (probability != 1 && outcomes.empty()) {
                chance = add_node();
            }
            only = grow_from(after, seen, depth + 1);
            outcomes.push_back({only, probability});
        });
        if (chance == 0) {
            return only;
        }
        tree_.nodes[chance].kind = TreeNodeKind::Chance;
        adopt(chance, outcomes);
        return chance;
    }

    static void observe(Match& match, std::vector<Seen>& seen) {
        const std::vector<Delivered> told = match.take_texts();
        for (std::uint32_t player = 0; player < seen.size(); ++player) {
            for (const Delivered& one : told) {
                if (one.to == player || (one.to == kNone && one.seen.empty())) {
                    seen[player].add_text(one.text);
                } else if (one.to == kNone) {
                    seen[player].add_text(one.seen[player]);
                }
            }
            nlohmann::json shown = view(match, player);
            shown.erase("decision");
            seen[player].add_view(hash_of(shown));
        }
    }

    SetIndex find_set(Match& match, Seen seen) {
        const Decision& decision = match.decision();
        seen.add(hash_of(decision_view(match, decision.player)));
        seen.add(decision.player);
        const auto [found, is_new] = known_.try_emplace(seen.all, static_cast<SetIndex>(tree_.sets.size()));
        if (is_new) {
            const auto options = static_cast<std::uint32_t>(decision.options.size());
            tree_.sets.push_back({decision.player, tree_.options, options, {}});
            tree_.options += options;
        }
        return found->second;
    }

    SolverContext& context_;
    GameTree tree_;
    tsl::robin_map<std::uint64_t, SetIndex> known_;
};

} // namespace

GameTree build_game_tree(SolverContext& context) {
    return Grower(context).grow();
}

} // namespace tgdl
