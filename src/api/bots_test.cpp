#include "api/disk_loader.h"
#include "api/engine.h"
#include "api/every_program_for_test.h"
#include "api/memory_loader.h"
#include "bots/bot_table.h"
#include "bots/learned_rollout_policy.h"
#include "bots/mcts_bot.h"
#include "bots/payoffs.h"
#include "bots/proof_number_search.h"
#include "bots/random_bot.h"
#include "match/determinize.h"
#include "match/view.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

LoadedRules load_game(const std::string& name) {
    DiskLoader loader;
    return load_rules(loader, fmt::format("{}/games/{}/{}.tgdl", TGDL_SOURCE_DIR, name, name));
}

Match start_match(const LoadedRules& rules, std::uint32_t players, std::uint64_t seed) {
    return {rules.program, players, MatchSeed::from(seed)};
}

void make_choice(BotTable& bots, Match& match) {
    const std::size_t choice = *bots.decide(match);
    bots.record_choice(match, choice);
    match.choose(choice);
}

void play_out(BotTable& bots, Match& match) {
    while (match.status() == MatchStatus::Waiting) {
        make_choice(bots, match);
    }
}

void choose_text(Match& match, std::string_view text) {
    const Decision& decision = match.decision();
    for (std::size_t i = 0; i < decision.options.size(); ++i) {
        if (match.option_text(decision, i) == text) {
            match.choose(i);
            return;
        }
    }
    FAIL() << "there is no option " << text;
}

BotTable seat_bots(std::string_view words, const Match& match, std::uint64_t seed) {
    return {seat_plans(*read_bots(words), match.players()), match, seed};
}

// What a bot of this kind, new to the match, would choose.
std::string first_choice(std::string_view bot, Match& match) {
    BotTable bots = seat_bots(bot, match, 5);
    const std::size_t choice = *bots.decide(match);
    return match.option_text(match.decision(), choice);
}

} // namespace

TEST(Payoffs, CountWhoIsBehindAndBefore) {
    const LoadedRules rules = load_game("tic_tac_toe");
    Match match = start_match(rules, 2, 0);
    std::vector<double> payoffs;
    set_payoffs(match, payoffs);
    EXPECT_EQ(payoffs, (std::vector<double>{0, 0})) << "nothing is decided yet";

    for (const char* choice :
         {"Mark", "Grid(0,0)", "Mark", "Grid(0,1)", "Mark", "Grid(1,0)", "Mark", "Grid(1,1)", "Mark", "Grid(2,0)"}) {
        choose_text(match, choice);
    }

    set_payoffs(match, payoffs);
    EXPECT_EQ(payoffs, (std::vector<double>{1, -1}));
}

namespace {

// Alone with a pot: taking 3 is worth ten, every other number itself. It is over after two choices.
constexpr std::string_view kPot = R"(
game "pot";
players 1;

global class Pot { number gold = 0; number taken = 0; }
score p { return Pot.gold; }
action Take
{
    trigger PlayerChoiceEvent;
    input number n { range 1..4; }
    effect
    {
        Pot.gold += n == 3 ? 10 : n;
        Pot.taken += 1;
        if (Pot.taken == 2) { winner by score; }
    }
}
)";

LoadedRules load_pot() {
    MemoryLoader loader;
    loader.add("pot.tgdl", std::string(kPot));
    return load_rules(loader, "pot.tgdl");
}

} // namespace

TEST(Payoffs, OfOneWhoPlaysAloneAreTheScoreBetweenTheLeastAndTheGreatest) {
    const LoadedRules rules = load_pot();
    Payoffs payoffs;
    std::vector<double> worth;
    const auto play = [&](std::string_view first, std::string_view second) {
        Match match = start_match(rules, 1, 0);
        for (const std::string_view number : {first, second}) {
            choose_text(match, "Take");
            choose_text(match, number);
        }
        payoffs.set(match, worth);
        return worth.front();
    };

    play("1", "1");
    EXPECT_EQ(play("3", "3"), 1);
    EXPECT_EQ(play("1", "3"), 0);
    EXPECT_EQ(play("1", "1"), -1);
}

class AllThinkingBots : public testing::TestWithParam<const char*> {};

TEST_P(AllThinkingBots, TakeAWinThatIsThere) {
    const LoadedRules rules = load_game("tic_tac_toe");
    Match match = start_match(rules, 2, 0);
    for (const char* choice :
         {"Mark", "Grid(0,0)", "Mark", "Grid(0,1)", "Mark", "Grid(1,0)", "Mark", "Grid(1,1)", "Mark"}) {
        choose_text(match, choice);
    }

    EXPECT_EQ(first_choice(GetParam(), match), "Grid(2,0)");
}

INSTANTIATE_TEST_SUITE_P(Bots, AllThinkingBots, testing::Values("greedy", "mcts:200"),
                         [](const auto& tested) { return tested.index == 0 ? "Greedy" : "Search"; });

TEST(MctsBot, DoesNotLoseTicTacToeToRandomPlay) {
    const LoadedRules rules = load_game("tic_tac_toe");
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Match match = start_match(rules, 2, seed);
        BotTable bots = seat_bots(seed % 2 == 0 ? "mcts:200,random" : "random,mcts:200", match, seed);
        play_out(bots, match);

        std::vector<double> payoffs;
        set_payoffs(match, payoffs);
        EXPECT_GE(payoffs[seed % 2], 0.0) << seed;
    }
}

TEST(ProofNumberSearch, FindsAWinThatNobodyCanPrevent) {
    const LoadedRules rules = load_game("tic_tac_toe");
    Match match = start_match(rules, 2, 1);
    for (const char* choice :
         {"Mark", "Grid(0,0)", "Mark", "Grid(1,0)", "Mark", "Grid(1,1)", "Mark", "Grid(2,2)", "Mark"}) {
        choose_text(match, choice);
    }
    ProofNumberSearch prover(match);

    const std::optional<std::size_t> too_soon = prover.find_win(match, 5);
    const std::optional<std::size_t> option = prover.find_win(match, 1'000);

    EXPECT_EQ(too_soon, std::nullopt);
    ASSERT_TRUE(option.has_value());
    const std::string text = match.option_text(match.decision(), *option);
    EXPECT_TRUE(text == "Grid(0,1)" || text == "Grid(0,2)") << text; // two lines at once
}

TEST(ProofNumberSearch, FindsNothingWhereTheOtherPlayerCanPreventIt) {
    const LoadedRules rules = load_game("tic_tac_toe");
    Match match = start_match(rules, 2, 1);
    ProofNumberSearch prover(match);

    EXPECT_EQ(prover.find_win(match, 1'000'000), std::nullopt);
}

TEST(MctsBot, DecidesTheSameWithTheSameSeed) {
    const LoadedRules rules = load_game("briscola");
    Match one = start_match(rules, 2, 3);
    Match other = start_match(rules, 2, 3);
    BotTable bots = seat_bots("mcts:20", one, 4);
    BotTable same_bots = seat_bots("mcts:20", other, 4);

    play_out(bots, one);
    play_out(same_bots, other);

    EXPECT_EQ(one.hash(), other.hash());
}

// Sealed bids: whoever is asked second must not know what the first one has chosen.
TEST(MctsBot, DoesNotSeeWhatOthersChooseAtTheSameMoment) {
    const LoadedRules rules = load_game("rock_paper_scissors");
    std::vector<std::string> answers;
    for (std::size_t first = 0; first < 3; ++first) {
        Match match = start_match(rules, 2, 0);
        BotTable bots = seat_bots("mcts:100", match, 9);
        bots.record_choice(match, first);
        match.choose(first);
        const std::size_t answer = *bots.decide(match);
        answers.push_back(match.option_text(match.decision(), answer));
    }

    EXPECT_EQ(answers[0], answers[1]);
    EXPECT_EQ(answers[1], answers[2]);
}

// Fingers are shown when the sum of them is called, not before.
TEST(MctsBot, DoesNotSeeWhatOthersChoseUntilAllInputsAreFilled) {
    const LoadedRules rules = load_game("morra");
    std::vector<std::size_t> calls;
    for (std::size_t fingers = 0; fingers < 5; ++fingers) {
        Match match = start_match(rules, 2, 0);
        BotTable bots = seat_bots("mcts:100", match, 9);
        for (const std::size_t choice : {std::size_t{2}, fingers}) {
            bots.record_choice(match, choice);
            match.choose(choice);
        }
        calls.push_back(*bots.decide(match));
    }

    EXPECT_EQ(calls, std::vector<std::size_t>(5, calls[0]));
}

// What two have written down at once, and rules have told nobody yet.
TEST(MctsBot, DoesNotSeeWhatWasChosenAtOnceBeforeItIsShown) {
    MemoryLoader loader;
    loader.add("guess.tgdl", R"(
game "guess";
players 2;

turn Round
{
    phase Play
    {
        players player.all() input number written { range 1..4; }
        player 0 input number guessed { range 1..4; }
        if (guessed == written[1]) { winner 0; }
        winner 1;
    }
}
)");
    const LoadedRules rules = load_rules(loader, "guess.tgdl");
    ASSERT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
    std::vector<std::size_t> guesses;
    for (std::size_t written = 0; written < 4; ++written) {
        Match match = start_match(rules, 2, 0);
        BotTable bots = seat_bots("mcts:100", match, 9);
        for (const std::size_t choice : {std::size_t{0}, written}) {
            bots.record_choice(match, choice);
            match.choose(choice);
        }
        guesses.push_back(*bots.decide(match));
    }

    EXPECT_EQ(guesses, std::vector<std::size_t>(4, guesses[0]));
}

// Two beginnings in which player 0 has rolled the same, and player 1 has not.
TEST(MctsBot, DoesNotSeeDiceUnderTheCupOfAnother) {
    const LoadedRules rules = load_game("liars_dice");
    std::map<std::string, std::uint64_t> seeds; // by what player 0 sees
    for (std::uint64_t seed = 0;; ++seed) {
        ASSERT_LT(seed, 20'000U);
        Match match = start_match(rules, 2, seed);
        const auto [found, is_new] = seeds.try_emplace(view(match, 0).dump(), seed);
        if (is_new) {
            continue;
        }
        Match twin = start_match(rules, 2, found->second);
        ASSERT_NE(match.hash(), twin.hash());

        EXPECT_EQ(first_choice("mcts:50", match), first_choice("mcts:50", twin));
        return;
    }
}

// A number that one player writes down, and the other guesses.
TEST(MctsBot, DoesNotSeeWhatWasChosenInSecretEarlier) {
    MemoryLoader loader;
    loader.add("note.tgdl", R"(
game "note";
players 2;

player class Note
{
    number written = 0;
    visible written viewer { return viewer == this.player; }
}

turn Round
{
    phase Play
    {
        input number guess { range 1..4; }
        if (player.active() == 1)
        {
            if (guess == Note[0].written) { winner 1; }
            winner 0;
        }
        Note[player.active()].written = guess;
        turn.pass();
    }
}
)");
    const LoadedRules rules = load_rules(loader, "note.tgdl");
    ASSERT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
    std::vector<std::size_t> guesses;
    for (std::size_t written = 0; written < 4; ++written) {
        Match match = start_match(rules, 2, 0);
        BotTable bots = seat_bots("mcts:100", match, 9);
        bots.record_choice(match, written);
        match.choose(written);
        guesses.push_back(*bots.decide(match));
    }

    EXPECT_EQ(guesses, std::vector<std::size_t>(4, guesses[0]));
}

// Two who play together lose together: what is certain to be lost for one is no win for the other.
TEST(MctsBot, WinsTogetherWithWhoPlaysOnTheSameSide) {
    MemoryLoader loader;
    loader.add("bridge.tgdl", R"(
game "bridge";
players 2;

global class Bridge { number planks = 0; }

turn Round
{
    phase Build
    {
        input number first { range 1..2; }
        input number second { range 1..2; }
        Bridge.planks += first + second;
        if (player.active() == 0) { turn.pass(); }
        else
        {
            if (Bridge.planks == 8) { draw; }
            winner { };
        }
    }
}
)");
    const LoadedRules rules = load_rules(loader, "bridge.tgdl");
    ASSERT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
    Match match = start_match(rules, 2, 0);
    BotTable bots = seat_bots("mcts:200", match, 1);
    play_out(bots, match);

    std::vector<double> payoffs;
    set_payoffs(match, payoffs);
    EXPECT_EQ(payoffs, std::vector<double>(2, 0.0));
}

// What a bot at seat 0 that may look at everything, or only as its seat does, wins of `games` against a random one.
double win_rate_as(const LoadedRules& rules, std::uint32_t viewer, std::uint64_t games) {
    double sum = 0.0;
    for (std::uint64_t seed = 0; seed < games; ++seed) {
        Match match = start_match(rules, 2, seed);
        SeatObserver seat(0, viewer);
        MctsBot bot(match, {.simulations = 16, .milliseconds = 0}, seed);
        RandomBot other(seed);
        while (match.status() == MatchStatus::Waiting) {
            seat.observe(match, nullptr);
            const bool is_own = match.decision().player == 0;
            const std::size_t choice = is_own ? *bot.decide(seat) : other.decide(match.decision());
            seat.record_choice(choice);
            match.choose(choice);
        }
        std::vector<double> payoffs;
        set_payoffs(match, payoffs);
        sum += payoffs[0];
    }
    return sum / static_cast<double>(games);
}

TEST(MctsBot, WouldDoBetterIfItSawTheOthersCards) {
    MemoryLoader loader;
    loader.add("guess.tgdl", R"(
game "guess";
players 2;

global stack Pile
{
    returns Card;
    contents
    {
        1 Card { rank = 1 };
        1 Card { rank = 2 };
        1 Card { rank = 3 };
        1 Card { rank = 4 };
    }
}
player stack Coat { returns Card; }
interactable Card { number rank = 0; }

setup
{
    Pile.shuffle();
    Coat[1].push(Pile.pop());
}

turn Round
{
    phase Guess
    {
        input number guess { range 1..4; }
        if (Coat[1].peek().rank == guess) { winner player.active(); }
        winner player.active() + 1;
    }
}
)");
    const LoadedRules rules = load_rules(loader, "guess.tgdl");
    ASSERT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);

    EXPECT_EQ(win_rate_as(rules, kAllSeeing, 40), 1.0);
    EXPECT_LT(win_rate_as(rules, 0, 40), 0.0) << "one of four guesses is right";
}

// ---- habits -------------------------------------------------------------------------------------------------------------

// What was right in the end, of six answers.
double answer_questions(const LoadedRules& rules, LearnedRolloutPolicy& habits, bool greedily, RandomState& random) {
    Match match = start_match(rules, 1, 0);
    ObservationHistory heard(1);
    heard.begin(match);
    habits.begin();
    while (match.status() == MatchStatus::Waiting) {
        heard.update(match);
        habits.play(match, heard, greedily, random);
    }
    return std::stod(match.take_texts().back().text);
}

TEST(LearnedRolloutPolicy, TakeWhatHasGoneWellAfterTheSameWasHeard) {
    MemoryLoader loader;
    loader.add("answers.tgdl", R"(
game "answers";
players 1;

global class Count { number asked = 0; number right = 0; }

setup { log("the first is 0"); }

turn Round
{
    phase Ask
    {
        input number said { range 0..2; }
        if (said == Count.asked % 3) { Count.right += 1; }
        Count.asked += 1;
        log($"the next is {Count.asked % 3}");
        if (Count.asked == 6)
        {
            log($"{Count.right}");
            winner player.active();
        }
    }
}
)");
    const LoadedRules rules = load_rules(loader, "answers.tgdl");
    ASSERT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
    LearnedRolloutPolicy habits;
    RandomState random = seed_random(1);
    for (int i = 0; i < 300; ++i) {
        habits.learn({answer_questions(rules, habits, true, random)});
    }

    double greedily = 0;
    double at_random = 0;
    for (int i = 0; i < 100; ++i) {
        greedily += answer_questions(rules, habits, true, random) / 100;
        at_random += answer_questions(rules, habits, false, random) / 100;
    }

    EXPECT_GT(greedily, 4.5) << "one of five answers is random";
    EXPECT_LT(at_random, 2.5);
}

TEST(ObservationHistory, IsWhatOneWasToldAndOthersWereNot) {
    MemoryLoader loader;
    loader.add("whisper.tgdl", R"(
game "whisper";
players 3;

turn Round
{
    phase Whisper
    {
        input number again { range 0..1; }
        tell(1, "psst");
    }
}
)");
    const LoadedRules rules = load_rules(loader, "whisper.tgdl");
    ASSERT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
    Match match = start_match(rules, 3, 0);
    ObservationHistory heard(3);
    heard.begin(match);

    match.choose(0);
    heard.update(match);
    const std::uint64_t once = heard.all(1);
    match.choose(0);
    heard.update(match);

    EXPECT_EQ(heard.all(0), 0U);
    EXPECT_NE(once, 0U);
    EXPECT_NE(heard.all(1), once);
    EXPECT_EQ(heard.all(2), heard.last(2));
    heard.begin(match);
    EXPECT_EQ(heard.last(1), 0U);
}

} // namespace tgdl
