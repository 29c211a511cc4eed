#include "vm/collections.h"

#include "vm/collections_for_test.h"

#include <algorithm>
#include <deque>
#include <utility>

using namespace tgdl;

namespace {

using Collections = CollectionTest;

// Numbers that look random and are the same in every run.
class Dice {
public:
    std::uint32_t below(std::uint32_t bound) {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::uint32_t>(state_ >> 33U) % bound;
    }

private:
    std::uint64_t state_ = 1;
};

TEST_F(Collections, AListGrowsAndKeepsItsOrder) {
    const Value list = make_list(machine_, kNumbers, 0);

    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(list_add(machine_, list.handle(), number(i)));
    }

    EXPECT_EQ(list_length(machine_, list.handle()), 100U);
    EXPECT_EQ(list_get(machine_, list.handle(), 0), number(0));
    EXPECT_EQ(list_get(machine_, list.handle(), 99), number(99));
}

TEST_F(Collections, AListInsertsAndRemovesAnywhere) {
    const Value list = numbers({1, 2, 3});

    list_insert(machine_, list.handle(), 0, number(0));
    list_insert(machine_, list.handle(), 4, number(4));
    const Value removed = list_remove_at(machine_, list.handle(), 2);
    list_swap(machine_, list.handle(), 0, 3);

    EXPECT_EQ(removed, number(2));
    EXPECT_EQ(shown(list), "[4, 1, 3, 0]");
}

TEST_F(Collections, AStackIsARingOpenAtBothEnds) {
    const Value stack = make_stack(machine_, kCardStack, 0);
    std::deque<Value> expected;
    Dice dice;

    for (int i = 0; i < 2000; ++i) {
        const std::uint32_t what = dice.below(5);
        if (what < 2) {
            stack_push(machine_, stack.handle(), number(i));
            expected.push_back(number(i));
        } else if (what == 2) {
            stack_push_front(machine_, stack.handle(), number(i));
            expected.push_front(number(i));
        } else if (!expected.empty()) {
            const std::uint32_t at = dice.below(static_cast<std::uint32_t>(expected.size()));
            ASSERT_EQ(stack_remove_at(machine_, stack.handle(), at), expected[at]);
            expected.erase(expected.begin() + at);
        }
    }

    ASSERT_EQ(stack_length(machine_, stack.handle()), expected.size());
    for (std::uint32_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(stack_get(machine_, stack.handle(), i), expected[i]);
    }
}

TEST_F(Collections, AnEmptyPlaceInAStorageIsZero) {
    const Value list = numbers({1, 2, 3});
    const std::vector<Word> empty(4, 0);

    list_clear(machine_, list.handle());

    const Handle storage = machine_.memory.half(list.handle() + kListStorageWord, 0);
    const Word* first = machine_.memory.words() + storage + 1;
    EXPECT_EQ(std::vector<Word>(first, first + 4), empty);
}

// Against a list of pairs, with few keys (no index) and with many.
void play_with_table(Machine& machine, Handle table, std::uint32_t keys) {
    std::vector<std::pair<double, double>> expected;
    Dice dice;
    for (int i = 0; i < 3000; ++i) {
        const double key = dice.below(keys);
        const auto found =
            std::find_if(expected.begin(), expected.end(), [key](const auto& pair) { return pair.first == key; });
        if (dice.below(2) == 0) {
            ASSERT_TRUE(table_set(machine, table, Value::number(key), Value::number(i)));
            if (found != expected.end()) {
                found->second = i;
            } else {
                expected.emplace_back(key, i);
            }
        } else {
            ASSERT_EQ(table_remove(machine, table, Value::number(key)), found != expected.end());
            if (found != expected.end()) {
                expected.erase(found);
            }
        }
        ASSERT_EQ(table_length(machine, table), expected.size());
    }
    std::uint32_t at = 0;
    Value key;
    Value value;
    for (const auto& pair : expected) {
        ASSERT_TRUE(table_next(machine, table, at, key, value));
        EXPECT_EQ(key, Value::number(pair.first));
        EXPECT_EQ(value, Value::number(pair.second));
        EXPECT_EQ(table_get(machine, table, key), value);
    }
    EXPECT_FALSE(table_next(machine, table, at, key, value));
}

TEST_F(Collections, ASmallTableKeepsTheOrderOfInsertion) {
    play_with_table(machine_, make_table(machine_, kScores).handle(), 6);
}

TEST_F(Collections, ALargeTableKeepsTheOrderOfInsertion) {
    play_with_table(machine_, make_table(machine_, kScores).handle(), 500);
}

TEST_F(Collections, ATableThatStaysSmallStaysSmallInMemory) {
    const Handle table = make_table(machine_, kScores).handle();
    for (int i = 0; i < 4; ++i) {
        table_set(machine_, table, number(i), number(i));
    }
    const std::uint32_t before = machine_.memory.top();

    for (int i = 4; i < 10000; ++i) {
        table_remove(machine_, table, number(i - 4));
        table_set(machine_, table, number(i), number(i));
    }

    EXPECT_LT(machine_.memory.top(), before + 100);
    EXPECT_EQ(table_length(machine_, table), 4U);
}

TEST_F(Collections, OverwritingKeepsThePlaceAndAddingAgainGoesToTheEnd) {
    const Value table = make_table(machine_, kScores);
    for (const char* key : {"a", "b", "c"}) {
        table_set(machine_, table.handle(), text(key), number(1));
    }

    table_set(machine_, table.handle(), text("a"), number(2));
    table_remove(machine_, table.handle(), text("b"));
    table_set(machine_, table.handle(), text("b"), number(3));

    EXPECT_EQ(shown(table), R"({"a": 2, "c": 1, "b": 3})");
}

TEST_F(Collections, KeysAreComparedByValueAndObjectsByIdentity) {
    const Value first = card();
    const Value second = card();
    for (const std::uint32_t others : {0U, 20U}) { // without and with an index
        const Handle table = make_table(machine_, kScores).handle();
        for (std::uint32_t i = 0; i < others; ++i) {
            table_set(machine_, table, number(1000 + i), number(0));
        }

        table_set(machine_, table, text("a new text"), number(1));
        table_set(machine_, table, number(0), number(2));
        table_set(machine_, table, first, number(3));
        table_set(machine_, table, Value::boolean(true), number(4));

        const Value minus_zero{std::bit_cast<std::uint64_t>(-0.0)};
        EXPECT_EQ(table_get(machine_, table, text("a new text")), number(1));
        EXPECT_EQ(table_get(machine_, table, minus_zero), number(2));
        EXPECT_EQ(table_get(machine_, table, first), number(3));
        EXPECT_EQ(table_get(machine_, table, Value::boolean(true)), number(4));
        EXPECT_TRUE(table_get(machine_, table, second).is_null());
        EXPECT_TRUE(table_get(machine_, table, Value::boolean(false)).is_null());
        EXPECT_TRUE(table_get(machine_, table, number(1)).is_null());
    }
}

TEST_F(Collections, ACopyIsShallowAndLivesOnItsOwn) {
    const Value inner = numbers({1});
    const Value stack = make_stack(machine_, kCardStack, 0);
    stack_push(machine_, stack.handle(), inner);
    stack_push_front(machine_, stack.handle(), number(0));

    const Value copy = copy_collection(machine_, stack.handle());
    stack_clear(machine_, stack.handle());
    list_add(machine_, inner.handle(), number(2));

    EXPECT_EQ(shown(copy), "[0, [1, 2]]");
    EXPECT_EQ(collection_type(machine_, copy.handle()), TypeIndex{kCardStack});
    EXPECT_EQ(shown(stack), "[]");
}

TEST_F(Collections, ACopyOfATableHasNoHoles) {
    const Value table = make_table(machine_, kScores);
    for (int i = 0; i < 40; ++i) {
        table_set(machine_, table.handle(), number(i), number(i));
    }
    for (int i = 0; i < 15; ++i) {
        table_remove(machine_, table.handle(), number(2 * i));
    }

    const Value copy = copy_collection(machine_, table.handle());

    EXPECT_EQ(shown(copy), shown(table));
    EXPECT_EQ(machine_.memory.half(copy.handle() + kTableEntriesWord, 1), 25U);
}

TEST_F(Collections, RewindTakesEverythingBack) {
    const Value list = numbers({1, 2, 3});
    const Value stack = make_stack(machine_, kCardStack, 0);
    stack_push(machine_, stack.handle(), number(1));
    const Value small = make_table(machine_, kScores);
    const Value large = make_table(machine_, kScores);
    table_set(machine_, small.handle(), number(1), number(1));
    for (int i = 0; i < 30; ++i) {
        table_set(machine_, large.handle(), number(i), number(i));
    }
    const std::vector<Word> before = heap();
    const Mark mark = machine_.memory.mark();

    for (int i = 0; i < 50; ++i) {
        list_insert(machine_, list.handle(), 1, number(i));
        stack_push(machine_, stack.handle(), number(i));
        stack_push_front(machine_, stack.handle(), number(i));
        table_set(machine_, small.handle(), text("key " + std::to_string(i)), number(i));
        table_remove(machine_, large.handle(), number(i));
    }
    table_clear(machine_, small.handle());
    list_remove_at(machine_, list.handle(), 0);
    stack_clear(machine_, stack.handle());
    const bool changed = heap() != before;
    machine_.memory.rewind(mark);

    EXPECT_TRUE(changed);
    EXPECT_EQ(heap(), before);
    EXPECT_EQ(shown(list), "[1, 2, 3]");
    EXPECT_EQ(table_get(machine_, large.handle(), number(29)), number(29));
}

TEST_F(Collections, WithoutMemoryNothingChanges) {
    const Value list = numbers({1, 2, 3, 4});
    const Value table = make_table(machine_, kScores);
    machine_.memory.set_limit(machine_.memory.top());

    EXPECT_FALSE(list_add(machine_, list.handle(), number(5)));
    EXPECT_FALSE(table_set(machine_, table.handle(), number(1), number(1)));
    EXPECT_TRUE(make_list(machine_, kNumbers, 1).is_null());
    EXPECT_TRUE(text("something new").is_null());
    EXPECT_EQ(shown(list), "[1, 2, 3, 4]");
    EXPECT_EQ(shown(table), "{}");
}

} // namespace
