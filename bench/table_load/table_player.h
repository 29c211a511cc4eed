// Plays at tables over the network, at random, one match after the other, and holds the server to its word: what was
// acknowledged stays, what was told stays told, and no choice that was asked for is refused.
//
//   TablePlayer player(crew, "nim", {"", ""});
//   player.begin();                                      // makes a table, takes its seats
//   if (player.takes_choices()) { player.choose(due); }  // as soon as somebody there is asked
//
// Whatever happens to the server or the connections, it comes back to its table and goes on.
#pragma once

#include "bench/table_load/figures.h"
#include "bench/table_load/poll.h"
#include "bench/table_load/record.h"
#include "bench/table_load/server_message.h"
#include "bench/table_load/web_socket.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace load {

// What all players share.
struct Crew {
    Poll& poll;
    Figures& figures;
    Journal& journal;
    std::vector<std::uint16_t> ports; // of servers with the same store
    bool checks_matches = false;      // once they have ended, choice by choice
    // For a choice that was due at a table that takes none any more.
    std::function<void(Moment)> hand_back = [](Moment) {};
};

// Of messages that ask for a replay.
inline constexpr const char* kReplayId = "replay";

class TablePlayer;

class SeatPlayer final : private WebSocketUser {
public:
    SeatPlayer(TablePlayer& table, Crew& crew, std::uint32_t seat);

    void connect();
    void close();
    void send(const nlohmann::json& message);
    void join();
    // For the next table.
    void forget();

    [[nodiscard]] std::uint32_t seat() const { return seat_; }
    [[nodiscard]] bool is_greeted() const { return status_ != Status::Away; }
    [[nodiscard]] bool is_seated() const { return status_ == Status::Seated; }
    [[nodiscard]] bool has_seen() const { return has_seen_; }
    [[nodiscard]] bool is_asked() const { return is_seated() && !decision_.empty() && !due_; }
    [[nodiscard]] const std::optional<Moment>& due() const { return due_; }
    // Not earlier may another message be sent, so that the server does not find this connection too fast.
    [[nodiscard]] Moment next_send() const;
    // Takes one of the options.
    void choose(Moment due);
    // It was sent by whoever wrote the journal.
    void take_over_sent(Moment due) { due_ = due; }

private:
    enum class Status : std::uint8_t { Away, Greeted, Joining, Seated };

    void opened() override;
    void closed() override;
    void received(std::string_view text) override;
    void hear(const ServerMessage& message);
    void joined(const ServerMessage& message);
    void changed(ServerMessage message);
    void accepted(const ServerMessage& message);
    void refused(const ServerMessage& message);
    void refused_join(const ServerMessage& message);
    void join_again_soon();
    void moved(const ServerMessage& message);
    void send_choice(const SentChoice& choice);
    void send_waiting();
    void complain(const std::string& complaint);
    // Unless the connection is another one by then.
    void later(std::chrono::milliseconds time, std::function<void()> work);

    TablePlayer& table_;
    Crew& crew_;
    const std::uint32_t seat_;
    WebSocket socket_;
    Status status_ = Status::Away;
    std::size_t port_;           // which of the crew's
    std::uint32_t failures_ = 0; // to connect, one after the other
    std::uint64_t connection_ = 0;
    Moment paced_; // GCRA: when the last message would have been sent at an even pace

    bool has_seen_ = false;            // a state of this table
    std::string decision_;             // that is asked; empty: none
    std::vector<std::string> options_; // of it
    std::optional<Moment> due_;        // when the choice that waits for its acknowledgement was due
    std::string confirming_;           // the acknowledged choice that was sent again
    std::vector<std::string> told_;    // lines of the log
};

class TablePlayer {
public:
    // `bots`: by seat, the word of a bot or empty for a person.
    TablePlayer(Crew& crew, std::string game, std::vector<std::string> bots);

    // Makes a table and takes its seats.
    void begin();
    // Takes the seats of a table that somebody else made.
    void resume(TableRecord record);
    // Makes no more tables once this match has ended.
    void stop_after_match() { is_last_ = true; }

    [[nodiscard]] bool is_opening() const { return status_ == Status::Opening; }
    [[nodiscard]] bool is_resting() const { return status_ == Status::Resting; }
    [[nodiscard]] bool takes_choices() const;
    void choose(Moment due);
    // Moments at which choices were due that are not acknowledged.
    [[nodiscard]] std::vector<Moment> waiting() const;
    [[nodiscard]] TableRecord& record() { return record_; }

private:
    friend class SeatPlayer;
    enum class Status : std::uint8_t { Resting, Opening, Playing, Checking };

    void greeted(SeatPlayer& seat);
    void create(SeatPlayer& seat);
    void created(const ServerMessage& message);
    void creation_refused(SeatPlayer& seat, const ServerMessage& message);
    void saw(SeatPlayer& seat, const ServerMessage& message);
    void choose_if_due();
    void end_if_settled();
    void check(SeatPlayer& seat);
    void ask_replay();
    void replayed(const ServerMessage& message);
    void left(const SeatPlayer& seat);
    void end();
    void complain(const std::string& complaint);

    Crew& crew_;
    const std::string game_;
    const std::vector<std::string> bots_;
    std::vector<std::unique_ptr<SeatPlayer>> seats_; // of people
    Status status_ = Status::Resting;
    bool is_last_ = false;
    TableRecord record_;
    Moment wished_;
    std::string creation_; // id of the message
    std::deque<Moment> due_;
    std::size_t matches_ = 0;

    std::optional<std::uint64_t> length_; // of the match, once it has ended
    SeatPlayer* checker_ = nullptr;
    std::vector<std::string> replayed_; // choices
};

} // namespace load
