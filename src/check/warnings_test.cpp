#include "check/check_text_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

using Said = std::vector<std::string>;

TEST(UnusedWarnings, AnActionThatNothingStarts) {
    const auto checked = check_game(R"(
global class G
{
    action Lost { effect { turn.pass(); } }
    action Called { effect { turn.pass(); } }
    action Chosen { trigger PlayerChoiceEvent; effect { this.Called(); } }
}
)");

    EXPECT_EQ(checked->said(), Said{"4: W0601"});
}

TEST(UnusedWarnings, AnActionWhoseOverrideHasATriggerCanStart) {
    const auto checked = check_game(R"(
class Base { action Go { effect { turn.pass(); } } }
class Derived : Base { override action Go { trigger PlayerChoiceEvent; effect { turn.pass(); } } }
setup { Derived d = new Derived(); d.assign(0); }
)");

    EXPECT_EQ(checked->said(), Said{});
}

TEST(UnusedWarnings, AnEventThatNobodyThrowsIsToldOnce) {
    const auto checked = check_game(R"(
event Storm { }
event Wind { }
event Breeze : Wind { }
global class G
{
    action One { trigger Storm; effect { turn.pass(); } }
    action Two { trigger Storm; effect { turn.pass(); } }
    action Three { trigger Wind; effect { turn.pass(); } }
}
setup { event.throw(new Breeze()); }
)");

    EXPECT_EQ(checked->said(), Said{"7: W0602"});
}

TEST(UnusedWarnings, AClassThatNothingMakes) {
    const auto checked = check_game(R"(
class Base { }
class Made : Base { }
class Never { action Go { effect { turn.pass(); } } }
tile Land { }
tile Sea { }
board Map { group Field { geometry square; grid { Land, b; } } }
connection Road { }
interactable Card { }
stack Pile { returns Card; contents { 3 Card; } }
setup { Made m = new Made(); Map map = new Map(); Pile p = new Pile(); log($"{m} {map} {p}"); draw; }
)");

    EXPECT_EQ(checked->said(), (Said{"4: W0603", "6: W0603", "8: W0603"}));
}

TEST(UnusedWarnings, ALibraryIsNotAskedWhatItIsFor) {
    const auto library = check_files({{"lib.tgdl", "class Purse { action Pay { effect { } } }"}}, "lib.tgdl");
    const auto game = check_files({{"lib.tgdl", "class Purse { action Pay { effect { } } }"},
                                   {"game.tgdl", "game \"x\"; players 2; import \"lib.tgdl\"; setup { draw; }"}});

    EXPECT_EQ(library->said(), Said{});
    EXPECT_EQ(game->said(), Said{});
}

TEST(UnusedWarnings, APhaseThatNobodyCanLeave) {
    const auto stuck = check_game(R"(
setup { turn.use("T"); }
global class G { number n = 0; action Go { trigger PlayerChoiceEvent; effect { n += 1; } } }
turn T { phase P { } }
)");
    const auto limited = check_game(R"(
global class G { number n = 0; action Go { require { return n < 3; } trigger PlayerChoiceEvent; effect { n += 1; } } }
turn T { phase P { } }
)");
    const auto ends = check_game(R"(
global class G { number n = 0; action Go { trigger PlayerChoiceEvent; effect { n += 1; } } }
goal End { require { return G.n > 3; } effect { draw; } }
turn T { phase P { } }
)");

    EXPECT_EQ(stuck->said(), Said{"4: W0604"});
    EXPECT_EQ(limited->said(), Said{});
    EXPECT_EQ(ends->said(), Said{});
}

TEST(FlowWarnings, ALoopThatCountsWithAPlayer) {
    const auto checked = check_game(R"(
setup
{
    for (player p = 0; p < player.count(); p += 1) { log($"{p}"); }
    for (player p = 0; p <= player.count() - 1; p++) { log($"{p}"); }
    for (player p = 1; p >= 0; p -= 1) { log($"{p}"); }
    player q = 0;
    while (player.count() > q) { q += 1; if (q == 1) { break; } }
    for (player p = 0; p < 2; p += 1) { log($"{p}"); }
    draw;
}
)");

    EXPECT_EQ(checked->said(), (Said{"4: W0605", "5: W0605", "6: W0605", "8: W0605", "9: W0605"}));
}

TEST(FlowWarnings, LoopsWithPlayersThatEndAreFine) {
    const auto checked = check_game(R"(
setup
{
    for (player p = player.active() + 1; p != player.active(); p += 1) { log($"{p}"); }
    for (player p = 0; p < 1; p += 1) { log($"{p}"); }
    for (number n = 0; n < player.count(); n += 1) { log($"{n}"); }
    foreach (player p in player.all()) { log($"{p}"); }
    draw;
}
)");

    EXPECT_EQ(checked->said(), Said{});
}

TEST(FlowWarnings, CodeThatIsNeverReached) {
    const auto checked = check_game(R"(
function number Sign(number n)
{
    if (n < 0) { return -1; } else { return 1; }
    log("never");
    log("told once");
}
setup
{
    foreach (number i in 1..3)
    {
        if (i == 2) { continue; log("never"); }
        log($"{Sign(n: i)}");
        break;
        log("never");
    }
    while (true) { if (random(2) == 0) { fail; } }
    draw;
}
)");

    EXPECT_EQ(checked->said(), (Said{"5: W0608", "12: W0608", "15: W0608", "18: W0608"}));
}

TEST(FlowWarnings, ALoopThatNothingEnds) {
    const auto checked = check_game(R"(
function Finish() { draw; }
function number Find() { while (true) { if (random(6) == 0) { return 1; } } }
setup
{
    if (Find() == 0) { while (true) { Finish(); } }
    if (Find() == 1) { for (;;) { if (Find() == 2) { break; } } }
    if (Find() == 2) { while (true) { foreach (number i in 1..3) { if (i == 2) { break; } } } }
    if (Find() == 3) { while (!false) { log("again"); } }
    draw;
}
)");

    EXPECT_EQ(checked->said(), (Said{"8: W0610", "9: W0610"}));
}

TEST(FlowWarnings, TheActivePlayerAfterAPass) {
    const auto checked = check_game(R"(
global class G
{
    action Wrong
    {
        trigger PlayerChoiceEvent;
        effect { turn.pass(); if (player.count() == 2) { log($"{player.active()}"); } log($"{player.active()}"); }
    }
    action Before { trigger PlayerChoiceEvent; effect { log($"{player.active()}"); turn.pass(player.active() + 1); } }
    action Same { trigger PlayerChoiceEvent; effect { turn.pass(player.active(), "P"); log($"{player.active()}"); } }
    action Branch
    {
        trigger PlayerChoiceEvent;
        effect { if (player.last() == 1) { turn.pass(); } else { log($"{player.active()}"); } }
    }
}
turn T { phase P { } }
)");

    EXPECT_EQ(checked->said(), Said{"7: W0607"});
}

TEST(ValueWarnings, ValuesThatAreLost) {
    const auto checked = check_game(R"(
global class G { number n = 0; List<number> xs = { 1 }; function number Twice() { return n * 2; } function Nothing() { } }
function number Bump() { G.n += 1; return G.n; }
class Empty { }
class Listed { default { G.n += 1; } }
setup
{
    G.n == 3;
    G.Twice();
    G.xs.contains(1);
    G.xs.where(x: x > 1);
    new Empty();
    Bump();
    G.xs.remove(1);
    G.Nothing();
    new Listed();
    G.n > 0 && Bump() > 0;
    draw;
}
)");

    EXPECT_EQ(checked->said(), (Said{"8: W0609", "9: W0609", "10: W0609", "11: W0609", "12: W0609"}));
}

TEST(ValueWarnings, AllPlayersInAListAreNoDraw) {
    const auto checked = check_game("setup { winner player.all(); }");

    ASSERT_EQ(checked->said(), Said{"1: W0606"});
    ASSERT_TRUE(checked->diagnostics.all().front().replacement.has_value());
    EXPECT_EQ(checked->diagnostics.all().front().replacement->text, "draw;");
}

TEST(ValueWarnings, ConditionsThatNeverHold) {
    const auto checked = check_game(R"(
global class G
{
    action Never { require { return false; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action Deaf { trigger MoveEvent { return !true; } effect { turn.pass(); } }
    action Idle { require { return true; } trigger PlayerChoiceEvent { return true; } effect { turn.pass(); } }
}
)");

    EXPECT_EQ(checked->said(), (Said{"4: W0613", "5: W0613", "6: W0628"}));
}

TEST(ValueWarnings, CancelWhereNoActionRuns) {
    const auto checked = check_game(R"(
function Stop() { cancel; }
global class G { action Go { trigger PlayerChoiceEvent; effect { Stop(); } } }
setup { Stop(); }
turn T { phase A { effect { Stop(); } } default { Stop(); return 0; } }
)");

    EXPECT_EQ(checked->said(), (Said{"4: W0614", "5: W0614", "5: W0614"}));
}

constexpr const char* kDeck = R"(
interactable Card { number n = 0; number secret = 0; visible secret viewer { return false; } }
stack Pile { returns Card; contents { 3 Card; } }
)";
constexpr const char* kMarket = "stack Market { returns Card; contents { 3 Card; } visible viewer { return true; } }";

TEST(HiddenWarnings, RulesThatGiveAwayWhatIsHidden) {
    const auto checked = check_game(std::string(kDeck) + R"(
global class G
{
    Pile pile = new Pile();
    action Top { require { return pile.peek().n == 1; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action Any { trigger PlayerChoiceEvent { return pile.any(c: c.n == 1); } effect { turn.pass(); } }
    action Search
    {
        trigger PlayerChoiceEvent;
        input Card c { options this.pile; filter { return c.n == 2; } }
        effect { turn.pass(); }
    }
    action Secret { trigger PlayerChoiceEvent; input Card c { return c.secret == 0; } effect { turn.pass(); } }
    action Walk
    {
        require { foreach (Card c in this.pile) { if (c.n == 3) { return true; } } return this.pile[0].n == 1; }
        trigger PlayerChoiceEvent;
        effect { turn.pass(); }
    }
}
)");

    EXPECT_EQ(checked->said(), (Said{"8: W0611", "9: W0611", "13: W0611", "16: W0611", "19: W0611"}));
}

TEST(HiddenWarnings, WhatIsOpenOrNotOfferedIsFine) {
    const auto checked = check_game(std::string(kDeck) + kMarket + R"(
event Ring { }
global class G
{
    Pile pile = new Pile();
    Market market = new Market();
    action Open { require { return market.peek().n == 1; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action Discards { require { return pile.discard_stack.any(c: c.n == 1); } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action Count { require { return pile.length > 3; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action React { trigger Ring { return pile.peek().n == 1; } effect { turn.pass(); } }
    action Late { trigger PlayerChoiceEvent; effect { event.throw(new Ring()); if (pile.peek().n == 1) { fail; } turn.pass(); } }
}
)");

    EXPECT_EQ(checked->said(), Said{});
}

TEST(HiddenWarnings, WhatAFunctionReadsIsReadByItsCaller) {
    const auto checked = check_game(std::string(kDeck) + R"(
function number Worth(Card card) { return card.n; }
function number TopWorth(Pile pile) { return Worth(pile.peek()); }
global class G
{
    Pile pile = new Pile();
    action Top { require { return TopWorth(pile) == 1; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action Filter
    {
        trigger PlayerChoiceEvent;
        input Card c { options this.pile; filter { return Worth(c) == 2; } }
        effect { turn.pass(); }
    }
    action Where { trigger PlayerChoiceEvent; input Card c { options pile.where(c: Worth(c) == 2); } effect { turn.pass(); } }
    action Range { trigger PlayerChoiceEvent; input number n { range 0..TopWorth(pile); } effect { turn.pass(); } }
    action Sorted { trigger PlayerChoiceEvent; input Card c { options ByWorth(pile); } effect { turn.pass(); } }
}
function List<Card> ByWorth(Pile pile)
{
    List<Card> cards = pile.where(c: true);
    cards.sortBy(c: Worth(c));
    return cards;
}
)");

    EXPECT_EQ(checked->said(), (Said{"10: W0611", "14: W0611", "17: W0611", "18: W0611", "19: W0611"}));
}

TEST(HiddenWarnings, FunctionsThatMayReadSomethingElseAreFine) {
    const auto checked = check_game(std::string(kDeck) + kMarket + R"(
function number Worth(Card card) { return card.n; }
function number Other(Pile pile, Market market)
{
    Card card = pile.peek();
    if (pile.length > 1) card = market.peek();
    return card.n;
}
function number Again(Card card, number times) { return times == 0 ? 0 : Again(card, times - 1); }
class Rule { function number Of(Pile pile) { return pile.peek().n; } }
class Mild : Rule { override function number Of(Pile pile) { return pile.length; } }
global class G
{
    Pile pile = new Pile();
    Market market = new Market();
    Rule rule = new Mild();
    action Open { require { return Worth(market.peek()) == 1; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action Assigned { require { return Other(pile, market) == 1; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action Ask { require { return rule.Of(pile) == 1; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action Blind { trigger PlayerChoiceEvent; input Card c { options pile; filter { return Again(c, 3) == 0; } } effect { turn.pass(); } }
    action Late { trigger PlayerChoiceEvent; effect { if (Worth(pile.peek()) == 1) { fail; } turn.pass(); } }
}
)");

    EXPECT_EQ(checked->said(), Said{});
}

TEST(HiddenWarnings, WhatIsShownByWhatIsHidden) {
    const auto checked = check_game(std::string(kDeck) + R"(
function number TopWorth(Pile pile) { return pile.peek().n; }
global class G
{
    Pile pile = new Pile();
    number mood = 0;
    bool open = false;
    number first = 1;
    number second = 2;
    number third = 3;
    visible mood viewer { return false; }
    visible first viewer { return mood > 2; }
    visible second viewer { return TopWorth(pile) > 2; }
    visible third viewer { return open; }
}
)");

    EXPECT_EQ(checked->said(), (Said{"15: W0615", "16: W0615"}));
}

TEST(HiddenWarnings, AnotherPlayersHandIsHiddenOnesOwnIsNot) {
    const auto checked = check_game(R"(
player class Seat
{
    number gold = 3;
    visible gold viewer { return viewer == this.player; }
    action Own { require { return this.gold > 1 && Seat[player.active()].gold > 1; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
    action Other { require { return Seat[player.active() + 1].gold > 1; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
}
)");

    EXPECT_EQ(checked->said(), Said{"7: W0611"});
}

// Who is what only each knows for themselves.
constexpr const char* kKnights = R"(
player class Knight
{
    string role = "good";
    bool shown = false;
    number coins = 3;
    List<number> dice = {};
    visible role viewer { return viewer == this.player || this.shown; }
    visible coins, dice viewer { return viewer == this.player; }
    function bool IsEvil() { return role == "evil"; }
}
function bool Evil(player p) { return Knight[p].role == "evil"; }
function bool Mine(Knight k) { return k.player == player.active(); }
)";

TEST(HiddenWarnings, InputsThatGiveAwayWhatOthersHide) {
    const auto checked = check_game(std::string(kKnights) + R"(
action Filter { trigger PlayerChoiceEvent; input player victim { return Knight[victim].role == "evil"; } effect { turn.pass(); } }
action Thing { trigger PlayerChoiceEvent; input Knight k { filter { return k.role == "evil"; } } effect { turn.pass(); } }
action Named { trigger PlayerChoiceEvent; input List<Knight> ks { filter k { return k.coins > 2; } } effect { turn.pass(); } }
action Options { trigger PlayerChoiceEvent; input player p { options player.all().where(q: Knight[q].role == "evil"); } effect { turn.pass(); } }
action Range { trigger PlayerChoiceEvent; input player p; input number n { range 1..Knight[p].coins; } effect { turn.pass(); } }
action Count { trigger PlayerChoiceEvent; input List<player> ps { count all<Knight>().count(k: k.coins > 2); } effect { turn.pass(); } }
action Called { trigger PlayerChoiceEvent; input player victim { return Evil(victim); } effect { turn.pass(); } }
action Method { trigger PlayerChoiceEvent; input Knight k { return k.IsEvil(); } effect { turn.pass(); } }
action Next { trigger PlayerChoiceEvent; input player victim { return Knight[victim + 1].coins > 2; } effect { turn.pass(); } }
action Local { trigger PlayerChoiceEvent; input player victim { Knight k = Knight[victim]; return k.coins > 2; } effect { turn.pass(); } }
action Inside { trigger PlayerChoiceEvent; effect { input player victim { return Knight[victim].coins > 2; } turn.pass(); } }
turn Day { phase Vote { players player.all() input player p { filter { return p != chooser && Knight[p].role == "evil"; } } effect { turn.pass(); } } phase Wait { } }
action Loop { require { foreach (player p in player.all()) { if (Knight[p].coins > 3) { return true; } } return false; } trigger PlayerChoiceEvent; effect { turn.pass(); } }
)");

    Said every;
    for (int line = 15; line <= 27; ++line) {
        every.push_back(std::to_string(line) + ": W0611");
    }
    EXPECT_EQ(checked->said(), every);
}

TEST(HiddenWarnings, InputsThatReadWhatTheirChooserSeesAreFine) {
    const auto checked = check_game(std::string(kKnights) + R"(
action Own { trigger PlayerChoiceEvent; input number n { range 1..Knight[player.active()].coins; } effect { turn.pass(); } }
action Owned { trigger PlayerChoiceEvent; input Knight k { return k.player == player.active() && k.coins > 2; } effect { turn.pass(); } }
action Asked { trigger PlayerChoiceEvent; input Knight k { filter { return Mine(k); } filter { return k.coins > 2; } } effect { turn.pass(); } }
action Same { trigger PlayerChoiceEvent; input player p { return p == player.active() && Knight[p].coins > 2; } effect { turn.pass(); } }
action Shown { trigger PlayerChoiceEvent; input player p { return Knight[p].shown && Knight[p].role == "evil"; } effect { turn.pass(); } }
action ShownCall { trigger PlayerChoiceEvent; input player p { return Knight[p].shown && Evil(p); } effect { turn.pass(); } }
action Early { trigger PlayerChoiceEvent; input player p { if (!Knight[p].shown) { return false; } return Evil(p); } effect { turn.pass(); } }
action Offered { trigger PlayerChoiceEvent; input Knight k { options all<Knight>(player.active()); filter { return k.coins > 2; } } effect { turn.pass(); } }
action Theirs { trigger PlayerChoiceEvent; input player p; player p input number n { range 1..Knight[p].coins; } effect { turn.pass(); } }
turn Day { phase Vote { players player.all() input number n { range 0..Knight[chooser].coins; } effect { turn.pass(); } } phase Wait { } }
action Length { trigger PlayerChoiceEvent; input number n { range 0..player.all().sum(p: Knight[p].dice.length); } effect { turn.pass(); } }
action Effect { trigger PlayerChoiceEvent; input player p; effect { if (Knight[p].role == "evil") { fail "evil"; } turn.pass(); } }
)");

    EXPECT_EQ(checked->said(), Said{});
}

// Its condition is asked the other way round.
TEST(HiddenWarnings, AskingForTheOppositeOfWhatShowsItShowsNothing) {
    const auto checked = check_game(std::string(kKnights) + R"(
action Not { trigger PlayerChoiceEvent; input player p { return !Knight[p].shown && Knight[p].role == "evil"; } effect { turn.pass(); } }
)");

    EXPECT_EQ(checked->said(), Said{"15: W0611"});
}

TEST(HiddenWarnings, ATextMadeBeforeShowsEverything) {
    const auto checked = check_game(std::string(kDeck) + kMarket + R"(
setup
{
    Pile pile = new Pile();
    Market market = new Market();
    string hidden = $"top {pile.peek().n}";
    string open = $"top {market.peek().n}";
    string taken = $"took {pile.pop().n}";
    log(hidden);
    log($"see: {hidden}");
    log(open + taken);
    log($"top {pile.peek().n}");
    draw;
}
)");

    EXPECT_EQ(checked->said(), (Said{"12: W0612", "13: W0612"}));
}

TEST(HiddenWarnings, WhatIsComputedInATextIsShownToWhomMaySeeIt) {
    const auto checked = check_game(R"(
player class Seat
{
    number secret = 3;
    number open = 4;
    number unseen = 5;
    visible secret viewer { return viewer == this.player; }
    visible unseen viewer { return false; }
}
setup
{
    log($"{Seat[0].secret + 1}");
    log($"{Seat[0].secret:2} and more");
    log("doubled: " + 2 * Seat[1].unseen);
    tell(0, $"{Seat[0].unseen + 1}");
    log($"{Seat[0].secret} {Seat[1].unseen} {Seat[0].open + 1}");
    tell(0, $"{Seat[0].secret + 1}");
    draw;
}
)");

    EXPECT_EQ(checked->said(), Said{});
}

TEST(HiddenWarnings, ATextThatAFunctionMadeBeforeShowsEverything) {
    const auto checked = check_game(std::string(kDeck) + R"(
function string Top(Pile pile) { return $"top {pile.peek().n}"; }
function string Size(Pile pile) { return $"{pile.length} cards"; }
function string Draw(Pile pile) { return $"took {pile.pop().n}"; }
setup
{
    Pile pile = new Pile();
    log(Top(pile));
    tell(0, $"see: {Top(pile)}");
    log($"{Size(pile)}: {Draw(pile)}");
    string top = Top(pile);
    log(top);
    draw;
}
)");

    EXPECT_EQ(checked->said(), Said{"15: W0612"});
}

} // namespace
} // namespace tgdl
