#include "check/check_text_for_test.h"
#include "compile/find_flags.h"
#include "compile/number_classes.h"
#include "program/instance_layout.h"

#include <gtest/gtest.h>

namespace tgdl {

namespace {

struct Numbered {
    std::unique_ptr<CheckedText> text;
    Program program;
    std::vector<bool> hidden_types;

    [[nodiscard]] bool may_be_hidden(std::string_view name) const {
        const std::vector<TypeDef>& defs = text->program->type_defs;
        for (std::size_t i = 0; i < defs.size(); ++i) {
            if (text->program->text(defs[i].name) == name) {
                return hidden_types[i];
            }
        }
        return false;
    }
    [[nodiscard]] ClassIndex index(std::string_view name) const {
        for (ClassIndex i = 0; i < program.classes.size(); ++i) {
            if (program.classes[i].name == name) {
                return i;
            }
        }
        return kNone;
    }
    [[nodiscard]] const ClassInfo& named(std::string_view name) const { return program.classes[index(name)]; }
};

std::unique_ptr<Numbered> number(const std::string& definitions) {
    auto numbered = std::make_unique<Numbered>();
    numbered->text = check_game(definitions);
    EXPECT_FALSE(numbered->text->diagnostics.has_errors());
    Lowering lowering(*numbered->text->program, numbered->text->sources, numbered->program);
    number_classes(lowering);
    find_flags(lowering);
    numbered->hidden_types = lowering.hidden_types;
    return numbered;
}

} // namespace

TEST(NumberClasses, DerivedClassesFollowTheirBase) {
    const auto numbered = number("class A {} class Other {} class C : B {} class B : A {} class D : A {}");

    EXPECT_EQ(numbered->named("A").last, numbered->index("D"));
    EXPECT_EQ(numbered->index("B"), numbered->index("A") + 1);
    EXPECT_EQ(numbered->index("C"), numbered->index("B") + 1);
    EXPECT_EQ(numbered->named("B").last, numbered->index("C"));
    EXPECT_GT(numbered->index("Other"), numbered->index("D"));
}

TEST(NumberClasses, ClassesOfOneKindFollowEachOther) {
    const auto numbered = number("interactable Card {} class A {} stack Deck { returns Card; } class B {}");

    const auto first = [&](ClassKind kind) { return numbered->program.first_class[static_cast<std::size_t>(kind)]; };
    const auto end = [&](ClassKind kind) { return numbered->program.last_class[static_cast<std::size_t>(kind)]; };
    EXPECT_EQ(end(ClassKind::Class) - first(ClassKind::Class), 2U);
    EXPECT_EQ(first(ClassKind::Interactable), end(ClassKind::Class));
    EXPECT_EQ(end(ClassKind::Stack) - first(ClassKind::Stack), 2U); // with the piles of discards
}

TEST(NumberClasses, EventsThatNobodyNamesAreLeftOut) {
    const auto numbered = number("action A { trigger MoveEvent; effect { } }");

    EXPECT_NE(numbered->index("MoveEvent"), kNone);
    EXPECT_EQ(numbered->index("DrawEvent"), kNone);
    EXPECT_EQ(numbered->program.events[static_cast<std::size_t>(EventKind::Move)], numbered->index("MoveEvent"));
    EXPECT_EQ(numbered->program.events[static_cast<std::size_t>(EventKind::Draw)], kNone);
    EXPECT_TRUE(numbered->program.observes_moves);
}

TEST(NumberClasses, AnEventThatIsOnlyNamedIsAClassButNeverRaised) {
    const auto numbered = number("class A { MoveEvent last = null; }");

    EXPECT_NE(numbered->index("MoveEvent"), kNone);
    EXPECT_EQ(numbered->program.events[static_cast<std::size_t>(EventKind::Move)], kNone);
}

TEST(NumberClasses, AttributesKeepTheirPlaceInDerivedClasses) {
    const auto numbered = number("interactable Card { number cost = 1; } interactable Bolt : Card { string text; }");

    const ClassInfo& card = numbered->named("Card");
    const ClassInfo& bolt = numbered->named("Bolt");
    ASSERT_EQ(bolt.attributes.size(), 2U);
    EXPECT_EQ(card.attributes[0].offset, kPieceWords);
    EXPECT_EQ(bolt.attributes[0].offset, kPieceWords);
    EXPECT_EQ(bolt.attributes[1].offset, kPieceWords + 1);
    EXPECT_EQ(bolt.size, kPieceWords + 2);
}

TEST(NumberClasses, AnOverriddenActionTakesTheSlotOfItsBase) {
    const auto numbered = number("class A { action X { effect { } } action Y { effect { } } }"
                                 "class B : A { override action X { effect { } } action Z { effect { } } }");

    const ClassInfo& base = numbered->named("A");
    const ClassInfo& derived = numbered->named("B");
    ASSERT_EQ(base.actions.size(), 2U);
    ASSERT_EQ(derived.actions.size(), 3U);
    EXPECT_NE(derived.actions[0], base.actions[0]);
    EXPECT_EQ(derived.actions[1], base.actions[1]);
}

TEST(NumberClasses, OnlyFunctionsThatAreOverriddenHaveASlot) {
    const auto numbered = number("class A { function number F() { return 1; } function number G() { return 2; } }"
                                 "class B : A { override function number G() { return 3; } }");

    ASSERT_EQ(numbered->named("A").methods.size(), 1U);
    ASSERT_EQ(numbered->named("B").methods.size(), 1U);
    EXPECT_NE(numbered->named("A").methods[0], numbered->named("B").methods[0]);
}

TEST(NumberClasses, AChangeIsRaisedForTheClassThatIsObservedAndWhatDerivesFromIt) {
    const auto numbered = number("class A { number x = 0; } class B : A {} class C : B {}"
                                 "action Look { trigger change B.x; effect { } }");

    EXPECT_TRUE(numbered->named("A").attributes[0].change_events.empty());
    EXPECT_EQ(numbered->named("B").attributes[0].change_events.size(), 1U);
    EXPECT_EQ(numbered->named("C").attributes[0].change_events.size(), 1U);
}

TEST(NumberClasses, AnInputThatGaveWayToAnAttributeOfTheEventKeepsItsPlace) {
    const auto numbered =
        number("class A { action X { input player who; input bool sure; effect { log(who); log(sure); } } }"
               "action Look { trigger before action A.X; effect { } }");

    const ClassInfo& event = numbered->named("before action A.X");
    ASSERT_EQ(event.attributes.size(), 5U); // object, who, prevented, the place of the input `who`, sure
    EXPECT_EQ(event.attributes[3].name, "");
    EXPECT_EQ(event.attributes[4].name, "sure");
}

TEST(NumberClasses, RoomForSwitchedOffActionsIsMadeOnlyWhereRulesSpeakOfIt) {
    const auto numbered = number("class A { action X { effect { } } } class B { action Y { effect { } } }"
                                 "function Off(A a) { a.X.allowed = false; }");

    EXPECT_NE(numbered->named("A").disabled_offset, 0U);
    EXPECT_EQ(numbered->named("B").disabled_offset, 0U);
}

TEST(NumberClasses, GlobalsKnowWhatTheyMayHold) {
    const auto numbered =
        number("class A {} class B : A {} class C {} global class State { A first = null; number n = 0; }");

    EXPECT_EQ(numbered->named("A").holders.size(), 1U);
    EXPECT_EQ(numbered->named("B").holders.size(), 1U);
    EXPECT_TRUE(numbered->named("C").holders.empty());
    EXPECT_EQ(numbered->program.globals.size(), 1U);
}

TEST(FindFlags, CardsOfADeckThatNobodySeesMayBeHidden) {
    const auto numbered = number("interactable Card { number cost = 1; } interactable Pawn {}"
                                 "global stack Deck { returns Card; contents { 3 Card; } }");

    EXPECT_TRUE(numbered->program.hides);
    EXPECT_TRUE(numbered->may_be_hidden("Card"));
    EXPECT_FALSE(numbered->may_be_hidden("Pawn"));
}

TEST(FindFlags, BlanksTurnUpInRaggedRows) {
    const auto ragged = number("tile Land {} board Map { group G { geometry square; grid { Land, Land; Land; } } }");
    const auto whole = number("tile Land {} board Map { group G { geometry square; grid Land[2][2]; } }");

    EXPECT_TRUE(ragged->program.has_blanks);
    EXPECT_FALSE(whole->program.has_blanks);
}

} // namespace tgdl
