// A connected graph on its way to a picture: its edges once each, and how far its nodes are apart.
#pragma once

#include "drawing/graph_layout.h"

#include <cstdint>
#include <vector>

namespace tgdl {

struct ConnectedGraph {
    std::uint32_t nodes = 0;
    std::vector<GraphEdge> edges; // from < to, each once
    std::vector<std::vector<std::uint32_t>> neighbors;
    std::vector<std::uint16_t> distances; // node by node, in edges

    [[nodiscard]] double distance(std::uint32_t a, std::uint32_t b) const {
        return distances[std::size_t{a} * nodes + b];
    }
};

// Fills neighbours and distances from nodes and edges. O(nodes * edges).
void measure_distances(ConnectedGraph& graph);

// First drawings, to be improved: nodes around circles, and drawings with a cycle of the graph as their outline. The
// latter have no crossings when the graph can be drawn so and is joined tightly enough.
std::vector<std::vector<Point>> first_layouts(const ConnectedGraph& graph);

// Brings nodes as far apart as the shortest way between them is long, as well as it goes.
void reduce_stress(const ConnectedGraph& graph, std::vector<Point>& places, int rounds);

// Moves single nodes as long as that makes the drawing better: fewer crossings first, then edges of one length, and room
// around nodes. Edges are about 1 long before and after. Gives how bad the drawing is.
double refine_layout(const ConnectedGraph& graph, std::vector<Point>& places, int rounds);

} // namespace tgdl
