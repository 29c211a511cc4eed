#include "bench/table_load/table_player.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace load {

namespace {

using Json = nlohmann::json;

} // namespace

TablePlayer::TablePlayer(Crew& crew, std::string game, std::vector<std::string> bots)
    : crew_(crew), game_(std::move(game)), bots_(std::move(bots)) {
    for (std::uint32_t i = 0; i < bots_.size(); ++i) {
        if (bots_[i].empty()) {
            seats_.push_back(std::make_unique<SeatPlayer>(*this, crew, i));
        }
    }
}

void TablePlayer::complain(const std::string& complaint) {
    crew_.figures.complain("table " + record_.table + ", " + complaint);
}

// ---- a table --------------------------------------------------------------------------------------------------------

void TablePlayer::begin() {
    record_ = {.game = game_, .table = {}, .tokens = {}, .bots = bots_, .choices = {}};
    resume(std::move(record_));
}

void TablePlayer::resume(TableRecord record) {
    record_ = std::move(record);
    ++matches_;
    wished_ = Clock::now();
    status_ = Status::Opening;
    length_.reset();
    checker_ = nullptr;
    creation_.clear();
    for (const auto& seat : seats_) {
        seat->forget();
        if (record_.waiting(seat->seat()) != nullptr) {
            seat->take_over_sent(wished_);
        }
        if (seat->is_greeted()) {
            greeted(*seat);
        } else if (matches_ == 1) {
            seat->connect();
        }
    }
}

// The seats make tables in turn: a connection may make only so many.
void TablePlayer::greeted(SeatPlayer& seat) {
    if (!record_.table.empty()) {
        seat.join();
    } else if (seats_[matches_ % seats_.size()].get() == &seat) {
        create(seat);
    }
}

void TablePlayer::create(SeatPlayer& seat) {
    creation_ = "create" + std::to_string(draw_number());
    seat.send({{"type", "create"}, {"id", creation_}, {"game", game_}, {"players", bots_.size()}, {"bots", bots_}});
}

void TablePlayer::created(const ServerMessage& message) {
    if (message.id != creation_) {
        return;
    }
    creation_.clear();
    record_.table = message.table;
    record_.tokens = message.tokens;
    crew_.journal.record_table(record_);
    ++crew_.figures.tables;
    for (const auto& seat : seats_) {
        if (seat->is_greeted()) {
            seat->join();
        }
    }
}

void TablePlayer::creation_refused(SeatPlayer& seat, const ServerMessage& message) {
    if (message.id != creation_) {
        complain("refused as " + message.reason + ", without having been asked: " + message.text);
        return;
    }
    constexpr std::chrono::seconds kPause{2};
    if (message.reason != "too_fast" && message.reason != "storage") {
        complain("no table of " + game_ + " was made: " + message.reason + ", " + message.text);
        return;
    }
    crew_.poll.at(Clock::now() + kPause, [this, &seat, id = creation_] {
        if (id == creation_ && seat.is_greeted()) {
            create(seat);
        }
    });
}

// ---- a match --------------------------------------------------------------------------------------------------------

void TablePlayer::saw(SeatPlayer& seat, const ServerMessage& message) {
    if (message.status == "error" || !message.fault.empty()) {
        complain("the match is damaged: " + message.fault);
    }
    if (status_ == Status::Opening && std::ranges::all_of(seats_, [](const auto& one) { return one->has_seen(); })) {
        status_ = Status::Playing;
        crew_.figures.openings.add(Clock::now() - wished_);
    }
    if (message.length) {
        length_ = message.length;
        if (status_ == Status::Checking && checker_ == nullptr) {
            check(seat);
        } else {
            end_if_settled();
        }
        return;
    }
    choose_if_due();
}

bool TablePlayer::takes_choices() const {
    if (status_ != Status::Playing || length_) {
        return false;
    }
    // Nobody knows when a bot will have chosen: a choice is due there only while a person is asked.
    return seats_.size() == bots_.size()
           || std::ranges::any_of(seats_, [](const auto& seat) { return seat->is_asked(); });
}

void TablePlayer::choose(Moment due) {
    due_.push_back(due);
    choose_if_due();
}

void TablePlayer::choose_if_due() {
    for (const auto& seat : seats_) {
        if (due_.empty() || status_ != Status::Playing || !seat->is_asked()) {
            continue;
        }
        if (seat->next_send() > Clock::now()) {
            crew_.poll.at(seat->next_send(), [this] { choose_if_due(); });
            continue;
        }
        const Moment due = due_.front();
        due_.pop_front();
        seat->choose(due);
    }
}

std::vector<Moment> TablePlayer::waiting() const {
    std::vector<Moment> moments(due_.begin(), due_.end());
    for (const auto& seat : seats_) {
        if (seat->due()) {
            moments.push_back(*seat->due());
        }
    }
    return moments;
}

void TablePlayer::left(const SeatPlayer& seat) {
    if (checker_ == &seat) {
        checker_ = nullptr;
    }
}

// ---- its end --------------------------------------------------------------------------------------------------------

// Others may see the end before the one who chose last is told that the choice was accepted.
void TablePlayer::end_if_settled() {
    const bool is_settled = std::ranges::none_of(seats_, [](const auto& seat) { return seat->due().has_value(); });
    if (status_ != Status::Playing || !length_ || !is_settled) {
        return;
    }
    if (!crew_.checks_matches) {
        end();
        return;
    }
    status_ = Status::Checking;
    for (const auto& seat : seats_) {
        if (seat->is_seated() && checker_ == nullptr) {
            check(*seat);
        }
    }
}

void TablePlayer::check(SeatPlayer& seat) {
    checker_ = &seat;
    replayed_.clear();
    ask_replay();
}

void TablePlayer::ask_replay() {
    if (replayed_.size() < *length_) {
        const auto ask = [this, seat = checker_, position = replayed_.size() + 1] {
            if (checker_ == seat && replayed_.size() + 1 == position) {
                seat->send({{"type", "replay"}, {"id", kReplayId}, {"position", position}});
            }
        };
        if (checker_->next_send() > Clock::now()) {
            crew_.poll.at(checker_->next_send(), ask);
        } else {
            ask();
        }
        return;
    }
    if (const std::string problem = compare(record_, replayed_); !problem.empty()) {
        complain(problem);
    }
    ++crew_.figures.checked;
    end();
}

void TablePlayer::replayed(const ServerMessage& message) {
    if (checker_ != nullptr && message.position == replayed_.size() + 1) {
        replayed_.push_back(message.choice);
        ask_replay();
    }
}

void TablePlayer::end() {
    ++crew_.figures.ended;
    crew_.journal.record_ended(record_);
    status_ = Status::Resting;
    checker_ = nullptr;
    for (const Moment due : std::exchange(due_, {})) {
        crew_.hand_back(due);
    }
    if (!is_last_) {
        begin();
        return;
    }
    for (const auto& seat : seats_) {
        seat->close();
    }
}

} // namespace load
