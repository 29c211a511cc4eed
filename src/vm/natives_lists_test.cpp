#include "vm/collections_for_test.h"

using namespace tgdl;

namespace {

using Lists = CollectionTest;
using Stacks = CollectionTest;
using Numbers = CollectionTest;

TEST_F(Lists, AreReadByTruncatedPositionsAndGiveNullOutside) {
    const Value list = numbers({10, 20});

    EXPECT_EQ(call(NativeId::ListGet, {list, number(1.9)}), number(20));
    EXPECT_EQ(call(NativeId::ListGet, {list, number(-0.9)}), number(10));
    EXPECT_TRUE(call(NativeId::ListGet, {list, number(2)}).is_null());
    EXPECT_TRUE(call(NativeId::ListGet, {list, number(-1)}).is_null());
    EXPECT_TRUE(call(NativeId::ListGet, {list, number(1e300)}).is_null());
    EXPECT_EQ(call(NativeId::ListLength, {list}), number(2));
}

TEST_F(Lists, HaveAFirstAndALastUnlessEmpty) {
    EXPECT_EQ(call(NativeId::ListFirst, {numbers({1, 2})}), number(1));
    EXPECT_EQ(call(NativeId::ListLast, {numbers({1, 2})}), number(2));
    EXPECT_TRUE(call(NativeId::ListFirst, {numbers({})}).is_null());
    EXPECT_TRUE(call(NativeId::ListLast, {numbers({})}).is_null());
}

TEST_F(Lists, AreChangedInsideAndOnePastTheEnd) {
    const Value list = numbers({10, 20});

    call(NativeId::ListSet, {list, number(0), number(11)});
    call(NativeId::ListSet, {list, number(2), number(30)});
    call(NativeId::ListInsertAt, {list, number(3), Value::null()});
    call(NativeId::ListInsertAt, {list, number(0), number(0)});

    EXPECT_EQ(shown(list), "[0, 11, 20, 30, null]");
    EXPECT_EQ(fault(NativeId::ListSet, {list, number(6), number(1)}), "position 6 lies outside: the length is 5");
    EXPECT_EQ(fault(NativeId::ListSet, {list, number(-1.5), number(1)}), "position -1 lies outside: the length is 5");
    EXPECT_EQ(fault(NativeId::ListInsertAt, {list, number(6), number(1)}), "position 6 lies outside: the length is 5");
    EXPECT_EQ(fault(NativeId::ListRemoveAt, {list, number(5)}), "position 5 lies outside: the length is 5");
}

TEST_F(Lists, FindAndRemoveTheFirstThatIsTheSame) {
    const Value list = list_of(kTexts, {text("a"), text("b"), Value::null(), text("b")});

    EXPECT_EQ(call(NativeId::ListIndexOf, {list, text("b")}), number(1));
    EXPECT_EQ(call(NativeId::ListIndexOf, {list, text("c")}), number(-1));
    EXPECT_EQ(call(NativeId::ListContains, {list, Value::null()}), Value::boolean(true));
    EXPECT_EQ(call(NativeId::ListRemove, {list, text("b")}), Value::boolean(true));
    EXPECT_EQ(call(NativeId::ListRemove, {list, text("c")}), Value::boolean(false));
    EXPECT_EQ(shown(call(NativeId::ListRemoveAt, {list, number(0)})), "\"a\"");
    EXPECT_EQ(shown(list), R"([null, "b"])");
}

TEST_F(Lists, CanBeAppendedToThemselves) {
    const Value list = numbers({1, 2, 3});

    call(NativeId::ListAppend, {list, list});

    EXPECT_EQ(shown(list), "[1, 2, 3, 1, 2, 3]");
}

TEST_F(Lists, TakeAStackFromFrontToTop) {
    const Value stack = make_stack(machine_, kCardStack, 0);
    stack_push(machine_, stack.handle(), number(2));
    stack_push_front(machine_, stack.handle(), number(1));
    const Value list = numbers({0});

    call(NativeId::ListAppend, {list, stack});

    EXPECT_EQ(shown(list), "[0, 1, 2]");
}

TEST_F(Lists, AreReversedAndClearedInPlace) {
    const Value list = numbers({1, 2, 3});

    call(NativeId::ListReverse, {list});
    const std::string reversed = shown(list);
    call(NativeId::ListClear, {list});

    EXPECT_EQ(reversed, "[3, 2, 1]");
    EXPECT_EQ(shown(list), "[]");
}

TEST_F(Lists, SortNumbersAndTextsWithNullsLast) {
    const Value some = list_of(kNumbers, {number(3), Value::null(), number(-1), number(20), Value::null()});
    const Value words = list_of(kTexts, {text("b"), Value::null(), text("B"), text("ace")});

    call(NativeId::ListSort, {some});
    call(NativeId::ListSort, {words});

    EXPECT_EQ(shown(some), "[-1, 3, 20, null, null]");
    EXPECT_EQ(shown(words), R"(["B", "ace", "b", null])");
}

TEST_F(Lists, SortByKeysAndKeepTheOrderOfEquals) {
    const Value list = numbers({31, 12, 22, 11, 32});
    const Value keys = numbers({1, 2, 2, 1, 2});

    call(NativeId::ListSortByKeys, {list, keys});

    EXPECT_EQ(shown(list), "[31, 11, 12, 22, 32]");
}

TEST_F(Lists, DoNotSortByNullNorByDifferentKinds) {
    const Value list = list_of(kCards, {card(), card()});

    EXPECT_EQ(fault(NativeId::ListSortByKeys, {list, list_of(kNumbers, {number(1), Value::null()})}),
              "the question of `sortBy` gives null for Card#2");
    EXPECT_EQ(fault(NativeId::ListSortByKeys, {list, list_of(kNumbers, {number(1), text("a")})}),
              "elements of different kinds cannot be sorted");
}

TEST_F(Lists, OfKingsTakeNothingElse) {
    const Value kings = list_of(kKings, {king()});

    call(NativeId::ListAdd, {kings, king()});
    call(NativeId::ListAdd, {kings, Value::null()});

    EXPECT_EQ(fault(NativeId::ListAdd, {kings, card()}), "Card#1 does not fit into a List<King>");
    EXPECT_EQ(fault(NativeId::ListSet, {kings, number(0), card()}), "Card#2 does not fit into a List<King>");
    EXPECT_EQ(fault(NativeId::ListInsertAt, {kings, number(0), card()}), "Card#3 does not fit into a List<King>");
    EXPECT_EQ(fault(NativeId::ListAppend, {kings, list_of(kCards, {card()})}), "Card#4 does not fit into a List<King>");
    EXPECT_EQ(shown(kings), "[King#1, King#2, null]");
}

TEST_F(Lists, AreTheSameListAsATypeThatTheirOwnFits) {
    const Value kings = list_of(kKings, {});
    const Value cards = list_of(kCards, {king()});

    EXPECT_EQ(call(NativeId::CollectionAs, {kings, type(kCards)}), kings);
    EXPECT_TRUE(call(NativeId::CollectionAs, {cards, type(kKings)}).is_null());
    EXPECT_TRUE(call(NativeId::CollectionAs, {Value::null(), type(kKings)}).is_null());
    EXPECT_TRUE(call(NativeId::CollectionAs, {list_of(kPlayers, {}), type(kNumbers)}).is_null());
}

TEST_F(Lists, GiveANewOneOfTheElementsThatFit) {
    const Value list = list_of(kCards, {card(), king(), Value::null(), king()});

    const Value kings = call(NativeId::CollectionOf, {list, type(kKings)});

    EXPECT_EQ(shown(kings), "[King#1, King#2]");
    EXPECT_EQ(collection_type(machine_, kings.handle()), TypeIndex{kKings});
}

TEST_F(Lists, OfNothingAreAFault) {
    const Value list = numbers({1});

    EXPECT_EQ(fault(NativeId::ListAdd, {Value::null(), number(1)}), "`add` is asked of null");
    EXPECT_EQ(fault(NativeId::ListGet, {list, Value::null()}), "`[ ]` is given null");
    EXPECT_EQ(fault(NativeId::ListAppend, {list, Value::null()}), "`append` is given null");
}

TEST_F(Stacks, GiveBackTheLastFirst) {
    const Value stack = call(NativeId::NewCollection, {type(kCardStack)});
    const Value first = card();
    const Value second = card();
    const Value third = card();
    call(NativeId::StackPush, {stack, first});
    call(NativeId::StackPush, {stack, second});
    call(NativeId::StackPush, {stack, Value::null()});
    call(NativeId::StackPushFront, {stack, third});

    EXPECT_EQ(call(NativeId::StackLength, {stack}), number(3));
    EXPECT_EQ(call(NativeId::StackPeek, {stack}), second);
    EXPECT_EQ(call(NativeId::StackGet, {stack, number(0)}), third);
    EXPECT_TRUE(call(NativeId::StackGet, {stack, number(3)}).is_null());
    EXPECT_EQ(call(NativeId::StackPop, {stack}), second);
    EXPECT_EQ(call(NativeId::StackPopFront, {stack}), third);
    EXPECT_EQ(call(NativeId::StackPop, {stack}), first);
    EXPECT_TRUE(call(NativeId::StackPop, {stack}).is_null());
    EXPECT_TRUE(call(NativeId::StackPopFront, {stack}).is_null());
    EXPECT_TRUE(call(NativeId::StackPeek, {stack}).is_null());
}

TEST_F(Stacks, RemoveTheFirstFromTheTop) {
    const Value stack = make_stack(machine_, kCardStack, 0);
    const Value twice = card();
    const Value other = card();
    for (const Value element : {twice, other, twice}) {
        stack_push(machine_, stack.handle(), element);
    }

    const Value removed = call(NativeId::StackRemove, {stack, twice});

    EXPECT_EQ(removed, Value::boolean(true));
    EXPECT_EQ(shown(stack), "[Card#1, Card#2]");
    EXPECT_EQ(call(NativeId::StackContains, {stack, card()}), Value::boolean(false));
    EXPECT_EQ(call(NativeId::StackRemove, {stack, card()}), Value::boolean(false));
}

TEST_F(Stacks, OfKingsTakeNothingElse) {
    const Value stack = make_stack(machine_, kKingStack, 0);

    EXPECT_EQ(fault(NativeId::StackPush, {stack, card()}), "Card#1 does not fit into a Stack<King>");
    EXPECT_EQ(fault(NativeId::StackPushFront, {stack, card()}), "Card#2 does not fit into a Stack<King>");
    EXPECT_EQ(fault(NativeId::StackPop, {Value::null()}), "`pop` is asked of null");
}

TEST_F(Numbers, AreRoundedAsTheirNamesSay) {
    EXPECT_EQ(call(NativeId::MathFloor, {number(-1.5)}), number(-2));
    EXPECT_EQ(call(NativeId::MathCeil, {number(-0.5)}), number(0));
    EXPECT_EQ(call(NativeId::MathRound, {number(2.5)}), number(3));
    EXPECT_EQ(call(NativeId::MathRound, {number(-2.5)}), number(-3));
    EXPECT_EQ(call(NativeId::MathAbs, {number(-4)}), number(4));
    EXPECT_EQ(call(NativeId::MathSign, {number(-4)}), number(-1));
    EXPECT_EQ(call(NativeId::MathSign, {number(0)}), number(0));
    EXPECT_EQ(call(NativeId::MathSqrt, {number(2.25)}), number(1.5));
}

TEST_F(Numbers, HaveALeastAndAGreatest) {
    EXPECT_EQ(call(NativeId::MathMin, {number(3), number(-1), number(2)}), number(-1));
    EXPECT_EQ(call(NativeId::MathMax, {number(3), number(-1), number(4)}), number(4));
    EXPECT_EQ(call(NativeId::MathMax, {number(3)}), number(3));
}

TEST_F(Numbers, ThatAreNullOrHaveNoRootAreAFault) {
    EXPECT_EQ(fault(NativeId::MathSqrt, {number(-4)}), "-4 is below zero and has no square root");
    EXPECT_EQ(fault(NativeId::MathMin, {number(1), Value::null()}), "`math.min` is given null");
}

} // namespace
