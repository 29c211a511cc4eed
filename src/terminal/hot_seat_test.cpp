#include "terminal/hot_seat.h"

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

HotSeat hot_seat_with_bot(Game game) {
    return {std::move(game), {std::nullopt, BotPlan{.command = "", .word = "random"}}, 5};
}

// What the bot answers when the person says this.
std::string answer_to(HotSeat& hot_seat, std::size_t number) {
    hot_seat.go_on();
    hot_seat.choose(number);
    hot_seat.go_on();
    const auto by_bot = [](const MadeChoice& choice) { return choice.player == 1 && choice.text != "Say"; };
    return std::ranges::find_if(hot_seat.made().rbegin(), hot_seat.made().rend(), by_bot)->text;
}

TEST(HotSeat, ABotAnswersTheSameAfterAnUndoAndTheSameChoice) {
    HotSeat hot_seat = hot_seat_with_bot(game_from(kNumbers));
    const std::string first = answer_to(hot_seat, 3);
    const std::string second = answer_to(hot_seat, 4);

    hot_seat.go_to(0);

    EXPECT_EQ(answer_to(hot_seat, 3), first);
    EXPECT_EQ(answer_to(hot_seat, 4), second);
    EXPECT_NE(first, second);
}

TEST(HotSeat, ABotAnswersInAResumedGameAsItWouldHaveWithoutAPause) {
    HotSeat hot_seat = hot_seat_with_bot(game_from(kNumbers));
    answer_to(hot_seat, 3);

    HotSeat resumed = hot_seat_with_bot(hot_seat.game());

    EXPECT_EQ(answer_to(resumed, 4), answer_to(hot_seat, 4));
}

} // namespace
} // namespace tgdl
