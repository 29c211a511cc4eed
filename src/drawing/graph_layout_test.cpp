#include "drawing/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <sstream>
#include <string>

namespace tgdl {
namespace {

constexpr double kAspect = 1.4;

struct Graph {
    std::uint32_t nodes = 0;
    std::vector<GraphEdge> edges;
};

// Each line is a path of names.
Graph read_graph(const std::string& text) {
    Graph graph;
    std::map<std::string, std::uint32_t> numbers;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::uint32_t last = UINT32_MAX;
        for (std::string word; words >> word;) {
            const std::uint32_t node = numbers.try_emplace(word, graph.nodes).first->second;
            graph.nodes = static_cast<std::uint32_t>(numbers.size());
            if (last != UINT32_MAX) {
                graph.edges.push_back({last, node});
            }
            last = node;
        }
    }
    return graph;
}

const char* const kDrySummer = "Green Mill Ford Bridge Green Chapel Tower Pines Heath Farm Green\n"
                               "Mill Orchard Farm\nBridge Quarry Chapel\nQuarry Kiln Pines\n";
const char* const kSaltmarch = "Barrow Cairn Tor Barrow\nReedwick Eelmere Mossgate Reedwick\n"
                               "Saltpan Wrack Ebb Gullstone Saltpan\nSkarn Hollow\nCairn Reedwick\nTor Gullstone\n"
                               "Mossgate Saltpan\nEelmere Skarn\nWrack Hollow\nBarrow Skarn\n";
const char* const kKalah = "SA SB SC SD SE SF SHome NA NB NC ND NE NF NHome SA\n";
const char* const kNineMensMorris =
    "a7 d7 g7 g4 g1 d1 a1 a4 a7\nb6 d6 f6 f4 f2 d2 b2 b4 b6\nc5 d5 e5 e4 e3 d3 c3 c4 c5\n"
    "d7 d6 d5\nd1 d2 d3\na4 b4 c4\ne4 f4 g4\n";

Graph random_graph(std::uint32_t nodes, std::uint32_t more_edges) {
    Graph graph{nodes, {}};
    std::uint32_t state = 1;
    const auto next = [&](std::uint32_t below) {
        state = state * 1664525U + 1013904223U;
        return (state >> 8U) % below;
    };
    for (std::uint32_t node = 1; node < nodes; ++node) {
        graph.edges.push_back({node, next(node)});
    }
    for (std::uint32_t i = 0; i < more_edges; ++i) {
        graph.edges.push_back({next(nodes), next(nodes)});
    }
    return graph;
}

double least_distance(const std::vector<Point>& places) {
    double least = 10;
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = i + 1; j < places.size(); ++j) {
            const double across = (places[i].x - places[j].x) * kAspect;
            const double down = places[i].y - places[j].y;
            least = std::min(least, std::sqrt(across * across + down * down));
        }
    }
    return least;
}

bool lies_in_square(const std::vector<Point>& places) {
    return std::ranges::all_of(places, [](Point place) {
        return place.x > -1e-9 && place.x < 1 + 1e-9 && place.y > -1e-9 && place.y < 1 + 1e-9;
    });
}

class BoardOfAGame : public testing::TestWithParam<const char*> {};

TEST_P(BoardOfAGame, IsDrawnWithoutCrossings) {
    const Graph graph = read_graph(GetParam());

    const std::vector<Point> places = layout_graph(graph.nodes, graph.edges, kAspect);

    EXPECT_EQ(count_crossings(places, graph.edges), 0U);
}

TEST_P(BoardOfAGame, KeepsTilesApartAndInThePicture) {
    const Graph graph = read_graph(GetParam());

    const std::vector<Point> places = layout_graph(graph.nodes, graph.edges, kAspect);

    EXPECT_GT(least_distance(places), 0.12);
    EXPECT_TRUE(lies_in_square(places));
}

INSTANTIATE_TEST_SUITE_P(GraphLayout, BoardOfAGame, testing::Values(kDrySummer, kSaltmarch, kKalah, kNineMensMorris));

TEST(GraphLayout, IsTheSameBitsInEveryBuild) {
    const Graph graph = read_graph(kDrySummer);

    std::uint64_t sum = 0;
    for (const Point place : layout_graph(graph.nodes, graph.edges, kAspect)) {
        for (const double part : {place.x, place.y}) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &part, sizeof(bits));
            sum = sum * 1099511628211U + bits;
        }
    }

    EXPECT_EQ(sum, 17291633699022065965U);
}

TEST(GraphLayout, FillsThePicture) {
    const Graph graph = read_graph(kSaltmarch);

    const std::vector<Point> places = layout_graph(graph.nodes, graph.edges, kAspect);

    const auto [left, right] = std::ranges::minmax(places, {}, &Point::x);
    const auto [top, bottom] = std::ranges::minmax(places, {}, &Point::y);
    EXPECT_NEAR(right.x - left.x, 1, 1e-9);
    EXPECT_NEAR(bottom.y - top.y, 1, 1e-9);
}

TEST(GraphLayout, PutsAPathOnALevelLine) {
    const Graph graph = read_graph("a b c d e\n");

    const std::vector<Point> places = layout_graph(graph.nodes, graph.edges, kAspect);

    const auto [top, bottom] = std::ranges::minmax(places, {}, &Point::y);
    EXPECT_LT(bottom.y - top.y, 0.2);
    EXPECT_LT(places.front().x, places.back().x);
}

TEST(GraphLayout, KeepsPartsThatAreNotJoinedApart) {
    const Graph graph = read_graph("a b c a\nd e f d\ng\nh\n");

    const std::vector<Point> places = layout_graph(graph.nodes, graph.edges, kAspect);

    EXPECT_EQ(count_crossings(places, graph.edges), 0U);
    EXPECT_GT(least_distance(places), 0.12);
}

TEST(GraphLayout, PutsASingleNodeIntoTheMiddle) {
    const std::vector<Point> places = layout_graph(1, {}, kAspect);

    ASSERT_EQ(places.size(), 1U);
    EXPECT_EQ(places[0].x, 0.5);
    EXPECT_EQ(places[0].y, 0.5);
}

TEST(GraphLayout, OfNothingIsNothing) {
    EXPECT_TRUE(layout_graph(0, {{0, 1}}, kAspect).empty());
}

TEST(GraphLayout, PassesOverEdgesThatJoinNoTwoNodes) {
    const std::vector<Point> places = layout_graph(2, {{0, 0}, {0, 1}, {1, 0}, {0, 9}}, kAspect);

    EXPECT_EQ(places.size(), 2U);
    EXPECT_GT(least_distance(places), 0.5);
}

TEST(GraphLayout, TakesAnyAspect) {
    const Graph graph = read_graph(kKalah);

    for (const double aspect : {0.0, -1.0, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_TRUE(lies_in_square(layout_graph(graph.nodes, graph.edges, aspect))) << aspect;
    }
}

TEST(GraphLayout, OfAGraphWithHundredsOfNodesKeepsThemInThePicture) {
    const Graph graph = random_graph(300, 600);

    EXPECT_TRUE(lies_in_square(layout_graph(graph.nodes, graph.edges, kAspect)));
}

TEST(GraphLayout, OfAVeryLargeGraphIsAGrid) {
    const std::vector<Point> places = layout_graph(5000, {{0, 4999}}, kAspect);

    ASSERT_EQ(places.size(), 5000U);
    EXPECT_EQ(places[0].y, places[1].y);
    EXPECT_TRUE(lies_in_square(places));
}

} // namespace
} // namespace tgdl
