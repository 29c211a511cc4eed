// Call graph with effects: who runs whom and what each does by itself, from which follows what each may do in the end.
//
//   EffectGraph graph(3);
//   graph.does(GraphNode(2), Effect::Logs, span);
//   graph.runs(GraphNode(0), GraphNode(2));
//   graph.solve();
//   graph.effects(GraphNode(0)).has(Effect::Logs)     // true
//   graph.nearest(GraphNode(0), Effect::Logs)->span   // the place of the `log`
//
// Circles are allowed. solve() costs O(nodes + edges) for each different effect; so does the first nearest() of each.
#pragma once

#include "base/typed_index.h"
#include "check/effects.h"
#include "source/source_file.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tgdl {

using GraphNode = TypedIndex<struct GraphNodeTag>;

class EffectGraph {
public:
    explicit EffectGraph(std::size_t nodes) : effects_(nodes) {}

    // The node itself does this, here.
    void does(GraphNode node, Effect effect, Span span);
    // The node runs the other one; effects in `kept_inside` stay there.
    void runs(GraphNode node, GraphNode other, Effects kept_inside = {});
    void solve();

    [[nodiscard]] Effects effects(GraphNode node) const { return effects_[node.index()]; }

    struct Origin {
        Span span;
        std::uint32_t steps = 0; // how many calls lead there
    };
    // The place where the effect happens that the fewest calls lead to; none when the node does not have the effect.
    // After solve() only.
    [[nodiscard]] std::optional<Origin> nearest(GraphNode node, Effect effect) const;

private:
    struct Site {
        GraphNode node;
        Effect effect{};
        Span span;
    };
    struct Edge {
        GraphNode from;
        GraphNode to;
        Effects kept_inside;
    };
    struct Reached {
        std::uint32_t site = 0xffffffffU;
        std::uint32_t steps = 0;
    };
    using Distances = std::vector<Reached>;

    [[nodiscard]] Distances find_distances(Effect effect) const;

    std::vector<Effects> effects_;
    std::vector<Site> sites_;
    std::vector<Edge> edges_;                 // after solve(): sorted by `to`
    std::vector<std::uint32_t> first_caller_; // by node: where its incoming edges begin in edges_; one more at the end
    mutable std::array<Distances, 16> distances_; // by the effect's bit, made when first asked for
};

} // namespace tgdl
