// Graph layout, for the boards whose tiles have names instead of columns and rows.
//
//   in   how many nodes, which are joined, and how much wider than high the picture is
//   out  a place in the unit square for each node, (0, 0) at the top left; x is to be stretched by the aspect
//
// Few edges cross, nodes keep their distance from each other and from edges they do not belong to, and the picture fills
// the square. The same graph gives the same bits on every machine: there is nothing random in it, and of the functions of
// <cmath> only the square root, which is exact.
//
// Direction of edges, edges that are given twice, edges from a node to itself and edges of nodes that are not there do not
// matter. Cost: a tenth of a second for a board of twenty tiles and below a second for any graph, so keep the GraphLayout. A
// graph of more than kMostLaidOutNodes nodes becomes a plain grid. The aspect is held between 1 to 10 and 10 to 1.
#pragma once

#include <cstdint>
#include <vector>

namespace tgdl {

inline constexpr std::uint32_t kMostLaidOutNodes = 1000;

struct Point {
    double x = 0;
    double y = 0;
};

struct GraphEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;

    bool operator==(const GraphEdge&) const = default;
};

// The costly part is done once; the places for a picture of another form cost O(nodes + edges) afterwards.
class GraphLayout {
public:
    GraphLayout(std::uint32_t nodes, std::vector<GraphEdge> edges);

    [[nodiscard]] bool is_of(std::uint32_t nodes, const std::vector<GraphEdge>& edges) const {
        return nodes == nodes_ && edges == edges_;
    }
    [[nodiscard]] std::vector<Point> places(double aspect) const;

private:
    struct Part {
        std::vector<std::uint32_t> members; // numbers in the whole graph
        std::vector<GraphEdge> edges;       // numbers among the members
        std::vector<Point> places;
    };
    std::uint32_t nodes_;
    std::vector<GraphEdge> edges_;
    std::vector<Part> parts_;
};

std::vector<Point> layout_graph(std::uint32_t nodes, const std::vector<GraphEdge>& edges, double aspect);

// How many pairs of edges cross or lie on each other, those with a common end left out. O(edges²).
std::uint32_t count_crossings(const std::vector<Point>& places, const std::vector<GraphEdge>& edges);

} // namespace tgdl
