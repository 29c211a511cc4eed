// Bots around a table: who decides for which seat of a match.
//
//   BotTable bots(seat_plans(plans, 2), start, seed);
//   while (match.status() == MatchStatus::Waiting) {
//       const BotChoice choice = bots.decide(match);   // where bots.sits_at(match.decision().player)
//       bots.follow(match, *choice);
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

    // A bot of one's own takes a seat, before the first choice: `start` is where the match begins.
    void replace(std::uint32_t seat, std::unique_ptr<Bot> bot, const Match& start);

    [[nodiscard]] bool sits_at(std::uint32_t seat) const { return bots_[seat] != nullptr; }
    [[nodiscard]] Seat& seat(std::uint32_t seat) { return seats_[seat]; }
    // For the seat that `match` asks.
    BotChoice decide(Match& match);
    // Bot::go_to() of them all.
    void go_to(std::uint64_t position);
    // Before each choice of anybody, from the first decision on.
    void follow(Match& match, std::size_t choice);
    // The match begins anew, at its first decision; follow() comes again from there on.
    void begin_anew(const Match& start);

private:
    // What chance does and what is told is found out by playing the match once more beside it, from its beginning.
    void begin_beside(const Match& start);
    void go_on_beside(Match& match, std::size_t choice);
    void tell_seats();
    [[nodiscard]] const DrawTape* chance() const { return beside_ == nullptr ? nullptr : &tape_; }

    bool looks_around_ = false;     // some bot does
    DrawTape tape_;                 // since the last decision
    std::unique_ptr<Match> beside_; // null: nobody looks around, or the match did not begin where the bots came to it
    std::vector<Seat> seats_;
    std::vector<std::unique_ptr<Bot>> bots_; // by seat; null where somebody else decides
};

} // namespace tgdl
