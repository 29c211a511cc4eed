#include "program/instance_layout.h"
#include "program/verify.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace tgdl {
namespace {

using Op = Operation;

// A program with a class of each kind, and code that a test writes by hand: one rule of the verifier each.
class VerifyTypesTest : public testing::Test {
protected:
    enum Class : ClassIndex {
        kThing,
        kSpecial,
        kCard,
        kJoker,
        kBlank,
        kLand,
        kHill,
        kField,
        kMap,
        kDeck,
        kPile,
        kRoad,
        kBang
    };
    enum Type : TypeIndex {
        kNumber,
        kText,
        kBool,
        kPlayer,
        kThingType,
        kSpecialType,
        kCardType,
        kLandType,
        kFieldType,
        kMapType,
        kDeckType,
        kCards,
        kNumbers,
        kTexts,
        kOpenTable,
        kStackOfCards,
        kAnyKey,
        kMovement,
        kTypes
    };
    enum Constant : std::uint16_t { kOne, kWord, kTrue, kCardsConstant, kStackConstant, kLandConstant, kZero };
    static constexpr std::uint16_t kName = kInstanceWords; // of Thing: a text
    static constexpr std::uint16_t kLevel = kName + 1;     // of Special: a number
    static constexpr std::uint16_t kGold = kTileWords;     // of Land: a number

    static AttributeInfo attribute(const char* name, TypeIndex type, std::uint16_t offset) {
        AttributeInfo info;
        info.name = name;
        info.type = type;
        info.offset = offset;
        return info;
    }

    VerifyTypesTest() {
        program_.texts = {{"", u""}, {"word", u"word"}};
        program_.places = {{}};
        program_.min_players = 2;
        program_.max_players = 2;
        program_.turns.resize(1);
        program_.turns[0].name = "Turn";
        program_.turns[0].phases.resize(1);
        program_.turns[0].phases[0].name = "Phase";
        program_.events.fill(kNone);
        program_.has_blanks = true;
        add_class("Thing", ClassKind::Class, kNone, {attribute("name", kText, kName)}, kSpecial);
        add_class("Special", ClassKind::Class, kThing,
                  {attribute("name", kText, kName), attribute("level", kNumber, kLevel)}, kSpecial);
        add_class("Card", ClassKind::Interactable, kNone, {}, kJoker);
        add_class("Joker", ClassKind::Interactable, kCard, {}, kJoker);
        add_class("BlankTile", ClassKind::Tile, kNone, {}, kBlank);
        add_class("Land", ClassKind::Tile, kNone, {attribute("gold", kNumber, kGold)}, kHill);
        add_class("Hill", ClassKind::Tile, kLand, {attribute("gold", kNumber, kGold)}, kHill);
        add_class("Field", ClassKind::Group, kNone, {}, kField);
        add_class("Map", ClassKind::Board, kNone, {}, kMap);
        add_class("Deck", ClassKind::Stack, kNone, {}, kDeck);
        add_class("discards", ClassKind::Stack, kNone, {}, kPile);
        add_class("Road", ClassKind::Connection, kNone, {}, kRoad);
        add_class("Bang", ClassKind::Event, kNone, {}, kBang);
        program_.blank_tile = kBlank;
        program_.plain_discards = kPile;
        program_.plain_connection = kRoad;
        program_.classes[kDeck].holds = kCardType;
        program_.classes[kField].group = 0;
        program_.classes[kMap].groups = {0};
        program_.classes[kMap].groups_offset = kInstanceWords;
        program_.classes[kMap].size = kInstanceWords + 1;
        GroupInfo field;
        field.name = "Field";
        field.board = kMap;
        field.group_class = kField;
        field.tile_base = kLandType;
        program_.groups = {field};
        program_.observers.resize(program_.classes.size());
        program_.types.resize(kTypes);
        const auto plain = [&](Type type, ValueKind kind, const char* name) {
            program_.types[type] = {.kind = kind, .name = name};
        };
        const auto instance = [&](Type type, ClassIndex first, ClassIndex last) {
            program_.types[type] = {.kind = ValueKind::Instance,
                                    .first_class = first,
                                    .last_class = last,
                                    .name = program_.classes[first].name};
        };
        plain(kNumber, ValueKind::Number, "number");
        plain(kText, ValueKind::Text, "string");
        plain(kBool, ValueKind::Bool, "bool");
        plain(kPlayer, ValueKind::Player, "player");
        plain(kAnyKey, ValueKind::AnyKey, "key");
        plain(kMovement, ValueKind::Movement, "movement");
        instance(kThingType, kThing, kSpecial);
        instance(kSpecialType, kSpecial, kSpecial);
        instance(kCardType, kCard, kJoker);
        instance(kLandType, kLand, kHill);
        instance(kFieldType, kField, kField);
        instance(kMapType, kMap, kMap);
        instance(kDeckType, kDeck, kDeck);
        program_.types[kCards] = {.kind = ValueKind::List, .element = kCardType, .name = "List<Card>"};
        program_.types[kNumbers] = {.kind = ValueKind::List, .element = kNumber, .name = "List<number>"};
        program_.types[kTexts] = {.kind = ValueKind::List, .element = kText, .name = "List<string>"};
        program_.types[kOpenTable] = {.kind = ValueKind::Table, .element = kNumber, .name = "Table<number>"};
        program_.types[kStackOfCards] = {.kind = ValueKind::Stack, .element = kCardType, .name = "Stack<Card>"};
        program_.constants = {Value::number(1),      Value::constant_text(1),      Value::boolean(true),
                              Value::number(kCards), Value::number(kStackOfCards), Value::number(kLandType),
                              Value::number(0)};
    }

    void add_class(const char* name, ClassKind kind, ClassIndex base, std::vector<AttributeInfo> attributes,
                   ClassIndex last) {
        ClassInfo info;
        info.name = name;
        info.kind = kind;
        info.base = base;
        info.last = last;
        info.size = kTileWords + 4; // enough for each kind
        info.attributes = std::move(attributes);
        const auto index = static_cast<ClassIndex>(program_.classes.size());
        const auto number = static_cast<std::size_t>(kind);
        if (program_.last_class.at(number) == 0) {
            program_.first_class.at(number) = index;
        }
        program_.last_class.at(number) = index + 1;
        program_.classes.push_back(info);
    }

    // What verify() says of code with these parameters, which gives a value of the type.
    std::string said(std::vector<TypeIndex> parameters, std::vector<Instruction> code, TypeIndex result = kNone) {
        Program program = program_;
        Chunk chunk;
        chunk.name = "F";
        chunk.parameters = static_cast<std::uint16_t>(parameters.size());
        chunk.registers = 8;
        chunk.parameter_types = std::move(parameters);
        chunk.result = result;
        chunk.code = std::move(code);
        chunk.code.push_back({Op::ReturnNothing, 0, 0, 0});
        chunk.places.resize(chunk.code.size());
        program.chunks.push_back(std::move(chunk));
        return verify(program);
    }
    // Chunk 0: takes nothing and gives nothing.
    void add_called_code() {
        Chunk called;
        called.name = "G";
        called.registers = 1;
        called.code = {{Op::ReturnNothing, 0, 0, 0}};
        called.places = {0};
        program_.chunks.push_back(called);
    }
    static Instruction native(NativeId id, std::uint16_t window, std::uint16_t count) {
        return {Op::Native, window, static_cast<std::uint16_t>(id), count};
    }
    static Instruction constant(std::uint16_t reg, Constant number) {
        return Instruction::with_wide(Op::LoadConstant, reg, number);
    }

    Program program_;
};

TEST_F(VerifyTypesTest, RefusesARegisterThatIsNotSet) {
    EXPECT_EQ(said({}, {{Op::Move, 1, 0, 0}}), "`F`, instruction 0: register 0 holds nothing that may be read");
    EXPECT_EQ(said({kNone}, {{Op::Move, 1, 0, 0}}), "`F`, instruction 0: register 0 holds nothing that may be read");
    EXPECT_EQ(said({kNumber}, {{Op::Move, 1, 0, 0}}), "");
}

TEST_F(VerifyTypesTest, RefusesWhatIsSetOnOneOfTwoPathsOnly) {
    const std::vector<Instruction> code = {wide_jump(Op::JumpIf, 0, 0, 2), constant(1, kOne), {Op::Negate, 2, 1, 0}};

    EXPECT_EQ(said({kBool}, code), "`F`, instruction 2: register 1 holds nothing that may be read");
}

TEST_F(VerifyTypesTest, RefusesArithmeticWithATextThatCameByOnePath) {
    const std::vector<Instruction> code = {
        constant(1, kOne), wide_jump(Op::JumpIf, 0, 1, 3), constant(1, kWord), {Op::Negate, 2, 1, 0}};

    EXPECT_EQ(said({kBool}, code), "`F`, instruction 3: register 1 holds a player or a text, where a number is wanted");
}

TEST_F(VerifyTypesTest, FollowsALoopUntilNothingChanges) {
    // r1 is a number in the first round, and a text in those after it.
    const std::vector<Instruction> code = {
        constant(1, kOne), {Op::Negate, 2, 1, 0}, constant(1, kWord), wide_jump(Op::JumpIf, 0, 3, 1)};

    EXPECT_EQ(said({kBool}, code), "`F`, instruction 1: register 1 holds a player or a text, where a number is wanted");
}

TEST_F(VerifyTypesTest, RefusesOperandsOfTheWrongKind) {
    EXPECT_EQ(said({kText, kNumber}, {{Op::Add, 2, 0, 1}}),
              "`F`, instruction 0: register 0 holds a text, where a number is wanted");
    EXPECT_EQ(said({kNumber}, {{Op::Not, 1, 0, 0}}),
              "`F`, instruction 0: register 0 holds a number, where a bool is wanted");
    EXPECT_EQ(said({kText, kText}, {{Op::EqualIdentity, 2, 0, 1}}),
              "`F`, instruction 0: register 0 holds a text, where something compared by identity is wanted");
    EXPECT_EQ(said({kNumber}, {{Op::AddConstant, 1, 0, kWord}}), "`F`, instruction 0: constant 1 is no number");
    EXPECT_EQ(said({kNumber}, {wide_jump(Op::JumpIf, 0, 0, 1)}),
              "`F`, instruction 0: register 0 holds a number, where a bool is wanted");
}

TEST_F(VerifyTypesTest, RefusesAResultOfAnotherType) {
    EXPECT_EQ(said({kText}, {{Op::Return, 0, 0, 0}}, kNumber),
              "`F`, instruction 0: register 0 holds a text, where a number is wanted");
    EXPECT_EQ(said({kPlayer}, {{Op::Return, 0, 0, 0}}, kNumber), "");
    EXPECT_EQ(said({kNumber}, {{Op::Return, 0, 0, 0}}, kPlayer),
              "`F`, instruction 0: register 0 holds a number, where a player is wanted");
}

TEST_F(VerifyTypesTest, RefusesArgumentsOfAnotherType) {
    Chunk called;
    called.name = "G";
    called.parameters = 1;
    called.registers = 1;
    called.parameter_types = {kSpecialType};
    called.code = {{Op::ReturnNothing, 0, 0, 0}};
    called.places = {0};
    program_.chunks.push_back(called);

    EXPECT_EQ(said({kThingType}, {Instruction::with_wide(Op::Call, 0, 0)}),
              "`F`, instruction 0: register 0 holds Thing, where Special is wanted");
    EXPECT_EQ(said({kSpecialType}, {Instruction::with_wide(Op::Call, 0, 0)}), "");
}

TEST_F(VerifyTypesTest, RefusesARegisterThatACallHasRunOver) {
    add_called_code();

    EXPECT_EQ(said({}, {constant(2, kOne), Instruction::with_wide(Op::Call, 0, 0), {Op::Move, 0, 2, 0}}),
              "`F`, instruction 2: register 2 holds nothing that may be read");
}

// Code that is called may ask what the rules hold: all registers below its own count.
TEST_F(VerifyTypesTest, RefusesARegisterThatIsNotSetBelowACall) {
    add_called_code();
    const Instruction call = Instruction::with_wide(Op::Call, 2, 0);

    EXPECT_EQ(said({}, {constant(0, kOne), call}),
              "`F`, instruction 1: register 1 holds nothing, below what other code is given");
    EXPECT_EQ(said({}, {constant(0, kOne), constant(1, kOne), call}), "");
    EXPECT_EQ(said({kNone, kNone}, {call}), "");
}

TEST_F(VerifyTypesTest, RefusesAnAttributeThatTheClassesDoNotHave) {
    EXPECT_EQ(said({kThingType}, {{Op::GetWord, 1, 0, kLevel}}),
              "`F`, instruction 0: Thing in register 0 has no attribute in word 5");
    EXPECT_EQ(said({kThingType}, {{Op::GetWord, 1, 0, kName}, {Op::Negate, 2, 1, 0}}),
              "`F`, instruction 1: register 1 holds a text, where a number is wanted");
    EXPECT_EQ(said({kSpecialType}, {{Op::GetWord, 1, 0, kLevel}, {Op::Negate, 2, 1, 0}}), "");
    EXPECT_EQ(said({kNumber}, {{Op::GetWord, 1, 0, kName}}),
              "`F`, instruction 0: register 0 holds a number, where an instance is wanted");
}

TEST_F(VerifyTypesTest, RefusesAValueThatDoesNotFitTheAttribute) {
    EXPECT_EQ(said({kThingType, kNumber}, {{Op::SetWord, 0, 1, kName}}),
              "`F`, instruction 0: register 1 holds a number, where a text is wanted");
    EXPECT_EQ(said({kThingType, kText}, {{Op::SetObserved, 0, 1, 0}}), "`F`, instruction 0: Thing has no attribute 1");
    EXPECT_EQ(said({kThingType, kNumber}, {{Op::SetObserved, 0, 0, 0}}),
              "`F`, instruction 0: register 1 holds a number, where a text is wanted");
}

TEST_F(VerifyTypesTest, KnowsTheClassAfterATest) {
    const Instruction level{Op::GetWord, 2, 0, kLevel};

    EXPECT_EQ(said({kThingType}, {{Op::JumpUnlessClass, 0, kSpecialType, 1}, level}), "");
    EXPECT_EQ(said({kThingType}, {{Op::IsClass, 1, 0, kSpecialType}, wide_jump(Op::JumpUnless, 1, 1, 3), level}), "");
    EXPECT_EQ(said({kThingType}, {{Op::AsClass, 0, 0, kSpecialType}, level}), "");
    EXPECT_EQ(said({kThingType}, {{Op::JumpIfClass, 0, kSpecialType, 1}, level}),
              "`F`, instruction 1: Thing in register 0 has no attribute in word 5");
}

TEST_F(VerifyTypesTest, RefusesAttributesOfATileThatMayBeBlank) {
    EXPECT_EQ(said({kLandType}, {{Op::GetWord, 1, 0, kGold}}),
              "`F`, instruction 0: register 0 may hold the blank tile");
    EXPECT_EQ(said({kLandType}, {{Op::GetTileWord, 1, 0, kGold}}), "");
    EXPECT_EQ(said({kLandType}, {Instruction::with_wide(Op::CheckNotBlank, 0, kWord), {Op::GetWord, 1, 0, kGold}}), "");
    EXPECT_EQ(said({kLandType, kNumber}, {{Op::SetObserved, 0, 0, 0}}),
              "`F`, instruction 0: register 0 may hold the blank tile");
}

TEST_F(VerifyTypesTest, RefusesADeckThatIsAStack) {
    const std::vector<Instruction> code = {constant(1, kStackConstant), native(NativeId::DeckCopy, 0, 2),
                                           native(NativeId::DeckPop, 0, 1)};

    EXPECT_EQ(said({kDeckType}, code), "`F`, instruction 2: register 0 holds Stack<Card>, where a deck is wanted");
    EXPECT_EQ(said({kDeckType}, {code[0], code[1], native(NativeId::StackPop, 0, 1)}), "");
    EXPECT_EQ(said({kDeckType}, {code[0], code[1], {Op::Return, 0, 0, 0}}, kDeckType),
              "`F`, instruction 2: register 0 holds Stack<Card>, where Deck is wanted");
}

TEST_F(VerifyTypesTest, RefusesArgumentsThatANativeDoesNotTake) {
    EXPECT_EQ(said({kNumber}, {native(NativeId::TextLength, 0, 1)}),
              "`F`, instruction 0: register 0 holds a number, where a text is wanted");
    EXPECT_EQ(said({kCards}, {native(NativeId::TableLength, 0, 1)}),
              "`F`, instruction 0: register 0 holds List<Card>, where a Table is wanted");
    EXPECT_EQ(said({kLandType}, {native(NativeId::PieceTile, 0, 1)}),
              "`F`, instruction 0: register 0 holds Land or the blank tile, where an interactable is wanted");
    EXPECT_EQ(said({kThingType, kNumber}, {native(NativeId::Assign, 0, 2)}),
              "`F`, instruction 0: register 1 holds a number, where a player is wanted");
    EXPECT_EQ(said({kDeckType}, {constant(1, kCardsConstant), native(NativeId::DeckCopy, 0, 2)}),
              "`F`, instruction 1: List<Card> does not hold what is put into it");
    EXPECT_EQ(said({kDeckType, kNumber}, {native(NativeId::DeckCopy, 0, 2)}),
              "`F`, instruction 0: register 1 holds no constant number");
    EXPECT_EQ(said({kThingType}, {constant(1, kOne), native(NativeId::GetAllowed, 0, 2)}),
              "`F`, instruction 1: Thing has no action 1");
    EXPECT_EQ(said({kMapType}, {constant(1, kOne), native(NativeId::BoardGroup, 0, 2)}),
              "`F`, instruction 1: Map has no group 1");
    EXPECT_EQ(said({}, {constant(0, kWord), native(NativeId::GetGameActionAllowed, 0, 1)}),
              "`F`, instruction 1: register 0 holds no constant number");
}

TEST_F(VerifyTypesTest, KnowsTheTilesOfAGroupAndTheCardsOfADeck) {
    EXPECT_EQ(said({kMapType}, {constant(1, kZero),
                                native(NativeId::BoardGroup, 0, 2),
                                constant(1, kOne),
                                constant(2, kOne),
                                native(NativeId::GroupGet, 0, 3),
                                {Op::GetTileWord, 0, 0, kGold}}),
              "");
    EXPECT_EQ(said({kDeckType},
                   {native(NativeId::DeckDiscards, 0, 1), native(NativeId::DeckPop, 0, 1), {Op::Return, 0, 0, 0}},
                   kCardType),
              "");
    EXPECT_EQ(
        said({kLandType}, {constant(1, kOne), native(NativeId::TileNeighbor, 0, 2), {Op::Return, 0, 0, 0}}, kThingType),
        "`F`, instruction 2: register 0 holds Land or the blank tile, where Thing is wanted");
}

TEST_F(VerifyTypesTest, KeysOfAnOpenTableMustBeLookedAt) {
    const std::vector<Instruction> walk = {{Op::Walk, 1, 0, 0}, wide_jump(Op::Next, 1, 1, 3)};

    EXPECT_EQ(said({kOpenTable}, {walk[0], walk[1], {Op::Negate, 4, 3, 0}}),
              "`F`, instruction 2: register 3 holds any value, where a number is wanted");
    EXPECT_EQ(said({kAnyKey}, {constant(1, kLandConstant), native(NativeId::CheckKey, 0, 2), {Op::Return, 0, 0, 0}},
                   kLandType),
              "");
}

TEST_F(VerifyTypesTest, OnlyListsThatTheCodeHasMadeAreAddedToWithoutALook) {
    EXPECT_EQ(said({kCards, kCardType}, {{Op::Append, 0, 1, 0}}),
              "`F`, instruction 0: register 0 holds a List that this code has not made");
    EXPECT_EQ(said({kNumber}, {{Op::NewList, 1, 0, kCards}, {Op::Append, 1, 0, 0}}),
              "`F`, instruction 1: register 0 holds a number, where Card is wanted");
    EXPECT_EQ(said({kCardType}, {{Op::NewList, 1, 0, kCards}, {Op::Append, 1, 0, 0}}), "");
    EXPECT_EQ(said({kNumber}, {{Op::NewList, 0, 1, kTexts}}),
              "`F`, instruction 0: register 0 holds a number, where a text is wanted");
    EXPECT_EQ(said({kNumber}, {{Op::NewList, 0, 1, kOpenTable}}),
              "`F`, instruction 0: type 14 is not that of such a collection");
}

TEST_F(VerifyTypesTest, RefusesStepsOfAWalkThatHasNotBegun) {
    EXPECT_EQ(said({kNumber, kNumber}, {wide_jump(Op::NextConstant, 0, 0, 1)}),
              "`F`, instruction 0: it goes on with no walk over constants");
    EXPECT_EQ(said({kLandType, kNumber}, {wide_jump(Op::NextOnLine, 0, 0, 1)}),
              "`F`, instruction 0: it goes on with no walk along a line");
    EXPECT_EQ(said({kThingType}, {{Op::Walk, 1, 0, 0}}),
              "`F`, instruction 0: register 0 holds Thing, where a collection is wanted");
    EXPECT_EQ(said({}, {{Op::WalkConstants, 0, kOne, 2}, wide_jump(Op::NextConstant, 0, 1, 3), {Op::Negate, 3, 2, 0}}),
              "`F`, instruction 2: register 2 holds a player or a text, where a number is wanted");
}

TEST_F(VerifyTypesTest, RefusesWhatMayBeNullWhereNobodyLooks) {
    EXPECT_EQ(said({kThingType}, {{Op::CallInit, 0, 0, 0}}), "`F`, instruction 0: register 0 may hold null");
    EXPECT_EQ(said({}, {Instruction::with_wide(Op::New, 0, kThing), {Op::CallInit, 0, 0, 0}, {Op::Made, 0, 0, 0}}), "");
    EXPECT_EQ(said({kThingType}, {wide_jump(Op::JumpIfNull, 0, 0, 2), {Op::CallDefaults, 0, 0, 0}}), "");
}

TEST_F(VerifyTypesTest, HypotheticalBlocksBeginAndEnd) {
    EXPECT_EQ(said({}, {{Op::EndHypothetical, 0, 0, 0}}), "`F`, instruction 0: no hypothetical block ends here");
    EXPECT_EQ(said({kNumber}, {wide_jump(Op::BeginHypothetical, 0, 0, 2), {Op::Return, 0, 0, 0}}, kNumber),
              "`F`, instruction 1: a hypothetical block is left by a return");
}

TEST_F(VerifyTypesTest, RefusesWinnersThatAreNoPlayers) {
    EXPECT_EQ(said({kNumbers}, {{Op::Winner, 0, static_cast<std::uint16_t>(WinnerKind::InOrder), 0}}),
              "`F`, instruction 0: register 0 holds List<a number>, where List<a player> is wanted");
}

TEST_F(VerifyTypesTest, RefusesAMethodThatDoesNotStandForThatOfTheBase) {
    const auto method = [&](const char* name, Type self, Type parameter, Type result) {
        Chunk chunk;
        chunk.name = name;
        chunk.parameters = 2;
        chunk.registers = 2;
        chunk.has_this = true;
        chunk.parameter_types = {self, parameter};
        chunk.result = result;
        chunk.code = {{Op::ReturnNothing, 0, 0, 0}};
        chunk.places = {0};
        program_.chunks.push_back(chunk);
        return static_cast<ChunkIndex>(program_.chunks.size() - 1);
    };
    program_.classes[kThing].methods = {method("Thing.M", kThingType, kNumber, kText)};
    program_.classes[kSpecial].methods = {method("Special.M", kSpecialType, kText, kText)};
    EXPECT_EQ(verify(program_), "Special: `Special.M` does not stand for `Thing.M`");

    program_.chunks[1].parameter_types[1] = kNumber;
    EXPECT_EQ(verify(program_), "");

    program_.chunks[1].result = kNumber;
    EXPECT_EQ(verify(program_), "Special: `Special.M` does not stand for `Thing.M`");
}

TEST_F(VerifyTypesTest, RefusesCodeThatGivesTheMatchWhatItDoesNotWant) {
    Chunk shown;
    shown.name = "visible";
    shown.parameters = 2;
    shown.registers = 2;
    shown.has_this = true;
    shown.parameter_types = {kSpecialType, kPlayer};
    shown.result = kBool;
    shown.code = {{Op::ReturnNothing, 0, 0, 0}};
    shown.places = {0};
    program_.chunks = {shown};
    program_.classes[kThing].visible = {0};
    EXPECT_EQ(verify(program_), "Thing: `visible` takes Special in register 0, and is given Thing … Thing");

    program_.chunks[0].parameter_types[0] = kThingType;
    program_.chunks[0].result = kNumber;
    EXPECT_EQ(verify(program_), "Thing: `visible` gives a number, where a bool is wanted");
}

TEST_F(VerifyTypesTest, RefusesADerivedClassThatLacksWhatItsBaseHas) {
    program_.classes[kSpecial].attributes[0].type = kNumber;

    EXPECT_EQ(verify(program_), "Special does not have all that Thing has");
}

} // namespace
} // namespace tgdl
