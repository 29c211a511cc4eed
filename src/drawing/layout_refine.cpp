#include "drawing/connected_graph.h"
#include "drawing/plane.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tgdl {

namespace {

constexpr double kCrossing = 20;   // how bad a crossing is
constexpr double kEdgeLength = 1;  // how bad an edge is that is twice as long as the others
constexpr double kFarApart = 0.25; // how bad it is that nodes are not as far apart as the ways between them
constexpr double kNodeRoom = 0.8;  // nodes shall be as far apart as this
constexpr double kEdgeRoom = 0.45; // and from edges of others as this
constexpr double kTooClose = 3;    // how bad it is if they touch

double closeness(double squared_distance, double room) {
    if (squared_distance >= room * room) {
        return 0;
    }
    const double part = 1 - std::sqrt(squared_distance) / room;
    return kTooClose * part * part;
}

// 0 at the length that is wanted, as much for half as for double of it.
double stretch(double distance, double wanted) {
    constexpr double kShortest = 0.05;
    const double part = std::max(distance, kShortest) / wanted;
    return part + 1 / part - 2;
}

// What a single node adds to how bad the drawing is.
class NodeCost {
public:
    NodeCost(const ConnectedGraph& graph, const std::vector<Point>& places) : graph_(graph), places_(places) {}

    [[nodiscard]] double at(std::uint32_t node, Point place) const {
        double cost = 0;
        for (std::uint32_t other = 0; other < graph_.nodes; ++other) {
            if (other != node) {
                const Point away = place - places_[other];
                const double square = dot(away, away);
                const double wanted = graph_.distance(node, other);
                cost += closeness(square, kNodeRoom);
                cost += (wanted < 2 ? kEdgeLength : kFarApart / wanted) * stretch(std::sqrt(square), wanted);
            }
        }
        for (const GraphEdge edge : graph_.edges) {
            if (edge.from != node && edge.to != node) {
                cost += closeness(squared_distance_to_segment(place, places_[edge.from], places_[edge.to]), kEdgeRoom);
                cost += own_edges_cost(node, place, edge);
            }
        }
        for (const std::uint32_t near : graph_.neighbors[node]) {
            for (std::uint32_t other = 0; other < graph_.nodes; ++other) {
                if (other != node && other != near) {
                    cost += closeness(squared_distance_to_segment(places_[other], place, places_[near]), kEdgeRoom);
                }
            }
        }
        return cost;
    }

private:
    [[nodiscard]] double own_edges_cost(std::uint32_t node, Point place, GraphEdge edge) const {
        double cost = 0;
        for (const std::uint32_t near : graph_.neighbors[node]) {
            if (near != edge.from && near != edge.to
                && segments_meet(place, places_[near], places_[edge.from], places_[edge.to])) {
                cost += kCrossing;
            }
        }
        return cost;
    }

    const ConnectedGraph& graph_;
    const std::vector<Point>& places_;
};

void scale_edges_to_one(const ConnectedGraph& graph, std::vector<Point>& places) {
    double sum = 0;
    for (const GraphEdge edge : graph.edges) {
        sum += length(places[edge.to] - places[edge.from]);
    }
    if (sum > 0) {
        const double factor = static_cast<double>(graph.edges.size()) / sum;
        for (Point& place : places) {
            place = place * factor;
        }
    }
}

} // namespace

void reduce_stress(const ConnectedGraph& graph, std::vector<Point>& places, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        for (std::uint32_t node = 0; node < graph.nodes; ++node) {
            Point sum;
            double weights = 0;
            for (std::uint32_t other = 0; other < graph.nodes; ++other) {
                if (other == node) {
                    continue;
                }
                const double wanted = graph.distance(node, other);
                const double weight = 1 / (wanted * wanted);
                const Point away = places[node] - places[other];
                const double apart = length(away);
                // Two that fall together part to the side, each its own way.
                const Point direction = apart > 1e-9 ? away * (1 / apart) : on_circle(static_cast<double>(node % 6));
                sum = sum + (places[other] + direction * wanted) * weight;
                weights += weight;
            }
            if (weights > 0) {
                places[node] = sum * (1 / weights);
            }
        }
    }
}

double refine_layout(const ConnectedGraph& graph, std::vector<Point>& places, int rounds) {
    constexpr int kDirections = 8;
    std::array<Point, kDirections> directions;
    for (int i = 0; i < kDirections; ++i) {
        directions[static_cast<std::size_t>(i)] = on_circle(2 * kPi * i / kDirections);
    }
    scale_edges_to_one(graph, places);
    const NodeCost cost(graph, places);
    std::vector<double> steps(graph.nodes, 0.5);
    double total = std::numeric_limits<double>::max();
    for (int round = 0; round < rounds; ++round) {
        total = 0;
        for (std::uint32_t node = 0; node < graph.nodes; ++node) {
            double best = cost.at(node, places[node]);
            Point best_place = places[node];
            for (const Point direction : directions) {
                const Point place = places[node] + direction * steps[node];
                const double there = cost.at(node, place);
                if (there < best) {
                    best = there;
                    best_place = place;
                }
            }
            const Point moved = best_place - places[node];
            steps[node] = std::clamp(dot(moved, moved) > 0 ? steps[node] * 1.2 : steps[node] * 0.7, 0.002, 2.0);
            places[node] = best_place;
            total += best;
        }
    }
    return total;
}

} // namespace tgdl
