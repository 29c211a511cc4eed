// Session of one table: the table in memory and the clients connected to it. It is opened when somebody joins, and closed
// when nobody has been there for long. Everything here runs on the table's strand, one thing after the other.
//
//   request → considered → written by the store → applied → broadcast
//
// While an entry is being written, other changes wait in a queue. When writing fails nobody knows what is written: the
// session closes, its clients reconnect, and the table is read anew. So nothing is shown that is not written, and nobody
// is told that something was done, or not done, that may be otherwise.
#pragma once

#include "tables/edited_rules.h"
#include "tables/table.h"
#include "tables/table_services.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

inline const Refused kNotDesigner = {Reason::NotAllowed,
                                     "that can be done only where a game is designed, by who designs it"};

class TableSession : public std::enable_shared_from_this<TableSession> {
public:
    // `services` outlives it.
    TableSession(std::string id, const TableServices& services, std::shared_ptr<Strand> strand);

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] Strand& strand() { return *strand_; }

    void join(ConnectionId connection, const std::string& token);
    void leave(ConnectionId connection);
    void receive(ConnectionId connection, nlohmann::json message);
    // Another server has taken the lease: clients are sent there.
    void lose_lease();
    // A piece of work got less memory than it asked for, and may be half done: those who are here are told, and the table
    // leaves the memory. It can be opened again.
    void run_out_of_memory();
    // Designer mode: the file of the rules may have changed.
    void reload_file();
    // Leaves the memory if nobody has been here for long, or nobody is here and the match is over.
    void close_if_idle();
    // Nothing of the table is in memory, and nobody waits for it.
    [[nodiscard]] bool is_closed() const { return status_ == Status::Closed; }
    // At the very end, when nothing runs on the strand any more: so that another server need not wait.
    void give_lease_back();

private:
    enum class Status : std::uint8_t { Closed, Opening, Open };
    struct Client {
        Viewer viewer = kSpectator;
        bool is_host = false;
        Clock::TimePoint reacted;
    };
    // What was sent to all clients of one viewer.
    struct Feed {
        std::size_t texts = 0; // of the game's, told
        std::size_t lines = 0; // that these were
        std::size_t sent = 0;  // digest of the last state
    };
    struct Request {
        ConnectionId connection = 0;
        Client client;
        nlohmann::json message;

        [[nodiscard]] std::string id() const { return message.value("id", std::string()); }
        [[nodiscard]] const std::string& type() const { return message.at("type").get_ref<const std::string&>(); }
    };
    // A change that waits until the entry before it is written.
    struct QueuedWork {
        ConnectionId connection = 0; // 0: nobody's
        std::function<void()> work;
    };
    struct BotResult {
        std::uint64_t moment = 0; // of the table, when the bot was asked
        std::size_t option = 0;
    };
    // The list of seats, as it is sent and without what changes all the time.
    struct SeatTexts {
        std::string sent;
        std::string compared;
    };

    // ---- into memory and out of it (table_session.cpp)
    void open();
    void found(tl::expected<OpenedTable, std::string> answer);
    bool read_table(const OpenedTable& opened);
    void refuse_strangers();
    void find_rules();
    void load_rules_of(std::uint64_t hash, const tl::expected<std::optional<std::string>, std::string>& answer);
    void set_up();
    void apply_some();
    void finish_opening();
    void admit_waiting();
    void fail_to_open(const Refused& refused);
    void admit(ConnectionId connection, const std::string& token);
    void give_up();
    void close();
    void release_lease(std::uint64_t epoch);

    // ---- requests of clients (table_session_requests.cpp)
    void change(Request request);
    void perform(const Request& request);
    Table::Considered consider(const Request& request);
    Table::Considered consider_seat(const Request& request);
    void explain(const Request& request);
    void replay(const Request& request);
    void react(const Request& request);
    void commit(const Entry& entry, std::function<void()> done);
    template <typename Work>
    void append(const Entry& entry, Work written) {
        NewEntries entries{.table = id_, .epoch = epoch_, .first = table_->entries(), .entries = {write_entry(entry)}};
        services_.store.append(std::move(entries), from_store(std::move(written)));
    }
    void go_on();
    [[nodiscard]] bool is_full() const;
    void count_bytes();

    // ---- bots and the clock (table_session_automation.cpp)
    void let_bot_think();
    void take_bot_result(const BotResult& result);
    void schedule_clock();
    void choose_for_late();

    // ---- designer mode (table_session_design.cpp)
    [[nodiscard]] bool is_designer(const Client& client) const;
    void check(const Request& request);
    void write_rules(const Request& request);
    void take_rules(const std::shared_ptr<const PlayableRules>& rules, ConnectionId from);
    void rules_stored(const std::shared_ptr<const PlayableRules>& rules, ConnectionId from);
    void rules_written(const Entry& entry, std::shared_ptr<const PlayableRules> rules, ConnectionId from);
    [[nodiscard]] std::string text_of_file() const;
    void send_rules_switch(const RulesSwitch& followed);

    // ---- messages to clients (table_session_broadcast.cpp)
    void send_welcome(ConnectionId connection, const Client& client);
    void send_joined(ConnectionId connection, const Client& client);
    void retract_lines();
    void publish();
    void broadcast_to(Viewer viewer, const SeatTexts& seats);
    [[nodiscard]] std::vector<bool> seats_here() const;
    [[nodiscard]] SeatTexts seat_texts();

    // Runs on the strand, later, if the table is still in memory as it is now.
    template <typename Work>
    auto on_strand(Work work) {
        return [self = shared_from_this(), generation = generation_, work = std::move(work)](auto&&... arguments) {
            self->strand_->post(
                [self, generation, work, ... kept = std::forward<decltype(arguments)>(arguments)]() mutable {
                    if (self->generation_ == generation) {
                        work(*self, std::move(kept)...);
                    }
                });
        };
    }
    // The same for the store to call.
    template <typename Work>
    auto from_store(Work work) {
        return [ticket = services_.pending_callbacks.ticket(), post = on_strand(std::move(work))](auto&&... arguments) {
            post(std::forward<decltype(arguments)>(arguments)...);
        };
    }

    const std::string id_;
    const TableServices& services_;
    std::shared_ptr<Strand> strand_;
    std::shared_ptr<Strand> bot_strand_;
    Status status_ = Status::Closed;
    std::uint64_t generation_ = 0; // grows whenever the table leaves the memory

    // ---- while it is being opened
    std::vector<std::pair<ConnectionId, std::string>> waiting_; // with their tokens
    TableHead head_;                                            // stays
    std::deque<Entry> entries_to_apply_;
    std::map<std::uint64_t, std::shared_ptr<const PlayableRules>> rules_by_hash_;

    // ---- while it is open
    std::shared_ptr<const PlayableRules> rules_;
    std::unique_ptr<Table> table_;
    std::uint64_t epoch_ = 0;
    std::map<ConnectionId, Client> clients_;
    std::map<Viewer, Feed> feeds_;
    bool is_busy_ = false;  // something is being written down
    std::size_t bytes_ = 0; // of the table, as they were last counted
    std::deque<QueuedWork> queue_;
    std::optional<std::uint64_t> thinking_; // the moment for which a bot thinks, or has thought
    std::optional<BotResult> bot_result_;   // that could not be written down yet
    bool are_bots_slow_ = false; // they take anything from now on, so that other tables' bots have their turn
    std::optional<Clock::TimePoint> wakes_at_; // when the next look at the clock is due
    Clock::TimePoint used_;
};

} // namespace tgdl
