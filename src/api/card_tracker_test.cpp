// Card counting, with decks that rules make: the library below has no compiler to make them.
#include "match/card_tracker.h"

#include "api/engine.h"
#include "api/memory_loader.h"
#include "match/flow.h"
#include "vm/collections.h"

#include <gtest/gtest.h>
#include <set>

namespace tgdl {
namespace {

// Eight cards in a deck, three of which each of two players holds; `chance` is what happens before they are dealt.
std::string rules_with(const std::string& chance) {
    return R"(
game "cards";
players 2;

interactable Card { number rank = 0; information { short { return $"card {this.rank}"; } } }
stack Deck { returns Card; }
player stack Hand { returns Card; }

global class Rules { Deck deck = new Deck(); }

setup
{
    foreach (number i in 1..8) { Rules.deck.push(new Card() { rank = i }); }
    )" + chance
           + R"(
    foreach (player p in player.all())
    {
        foreach (number i in 1..3) { Hand[p].push(Rules.deck.pop()); }
    }
}

action Play
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; }
    effect { Rules.deck.discard(card); turn.pass(); }
}
)";
}

class TrackedCards {
public:
    explicit TrackedCards(const std::string& chance) {
        MemoryLoader loader;
        loader.add("cards.tgdl", rules_with(chance));
        rules_ = load_rules(loader, "cards.tgdl");
        EXPECT_NE(rules_.program, nullptr) << render_text(rules_.sources, rules_.diagnostics);
        match_ = std::make_unique<Match>(rules_.program, 2, MatchSeed::from(1), Limits{}, nullptr, nullptr, &tape_);
    }

    void observe() {
        tracker_.observe(*match_, &tape_);
        tape_.clear();
    }
    void observe_without_draws() { tracker_.observe(*match_, nullptr); }
    void choose(std::size_t option) { match_->choose(option); }

    // The groups of the cards in each deck of that class: those of the first hand are player 0's.
    std::vector<std::vector<std::uint64_t>> groups_in(const std::string& deck_class) {
        Machine& machine = match_->flow().machine;
        std::vector<std::vector<std::uint64_t>> groups;
        for (const Handle deck : decks_of(match_->flow())) {
            if (machine.class_info(deck).name != deck_class) {
                continue;
            }
            std::vector<std::uint64_t>& found = groups.emplace_back();
            const Value cards = Value::instance(deck);
            for (std::uint32_t i = 0; i < walk_length(machine, cards); ++i) {
                found.push_back(tracker_.group_of(machine, walk_get(machine, cards, i).handle()));
            }
        }
        return groups;
    }

private:
    LoadedRules rules_;
    DrawTape tape_;
    std::unique_ptr<Match> match_;
    CardTracker tracker_{0};
};

std::size_t count_different(const std::vector<std::uint64_t>& groups) {
    return std::set(groups.begin(), groups.end()).size();
}

TEST(CardTracker, KnowsWhereTheRulesHaveLaidEachCard) {
    TrackedCards cards("");

    cards.observe();

    EXPECT_EQ(count_different(cards.groups_in("Deck").at(0)), 2U);
    EXPECT_EQ(count_different(cards.groups_in("Hand").at(1)), 3U);
}

TEST(CardTracker, PutsCardsThatWereShuffledTogether) {
    TrackedCards cards("Rules.deck.shuffle();");

    cards.observe();

    EXPECT_EQ(count_different(cards.groups_in("Deck").at(0)), 1U);
    EXPECT_EQ(cards.groups_in("Hand").at(1).at(0), cards.groups_in("Deck").at(0).at(0));
}

TEST(CardTracker, TakesCardsThatThePlayerSeesOutOfTheGroup) {
    TrackedCards cards("Rules.deck.shuffle();");

    cards.observe();

    const std::vector<std::uint64_t> own = cards.groups_in("Hand").at(0);
    EXPECT_EQ(count_different(own), 3U);
    EXPECT_EQ(std::ranges::count(own, cards.groups_in("Deck").at(0).at(0)), 0);
}

TEST(CardTracker, KnowsNothingOfHiddenCardsWhenTheDrawsAreNotKnown) {
    TrackedCards cards("");

    cards.observe_without_draws();

    std::vector<std::uint64_t> hidden = cards.groups_in("Deck").at(0);
    const std::vector<std::uint64_t> theirs = cards.groups_in("Hand").at(1);
    hidden.insert(hidden.end(), theirs.begin(), theirs.end());
    EXPECT_EQ(count_different(hidden), 1U);
}

TEST(CardTracker, DoesNotLoseSightOfACardThatWasSeen) {
    TrackedCards cards("Rules.deck.shuffle();");
    cards.observe();
    cards.choose(0); // the action, or its card where that is all there is to choose
    cards.observe();
    cards.choose(0);

    cards.observe();

    EXPECT_EQ(count_different(cards.groups_in("Hand").at(0)), cards.groups_in("Hand").at(0).size());
}

} // namespace
} // namespace tgdl
