#include "vm/code_for_test.h"

namespace tgdl {
namespace {

class TrackedTest : public CodeTest {
protected:
    void hold(Handle instance) { machine().memory.set_value(held_word(), Value::instance(instance)); }
    void link(Handle from, Handle to) { machine().memory.set_value(from + kFirstAttribute, Value::instance(to)); }
    std::vector<Handle> tracked() {
        std::vector<Handle> found;
        machine().collect_tracked(kThing, kSpecial, found);
        return found;
    }
    // As if some code held it.
    void put_into_register(Handle instance) {
        machine().reserve(1);
        machine().values[0] = Value::instance(instance);
        machine().live_top = 1;
    }
};

TEST_F(TrackedTest, WhatNothingHoldsIsNotTracked) {
    const Handle lost = thing();

    EXPECT_FALSE(machine().is_tracked(lost));
    EXPECT_TRUE(tracked().empty());
}

TEST_F(TrackedTest, WhatAGlobalHoldsIsTracked) {
    const Handle one = thing();

    hold(one);

    EXPECT_TRUE(machine().is_tracked(one));
}

TEST_F(TrackedTest, WhatAHolderOfItsClassHoldsNeedsNoSearch) {
    program_.classes[kThing].holders = {{0, kFirstAttribute}};
    const Handle one = thing();

    hold(one);

    EXPECT_EQ(tracked(), std::vector<Handle>{one});
}

TEST_F(TrackedTest, WhatSomebodyOwnsIsTrackedAndWhatItHolds) {
    const Handle owned = thing();
    const Handle part = thing();
    machine().memory.set_value(owned + kOwnerWord, Value::number(1));
    link(owned, part);

    EXPECT_EQ(tracked(), (std::vector<Handle>{owned, part}));
}

TEST_F(TrackedTest, WhatNobodySharesAnyMoreIsNotOwned) {
    const Handle shared = thing();
    const Value owners = make_list(machine(), kNone, 1);
    machine().memory.set_value(shared + kOwnerWord, owners);

    EXPECT_FALSE(machine().is_tracked(shared));

    list_add(machine(), owners.handle(), Value::number(0));
    EXPECT_TRUE(machine().is_tracked(shared));
}

TEST_F(TrackedTest, RegistersHoldOnlyBelowTheLiveTop) {
    const Handle one = thing();
    put_into_register(one);
    EXPECT_TRUE(machine().is_tracked(one));

    machine().live_top = 0;

    EXPECT_FALSE(machine().is_tracked(one));
}

TEST_F(TrackedTest, CollectionsHoldTheirElements) {
    const Handle one = thing();
    const Handle two = thing();
    const Value list = make_list(machine(), kThings, 1);
    list_add(machine(), list.handle(), Value::instance(two));
    link(one, two);
    machine().memory.set_value(held_word(), list);

    EXPECT_EQ(tracked(), std::vector<Handle>{two});
}

TEST_F(TrackedTest, ACircleThatNothingHoldsIsNotTracked) {
    const Handle one = thing();
    const Handle two = thing();
    link(one, two);
    link(two, one);

    EXPECT_TRUE(tracked().empty());
}

TEST_F(TrackedTest, InstancesOfSeveralClassesComeInOrderOfAge) {
    const Handle first = machine().make_instance(kSpecial);
    const Handle second = machine().make_instance(kThing);
    const Handle third = machine().make_instance(kSpecial);
    for (const Handle instance : {first, second, third}) {
        machine().memory.set_value(instance + kOwnerWord, Value::number(0));
    }

    EXPECT_EQ(tracked(), (std::vector<Handle>{first, second, third}));
}

TEST_F(TrackedTest, AQuestionBetweenMarkAndRewindLosesNothing) {
    const Handle one = thing();
    const Handle two = thing();
    hold(one);
    link(one, two);
    const Mark mark = machine().memory.mark();
    machine().memory.set_value(one + kFirstAttribute, Value::null());
    EXPECT_EQ(tracked(), std::vector<Handle>{one});

    machine().memory.rewind(mark);

    EXPECT_EQ(tracked(), (std::vector<Handle>{one, two}));
}

class GarbageTest : public TrackedTest {};

TEST_F(GarbageTest, WhatIsReachableStaysWhereItIs) {
    const Handle lost = thing();
    const Handle one = thing();
    const Value text = make_text(machine(), u"kept");
    hold(one);
    machine().memory.set_value(one + kFirstAttribute, text);

    machine().collect_garbage();

    EXPECT_EQ(text_utf8(machine(), machine().memory.value(one + kFirstAttribute)), "kept");
    EXPECT_EQ(tracked(), std::vector<Handle>{one});
    EXPECT_EQ(Header::unpack(machine().memory.load(lost)).kind, ObjectKind::Free);
}

TEST_F(GarbageTest, FreedWordsAreUsedAgainAndNumbersAreNot) {
    const Handle lost = thing();
    hold(thing());
    machine().collect_garbage();

    const Handle made = thing();

    EXPECT_EQ(made, lost);
    EXPECT_EQ(plain_text(machine(), Value::instance(made)), "Thing#3");
    EXPECT_EQ(machine().age_of(made), 3U); // after the global and two things
}

TEST_F(GarbageTest, NeighboursBecomeOneFreeObject) {
    const Handle lost = thing();
    thing();
    hold(thing());

    machine().collect_garbage();

    EXPECT_EQ(Header::unpack(machine().memory.load(lost)).size, 2U * (kInstanceWords + 1));
    EXPECT_EQ(machine().allocate(8), lost);
    const std::uint32_t top = machine().memory.top();
    EXPECT_EQ(machine().allocate(2), lost + 8); // the rest of it
    EXPECT_EQ(machine().memory.top(), top);
}

TEST_F(GarbageTest, GarbageAtTheEndShrinksTheHeap) {
    hold(thing());
    const std::uint32_t top = machine().memory.top();
    thing();

    machine().collect_garbage();

    EXPECT_EQ(machine().memory.top(), top);
}

TEST_F(GarbageTest, ASearchThatMetGarbageIsRememberedUntilItIsCollected) {
    hold(thing());
    thing();
    EXPECT_FALSE(machine().has_met_garbage());

    tracked();
    EXPECT_TRUE(machine().has_met_garbage());

    machine().collect_garbage();
    EXPECT_FALSE(machine().has_met_garbage());
}

TEST_F(GarbageTest, AnAllocationFromFreedWordsIsTakenBackWithTheMark) {
    const Handle lost = thing();
    hold(thing());
    machine().collect_garbage();
    const Mark mark = machine().memory.mark();
    EXPECT_EQ(thing(), lost);

    machine().memory.rewind(mark);

    EXPECT_EQ(Header::unpack(machine().memory.load(lost)).kind, ObjectKind::Free);
    EXPECT_EQ(thing(), lost);
}

} // namespace
} // namespace tgdl
