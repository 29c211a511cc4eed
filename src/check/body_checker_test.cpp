#include "check/body_checker.h"

#include "check/check_text_for_test.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tgdl {
namespace {

// The codes of the errors, by place.
std::string errors_of(const std::string& definitions) {
    const std::unique_ptr<CheckedText> checked = check_game(definitions);
    std::string codes;
    for (const Diagnostic& diagnostic : checked->diagnostics.all()) {
        if (diagnostic.severity() == Severity::Error) {
            codes += (codes.empty() ? "" : " ") + std::string(catalog_entry(diagnostic.kind).code);
        }
    }
    return codes;
}

// The same for statements of `setup`, beside some definitions to speak of.
std::string errors_in(const std::string& statements) {
    return errors_of("class Animal { number legs = 4; Animal friend; } class Dog : Animal { string name = \"rex\"; } "
                     "class Cat : Animal { } interactable Card { number rank = 1; } stack Deck { returns Card; } "
                     "tile Land { number gold = 1; } tile Hill : Land { } interactable Pawn { } connection Road { } "
                     "board Map { group Field { geometry square; grid { Hill, Land, b; } } "
                     "group Town { geometry graph; tiles { Land Rome; } } } "
                     "function Animal Any() { return new Dog(); } setup { "
                     + statements + " }");
}

TEST(Narrowing, CountsAValueAsWhatATestShowed) {
    EXPECT_EQ(errors_in("Animal a = Any(); if (a is Dog) { log(a.name); }"), "");
    EXPECT_EQ(errors_in("Animal a = Any(); if (!(a is Dog)) { return; } log(a.name);"), "");
    EXPECT_EQ(errors_in("Animal a = Any(); bool b = a is Dog && a.name == \"rex\";"), "");
    EXPECT_EQ(errors_in("Animal a = Any(); bool b = not (a is Dog) || a.name == \"rex\";"), "");
    EXPECT_EQ(errors_in("Animal a = Any(); string s = a is Dog ? a.name : \"?\";"), "");
    EXPECT_EQ(errors_in("Animal a = Any(); if (a.friend is Dog) { log(a.friend.name); }"), "");
    EXPECT_EQ(errors_in("Animal a = Any(); while (a is Dog) { log(a.name); break; }"), "");
}

TEST(Narrowing, EndsWhereTheTestDoesNotReach) {
    EXPECT_EQ(errors_in("Animal a = Any(); if (a is Dog) { } log(a.name);"), "E0251");
    EXPECT_EQ(errors_in("Animal a = Any(); if (a is Dog || true) { log(a.name); }"), "E0251");
    EXPECT_EQ(errors_in("Animal a = Any(); bool b = (a is Dog && true) == (a.name == \"rex\");"), "E0251");
}

TEST(Narrowing, IsForgottenWhenTheVariableIsAssigned) {
    EXPECT_EQ(errors_in("Animal a = Any(); if (a is Dog) { a = Any(); log(a.name); }"), "E0251");
    EXPECT_EQ(errors_in("Animal a = Any(); if (a is Dog) { while (true) { log(a.name); a = Any(); } }"), "E0251");
}

TEST(Narrowing, OfAnAttributeIsForgottenWhenCodeIsCalled) {
    EXPECT_EQ(errors_in("Animal a = Any(); if (a.friend is Dog) { Any(); log(a.friend.name); }"), "E0251");
    EXPECT_EQ(
        errors_in("Animal a = Any(); Animal c = Any(); if (a.friend is Dog) { c.friend = a; log(a.friend.name); }"),
        "E0251");
}

TEST(Narrowing, DoesNotMakeALaterTestAMistake) {
    EXPECT_EQ(errors_in("Animal a = Any(); bool b = a is Dog && not a is Cat;"), "");
}

TEST(Nullness, WarnsOnlyWhereTheValueIsCertainlyNull) {
    const auto said = [](const std::string& code) {
        return check_game("class Box { number size = 1; Box inner; } function Box Make() { return new Box(); } setup { "
                          + code + " log(Make().size); }")
            ->said();
    };
    using Said = std::vector<std::string>;

    EXPECT_EQ(said("Box b; log(b.size);"), Said{"1: W0301"});
    EXPECT_EQ(said("Box b = Make(); b = null; log(b.size);"), Said{"1: W0301"});
    EXPECT_EQ(said("Box b = Make(); if (b == null) { log(b.size); }"), Said{"1: W0301"});
    EXPECT_EQ(said("Box b; b = Make(); log(b.size);"), Said{});
    EXPECT_EQ(said("Box b; while (random(2) == 0) { if (b != null) { log(b.size); } b = Make(); }"), Said{});
    EXPECT_EQ(said("Box b; if (random(2) == 0) { b = Make(); } log(b.size);"), Said{});
}

TEST(Players, AreNumbersThatGoRound) {
    EXPECT_EQ(errors_in("player p = 5; number n = p; p = p + 1; n = 7 - p; n = p * 2; p = turn.active();"), "");
    EXPECT_EQ(errors_in("List<player> p = {}; List<number> n = p;"), "E0301");
    EXPECT_EQ(errors_in("player p = \"0\";"), "E0301");
}

TEST(Collections, OfDerivedThingsFitWhereTheBaseIsWanted) {
    EXPECT_EQ(errors_in("List<Dog> d = {}; List<Animal> a = d; Stack<Dog> s = {}; Stack<Animal> t = s;"), "");
    EXPECT_EQ(errors_in("List<Animal> a = {}; List<Dog> d = a;"), "E0301");
    EXPECT_EQ(errors_in("List<Animal> a = {}; List<Dog> d = a as List<Dog>; List<Cat> c = a.of<Cat>();"), "");
    EXPECT_EQ(errors_in("List<Dog> d = {}; log(d.of<Cat>());"), "E0305");
    EXPECT_EQ(errors_in("List<Card> l = {}; Stack<Card> s = l;"), "E0301");
}

TEST(Collections, OfOpenKeysTakeTheTypeTheContextAsksFor) {
    EXPECT_EQ(
        errors_in("Table<number> t = {}; foreach (string k in t) { } List<player> ks = t.keys(); t[1] = t[\"a\"];"),
        "");
    EXPECT_EQ(errors_in("Table<string, number> t = {}; Table<number> u = t;"), "");
    EXPECT_EQ(errors_in("Table<number> t = {}; Table<string, number> u = t;"), "E0301");
    EXPECT_EQ(errors_in("Table<string, number> t = {}; t[1] = 2;"), "E0301");
}

TEST(Literals, TakeTheirTypeFromWhereTheyStand) {
    EXPECT_EQ(errors_in("List<List<number>> l = { { 1 }, {} }; l.add({ 2 }); l = true ? { { 1 } } : {};"), "");
    EXPECT_EQ(errors_in("foreach (player p in { 0, 1 }) { } winner { { 0 }, player.all() };"), "");
    EXPECT_EQ(errors_in("log({ 1 });"), "E0309");
    EXPECT_EQ(errors_in("Table<number> t = { {\"a\", 1}, {\"a\", 2} };"), "E0312");
    EXPECT_EQ(errors_in("Deck d = { new Card() };"), "E0310");
}

TEST(Bodies, AKeyIsTheSameHoweverItIsWritten) {
    for (const std::string_view keys :
         {"{1, 1}, {1.0, 2}", "{1000, 1}, {1_000, 2}", "{0.5, 1}, {0.50, 2}", "{-1, 1}, {-1, 2}", "{-0, 1}, {0, 2}",
          "{(2), 1}, {2, 2}", "{\"a\", 1}, {\"\\u{61}\", 2}", "{true, 1}, {true, 2}"}) {
        EXPECT_EQ(errors_in("Table<number> t = { " + std::string(keys) + " };"), "E0312") << keys;
    }
    EXPECT_EQ(errors_in("Table<number> t = { {1, 1}, {\"1\", 2}, {-1, 3}, {true, 4}, {\"true\", 5} };"), "");
}

TEST(Boards, KeepTheClassOfTheGridAlongAnExpression) {
    EXPECT_EQ(errors_in("Map m = new Map(); log(m.Field[0][0].gold + m.Field[0][0].neighbor(direction.right).gold);"),
              "");
    EXPECT_EQ(
        errors_in("Map m = new Map(); log(m.Field.tiles.sum(t: t.gold) + m.Field.at(0, 0).adjacents().first().gold);"),
        "");
    EXPECT_EQ(errors_in("Map m = new Map(); tile t = m.Field[0][0]; log(t.neighbor(1).gold);"), "E0251");
    EXPECT_EQ(errors_in("Map m = new Map(); log(m.Field[0]);"), "E0323");
}

TEST(Boards, LookUpATileOfAPlainGroupByItsName) {
    EXPECT_EQ(errors_in("group g = new Map().Town; tile r = g.Rome; r = g[\"Rome\"];"), "");
    EXPECT_EQ(errors_in("group g = new Map().Town; tile r = g.Oslo;"), "E0251");
}

TEST(Boards, TakeAPieceForItsTile) {
    EXPECT_EQ(
        errors_in("Pawn p = new Pawn(); Pawn q = new Pawn(); bool b = p adj q || p.adjacent(q) || p.tile.connected(q); "
                  "number n = p.distance(q) + p.within(2).length + p.tile.between(q).length;"),
        "");
    EXPECT_EQ(errors_in("Pawn p = new Pawn(); p.move_to(p);"), "E0301");
}

TEST(Directions, AreNoNumbers) {
    EXPECT_EQ(errors_in("tile t = new Land(); t = t.neighbor(direction.up); t = t.neighbor(3);"), "");
    EXPECT_EQ(errors_in("number d = direction.up;"), "E0301");
    EXPECT_EQ(errors_of("movement M { effect { line { direction.up, direction.left }, 1; line 0..3, max 2; } }"), "");
}

TEST(Inputs, OfferThoseOptionsThatAreOfTheirType) {
    const std::string head =
        "tile Land { } tile Hill : Land { } global class Rules { List<Land> lands = {}; action Go { "
        "trigger PlayerChoiceEvent; input Hill h { options lands; } effect { log($\"{h}\"); } } ";

    EXPECT_EQ(errors_of(head + "}"), "");
    EXPECT_EQ(errors_of(head
                        + "List<number> numbers = {}; action Count { trigger PlayerChoiceEvent; input Hill h { options "
                          "numbers; } effect { } } }"),
              "E0350");
}

TEST(Inputs, AreNotFilledWhenRequireIsChecked) {
    EXPECT_EQ(errors_of("action A { trigger PlayerChoiceEvent; input number n { range 0..3; } require { return n > 1; "
                        "} effect { } }"),
              "E0257");
}

TEST(Names, OfEveryInstancesMembersMayStandBare) {
    EXPECT_EQ(
        errors_of("tile Land { } interactable Pawn { action Go { trigger PlayerChoiceEvent; input Land t; effect { "
                  "move_to(t); log($\"{discarded}\"); } } } stack Deck { returns Pawn; default { push(new Pawn()); "
                  "log($\"{length}\"); } }"),
        "");
}

TEST(Names, OfAMemberFunctionMayBeTakenByALocal) {
    EXPECT_EQ(errors_of("class A { function number Size() { return 1; } function number F() { number Size = 2; return "
                        "Size + this.Size(); } }"),
              "");
}

TEST(Names, OfOtherInputsAreNotSeenByDefaults) {
    EXPECT_EQ(errors_of("function number F(number a, number b = a) { return b; }"), "E0250");
}

// Words that mean something only where the grammar looks for them (docs/reference/text.md#23), older spellings
// included.
constexpr const char* kSoftWords[] = {
    "game",    "local",    "global",   "sealed",      "attribute", "returns",  "value",   "optional",    "auto",
    "filter",  "options",  "range",    "step",        "count",     "prio",     "before",  "after",       "change",
    "tiles",   "geometry", "grid",     "orientation", "adjacency", "borders",  "by",      "phase",       "default",
    "setup",   "goal",     "through",  "onto",        "line",      "distance", "visible", "information", "override",
    "extend",  "option",   "contents", "chooser",     "b",         "draw",     "highest", "lowest",      "adj",
    "connect", "min",      "max",      "short",       "long",      "glyph",    "color",   "image",       "square",
    "hex",     "graph",    "row",      "column",      "col",       "odd",      "sides",   "around",      "repeat",
    "coord",   "jump",     "state",    "verb",        "boardcell", "decimal",  "none",    "priority",    "mod",
    "turns",   "pass",     "to",       "x",           "of",
};

// Where `@` stands in the pattern, the word.
std::string with_word(std::string pattern, const std::string& word) {
    for (std::size_t at = pattern.find('@'); at != std::string::npos; at = pattern.find('@', at + word.size())) {
        pattern.replace(at, 1, word);
    }
    return pattern;
}

TEST(SoftWords, AreOrdinaryNamesElsewhere) {
    const char* patterns[] = {
        "setup { number @ = 1; @ = @ + 1; @ += 2; @++; log(@); log($\"{@}\"); if (@ > 1) { @ = 3; } }",
        "class A { number @ = 1; function number F() { @ = 2; this.@ += @; return @; } } "
        "setup { A a = new A() { @ = 3 }; a.@ = a.F(); log(a.@); }",
        "function number F(number @, number q = 1) { return @ + q; } setup { log(F(@: 3)); }",
        "setup { foreach (number @ in 1..3) { log(@); } List<number> l = { 1 }; log(l.where(@: @ > 0)); }",
        "action Act { trigger PlayerChoiceEvent; input bool @ { return @; } effect { log(@); } }",
        "class A { action @ { effect { } } } setup { A a = new A(); a.@(); a.@.allowed = false; }",
        "turn T { phase @ { } } setup { turn.use(\"T\", \"@\"); }",
        "function number @(number q) { return q; } setup { log(@(1)); }",
        "class @ { number n = 1; } setup { @ q = new @(); log(q.n); List<@> l = { q }; }",
        "global class @ { number n = 1; } setup { @.n = 2; @.n += @.n; log(@.n); }",
    };

    for (const char* word : kSoftWords) {
        for (const char* pattern : patterns) {
            SCOPED_TRACE(with_word(pattern, word));
            EXPECT_EQ(errors_of(with_word(pattern, word)), "");
        }
    }
}

// Words that nothing can be defined as, but that may name what is only seen nearby, and are hidden by it.
TEST(SoftWords, OfRootTypesAndBuiltInsMayNameVariables) {
    const char* words[] = {"interactable", "tile",      "group", "board", "stack", "connection",
                           "movement",     "direction", "value", "score", "rows",  "raw"};
    const char* patterns[] = {
        "setup { number @ = 1; @ = @ + 1; @ += 2; @++; log(@); log($\"{@}\"); if (@ > 1) { @ = 3; } }",
        "setup { tile @ = null; if (@ == null) { @ = null; } log(@); }",
        "class A { number @ = 1; function number F() { @ = 2; this.@ += @; return @; } } "
        "setup { A a = new A() { @ = 3 }; a.@ = a.F(); log(a.@); }",
        "class A { tile @ = null; function tile F() { return @; } } setup { A a = new A(); log(a.@); }",
        "function number F(number @, number q = 1) { return @ + q; } setup { log(F(@: 3)); }",
        "function F { function input number @ = 1; returns number; effect { return @; } } setup { log(F(@: 3)); }",
        "setup { foreach (number @ in 1..3) { log(@); } foreach (player @ in player.all()) { log(@); } }",
        "setup { for (number @ = 0; @ < 3; @ += 1) { log(@); } }",
        "setup { List<number> l = { 1 }; log(l.where(@: @ > 0)); l.sortBy(@: -@); }",
        "action Act { trigger PlayerChoiceEvent; input bool @ { return @; } effect { log(@); } }",
        "action Act { trigger PlayerChoiceEvent; input number @ { range 1..3; filter { return @ > 1; } } "
        "input number q { range 1..@; } effect { log(@ + q); } }",
        "action Act { trigger PlayerChoiceEvent; input List<player> q { filter @ { return @ > 1; } } effect { log(q); "
        "} }",
        "action Act { trigger PlayerChoiceEvent; effect { input number @ { range 1..3; } log(@); } }",
        "action Act { trigger PlayerChoiceEvent; effect { player 0 input number @ { range 1..3; } else { log(1); } } }",
        "turn T { phase P { input number @ { range 1..3; } effect { log(@); } } }",
        "class A { number n = 1; visible n @ { return @ == 1; } }",
        "tile Land { } setup { Land t = null; if (t != null) { log(t.region(@: @.empty)); } }",
        "tile Land { } interactable Pawn { } movement M for Pawn { onto @ { return @.empty; } effect { line 0, 1; } }",
    };

    for (const char* word : words) {
        for (const char* pattern : patterns) {
            SCOPED_TRACE(with_word(pattern, word));
            EXPECT_EQ(errors_of(with_word(pattern, word)), "");
        }
    }
}

TEST(SoftWords, OfRootTypesAndBuiltInsNameNoDefinition) {
    for (const char* word :
         {"interactable", "tile", "group", "board", "stack", "connection", "movement", "direction"}) {
        SCOPED_TRACE(word);
        EXPECT_NE(errors_of(with_word("class @ { }", word)), "");
        EXPECT_NE(errors_of(with_word("function number @(number q) { return q; }", word)), "");
    }
}

TEST(Turns, NamesWrittenOutMustExist) {
    const std::string turns = " turn Day { phase Noon { } } turn Night { phase Dark { } }";

    EXPECT_EQ(errors_of("setup { turn.use(\"Day\", \"Noon\"); turn.pass(0, \"Dark\"); }" + turns), "");
    EXPECT_EQ(errors_of("setup { turn.use(\"Day\", \"Dark\"); }" + turns), "E0349");
    EXPECT_EQ(errors_of("setup { turn.pass(0, \"Drak\"); }" + turns), "E0349");
    EXPECT_EQ(errors_of("setup { turn.use(\"Dya\"); }" + turns), "E0348");
}

TEST(Cancel, MayStandWhereAnActionMayRun) {
    EXPECT_EQ(errors_of("function F() { cancel; } event E { } goal G { trigger E; effect { cancel \"no\"; } } "
                        "action A { trigger PlayerChoiceEvent; effect { cancel; } }"),
              "");
    EXPECT_EQ(errors_of("goal G { require { return true; } effect { cancel; } }"), "E0344");
    EXPECT_EQ(errors_of("turn T { phase P { cancel; } }"), "E0344");
}

TEST(Movements, OnlyTryThingsOutInTheirSteps) {
    EXPECT_EQ(errors_of("movement M { effect { line 1, random(6); } }"), "E0601");
    EXPECT_EQ(
        errors_of("movement M for Pawn { effect { line 1, max speed; } } interactable Pawn { number speed = 2; }"), "");
}

TEST(Prevent, IsThereBeforeAnActionOnly) {
    const auto trigger = [](const std::string& when) {
        return errors_of("action A { effect { } } action B { trigger " + when
                         + " action A; effect { event.prevent(); } } setup { A(); }");
    };

    EXPECT_EQ(trigger("before"), "");
    EXPECT_EQ(trigger("after"), "E0251");
}

TEST(Events, OfSeveralTriggersAreToldApartByATest) {
    EXPECT_EQ(
        errors_of(
            "event Ring { number times = 1; } event Honk { } global class Ear { action Hear { trigger Ring; trigger "
            "Honk; effect { if (event is Ring) { log(event.times); } } } } setup { event.throw(new Ring()); "
            "event.throw(new Honk()); }"),
        "");
}

TEST(Paths, ThatEndWithoutAValueAreReported) {
    EXPECT_EQ(
        errors_of(
            "function number F(number n) { if (n > 1) { return 1; } else if (n < 0) { fail; } else { winner 0; } }"),
        "");
    EXPECT_EQ(errors_of("function number F() { while (true) { } } function number G() { for (;;) { } }"), "");
    EXPECT_EQ(errors_of("function number F() { while (true) { break; } }"), "E0340");
    EXPECT_EQ(errors_of("function number F(List<number> l) { foreach (number n in l) { return n; } }"), "E0340");
}

} // namespace
} // namespace tgdl
