#include "vm/board_walks.h"

#include "vm/positions_for_test.h"

#include <algorithm>

namespace tgdl {
namespace {

class BoardWalks : public PositionsTest {
protected:
    BoardWalks() { std::ranges::for_each(program_.groups, find_neighbors); }
    std::vector<Handle> line(Handle from, Value direction) {
        std::vector<Handle> tiles;
        Value tile = Value::instance(from);
        LineState state;
        EXPECT_TRUE(begin_line(machine_, tile, direction, state));
        EXPECT_TRUE(state.pack().is_number());
        state = LineState::unpack(state.pack());
        for (Handle next = next_on_line(machine_, tile, state); next != 0; next = next_on_line(machine_, tile, state)) {
            tiles.push_back(next);
        }
        return tiles;
    }
    std::vector<Handle> line_by_neighbors(Handle from, unsigned direction) {
        std::vector<Handle> tiles;
        for (Handle next = neighbor(machine_, from, direction); next != 0; next = neighbor(machine_, next, direction)) {
            tiles.push_back(next);
        }
        return tiles;
    }
};

TEST_F(BoardWalks, ALineGoesFromNeighborToNeighborInEveryGeometry) {
    for (const Group number : {kField, kPlain, kRows, kColumns}) {
        std::vector<Handle> tiles;
        tiles_of(machine_, group(number), tiles);
        for (const Handle tile : tiles) {
            for (unsigned direction = 0; direction < direction_count(program_.groups[number]); ++direction) {
                EXPECT_EQ(line(tile, Value::number(direction)), line_by_neighbors(tile, direction));
            }
        }
    }
}

TEST_F(BoardWalks, ANamedDirectionIsALineToo) {
    const Value up = Value::item(ProgramItem::Direction, static_cast<std::uint32_t>(NamedDirection::Up));

    EXPECT_EQ(line(at(kField, 1, 2), up), line_by_neighbors(at(kField, 1, 2), 0));
}

TEST_F(BoardWalks, ALineWithoutADirectionDoesNotBegin) {
    const Value tile = Value::instance(at(kField, 1, 1));
    LineState state;

    EXPECT_FALSE(begin_line(machine_, tile, Value::number(8), state));
    EXPECT_FALSE(begin_line(machine_, tile, Value::null(), state));
    EXPECT_FALSE(begin_line(machine_, Value::null(), Value::number(0), state));
}

TEST_F(BoardWalks, TheTilesAroundOneAreThoseItIsConnectedTo) {
    const Handle middle = at(kField, 1, 1);
    const auto around = [&] {
        std::vector<Handle> tiles;
        Value state = Value{0};
        for (Handle next = next_adjacent(machine_, middle, state); next != 0;
             next = next_adjacent(machine_, middle, state)) {
            tiles.push_back(next);
        }
        return tiles;
    };
    const auto connected = [&] {
        std::vector<Edge> edges;
        edges_of(machine_, middle, edges);
        std::vector<Handle> tiles;
        for (const Edge& edge : edges) {
            tiles.push_back(edge.to);
        }
        return tiles;
    };
    EXPECT_EQ(around().size(), 4U);
    EXPECT_EQ(around(), connected());

    ASSERT_TRUE(connect(machine_, middle, at(kPlain, 0, 0), 1, 0));

    EXPECT_EQ(around().size(), 5U);
    EXPECT_EQ(around(), connected());
}

} // namespace
} // namespace tgdl
