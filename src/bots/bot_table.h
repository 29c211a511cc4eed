// Bots at the seats of one match: asks the one whose turn it is, and keeps what each seat has observed.
//
//   BotTable bots(seat_plans(plans, 2), start, seed);
//   while (match.status() == MatchStatus::Waiting) {
//       const BotChoice choice = bots.decide(match);   // where bots.sits_at(match.decision().player)
//       bots.record_choice(match, *choice);
//       match.choose(*choice);
//   }
#pragma once

#include "bots/bot.h"
#include "match/draw_tape.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tgdl {

using SeatPlan = std::optional<BotPlan>; // none: somebody else decides there

// A list that is shorter than the table repeats; an empty one leaves all seats to others.
std::vector<SeatPlan> seat_plans(const std::vector<BotPlan>& list, std::uint32_t players);

class BotTable {
public:
    // One plan for each seat. Each bot draws random numbers of its own, other ones than the match with the same seed.
    BotTable(const std::vector<SeatPlan>& plans, const Match& start, std::uint64_t seed);

    BotTable(const BotTable&) = delete;
    BotTable& operator=(const BotTable&) = delete;

    // Seats a bot of the caller's own before the first choice: `start` is where the match begins.
    void replace(std::uint32_t seat, std::unique_ptr<Bot> bot, const Match& start);

    [[nodiscard]] bool sits_at(std::uint32_t seat) const { return bots_[seat] != nullptr; }
    [[nodiscard]] SeatObserver& seat(std::uint32_t seat) { return seats_[seat]; }
    // For the seat that decides in `match`.
    BotChoice decide(Match& match);
    // Bot::go_to() of them all.
    void go_to(std::uint64_t position);
    // Before each choice of anybody, from the first decision on.
    void record_choice(Match& match, std::size_t choice);
    // The match begins anew, at its first decision; record_choice() comes again from there on.
    void restart(const Match& start);

private:
    // A second match plays the same choices from the beginning, to learn what is drawn and which texts are delivered.
    void start_shadow_match(const Match& start);
    void advance_shadow_match(Match& match, std::size_t choice);
    void deliver_texts();
    [[nodiscard]] const DrawTape* chance() const { return shadow_match_ == nullptr ? nullptr : &tape_; }

    bool any_observer_ = false;           // some bot observes
    DrawTape tape_;                       // since the last decision
    std::unique_ptr<Match> shadow_match_; // null: no bot observes, or the match did not begin where the bots joined
    std::vector<SeatObserver> seats_;
    std::vector<std::unique_ptr<Bot>> bots_; // by seat; null where somebody else decides
};

} // namespace tgdl
