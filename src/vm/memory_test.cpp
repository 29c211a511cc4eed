#include "vm/memory.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

class MemoryTest : public testing::Test {
protected:
    MemoryTest() { memory_.reset(4); }

    Memory memory_;
};

TEST_F(MemoryTest, RewindForgetsWritesAndObjectsSinceTheMark) {
    memory_.store(1, 10);
    const Mark before = memory_.mark();
    memory_.store(1, 20);
    memory_.store(1, 30);
    memory_.allocate(3);

    memory_.rewind(before);

    EXPECT_EQ(memory_.load(1), 10U);
    EXPECT_EQ(memory_.top(), 4U);
    EXPECT_FALSE(memory_.is_marked());
}

TEST_F(MemoryTest, WritesOutsideAnyMarkAreNotLogged) {
    memory_.store(1, 10);

    EXPECT_TRUE(memory_.journal().empty());
}

TEST_F(MemoryTest, WritesToWhatWasMadeSinceTheMarkAreNotLogged) {
    memory_.mark();
    const Handle made = memory_.allocate(2);

    memory_.store(made, 5);

    EXPECT_TRUE(memory_.journal().empty());
}

TEST_F(MemoryTest, MarksNestAndEachTakesBackItsOwn) {
    const Mark outer = memory_.mark();
    memory_.store(1, 1);
    const Mark inner = memory_.mark();
    memory_.store(1, 2);

    memory_.rewind(inner);
    EXPECT_EQ(memory_.load(1), 1U);

    memory_.rewind(outer);
    EXPECT_EQ(memory_.load(1), 0U);
}

TEST_F(MemoryTest, WhatAnInnerMarkKeptIsTakenBackByTheOuterOne) {
    const Mark outer = memory_.mark();
    const Mark inner = memory_.mark();
    memory_.store(1, 2);
    memory_.keep(inner);
    EXPECT_EQ(memory_.load(1), 2U);

    memory_.rewind(outer);

    EXPECT_EQ(memory_.load(1), 0U);
}

TEST_F(MemoryTest, KeepingTheOutermostMarkEmptiesTheJournal) {
    const Mark mark = memory_.mark();
    memory_.store(1, 2);

    memory_.keep(mark);

    EXPECT_TRUE(memory_.journal().empty());
    EXPECT_EQ(memory_.load(1), 2U);
}

TEST_F(MemoryTest, KeepDropsOldValuesOfWhatTheOuterMarkDoesNotKnow) {
    memory_.mark();
    const Handle made = memory_.allocate(1);
    const Mark inner = memory_.mark();
    memory_.store(made, 7);

    memory_.keep(inner);

    EXPECT_TRUE(memory_.journal().empty());
    EXPECT_EQ(memory_.load(made), 7U);
}

TEST_F(MemoryTest, WhatIsNewCanOutliveItsMark) {
    const Mark mark = memory_.mark();
    memory_.store(1, 1);
    const Handle made = memory_.allocate(1);
    memory_.store(made, 7);

    memory_.rewind_keeping_new(mark);

    EXPECT_EQ(memory_.load(1), 0U);
    EXPECT_EQ(memory_.load(made), 7U);
}

TEST_F(MemoryTest, AllocatedWordsAreZeroAlsoAfterARewind) {
    const Mark mark = memory_.mark();
    memory_.store(memory_.allocate(1), 9);
    memory_.rewind(mark);

    EXPECT_EQ(memory_.load(memory_.allocate(1)), 0U);
}

TEST_F(MemoryTest, NothingIsAllocatedBeyondTheLimit) {
    memory_.set_limit(6);

    EXPECT_NE(memory_.allocate(2), 0U);
    EXPECT_EQ(memory_.allocate(1), 0U);
    EXPECT_EQ(memory_.allocate(0xffffffffU), 0U);
}

TEST_F(MemoryTest, ACopyCanTakeBackWhatTheOriginalBegan) {
    memory_.store(1, 5);
    const Mark mark = memory_.mark();
    memory_.store(1, 6);
    Memory copy;

    copy.copy_from(memory_);
    copy.rewind(mark);

    EXPECT_EQ(copy.load(1), 5U);
    EXPECT_EQ(memory_.load(1), 6U);
}

TEST_F(MemoryTest, HalvesOfAWordAreIndependent) {
    memory_.set_half(1, 0, 0xffffffffU);
    memory_.set_half(1, 1, 7);

    EXPECT_EQ(memory_.half(1, 0), 0xffffffffU);
    EXPECT_EQ(memory_.half(1, 1), 7U);
}

} // namespace
} // namespace tgdl
