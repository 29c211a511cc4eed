#include "match/move_list.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

// Moves of two values each: first and first + 1.
void add_moves(MoveList& list, std::uint32_t option, const std::vector<double>& firsts) {
    for (const double first : firsts) {
        list.values.push_back(Value::number(first));
        list.values.push_back(Value::number(first + 1));
    }
    list.add(option, 2, static_cast<std::uint32_t>(firsts.size()));
}

double first_value(const MoveList& list, std::size_t move) {
    return list.values[list[move].first_value].as_number();
}

TEST(MoveList, FindsEachMoveByItsNumber) {
    MoveList list;
    add_moves(list, 0, {10, 20});
    add_moves(list, 3, {30});

    EXPECT_EQ(list.count, 3U);
    EXPECT_EQ(list[1].option, 0U);
    EXPECT_EQ(first_value(list, 1), 20);
    EXPECT_EQ(list[2].option, 3U);
    EXPECT_EQ(first_value(list, 2), 30);
}

TEST(MoveList, PutsMovesThatBeginWithTheSameOptionTogether) {
    MoveList list;
    add_moves(list, 1, {10});
    add_moves(list, 1, {20, 30});

    ASSERT_EQ(list.groups.size(), 1U);
    EXPECT_EQ(list.groups[0].count, 3U);
    EXPECT_EQ(first_value(list, 2), 30);
}

TEST(MoveList, MakesNoGroupForAnOptionWithoutMoves) {
    MoveList list;

    list.add(0, 2, 0);

    EXPECT_EQ(list.count, 0U);
    EXPECT_TRUE(list.groups.empty());
}

TEST(MoveList, PutsTheLastOfAGroupInThePlaceOfWhatIsRemoved) {
    MoveList list;
    add_moves(list, 0, {10, 20, 30});
    add_moves(list, 1, {40});

    list.remove(0);

    EXPECT_EQ(list.count, 3U);
    EXPECT_EQ(first_value(list, 0), 30);
    EXPECT_EQ(list.values[list[0].first_value + 1].as_number(), 31);
    EXPECT_EQ(first_value(list, 1), 20);
    EXPECT_EQ(first_value(list, 2), 40);
}

TEST(MoveList, SkipsAGroupOfWhichNothingIsLeft) {
    MoveList list;
    add_moves(list, 0, {10});
    add_moves(list, 1, {20});

    list.remove(0);

    EXPECT_EQ(list.count, 1U);
    EXPECT_EQ(list[0].option, 1U);
}

TEST(MoveList, IsEmptyAfterClear) {
    MoveList list;
    add_moves(list, 0, {10});

    list.clear();

    EXPECT_EQ(list.count, 0U);
    EXPECT_TRUE(list.groups.empty());
    EXPECT_TRUE(list.values.empty());
}

} // namespace
} // namespace tgdl
