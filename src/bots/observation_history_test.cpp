#include "bots/observation_history.h"

#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

class Observations : public testing::Test {
protected:
    Observations() {
        game_.add_action("Shout", {game_.log("hello")});
        game_.add_action("Whisper", {game_.tell(1, "psst")});
        match_.emplace(game_.start());
        history_.begin(*match_);
    }

    void choose(std::size_t option) {
        match_->choose(option);
        history_.update(*match_);
    }

    HandMadeGame game_{2};
    std::optional<Match> match_;
    ObservationHistory history_{2};
};

TEST_F(Observations, BeginWithNothing) {
    EXPECT_EQ(history_.all(0), 0U);
    EXPECT_EQ(history_.last(0), 0U);
}

TEST_F(Observations, AreTheSameForAllWhoHeardTheSame) {
    choose(0);

    EXPECT_NE(history_.all(0), 0U);
    EXPECT_EQ(history_.all(0), history_.all(1));
}

TEST_F(Observations, OfWhatOneIsToldAreNotTheOthers) {
    choose(1);

    EXPECT_EQ(history_.all(0), 0U);
    EXPECT_NE(history_.all(1), 0U);
}

TEST_F(Observations, GrowWithARepeatedTextWhoseHashStays) {
    choose(0);
    const std::uint64_t all = history_.all(0);
    const std::uint64_t last = history_.last(0);

    choose(0);

    EXPECT_NE(history_.all(0), all);
    EXPECT_EQ(history_.last(0), last);
}

TEST_F(Observations, AreForgottenWithTextsThatWait) {
    choose(0);
    match_->choose(0);

    history_.begin(*match_);
    history_.update(*match_);

    EXPECT_EQ(history_.all(0), 0U);
}

} // namespace
} // namespace tgdl
