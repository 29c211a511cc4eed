#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

class SimultaneousChoices : public testing::Test {
protected:
    SimultaneousChoices() { game_.ask_in_phase(2, InputMode::Players); }

    HandMadeGame game_{3};
};

TEST_F(SimultaneousChoices, AreMadeOneAfterTheOther) {
    Match match = game_.start();
    std::vector<std::uint32_t> asked;

    for (int player = 0; player < 3; ++player) {
        asked.push_back(match.decision().player);
        match.choose(0);
    }

    EXPECT_EQ(asked, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST_F(SimultaneousChoices, TellSinceWhenTheyAreOneMoment) {
    Match match = game_.start();

    EXPECT_EQ(match.decision().simultaneous_since, 0U);
    match.choose(1);
    EXPECT_EQ(match.decision().simultaneous_since, 0U);
    match.choose(1);
    match.choose(1);
    EXPECT_EQ(match.decision().simultaneous_since, 3U);
}

TEST_F(SimultaneousChoices, HaveTheSameOptionsWhateverTheOthersChose) {
    Match low = game_.start();
    Match high = game_.start();

    low.choose(0);
    high.choose(2);

    EXPECT_EQ(low.decision().options, high.decision().options);
}

TEST_F(SimultaneousChoices, HaveNoEffectBeforeTheLast) {
    Match match = game_.start();

    match.choose(0);
    match.choose(0);
    EXPECT_TRUE(match.take_texts().empty());
    match.choose(0);

    const std::vector<Delivered> texts = match.take_texts();
    ASSERT_EQ(texts.size(), 1U);
    EXPECT_EQ(texts[0].text, "answered");
}

TEST(OneChoice, IsNotSimultaneous) {
    HandMadeGame game(2);
    game.ask_in_phase(2);
    Match match = game.start();

    EXPECT_EQ(match.decision().simultaneous_since, Decision::kNotSimultaneous);
    EXPECT_EQ(match.decision().options.size(), 3U);
}

} // namespace
} // namespace tgdl
