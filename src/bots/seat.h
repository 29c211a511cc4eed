// One seat at a match, as a bot has it: what is asked, and random matches that agree with all the seat has seen.
//
//   Seat seat(1);
//   seat.look(match, chance);  // before each choice, whoever makes it
//   seat.note(choice);         // and what is chosen
//   seat.sample(seed, into);   // while this seat is asked
//
// Nothing that sample() gives depends on anything the seat may not see.
#pragma once

#include "match/match.h"
#include "match/pasts.h"
#include "match/remembered.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

class Seat {
public:
    // `eyes`: whose the samples agree with; the player's own but for tests, which show by kAllSeeing that there is something
    // to see.
    explicit Seat(std::uint32_t player) : Seat(player, player) {}
    Seat(std::uint32_t player, std::uint32_t eyes) : player_(player), eyes_(eyes), remembered_(eyes), pasts_(player) {}

    [[nodiscard]] std::uint32_t player() const { return player_; }

    // This is the match. Enough for who decides by decision() alone.
    void sit_at(Match& match);
    // `match` waits for a decision, of this seat or another. `since`: what chance did since the last one, if it is known.
    void look(Match& match, const DrawTape* since);
    // Of the decision last looked at this option is chosen, by whoever decides.
    void note(std::size_t choice);

    // The decision of this seat that the match waits for.
    [[nodiscard]] const Decision& decision() { return match_->decision(); }
    [[nodiscard]] Match& match() { return *match_; }

    // What the player was told and has not taken yet, one text after the other.
    void tell(std::string text) { told_.push_back(std::move(text)); }
    [[nodiscard]] std::vector<std::string> take_told() { return std::exchange(told_, {}); }

    // A random match that agrees with what the seat has seen, with random numbers of its own. It waits for decision(), or
    // for the first of those who choose together with this seat: what they have chosen is not known. In it this seat
    // chooses made() again, in that order, to come to decision(). False when none was found.
    bool sample(std::uint64_t seed, Match& into);
    [[nodiscard]] const std::vector<std::uint32_t>& made() const { return made_; }
    // The same, but those who have chosen already chose something at random: it waits for what the real match waits for,
    // this seat's decision or another's. False when it came to something else.
    bool sample_here(std::uint64_t seed, Match& into);

private:
    std::uint32_t player_;
    std::uint32_t eyes_;
    Match* match_ = nullptr;       // last looked at
    std::unique_ptr<Match> began_; // as it was when those who choose together began to
    Remembered remembered_;
    Pasts pasts_;
    bool has_pasts_ = false;            // the rules need them
    std::unique_ptr<Match> other_past_; // scratch
    std::size_t choices_ = 0;           // that were made
    std::size_t choices_before_ = 0;    // those up to `began_`
    std::uint64_t together_since_ = Decision::kAlone;
    std::vector<std::uint32_t> made_;     // this seat's choices since then
    std::vector<std::uint32_t> choosers_; // of all choices since then
    std::vector<std::string> told_;
};

} // namespace tgdl
