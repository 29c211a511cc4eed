#include "check/check_text_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

using Said = std::vector<std::string>;

TEST(ValueBounds, WhatALoopCountsIsWithinItsEnds) {
    const auto checked = check_game(R"(
setup
{
    number n = 0;
    foreach (number i in 1..3) { if (i == 0) { n += 1; } }
    for (number i = 0; i < 3; i += 1) { if (i >= 3) { n += 1; } }
    for (number i = 3; i > 0; i -= 1) { if (i < 1) { n += 1; } }
    log($"{n}");
}
)");

    EXPECT_EQ(checked->said(), (Said{"5: W0628", "6: W0628", "7: W0628"}));
}

TEST(ValueBounds, ALoopThatChangesItsVariableCountsAnything) {
    const auto checked = check_game(R"(
setup
{
    for (number i = 0; i < 3; i += 1) { i += 2; if (i > 3) { log("far"); } }
    number k = 0;
    while (k < 3) { if (k > 5) { log("far"); } k += 1; }
    for (number i = 0; i < 3; i += 1) { }
    number i = 5;
    if (i > 3 && k > 3) { i = 2; }
}
)");

    EXPECT_EQ(checked->said(), Said{});
}

TEST(ValueBounds, AnInputIsWithinItsRangeUnlessAReactionChangesIt) {
    const std::string game = R"(
global class G
{
    action Bid { trigger PlayerChoiceEvent; input number n { range 1..3; } effect { if (n > 3) { turn.pass(); } } }
    action Raise { trigger before action G.Bid; effect { event.n += 5; } }
}
)";
    const std::string without = game.substr(0, game.find("    action Raise")) + "}\n";

    EXPECT_EQ(check_game(game)->said(), Said{});
    EXPECT_EQ(check_game(without)->said(), Said{"4: W0628"});
}

TEST(ValueBounds, AVariableOfAQuestionIsNotTheOneOfAnotherAction) {
    const auto checked = check_game(R"(
global class G
{
    action Roll { trigger PlayerChoiceEvent; effect { number d = random(1, 6); log($"{d}"); } }
    action Ask
    {
        trigger PlayerChoiceEvent;
        effect { List<number> xs = { 7, 8 }; if (xs.any(d: d > 6)) { turn.pass(); } }
    }
}
)");

    EXPECT_EQ(checked->said(), Said{});
}

TEST(ValueBounds, APlaceOfAGridIsMissedOnlyWhereALoopCertainlyComesToIt) {
    const auto checked = check_game(R"(
tile Land { number gold = 0; }
global board Map { group Field { geometry square; grid Land[3][2]; } }
setup
{
    for (number i = 0; i <= 3; i += 1) { Map.Field[i][0].gold = 1; }
    for (number i = 0; i <= 3; i += 1) { if (i < 3) { Map.Field[i][0].gold = 1; } }
    for (number i = 0; i <= 3; i += 1) { if (i == 3) { break; } Map.Field[i][0].gold = 1; }
    for (number i = 0; i < player.count() + 1; i += 1) { for (number j = 0; j <= 2; j += 1) { Map.Field[i][j].gold = 1; } }
}
)");

    EXPECT_EQ(checked->said(), (Said{"6: W0630", "9: W0630"}));
}

} // namespace
} // namespace tgdl
