#include "check/declare.h"
#include "check/declare_text_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

const std::string kGame = "game \"x\"; players 2;\n";

TEST(Members, NeverShareAName) {
    EXPECT_EQ(declare_game("class A { number n = 1;\nfunction n() { } }").reports(), "E0406 main.tgdl:4");
    EXPECT_EQ(declare_game("class A { function F() { }\nfunction F(number n) { } }").reports(), "E0406 main.tgdl:4");
    EXPECT_EQ(declare_game("class A { number n = 1; }\nextend class A { number n = 2; }").reports(),
              "E0406 main.tgdl:4");
}

TEST(Members, InheritedOnesAreReplacedWithOverrideOnly) {
    const std::string base = "class A { number n = 1; function F() { } action Go { effect { } } }\n";

    EXPECT_EQ(declare_game(base + "class B : A { number n = 2; }").reports(), "E0407 main.tgdl:4");
    EXPECT_EQ(declare_game(base + "class B : A { function F() { } }").reports(), "E0407 main.tgdl:4");
    EXPECT_EQ(declare_game(base + "class B : A { action Go { effect { } } }").reports(), "E0407 main.tgdl:4");
    EXPECT_EQ(declare_game(base
                           + "class B : A { override number n = 2; override function F { effect { } } "
                             "override action Go { effect { } } }")
                  .reports(),
              "");
}

TEST(Members, AnOverrideNeedsSomethingToReplace) {
    Declared seen = declare_game("class A { function Area() { } }\nclass B : A { override function Aera() { } }");

    EXPECT_EQ(seen.reports(), "E0408 main.tgdl:4");
    EXPECT_EQ(seen.help_of_first(), "did you mean `Area`?");
    EXPECT_EQ(declare_game("class A { override function F() { } }").reports(), "E0408 main.tgdl:3");
    EXPECT_EQ(declare_game("override function F() { }").reports(), "E0425 main.tgdl:3");
}

TEST(Members, AnOverrideKeepsItsKindHeadAndType) {
    const std::string base = "class A { number n = 1; function number F(number a, string b = \"x\") { return a; } "
                             "action Go { input player p; effect { } } }\n";

    EXPECT_EQ(declare_game(base + "class B : A { override function n() { } }").reports(), "E0409 main.tgdl:4");
    EXPECT_EQ(declare_game(base + "class B : A { override string n = \"\"; }").reports(), "E0411 main.tgdl:4");
    EXPECT_EQ(
        declare_game(base + "class B : A { override function string F(number a, string b) { return b; } }").reports(),
        "E0410 main.tgdl:4");
    EXPECT_EQ(declare_game(base + "class B : A { override function number F(number a) { return a; } }").reports(),
              "E0410 main.tgdl:4");
    EXPECT_EQ(
        declare_game(base + "class B : A { override function number F(number c, string b) { return c; } }").reports(),
        "E0410 main.tgdl:4");
    EXPECT_EQ(declare_game(base + "class B : A { override action Go { input Z p; effect { } } } class Z { }").reports(),
              "E0410 main.tgdl:4");
    EXPECT_EQ(declare_game(base
                           + "class B : A { override function number F(number a, string b = \"x\") { return a; } "
                             "override action Go { input player p; effect { } } }")
                  .reports(),
              "");
}

TEST(Members, AnOverrideTakesTheInputsOfWhatItReplaces) {
    const Declared seen = declare_game("class A { function number F(number a) { return a; } }\n"
                                       "class B : A { override function F { effect { return a + 1; } } }");

    const Function& first = seen.program->function(FunctionId(seen.member("A", "F")->index));
    const Function& second = seen.program->function(FunctionId(seen.member("B", "F")->index));
    EXPECT_EQ(second.inputs, first.inputs);
    EXPECT_EQ(second.returns, seen.program->types.number);
    EXPECT_EQ(second.replaces.value, seen.member("A", "F")->index);
    EXPECT_EQ(second.slot, first.slot);
    EXPECT_EQ(first.overridden_by.size(), 1U);
}

TEST(Members, FunctionsWithoutAnEffectStayAbstractUntilOneIsGiven) {
    const Declared seen = declare_game("class A { function number F(); function G(); }\n"
                                       "class B : A { override function number F() { return 1; } }\n"
                                       "class C : B { override function G { effect { } } }");

    EXPECT_EQ(seen.type("A").abstract.size(), 2U);
    EXPECT_EQ(seen.type("B").abstract.size(), 1U);
    EXPECT_TRUE(seen.type("C").abstract.empty());
    EXPECT_EQ(declare_game("global class A { function F(); }").reports(), "E0423 main.tgdl:3");
    EXPECT_EQ(declare_game("function F();").reports(), "E0415 main.tgdl:3");
}

TEST(Members, NamesTheLanguageGivesCannotBeDeclared) {
    EXPECT_EQ(declare_game("event E { bool prevent = false; }").reports(), "E0412 main.tgdl:3");
    EXPECT_EQ(declare_game("tile T { number x = 0; }").reports(), "E0412 main.tgdl:3");
    EXPECT_EQ(declare_game("interactable I { function move_to() { } }").reports(), "E0412 main.tgdl:3");
    EXPECT_EQ(declare_game("class C { number x = 0; string name = \"\"; number distance = 1; }").reports(), "");
    EXPECT_EQ(declare_game("connection R { number distance = 2; }").reports(), "E0412 main.tgdl:3");
    EXPECT_EQ(declare_game("connection R { override number distance = 2; }").reports(), "");
}

TEST(Members, StandWhereTheirKindAllows) {
    EXPECT_EQ(declare_game("tile T { action Go { effect { } } }").reports(), "E0413 main.tgdl:3");
    EXPECT_EQ(declare_game("class C { number n = 1; visible m viewer { return true; } }").reports(),
              "E0210 main.tgdl:3");
    EXPECT_EQ(declare_game("class C { number n = 1; visible n { return true; } }").reports(), "W0401 main.tgdl:3");
    EXPECT_EQ(declare_game("class C { attribute n { value 1; } }").reports(), "E0421 main.tgdl:3");
}

TEST(Extensions, ReplaceOneAfterTheOtherInOrderOfImport) {
    const std::string shapes = "class Square { number side = 1; function number Area() { return 1; } }";
    const std::string extension = "import \"shapes.tgdl\"; extend class Square { override number side = 3; override "
                                  "function number Area() { return "
                                  "base.Area() + 1; } }";
    Declared seen =
        declare_files({{"main.tgdl", kGame + "import \"shapes.tgdl\"; import \"one.tgdl\"; import \"two.tgdl\";"},
                       {"shapes.tgdl", shapes},
                       {"one.tgdl", extension},
                       {"two.tgdl", extension}});

    EXPECT_EQ(seen.reports(), "W0402 two.tgdl:1, W0402 two.tgdl:1");
    const Function& last = seen.program->function(FunctionId(seen.member("Square", "Area")->index));
    const Function& middle = seen.program->function(last.replaces);
    EXPECT_EQ(seen.sources->file(last.place.file).path(), "two.tgdl");
    EXPECT_EQ(seen.sources->file(middle.place.file).path(), "one.tgdl");
    EXPECT_FALSE(seen.program->function(middle.replaces).from_extension);
    EXPECT_EQ(seen.type("Square").overrides.size(), 2U);
}

TEST(Extensions, NameWhatTheyExtend) {
    EXPECT_EQ(declare_game("tile T { }\nextend class T { }").reports(), "E0202 main.tgdl:4");
    EXPECT_EQ(declare_game("extend class Missing { number n = 0; function F() { } }").reports(), "E0201 main.tgdl:3");
    EXPECT_EQ(declare_game("extend event MoveEvent { }").reports(), "E0422 main.tgdl:3");
    EXPECT_EQ(declare_game("extend class C { number n = 0; }\nclass C { }").reports(), "");
}

TEST(Inputs, SayWhatMayBeChosen) {
    const auto action = [](std::string_view input) {
        return declare_game(fmt::format("class A {{ action Go {{\n{}\neffect {{ }} }} }}", input)).reports();
    };

    EXPECT_EQ(action("input number n;"), "E0419 main.tgdl:4");
    EXPECT_EQ(action("input List<string> n;"), "E0419 main.tgdl:4");
    EXPECT_EQ(action("input Table<number> n;"), "E0419 main.tgdl:4");
    EXPECT_EQ(action("input number n { range 1..3; }"), "");
    EXPECT_EQ(action("input number n { options { 1, 3 }; }"), "");
    EXPECT_EQ(action("input player p { count 2; }"), "E0420 main.tgdl:4");
    EXPECT_EQ(action("input player p { range 1..2; }"), "E0420 main.tgdl:4");
    EXPECT_EQ(action("input number n { range 1..2; options { 1 }; }"), "E0420 main.tgdl:4");
    EXPECT_EQ(action("function input number n;"), "E0418 main.tgdl:4");
    EXPECT_EQ(action("input player p; input player p;"), "E0209 main.tgdl:4");
    EXPECT_EQ(action("input player log;"), "E0208 main.tgdl:4");
    EXPECT_EQ(action("input player A;"), "E0208 main.tgdl:4");
    EXPECT_EQ(action("input player board;"), "");
    EXPECT_EQ(declare_game("function F { input player p; effect { } }").reports(), "");
    EXPECT_EQ(declare_game("class A { number n = 1; function F(number n) { } }").reports(), "W0201 main.tgdl:3");
}

TEST(Triggers, NameEventsAttributesAndActions) {
    const auto trigger = [](std::string_view text) {
        return declare_game(
                   fmt::format("class Purse {{ number gold = 0; action Pay {{ input player to; effect {{ }} }} }}\n"
                               "interactable Pawn {{ }} event Bell {{ }} action Top {{ effect {{ }} }}\n"
                               "global class Rules {{ action Look {{ {} effect {{ }} }} }}",
                               text))
            .reports();
    };

    EXPECT_EQ(
        trigger("trigger Bell; trigger PlayerChoiceEvent; trigger change Purse.gold; trigger before action Purse.Pay; "
                "trigger after action Purse.Pay; trigger before action Top;"),
        "");
    EXPECT_EQ(trigger("trigger Bel;"), "E0201 main.tgdl:5");
    EXPECT_EQ(trigger("trigger Purse;"), "E0202 main.tgdl:5");
    EXPECT_EQ(trigger("trigger change Purse.gld;"), "E0210 main.tgdl:5");
    EXPECT_EQ(trigger("trigger change Pawn.tile;"), "E0428 main.tgdl:5");
    EXPECT_EQ(trigger("trigger before action Purse.Pya;"), "E0211 main.tgdl:5");
    EXPECT_EQ(trigger("trigger Bell; trigger Bell;"), "E0416 main.tgdl:5");
    EXPECT_EQ(trigger("trigger change Purse.gold; trigger change Purse.gold;"), "E0416 main.tgdl:5");
    EXPECT_EQ(declare_game("event A { } event B { }\ngoal G { trigger A; trigger B; effect { } }").reports(),
              "E0427 main.tgdl:4");
}

TEST(Triggers, TheEventOfAnActionHasItsInputs) {
    const Declared seen =
        declare_game("class Purse { action Pay { input player to; effect { } } }\n"
                     "global class Rules { action Look { trigger before action Purse.Pay; effect { } } }");

    const Action& look = seen.program->action(ActionId(seen.member("Rules", "Look")->index));
    ASSERT_EQ(look.triggers.size(), 1U);
    const TypeDef& event = seen.program->def(look.triggers[0].event);
    EXPECT_EQ(seen.program->text(event.name), "before action Purse.Pay");
    for (const char* name : {"object", "who", "prevented", "to"}) {
        EXPECT_TRUE(event.members.contains(seen.program->names.find(name))) << name;
    }
}

TEST(Actions, HaveOneEffect) {
    EXPECT_EQ(declare_game("class A { action Go { } }").reports(), "W0750 main.tgdl:3");
    EXPECT_EQ(declare_game("goal G prio -1 { effect { } }").program->actions[0].prio, -1);
}

} // namespace
} // namespace tgdl
