#include "program/pure_code.h"
#include "program/single_step_movements.h"
#include "vm/positions_for_test.h"

#include <algorithm>

namespace tgdl {
namespace {

class Movements : public PositionsTest {
protected:
    // A chunk that gives a constant.
    ChunkIndex giving(Value value) {
        program_.constants.push_back(value);
        const auto constant = static_cast<std::uint32_t>(program_.constants.size() - 1);
        return add_chunk(1,
                         {Instruction::with_wide(Operation::LoadConstant, 1, constant), {Operation::Return, 1, 0, 0}});
    }
    ChunkIndex giving(double value) { return giving(number(value)); }
    ChunkIndex giving_list(std::initializer_list<double> values) {
        const Value list = make_list(machine_, kTiles, 0);
        for (const double value : values) {
            EXPECT_TRUE(list_add(machine_, list.handle(), number(value)));
        }
        return giving(list);
    }
    // `t.empty`.
    ChunkIndex is_empty() {
        return add_chunk(2, {{Operation::Native, 1, static_cast<std::uint16_t>(NativeId::TileEmpty), 1},
                             {Operation::Return, 1, 0, 0}});
    }
    ChunkIndex failing() {
        const ChunkIndex chunk = add_chunk(2, {{Operation::LoadNull, 1, 1, 0}, {Operation::Fail, 1, 0, 0}});
        program_.chunks[chunk].may_fail = true;
        return chunk;
    }
    // `t.empty`, and `!t.empty && t.piece.player != this.player`, as the compiler writes them.
    ChunkIndex intrinsic_empty() {
        return add_chunk(2, {{Operation::QuickTileEmpty, 2, 1, 0}, {Operation::Return, 2, 0, 0}});
    }
    ChunkIndex holds_another() {
        return add_chunk(2, {{Operation::JumpIfEmpty, 2, 1, 6},
                             {Operation::QuickTilePiece, 2, 1, 0},
                             {Operation::QuickOwnerOf, 2, 2, 0},
                             {Operation::QuickOwnerOf, 3, 0, 0},
                             {Operation::EqualNumber, 2, 2, 3},
                             {Operation::Not, 2, 2, 0},
                             {Operation::Return, 2, 0, 0},
                             {Operation::LoadNull, 2, 1, 0},
                             {Operation::EqualNumber, 2, 2, 0}, // false
                             {Operation::Return, 2, 0, 0}});
    }
    // `4 + this.player`.
    ChunkIndex four_and_owner() {
        program_.constants.push_back(number(4));
        const auto four = static_cast<std::uint16_t>(program_.constants.size() - 1);
        return add_chunk(
            1,
            {{Operation::QuickOwnerOf, 1, 0, 0}, {Operation::AddConstant, 1, 1, four}, {Operation::Return, 1, 0, 0}});
    }
    Handle pawn_of(double player, Handle tile) {
        const Handle pawn = pawn_on(tile);
        machine_.memory.set_value(pawn + kOwnerWord, number(player));
        return pawn;
    }
    ChunkIndex add_chunk(std::uint16_t parameters, std::vector<Instruction> code) {
        Chunk chunk;
        chunk.name = "test";
        chunk.parameters = parameters;
        chunk.registers = 8;
        chunk.places.assign(code.size(), 0);
        chunk.code = std::move(code);
        program_.chunks.push_back(std::move(chunk));
        return static_cast<ChunkIndex>(program_.chunks.size() - 1);
    }

    MovementStep line(double from, double to, CountKind kind, double count) {
        MovementStep step;
        step.kind = StepKind::Line;
        step.directions = giving(from);
        step.directions_to = giving(to);
        step.count_kind = kind;
        step.count = giving(count);
        return step;
    }
    MovementStep along(StepKind kind, CountKind count_kind, double count) {
        MovementStep step;
        step.kind = kind;
        step.count_kind = count_kind;
        step.count = giving(count);
        return step;
    }
    MovementStep coord(double columns, double rows) {
        MovementStep step;
        step.kind = StepKind::Coord;
        step.dx = giving(columns);
        step.dy = giving(rows);
        return step;
    }
    MovementStep jump(Handle target) {
        MovementStep step;
        step.kind = StepKind::Jump;
        step.target = giving(thing(target));
        return step;
    }
    static MovementAlternative steps(std::vector<MovementStep> all) {
        MovementAlternative alternative;
        alternative.steps = std::move(all);
        return alternative;
    }

    // By walking and, if there is one, by the fast path.
    Names destinations_of(Handle piece, std::vector<MovementAlternative> alternatives) {
        program_.movements = {{.name = "Test", .piece = kNone, .alternatives = std::move(alternatives)}};
        const Names step_by_step = list_destinations(piece);
        mark_pure_chunks(program_);
        find_single_step_movements(program_);
        std::ranges::for_each(program_.groups, find_neighbors);
        machine_.boards.cached_steps.clear(); // this is another program
        EXPECT_EQ(list_destinations(piece), step_by_step);
        EXPECT_EQ(list_destinations(piece), step_by_step) << "from what is known";
        const Value count = ask(NativeId::PieceDestinationCount, piece);
        if (outcome_ == Outcome::Next) {
            EXPECT_EQ(count, number(static_cast<double>(step_by_step.size())));
        }
        return step_by_step;
    }
    Value ask(NativeId native, Handle piece) {
        return call(native, {thing(piece), Value::item(ProgramItem::Movement, 0), number(kTiles)});
    }
    Names list_destinations(Handle piece) {
        const Value list = ask(NativeId::PieceDestinations, piece);
        return outcome_ == Outcome::Next ? list_names(list) : Names{"no list"};
    }
};

TEST_F(Movements, ALineGoesDirectionByDirectionNearToFar) {
    const Handle pawn = pawn_on(at(kPlain, 1, 1));

    EXPECT_EQ(destinations_of(pawn, {steps({line(0, 2, CountKind::AtLeast, 1)})}),
              (Names{"Plain(1,0)", "Plain(2,1)", "Plain(3,1)", "Plain(1,2)", "Plain(1,3)"}));
    EXPECT_EQ(destinations_of(pawn, {steps({line(1, 2, CountKind::AtMost, 1)})}), (Names{"Plain(2,1)", "Plain(1,2)"}));
    EXPECT_EQ(destinations_of(pawn, {steps({line(0, 3, CountKind::Exactly, 2)})}), (Names{"Plain(3,1)", "Plain(1,3)"}));
    EXPECT_EQ(destinations_of(pawn, {steps({line(0, 3, CountKind::Exactly, 0)})}), Names{});
}

TEST_F(Movements, DirectionsMayBeAListInItsOwnOrder) {
    const Handle pawn = pawn_on(at(kPlain, 1, 1));
    MovementStep step = line(0, 0, CountKind::Exactly, 1);
    step.directions = giving_list({6, 1});
    step.directions_to = kNone;

    EXPECT_EQ(destinations_of(pawn, {steps({step})}), (Names{"Plain(0,2)", "Plain(2,1)"}));
}

TEST_F(Movements, ThroughHoldsForTilesPassedAndOntoForTheLast) {
    const Handle pawn = pawn_on(at(kPlain, 0, 0));
    pawn_on(at(kPlain, 2, 0));
    pawn_on(at(kPlain, 0, 1));
    MovementAlternative slide = steps({line(1, 2, CountKind::AtLeast, 1)});
    slide.through = {is_empty()};

    EXPECT_EQ(destinations_of(pawn, {slide}), (Names{"Plain(1,0)", "Plain(2,0)", "Plain(0,1)"}));

    slide.onto = slide.through;
    EXPECT_EQ(destinations_of(pawn, {slide}), (Names{"Plain(1,0)"}));
    slide.through.clear();
    EXPECT_EQ(destinations_of(pawn, {slide}), (Names{"Plain(1,0)", "Plain(3,0)", "Plain(0,2)", "Plain(0,3)"}));
}

TEST_F(Movements, AFailInAConditionIsAFalse) {
    const Handle pawn = pawn_on(at(kPlain, 0, 0));
    MovementAlternative slide = steps({line(1, 1, CountKind::AtLeast, 1)});
    slide.through = {failing()};

    EXPECT_EQ(destinations_of(pawn, {slide}), (Names{"Plain(1,0)"}));
}

TEST_F(Movements, TheEndsOfEarlierStepsArePassedOver) {
    const Handle pawn = pawn_on(at(kPlain, 0, 0));
    MovementAlternative knight = steps({line(1, 2, CountKind::Exactly, 1), line(5, 5, CountKind::Exactly, 1)});

    EXPECT_EQ(destinations_of(pawn, {knight}), (Names{"Plain(2,1)", "Plain(1,2)"}));

    pawn_on(at(kPlain, 1, 0));
    knight.through = {is_empty()};
    EXPECT_EQ(destinations_of(pawn, {knight}), (Names{"Plain(1,2)"}));
}

TEST_F(Movements, EachTileComesOnceAndNeverWhereThePieceStands) {
    const Handle pawn = pawn_on(at(kPlain, 0, 0));

    EXPECT_EQ(destinations_of(pawn, {steps({line(1, 2, CountKind::Exactly, 1), line(0, 3, CountKind::Exactly, 1)}),
                                     steps({coord(1, 1)}), steps({coord(1, 0)})}),
              (Names{"Plain(2,0)", "Plain(1,1)", "Plain(0,2)", "Plain(1,0)"}));
}

TEST_F(Movements, CoordAndJumpPassOverNothing) {
    const Handle pawn = pawn_on(at(kPlain, 0, 0));
    MovementAlternative leap = steps({coord(2, 1)});
    leap.through = {failing()};
    MovementAlternative portal = steps({jump(city(2))});
    portal.through = {failing()};

    EXPECT_EQ(destinations_of(pawn, {leap, portal, steps({jump(group(kCave))})}),
              (Names{"Plain(2,1)", "Cities.Milan", "Cave(0,0)", "Cave(1,0)", "Cave(3,0)", "Cave(4,0)"}));
    EXPECT_EQ(destinations_of(pawn, {steps({coord(-1, 0)})}), Names{});
}

TEST_F(Movements, ARepeatGoesOnFromWhereItLanded) {
    const Handle pawn = pawn_on(at(kPlain, 0, 0));
    MovementAlternative hop = steps({line(0, 3, CountKind::Exactly, 2)});
    hop.repeat = true;

    EXPECT_EQ(destinations_of(pawn, {hop}), (Names{"Plain(2,0)", "Plain(2,2)", "Plain(0,2)"}));

    pawn_on(at(kPlain, 2, 0));
    hop.onto = {is_empty()};
    EXPECT_EQ(destinations_of(pawn, {hop}), (Names{"Plain(0,2)", "Plain(2,2)"}));
}

TEST_F(Movements, AdjacentFollowsConnections) {
    const Handle pawn = pawn_on(at(kField, 0, 0));
    ASSERT_TRUE(connect(machine_, at(kField, 0, 0), city(1), 1, 0));
    ASSERT_TRUE(connect(machine_, city(1), city(2), 1, 0));
    ASSERT_TRUE(disconnect(machine_, at(kField, 0, 0), at(kField, 0, 1)));

    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Adjacent, CountKind::Exactly, 1)})}),
              (Names{"Field(1,0)", "Cities.Rome"}));
    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Adjacent, CountKind::AtMost, 2)})}),
              (Names{"Field(1,0)", "Cities.Rome", "Field(2,0)", "Field(1,1)", "Cities.Milan"}));
    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Adjacent, CountKind::Exactly, 2)})}),
              (Names{"Field(2,0)", "Field(1,1)", "Cities.Milan"}));
    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Adjacent, CountKind::AtLeast, 1)})}).size(), 10U);
}

// In a ring of four tiles three connections lead to the neighbour by the other way round.
TEST_F(Movements, AdjacentTakesAnyPathWithoutATileTwice) {
    const std::vector<Handle> ring = {at(kNet, 0, 0), at(kNet, 1, 0), at(kNet, 1, 1), at(kNet, 0, 1)};
    for (std::size_t i = 0; i < ring.size(); ++i) {
        ASSERT_TRUE(connect(machine_, ring[i], ring[(i + 1) % 4], 1, 0));
        ASSERT_TRUE(connect(machine_, ring[(i + 1) % 4], ring[i], 1, 0));
    }
    const Handle pawn = pawn_on(ring[0]);

    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Adjacent, CountKind::Exactly, 3)})}),
              (Names{"Net(0,1)", "Net(1,0)"}));
    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Adjacent, CountKind::AtLeast, 2)})}),
              (Names{"Net(1,1)", "Net(0,1)", "Net(1,0)"}));
    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Adjacent, CountKind::Exactly, 4)})}), Names{});

    pawn_on(ring[1]);
    MovementAlternative blocked = steps({along(StepKind::Adjacent, CountKind::Exactly, 3)});
    blocked.through = {is_empty()};
    EXPECT_EQ(destinations_of(pawn, {blocked}), (Names{"Net(1,0)"}));
}

TEST_F(Movements, DistanceCountsTheDistancesOfConnections) {
    ASSERT_TRUE(connect(machine_, city(1), city(2), 3, 0));
    ASSERT_TRUE(connect(machine_, city(1), city(3), 1, 0));
    ASSERT_TRUE(connect(machine_, city(3), city(2), 1, 0));
    const Handle pawn = pawn_on(city(1));

    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Distance, CountKind::AtMost, 3)})}),
              (Names{"Cities.Turin", "Cities.Milan"}));
    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Distance, CountKind::Exactly, 3)})}),
              (Names{"Cities.Milan"}));
    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Distance, CountKind::AtLeast, 3)})}),
              (Names{"Cities.Milan"}));
    EXPECT_EQ(destinations_of(pawn, {steps({along(StepKind::Distance, CountKind::AtMost, 0.5)})}), Names{});
}

TEST_F(Movements, WhatOwnersDecideIsAnsweredForEachOwner) {
    const Handle mine = pawn_of(0, at(kPlain, 1, 1));
    const Handle other = pawn_of(1, at(kPlain, 2, 2));
    pawn_on(at(kPlain, 1, 2)); // nobody's
    MovementStep ahead = line(0, 0, CountKind::Exactly, 1);
    ahead.directions = four_and_owner();
    ahead.directions_to = kNone;
    MovementAlternative jump = steps({line(0, 7, CountKind::Exactly, 2)});
    jump.through = {holds_another()};
    jump.onto = {intrinsic_empty()};

    EXPECT_EQ(destinations_of(mine, {jump, steps({ahead})}), (Names{"Plain(1,3)", "Plain(3,3)", "Plain(2,0)"}));
    EXPECT_TRUE(program_.movements[0].is_single_step);
    EXPECT_TRUE(program_.movements[0].alternatives[0].through_by_owner);
    EXPECT_TRUE(program_.movements[0].alternatives[0].onto_by_owner);
    EXPECT_TRUE(program_.movements[0].alternatives[1].steps[0].by_owner);
    EXPECT_EQ(destinations_of(other, {jump, steps({ahead})}), (Names{"Plain(0,2)", "Plain(0,0)", "Plain(3,3)"}));
}

TEST_F(Movements, ATileThatSeveralOwnIsAskedAboutTheLongWay) {
    const Handle mine = pawn_of(0, at(kPlain, 1, 1));
    const Handle shared = pawn_on(at(kPlain, 1, 2));
    const Value owners = make_list(machine_, kTiles, 1);
    ASSERT_TRUE(list_add(machine_, owners.handle(), number(1)));
    machine_.memory.set_value(shared + kOwnerWord, owners);
    MovementAlternative down = steps({line(2, 2, CountKind::AtLeast, 1)});
    down.onto = {intrinsic_empty()};

    EXPECT_EQ(destinations_of(mine, {down}), (Names{"Plain(1,3)"}));
}

TEST_F(Movements, AGroupThatHasGrownIsWalkedTheLongWay) {
    const Handle pawn = pawn_on(at(kPlain, 0, 0));
    call(NativeId::GroupSet, {thing(group(kPlain)), number(-1), number(0), thing(machine_.make_instance(kLand))});

    EXPECT_EQ(destinations_of(pawn, {steps({line(3, 3, CountKind::AtLeast, 1)}), steps({coord(-1, 0)})}),
              (Names{"Plain(-1,0)"}));
}

TEST_F(Movements, TooManyPathsAreAFaultAndNoHang) {
    machine_.budget = Budget(1000);
    const Handle pawn = pawn_on(at(kPlain, 0, 0));

    destinations_of(pawn, {steps({along(StepKind::Adjacent, CountKind::AtLeast, 9)})});

    EXPECT_EQ(outcome_, Outcome::Fault);
    EXPECT_EQ(machine_.fault().id, FaultId::TooManySteps);
}

TEST_F(Movements, APieceOnNoTileGoesNowhere) {
    EXPECT_EQ(destinations_of(make_pawn(), {steps({coord(0, 1)})}), Names{});
}

TEST_F(Movements, AGraphHasNoLinesAndAWrongDirectionIsAFault) {
    EXPECT_EQ(destinations_of(pawn_on(city(1)), {steps({line(0, 3, CountKind::Exactly, 1)})}), Names{});

    destinations_of(pawn_on(at(kRows, 1, 1)), {steps({line(0, 7, CountKind::Exactly, 1)})});
    EXPECT_EQ(machine_.fault().message, "6 is no direction of the group `Rows`");
}

TEST_F(Movements, NullInAStepIsAFault) {
    MovementStep step = line(0, 3, CountKind::Exactly, 1);
    step.count = giving(Value::null());

    destinations_of(pawn_on(at(kField, 1, 1)), {steps({step})});

    EXPECT_EQ(machine_.fault().message, "`line` is given null");
}

// The outer movement lands where the other piece could go in one step.
TEST_F(Movements, ConditionsMayAskForDestinationsThemselves) {
    const Handle pawn = pawn_on(at(kPlain, 0, 0));
    const Handle other = pawn_on(at(kPlain, 3, 0));
    const auto load = [this](std::uint16_t reg, Value value) {
        program_.constants.push_back(value);
        return Instruction::with_wide(Operation::LoadConstant, reg,
                                      static_cast<std::uint32_t>(program_.constants.size() - 1));
    };
    const auto native = [](std::uint16_t reg, NativeId id, std::uint16_t count) {
        return Instruction{Operation::Native, reg, static_cast<std::uint16_t>(id), count};
    };
    MovementAlternative outer = steps({line(1, 2, CountKind::AtLeast, 1)});
    outer.onto = {
        add_chunk(2, {load(2, thing(other)), load(3, Value::item(ProgramItem::Movement, 1)), load(4, number(kTiles)),
                      native(2, NativeId::PieceDestinations, 3), Instruction{Operation::Move, 3, 1, 0},
                      native(2, NativeId::TilesHave, 2), Instruction{Operation::Return, 2, 0, 0}})};
    program_.movements = {
        {.name = "Outer", .piece = kNone, .alternatives = {outer}},
        {.name = "Inner", .piece = kNone, .alternatives = {steps({line(0, 7, CountKind::Exactly, 1)})}}};

    const Value list =
        call(NativeId::PieceDestinations, {thing(pawn), Value::item(ProgramItem::Movement, 0), number(kTiles)});

    ASSERT_EQ(outcome_, Outcome::Next);
    EXPECT_EQ(list_names(list), (Names{"Plain(2,0)"}));
}

} // namespace
} // namespace tgdl
