// Disclosure by a choice, and so whether it may be undone: docs/decisions/0013.
#include "api/engine.h"
#include "api/memory_loader.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace tgdl {
namespace {

// Cards that only their owner sees, a face-down deck, and one action for each way to give something away or not.
constexpr std::string_view kTable = R"(
game "table";
players 2;

interactable Card { number rank = 0; information { short { return $"{this.rank}"; } } }
stack Deck { returns Card; }
stack Shown { returns Card; visible viewer { return true; } }
player stack Hand { returns Card; }
tile Square { number marks = 0; }
global board Board { group Grid { geometry square; grid Square[2][2]; } }
global class Rules
{
    Deck deck = new Deck();
    Deck away = new Deck();
    Shown shown = new Shown();
    number points = 0;
    number secret = 3;
    bool opened = false;
    visible secret viewer { return this.opened; }
}
setup
{
    foreach (number i in 1..8) { Rules.deck.push(new Card() { rank = i }); }
    foreach (player p in player.all())
    {
        foreach (number i in 1..3) { Hand[p].push(Rules.deck.pop()); }
    }
}

action Mark
{
    trigger PlayerChoiceEvent;
    input Square where;
    effect { where.marks += 1; log($"{where} is marked"); turn.pass(); }
}
action Roll { trigger PlayerChoiceEvent; effect { Rules.points += random(1, 6); } }
action Draw { trigger PlayerChoiceEvent; effect { Hand[player.active()].push(Rules.deck.pop()); } }
action Show
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; filter { return card.rank > 0; } }
    effect { Rules.shown.push(card); }
}
action Hide
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; }
    effect { Rules.away.push(card); }
}
action Guess
{
    trigger PlayerChoiceEvent;
    input number guess { range 1..4; }
    effect { if (guess == Rules.secret) { Rules.points += 1; } }
}
action Burn
{
    trigger PlayerChoiceEvent;
    effect { Card gone = Rules.deck.pop(); if (gone.rank > 1) { Rules.points += 1; } }
}
action Open { trigger PlayerChoiceEvent; effect { Rules.opened = true; } }
action Remember
{
    trigger PlayerChoiceEvent;
    effect
    {
        number known = Rules.secret;
        input bool tell_it;
        if (tell_it) { Rules.points = known; }
    }
}
action Forget
{
    trigger PlayerChoiceEvent;
    effect
    {
        input bool sure;
        if (sure) { Rules.points = 0; }
    }
}
)";

Game game_of(std::string_view text) {
    MemoryLoader loader;
    loader.add("game.tgdl", std::string(text));
    const LoadedRules rules = load_rules(loader, "game.tgdl");
    EXPECT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
    return {rules.program, {}};
}

void choose(Game& game, std::string_view text) {
    const std::vector<std::string> options = game.option_texts();
    const auto found = std::ranges::find(options, text);
    ASSERT_NE(found, options.end()) << text;
    game.choose(static_cast<std::size_t>(found - options.begin()));
}

// Of the last of these choices.
Disclosure given_by(std::initializer_list<std::string_view> choices, std::string_view rules = kTable) {
    Game game = game_of(rules);
    for (const std::string_view choice : choices) {
        choose(game, choice);
    }
    return game.disclosure_of(game.position() - 1);
}

TEST(Disclosure, WhatEverybodySeesGivesNothingAway) {
    EXPECT_EQ(given_by({"Mark"}), Disclosure::Nothing);
    EXPECT_EQ(given_by({"Mark", "Grid(0,1)"}), Disclosure::Nothing);
}

TEST(Disclosure, ARandomNumberIsChance) {
    EXPECT_EQ(given_by({"Roll"}), Disclosure::Chance);
}

TEST(Disclosure, ADrawnCardIsShownToWhoDrawsIt) {
    EXPECT_EQ(given_by({"Draw"}), Disclosure::SecretShown);
}

TEST(Disclosure, LookingAtOnesOwnCardsGivesNothingAwayUntilOneIsPlayed) {
    EXPECT_EQ(given_by({"Show"}), Disclosure::Nothing);
    EXPECT_EQ(given_by({"Show", "8"}), Disclosure::SecretShown);
}

TEST(Disclosure, ACardThatIsPutAwayFaceDownGivesNothingAway) {
    EXPECT_EQ(given_by({"Hide", "8"}), Disclosure::Nothing);
}

TEST(Disclosure, WhatFollowsFromASecretTellsOfIt) {
    EXPECT_EQ(given_by({"Guess"}), Disclosure::Nothing);
    EXPECT_EQ(given_by({"Guess", "1"}), Disclosure::SecretUsed);
}

TEST(Disclosure, AHiddenCardThatIsReadAndThenGoneIsUsed) {
    EXPECT_EQ(given_by({"Burn"}), Disclosure::SecretUsed);
}

TEST(Disclosure, AnAttributeThatIsOpenedIsShown) {
    EXPECT_EQ(given_by({"Open"}), Disclosure::SecretShown);
    EXPECT_EQ(given_by({"Open", "Guess", "1"}), Disclosure::Nothing);
}

TEST(Disclosure, WhatTheRulesRememberWithinAMoveCountsToItsEnd) {
    EXPECT_EQ(given_by({"Remember", "true"}), Disclosure::SecretUsed);
    EXPECT_EQ(given_by({"Forget", "true"}), Disclosure::Nothing);
}

// Opened by what it is itself, and looked at by an action that is tried first.
constexpr std::string_view kOpensItself = R"(
game "opens_itself";
players 2;
global class Rules
{
    number level = 1;
    visible level viewer { return this.level > 0; }
}
action Climb { trigger PlayerChoiceEvent; effect { if (Rules.level > 3) { fail; } Rules.level += 1; } }
)";

TEST(Disclosure, WhatAVisibleBlockReadsIsNotLookedAtAgainAndAgain) {
    MemoryLoader loader;
    loader.add("game.tgdl", std::string(kOpensItself));
    GameStart start;
    start.limits.depth = 10'000'000; // who goes round in circles comes to the end of the stack
    Game game(load_rules(loader, "game.tgdl").program, start);

    choose(game, "Climb");

    EXPECT_EQ(game.disclosure_of(0), Disclosure::Nothing);
}

TEST(Disclosure, EachChoiceIsJudgedByItself) {
    Game game = game_of(kTable);
    for (const std::string_view choice : {"Roll", "Mark", "Grid(1,1)"}) {
        choose(game, choice);
    }

    EXPECT_EQ(game.disclosure_of(2), Disclosure::Nothing);
    EXPECT_EQ(game.disclosure_of(1), Disclosure::Nothing);
    EXPECT_EQ(game.disclosure_of(0), Disclosure::Chance);
}

constexpr std::string_view kTogether = R"(
game "together";
players 2;
global class Rules { number points = 0; }
action Show { trigger PlayerChoiceEvent; input number fingers { range 1..5; } effect { Rules.points += fingers; } }
turn Round { phase Deal { effect { turn.pass(player.all(), "Choose"); } } phase Choose { } }
)";

TEST(Disclosure, WhatIsChosenTogetherIsSecretUntilTheLastHasChosen) {
    EXPECT_EQ(given_by({"Show", "2"}, kTogether), Disclosure::Nothing);
    EXPECT_EQ(given_by({"Show", "2", "Show"}, kTogether), Disclosure::Nothing);
    EXPECT_EQ(given_by({"Show", "2", "Show", "3"}, kTogether), Disclosure::SecretUsed);
}

TEST(Disclosure, ThoseWhoChooseTogetherDoNotAnswerEachOther) {
    Game game = game_of(kTogether);
    choose(game, "Show");
    choose(game, "2");
    choose(game, "Show");

    EXPECT_EQ(game.disclosure_of(0), Disclosure::Nothing);
    EXPECT_EQ(game.disclosure_of(1), Disclosure::Nothing);
    choose(game, "3");
    choose(game, "Show");
    choose(game, "1");
    choose(game, "Show");
    EXPECT_EQ(game.disclosure_of(0), Disclosure::Answered); // in the round after
}

// Each holds a card that the other does not see, and says what they do in turn.
constexpr std::string_view kBetting = R"(
game "betting";
players 2;
interactable Card { number rank = 0; }
player stack Hand { returns Card; }
global class Pot { number coins = 2; }
setup { foreach (player p in player.all()) { Hand[p].push(new Card() { rank = p as number }); } }
action Check { trigger PlayerChoiceEvent; effect { turn.pass(); } }
action Bet { trigger PlayerChoiceEvent; effect { Pot.coins += 1; turn.pass(); } }
)";

TEST(Disclosure, AChoiceThatAnotherPlayerHasAnsweredIsFinal) {
    Game game = game_of(kBetting);
    choose(game, "Check");
    EXPECT_EQ(game.disclosure_of(0), Disclosure::Nothing);

    choose(game, "Bet");

    EXPECT_EQ(game.disclosure_of(1), Disclosure::Nothing);
    EXPECT_EQ(game.disclosure_of(0), Disclosure::Answered);
}

TEST(Disclosure, AnAnswerThatWasTakenBackHasBeenSeen) {
    Game game = game_of(kBetting);
    choose(game, "Check");
    choose(game, "Bet");

    game.undo();

    EXPECT_EQ(game.disclosure_of(0), Disclosure::Answered);
}

// Each is asked in turn, and nobody sees what the others have said before all have.
constexpr std::string_view kHands = R"(
game "hands";
players 3;
global class Rules { number points = 0; }
turn Round
{
    phase Show
    {
        players player.all() input number hand { range 1..2; }
        effect { Rules.points += hand[0] + hand[1] + hand[2]; }
    }
}
)";

TEST(Disclosure, TheLastOfSeveralWhoAreAskedLearnsWhatTheOthersSaid) {
    EXPECT_EQ(given_by({"1"}, kHands), Disclosure::Nothing);
    EXPECT_EQ(given_by({"1", "2"}, kHands), Disclosure::Nothing);
    EXPECT_EQ(given_by({"1", "2", "1"}, kHands), Disclosure::SecretUsed);
    EXPECT_EQ(given_by({"1", "2", "1", "1"}, kHands), Disclosure::Nothing);
}

// The same without a word that says so.
constexpr std::string_view kBids = R"(
game "bids";
players 2;
global class Rules { number points = 0; }
action Bid
{
    trigger PlayerChoiceEvent;
    effect
    {
        player 1 input number theirs { range 1..2; }
        player 0 input number mine { range 1..2; }
        Rules.points += mine > theirs ? 1 : 0;
    }
}
)";

TEST(Disclosure, WhatAnotherPlayerSaidInTheSameMoveMayComeToLight) {
    EXPECT_EQ(given_by({"Bid"}, kBids), Disclosure::Nothing);
    EXPECT_EQ(given_by({"Bid", "1", "2"}, kBids), Disclosure::SecretUsed);
}

// Who is asked off turn has an answer, and who is not has none.
constexpr std::string_view kAnswers = R"(
game "answers";
players 2;
interactable Card { number rank = 0; }
player stack Hand { returns Card; }
global class Rules { number points = 0; }
setup { Hand[1].push(new Card() { rank = 7 }); }
action Ask { trigger PlayerChoiceEvent; effect { Rules.points += 1; } }
action Answer
{
    trigger OffTurnChoiceEvent;
    input Card card { options Hand[1]; filter { return card.rank == 7; } }
    effect { Rules.points += 2; }
}
)";

TEST(Disclosure, BeingAskedOffTurnTellsThatThereIsAnAnswer) {
    EXPECT_EQ(given_by({"Ask"}, kAnswers), Disclosure::SecretUsed);
}

TEST(Disclosure, AGameWithoutSecretsAndChanceGivesNothingAway) {
    constexpr std::string_view kOpen = R"(
game "open"; players 2;
global class Rules { number points = 0; }
action Take { trigger PlayerChoiceEvent; effect { Rules.points += 1; turn.pass(); } }
)";
    Game game = game_of(kOpen);
    choose(game, "Take");
    choose(game, "Take");
    EXPECT_EQ(game.disclosure_of(1), Disclosure::Nothing);
    EXPECT_EQ(game.disclosure_of(0), Disclosure::Nothing); // what another player answers tells nothing new
}

} // namespace
} // namespace tgdl
