#include "simulate/measure.h"

#include "bots/bot_table.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

SimulationPlan plan_for_two() {
    SimulationPlan plan;
    plan.players = 2;
    plan.bots = *read_bots("random");
    return plan;
}

// So many games of two players, of which seat 0 wins some, all of ten or of twenty choices.
SimulationTotals games_won(std::uint64_t games, std::uint64_t won) {
    SimulationTotals totals(2, 1, 0);
    totals.finished = games;
    for (std::uint64_t i = 0; i < games; ++i) {
        totals.seats[i < won ? 0 : 1].add(1);
        totals.choices.add(i % 2 == 0 ? 10 : 20);
    }
    return totals;
}

TEST(Measure, EstimatesSharesAndMeansWithTheirIntervals) {
    const SimulationTotals totals = games_won(100, 30);

    const Estimate share = estimate({MeasureKind::SeatShare, 0}, totals, 0.95);
    const Estimate length = estimate({MeasureKind::Length}, totals, 0.95);

    EXPECT_DOUBLE_EQ(share.value, 0.3);
    EXPECT_NEAR(share.low, 0.2189, 0.0001);
    EXPECT_NEAR(share.high, 0.3958, 0.0001);
    EXPECT_DOUBLE_EQ(length.value, 15);
    EXPECT_NEAR(length.high - length.low, 2 * 1.96 * 5.0252 / 10, 0.001);
}

TEST(Measure, KnowsHowFarOutTheConfidenceLies) {
    EXPECT_NEAR(deviations_for(0.95), 1.959964, 1e-6);
    EXPECT_NEAR(deviations_for(0.99), 2.575829, 1e-6);
}

TEST(Measure, ReadsHowExactlyAFigureIsWanted) {
    for (const std::string_view words : {"seat 1 share ±1%", "seat 1 share +- 1%", "seat 1 share +/-0.01"}) {
        const auto wanted = read_precision(words, plan_for_two());

        ASSERT_TRUE(wanted) << words << ": " << wanted.error();
        EXPECT_EQ(wanted->measure.index, 1U);
        EXPECT_DOUBLE_EQ(wanted->half_width, 0.01);
    }
    for (const std::string_view words : {"seat 2 share ±1%", "length ±1%", "length", "height ±1", "length ±0"}) {
        EXPECT_FALSE(read_precision(words, plan_for_two())) << words;
    }
}

TEST(Measure, IsKnownExactlyEnoughAfterEnoughGames) {
    const WantedPrecision wanted{{MeasureKind::SeatShare, 0}, 0.05};

    EXPECT_FALSE(wanted.is_reached(games_won(300, 150)));
    EXPECT_TRUE(wanted.is_reached(games_won(400, 200)));
}

TEST(Assertion, IsDecidedWhenTheIntervalLiesOnOneSide) {
    const auto judged = [](std::string_view words, const SimulationTotals& totals) {
        const auto assertion = read_assertion(words, plan_for_two());
        EXPECT_TRUE(assertion) << assertion.error();
        return judge(*assertion, totals, 0.95);
    };

    EXPECT_EQ(judged("seat_share within 10%", games_won(1000, 500)), Verdict::Holds);
    EXPECT_EQ(judged("seat_share within 10%", games_won(1000, 300)), Verdict::Fails);
    EXPECT_EQ(judged("seat_share within 10%", games_won(20, 10)), Verdict::Open);
    EXPECT_EQ(judged("length<60", games_won(20, 10)), Verdict::Holds);
    EXPECT_EQ(judged("length >= 60", games_won(20, 10)), Verdict::Fails);
    EXPECT_EQ(judged("seat 0 share between 20% and 40%", games_won(1000, 300)), Verdict::Holds);
    EXPECT_EQ(judged("stuck < 1%", games_won(10, 5)), Verdict::Open);
}

TEST(Assertion, SaysWhatIsWrongWithItsWords) {
    const auto problem = [](std::string_view words) { return read_assertion(words, plan_for_two()).error(); };

    EXPECT_NE(problem("height < 3").find("there is no figure `height`"), std::string::npos);
    EXPECT_NE(problem("length < far").find("`far`: a number is wanted"), std::string::npos);
    EXPECT_NE(problem("length within 3").find("`within` is no comparison"), std::string::npos);
    EXPECT_NE(problem("length < 3 or so").find("`or` is one word too many"), std::string::npos);
    EXPECT_NE(problem("seat 7 share < 3%").find("up to 1"), std::string::npos);
}

TEST(InterimLooks, TogetherAreAsSureAsWanted) {
    double wrong = 0;
    for (std::uint64_t look = 1; look < 100'000; ++look) {
        wrong += 1 - confidence_of_look(0.95, look);
    }

    EXPECT_LE(wrong, 0.05);
    EXPECT_NEAR(wrong, 0.05, 0.0001);
    EXPECT_EQ(next_look(0), 256U);
    EXPECT_EQ(next_look(256), 384U);
}

} // namespace
} // namespace tgdl
