#include "check/effect_graph.h"

#include "check/effect_words.h"

#include <bit>

namespace tgdl {

void EffectGraph::does(GraphNode node, Effect effect, Span span) {
    sites_.push_back({node, effect, span});
}

void EffectGraph::runs(GraphNode node, GraphNode other, Effects kept_inside) {
    edges_.push_back({node, other, kept_inside});
}

void EffectGraph::solve() {
    // Sort the edges by what they lead to (counting sort: the order among equals stays).
    first_caller_.assign(effects_.size() + 1, 0);
    for (const Edge& edge : edges_) {
        ++first_caller_[edge.to.index() + 1];
    }
    for (std::size_t i = 1; i < first_caller_.size(); ++i) {
        first_caller_[i] += first_caller_[i - 1];
    }
    std::vector<Edge> sorted(edges_.size());
    std::vector<std::uint32_t> next(first_caller_.begin(), first_caller_.end());
    for (const Edge& edge : edges_) {
        sorted[next[edge.to.index()]++] = edge;
    }
    edges_ = std::move(sorted);

    // A node is looked at again whenever it gained an effect, at most once for each there is.
    std::vector<GraphNode> pending;
    for (const Site& site : sites_) {
        const Effects before = effects_[site.node.index()];
        effects_[site.node.index()] |= site.effect;
        if (effects_[site.node.index()] != before) {
            pending.push_back(site.node);
        }
    }
    while (!pending.empty()) {
        const GraphNode node = pending.back();
        pending.pop_back();
        const Effects gained = effects_[node.index()];
        for (std::uint32_t i = first_caller_[node.index()]; i < first_caller_[node.index() + 1]; ++i) {
            Effects& caller = effects_[edges_[i].from.index()];
            const Effects before = caller;
            caller |= without(gained, edges_[i].kept_inside);
            if (caller != before) {
                pending.push_back(edges_[i].from);
            }
        }
    }
}

EffectGraph::Distances EffectGraph::find_distances(Effect effect) const {
    Distances reached(effects_.size());
    std::vector<GraphNode> queue;
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
        Reached& at = reached[sites_[i].node.index()];
        if (sites_[i].effect == effect && at.site == Reached{}.site) {
            at = {i, 0};
            queue.push_back(sites_[i].node);
        }
    }
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const GraphNode node = queue[head];
        const Reached from = reached[node.index()];
        for (std::uint32_t i = first_caller_[node.index()]; i < first_caller_[node.index() + 1]; ++i) {
            Reached& caller = reached[edges_[i].from.index()];
            if (caller.site == Reached{}.site && !edges_[i].kept_inside.has(effect)) {
                caller = {from.site, from.steps + 1};
                queue.push_back(edges_[i].from);
            }
        }
    }
    return reached;
}

std::optional<EffectGraph::Origin> EffectGraph::nearest(GraphNode node, Effect effect) const {
    Distances& distances = distances_[static_cast<std::size_t>(std::countr_zero(static_cast<std::uint16_t>(effect)))];
    if (distances.empty()) {
        distances = find_distances(effect);
    }
    const Reached& reached = distances[node.index()];
    if (reached.site == Reached{}.site) {
        return std::nullopt;
    }
    return Origin{sites_[reached.site].span, reached.steps};
}

} // namespace tgdl
