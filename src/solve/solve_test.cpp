#include "solve/solve.h"

#include "api/disk_loader.h"
#include "api/memory_loader.h"
#include "solve/chance_outcomes.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

std::shared_ptr<const Program> load(std::string_view text) {
    MemoryLoader loader;
    loader.add("game.tgdl", std::string(text));
    LoadedRules rules = load_rules(loader, "game.tgdl");
    EXPECT_EQ(render_text(rules.sources, rules.diagnostics), "");
    return rules.program;
}

Solution solve_shipped(const std::string& game) {
    DiskLoader loader;
    const LoadedRules rules = load_rules(loader, TGDL_SOURCE_DIR "/games/" + game + "/" + game + ".tgdl");
    return solve(rules.program, {.players = rules.program->min_players, .seed = {}, .limits = {}});
}

Solution solve_text(std::string_view text, std::uint32_t players, std::optional<MatchSeed> seed = {}) {
    return solve(load(text), {.players = players, .seed = seed, .limits = {}});
}

// One or two coins of a heap; who takes the last one wins. A heap of three, six … is lost for who is to take.
std::string coins(int heap) {
    return R"(
game "coins";
players 2;

global class Heap { number coins = )"
           + std::to_string(heap) + R"(; }

action Take
{
    trigger PlayerChoiceEvent;
    input number taken { range 1..math.min(2, Heap.coins); }
    effect
    {
        Heap.coins -= taken;
        if (Heap.coins == 0) { winner player.active(); }
        turn.pass();
    }
}
)";
}

TEST(ChanceOutcomes, MeetsEveryOutcomeOnceWithItsProbability) {
    ChanceOutcomes walk;
    double sum = 0;
    std::vector<std::vector<std::uint64_t>> met;

    do { // a coin, and after heads a die with three sides
        DrawTape* const tape = walk.rewind();
        std::vector<std::uint64_t> drawn = {tape->draw(2, 1)};
        if (drawn[0] == 0) {
            drawn.push_back(tape->draw(3, 1));
        }
        met.push_back(drawn);
        sum += walk.probability();
    } while (walk.next());

    const std::vector<std::vector<std::uint64_t>> all = {{0, 0}, {0, 1}, {0, 2}, {1}};
    EXPECT_EQ(met, all);
    EXPECT_DOUBLE_EQ(sum, 1);
}

TEST(Solve, TicTacToeIsADraw) {
    const Solution solution = solve_shipped("tic_tac_toe");

    EXPECT_EQ(solution.problem, "");
    EXPECT_EQ(solution.value, 0);
    EXPECT_EQ(solution.line.size(), 18U); // nine marks, each an action and a square
}

TEST(Solve, NimIsWonByWhoBegins) {
    EXPECT_EQ(solve_shipped("nim").value, 1); // 3 xor 4 xor 5 is not 0
}

TEST(Solve, FindsLostPositionsOfEveryThirdHeap) {
    for (const int heap : {4, 5, 7}) {
        EXPECT_EQ(solve_text(coins(heap), 2).value, 1) << heap;
    }
    EXPECT_EQ(solve_text(coins(6), 2).value, -1);
}

TEST(Solve, KuhnPokerIsWorthAnEighteenthOfAChipToTheSecondSeat) {
    const Solution solution = solve_shipped("kuhn_poker");

    EXPECT_EQ(solution.utility, Utility::Scores);
    EXPECT_NEAR(solution.value, -1.0 / 18, 0.0005);
    EXPECT_LT(solution.exploitability(), 0.001);
    EXPECT_LE(solution.low, -1.0 / 18);
    EXPECT_GE(solution.high, -1.0 / 18);
    EXPECT_EQ(solution.information_sets, 12U);
}

TEST(Solve, ChoicesAtOnceAreNotSeenByTheOther) {
    // Matching pennies: who could see the other's choice would always win.
    const Solution solution = solve_text(R"(
game "pennies";
players 2;

turn Round
{
    phase Show
    {
        players player.all() input number side { range 0..1; }
        effect { winner side[0] == side[1] ? 0 : 1; }
    }
}
)",
                                         2);

    EXPECT_EQ(solution.problem, "");
    EXPECT_NEAR(solution.value, 0, 0.001);
    EXPECT_EQ(solution.information_sets, 2U);
}

constexpr std::string_view kDice = R"(
game "one more";
players 1;

global class Total { number sum = 0; }

action Roll
{
    trigger PlayerChoiceEvent;
    effect
    {
        Total.sum += random(1, 3);
        if (Total.sum >= 4) { winner highest { { 0, Total.sum == 4 ? 6 : 0 } }; }
    }
}

action Stop
{
    require { return Total.sum > 0; }
    trigger PlayerChoiceEvent;
    effect { winner highest { { 0, Total.sum } }; }
}
)";

TEST(Solve, TakesTheMeanOfWhatChanceBrings) {
    // From 3 a roll is worth 2: stop. From 2 it is worth (3 + 6 + 0) / 3 = 3, from 1 (3 + 3 + 6) / 3 = 4.
    const Solution solution = solve_text(kDice, 1);

    EXPECT_EQ(solution.utility, Utility::Scores);
    EXPECT_NEAR(solution.value, (4.0 + 3.0 + 3.0) / 3, 1e-12);
}

constexpr std::string_view kStairs = R"(
game "stairs";
players 1;

global class Stairs
{
    number at = 0;
    default { this.at = random(0, 2); }
}

action Go
{
    trigger PlayerChoiceEvent;
    input number way { options { -1, 1 }; }
    effect
    {
        Stairs.at += way;
        if (Stairs.at == 5) { winner 0; }
        if (Stairs.at < 0) { winner {}; }
    }
}
)";

TEST(Solve, FindsTheShortestWayOfAPuzzleInWhichPositionsComeAgain) {
    const Solution solution = solve_text(kStairs, 1, MatchSeed::from(0));

    EXPECT_EQ(solution.value, 1);
    EXPECT_EQ(solution.line.size() % 2, 0U);
    EXPECT_LE(solution.line.size(), 10U);
}

TEST(Solve, SaysWhenPositionsCanComeAgain) {
    const Solution solution = solve_text(kStairs, 1);

    EXPECT_NE(solution.problem.find("the same position can come again"), std::string::npos) << solution.problem;
}

TEST(Solve, SaysWhenThereAreTooManyPositions) {
    const Solution solution = solve(load(coins(50)), {.players = 2, .seed = {}, .most_positions = 20, .limits = {}});

    EXPECT_NE(solution.problem.find("more than 20 positions"), std::string::npos) << solution.problem;
}

TEST(Solve, SaysThatThreeOpposedPlayersHaveNoValue) {
    std::string text = coins(4);
    text.replace(text.find("players 2"), 9, "players 3");

    const Solution solution = solve_text(text, 3);

    EXPECT_NE(solution.problem.find("3 players who do not win and lose together"), std::string::npos);
}

TEST(Solve, KeepsTheMatchThatEndedInAnError) {
    const Solution solution = solve_text(R"(
game "fragile";
players 1;

action Divide
{
    trigger PlayerChoiceEvent;
    input number by { range 0..1; }
    effect
    {
        log($"{1 / by}");
        winner 0;
    }
}
)",
                                         1);

    ASSERT_NE(solution.failed, nullptr);
    EXPECT_EQ(solution.failed->status(), MatchStatus::Error);
}

} // namespace
} // namespace tgdl
