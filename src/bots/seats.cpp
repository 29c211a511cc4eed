#include "bots/seats.h"

#include "match/pasts.h"

#include <algorithm>

namespace tgdl {

std::vector<SeatPlan> seat_plans(const std::vector<BotPlan>& list, std::uint32_t players) {
    std::vector<SeatPlan> plans(players);
    for (std::size_t seat = 0; !list.empty() && seat < players; ++seat) {
        plans[seat] = list[seat % list.size()];
    }
    return plans;
}

BotTable::BotTable(const std::vector<SeatPlan>& plans, const Match& start, std::uint64_t seed) {
    constexpr std::uint64_t kApart = 0x9E37'79B9'7F4A'7C15;
    for (std::uint32_t seat = 0; seat < start.players(); ++seat) {
        seats_.emplace_back(seat);
        bots_.push_back(plans[seat] ? make_bot(*plans[seat], start, seed + kApart * (seat + 1)) : nullptr);
    }
    begin_beside(start);
}

void BotTable::replace(std::uint32_t seat, std::unique_ptr<Bot> bot, const Match& start) {
    bots_[seat] = std::move(bot);
    begin_beside(start);
}

BotChoice BotTable::decide(Match& match) {
    const std::uint32_t player = match.decision().player;
    Bot& bot = *bots_[player];
    Seat& seat = seats_[player];
    if (bot.looks_around()) {
        seat.look(match, chance());
    } else {
        seat.sit_at(match);
    }
    return bot.decide(seat);
}

void BotTable::follow(Match& match, std::size_t choice) {
    if (!looks_around_) {
        return;
    }
    for (Seat& seat : seats_) {
        Bot* const bot = bots_[seat.player()].get();
        if (bot == nullptr || !bot->looks_around()) {
            continue;
        }
        seat.look(match, chance());
        seat.note(choice);
        bot->follow(match, choice);
    }
    go_on_beside(match, choice);
}

void BotTable::go_to(std::uint64_t position) {
    for (const std::unique_ptr<Bot>& bot : bots_) {
        if (bot != nullptr) {
            bot->go_to(position);
        }
    }
}

void BotTable::begin_beside(const Match& start) {
    looks_around_ = std::ranges::any_of(bots_, [](const auto& bot) { return bot != nullptr && bot->looks_around(); });
    tape_.clear();
    beside_ = looks_around_ ? begin_again(start, tape_) : nullptr;
    if (beside_ != nullptr
        && (beside_->decisions_made() != start.decisions_made() || beside_->hash() != start.hash())) {
        beside_ = nullptr;
    }
    tell_seats();
}

void BotTable::tell_seats() {
    if (beside_ == nullptr) {
        return;
    }
    for (const Delivered& delivered : beside_->take_texts()) {
        for (Seat& seat : seats_) {
            if (delivered.to == kNone || delivered.to == seat.player()) {
                seat.tell(delivered.seen.empty() ? delivered.text : delivered.seen[seat.player()]);
            }
        }
    }
}

void BotTable::go_on_beside(Match& match, std::size_t choice) {
    if (beside_ == nullptr) {
        return;
    }
    tape_.clear();
    if (beside_->hash() == match.hash()) {
        beside_->choose(choice);
        tell_seats();
    } else {
        beside_ = nullptr;
    }
}

void BotTable::begin_anew(const Match& start) {
    for (std::uint32_t seat = 0; seat < seats_.size(); ++seat) {
        seats_[seat] = Seat(seat);
        if (bots_[seat] != nullptr) {
            bots_[seat]->begin_anew();
        }
    }
    begin_beside(start);
}

} // namespace tgdl
