// Observations of one seat during a match, and determinizations: random matches that agree with all the seat has seen.
//
//   SeatObserver seat(1);
//   seat.observe(match, chance);    // before each choice, whoever makes it
//   seat.record_choice(choice);     // and what is chosen
//   seat.determinize(seed, into);   // while this seat is asked
//
// No determinization depends on anything the seat may not see.
#pragma once

#include "match/card_tracker.h"
#include "match/history_sampler.h"
#include "match/match.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

class SeatObserver {
public:
    // `viewer`: whose knowledge the determinizations agree with. The player's own; tests use kAllSeeing to show what a bot
    // that cheats would gain.
    explicit SeatObserver(std::uint32_t player) : SeatObserver(player, player) {}
    SeatObserver(std::uint32_t player, std::uint32_t viewer)
        : player_(player), viewer_(viewer), card_tracker_(viewer), history_sampler_(player) {}

    [[nodiscard]] std::uint32_t player() const { return player_; }

    // Enough for a bot that decides by decision() alone.
    void attach(Match& match);
    // `match` waits for a decision, of this seat or another. `since`: what was drawn since the last one, if it is known.
    void observe(Match& match, const DrawTape* since);
    // This option of the decision observed last is chosen, by whoever decides.
    void record_choice(std::size_t choice);

    // The decision of this seat that the match waits for.
    [[nodiscard]] const Decision& decision() { return match_->decision(); }
    [[nodiscard]] Match& match() { return *match_; }

    // Texts delivered to the player and not taken yet, in order.
    void deliver(std::string text) { delivered_.push_back(std::move(text)); }
    [[nodiscard]] std::vector<std::string> take_delivered() { return std::exchange(delivered_, {}); }

    // A random match that agrees with what the seat has seen, with random numbers of its own. It waits for decision(), or
    // for the first of those who choose simultaneously with this seat: what they have chosen is not known. In it this
    // seat chooses made() again, in that order, to come to decision(). False when none was found.
    bool determinize(std::uint64_t seed, Match& into);
    [[nodiscard]] const std::vector<std::uint32_t>& made() const { return made_; }
    // The same, with a random choice of each of those who have chosen already: it waits for what the real match waits
    // for, this seat's decision or another's. False when it came to something else.
    bool determinize_here(std::uint64_t seed, Match& into);

private:
    std::uint32_t player_;
    std::uint32_t viewer_;
    Match* match_ = nullptr;       // observed last
    std::unique_ptr<Match> began_; // as it was before the first of the simultaneous choices
    CardTracker card_tracker_;
    HistorySampler history_sampler_;
    bool samples_histories_ = false;       // the rules need it: see history_sampler.h
    std::unique_ptr<Match> sampled_match_; // scratch
    std::size_t choices_ = 0;              // that were made
    std::size_t choices_before_ = 0;       // those up to `began_`
    std::uint64_t simultaneous_since_ = Decision::kNotSimultaneous;
    std::vector<std::uint32_t> made_;     // this seat's choices since then
    std::vector<std::uint32_t> choosers_; // of all choices since then
    std::vector<std::string> delivered_;
};

} // namespace tgdl
