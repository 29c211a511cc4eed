// Tiles in groups: putting them in, taking them out, growing.
#include "vm/positions_for_test.h"

namespace tgdl {
namespace {

class Groups : public PositionsTest {
protected:
    Names tile_names(Group number_of_group) {
        return list_names(call(NativeId::GroupTiles, {thing(group(number_of_group)), number(kTiles)}));
    }
    void set(Group number_of_group, double i, double j, Handle tile) {
        call(NativeId::GroupSet, {thing(group(number_of_group)), number(i), number(j), thing(tile)});
    }
    double size(Group number_of_group, NativeId which) {
        return call(which, {thing(group(number_of_group))}).as_number();
    }
};

TEST_F(Groups, TilesComeInReadingOrderWithoutBlanks) {
    EXPECT_EQ(tile_names(kCave), (Names{"Cave(0,0)", "Cave(1,0)", "Cave(3,0)", "Cave(4,0)"}));
    EXPECT_EQ(tile_names(kNet), (Names{"Net(0,0)", "Net(1,0)", "Net(0,1)", "Net(1,1)"}));
    EXPECT_EQ(tile_names(kCities), (Names{"Cities.Rome", "Cities.Milan", "Cities.Turin"}));
    EXPECT_EQ(tile_names(kRows)[3], "Rows(1,0)");
}

TEST_F(Groups, ATileKnowsWhereItIs) {
    const Value tile = thing(at(kPlain, 2, 3));

    EXPECT_EQ(call(NativeId::TileX, {tile}), number(2));
    EXPECT_EQ(call(NativeId::TileY, {tile}), number(3));
    EXPECT_EQ(call(NativeId::TileGroup, {tile}), thing(group(kPlain)));
    EXPECT_EQ(call(NativeId::TileBoard, {tile}), thing(board_));
    EXPECT_TRUE(call(NativeId::TileName, {tile}).is_null());
    EXPECT_TRUE(call(NativeId::TileX, {thing(city(1))}).is_null());
    EXPECT_EQ(call(NativeId::TileName, {thing(city(1))}), Value::constant_text(1));
}

TEST_F(Groups, ABoardHasItsGroupsByName) {
    const Value table = call(NativeId::BoardGroups, {thing(board_), number(kGroups)});

    EXPECT_EQ(table_length(machine_, table.handle()), std::uint32_t{kGroupCount});
    EXPECT_EQ(table_get(machine_, table.handle(), make_text(machine_, "Cave")), thing(group(kCave)));
    EXPECT_EQ(call(NativeId::BoardGroup, {thing(board_), number(kRows)}), thing(group(kRows)));
    EXPECT_EQ(text_utf8(machine_, call(NativeId::GroupName, {thing(group(kRows))})), "Rows");
}

TEST_F(Groups, ANewTileReplacesTheOldOneAndThePiecesStay) {
    const Handle old = at(kField, 1, 1);
    const Handle pawn = pawn_on(old);
    pawn_on(old);
    const Handle meadow = machine_.make_instance(kMeadow);

    set(kField, 1, 1, meadow);

    EXPECT_EQ(outcome_, Outcome::Next);
    EXPECT_EQ(at(kField, 1, 1), meadow);
    EXPECT_EQ(tile_of(machine_, pawn), meadow);
    EXPECT_EQ(list_names(call(NativeId::TileInteractables, {thing(meadow), number(kPawns)})),
              (Names{"Pawn#1", "Pawn#2"}));
    EXPECT_EQ(group_of(machine_, old), 0U);
    EXPECT_EQ(adjacents(old), Names{});
    EXPECT_EQ(adjacents(meadow), (Names{"Field(1,0)", "Field(2,1)", "Field(1,2)", "Field(0,1)"}));
}

TEST_F(Groups, AGroupGrowsInAllDirections) {
    const Handle corner = at(kField, 0, 0);

    set(kField, 4, 1, machine_.make_instance(kLand));
    set(kField, -2, -1, machine_.make_instance(kLand));
    set(kField, -1, 0, machine_.make_instance(kLand));

    EXPECT_EQ(size(kField, NativeId::GroupColumns), 7);
    EXPECT_EQ(size(kField, NativeId::GroupRows), 4);
    EXPECT_EQ(at(kField, 0, 0), corner);
    EXPECT_EQ(tile_names(kField),
              (Names{"Field(-2,-1)", "Field(-1,0)", "Field(0,0)", "Field(1,0)", "Field(2,0)", "Field(0,1)",
                     "Field(1,1)", "Field(2,1)", "Field(4,1)", "Field(0,2)", "Field(1,2)", "Field(2,2)"}));
    EXPECT_EQ(adjacents(corner), (Names{"Field(1,0)", "Field(0,1)", "Field(-1,0)"}));
    EXPECT_EQ(call(NativeId::GroupGet, {thing(group(kField)), number(-2), number(2)}), call(NativeId::BlankTile, {}));
    EXPECT_TRUE(call(NativeId::GroupGet, {thing(group(kField)), number(-3), number(0)}).is_null());
}

TEST_F(Groups, HexesKeepTheirShiftAtNegativeCoordinates) {
    set(kRows, -1, 0, machine_.make_instance(kLand)); // row -1 is an odd one: not shifted

    EXPECT_EQ(neighbors(at(kRows, 0, -1))[2], "Rows(0,0)");
    EXPECT_EQ(neighbors(at(kRows, 0, 0))[5], "Rows(-1,0)");
}

TEST_F(Groups, AGroupDoesNotGrowBeyondTheMemory) {
    set(kField, 1e12, 0, machine_.make_instance(kLand));
    EXPECT_EQ(outcome_, Outcome::Fault);
    set(kField, 100000, 100000, machine_.make_instance(kLand));
    EXPECT_EQ(outcome_, Outcome::Fault);
    EXPECT_EQ(machine_.fault().id, FaultId::OutOfMemory);
}

TEST_F(Groups, ATileOfAnotherKindIsAFault) {
    set(kField, 0, 0, machine_.make_instance(kRock));
    EXPECT_EQ(machine_.fault().message, "Rock#1 does not fit into the group `Field`: its tiles are Land");

    set(kField, 0, 0, at(kField, 1, 0));
    EXPECT_EQ(machine_.fault().message, "Field(1,0) is already part of a group");

    set(kCities, 0, 0, machine_.make_instance(kLand));
    EXPECT_EQ(machine_.fault().message, "`set` cannot be asked of the group `Cities`: its geometry is graph");

    call(NativeId::GroupAdd, {thing(group(kField)), thing(machine_.make_instance(kLand)), Value::null()});
    EXPECT_EQ(machine_.fault().message, "`add` cannot be asked of the group `Field`: its geometry is square");
}

TEST_F(Groups, SettingATileWhereItIsChangesNothing) {
    const std::vector<Word> before = heap();

    set(kField, 1, 1, at(kField, 1, 1));

    EXPECT_EQ(outcome_, Outcome::Next);
    EXPECT_EQ(heap(), before);
}

TEST_F(Groups, ARemovedTileLeavesABlankAndItsPiecesAreNowhere) {
    const Handle tile = at(kField, 1, 0);
    const Handle pawn = pawn_on(tile);

    call(NativeId::GroupRemove, {thing(group(kField)), thing(tile)});

    EXPECT_EQ(outcome_, Outcome::Next);
    EXPECT_EQ(tile_of(machine_, pawn), 0U);
    EXPECT_EQ(call(NativeId::GroupGet, {thing(group(kField)), number(1), number(0)}), call(NativeId::BlankTile, {}));
    EXPECT_EQ(adjacents(at(kField, 0, 0)), (Names{"Field(0,1)"}));
    EXPECT_TRUE(call(NativeId::TileX, {thing(tile)}).is_null());

    call(NativeId::GroupRemove, {thing(group(kField)), thing(tile)});
    EXPECT_EQ(machine_.fault().id, FaultId::NoSuchTile);
}

TEST_F(Groups, SettingTheBlankTileRemovesWhatIsThere) {
    set(kField, 1, 0, machine_.memory.half(kBlankWord, 0));

    EXPECT_EQ(outcome_, Outcome::Next);
    EXPECT_EQ(at(kField, 1, 0), 0U);
}

TEST_F(Groups, AGraphTakesAndLosesTiles) {
    const Handle extra = machine_.make_instance(kLand);
    const Value cities = thing(group(kCities));

    call(NativeId::GroupAdd, {cities, thing(extra), Value::null()});
    EXPECT_EQ(tile_names(kCities),
              (Names{"Cities.Rome", "Cities.Milan", "Cities.Turin", instance_name(machine_, extra)}));
    call(NativeId::GroupRemove, {cities, thing(city(2))});
    EXPECT_EQ(city(2), 0U);
    for (int i = 0; i < 9; ++i) {
        call(NativeId::GroupAdd, {cities, thing(machine_.make_instance(kMeadow)), Value::null()});
    }

    const Names all = tile_names(kCities);
    EXPECT_EQ(all.size(), 12U);
    EXPECT_EQ(all[1], "Cities.Turin");
    EXPECT_EQ(group_of(machine_, extra), group(kCities));
    call(NativeId::GroupRemove, {cities, thing(extra)});
    EXPECT_EQ(tile_names(kCities).size(), 11U);
}

TEST_F(Groups, TilesOfAGraphAreFoundByName) {
    EXPECT_EQ(call(NativeId::GroupNamed, {thing(group(kCities)), Value::constant_text(3)}), thing(city(3)));
    EXPECT_TRUE(call(NativeId::GroupNamed, {thing(group(kCities)), make_text(machine_, "Paris")}).is_null());
    EXPECT_EQ(outcome_, Outcome::Next);

    call(NativeId::GroupTileAt, {thing(group(kCities)), make_text(machine_, "Paris"), Value::null()});
    EXPECT_EQ(machine_.fault().message, "there is no tile `Paris` in the group `Cities`");
    call(NativeId::GroupTileAt, {thing(group(kCave)), number(2), number(0)});
    EXPECT_EQ(machine_.fault().message, "there is no tile (2,0) in the group `Cave`");
}

TEST_F(Groups, RewindPutsEverythingBack) {
    const Handle pawn = pawn_on(at(kField, 1, 1));
    ASSERT_TRUE(connect(machine_, at(kField, 0, 0), city(1), 3, 0));
    const std::vector<Word> before = heap();

    const Mark mark = machine_.memory.mark();
    set(kField, -3, 7, machine_.make_instance(kLand));
    set(kField, 1, 1, machine_.make_instance(kMeadow));
    call(NativeId::GroupRemove, {thing(group(kCities)), thing(city(1))});
    call(NativeId::GroupAdd, {thing(group(kCities)), thing(machine_.make_instance(kLand)), Value::null()});
    ASSERT_TRUE(disconnect(machine_, at(kField, 1, 2), at(kField, 0, 2)));
    ASSERT_NE(tile_of(machine_, pawn), 0U);
    machine_.memory.rewind(mark);

    EXPECT_EQ(heap(), before);
    EXPECT_EQ(adjacents(at(kField, 0, 0)), (Names{"Field(1,0)", "Field(0,1)", "Cities.Rome"}));
}

} // namespace
} // namespace tgdl
