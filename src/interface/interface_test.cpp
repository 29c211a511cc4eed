// The public interface, as a program outside sees it: what it gives, and that what is wrong is refused and changes nothing.
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <tgdl/bot.h>
#include <tgdl/game.h>
#include <tgdl/rules.h>
#include <tgdl/version.h>
#include <thread>
#include <vector>

namespace {

using namespace tgdl::v1;

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

// Each player has a card that the other does not see, and is told which.
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
        tell(p, $"you are {p}");
    }
}

action Play
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; }
    effect { Rules.deck.discard(card); turn.pass(); }
}
)";

Rules rules_of(std::string_view text) {
    Result<Rules> rules = Rules::load_text(text);
    EXPECT_TRUE(rules->is_playable()) << rules->diagnostics_text();
    return *rules;
}

Game game_of(std::string_view text, const GameStart& start = {}) {
    return *Game::start(rules_of(text), start);
}

template <typename T>
ErrorCode code_of(const Result<T>& result) {
    EXPECT_FALSE(result);
    EXPECT_FALSE(result.error().message.empty());
    return result.error().code;
}

void play_to_the_end(Game& game) {
    while (game.status() == MatchStatus::Waiting) {
        ASSERT_TRUE(game.choose(0));
    }
}

// All of a game that can be seen from outside.
std::string everything_of(const Game& game) {
    std::string all = game.save() + *game.view(kAllSeeing) + std::to_string(game.hash());
    all += std::to_string(game.position()) + " of " + std::to_string(game.choices().size());
    for (const Text& text : *game.texts(kAllSeeing)) {
        all += text.text + '\n';
    }
    return all;
}

// ---- rules

TEST(PublicRules, ComeFromMemoryWithTheirImports) {
    const std::vector<SourceText> files = {
        {"game.tgdl", "game \"x\";\nplayers 1;\nimport \"parts/cards.tgdl\";\nsetup { winner {}; }\n"},
        {"parts/cards.tgdl", "class Card { }\n"}};

    const Result<Rules> rules = Rules::load_texts(files, "game.tgdl");

    ASSERT_TRUE(rules);
    EXPECT_TRUE(rules->is_playable()) << rules->diagnostics_text();
    EXPECT_EQ(rules->name(), "x");
    EXPECT_EQ(rules->max_players(), 1U);
}

TEST(PublicRules, ComeFromTheDisk) {
    const Result<Rules> rules = Rules::load_file(TGDL_SOURCE_DIR "/games/tic_tac_toe/tic_tac_toe.tgdl");

    ASSERT_TRUE(rules);
    EXPECT_TRUE(rules->is_playable());
    EXPECT_EQ(rules->min_players(), 2U);
    EXPECT_FALSE(rules->has_chance());
    EXPECT_NE(rules->hash(), 0U);
}

TEST(PublicRules, ThatCannotBeReadAreRefused) {
    EXPECT_EQ(code_of(Rules::load_file("/nowhere/game.tgdl")), ErrorCode::CannotRead);
    EXPECT_EQ(code_of(Rules::load_file("/")), ErrorCode::CannotRead);
    EXPECT_EQ(code_of(Rules::load_file("")), ErrorCode::CannotRead);
    EXPECT_EQ(code_of(Rules::load_file("-")), ErrorCode::CannotRead) << "standard input is not ours";
    EXPECT_EQ(code_of(Rules::load_file(std::string_view("a\0b", 3))), ErrorCode::CannotRead);
    EXPECT_EQ(code_of(Rules::load_texts({}, "game.tgdl")), ErrorCode::CannotRead);
}

TEST(PublicRules, SayWhatIsWrongAsDataAndAsText) {
    const Result<Rules> rules = Rules::load_text("game \"x\";\nplayers 2;\nsetup { lgo(\"a\"); winner {}; }\n");

    ASSERT_TRUE(rules);
    EXPECT_FALSE(rules->is_playable());
    EXPECT_EQ(rules->count(Severity::Error), 1U);
    ASSERT_EQ(rules->diagnostics().size(), 1U);
    const Diagnostic& diagnostic = rules->diagnostics().front();
    EXPECT_EQ(diagnostic.severity, Severity::Error);
    EXPECT_EQ(diagnostic.code, "E0250");
    EXPECT_EQ(diagnostic.place->path, "game.tgdl");
    EXPECT_EQ(diagnostic.place->line, 3U);
    EXPECT_EQ(diagnostic.place->column, 9U);
    EXPECT_EQ(diagnostic.place->end_column, 12U);
    EXPECT_EQ(diagnostic.replacement->text, "log");
    EXPECT_TRUE(rules->diagnostics_text().starts_with("game.tgdl:3:9: error[E0250]:"));
    EXPECT_NE(rules->diagnostics_text(Colour::On).find('\x1b'), std::string::npos);
    EXPECT_NE(rules->diagnostics_json().find("\"E0250\""), std::string::npos);
}

TEST(PublicRules, ThatCannotBePlayedStartNoGame) {
    const Rules broken = *Rules::load_text("game \"x\"; players 2; class Card { Nothing x; }");
    const Rules library = *Rules::load_text("class Card { }");

    EXPECT_EQ(code_of(Game::start(broken)), ErrorCode::NotPlayable);
    EXPECT_EQ(code_of(Game::start(library)), ErrorCode::NotPlayable);
    EXPECT_EQ(code_of(Game::load(broken, "")), ErrorCode::NotPlayable);
    EXPECT_EQ(code_of(Game::replay(library, "")), ErrorCode::NotPlayable);
    EXPECT_TRUE(library.is_library());
    EXPECT_FALSE(broken.is_library());
    EXPECT_EQ(library.max_players(), 0U);
    EXPECT_EQ(broken.name(), "");
}

TEST(PublicRules, AreSharedByGamesOnManyThreads) {
    const Rules rules = rules_of(kNim);
    std::vector<std::uint64_t> hashes(4);
    std::vector<std::thread> threads;

    for (std::uint64_t& hash : hashes) {
        threads.emplace_back([rules, &hash] {
            for (int i = 0; i < 20; ++i) {
                Game game = *Game::start(rules);
                play_to_the_end(game);
                hash = game.hash();
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    EXPECT_EQ(hashes, std::vector<std::uint64_t>(4, hashes.front()));
}

TEST(PublicRules, OutliveWhatTheyWereLoadedBy) {
    std::optional<Game> game;
    {
        const Rules rules = rules_of(kNim);
        game = *Game::start(rules);
    }

    play_to_the_end(*game);

    EXPECT_EQ(game->rules().name(), "nim");
    EXPECT_EQ(game->status(), MatchStatus::Finished);
}

// ---- games

TEST(PublicGame, AsksChoosesAndHasAResult) {
    Game game = game_of(kNim);

    const Decision decision = *game.decision();
    EXPECT_EQ(decision.kind, DecisionKind::Action);
    EXPECT_EQ(decision.player, 0U);
    EXPECT_EQ(decision.text, "player 0 chooses an action");
    EXPECT_EQ(decision.options, std::vector<std::string>{"Take"});
    EXPECT_TRUE(decision.begins_move);
    play_to_the_end(game);

    const MatchResult result = *game.result();
    ASSERT_FALSE(result.places.empty());
    EXPECT_EQ(result.places.front(), std::vector<std::uint32_t>{0});
    EXPECT_EQ(result.payoffs, (std::vector<double>{1, -1}));
    EXPECT_TRUE(result.scores.empty());
    EXPECT_EQ(game.texts(0)->front().text, "0 takes 1");
}

TEST(PublicGame, RefusesNumbersOfPlayersThatTheRulesDoNotTake) {
    const Rules rules = rules_of(kNim);

    for (const std::uint32_t players : {1U, 4U, 9U, 0xffffffffU}) {
        EXPECT_EQ(code_of(Game::start(rules, {.players = players})), ErrorCode::WrongPlayers) << players;
    }
    EXPECT_EQ(Game::start(rules, {.players = 9}).error().message, "`nim` is for 2 to 3 players, not for 9");
    EXPECT_EQ(Game::start(rules, {.players = 3})->players(), 3U);
    EXPECT_EQ(Game::start(rules)->players(), 2U);
}

TEST(PublicGame, RefusesAChoiceThatIsNoOptionAndChangesNothing) {
    Game game = game_of(kNim);
    ASSERT_TRUE(game.choose(0));
    ASSERT_TRUE(game.choose(0));
    ASSERT_TRUE(game.undo());
    const std::string before = everything_of(game);

    for (const std::size_t option : {std::size_t{2}, std::size_t{7}, ~std::size_t{0}}) {
        EXPECT_EQ(code_of(game.choose(option)), ErrorCode::NoSuchOption) << option;
    }

    EXPECT_EQ(game.choose(7).error().message, "there is no option 7: the decision has 2, counted from 0");
    EXPECT_EQ(everything_of(game), before);
    EXPECT_TRUE(game.redo()) << "what can be redone is not forgotten";
}

TEST(PublicGame, RefusesChoicesAndQuestionsAfterTheEnd) {
    Game game = game_of(kNim);
    play_to_the_end(game);
    const std::string before = everything_of(game);

    EXPECT_EQ(code_of(game.choose(0)), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.decision()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.player_asked()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.option_count()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.refusals()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.fault()), ErrorCode::WrongState);
    EXPECT_EQ(everything_of(game), before);
}

TEST(PublicGame, RefusesAResultBeforeTheEnd) {
    const Game game = game_of(kNim);

    EXPECT_EQ(code_of(game.result()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.fault()), ErrorCode::WrongState);
}

TEST(PublicGame, RefusesStepsThatAreNotThere) {
    Game game = game_of(kNim);

    EXPECT_EQ(code_of(game.undo()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.redo()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.go_to(1)), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.go_to(~std::size_t{0})), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.disclosure_of(0)), ErrorCode::WrongState);
    ASSERT_TRUE(game.choose(0));
    EXPECT_EQ(code_of(game.redo()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(game.disclosure_of(1)), ErrorCode::WrongState);
    EXPECT_EQ(*game.disclosure_of(0), Disclosure::Nothing);
}

TEST(PublicGame, GoesBackAndForth) {
    Game game = game_of(kNim);
    play_to_the_end(game);
    const std::string end = everything_of(game);
    const std::size_t length = game.position();

    ASSERT_TRUE(game.undo());
    EXPECT_EQ(game.status(), MatchStatus::Waiting);
    ASSERT_TRUE(game.go_to(0));
    EXPECT_EQ(game.text_count(), 0U);
    ASSERT_TRUE(game.go_to(length));

    EXPECT_EQ(everything_of(game), end);
    EXPECT_EQ(game.choices().front().question, "an action");
    EXPECT_EQ(game.choices().front().text, "Take");
}

TEST(PublicGame, RefusesPlayersWhoAreNotThere) {
    const Game game = game_of(kCards);

    for (const std::uint32_t player : {2U, 100U, 0xffffffffU}) {
        EXPECT_EQ(code_of(game.view(player)), ErrorCode::NoSuchPlayer) << player;
        EXPECT_EQ(code_of(game.texts(player)), ErrorCode::NoSuchPlayer) << player;
        EXPECT_EQ(code_of(game.sample(player, 1)), ErrorCode::NoSuchPlayer) << player;
        EXPECT_EQ(code_of(game.match().view(player)), ErrorCode::NoSuchPlayer) << player;
        EXPECT_EQ(code_of(Bot::make(game, player, "random")), ErrorCode::NoSuchPlayer) << player;
    }
    EXPECT_EQ(code_of(game.sample(kSpectator, 1)), ErrorCode::NoSuchPlayer);
    EXPECT_TRUE(game.view(kSpectator));
    EXPECT_TRUE(game.texts(kAllSeeing));
}

TEST(PublicGame, TakesSeedsByNumberAndByKey) {
    const Rules rules = rules_of(kCards);
    const std::string key(64, 'a');

    EXPECT_EQ(Game::start(rules, {.seed = 7})->seed(), "7");
    EXPECT_EQ(Game::start(rules, {.seed_key = key})->seed(), key);
    EXPECT_NE(Game::start(rules, {.seed = 7})->hash(), Game::start(rules, {.seed = 8})->hash());
    for (const std::string& wrong : {std::string("7"), std::string(64, 'g'), std::string(65, 'a')}) {
        EXPECT_EQ(code_of(Game::start(rules, {.seed_key = wrong})), ErrorCode::WrongSeed) << wrong;
    }
}

TEST(PublicGame, IsCopiedWithItsHistory) {
    Game game = game_of(kNim);
    ASSERT_TRUE(game.choose(0));
    Game copy = game.copy();
    const std::string before = everything_of(game);

    EXPECT_EQ(everything_of(copy), before);
    play_to_the_end(copy);

    EXPECT_EQ(everything_of(game), before);
    ASSERT_TRUE(copy.go_to(1));
    EXPECT_EQ(copy.hash(), game.hash());
}

TEST(PublicGame, IsSavedAndLoaded) {
    Game game = game_of(kNim, {.players = 3, .seed = 5});
    ASSERT_TRUE(game.choose(0));
    ASSERT_TRUE(game.choose(1));

    const Result<Game> loaded = Game::load(game.rules(), game.save());

    ASSERT_TRUE(loaded);
    EXPECT_EQ(everything_of(*loaded), everything_of(game));
    EXPECT_NE(game.save("rules/nim.tgdl").find("game: rules/nim.tgdl\n"), std::string::npos);
}

TEST(PublicGame, RefusesSavesThatAreNone) {
    const Game game = game_of(kNim);
    const Rules other = rules_of(kCards);

    EXPECT_EQ(code_of(Game::load(game.rules(), "")), ErrorCode::BadSave);
    EXPECT_EQ(code_of(Game::load(game.rules(), std::string_view("\0\xff", 2))), ErrorCode::BadSave);
    EXPECT_EQ(code_of(Game::load(game.rules(), game.save() + "x")), ErrorCode::BadSave);
    EXPECT_NE(Game::load(game.rules(), game.save() + "x").error().line, 0U);
    EXPECT_EQ(code_of(Game::load(other, game.save())), ErrorCode::OtherRules);
    EXPECT_EQ(code_of(Game::replay(game.rules(), "x")), ErrorCode::BadSave);
}

TEST(PublicGame, FollowsASaveUnderOtherRules) {
    Game game = game_of(kNim, {.players = 3});
    ASSERT_TRUE(game.choose(0));
    ASSERT_TRUE(game.choose(1));
    std::string changed(kNim);
    changed.replace(changed.find("1..2"), 4, "1..1");

    const Result<Replayed> same = Game::replay(game.rules(), game.save());
    const Result<Replayed> other = Game::replay(rules_of(changed), game.save());

    ASSERT_TRUE(same);
    EXPECT_TRUE(same->is_complete);
    EXPECT_EQ(same->differences, "");
    ASSERT_TRUE(other);
    EXPECT_FALSE(other->is_complete);
    EXPECT_EQ(other->game.position(), 1U);
    EXPECT_NE(other->differences.find("not offered any more"), std::string::npos);
    EXPECT_EQ(code_of(Game::replay(rules_of(kCards), game.save())), ErrorCode::WrongPlayers);
}

TEST(PublicGame, ShowsEachPlayerTheirTexts) {
    const Game game = game_of(kCards);

    ASSERT_EQ(game.texts(1)->size(), 1U);
    EXPECT_EQ(game.texts(1)->front().text, "you are 1");
    EXPECT_EQ(game.texts(1)->front().to, 1U);
    EXPECT_EQ(game.texts(1)->front().number, 1U);
    EXPECT_TRUE(game.texts(kSpectator)->empty());
    EXPECT_EQ(game.texts(kAllSeeing)->size(), 2U);
    EXPECT_EQ(game.text_count(), 2U);
    EXPECT_TRUE(game.texts(0, 1)->empty());
    EXPECT_TRUE(game.texts(0, ~std::size_t{0})->empty());
}

TEST(PublicGame, SamplesMatchesThatThePlayerCannotTellFromItself) {
    Game game = game_of(kCards, {.seed = 3});
    for (std::size_t i = 0; i < 5; ++i) {
        bool any_other = false;
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            const Result<Match> sample = game.sample(1, seed);

            ASSERT_TRUE(sample);
            EXPECT_EQ(*sample->view(1), *game.match().view(1));
            any_other = any_other || *sample->view(kAllSeeing) != *game.match().view(kAllSeeing);
        }
        EXPECT_TRUE(any_other);
        ASSERT_TRUE(game.choose(0));
    }
    const std::string here = *game.sample(1, 0)->view(kAllSeeing);

    ASSERT_TRUE(game.undo());
    ASSERT_TRUE(game.sample(1, 0)) << "one step back";
    ASSERT_TRUE(game.redo());

    EXPECT_EQ(*game.sample(1, 0)->view(kAllSeeing), here) << "what was seen is the same whatever way led here";
    EXPECT_EQ(*game.copy().sample(1, 0)->view(kAllSeeing), here);
}

// ---- matches

TEST(PublicMatch, RefusesWhatAGameRefuses) {
    Match match = game_of(kNim).match();
    const std::uint64_t before = match.hash();

    EXPECT_EQ(code_of(match.choose(1)), ErrorCode::NoSuchOption);
    EXPECT_EQ(code_of(match.result()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(match.fault()), ErrorCode::WrongState);
    EXPECT_EQ(match.hash(), before);
    while (match.status() == MatchStatus::Waiting) {
        ASSERT_TRUE(match.choose(*match.option_count() - 1));
    }

    EXPECT_EQ(code_of(match.choose(0)), ErrorCode::WrongState);
    EXPECT_EQ(code_of(match.decision()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(match.player_asked()), ErrorCode::WrongState);
    EXPECT_EQ(code_of(match.option_count()), ErrorCode::WrongState);
    EXPECT_TRUE(match.result());
}

TEST(PublicMatch, IsCopiedIntoOneOfTheSameRulesAndPlayersOnly) {
    const Rules rules = rules_of(kNim);
    Match match = Game::start(rules)->match();
    Match other = match.copy();
    ASSERT_TRUE(other.choose(0));

    EXPECT_EQ(code_of(match.copy_from(Game::start(rules, {.players = 3})->match())), ErrorCode::OtherRules);
    EXPECT_EQ(code_of(match.copy_from(game_of(kCards).match())), ErrorCode::OtherRules);
    EXPECT_NE(match.hash(), other.hash());
    ASSERT_TRUE(match.copy_from(other));
    ASSERT_TRUE(match.copy_from(match));

    EXPECT_EQ(match.hash(), other.hash());
    EXPECT_EQ(match.decision()->question, "count [number]");
}

// ---- what goes wrong in the rules

TEST(PublicFault, SaysWhereAndWhy) {
    const Game game =
        game_of("game \"x\";\nplayers 2;\nsetup { while (player.count() > 0) { } }\n", {.limits = {.steps = 10'000}});

    EXPECT_EQ(game.status(), MatchStatus::Error);
    const Result<Fault> fault = game.fault();
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->code, "R0802");
    EXPECT_EQ(fault->place->line, 3U);
    EXPECT_TRUE(fault->text.starts_with("game.tgdl:3:"));
    EXPECT_EQ(code_of(game.decision()), ErrorCode::WrongState);
    EXPECT_TRUE(game.sample(0, 1));
    EXPECT_TRUE(Bot::make(game, 0, "mcts:10"));
}

TEST(PublicFault, SaysThatSetupFailed) {
    const Game game = game_of("game \"x\";\nplayers 2;\nsetup { fail \"no table\"; }\n");

    EXPECT_EQ(game.status(), MatchStatus::Error);
    ASSERT_TRUE(game.fault());
    EXPECT_EQ(game.fault()->code, "");
    EXPECT_NE(game.fault()->text.find("no table"), std::string::npos);
}

TEST(PublicFault, ComesOfAnyLimitAndNotOfTheProcess) {
    constexpr std::string_view kGreedy = R"(
game "x";
players 1;
function Grow(number depth) { if (depth > 0) { Grow(depth - 1); } }
setup
{
    Grow(2000);
    winner {};
}
)";
    for (const Limits& limits :
         {Limits{.steps = 0}, Limits{.depth = 0}, Limits{.depth = 0xffffffffU}, Limits{.memory_bytes = 0},
          Limits{.memory_bytes = ~std::uint64_t{0}}, Limits{.output_bytes = 0}}) {
        const Game game = game_of(kGreedy, {.limits = limits});

        EXPECT_EQ(game.status(), MatchStatus::Error);
        EXPECT_TRUE(game.fault());
    }
}

TEST(PublicFault, ComesOfARequestToStop) {
    const int asked = 0;
    const Limits limits{.stop = [](const void* /*context*/) { return true; }, .stop_context = &asked};

    const Game game =
        game_of("game \"x\";\nplayers 2;\nsetup { while (player.count() > 0) { } }\n", {.limits = limits});

    EXPECT_EQ(game.status(), MatchStatus::Error);
}

// ---- bots

TEST(PublicBot, PlaysToTheEndByItsSpec) {
    for (const std::string_view spec : {"random", "greedy", "mcts:20", "mcts:1ms"}) {
        Game game = game_of(kNim);
        std::vector<Bot> bots;
        for (std::uint32_t player = 0; player < game.players(); ++player) {
            bots.push_back(*Bot::make(game, player, spec, 1));
        }

        while (game.status() == MatchStatus::Waiting) {
            const Result<std::size_t> choice = bots[*game.player_asked()].decide(game);
            ASSERT_TRUE(choice) << choice.error().message;
            ASSERT_TRUE(game.choose(*choice));
        }

        EXPECT_EQ(game.status(), MatchStatus::Finished);
        EXPECT_EQ(bots.front().spec(), spec);
    }
}

TEST(PublicBot, DecidesTheSameWhateverWayLedThere) {
    Game game = game_of(kCards, {.seed = 2});
    Bot bot = *Bot::make(game, 0, "mcts:10", 9);
    const auto decide_at = [&](std::size_t position) {
        EXPECT_TRUE(game.go_to(position));
        const Result<std::size_t> choice = bot.decide(game);
        EXPECT_TRUE(choice);
        return *choice;
    };
    for (std::size_t i = 0; i < 8; ++i) {
        ASSERT_TRUE(game.choose(*game.option_count() - 1));
    }
    Bot late = *Bot::make(game, 0, "random", 9);
    EXPECT_EQ(late.player(), 0U);

    const std::size_t later = decide_at(5);
    const std::size_t earlier = decide_at(1);

    EXPECT_EQ(decide_at(5), later);
    EXPECT_EQ(decide_at(1), earlier);
    const Result<Game> again = Game::load(game.rules(), game.save());
    EXPECT_EQ(*bot.decide(*again), earlier) << "a game from a save is the same one";
}

TEST(PublicBot, RefusesWordsThatNameNone) {
    const Game game = game_of(kNim);

    for (const std::string_view spec : {"", "clever", "mcts:", "mcts:0", "mcts:-1", "random,random", "exec:true"}) {
        EXPECT_EQ(code_of(Bot::make(game, 0, spec)), ErrorCode::UnknownBot) << spec;
    }
}

TEST(PublicBot, RefusesToDecideWhereItIsNotAsked) {
    Game game = game_of(kNim);
    Bot bot = *Bot::make(game, 1, "random");

    EXPECT_EQ(code_of(bot.decide(game)), ErrorCode::NotAsked);
    EXPECT_EQ(code_of(bot.decide(game_of(kNim, {.players = 3}))), ErrorCode::OtherGame);
    EXPECT_EQ(code_of(bot.decide(game_of(kNim, {.seed = 1}))), ErrorCode::OtherGame);
    EXPECT_EQ(code_of(bot.decide(game_of(kCards))), ErrorCode::OtherGame);
    play_to_the_end(game);
    EXPECT_EQ(code_of(bot.decide(game)), ErrorCode::WrongState);
}

TEST(PublicBot, OfAProgramThatDoesNotPlayFailsWithItsReason) {
    const Game game = game_of(kNim);
    Bot bot = *Bot::make(game, 0, "exec:true", 0, ExternalPrograms::Run);

    EXPECT_EQ(code_of(bot.decide(game)), ErrorCode::BotFailed);
}

// ---- results

TEST(PublicResult, EndsTheProcessWhenAValueIsUsedThatIsNotThere) {
    const Result<Rules> missing = Rules::load_file("/nowhere/game.tgdl");

    EXPECT_DEATH((void)missing->path(), "there is no file `/nowhere/game.tgdl`");
    EXPECT_DEATH((void)Result<void>().error(), "there is no error");
}

TEST(PublicVersion, IsThatOfTheHeaders) {
    const std::string numbers =
        std::to_string(kVersionMajor) + "." + std::to_string(kVersionMinor) + "." + std::to_string(kVersionPatch);

    EXPECT_EQ(version(), numbers);
}

} // namespace
