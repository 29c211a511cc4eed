// Fits drawings of the parts of a graph, each in its own measure, into one picture in the unit square.
#pragma once

#include "drawing/graph_layout.h"

#include <cstdint>
#include <vector>

namespace tgdl {

// A drawing of those nodes of the whole graph that hang together, with edges about 1 long.
struct PlacedPart {
    std::vector<std::uint32_t> members;
    std::vector<Point> places;
};

// Turns and mirrors a drawing: as wide as the picture, edges level and upright where that can be, the first node left and up.
void turn_upright(const std::vector<GraphEdge>& edges, double aspect, std::vector<Point>& places);

// The parts beside each other in rows, the largest first, stretched to fill the square.
std::vector<Point> fit_to_square(std::uint32_t nodes, std::vector<PlacedPart> parts, double aspect);

// Nodes in rows, in order.
std::vector<Point> plain_grid(std::uint32_t nodes, double aspect);

} // namespace tgdl
