// Connections, paths and regions.
#include "vm/positions_for_test.h"

namespace tgdl {
namespace {

class Edges : public PositionsTest {
protected:
    Value connect_tiles(Handle from, Handle to, Value connection = Value::null()) {
        return call(NativeId::TileConnect, {thing(from), thing(to), connection});
    }
    Value distance(Handle from, Handle to) { return call(NativeId::TileDistance, {thing(from), thing(to)}); }
    Names within(Handle from, double limit) {
        return list_names(call(NativeId::TileWithin, {thing(from), number(limit), number(kTiles)}));
    }
    // As the compiler asks for a region: tiles without a piece pass.
    Value region_of_empty(Handle from) {
        const Value reached = make_list(machine_, kTiles, 0);
        const Value queue = call(NativeId::RegionBegin, {thing(from), number(kTiles)});
        for (std::uint32_t i = 0; i < list_length(machine_, queue.handle()); ++i) {
            const Value tile = list_get(machine_, queue.handle(), i);
            if (first_piece(machine_, tile.handle()) == 0) {
                call(NativeId::RegionReached, {queue, tile, reached});
            }
        }
        return call(NativeId::RegionSort, {reached});
    }
    std::vector<Handle> connections(Handle tile) {
        const Value list = call(NativeId::TileConnections, {thing(tile), number(kConnections)});
        std::vector<Handle> all;
        for (std::uint32_t i = 0; i < list_length(machine_, list.handle()); ++i) {
            all.push_back(list_get(machine_, list.handle(), i).handle());
        }
        return all;
    }
};

TEST_F(Edges, TheGeometryConnectsNeighboursByDirection) {
    EXPECT_EQ(adjacents(at(kField, 0, 0)), (Names{"Field(1,0)", "Field(0,1)"}));
    EXPECT_EQ(adjacents(at(kPlain, 0, 0)), (Names{"Plain(1,0)", "Plain(0,1)", "Plain(1,1)"}));
    EXPECT_EQ(adjacents(at(kRows, 0, 0)), (Names{"Rows(0,1)", "Rows(1,1)", "Rows(1,0)"}));
    EXPECT_EQ(adjacents(at(kCave, 1, 0)), (Names{"Cave(0,0)"})) << "blanks are never connected";
    EXPECT_EQ(adjacents(city(1)), Names{});
}

TEST_F(Edges, AConnectionGoesOneWay) {
    connect_tiles(at(kField, 0, 0), city(1));

    EXPECT_TRUE(has_edge(machine_, at(kField, 0, 0), city(1)));
    EXPECT_FALSE(has_edge(machine_, city(1), at(kField, 0, 0)));
    EXPECT_EQ(adjacents(at(kField, 0, 0)), (Names{"Field(1,0)", "Field(0,1)", "Cities.Rome"}));
}

TEST_F(Edges, ADisconnectedNeighbourIsStillANeighbourAndComesBackToItsPlace) {
    const Handle corner = at(kField, 0, 0);
    const Handle right = at(kField, 1, 0);
    connect_tiles(corner, city(1));

    call(NativeId::TileDisconnect, {thing(corner), thing(right)});
    EXPECT_EQ(adjacents(corner), (Names{"Field(0,1)", "Cities.Rome"}));
    EXPECT_EQ(adjacents(right), (Names{"Field(2,0)", "Field(1,1)", "Field(0,0)"}));
    EXPECT_EQ(neighbor(machine_, corner, 1), right);

    connect_tiles(corner, right);
    EXPECT_EQ(adjacents(corner), (Names{"Field(1,0)", "Field(0,1)", "Cities.Rome"}));
}

TEST_F(Edges, ATileCanLoseAllItsConnections) {
    const Handle end = at(kCave, 0, 0);

    call(NativeId::TileDisconnect, {thing(end), thing(at(kCave, 1, 0))});

    EXPECT_EQ(adjacents(end), Names{});
    EXPECT_EQ(adjacents(at(kCave, 1, 0)), (Names{"Cave(0,0)"}));
}

TEST_F(Edges, ConnectingAgainReplacesWhatIsThereInItsPlace) {
    const Handle rome = city(1);
    connect_tiles(rome, city(2));
    connect_tiles(rome, city(3));

    call(NativeId::TileConnectAt, {thing(rome), thing(city(2)), number(4), Value::null()});

    EXPECT_EQ(adjacents(rome), (Names{"Cities.Milan", "Cities.Turin"}));
    EXPECT_EQ(distance(rome, city(2)), number(4));
}

TEST_F(Edges, NewNeighboursOfAChangedTileAreConnectedByDirection) {
    const Handle tile = at(kField, 2, 1);
    connect_tiles(tile, city(1));

    call(NativeId::GroupSet, {thing(group(kField)), number(3), number(1), thing(machine_.make_instance(kLand))});

    EXPECT_EQ(adjacents(tile), (Names{"Field(2,0)", "Field(3,1)", "Field(2,2)", "Field(1,1)", "Cities.Rome"}));
}

TEST_F(Edges, NothingLeadsToATileThatLeft) {
    connect_tiles(city(1), city(2));
    connect_tiles(at(kField, 0, 0), city(2));

    call(NativeId::GroupRemove, {thing(group(kCities)), thing(city(2))});

    EXPECT_EQ(adjacents(city(1)), Names{});
    EXPECT_EQ(adjacents(at(kField, 0, 0)), (Names{"Field(1,0)", "Field(0,1)"}));
}

// ---- connections as things

class ConnectionInstances : public Edges {
protected:
    ConnectionInstances() {
        program_.uses_connections = true;
        board_ = make_board();
    }
};

TEST_F(ConnectionInstances, EveryConnectionHasAnInstance) {
    const std::vector<Handle> all = connections(at(kField, 0, 0));

    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(call(NativeId::ConnectionTo, {thing(all[0])}), thing(at(kField, 1, 0)));
    EXPECT_EQ(call(NativeId::ConnectionDistance, {thing(all[0])}), number(1));
    EXPECT_EQ(connections(at(kField, 0, 0)), all) << "asking makes nothing new";
}

TEST_F(ConnectionInstances, ADeclaredConnectionIsUsedWithItsDistance) {
    const Handle road = machine_.make_instance(kRoad);
    call(NativeId::ConnectionSetDistance, {thing(road), number(5)});

    connect_tiles(city(1), city(2), thing(road));

    EXPECT_EQ(connections(city(1)), (std::vector<Handle>{road}));
    EXPECT_EQ(distance(city(1), city(2)), number(5));
    call(NativeId::ConnectionSetDistance, {thing(road), number(0.5)});
    EXPECT_EQ(distance(city(1), city(2)), number(0.5));
    call(NativeId::ConnectionSetDistance, {thing(road), number(0)});
    EXPECT_EQ(machine_.fault().message, "a distance must be above 0, and this is 0");
}

TEST_F(ConnectionInstances, AConnectionLeadsFromOneTileToOneOther) {
    const Handle road = machine_.make_instance(kRoad);
    connect_tiles(city(1), city(2), thing(road));

    connect_tiles(city(2), city(3), thing(road));

    EXPECT_NE(machine_.fault().message, "") << "it leads to another tile";
    EXPECT_EQ(call(NativeId::ConnectionTo, {thing(road)}), thing(city(2)));
    connect_tiles(city(1), city(2), thing(road));
    EXPECT_EQ(connections(city(1)), (std::vector<Handle>{road})) << "connecting it once more changes nothing";
    connect_tiles(city(1), city(2));
    EXPECT_NE(connections(city(1)), (std::vector<Handle>{road}));
}

TEST_F(ConnectionInstances, AddedTilesGetInstancesBothWays) {
    const Handle tile = machine_.make_instance(kLand);

    call(NativeId::GroupSet, {thing(group(kField)), number(3), number(0), thing(tile)});

    EXPECT_EQ(connections(tile).size(), 1U);
    ASSERT_EQ(connections(at(kField, 2, 0)).size(), 3U);
    EXPECT_EQ(call(NativeId::ConnectionTo, {thing(connections(at(kField, 2, 0))[0])}), thing(tile));
}

// ---- paths

TEST_F(Edges, APieceStandsForItsTile) {
    const Handle pawn = pawn_on(at(kField, 0, 0));

    EXPECT_EQ(call(NativeId::TileAdjacent, {thing(pawn), thing(at(kField, 1, 0))}), Value::boolean(true));
    EXPECT_EQ(call(NativeId::TileDistance, {thing(at(kField, 2, 2)), thing(pawn)}), number(4));

    call(NativeId::TileAdjacent, {thing(make_pawn()), thing(at(kField, 1, 0))});
    EXPECT_EQ(machine_.fault().message, "`adjacent` is asked of null");
}

TEST_F(Edges, ConnectedAsksForAPath) {
    const auto connected = [this](Handle from, Handle to) {
        return call(NativeId::TileConnected, {thing(from), thing(to)}).as_bool();
    };

    EXPECT_TRUE(connected(at(kField, 0, 0), at(kField, 2, 2)));
    EXPECT_TRUE(connected(city(1), city(1)));
    EXPECT_FALSE(connected(at(kCave, 0, 0), at(kCave, 4, 0)));
    connect_tiles(at(kCave, 1, 0), city(1));
    connect_tiles(city(1), at(kCave, 3, 0));
    EXPECT_TRUE(connected(at(kCave, 0, 0), at(kCave, 4, 0)));
    EXPECT_FALSE(connected(at(kCave, 4, 0), at(kCave, 0, 0)));
}

TEST_F(Edges, TheShortestSumOfDistancesCounts) {
    call(NativeId::TileConnectAt, {thing(city(1)), thing(city(2)), number(10), Value::null()});
    call(NativeId::TileConnectAt, {thing(city(1)), thing(city(3)), number(2), Value::null()});
    call(NativeId::TileConnectAt, {thing(city(3)), thing(city(2)), number(2.5), Value::null()});

    EXPECT_EQ(distance(city(1), city(2)), number(4.5));
    EXPECT_EQ(distance(city(1), city(1)), number(0));
    EXPECT_TRUE(distance(city(2), city(1)).is_null());
    EXPECT_EQ(within(city(1), 2), (Names{"Cities.Turin"}));
    EXPECT_EQ(within(city(1), 4.5), (Names{"Cities.Milan", "Cities.Turin"}));
}

TEST_F(Edges, WithinComesInReadingOrderGroupByGroup) {
    connect_tiles(at(kPlain, 0, 0), city(2));
    connect_tiles(at(kPlain, 0, 0), at(kField, 2, 2));

    EXPECT_EQ(within(at(kPlain, 0, 0), 1),
              (Names{"Field(2,2)", "Plain(1,0)", "Plain(0,1)", "Plain(1,1)", "Cities.Milan"}));
    EXPECT_EQ(within(at(kPlain, 0, 0), 0), Names{});
}

TEST_F(Edges, ARegionIsWhatCanBeReachedThroughTilesThatPass) {
    for (std::int64_t row = 0; row < 3; ++row) {
        pawn_on(at(kField, 1, row));
    }

    EXPECT_EQ(list_names(region_of_empty(at(kField, 0, 2))), (Names{"Field(0,0)", "Field(0,1)", "Field(0,2)"}));
    EXPECT_EQ(list_names(region_of_empty(at(kField, 1, 1))), Names{});
    const Value whole_plain = region_of_empty(at(kPlain, 3, 3));
    EXPECT_EQ(list_length(machine_, whole_plain.handle()), 16U);
    EXPECT_EQ(call(NativeId::TilesHave, {whole_plain, thing(at(kPlain, 0, 0))}), Value::boolean(true));
    EXPECT_EQ(call(NativeId::TilesHave, {whole_plain, thing(at(kField, 0, 0))}), Value::boolean(false));
}

TEST_F(Edges, RegionsMayBeWalkedInsideEachOther) {
    const Value reached = make_list(machine_, kTiles, 0);
    const Value queue = call(NativeId::RegionBegin, {thing(at(kPlain, 0, 0)), number(kTiles)});
    for (std::uint32_t i = 0; i < list_length(machine_, queue.handle()); ++i) {
        EXPECT_EQ(list_length(machine_, region_of_empty(at(kField, 1, 1)).handle()), 9U);
        call(NativeId::RegionReached, {queue, list_get(machine_, queue.handle(), i), reached});
    }

    EXPECT_EQ(list_length(machine_, reached.handle()), 16U);
}

} // namespace
} // namespace tgdl
