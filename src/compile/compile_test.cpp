#include "check/check_text_for_test.h"
#include "compile/compile.h"

#include <gtest/gtest.h>

namespace tgdl {

namespace {

struct Compiled {
    std::unique_ptr<CheckedText> text;
    std::shared_ptr<const Program> program;

    [[nodiscard]] ClassIndex index(std::string_view name) const {
        for (ClassIndex i = 0; i < program->classes.size(); ++i) {
            if (program->classes[i].name == name) {
                return i;
            }
        }
        return kNone;
    }
    [[nodiscard]] const ClassInfo& named(std::string_view name) const { return program->classes[index(name)]; }
    [[nodiscard]] const ActionInfo& action_of(std::string_view name, std::size_t slot) const {
        return program->actions[named(name).actions[slot]];
    }
    // Names of the actions that observe an event, each with the class of the instance (`-`: the game itself).
    [[nodiscard]] std::vector<std::string> observers(std::string_view event) const {
        std::vector<std::string> names;
        for (const Observer& observer : program->observers[index(event)]) {
            const std::string owner = observer.owner == kNone ? "-" : program->classes[observer.owner].name;
            names.push_back(owner + "." + program->actions[observer.action].name);
        }
        return names;
    }
};

Compiled compile_files(std::map<std::string, std::string> files) {
    Compiled compiled;
    compiled.text = check_files(std::move(files));
    EXPECT_FALSE(compiled.text->diagnostics.has_errors());
    compiled.program = compile(*compiled.text->program, compiled.text->sources);
    return compiled;
}

Compiled compile_game(const std::string& definitions) {
    return compile_files({{"game.tgdl", "game \"x\"; players 2; " + definitions}});
}

using Names = std::vector<std::string>;

} // namespace

TEST(Compile, AProgramWithoutATurnHasOneThatWaits) {
    const Compiled compiled = compile_game("");

    ASSERT_EQ(compiled.program->turns.size(), 1U);
    ASSERT_EQ(compiled.program->turns[0].phases.size(), 1U);
    EXPECT_EQ(compiled.program->turns[0].phases[0].name, "default");
    EXPECT_EQ(compiled.program->turns[0].phases[0].effect, kNone);
}

TEST(Compile, TheHashIsThatOfTheTexts) {
    const Compiled one = compile_game("class A {}");
    const Compiled same = compile_game("class A {}");
    const Compiled other = compile_game("class B {}");

    EXPECT_EQ(one.program->hash, same.program->hash);
    EXPECT_NE(one.program->hash, other.program->hash);
}

TEST(Compile, AnOverrideJoinsRequirementsAndTriggersOfWhatItReplaces) {
    const Compiled compiled = compile_game(R"(
        class A { action X { require "no" { return this.player != null; } trigger MoveEvent; effect { } } }
        class B : A { override action X { require { return true; } trigger DrawEvent; effect { } } })");

    const ActionInfo& base = compiled.action_of("A", 0);
    const ActionInfo& derived = compiled.action_of("B", 0);
    EXPECT_EQ(base.requirements.size(), 1U);
    ASSERT_EQ(derived.requirements.size(), 2U);
    EXPECT_EQ(compiled.program->texts[derived.requirements[0].reason].utf8, "no");
    EXPECT_EQ(derived.triggers.size(), 2U);
    EXPECT_EQ(derived.order, base.order);
    EXPECT_NE(derived.effect, base.effect);
}

TEST(Compile, ObserversStandInOrderOfTheFirstDeclarationWithImportsFirst) {
    const Compiled compiled = compile_files({
        {"game.tgdl", R"(game "x"; players 2; import "cards.tgdl";
            action First { trigger MoveEvent; effect { } }
            class Derived : Base { override action React { effect { } } }
            goal Last { trigger MoveEvent; effect { draw; } })"},
        {"cards.tgdl", "class Base { action React { trigger MoveEvent; effect { } } }"},
    });

    EXPECT_EQ(compiled.observers("MoveEvent"), (Names{"Base.React", "Derived.React", "-.First", "-.Last"}));
}

TEST(Compile, AnEventIsObservedByTheMostDerivedTriggerThatFits) {
    const Compiled compiled = compile_game(R"(
        event Harm {} event Fire : Harm {} event Blaze : Fire {}
        action Flee { trigger Fire; trigger Harm; effect { } })");

    const auto trigger = [&](std::string_view event) {
        return compiled.program->observers[compiled.index(event)].at(0).trigger;
    };
    EXPECT_EQ(trigger("Harm"), 1U);
    EXPECT_EQ(trigger("Fire"), 0U);
    EXPECT_EQ(trigger("Blaze"), 0U);
}

TEST(Compile, AbstractClassesObserveNothing) {
    const Compiled compiled = compile_game(R"(
        class Shape { function number Sides(); action React { trigger MoveEvent; effect { } } }
        class Square : Shape { override function number Sides() { return 4; } })");

    EXPECT_EQ(compiled.observers("MoveEvent"), (Names{"Square.React"}));
}

TEST(Compile, GoalsStandByPrioThenByOrder) {
    const Compiled compiled = compile_game(R"(
        goal Low { effect { draw; } }
        goal High prio 5 { effect { draw; } }
        goal Next { effect { draw; } })");

    Names names;
    for (const ActionIndex goal : compiled.program->goals) {
        names.push_back(compiled.program->actions[goal].name);
    }
    EXPECT_EQ(names, (Names{"High", "Low", "Next"}));
    EXPECT_TRUE(compiled.program->game_actions.empty());
}

TEST(Compile, BeforeAndAfterNameTheClassTheyWereWrittenFor) {
    const Compiled compiled = compile_game(R"(
        class A { action X { effect { } } } class B : A { }
        action Guard { trigger before action B.X; effect { event.prevent(); } }
        action Follow { trigger after action A.X; effect { } })");

    const ActionInfo& action = compiled.action_of("A", 0);
    ASSERT_EQ(action.before_events.size(), 1U);
    EXPECT_EQ(action.before_events[0].owner, compiled.index("B"));
    ASSERT_EQ(action.after_events.size(), 1U);
    EXPECT_EQ(action.after_events[0].owner, compiled.index("A"));
}

TEST(Compile, ATransactionMayFailThroughWhatItCauses) {
    const Compiled compiled = compile_game(R"(
        event Blow { }
        action Quiet { effect { log("x"); } }
        action Loud { effect { event.throw(new Blow()); } }
        action Refuse { trigger Blow; effect { fail; } })");

    const auto may_fail = [&](std::size_t number) { return compiled.program->actions[number].may_fail; };
    EXPECT_FALSE(may_fail(0));
    EXPECT_TRUE(may_fail(1));
    EXPECT_TRUE(may_fail(2));
    EXPECT_TRUE(compiled.program->any_fail);
}

TEST(Compile, ATriggerThatAlwaysHoldsHasNoCode) {
    const Compiled compiled = compile_game(R"(
        action A { trigger MoveEvent { return true; } trigger DrawEvent; effect { } }
        action B { trigger MoveEvent { return event.to != null; } effect { } })");

    EXPECT_EQ(compiled.program->actions[0].triggers[0].chunk, kNone);
    EXPECT_EQ(compiled.program->actions[0].triggers[1].chunk, kNone);
    EXPECT_NE(compiled.program->actions[1].triggers[0].chunk, kNone);
}

TEST(Compile, AClassThatAddsNothingSharesTheCodeOfItsBase) {
    const Compiled compiled = compile_game(R"(
        class A { number x = 1; default { this.x = 2; } } class B : A { } class C : A { override number x = 3; })");

    EXPECT_EQ(compiled.named("B").init, compiled.named("A").init);
    EXPECT_EQ(compiled.named("B").defaults, compiled.named("A").defaults);
    EXPECT_NE(compiled.named("C").init, compiled.named("A").init);
    EXPECT_EQ(compiled.named("C").defaults, compiled.named("A").defaults);
}

TEST(Compile, LaterPartsOfInformationReplaceAndVisibleAdds) {
    const Compiled compiled = compile_game(R"(
        class A { number x = 0; visible viewer { return true; } visible x viewer { return false; }
                  information { short { return "a"; } long { return "b"; } } }
        class B : A { visible viewer { return false; } information { short { return "c"; } } })");

    const ClassInfo& base = compiled.named("A");
    const ClassInfo& derived = compiled.named("B");
    EXPECT_EQ(derived.visible.size(), 2U);
    EXPECT_EQ(derived.attributes[0].visible, base.attributes[0].visible);
    EXPECT_NE(derived.information[0], base.information[0]);
    EXPECT_EQ(derived.information[1], base.information[1]);
}

TEST(Compile, GroupsListTheirCellsAndNames) {
    const Compiled compiled = compile_game(R"(
        tile Land { } tile Sea : Land { }
        board Map {
            group Field { geometry square; adjacency around; grid { Land, b; Sea; } }
            group Roads { geometry graph; tiles { Land Rome, Milan; } adjacency { Rome 2 <-> Milan; } }
            borders { Field(0,0) -> Roads.Rome; }
        })");

    const GroupInfo& field = compiled.program->groups[0];
    EXPECT_EQ(field.cells, (std::vector<ClassIndex>{compiled.index("Land"), kNone, compiled.index("Sea"), kNone}));
    EXPECT_TRUE(field.around);
    const GroupInfo& roads = compiled.program->groups[1];
    ASSERT_EQ(roads.names.size(), 2U);
    EXPECT_EQ(compiled.program->texts[roads.names[1]].utf8, "Milan");
    EXPECT_NE(compiled.named("Map").init, kNone);
}

TEST(Compile, MovementsKeepStepsAndJoinConditions) {
    const Compiled compiled = compile_game(R"(
        interactable Rook { }
        movement Slide for Rook {
            through t { return t.empty; }
            effect { line 0..3, min 1; }
            effect repeat { coord 1, 2; onto t { return t.empty; } }
        })");

    const MovementInfo& slide = compiled.program->movements[0];
    ASSERT_EQ(slide.alternatives.size(), 2U);
    EXPECT_EQ(slide.alternatives[0].steps[0].count_kind, CountKind::AtLeast);
    EXPECT_NE(slide.alternatives[0].steps[0].directions_to, kNone);
    EXPECT_TRUE(slide.alternatives[1].repeat);
    EXPECT_EQ(slide.alternatives[1].through.size(), 1U);
    EXPECT_EQ(slide.alternatives[1].onto.size(), 1U);
}

TEST(Compile, InputsOfAHeadStandAfterThisAndTheEvent) {
    const Compiled compiled = compile_game(R"(
        class A { action X { input player p; input bool sure; effect { log(p); log(sure); } } })");

    const ActionInfo& action = compiled.action_of("A", 0);
    ASSERT_EQ(action.inputs.size(), 2U);
    EXPECT_EQ(compiled.program->inputs[action.inputs[0]].reg, 2U);
    EXPECT_EQ(compiled.program->inputs[action.inputs[1]].reg, 3U);
    EXPECT_EQ(compiled.program->chunks[action.effect].parameters, 4U);
}

TEST(Compile, ManyDifferentNumbersAreFoundQuickly) {
    std::string sums;
    for (int i = 0; i < 20'000; ++i) {
        sums += "x = x + " + std::to_string(i) + "; ";
    }

    const Compiled compiled = compile_game("setup { number x = 1; " + sums + "log(x); }");

    EXPECT_GE(compiled.program->constants.size(), 20'000U);
}

} // namespace tgdl
