// What a player can know of hidden cards by having watched the match from its beginning.
//
//   Remembered remembered(player);
//   remembered.look(match, &tape);     // at each decision, whoever makes it
//
// Everybody knows the rules: which cards there are, and how the rules lay them before anything is left to chance. A player
// loses sight of cards only when they are shuffled, when a hidden one of them goes to another hidden place (which one?),
// or when something is drawn by lot. Cards that might be each other are a group: any of them can lie where any of them
// lies. A card that is seen is taken out of its group, and followed with the eyes from then on.
#pragma once

#include "match/draw_tape.h"
#include "match/match.h"

#include <cstdint>
#include <optional>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

class Remembered {
public:
    explicit Remembered(std::uint32_t player) : player_(player) {}

    // `since`: what chance did since the last look, or since the match began. Without it nothing is remembered: all
    // hidden cards might be each other.
    void look(Match& match, const DrawTape* since);

    // The group of a card that lies in a deck of the match last looked at, or of a copy of it.
    [[nodiscard]] std::uint64_t group_of(const Machine& machine, Handle card) const;

private:
    struct Card {
        std::uint64_t deck = 0; // where it lies
        bool seen = false;
        std::uint64_t group = 0; // its own identity, or that of another card it might be
    };
    using Cards = tsl::robin_map<std::uint64_t, Card>; // by identity

    [[nodiscard]] Cards all_cards(MatchFlow& flow) const;
    void take_over_groups(Cards& now, const DrawTape& since) const;
    static void mix_shuffled(Cards& cards, const DrawTape& since);
    void mix_departed(Cards& now) const;
    void mix_arrived(Cards& now) const;

    std::uint32_t player_;
    std::optional<std::uint64_t> looked_at_; // after how many decisions
    Cards cards_;                            // those in decks, as last looked at
};

// All decks, and piles of discards, by age.
std::vector<Handle> decks_of(MatchFlow& flow);

} // namespace tgdl
