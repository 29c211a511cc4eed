#include "api/disk_loader.h"
#include "api/engine.h"
#include "base/random.h"
#include "match/history_sampler.h"
#include "match/view.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace tgdl {

namespace {

// A match that is played at random, and observed by somebody from its beginning.
class ObservedMatch {
public:
    ObservedMatch(const LoadedRules& rules, std::uint32_t players, std::uint64_t seed, std::uint32_t player)
        : random_(seed_random(seed)),
          match_(rules.program, players, MatchSeed::from(seed), {}, nullptr, nullptr, &tape_),
          history_sampler_(player),
          player_(player) {
        history_sampler_.observe(match_, &tape_);
    }

    [[nodiscard]] Match& match() { return match_; }
    [[nodiscard]] std::size_t choices() const { return choices_; }
    [[nodiscard]] bool is_asked() { return match_.decision().player == player_; }

    // False when the match is over.
    bool go_on() {
        const std::size_t choice = random_below(random_, match_.decision().options.size());
        history_sampler_.record_choice(match_, choice);
        tape_.clear();
        match_.choose(choice);
        ++choices_;
        if (match_.status() != MatchStatus::Waiting) {
            return false;
        }
        history_sampler_.observe(match_, &tape_);
        return true;
    }

    bool determinize(std::uint64_t seed, Match& into) {
        return history_sampler_.determinize(match_, choices_, seed, into);
    }

private:
    RandomState random_;
    DrawTape tape_;
    Match match_;
    HistorySampler history_sampler_;
    std::uint32_t player_;
    std::size_t choices_ = 0;
};

LoadedRules load_liars_dice() {
    DiskLoader loader;
    return load_rules(loader, fmt::format("{}/games/liars_dice/liars_dice.tgdl", TGDL_SOURCE_DIR));
}

} // namespace

// Dice have been rolled and shown many times by then, and lie under the cups once more.
TEST(HistorySampler, LateInALongMatchAgreeWithWhatThePlayerSeesAndDifferInWhatIsHidden) {
    const LoadedRules rules = load_liars_dice();
    ObservedMatch observed(rules, 4, 7, 2);
    for (int i = 0; i < 100 || !observed.is_asked(); ++i) {
        ASSERT_TRUE(observed.go_on());
    }
    Match other(observed.match());
    std::set<std::string> others;

    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        ASSERT_TRUE(observed.determinize(seed, other)) << seed;
        EXPECT_EQ(view(other, 2), view(observed.match(), 2));
        others.insert(view(other, kAllSeeing).dump());
    }

    EXPECT_GT(others.size(), 10U);
}

// What was found out at earlier decisions is kept, as far as it still holds.
TEST(HistorySampler, AgreeAtEveryDecisionOfAMatch) {
    const LoadedRules rules = load_liars_dice();
    ObservedMatch observed(rules, 3, 5, 1);
    Match other(observed.match());
    int asked = 0;
    int others = 0;
    while (observed.go_on()) {
        if (observed.is_asked()) {
            ASSERT_TRUE(observed.determinize(asked, other)) << observed.choices();
            EXPECT_EQ(view(other, 1), view(observed.match(), 1)) << observed.choices();
            others += other.hash() != observed.match().hash() ? 1 : 0;
            ++asked;
        }
    }

    EXPECT_GT(asked, 20);
    EXPECT_GT(others, asked * 9 / 10);
}

} // namespace tgdl
