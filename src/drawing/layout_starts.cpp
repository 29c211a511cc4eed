#include "drawing/connected_graph.h"
#include "drawing/plane.h"

#include <algorithm>
#include <set>

namespace tgdl {

namespace {

using Cycle = std::vector<std::uint32_t>;

constexpr std::size_t kMostCycles = 24;
constexpr std::uint32_t kMostNodesForCycles = 150;

// For each node the one it was reached from, walking outwards from the root.
std::vector<std::uint32_t> shortest_path_tree(const ConnectedGraph& graph, std::uint32_t root) {
    std::vector<std::uint32_t> parents(graph.nodes, root);
    for (std::uint32_t node = 0; node < graph.nodes; ++node) {
        for (const std::uint32_t near : graph.neighbors[node]) {
            if (graph.distance(root, near) < graph.distance(root, node)) {
                parents[node] = near;
                break;
            }
        }
    }
    return parents;
}

// The way from an edge back to the root on both sides; empty if the two sides share more than the root.
Cycle cycle_through(const std::vector<std::uint32_t>& parents, std::uint32_t root, GraphEdge edge) {
    Cycle cycle;
    for (std::uint32_t node = edge.from; node != root; node = parents[node]) {
        cycle.push_back(node);
    }
    cycle.push_back(root);
    const std::size_t middle = cycle.size();
    for (std::uint32_t node = edge.to; node != root; node = parents[node]) {
        if (std::find(cycle.begin(), cycle.begin() + static_cast<std::ptrdiff_t>(middle), node)
            != cycle.begin() + static_cast<std::ptrdiff_t>(middle)) {
            return {};
        }
        cycle.insert(cycle.begin() + static_cast<std::ptrdiff_t>(middle), node);
    }
    return cycle;
}

// Without a short cut: an edge between two of its nodes that are no neighbours on it.
bool is_chordless(const ConnectedGraph& graph, const Cycle& cycle) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        for (std::size_t j = i + 2; j < cycle.size(); ++j) {
            const bool neighbors = i == 0 && j + 1 == cycle.size();
            if (!neighbors && graph.distance(cycle[i], cycle[j]) < 2) {
                return false;
            }
        }
    }
    return true;
}

// Outlines worth trying, the longest first: every cycle that is made of two shortest ways and an edge, and has no short cut.
std::vector<Cycle> find_outlines(const ConnectedGraph& graph) {
    std::vector<Cycle> found;
    std::set<Cycle> seen;
    for (std::uint32_t root = 0; root < graph.nodes; ++root) {
        const std::vector<std::uint32_t> parents = shortest_path_tree(graph, root);
        for (const GraphEdge edge : graph.edges) {
            if (parents[edge.from] == edge.to || parents[edge.to] == edge.from) {
                continue;
            }
            Cycle cycle = cycle_through(parents, root, edge);
            Cycle members = cycle;
            std::ranges::sort(members);
            if (cycle.size() >= 3 && seen.insert(std::move(members)).second && is_chordless(graph, cycle)) {
                found.push_back(std::move(cycle));
            }
        }
    }
    std::ranges::sort(
        found, [](const Cycle& a, const Cycle& b) { return a.size() == b.size() ? a < b : a.size() > b.size(); });
    return found;
}

// Too many to try: every so many-th, so that long and short ones are among them.
std::vector<Cycle> pick_outlines(std::vector<Cycle> outlines) {
    if (outlines.size() <= kMostCycles) {
        return outlines;
    }
    std::vector<Cycle> picked;
    picked.reserve(kMostCycles);
    for (std::size_t i = 0; i < kMostCycles; ++i) {
        picked.push_back(std::move(outlines[i * i * (outlines.size() - 1) / ((kMostCycles - 1) * (kMostCycles - 1))]));
    }
    return picked;
}

double circle_radius(std::size_t nodes) {
    return std::max(1.0, static_cast<double>(nodes) / (2 * kPi));
}

Point around(std::size_t number, std::size_t count, double radius) {
    return on_circle(2 * kPi * static_cast<double>(number) / static_cast<double>(count) - kPi / 2) * radius;
}

std::vector<Point> circle_in_order(const ConnectedGraph& graph) {
    std::vector<Point> places(graph.nodes);
    for (std::uint32_t node = 0; node < graph.nodes; ++node) {
        places[node] = around(node, graph.nodes, circle_radius(graph.nodes));
    }
    return places;
}

// Rings around a node, by distance.
std::vector<Point> rings_around(const ConnectedGraph& graph, std::uint32_t center) {
    std::vector<Point> places(graph.nodes);
    for (std::uint32_t node = 0; node < graph.nodes; ++node) {
        places[node] = around(node, graph.nodes, graph.distance(center, node));
    }
    return places;
}

// The outline on a circle, every other node in the middle of its neighbours. A node is pulled a little to a place of its own,
// so that no two fall together.
std::vector<Point> within_outline(const ConnectedGraph& graph, const Cycle& outline) {
    constexpr int kRounds = 200;
    constexpr double kOwnPull = 0.02;
    const double radius = circle_radius(graph.nodes);
    const std::vector<Point> own = circle_in_order(graph);
    std::vector<Point> places(graph.nodes);
    std::vector<bool> fixed(graph.nodes, false);
    for (std::size_t i = 0; i < outline.size(); ++i) {
        places[outline[i]] = around(i, outline.size(), radius);
        fixed[outline[i]] = true;
    }
    for (int round = 0; round < kRounds; ++round) {
        for (std::uint32_t node = 0; node < graph.nodes; ++node) {
            if (fixed[node]) {
                continue;
            }
            Point sum = own[node] * kOwnPull;
            for (const std::uint32_t near : graph.neighbors[node]) {
                sum = sum + places[near];
            }
            places[node] = sum * (1 / (static_cast<double>(graph.neighbors[node].size()) + kOwnPull));
        }
    }
    return places;
}

// The node from which the others are nearest.
std::uint32_t middle_of(const ConnectedGraph& graph) {
    std::uint32_t best = 0;
    double best_sum = 0;
    for (std::uint32_t node = 0; node < graph.nodes; ++node) {
        double sum = 0;
        for (std::uint32_t other = 0; other < graph.nodes; ++other) {
            sum += graph.distance(node, other);
        }
        if (node == 0 || sum < best_sum) {
            best = node;
            best_sum = sum;
        }
    }
    return best;
}

} // namespace

void measure_distances(ConnectedGraph& graph) {
    graph.neighbors.assign(graph.nodes, {});
    for (const GraphEdge edge : graph.edges) {
        graph.neighbors[edge.from].push_back(edge.to);
        graph.neighbors[edge.to].push_back(edge.from);
    }
    graph.distances.assign(std::size_t{graph.nodes} * graph.nodes, 0);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t root = 0; root < graph.nodes; ++root) {
        std::uint16_t* distances = graph.distances.data() + std::size_t{root} * graph.nodes;
        queue.assign(1, root);
        for (std::size_t next = 0; next < queue.size(); ++next) {
            for (const std::uint32_t near : graph.neighbors[queue[next]]) {
                if (near != root && distances[near] == 0) {
                    distances[near] = static_cast<std::uint16_t>(distances[queue[next]] + 1);
                    queue.push_back(near);
                }
            }
        }
    }
}

std::vector<std::vector<Point>> first_layouts(const ConnectedGraph& graph) {
    std::vector<std::vector<Point>> layouts = {circle_in_order(graph)};
    if (graph.nodes > kMostNodesForCycles) {
        return layouts;
    }
    layouts.push_back(rings_around(graph, middle_of(graph)));
    for (const Cycle& outline : pick_outlines(find_outlines(graph))) {
        layouts.push_back(within_outline(graph, outline));
    }
    return layouts;
}

} // namespace tgdl
