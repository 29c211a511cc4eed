#include "simulate/coverage.h"

#include "api/memory_loader.h"
#include "bots/bot_table.h"
#include "simulate/report_html.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

constexpr std::uint64_t kGames = 20;

// A game of one player in which `Go` is chosen three times, with rules of a test. `Log.turns` counts.
LoadedRules load(const std::string& rules, const std::string& effect = "") {
    MemoryLoader loader;
    loader.add("game.tgdl", "game \"x\"; players 1;\n"
                            "global class Log { number turns = 0; }\n"
                            "action Go { trigger PlayerChoiceEvent; effect { Log.turns += 1;"
                            " if (Log.turns == 3) { winner player.active(); } "
                                + effect + " } }\n" + rules);
    LoadedRules loaded = load_rules(loader, "game.tgdl", Coverage::On);
    EXPECT_FALSE(loaded.diagnostics.has_errors()) << render_text(loaded.sources, loaded.diagnostics);
    return loaded;
}

Simulation play(const LoadedRules& rules) {
    SimulationPlan plan;
    plan.players = 1;
    plan.games = kGames;
    plan.bots = *read_bots("random");
    plan.details = true;
    plan.instrumented = rules.instrumented;
    return simulate(rules.program, plan);
}

// What is said of the rules that never came up.
std::vector<std::string> silences(const LoadedRules& rules) {
    std::vector<std::string> sentences;
    for (const SilentRule& rule : silent_rules(rules, play(rules).totals.details)) {
        sentences.push_back(rule.before + rule.code + rule.after);
    }
    return sentences;
}

using Sentences = std::vector<std::string>;

TEST(Coverage, IsSilentAboutRulesThatRun) {
    EXPECT_EQ(silences(load("")), Sentences());
}

TEST(Coverage, TellsAnActionThatIsNeverPossible) {
    const LoadedRules rules = load("action Fly { trigger PlayerChoiceEvent { return Log.turns > 8; } effect { } }");

    EXPECT_EQ(silences(rules), Sentences{"The action Fly never happened"});
}

TEST(Coverage, TellsAReactionWhoseTriggerAlwaysRefuses) {
    const std::string fires = "action Chime { trigger change Log.turns; effect { } }\n";
    const std::string refuses = "action Toll { trigger change Log.turns { return Log.turns > 8; } effect { } }";

    EXPECT_EQ(silences(load(fires + refuses)), Sentences{"The reaction Toll never fired"});
}

TEST(Coverage, TellsAGoalThatIsNeverReached) {
    const LoadedRules rules = load("goal Rich { require { return Log.turns > 8; } effect { draw; } }");

    EXPECT_EQ(silences(rules), Sentences{"The goal Rich was never reached"});
}

TEST(Coverage, TellsTheArmsOfABranchThatNeverRan) {
    EXPECT_EQ(silences(load("", "if (Log.turns > 8) { log(\"a\"); } else { log(\"b\"); }")),
              Sentences{"The condition Log.turns > 8 never held"});
    EXPECT_EQ(silences(load("", "if (Log.turns < 8) { log(\"a\"); } else { log(\"b\"); }")),
              Sentences{"This else never ran"});
    EXPECT_EQ(silences(load("", "log(Log.turns > 8 ? \"many\" : \"few\");")),
              Sentences{"The value \"many\" was never wanted"});
}

TEST(Coverage, TellsALoopThatNeverWentRound) {
    EXPECT_EQ(silences(load("", "while (Log.turns > 8) { Log.turns -= 1; }")),
              Sentences{"The loop while (Log.turns > 8) never went round"});
}

TEST(Coverage, TellsAnOptionThatIsNeverPicked) {
    EXPECT_EQ(silences(load("", "choose { option \"left\" { log(\"l\"); } "
                                "option \"right\" if (Log.turns > 8) { log(\"r\"); } }")),
              Sentences{"The option \"right\" was never picked"});
}

TEST(Coverage, TellsWhatStandsBehindALeftBlock) {
    EXPECT_EQ(silences(load("", "if (Log.turns < 8) { return; } Log.turns = 0;")),
              Sentences{"Log.turns = 0; was never reached"});
}

TEST(Coverage, DoesNotRepeatWhatStandsInSomethingThatNeverRan) {
    EXPECT_EQ(silences(load("", "if (Log.turns > 8) { if (Log.turns > 9) { log(\"a\"); } log(\"b\"); }")),
              Sentences{"The condition Log.turns > 8 never held"});
}

TEST(Coverage, WhatIsOnlyTriedOutHasNotHappened) {
    const LoadedRules rules = load("action Doomed { trigger PlayerChoiceEvent; effect { Log.turns = 0; fail; } }");

    EXPECT_EQ(silences(rules), Sentences{"The action Doomed never happened"});
}

TEST(Coverage, WhatAConditionOnlySupposesHasNotHappenedButItsFunctionsWereUsed) {
    const LoadedRules rules =
        load("function bool supposes() { Log.turns = 9; if (Log.turns == 9) { return true; } return false; }\n"
             "action Dream { trigger PlayerChoiceEvent { return !supposes(); } effect { } }");

    EXPECT_EQ(silences(rules), (Sentences{"return false; was never reached", "The action Dream never happened"}));
}

TEST(Coverage, SaysNothingOfFunctionsThatNoRuleUses) {
    EXPECT_EQ(silences(load("function number unused() { return 1; }\n"
                            "class Sign { information { short { return $\"{shown()}\"; } } }\n"
                            "function number shown() { return 2; }",
                            "Sign sign = new Sign();")),
              Sentences());
}

TEST(Coverage, CountsTheGamesInWhichSomethingRan) {
    const LoadedRules rules = load("", "if (random(1, 6) == 6) { log(\"six\"); }");

    const Simulation simulation = play(rules);
    const nlohmann::ordered_json ran = coverage_json(simulation.plan, simulation.totals.details);

    ASSERT_EQ(ran.size(), 3U);
    EXPECT_EQ(ran[0], (nlohmann::ordered_json{
                          {"kind", "action"}, {"name", "Go"}, {"file", "game.tgdl"}, {"line", 3}, {"games", kGames}}));
    EXPECT_EQ(ran[1]["games"], kGames);
    EXPECT_EQ(ran[2]["kind"], "if");
    EXPECT_GT(ran[2]["games"], 0);
    EXPECT_LT(ran[2]["games"], kGames);
}

TEST(Coverage, ThePageShowsTheTextOfTheRulesAndNeverObeysIt) {
    const LoadedRules rules = load("// </pre></details><script>alert(1)</script>\n", "log(\"<b onclick='x'>&amp;\");");

    const std::string page = simulation_html(rules, play(rules), {});

    EXPECT_NE(page.find("&lt;/pre&gt;&lt;/details&gt;&lt;script&gt;"), std::string::npos);
    EXPECT_NE(page.find("&lt;b onclick="), std::string::npos);
    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(page.find("<b onclick"), std::string::npos);
}

} // namespace
} // namespace tgdl
