#include "vm/collections_for_test.h"

using namespace tgdl;

namespace {

using Tables = CollectionTest;

TEST_F(Tables, GiveNullForWhatIsAbsentAndDropWhatBecomesNull) {
    const Value table = make_table(machine_, kScores);

    call(NativeId::TableSet, {table, text("a"), number(1)});
    call(NativeId::TableSet, {table, text("b"), number(2)});
    call(NativeId::TableSet, {table, text("a"), Value::null()});
    call(NativeId::TableSet, {table, text("c"), Value::null()});

    EXPECT_EQ(shown(table), R"({"b": 2})");
    EXPECT_TRUE(call(NativeId::TableGet, {table, text("a")}).is_null());
    EXPECT_EQ(call(NativeId::TableGet, {table, text("b")}), number(2));
    EXPECT_EQ(call(NativeId::TableGetNumber, {table, text("a")}), number(0));
    EXPECT_EQ(call(NativeId::TableGetNumber, {table, text("b")}), number(2));
    EXPECT_EQ(call(NativeId::TableContains, {table, text("a")}), Value::boolean(false));
    EXPECT_EQ(call(NativeId::TableContains, {table, text("b")}), Value::boolean(true));
    EXPECT_EQ(call(NativeId::TableLength, {table}), number(1));
}

TEST_F(Tables, MakeTheCollectionThatIsMissing) {
    const Value hands = make_table(machine_, kKingHands);

    const Value made = call(NativeId::TableGetOrMake, {hands, number(1), type(kCards)});
    call(NativeId::ListAdd, {made, king()});
    const Value again = call(NativeId::TableGetOrMake, {hands, number(1), type(kCards)});

    EXPECT_EQ(again, made);
    EXPECT_EQ(shown(hands), "{1: [King#1]}");
    EXPECT_EQ(collection_type(machine_, made.handle()), TypeIndex{kKings}); // the table's own, not what the code knows
}

TEST_F(Tables, HaveNoNullKey) {
    const Value table = make_table(machine_, kScores);

    for (const NativeId id : {NativeId::TableGet, NativeId::TableGetNumber, NativeId::TableContains}) {
        EXPECT_EQ(fault(id, {table, Value::null()}), "a key of a Table is null");
    }
    EXPECT_EQ(fault(NativeId::TableSet, {table, Value::null(), number(1)}), "a key of a Table is null");
    EXPECT_EQ(fault(NativeId::TableSet, {table, Value::null(), Value::null()}), "a key of a Table is null");
    EXPECT_EQ(fault(NativeId::TableGetOrMake, {make_table(machine_, kHands), Value::null(), type(kCards)}),
              "a key of a Table is null");
    EXPECT_EQ(fault(NativeId::TableGet, {Value::null(), number(1)}), "`[ ]` is asked of null");
}

TEST_F(Tables, TakeOnlyKeysAndValuesOfTheirOwnTypes) {
    const Value seats = make_table(machine_, kSeatScores);
    const Value kings = make_table(machine_, kKingsByName);

    call(NativeId::TableSet, {seats, number(1), number(5)});

    EXPECT_EQ(fault(NativeId::TableSet, {seats, number(2), number(5)}), "the key 2 is no player");
    EXPECT_EQ(fault(NativeId::TableSet, {seats, number(0.5), number(5)}), "the key 0.5 is no player");
    EXPECT_EQ(fault(NativeId::TableSet, {seats, text("ace"), number(5)}), "the key \"ace\" is no player");
    EXPECT_EQ(fault(NativeId::TableSet, {kings, text("ace"), card()}), "Card#1 does not fit into a Table<King>");
    EXPECT_TRUE(call(NativeId::TableGet, {seats, text("ace")}).is_null());
    EXPECT_EQ(shown(seats), "{1: 5}");
}

TEST_F(Tables, ListTheirKeysAsTheTypeAskedFor) {
    const Value table = make_table(machine_, kScores);
    call(NativeId::TableSet, {table, number(1), number(10)});
    call(NativeId::TableSet, {table, number(0), number(20)});

    EXPECT_EQ(shown(call(NativeId::TableKeys, {table, type(kNumbers)})), "[1, 0]");
    EXPECT_EQ(shown(call(NativeId::TableKeys, {table, type(kPlayers)})), "[1, 0]");
    EXPECT_EQ(shown(call(NativeId::TableValues, {table, type(kNumbers)})), "[10, 20]");
    EXPECT_EQ(fault(NativeId::TableKeys, {table, type(kTexts)}), "the key 1 is no string");
    EXPECT_EQ(call(NativeId::CheckKey, {number(1), type(kPlayer)}), number(1));
    EXPECT_EQ(fault(NativeId::CheckKey, {number(7), type(kPlayer)}), "the key 7 is no player");
}

TEST_F(Tables, AreCopiedAndCleared) {
    const Value table = make_table(machine_, kScores);
    for (int i = 0; i < 20; ++i) {
        call(NativeId::TableSet, {table, number(i), number(i)});
    }

    const Value copy = call(NativeId::TableCopy, {table});
    call(NativeId::TableClear, {table});
    call(NativeId::TableSet, {table, number(3), number(4)});

    EXPECT_EQ(shown(table), "{3: 4}");
    EXPECT_EQ(call(NativeId::TableLength, {copy}), number(20));
    EXPECT_EQ(call(NativeId::TableGet, {copy, number(19)}), number(19));
}

TEST_F(Tables, GiveANewOneOfThePairsWhoseValuesFit) {
    const Value table = make_table(machine_, kCardsByName);
    call(NativeId::TableSet, {table, text("a"), card()});
    call(NativeId::TableSet, {table, text("b"), king()});

    EXPECT_EQ(shown(call(NativeId::CollectionOf, {table, type(kKingsByName)})), R"({"b": King#1})");
}

} // namespace
