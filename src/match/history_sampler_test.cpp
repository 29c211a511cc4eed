#include "match/history_sampler.h"

#include "match/hand_made_game_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(RandomKey, IsTheOneThatTheMatchBeganWith) {
    HandMadeGame game(2);
    game.add_action("Roll", {game.chance(6)});
    Match match = game.start(7);

    match.choose(0);

    EXPECT_EQ(random_key_of(match), MatchSeed::from(7).key);
}

TEST(RestartMatch, BeginsTheSameMatchAgain) {
    HandMadeGame game(2);
    game.add_action("Roll", {game.chance(6), game.count(1)});
    DrawTape first;
    Match match = game.start(7, &first);
    const std::uint64_t begin = match.hash();
    match.choose(0);
    match.set_tape(nullptr);
    DrawTape second;

    const std::unique_ptr<Match> again = restart_match(match, random_key_of(match), second);

    EXPECT_EQ(again->hash(), begin);
    again->choose(0);
    EXPECT_EQ(again->hash(), match.hash());
    ASSERT_EQ(second.draws.size(), 1U);
    EXPECT_EQ(second.draws[0].number, first.draws[0].number);
}

TEST(HistorySampler, IsNotNeededWhereNothingIsHidden) {
    HandMadeGame game(2);
    game.add_action("Roll", {game.chance(6)});

    EXPECT_FALSE(HistorySampler::is_needed(*game.program()));
}

TEST(HistorySampler, FindsTheHistoryThatWasWhereNothingElseIsPossible) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.pass()});
    DrawTape tape;
    Match match = game.start(3, &tape);
    HistorySampler sampler(0);
    sampler.observe(match, &tape);
    sampler.record_choice(match, 0);
    match.choose(0);
    sampler.observe(match, &tape);
    Match into(match);

    ASSERT_TRUE(sampler.determinize(match, 1, 5, into));

    EXPECT_EQ(into.hash(), match.hash());
}

TEST(HistorySampler, FindsNothingWhenTheDrawsAreNotKnown) {
    HandMadeGame game(2);
    game.add_action("One", {game.count(1), game.pass()});
    Match match = game.start(3);
    HistorySampler sampler(0);
    sampler.observe(match, nullptr);
    Match into(match);

    EXPECT_FALSE(sampler.determinize(match, 0, 5, into));
}

} // namespace
} // namespace tgdl
