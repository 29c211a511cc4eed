#include "bench/table_load/table_player.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace load {

namespace {

using Json = nlohmann::json;
using std::chrono::milliseconds;

// A little below what the server allows to a connection.
constexpr milliseconds kPace{60};
constexpr int kAtOnce = 40;
constexpr milliseconds kSoon{100};
constexpr milliseconds kLongestPause{200};

std::string draw_id() {
    constexpr std::string_view kDigits = "abcdefghijklmnopqrstuvwxyz234567";
    std::string id;
    for (std::uint64_t number = draw_number() >> 4U; number > 0; number /= kDigits.size()) {
        id += kDigits[number % kDigits.size()];
    }
    return id;
}

// `http://127.0.0.1:8080/`; 0: there is none.
std::uint16_t port_of(std::string_view url) {
    std::uint16_t port = 0;
    const std::size_t colon = url.rfind(':');
    if (colon != std::string_view::npos) {
        std::from_chars(url.data() + colon + 1, url.data() + url.size(), port);
    }
    return port;
}

// The server is not to blame for these, or will do better soon.
bool is_passing(const std::string& reason) {
    return reason == "storage" || reason == "too_fast" || reason == "full";
}

} // namespace

SeatPlayer::SeatPlayer(TablePlayer& table, Crew& crew, std::uint32_t seat)
    : table_(table), crew_(crew), seat_(seat), socket_(crew.poll, *this), port_(draw_number() % crew.ports.size()) {}

// ---- the connection -------------------------------------------------------------------------------------------------

void SeatPlayer::connect() {
    ++connection_;
    status_ = Status::Away;
    socket_.connect(crew_.ports[port_]);
}

void SeatPlayer::close() {
    ++connection_;
    status_ = Status::Away;
    socket_.close();
}

void SeatPlayer::later(milliseconds time, std::function<void()> work) {
    crew_.poll.at(Clock::now() + time, [this, connection = connection_, work = std::move(work)] {
        if (connection == connection_) {
            work();
        }
    });
}

void SeatPlayer::opened() {
    failures_ = 0;
    status_ = Status::Greeted;
    paced_ = Clock::now();
    send({{"type", "hello"}, {"protocol", 1}});
    table_.greeted(*this);
}

// Tries again soon, then less and less often; with the next server if there are several.
void SeatPlayer::closed() {
    ++connection_;
    crew_.figures.connections_lost += status_ == Status::Away ? 0 : 1;
    status_ = Status::Away;
    decision_.clear();
    confirming_.clear();
    port_ = (port_ + 1) % crew_.ports.size();
    table_.left(*this);
    const auto longest = std::min(milliseconds(20) * (1U << std::min(failures_, 4U)), kLongestPause);
    ++failures_;
    later(milliseconds(10 + draw_number() % static_cast<std::uint64_t>(longest.count())), [this] { connect(); });
}

Moment SeatPlayer::next_send() const {
    return paced_ - kAtOnce * kPace;
}

void SeatPlayer::send(const Json& message) {
    paced_ = std::max(paced_, Clock::now()) + kPace;
    socket_.send(message.dump());
}

void SeatPlayer::complain(const std::string& complaint) {
    table_.complain("seat " + std::to_string(seat_) + ": " + complaint);
}

// ---- what is received -----------------------------------------------------------------------------------------------

void SeatPlayer::received(std::string_view text) {
    std::optional<ServerMessage> message = read_server_message(text);
    if (!message) {
        complain("this is no JSON: " + std::string(text.substr(0, 200)));
    } else if (message->type == "state") {
        changed(std::move(*message));
    } else if (message->type == "accepted") {
        accepted(*message);
    } else if (message->type == "refused") {
        refused(*message);
    } else if (message->type == "created") {
        table_.created(*message);
    } else if (message->type == "joined") {
        joined(*message);
    } else if (message->type == "replayed") {
        table_.replayed(*message);
    } else if (message->type == "moved") {
        moved(*message);
    }
}

void SeatPlayer::join() {
    const TableRecord& record = table_.record();
    status_ = Status::Joining;
    send({{"type", "join"}, {"table", record.table}, {"token", record.tokens[seat_]}});
}

void SeatPlayer::forget() {
    status_ = status_ == Status::Away ? Status::Away : Status::Greeted;
    has_seen_ = false;
    decision_.clear();
    confirming_.clear();
    told_.clear();
}

// Lines may be told again, but never others in their place: nothing is taken back here.
void SeatPlayer::hear(const ServerMessage& message) {
    if (message.lines_before + message.lines.size() < told_.size()) {
        complain(std::to_string(told_.size() - message.lines_before - message.lines.size()) + " lines told are lost");
    }
    for (std::size_t i = 0; i < message.lines.size(); ++i) {
        const std::size_t number = message.lines_before + i;
        if (number < told_.size() && told_[number] != message.lines[i]) {
            complain("`" + told_[number] + "` was told, and now `" + message.lines[i] + "` is");
        }
    }
    told_.resize(message.lines_before);
    told_.insert(told_.end(), message.lines.begin(), message.lines.end());
}

// What was acknowledged must be acknowledged again.
void SeatPlayer::joined(const ServerMessage& message) {
    if (message.table != table_.record().table) {
        return;
    }
    status_ = Status::Seated;
    hear(message);
    if (const SentChoice* confirmed = table_.record().last_acknowledged(seat_)) {
        ++crew_.figures.rejoined;
        confirming_ = confirmed->id;
        send_choice(*confirmed);
    }
    send_waiting();
}

void SeatPlayer::changed(ServerMessage message) {
    if (!is_seated()) {
        return; // of the table before
    }
    hear(message);
    has_seen_ = true;
    decision_ = std::move(message.decision);
    options_ = std::move(message.options);
    table_.saw(*this, message);
}

void SeatPlayer::moved(const ServerMessage& message) {
    join_again_soon();
    const auto there = std::ranges::find(crew_.ports, port_of(message.url));
    if (there != crew_.ports.end() && crew_.ports[port_] != *there) {
        port_ = static_cast<std::size_t>(there - crew_.ports.begin());
        connect();
    }
}

// ---- choices --------------------------------------------------------------------------------------------------------

void SeatPlayer::choose(Moment due) {
    SentChoice choice;
    choice.seat = seat_;
    choice.id = draw_id();
    choice.decision = std::exchange(decision_, {});
    if (options_.empty()) {
        complain("decision " + choice.decision + " has no options");
        return;
    }
    choice.option = static_cast<std::uint32_t>(draw_number() % options_.size());
    choice.text = options_[choice.option];
    due_ = due;
    crew_.journal.record_sent(table_.record(), choice);
    table_.record().choices.push_back(choice);
    send_choice(choice);
}

void SeatPlayer::send_choice(const SentChoice& choice) {
    send({{"type", "choose"}, {"id", choice.id}, {"decision", choice.decision}, {"option", choice.option}});
}

void SeatPlayer::send_waiting() {
    const SentChoice* waiting = due_ ? table_.record().waiting(seat_) : nullptr;
    if (waiting != nullptr && is_seated()) {
        send_choice(*waiting);
    }
}

void SeatPlayer::accepted(const ServerMessage& message) {
    if (!is_seated()) {
        return; // at the table before
    }
    if (message.id == confirming_) {
        confirming_.clear();
        ++crew_.figures.confirmed;
        return;
    }
    SentChoice* choice = table_.record().find(message.id);
    if (choice == nullptr) {
        complain("a choice that nobody sent was accepted: " + message.id);
        return;
    }
    if (choice->is_acknowledged) {
        return; // it was sent twice, because the first answer was late
    }
    choice->is_acknowledged = true;
    crew_.journal.record_acknowledged(table_.record(), *choice);
    ++crew_.figures.acknowledged;
    crew_.figures.choices.add(Clock::now() - *due_);
    due_.reset();
    if (decision_ == choice->decision) {
        decision_.clear(); // told again before the choice was made
    }
    table_.end_if_settled();
}

void SeatPlayer::refused(const ServerMessage& message) {
    ++crew_.figures.refused[message.reason];
    if (status_ == Status::Joining && message.id.empty()) {
        refused_join(message);
        return;
    }
    const bool is_choice = table_.record().find(message.id) != nullptr;
    if (message.reason == "not_seated"
        || (is_passing(message.reason) && (message.id.empty() || message.id == kReplayId))) {
        join_again_soon();
    } else if (!is_choice) {
        table_.creation_refused(*this, message);
    } else if (is_passing(message.reason)) {
        later(kSoon, [this] { send_waiting(); });
    } else {
        complain("choice " + message.id + " was refused as " + message.reason + ": " + message.text);
        due_.reset();
        std::erase_if(table_.record().choices, [&](const SentChoice& one) { return one.id == message.id; });
    }
}

// Whatever was on its way is asked for again then.
void SeatPlayer::join_again_soon() {
    decision_.clear();
    confirming_.clear();
    status_ = Status::Greeted;
    table_.left(*this);
    later(kSoon, [this] { table_.greeted(*this); });
}

void SeatPlayer::refused_join(const ServerMessage& message) {
    if (is_passing(message.reason)) {
        join_again_soon();
    } else {
        complain("the link to the table was refused as " + message.reason + ": " + message.text);
    }
}

} // namespace load
