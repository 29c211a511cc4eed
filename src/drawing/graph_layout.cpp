#include "drawing/graph_layout.h"

#include "drawing/connected_graph.h"
#include "drawing/fit_layout.h"
#include "drawing/plane.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tgdl {

namespace {

constexpr std::uint32_t kMostRefinedNodes = 80;
constexpr std::size_t kMostRefinedEdges = 200;

// ---- the graph in parts

struct ConnectedPart {
    std::vector<std::uint32_t> members; // numbers in the whole graph
    ConnectedGraph graph;
};

std::vector<GraphEdge> plain_edges(std::uint32_t nodes, const std::vector<GraphEdge>& edges) {
    std::vector<GraphEdge> plain;
    for (const GraphEdge edge : edges) {
        if (edge.from != edge.to && edge.from < nodes && edge.to < nodes) {
            plain.push_back({std::min(edge.from, edge.to), std::max(edge.from, edge.to)});
        }
    }
    const auto order = [](GraphEdge edge) { return (std::uint64_t{edge.from} << 32U) | edge.to; };
    std::ranges::sort(plain, {}, order);
    const auto repeated = std::ranges::unique(plain, {}, order);
    plain.erase(repeated.begin(), repeated.end());
    return plain;
}

// For each node the least node it is joined with, directly or over others.
std::vector<std::uint32_t> find_leaders(std::uint32_t nodes, const std::vector<GraphEdge>& edges) {
    std::vector<std::uint32_t> leaders(nodes);
    std::iota(leaders.begin(), leaders.end(), 0U);
    const auto leader_of = [&](std::uint32_t node) {
        while (leaders[node] != node) {
            leaders[node] = leaders[leaders[node]];
            node = leaders[node];
        }
        return node;
    };
    for (const GraphEdge edge : edges) {
        const std::uint32_t from = leader_of(edge.from);
        const std::uint32_t to = leader_of(edge.to);
        leaders[std::max(from, to)] = std::min(from, to);
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
        leaders[node] = leader_of(node);
    }
    return leaders;
}

std::vector<ConnectedPart> split(std::uint32_t nodes, const std::vector<GraphEdge>& edges) {
    const std::vector<std::uint32_t> leaders = find_leaders(nodes, edges);
    std::vector<ConnectedPart> parts;
    std::vector<std::uint32_t> part_of(nodes);
    std::vector<std::uint32_t> number(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) {
        if (leaders[node] == node) {
            part_of[node] = static_cast<std::uint32_t>(parts.size());
            parts.emplace_back();
        }
        part_of[node] = part_of[leaders[node]];
        ConnectedPart& part = parts[part_of[node]];
        number[node] = part.graph.nodes++;
        part.members.push_back(node);
    }
    for (const GraphEdge edge : edges) {
        parts[part_of[edge.from]].graph.edges.push_back({number[edge.from], number[edge.to]});
    }
    for (ConnectedPart& part : parts) {
        measure_distances(part.graph);
    }
    return parts;
}

// ---- one part

bool is_small(const ConnectedGraph& graph) {
    return graph.nodes <= kMostRefinedNodes && graph.edges.size() <= kMostRefinedEdges;
}

struct Draft {
    std::vector<Point> places;
    std::uint32_t crossings = 0;
    std::size_t number = 0;
};

// Every first drawing as it is and with its stress reduced, those with the fewest crossings in front.
std::vector<Draft> make_drafts(const ConnectedGraph& graph) {
    constexpr int kRounds = 60;
    std::vector<Draft> drafts;
    for (std::vector<Point>& places : first_layouts(graph)) {
        std::vector<Point> relaxed = places;
        reduce_stress(graph, relaxed, kRounds);
        for (std::vector<Point>* draft : {&places, &relaxed}) {
            const std::uint32_t crossings = count_crossings(*draft, graph.edges);
            drafts.push_back({std::move(*draft), crossings, drafts.size()});
        }
    }
    std::ranges::sort(drafts, {}, [](const Draft& draft) { return std::pair(draft.crossings, draft.number); });
    return drafts;
}

// How many drafts to refine, and for how long, so that the work is bounded.
struct Effort {
    std::size_t drafts = 1;
    int rounds = 1;
};

Effort effort_for(const ConnectedGraph& graph) {
    constexpr double kWork = 6e7;
    constexpr double kEnoughRounds = 60;
    const auto nodes = static_cast<double>(graph.nodes);
    const auto edges = static_cast<double>(graph.edges.size());
    const double round = 9 * (nodes * nodes + 3 * nodes * edges + 2 * edges * edges); // see refine_layout
    const double drafts = std::clamp(kWork / (round * kEnoughRounds), 1.0, 4.0);
    const double rounds = std::clamp(kWork / (round * drafts), 1.0, 2 * kEnoughRounds);
    return {static_cast<std::size_t>(drafts), static_cast<int>(rounds)};
}

std::vector<Point> layout_small(const ConnectedGraph& graph) {
    const Effort effort = effort_for(graph);
    std::vector<Draft> drafts = make_drafts(graph);
    drafts.resize(std::min(drafts.size(), effort.drafts));
    std::size_t best = 0;
    double least = 0;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        const double cost = refine_layout(graph, drafts[i].places, effort.rounds);
        if (i == 0 || cost < least) {
            best = i;
            least = cost;
        }
    }
    return std::move(drafts[best].places);
}

std::vector<Point> layout_part(const ConnectedGraph& graph) {
    if (graph.nodes <= 1) {
        return std::vector<Point>(graph.nodes);
    }
    if (is_small(graph)) {
        return layout_small(graph);
    }
    constexpr int kRounds = 40;
    std::vector<Point> places = first_layouts(graph).front();
    reduce_stress(graph, places, kRounds);
    return places;
}

} // namespace

std::uint32_t count_crossings(const std::vector<Point>& places, const std::vector<GraphEdge>& edges) {
    std::uint32_t crossings = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = i + 1; j < edges.size(); ++j) {
            const GraphEdge a = edges[i];
            const GraphEdge b = edges[j];
            const bool joined = a.from == b.from || a.from == b.to || a.to == b.from || a.to == b.to;
            if (!joined && segments_meet(places[a.from], places[a.to], places[b.from], places[b.to])) {
                ++crossings;
            }
        }
    }
    return crossings;
}

GraphLayout::GraphLayout(std::uint32_t nodes, std::vector<GraphEdge> edges) : nodes_(nodes), edges_(std::move(edges)) {
    if (nodes_ > kMostLaidOutNodes) {
        return;
    }
    for (ConnectedPart& part : split(nodes_, plain_edges(nodes_, edges_))) {
        std::vector<Point> places = layout_part(part.graph);
        parts_.push_back({std::move(part.members), std::move(part.graph.edges), std::move(places)});
    }
}

std::vector<Point> GraphLayout::places(double asked_aspect) const {
    const double aspect = asked_aspect > 0.1 ? std::min(asked_aspect, 10.0) : 0.1;
    if (nodes_ > kMostLaidOutNodes) {
        return plain_grid(nodes_, aspect);
    }
    std::vector<PlacedPart> placed;
    for (const Part& part : parts_) {
        std::vector<Point> places = part.places;
        turn_upright(part.edges, aspect, places);
        placed.push_back({part.members, std::move(places)});
    }
    return fit_to_square(nodes_, placed, aspect);
}

std::vector<Point> layout_graph(std::uint32_t nodes, const std::vector<GraphEdge>& edges, double aspect) {
    return GraphLayout(nodes, edges).places(aspect);
}

} // namespace tgdl
