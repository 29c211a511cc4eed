#include "vm/positions_for_test.h"

namespace tgdl {
namespace {

class Geometry : public PositionsTest {};

TEST_F(Geometry, SquaresHaveEightDirectionsFromUpClockwiseAndThenTheDiagonals) {
    const Names middle = {"Field(1,0)", "Field(2,1)", "Field(1,2)", "Field(0,1)",
                          "Field(2,0)", "Field(2,2)", "Field(0,2)", "Field(0,0)"};
    const Names corner = {"-", "Field(1,0)", "Field(0,1)", "-", "-", "Field(1,1)", "-", "-"};

    EXPECT_EQ(neighbors(at(kField, 1, 1)), middle);
    EXPECT_EQ(neighbors(at(kField, 0, 0)), corner);
}

// Written coordinates of hexes by rows: (row, position in it).
TEST_F(Geometry, EvenRowsOfHexesStandHalfAHexToTheRight) {
    const Names shifted = {"-", "Rows(0,2)", "Rows(1,2)", "Rows(1,1)", "Rows(0,0)", "-"};
    const Names unshifted = {"Rows(0,1)", "Rows(1,2)", "Rows(2,1)", "Rows(2,0)", "Rows(1,0)", "Rows(0,0)"};

    EXPECT_EQ(neighbors(at(kRows, 1, 0)), shifted);
    EXPECT_EQ(neighbors(at(kRows, 1, 1)), unshifted);
}

TEST_F(Geometry, OddColumnsOfHexesStandLowerWhenTheGroupSaysOdd) {
    const Names lower = {"Columns(1,0)", "Columns(2,1)", "Columns(2,2)",
                         "Columns(1,2)", "Columns(0,2)", "Columns(0,1)"};
    const Names higher = {"Columns(0,0)", "Columns(1,0)", "Columns(1,1)", "Columns(0,2)", "-", "-"};

    EXPECT_EQ(neighbors(at(kColumns, 1, 1)), lower);
    EXPECT_EQ(neighbors(at(kColumns, 0, 1)), higher);
}

TEST_F(Geometry, EvenColumnsOfHexesStandLowerByDefault) {
    program_.groups[kColumns].odd_shifted = false;

    EXPECT_EQ(neighbors(at(kColumns, 0, 1)),
              (Names{"Columns(0,0)", "Columns(1,1)", "Columns(1,2)", "Columns(0,2)", "-", "-"}));
}

TEST_F(Geometry, GoingThereAndBackEndsWhereItBegan) {
    for (const Group number : {kField, kPlain, kRows, kColumns}) {
        const unsigned directions = direction_count(program_.groups[number]);
        std::vector<Handle> tiles;
        tiles_of(machine_, group(number), tiles);
        for (const Handle tile : tiles) {
            for (unsigned direction = 0; direction < directions; ++direction) {
                const Handle next = neighbor(machine_, tile, direction);
                const unsigned half = number == kField || number == kPlain ? 2 : 3;
                const unsigned back =
                    half == 2 ? direction / 4 * 4 + (direction % 4 + half) % 4 : (direction + half) % directions;
                EXPECT_TRUE(next == 0 || neighbor(machine_, next, back) == tile) << names({tile}).front() << direction;
            }
        }
    }
}

TEST_F(Geometry, NamedDirectionsMeanThoseOfTheTile) {
    const auto named = [](NamedDirection name) {
        return Value::item(ProgramItem::Direction, static_cast<std::uint32_t>(name));
    };

    EXPECT_EQ(read_direction(program_.groups[kField], named(NamedDirection::UpLeft)), 7U);
    EXPECT_EQ(read_direction(program_.groups[kRows], named(NamedDirection::UpLeft)), 5U);
    EXPECT_EQ(read_direction(program_.groups[kRows], named(NamedDirection::Up)), std::nullopt);
    EXPECT_EQ(read_direction(program_.groups[kColumns], named(NamedDirection::Down)), 3U);
    EXPECT_EQ(read_direction(program_.groups[kColumns], named(NamedDirection::Left)), std::nullopt);
    EXPECT_EQ(read_direction(program_.groups[kCities], named(NamedDirection::Up)), std::nullopt);
    EXPECT_EQ(read_direction(program_.groups[kField], number(7.9)), 7U);
    EXPECT_EQ(read_direction(program_.groups[kField], number(8)), std::nullopt);
    EXPECT_EQ(read_direction(program_.groups[kField], number(-1)), std::nullopt);
}

TEST_F(Geometry, ADirectionThatTheGroupDoesNotHaveIsAFault) {
    call(NativeId::TileNeighbor, {thing(at(kRows, 1, 1)), number(6)});
    EXPECT_EQ(outcome_, Outcome::Fault);
    EXPECT_EQ(machine_.fault().message, "6 is no direction of the group `Rows`");

    call(NativeId::TileNeighbor, {thing(city(1)), number(0)});
    EXPECT_EQ(outcome_, Outcome::Fault);
}

TEST_F(Geometry, AStepGoesAnyNumberOfColumnsAndRowsInSquaresOnly) {
    EXPECT_EQ(call(NativeId::TileStep, {thing(at(kPlain, 0, 0)), number(2), number(1)}), thing(at(kPlain, 2, 1)));
    EXPECT_TRUE(call(NativeId::TileStep, {thing(at(kPlain, 0, 0)), number(-1), number(1)}).is_null());
    EXPECT_EQ(outcome_, Outcome::Next);
    EXPECT_TRUE(call(NativeId::TileStep, {thing(at(kCave, 1, 0)), number(1), number(0)}).is_null());

    call(NativeId::TileStep, {thing(at(kRows, 0, 0)), number(1), number(0)});
    EXPECT_EQ(machine_.fault().message, "`step` cannot be asked of the group `Rows`: its geometry is hex");
}

TEST_F(Geometry, ALineGoesOutwardsToTheEdgeOrABlank) {
    const Value down = call(NativeId::TileLine, {thing(at(kPlain, 1, 1)), number(5), number(kTiles)});
    EXPECT_EQ(list_names(down), (Names{"Plain(2,2)", "Plain(3,3)"}));
    const Value right = call(NativeId::TileLine, {thing(at(kCave, 0, 0)), number(1), number(kTiles)});
    EXPECT_EQ(list_names(right), (Names{"Cave(1,0)"}));
    const Value hexes = call(NativeId::TileLine, {thing(at(kRows, 0, 0)), number(2), number(kTiles)});
    EXPECT_EQ(list_names(hexes), (Names{"Rows(1,1)", "Rows(2,1)"}));
}

TEST_F(Geometry, BetweenGivesTheTilesInsideALine) {
    const auto between = [this](Handle from, Handle to) {
        return list_names(call(NativeId::TileBetween, {thing(from), thing(to), number(kTiles)}));
    };

    EXPECT_EQ(between(at(kPlain, 0, 0), at(kPlain, 3, 3)), (Names{"Plain(1,1)", "Plain(2,2)"}));
    EXPECT_EQ(between(at(kPlain, 3, 0), at(kPlain, 0, 0)), (Names{"Plain(2,0)", "Plain(1,0)"}));
    EXPECT_EQ(between(at(kPlain, 0, 0), at(kPlain, 2, 1)), Names{});
    EXPECT_EQ(between(at(kPlain, 0, 0), at(kPlain, 0, 0)), Names{});
    EXPECT_EQ(between(at(kCave, 1, 0), at(kCave, 3, 0)), Names{}) << "a blank ends the line";
    EXPECT_EQ(between(at(kPlain, 0, 0), at(kField, 2, 0)), Names{}) << "another group";
    EXPECT_EQ(between(at(kRows, 0, 0), at(kRows, 1, 2)), (Names{"Rows(1,1)"}));
}

TEST_F(Geometry, EveryTileOfALineHasTheLinesDirection) {
    for (const Group number_of_group : {kField, kPlain, kRows, kColumns}) {
        std::vector<Handle> tiles;
        tiles_of(machine_, group(number_of_group), tiles);
        for (const Handle tile : tiles) {
            for (unsigned direction = 0; direction < direction_count(program_.groups[number_of_group]); ++direction) {
                LineWalk line(machine_, tile, direction);
                for (Handle other = line.next(); other != 0; other = line.next()) {
                    EXPECT_EQ(direction_to(machine_, tile, other), direction);
                }
            }
        }
    }
}

TEST_F(Geometry, ADirectionOfWhatLiesOnNoLineIsNull) {
    EXPECT_EQ(call(NativeId::TileDirection, {thing(at(kPlain, 0, 0)), thing(at(kPlain, 3, 0))}), number(1));
    EXPECT_TRUE(call(NativeId::TileDirection, {thing(at(kPlain, 0, 0)), thing(at(kPlain, 1, 2))}).is_null());
    EXPECT_TRUE(call(NativeId::TileDirection, {thing(city(1)), thing(city(2))}).is_null());
    EXPECT_EQ(outcome_, Outcome::Next);
}

TEST_F(Geometry, WrittenCoordinatesOfHexRowsNameTheRowFirst) {
    EXPECT_EQ(call(NativeId::GroupGet, {thing(group(kRows)), number(2), number(0)}), thing(at(kRows, 0, 2)));
    EXPECT_EQ(call(NativeId::GroupAt, {thing(group(kRows)), number(2), number(0)}), thing(at(kRows, 2, 0)));
    EXPECT_EQ(call(NativeId::GroupGet, {thing(group(kColumns)), number(2), number(0)}), thing(at(kColumns, 2, 0)));
    EXPECT_EQ(call(NativeId::GroupGet, {thing(group(kNet)), number(1), number(0)}), thing(at(kNet, 1, 0)));
}

TEST_F(Geometry, OutsideIsNullAndABlankIsTheBlankTile) {
    const Value blank = call(NativeId::BlankTile, {});

    EXPECT_TRUE(call(NativeId::GroupGet, {thing(group(kCave)), number(5), number(0)}).is_null());
    EXPECT_TRUE(call(NativeId::GroupGet, {thing(group(kCave)), number(-1), number(0)}).is_null());
    EXPECT_TRUE(call(NativeId::GroupGet, {thing(group(kCave)), number(1e300), number(0)}).is_null());
    EXPECT_EQ(call(NativeId::GroupGet, {thing(group(kCave)), number(2), number(0)}), blank);
    EXPECT_FALSE(blank.is_null());
}

TEST_F(Geometry, TheBlankTileIsNowhereAndHasNothing) {
    const Value blank = call(NativeId::BlankTile, {});

    EXPECT_TRUE(call(NativeId::TileX, {blank}).is_null());
    EXPECT_TRUE(call(NativeId::TileGroup, {blank}).is_null());
    EXPECT_TRUE(call(NativeId::TileBoard, {blank}).is_null());
    EXPECT_TRUE(call(NativeId::TilePiece, {blank}).is_null());
    EXPECT_TRUE(call(NativeId::TileName, {blank}).is_null());
    EXPECT_EQ(call(NativeId::TileEmpty, {blank}), Value::boolean(true));
    EXPECT_TRUE(call(NativeId::TileNeighbor, {blank, number(0)}).is_null());
    EXPECT_EQ(list_names(call(NativeId::TileAdjacents, {blank, number(kTiles)})), Names{});
    EXPECT_EQ(list_names(call(NativeId::TileConnections, {blank, number(kTiles)})), Names{});
    EXPECT_EQ(outcome_, Outcome::Next);

    call(NativeId::TileConnect, {thing(at(kField, 0, 0)), blank, Value::null()});
    EXPECT_EQ(outcome_, Outcome::Fault);
}

TEST_F(Geometry, NullIsAFaultNamedAfterWhatWasAsked) {
    call(NativeId::TileNeighbor, {Value::null(), number(0)});
    EXPECT_EQ(machine_.fault().message, "`neighbor` is asked of null");
    call(NativeId::TileNeighbor, {thing(at(kField, 0, 0)), Value::null()});
    EXPECT_EQ(machine_.fault().message, "`neighbor` is given null");
    call(NativeId::TileAdjacent, {thing(at(kField, 0, 0)), Value::null()});
    EXPECT_EQ(machine_.fault().message, "`adjacent` is given null");
}

} // namespace
} // namespace tgdl
