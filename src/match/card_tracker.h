// Card counting: what a player can know of hidden cards by having observed the match from its beginning.
//
//   CardTracker card_tracker(player);
//   card_tracker.observe(match, &tape);     // at each decision, whoever makes it
//
// Everybody knows the rules: which cards there are, and how the rules lay them before anything is left to chance. A player
// loses sight of cards only when they are shuffled, when a hidden one of them goes to another hidden place (which one?),
// or when something is drawn by lot. Cards that might be each other are a group: any of them can lie where any of them
// lies. A card that is seen with all of its attributes is taken out of its group, and tracked by itself from then on.
#pragma once

#include "match/draw_tape.h"
#include "match/match.h"

#include <cstdint>
#include <optional>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

class CardTracker {
public:
    explicit CardTracker(std::uint32_t player) : player_(player) {}

    // `since`: what was drawn since the last call, or since the match began. Without it nothing is known: all hidden cards
    // might be each other.
    void observe(Match& match, const DrawTape* since);

    // The group of a card of the match last observed, or of a copy of it: one in a deck, or seen in part.
    [[nodiscard]] std::uint64_t group_of(const Machine& machine, Handle card) const;

private:
    struct Card {
        std::uint64_t place = 0; // the deck or tile it lies in; 0: none
        bool visible = false;    // the player sees it, and where it goes
        bool seen = false;       // and all of its attributes
        std::uint64_t group = 0; // its own identity, or that of another card it might be
    };
    using Cards = tsl::robin_map<std::uint64_t, Card>; // by identity

    [[nodiscard]] Cards all_cards(MatchFlow& flow) const;
    void take_over_groups(Cards& now, const DrawTape& since) const;
    static void merge_shuffled(Cards& cards, const DrawTape& since);
    void merge_departed(Cards& now) const;
    void merge_arrived(Cards& now) const;

    std::uint32_t player_;
    std::optional<std::uint64_t> observed_at_; // after how many decisions
    Cards cards_;                              // those in decks, and those that are seen in part, as last observed
};

// Cards outside of decks that can be seen in part: of classes that decks hold, with attributes that can be hidden.
std::vector<Handle> loose_cards_of(MatchFlow& flow);

// All decks, and piles of discards, by age.
std::vector<Handle> decks_of(MatchFlow& flow);

} // namespace tgdl
