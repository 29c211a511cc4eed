// Host of all tables of a server: who is connected, what they send, what is sent to them. It knows the network as a Wire.
//
//   Host host(shelf, store, wire, options);
//   host.opened(connection);
//   host.received(connection, text);          // from any thread; answers go to wire.send()
//
// Each table does one thing at a time, on a strand of its own, so that one whose rules take long holds up no other. What
// changes a table is written to the store first, then done, then told; bots think on threads of their own.
#pragma once

#include "tables/shelf.h"
#include "tables/table_log.h"
#include "tables/table_services.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

namespace tgdl {

// A request to create a table.
struct TableRequest {
    std::string game;              // its key
    std::vector<std::string> bots; // one for each seat, the word of a bot; empty: a person
    std::optional<ClockRule> clock;
    bool is_design = false;                 // whoever has the host's link may change the rules: HostOptions::design
    std::vector<OptionChoice> options = {}; // of the match; the others are as ShelfGame::options says
};

// What lets people in, each the fragment of a link `/table/TABLE#TOKEN`.
struct TableLinks {
    std::string table;
    std::vector<std::string> seats;
    std::string spectator;
    std::string host;
};

class Host {
public:
    // All of them outlive it.
    Host(const Shelf& shelf, Store& store, Wire& wire, HostOptions options = {}, const Clock& clock = system_clock());
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    ~Host(); // stop(), and waits until the store has called back

    // ---- of the network
    void opened(ConnectionId connection);
    void received(ConnectionId connection, std::string_view text);
    void rate_limited(ConnectionId connection);
    void closed(ConnectionId connection);

    // ---- of the program
    // Makes a table; `done` is called once, on this thread or on the store's.
    using Created = tl::expected<TableLinks, Refused>;
    void create_table(const TableRequest& request, std::function<void(const Created&)> done);
    // The key of the game that may be edited; empty: none.
    [[nodiscard]] const std::string& edited_key() const { return rules_.edited_key(); }
    // The file that may be edited may have changed: tables that were made for it follow.
    void rules_changed();

    // Does all that its workers would, on this thread: for a host without any, in a program that wants one thing after the
    // other.
    void run_all();

    // Nothing is begun any more; gives the leases back. The store must be there until then.
    void stop();

private:
    struct Connection {
        bool is_greeted = false;
        std::shared_ptr<TableSession> session; // null: at no table
        std::shared_ptr<TableSession>
            behind;              // the table that must be left before `session` is joined; null: it has been
        std::size_t created = 0; // in the minute that began then
        Clock::TimePoint created_since;
    };
    struct OpenSession {
        std::shared_ptr<TableSession> session;
        std::size_t joining = 0; // connections on their way to it: it must stay meanwhile
    };

    void greet(ConnectionId connection, const nlohmann::json& message);
    void create(ConnectionId connection, const nlohmann::json& message);
    void join(ConnectionId connection, const nlohmann::json& message);
    void arrive(ConnectionId connection, const std::shared_ptr<TableSession>& table, const std::string& token);
    void let_join(ConnectionId connection, const std::shared_ptr<TableSession>& table, const std::string& token);
    void has_joined(const TableSession& table);
    void leave(ConnectionId connection);
    void pass_on(ConnectionId connection, nlohmann::json message);
    [[nodiscard]] bool is_greeted(ConnectionId connection);
    bool may_create(ConnectionId connection);
    void write_table(const TableHead& head, const std::function<void(const Created&)>& done);
    void send_lobby(ConnectionId connection);
    void describe_lobby();
    void forget_if_closed(const TableSession& table);
    std::vector<std::shared_ptr<TableSession>> all_sessions();
    void renew_leases();
    void close_idle_sessions();

    const HostOptions options_;
    RulesCache rules_;
    PendingCallbacks pending_callbacks_;
    std::atomic<std::size_t> all_bytes_ = 0;
    Workers workers_;
    Workers bot_workers_;
    Timers timers_;
    TableServices services_;
    std::atomic<bool> stops_ = false;

    std::mutex mutex_; // for what follows; nobody else is called while it is held
    std::shared_ptr<const std::string> lobby_;
    std::set<std::uint64_t> stored_rules_; // those that are in the store for certain
    std::unordered_map<ConnectionId, Connection> connections_;
    std::unordered_map<std::string, OpenSession> tables_;
};

} // namespace tgdl
