#include "check/check_text_for_test.h"
#include "check/effect_words.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

using Said = std::vector<std::string>;

std::string effects_of_function(const CheckedText& checked, std::string_view name) {
    for (const Function& function : checked.program->functions) {
        if (checked.program->text(function.name) == name) {
            return describe_effects(function.effects);
        }
    }
    return "no such function";
}

std::string effects_of_action(const CheckedText& checked, std::string_view name) {
    for (const Action& action : checked.program->actions) {
        if (checked.program->text(action.name) == name) {
            return describe_effects(action.effects);
        }
    }
    return "no such action";
}

std::string making(const CheckedText& checked, std::string_view name) {
    for (const TypeDef& def : checked.program->type_defs) {
        if (checked.program->text(def.name) == name) {
            return describe_effects(def.creation);
        }
    }
    return "no such type";
}

TEST(InferEffects, AFunctionDoesWhatItCalls) {
    const auto checked = check_game(R"(
global class G { number n = 0; }
function Leaf() { G.n += 1; log("x"); }
function Middle() { Leaf(); }
function Look() { number m = G.n; m += 1; }
setup { Middle(); Look(); draw; }
)");

    EXPECT_EQ(effects_of_function(*checked, "Middle"), "writes, logs");
    EXPECT_EQ(effects_of_function(*checked, "Look"), "nothing");
    EXPECT_EQ(checked->said(), Said{});
}

TEST(InferEffects, AskingOneMayFailAskingSeveralDoesNot) {
    const auto checked = check_game(R"(
function One() { input number n { range 1..2; } log($"{n}"); }
function Else() { input number n { range 1..2; } else { log("none"); } }
function Several() { players player.all() input number n { range 1..2; } log($"{n[0]}"); }
setup { One(); Else(); Several(); draw; }
)");

    EXPECT_EQ(effects_of_function(*checked, "One"), "asks, fails, logs");
    EXPECT_EQ(effects_of_function(*checked, "Else"), "asks, logs");
    EXPECT_EQ(effects_of_function(*checked, "Several"), "asks, logs");
}

TEST(InferEffects, FunctionsThatCallEachOtherShareTheirEffects) {
    const auto checked = check_game(R"(
function bool Even(number n) { if (n == 0) { return true; } return Odd(n: n - 1); }
function bool Odd(number n) { if (n == 0) { return random(2) == 0; } return Even(n: n - 1); }
setup { if (Even(n: 4)) { draw; } }
)");

    EXPECT_EQ(effects_of_function(*checked, "Even"), "random");
    EXPECT_EQ(effects_of_function(*checked, "Odd"), "random");
}

TEST(InferEffects, ACallGoesToWhatReplacesAFunctionInDerivedTypesOnly) {
    const auto checked = check_game(R"(
class Base { function number F() { return 1; } }
class Loud : Base { override function number F() { log("loud"); return 2; } }
class Quiet : Base { override function number F() { return 3; } }
function number OfBase(Base b) { return b.F(); }
function number OfQuiet(Quiet q) { return q.F(); }
setup
{
    log($"{OfBase(b: new Loud())} {OfQuiet(q: new Quiet())}");
    draw;
}
)");

    EXPECT_EQ(effects_of_function(*checked, "OfBase"), "logs");
    EXPECT_EQ(effects_of_function(*checked, "OfQuiet"), "nothing");
}

TEST(InferEffects, BaseRunsExactlyOneFunction) {
    const auto checked = check_game(R"(
class Base { function number F() { return 1; } }
class Middle : Base { override function number F() { return this.Old(); } function number Old() { return base.F(); } }
class Loud : Middle { override function number F() { log("loud"); return 2; } }
setup { Base b = new Loud(); log($"{b.F()}"); draw; }
)");

    EXPECT_EQ(effects_of_function(*checked, "Old"), "nothing");
}

TEST(InferEffects, AnActionThatIsCalledAsksForWhatTheCallLeavesOpen) {
    const auto checked = check_game(R"(
global class G
{
    action Give { input number n { range 0..3; } effect { log($"{n}"); } }
}
function Open() { G.Give(); }
function Filled() { G.Give(n: 1); }
setup { Open(); Filled(); draw; }
)");

    EXPECT_EQ(effects_of_function(*checked, "Open"), "asks, logs");
    EXPECT_EQ(effects_of_function(*checked, "Filled"), "logs");
    EXPECT_EQ(effects_of_action(*checked, "Give"), "asks, logs");
}

TEST(InferEffects, CancelStaysInTheCalledAction) {
    const auto checked = check_game(R"(
global class G { action Try { effect { cancel; } } }
function Call() { G.Try(); }
setup { Call(); draw; }
)");

    EXPECT_EQ(effects_of_action(*checked, "Try"), "cancels");
    EXPECT_EQ(effects_of_function(*checked, "Call"), "nothing");
}

TEST(InferEffects, MakingSomethingRunsItsDefaultsAndThoseOfItsBases) {
    const auto checked = check_game(R"(
class Base { number n = random(6); }
class Derived : Base { default { log("made"); } }
class Fixed : Base { override number n = 3; }
setup { Derived d = new Derived(); Fixed f = new Fixed(); log($"{d.n} {f.n}"); draw; }
)");

    EXPECT_EQ(making(*checked, "Derived"), "random, logs");
    EXPECT_EQ(making(*checked, "Fixed"), "nothing");
}

TEST(InferEffects, MakingABoardMakesItsTilesAndMakingADeckItsCards) {
    const auto checked = check_game(R"(
tile Land { number gold = random(6); }
board Map { group Field { geometry square; grid Land[2][2]; default { log("made"); } } }
interactable Card { default { tell(0, "card"); } }
stack Pile { returns Card; contents { 2 Card; } }
setup { Map m = new Map(); Pile p = new Pile(); log($"{m} {p}"); draw; }
)");

    EXPECT_EQ(making(*checked, "Map"), "random, logs");
    EXPECT_EQ(making(*checked, "Pile"), "tells");
}

TEST(InferEffects, WhatIsTriedOutDoesNotCount) {
    const auto checked = check_game(R"(
global class G { List<number> xs = { 1 }; number n = 0; function bool Try(number x) { n += x; if (n > 3) { fail; } return true; } }
function bool Ask() { return G.xs.any(x: G.Try(x: x)); }
setup { if (Ask()) { draw; } }
)");

    EXPECT_EQ(effects_of_function(*checked, "Try"), "writes, fails");
    EXPECT_EQ(effects_of_function(*checked, "Ask"), "nothing");
    EXPECT_EQ(checked->said(), Said{});
}

TEST(InferEffects, EveryHypotheticalBlockRefusesToLog) {
    const auto checked = check_game(R"(
function bool Loud() { log("x"); return true; }
class Card
{
    number n = 0;
    visible viewer { log("x"); return true; }
    information { short { log("x"); return "card"; } }
}
global class G
{
    List<Card> cards = { new Card() };
    action Go
    {
        require { log("x"); return true; }
        trigger PlayerChoiceEvent { log("x"); return true; }
        input Card c { options this.cards; filter { log("x"); return true; } }
        effect
        {
            if (this.cards.any(d: Loud())) { turn.pass(); }
            choose { option "a" if (Loud()) { turn.pass(); } option "b" { turn.pass(); } }
        }
    }
}
)");

    EXPECT_EQ(checked->said(),
              (Said{"6: E0601", "7: E0601", "14: E0601", "15: E0601", "16: E0601", "19: E0602", "20: E0602"}));
}

TEST(InferEffects, TheNoteShowsWhereItHappensDeepDown) {
    const auto checked = check_game(R"(
function Deep() { tell(0, "x"); }
function Middle() { Deep(); }
function bool Check() { Middle(); return true; }
global class G { action Go { require { return Check(); } trigger PlayerChoiceEvent; effect { turn.pass(); } } }
)");

    ASSERT_EQ(checked->said(), Said{"5: E0602"});
    const Diagnostic& error = checked->diagnostics.all().front();
    ASSERT_EQ(error.notes.size(), 1U);
    EXPECT_EQ(checked->sources.file(error.notes[0].span.file).position(error.notes[0].span.begin).line, 2U);
    EXPECT_EQ(error.notes[0].text, "here it tells a player something");
    EXPECT_EQ(error.message(), "a `require` only tries things out, but `Check` tells a player something");
}

TEST(InferEffects, ShufflingIsOneMistakeNotTwo) {
    const auto checked = check_game(R"(
global class G
{
    List<number> xs = { 1, 2 };
    action Go { require { this.xs.shuffle(); return true; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
}
)");

    EXPECT_EQ(checked->said(), Said{"5: E0601"});
}

TEST(InferEffects, AfterTheEndOfTheGameOnlyTextsAreAllowed) {
    const auto checked = check_game(R"(
global class G
{
    number n = 0;
    action Stop { trigger PlayerChoiceEvent; effect { winner 0; } }
    action Texts
    {
        trigger GameEndEvent;
        effect
        {
            List<number> own = {};
            own.add(1);
            log($"{own} {event.places}");
            tell(0, "bye");
        }
    }
    action Changes { trigger GameEndEvent; effect { n += 1; } }
    action Asks { trigger GameEndEvent; input bool b; effect { log($"{b}"); } }
    action Calls { trigger GameEndEvent; effect { Count(); } }
    function Count() { n += 1; }
}
)");

    EXPECT_EQ(checked->said(), (Said{"17: E0603", "18: E0603", "19: E0604"}));
}

} // namespace
} // namespace tgdl
