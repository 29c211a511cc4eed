#include "terminal/sitting.h"

#include "terminal/game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

constexpr std::string_view kNumbers = R"(
game "numbers";
players 2;

action Say
{
    trigger PlayerChoiceEvent;
    input number what { range 1..1000; }
    effect { turn.pass(); }
}
)";

Sitting sitting_with_bot(Game game) {
    return {std::move(game), {std::nullopt, BotPlan{.command = "", .word = "random"}}, 5};
}

// What the bot answers when the person says this.
std::string answer_to(Sitting& sitting, std::size_t number) {
    sitting.go_on();
    sitting.choose(number);
    sitting.go_on();
    const auto by_bot = [](const MadeChoice& choice) { return choice.player == 1 && choice.text != "Say"; };
    return std::ranges::find_if(sitting.made().rbegin(), sitting.made().rend(), by_bot)->text;
}

TEST(Sitting, ABotAnswersTheSameAfterAnUndoAndTheSameChoice) {
    Sitting sitting = sitting_with_bot(game_from(kNumbers));
    const std::string first = answer_to(sitting, 3);
    const std::string second = answer_to(sitting, 4);

    sitting.go_to(0);

    EXPECT_EQ(answer_to(sitting, 3), first);
    EXPECT_EQ(answer_to(sitting, 4), second);
    EXPECT_NE(first, second);
}

TEST(Sitting, ABotAnswersInAResumedGameAsItWouldHaveWithoutAPause) {
    Sitting sitting = sitting_with_bot(game_from(kNumbers));
    answer_to(sitting, 3);

    Sitting resumed = sitting_with_bot(sitting.game());

    EXPECT_EQ(answer_to(resumed, 4), answer_to(sitting, 4));
}

} // namespace
} // namespace tgdl
