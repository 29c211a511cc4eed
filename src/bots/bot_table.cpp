#include "bots/bot_table.h"

#include "match/history_sampler.h"

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
    start_shadow_match(start);
}

void BotTable::replace(std::uint32_t seat, std::unique_ptr<Bot> bot, const Match& start) {
    bots_[seat] = std::move(bot);
    start_shadow_match(start);
}

BotChoice BotTable::decide(Match& match) {
    const std::uint32_t player = match.decision().player;
    Bot& bot = *bots_[player];
    SeatObserver& seat = seats_[player];
    if (bot.observes()) {
        seat.observe(match, chance());
    } else {
        seat.attach(match);
    }
    return bot.decide(seat);
}

void BotTable::record_choice(Match& match, std::size_t choice) {
    if (!any_observer_) {
        return;
    }
    for (SeatObserver& seat : seats_) {
        Bot* const bot = bots_[seat.player()].get();
        if (bot == nullptr || !bot->observes()) {
            continue;
        }
        seat.observe(match, chance());
        seat.record_choice(choice);
        bot->record_choice(match, choice);
    }
    advance_shadow_match(match, choice);
}

void BotTable::go_to(std::uint64_t position) {
    for (const std::unique_ptr<Bot>& bot : bots_) {
        if (bot != nullptr) {
            bot->go_to(position);
        }
    }
}

void BotTable::start_shadow_match(const Match& start) {
    any_observer_ = std::ranges::any_of(bots_, [](const auto& bot) { return bot != nullptr && bot->observes(); });
    tape_.clear();
    shadow_match_ = any_observer_ ? restart_match(start, random_key_of(start), tape_) : nullptr;
    if (shadow_match_ != nullptr
        && (shadow_match_->decisions_made() != start.decisions_made() || shadow_match_->hash() != start.hash())) {
        shadow_match_ = nullptr;
    }
    deliver_texts();
}

void BotTable::deliver_texts() {
    if (shadow_match_ == nullptr) {
        return;
    }
    for (const Delivered& delivered : shadow_match_->take_texts()) {
        for (SeatObserver& seat : seats_) {
            if (delivered.to == kNone || delivered.to == seat.player()) {
                seat.deliver(delivered.seen.empty() ? delivered.text : delivered.seen[seat.player()]);
            }
        }
    }
}

void BotTable::advance_shadow_match(Match& match, std::size_t choice) {
    if (shadow_match_ == nullptr) {
        return;
    }
    tape_.clear();
    if (shadow_match_->hash() == match.hash()) {
        shadow_match_->choose(choice);
        deliver_texts();
    } else {
        shadow_match_ = nullptr;
    }
}

void BotTable::restart(const Match& start) {
    for (std::uint32_t seat = 0; seat < seats_.size(); ++seat) {
        seats_[seat] = SeatObserver(seat);
        if (bots_[seat] != nullptr) {
            bots_[seat]->restart();
        }
    }
    start_shadow_match(start);
}

} // namespace tgdl
