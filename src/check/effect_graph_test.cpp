#include "check/effect_graph.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

Span at(std::uint32_t byte) {
    return Span{FileId(std::size_t{0}), byte, byte + 1};
}

GraphNode node(std::size_t index) {
    return GraphNode(index);
}

TEST(EffectGraph, CallersHaveTheEffectsOfWhatTheyCall) {
    EffectGraph graph(3);
    graph.does(node(2), Effect::Logs, at(7));
    graph.runs(node(1), node(2));
    graph.runs(node(0), node(1));

    graph.solve();

    EXPECT_TRUE(graph.effects(node(0)).has(Effect::Logs));
    EXPECT_TRUE(graph.effects(node(1)).has(Effect::Logs));
    EXPECT_FALSE(graph.effects(node(0)).has(Effect::Writes));
}

TEST(EffectGraph, CirclesShareTheirEffects) {
    EffectGraph graph(3);
    graph.runs(node(0), node(1));
    graph.runs(node(1), node(2));
    graph.runs(node(2), node(0));
    graph.does(node(1), Effect::Random, at(1));
    graph.does(node(2), Effect::Ends, at(2));

    graph.solve();

    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(graph.effects(node(i)), Effect::Random | Effect::Ends);
    }
}

TEST(EffectGraph, AnEdgeCanKeepEffectsInside) {
    EffectGraph graph(2);
    graph.does(node(1), Effect::Cancels, at(1));
    graph.does(node(1), Effect::Writes, at(2));
    graph.runs(node(0), node(1), Effect::Cancels);

    graph.solve();

    EXPECT_EQ(graph.effects(node(0)), Effects(Effect::Writes));
    EXPECT_FALSE(graph.nearest(node(0), Effect::Cancels).has_value());
}

TEST(EffectGraph, TheNearestPlaceIsTheOneWithTheFewestCallsBetween) {
    EffectGraph graph(4);
    graph.runs(node(0), node(1));
    graph.runs(node(1), node(2));
    graph.runs(node(0), node(3));
    graph.does(node(2), Effect::Logs, at(20));
    graph.does(node(3), Effect::Logs, at(30));

    graph.solve();

    const auto nearest = graph.nearest(node(0), Effect::Logs);
    ASSERT_TRUE(nearest.has_value());
    EXPECT_EQ(nearest->span, at(30));
    EXPECT_EQ(nearest->steps, 1U);
}

TEST(EffectGraph, WithoutTheEffectThereIsNoPlace) {
    EffectGraph graph(1);

    graph.solve();

    EXPECT_FALSE(graph.nearest(node(0), Effect::Logs).has_value());
}

} // namespace
} // namespace tgdl
