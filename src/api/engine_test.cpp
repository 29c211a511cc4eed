#include "api/engine.h"

#include "api/memory_loader.h"
#include "bots/random_bot.h"
#include "match/moves.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

constexpr std::string_view kNim = R"(
game "nim";
players 2..3;

global class Heap { number stones = 5; }

action Take
{
    trigger PlayerChoiceEvent;
    input number count { range 1..2; filter { return count <= Heap.stones; } }
    effect
    {
        Heap.stones -= count;
        log($"{player.active()} takes {count}");
        if (Heap.stones == 0) { winner player.active(); }
        turn.pass();
    }
}
)";

constexpr std::string_view kCards = R"(
game "cards";
players 2;

interactable Card { number rank = 0; information { short { return $"card {this.rank}"; } } }
stack Deck { returns Card; }
player stack Hand { returns Card; }

global class Rules { Deck deck = new Deck(); }

setup
{
    foreach (number i in 1..8) { Rules.deck.push(new Card() { rank = i }); }
    Rules.deck.shuffle();
    foreach (player p in player.all())
    {
        foreach (number i in 1..3) { Hand[p].push(Rules.deck.pop()); }
    }
}

action Play
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; }
    effect { Rules.deck.discard(card); turn.pass(); }
}
)";

LoadedRules load(std::string_view text) {
    MemoryLoader loader;
    loader.add("game.tgdl", std::string(text));
    LoadedRules rules = load_rules(loader, "game.tgdl");
    EXPECT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
    return rules;
}

TEST(Engine, LoadsChecksAndCompilesFromMemory) {
    const LoadedRules rules = load(kNim);

    EXPECT_EQ(rules.program->game, "nim");
    EXPECT_TRUE(accepts_players(*rules.program, 3));
    EXPECT_FALSE(accepts_players(*rules.program, 4));
}

TEST(Engine, TellsALibraryFromAGameAndGivesNoProgramWithErrors) {
    MemoryLoader loader;
    loader.add("library.tgdl", "class Card { }");
    loader.add("broken.tgdl", "game \"x\"; players 2; class Card { Nothing x; }");

    EXPECT_TRUE(load_rules(loader, "library.tgdl").is_library);
    EXPECT_EQ(load_rules(loader, "library.tgdl").program, nullptr);
    EXPECT_TRUE(load_rules(loader, "broken.tgdl").diagnostics.has_errors());
    EXPECT_EQ(load_rules(loader, "absent.tgdl").problem, LoadProblem::NotFound);
}

TEST(Engine, PlaysToTheResultAndRemembersWhatWasTold) {
    Game game(load(kNim).program, {});

    for (const std::size_t choice : {0U, 1U, 0U, 1U, 0U, 0U}) {
        game.choose(choice);
    }

    ASSERT_EQ(game.status(), MatchStatus::Finished);
    EXPECT_EQ(game.result().places, (std::vector<std::vector<std::uint32_t>>{{0}, {1}}));
    ASSERT_EQ(game.texts().size(), 3U);
    EXPECT_EQ(game.texts()[0].text, "0 takes 2");
}

TEST(Engine, UndoesAndRedoesWithWhatWasTold) {
    Game game(load(kNim).program, {});
    game.choose(0);
    game.choose(0);
    const std::uint64_t after_one = game.hash();
    game.choose(0);
    game.choose(0);

    EXPECT_TRUE(game.undo());
    EXPECT_TRUE(game.undo());

    EXPECT_EQ(game.hash(), after_one);
    EXPECT_EQ(game.texts().size(), 1U);
    EXPECT_TRUE(game.redo());
    EXPECT_TRUE(game.redo());
    EXPECT_FALSE(game.redo());
    EXPECT_EQ(game.texts().size(), 2U);
    EXPECT_TRUE(game.go_to(0));
    EXPECT_FALSE(game.undo());
}

TEST(Engine, ForgetsWhatCouldBeRedoneWhenAnotherWayIsTaken) {
    Game game(load(kNim).program, {});
    game.choose(0);
    game.choose(0);
    game.undo();

    game.choose(1);

    EXPECT_FALSE(game.redo());
    ASSERT_EQ(game.choices().size(), 2U);
    EXPECT_EQ(game.choices()[1].option, 1U);
}

TEST(Engine, KeepsEachChoiceInTheWordsInWhichItWasAsked) {
    Game game(load(kNim).program, {});

    game.choose(0);
    game.choose(1);

    ASSERT_EQ(game.choices().size(), 2U);
    const ChoiceMade& made = game.choices()[1];
    EXPECT_EQ(made.player, 0U);
    EXPECT_EQ(made.question, "count [number]");
    EXPECT_EQ(made.text, "2");
    EXPECT_EQ(made.options, 2U);
    EXPECT_EQ(made.digest, digest_of({0, "count [number]", {"1", "2"}}));
    EXPECT_NE(made.digest, digest_of({0, "count [number]", {"1", "3"}}));
    EXPECT_NE(made.digest, digest_of({1, "count [number]", {"1", "2"}}));
}

TEST(Engine, HashIsTheSameForTheSamePositionOnAnotherWay) {
    const LoadedRules rules = load(kNim);
    Game one(rules.program, {});
    Game other(rules.program, {});

    for (const std::size_t choice : {0U, 0U, 0U, 1U}) { // 1, then 2
        one.choose(choice);
    }
    for (const std::size_t choice : {0U, 1U, 0U, 0U}) { // 2, then 1
        other.choose(choice);
    }

    EXPECT_EQ(one.hash(), other.hash());
}

TEST(Engine, AMoveThatFailsInTooManyWaysToTryIsOfferedAndRefusedLate) {
    const LoadedRules rules = load(R"(
        game "x"; players 2;
        action Guess
        {
            trigger PlayerChoiceEvent;
            input number a { range 0..9; }
            input number b { range 0..9; }
            input number c { range 0..9; }
            effect { if (a + b + c >= 0) { fail "never right"; } }
        }
        action Wait { trigger PlayerChoiceEvent; effect { turn.pass(); } }
    )");
    GameStart start;
    Game all_tried(rules.program, start);
    start.limits.steps = 1000;
    Game few_tried(rules.program, start);

    EXPECT_EQ(all_tried.option_texts(), std::vector<std::string>{"Wait"});
    ASSERT_EQ(few_tried.option_texts(), (std::vector<std::string>{"Guess", "Wait"}));
    few_tried.choose(0);
    while (!few_tried.decision().begins_move) {
        few_tried.choose(0);
    }
    EXPECT_EQ(few_tried.status(), MatchStatus::Waiting);
}

TEST(Engine, SaysWhyAChoiceIsRefusedInAReactionThatMayCancel) {
    const LoadedRules rules = load(R"(
game "reasons";
players 1;
event Go { }
action Act { trigger PlayerChoiceEvent; effect { event.throw(new Go()); } }
action React
{
    trigger Go;
    effect
    {
        if (player.count() > 5) { cancel; }
        input number n { range 1..2; }
        if (n == 2) { fail "two are too many"; }
        winner 0;
    }
}
)");
    Match match(rules.program, 1, MatchSeed::from(1));
    ASSERT_EQ(match.decision().options.size(), 1U);
    match.choose(0);
    ASSERT_EQ(match.decision().options.size(), 1U);

    const std::vector<Refusal> refusals = match.refusals();

    ASSERT_EQ(refusals.size(), 1U);
    EXPECT_EQ(refusals[0].text, "2");
    EXPECT_EQ(refusals[0].reason, "two are too many");
}

TEST(View, ShowsAHandToItsOwnerAlone) {
    Game game(load(kCards).program, {});

    const std::string own = game.view(0)["decks"].dump();
    const std::string others = game.view(1)["decks"].dump();

    const std::string top = game.match().option_text(game.decision(), 0); // `Play`: one action
    EXPECT_EQ(top, "Play");
    EXPECT_NE(own, others);
    EXPECT_NE(game.view(kSpectator)["decks"].dump().find("a hidden Card"), std::string::npos);
    EXPECT_EQ(game.view(kSpectator)["decks"].dump().find("card 1"), std::string::npos);
}

TEST(View, NamesTheTilesThatATileOfAGraphLeadsTo) {
    Game game(load(R"(
        game "x"; players 2;
        tile Town { }
        global board Map
        {
            group Roads
            {
                geometry graph;
                tiles { Town Rome, Milan, Turin; }
                adjacency { Rome <-> Milan; Milan 4 -> Turin; }
            }
            group Isle
            {
                geometry graph;
                tiles { Town Elba; }
            }
            borders { Roads.Rome -> Isle.Elba; }
        }
    )")
                  .program,
              {});

    const nlohmann::json groups = game.view(0)["boards"][0]["groups"];

    const nlohmann::json& towns = groups[0]["tiles"];
    EXPECT_EQ(towns[0]["place"], "Roads.Rome");
    EXPECT_EQ(towns[0]["connections"].dump(), R"([{"to":"Roads.Milan"},{"to":"Isle.Elba"}])");
    EXPECT_EQ(towns[1]["connections"].dump(), R"([{"to":"Roads.Rome"},{"distance":4.0,"to":"Roads.Turin"}])");
    EXPECT_EQ(towns[2]["connections"].dump(), "[]");
    EXPECT_EQ(groups[1]["tiles"][0]["connections"].dump(), "[]");
}

TEST(View, NamesATileThatWasAddedToAGraphByItsText) {
    Game game(load(R"(
        game "x"; players 2;
        tile Town { }
        tile Port : Town { information { short { return "the port"; } } }
        global board Map { group Roads { geometry graph; tiles { Town Rome; } } }
        setup
        {
            Town town = new Town();
            Map.Roads.add(town);
            town.connect(Map.Roads.Rome);
            Map.Roads.add(new Port());
        }
    )")
                  .program,
              {});

    const nlohmann::json towns = game.view(0)["boards"][0]["groups"][0]["tiles"];

    EXPECT_EQ(towns[1]["name"], "Town#2");
    EXPECT_EQ(towns[1]["place"], "Town#2");
    EXPECT_EQ(towns[1]["connections"].dump(), R"([{"to":"Roads.Rome"}])");
    EXPECT_EQ(towns[2]["name"], "the port");
    EXPECT_FALSE(towns[1].contains("x") || towns[2].contains("x"));
}

TEST(View, TellsWhichTilesOfAGridAreConnectedOtherwise) {
    Game game(load(R"(
        game "x"; players 2;
        tile Field { }
        global board Land
        {
            group Grid
            {
                geometry square;
                grid Field[3][1];
                adjacency { (0,0) x-> (1,0); }
            }
        }
    )")
                  .program,
              {});

    const nlohmann::json tiles = game.view(0)["boards"][0]["groups"][0]["tiles"];

    EXPECT_EQ(tiles[0]["connections"].dump(), "[]");
    EXPECT_FALSE(tiles[1].contains("connections"));
    EXPECT_FALSE(tiles[2].contains("connections"));
    EXPECT_EQ(tiles[2]["place"], "Grid(2,0)");
}

TEST(View, LeavesOutConnectionsThatAreHidden) {
    Game game(load(R"(
        game "x"; players 2;
        tile Town { }
        connection Tunnel { visible viewer { return viewer == 1; } }
        global board Map
        {
            group Roads
            {
                geometry graph;
                tiles { Town Rome, Milan; }
                adjacency { Rome 1 -> Milan by Tunnel; }
            }
        }
    )")
                  .program,
              {});

    EXPECT_EQ(game.view(0)["boards"][0]["groups"][0]["tiles"][0]["connections"].size(), 0U);
    EXPECT_EQ(game.view(1)["boards"][0]["groups"][0]["tiles"][0]["connections"].size(), 1U);
}

TEST(View, TellsOnlyWhoDecidesWhatIsAsked) {
    Game game(load(kCards).program, {});

    EXPECT_EQ(game.view(0)["decision"]["options"].size(), 1U);
    EXPECT_FALSE(game.view(1)["decision"].contains("options"));
    EXPECT_EQ(game.view(1)["decision"]["player"], 0);
}

TEST(View, SaysOfEachOptionWhatItIs) {
    using Json = nlohmann::json;
    Game game(load(kNim).program, {});

    const Json action = game.view(0)["decision"];
    game.choose(0);
    const Json input = game.view(0)["decision"];

    EXPECT_EQ(action["offers"], Json::array({{{"kind", "action"}, {"action", "Take"}}}));
    EXPECT_EQ(input["type"], "number");
    EXPECT_EQ(input["list"], false);
    EXPECT_EQ(input["offers"], Json::array({{{"kind", "value"}, {"type", "number"}, {"value", 1}},
                                            {{"kind", "value"}, {"type", "number"}, {"value", 2}}}));
}

TEST(Determinize, AgreesWithAllThatThePlayerSees) {
    Game game(load(kCards).program, {});
    bool differs = false;

    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Match sampled = game.determinize(0, seed);
        EXPECT_EQ(view(sampled, 0), view(game.match(), 0)) << seed;
        differs = differs || sampled.hash() != game.hash();
    }

    EXPECT_TRUE(differs);
}

// Player 1 is asked to answer with the one card of eight that they may answer with.
constexpr std::string_view kAnswers = R"(
game "answers";
players 2;

interactable Card { number rank = 0; }
stack Deck { returns Card; }
player stack Hand { returns Card; }

global class Rules { Deck deck = new Deck(); }

setup
{
    foreach (number i in 1..8) { Rules.deck.push(new Card() { rank = i }); }
    Hand[1].push(Rules.deck.pop());
}

action Ask
{
    trigger PlayerChoiceEvent;
    effect
    {
        player 1 input Card answer { options Hand[1]; filter { return answer.rank == 8; } }
        Rules.deck.push(answer);
    }
}
)";

TEST(Determinize, StillAsksWhoIsAskedForWhatTheyHold) {
    Game game(load(kAnswers).program, {});
    game.choose(0);
    ASSERT_EQ(game.decision().player, 1U);

    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Match sampled = game.determinize(0, seed);

        EXPECT_EQ(sampled.decision().player, 1U);
        EXPECT_EQ(view(sampled, 0), view(game.match(), 0)) << seed;
    }
}

// Player 1 begins because of a card; without it there is nothing to choose, and the cards are dealt again.
constexpr std::string_view kLeads = R"(
game "leads";
players 2;

interactable Card { number rank = 0; }
stack Deck { returns Card; default { foreach (number i in 1..8) { this.push(new Card() { rank = i }); } } }
player stack Hand { returns Card; }

global class Rules { Deck deck = new Deck(); }

turn Round
{
    phase Deal
    {
        foreach (player p in player.all())
        {
            while (Hand[p].length > 0) { Rules.deck.push(Hand[p].pop()); }
        }
        Rules.deck.shuffle();
        foreach (number i in 1..3) { foreach (player p in player.all()) { Hand[p].push(Rules.deck.pop()); } }
        if (Hand[1].any(c: c.rank == 8)) { turn.pass(1, "Play"); } else { turn.pass(1, "Deal"); }
    }
    phase Play { }
}

action Lead
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; filter { return card.rank == 8; } }
    effect { winner player.active(); }
}
)";

TEST(Determinize, DoesNotGoOnWhereNobodyCouldChoose) {
    Game game(load(kLeads).program, {});
    ASSERT_EQ(game.decision().player, 1U);

    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Match sampled = game.determinize(0, seed);

        EXPECT_EQ(view(sampled, 0), view(game.match(), 0)) << seed;
    }
}

TEST(Moves, ALineOfDecisionsIsOneMove) {
    Game game(load(kNim).program, {});
    Match failed(game.match());
    std::vector<std::uint64_t> counts;

    ASSERT_EQ(count_moves(game.match(), 5, counts, failed), CountEnd::Counted);

    EXPECT_EQ(counts, (std::vector<std::uint64_t>{2, 4, 7, 5, 1}));
}

TEST(Moves, RandomMovesAreEquallyLikely) {
    const LoadedRules rules = load(kNim);
    const Match start(rules.program, 2, MatchSeed::from(0));
    RandomMover mover(start);
    RandomState random = seed_random(3);
    int ones = 0;

    constexpr int kTries = 2000;
    for (int i = 0; i < kTries; ++i) {
        Match match(start);
        ASSERT_TRUE(mover.play(match, random));
        ones += match.take_texts().at(0).text == "0 takes 1" ? 1 : 0;
    }

    EXPECT_NEAR(ones, kTries / 2, 150);
}

TEST(RandomBot, TheSameSeedDecidesTheSame) {
    Decision decision;
    decision.options.resize(7);
    RandomBot one(5);
    RandomBot other(5);

    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(one.decide(decision), other.decide(decision));
    }
}

TEST(Game, ShowsColoursOfSeatsOnlyWhereTheRulesNameSeats) {
    const std::string wait = "action Wait { trigger PlayerChoiceEvent; effect { turn.pass(); } }";
    const GameStart start = {.players = 2, .seed = MatchSeed::from(1), .limits = {}};
    Game plain(load("game \"plain\"; players 2; " + wait).program, start);
    Game named(load("game \"named\"; players 2 { seat \"White\"; } " + wait).program, start);

    plain.set_player_names({"Ann", "Bo"});
    named.set_player_names({"Ann", "Bo"});

    EXPECT_EQ(plain.view(0).at("seats").at(1).at("name"), "Bo");
    EXPECT_FALSE(plain.view(0).at("seats").at(1).contains("color"));
    EXPECT_EQ(named.view(0).at("seats").at(1).at("name"), "Bo");
    EXPECT_EQ(named.view(0).at("seats").at(1).at("color"), "black");
}

TEST(Game, CallsPeopleByTheirNamesAndStaysTheSameMatch) {
    const LoadedRules rules = load(R"(
game "names";
players 2 { seat "White"; seat "Black"; }

action Greet
{
    trigger PlayerChoiceEvent;
    effect
    {
        player p = player.active();
        choose { option $"{p.name} waves" { log($"{p.name} waves"); } option "nothing" { log("nothing"); } }
        turn.pass();
    }
}
)");
    Game named(rules.program, {.players = 2, .seed = MatchSeed::from(1), .limits = {}});
    Game plain(rules.program, {.players = 2, .seed = MatchSeed::from(1), .limits = {}});
    named.set_player_names({"Ann", ""});

    named.choose(0);
    plain.choose(0);

    EXPECT_EQ(named.option_texts().front(), "Ann waves");
    EXPECT_EQ(plain.option_texts().front(), "White waves");
    EXPECT_EQ(named.hash(), plain.hash());

    named.choose(0);
    plain.choose(0);

    EXPECT_EQ(named.texts().back().text, "Ann waves");
    EXPECT_EQ(plain.texts().back().text, "White waves");
    EXPECT_EQ(named.choices(), plain.choices());
    EXPECT_EQ(named.hash(), plain.hash());
}

} // namespace
} // namespace tgdl
