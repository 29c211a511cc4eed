#include "bots/learned_rollout_policy.h"

#include "bots/payoffs.h"
#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

class RolloutPolicy : public testing::Test {
protected:
    RolloutPolicy() {
        game_.add_action("Lose", {game_.count(1)});
        game_.add_action("Win", {game_.count(2)});
    }

    // One rollout of one choice: the count after it, one or two, is what it is worth.
    bool wins(bool greedily) {
        Match match = game_.start();
        ObservationHistory observations(1);
        observations.begin(match);
        policy_.begin();
        policy_.play(match, observations, greedily, random_);
        Match won = game_.start();
        won.choose(1);
        const bool has_won = match.hash() == won.hash();
        policy_.learn({has_won ? 1.0 : -1.0});
        return has_won;
    }
    int wins_of(int rollouts, bool greedily) {
        int count = 0;
        for (int i = 0; i < rollouts; ++i) {
            count += wins(greedily) ? 1 : 0;
        }
        return count;
    }

    HandMadeGame game_{1};
    LearnedRolloutPolicy policy_;
    RandomState random_ = seed_random(1);
};

TEST_F(RolloutPolicy, TriesEveryOptionAFewTimesFirst) {
    const int won = wins_of(30, true);

    EXPECT_LT(won, 30) << "the option that loses was tried";
    EXPECT_GT(won, 15);
}

TEST_F(RolloutPolicy, TakesTheBestMeanButForAFifth) {
    wins_of(50, true);

    const int won = wins_of(200, true);

    EXPECT_GT(won, 160); // nine of ten: a fifth is random, and half of that wins
    EXPECT_LT(won, 200);
}

TEST_F(RolloutPolicy, ChoosesAtRandomWhenItIsNotGreedy) {
    wins_of(50, true);

    const int won = wins_of(200, false);

    EXPECT_GT(won, 70);
    EXPECT_LT(won, 130);
}

TEST_F(RolloutPolicy, KnowsNothingAfterItWasToldToForget) {
    wins_of(50, true);

    policy_.forget();

    EXPECT_LT(wins_of(6, true), 6) << "it tries the option that loses again";
}

TEST_F(RolloutPolicy, LearnsFromChoicesThatOthersMade) {
    Match match = game_.start();
    ObservationHistory observations(1);
    observations.begin(match);
    for (int i = 0; i < 10; ++i) {
        policy_.begin();
        policy_.record(match, observations, 0, match.decision().options[0]);
        policy_.learn({-1.0});
        policy_.begin();
        policy_.record(match, observations, 0, match.decision().options[1]);
        policy_.learn({1.0});
    }

    EXPECT_GT(wins_of(50, true), 38);
}

} // namespace
} // namespace tgdl
