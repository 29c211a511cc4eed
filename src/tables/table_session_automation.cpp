// Automation of a table: bots choose, and clocks run out.
#include "tables/secrets.h"
#include "tables/table_session.h"

#include <algorithm>

namespace tgdl {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

// A bot thinks elsewhere, and the table goes on meanwhile: if the match has moved on when the bot is done, it thinks again.
void TableSession::let_bot_think() {
    static constexpr milliseconds kTooLong(5000);
    if (is_busy_ || clients_.empty() || !table_->bot_to_move() || thinking_ == table_->moment()) {
        return;
    }
    thinking_ = table_->moment();
    auto turn = std::make_shared<BotTurn>(table_->bot_turn(draw_number()));
    if (are_bots_slow_) {
        turn->bot = "random";
        turn->choices.clear();
    }
    const milliseconds pause = turn->begins_move ? services_.options.bot_pause : services_.options.bot_pause / 3;
    if (!bot_strand_) {
        bot_strand_ = services_.bot_workers.make_strand();
    }
    const auto done = on_strand([](TableSession& self, BotResult result, milliseconds spent) {
        self.are_bots_slow_ = self.are_bots_slow_ || spent > kTooLong;
        self.take_bot_result(result);
    });
    bot_strand_->post(
        [turn, done, pause, moment = table_->moment(), &timers = services_.timers, &clock = services_.clock] {
            const Clock::TimePoint began = clock.now();
            const BotResult result{moment, think(*turn)};
            const auto spent = duration_cast<milliseconds>(clock.now() - began);
            if (pause > spent) {
                timers.after(pause - spent, [done, result, spent] { done(result, spent); });
            } else {
                done(result, spent);
            }
        });
}

void TableSession::take_bot_result(const BotResult& result) {
    if (result.moment != table_->moment()) {
        return;
    }
    if (is_busy_) {
        bot_result_ = result;
        return;
    }
    Entry entry = table_->bot_entry(result.option);
    entry.time = services_.clock.wall_time();
    commit(entry, [] {});
}

// Looks at the clock again when somebody's time runs out, but after a minute at the latest: a look that is not needed any
// more cannot be called off.
void TableSession::schedule_clock() {
    constexpr milliseconds kLongest(60'000);
    const std::optional<std::int64_t> deadline = table_->next_deadline();
    if (is_busy_ || !deadline) {
        return;
    }
    const milliseconds left(std::clamp<std::int64_t>(*deadline - services_.clock.wall_time() + 1, 0, kLongest.count()));
    const Clock::TimePoint due = services_.clock.now() + left;
    if (wakes_at_ && *wakes_at_ <= due) {
        return; // that look sees to it
    }
    wakes_at_ = due;
    services_.timers.after(left, [weak = weak_from_this(), due, generation = generation_] {
        if (const std::shared_ptr<TableSession> self = weak.lock()) {
            self->strand_->post([self, due, generation] {
                if (self->generation_ == generation && self->wakes_at_ == due) {
                    self->wakes_at_.reset();
                    self->choose_for_late();
                }
            });
        }
    });
}

void TableSession::choose_for_late() {
    if (is_busy_ || is_full()) {
        return; // go_on() looks at the clock again
    }
    if (const std::optional<Entry> entry = table_->choose_for_late(services_.clock.wall_time(), draw_number())) {
        commit(*entry, [] {});
    } else {
        schedule_clock();
    }
}

} // namespace tgdl
