// All tables of a server: who is connected, what they send, what is sent to them. It knows the network as a Wire.
//
//   Host host(shelf, store, wire, options);
//   host.opened(connection);
//   host.received(connection, text);          // from any thread; answers go to wire.send()
//
// Each table does one thing at a time, on a strand of its own, so that one whose rules take long holds up no other. What
// changes a table is written to the store first, then done, then told; bots think on threads of their own.
#pragma once

#include "store/store.h"
#include "tables/protocol.h"
#include "tables/shelf.h"
#include "tables/timers.h"
#include "tables/workers.h"
#include "vm/machine.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tgdl {

using ConnectionId = std::uint64_t;

// Where messages go. Called from any thread; a connection may be gone by then.
class Wire {
public:
    Wire() = default;
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;
    virtual ~Wire() = default;

    virtual void send(ConnectionId connection, std::shared_ptr<const std::string> message) = 0;
    virtual void close(ConnectionId connection, std::string reason) = 0;
};

// A bot that people may give a seat to.
struct OfferedBot {
    std::string word;
    std::string label;
};
// From the weakest.
std::vector<OfferedBot> usual_bots();
// `BotChoice` records of the protocol.
nlohmann::json describe_bots(const std::vector<OfferedBot>& bots);

struct HostOptions {
    Limits limits = modest_limits();
    std::vector<OfferedBot> bots = usual_bots();
    std::size_t workers = 2;
    std::size_t bot_workers = 1;
    std::size_t tables = 20'000;                // in memory at once
    std::size_t entries = 100'000;              // at one table
    std::size_t creations = 30;                 // of one connection in a minute
    std::chrono::milliseconds bot_pause{450};   // a bot takes at least so long, so that people can follow
    std::chrono::milliseconds lease{15'000};
    std::chrono::milliseconds idle{120'000};    // a table at which nobody is leaves the memory after that
    std::string url;                            // where others reach this server; for servers that share a store

    // For one transaction, and for all that a match holds: nobody's rules may use up the server.
    static Limits modest_limits();
};

class Seating;

// What every table needs of its host.
struct HostParts {
    Store& store;
    Wire& wire;
    Workers& bot_workers;
    Timers& timers;
    const Shelf& shelf;
    const HostOptions& options;
    std::string owner; // of leases

    void send(ConnectionId connection, const nlohmann::json& message) const;
    void refuse(ConnectionId connection, const std::string& id, const Refused& refused) const;
    [[nodiscard]] const OfferedBot* find_bot(std::string_view word) const;
};

std::shared_ptr<const std::string> dump_message(const nlohmann::json& message);
// Milliseconds since 1970.
std::int64_t wall_clock();

class Host {
public:
    Host(const Shelf& shelf, Store& store, Wire& wire, HostOptions options = {});
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    ~Host();

    void opened(ConnectionId connection);
    void received(ConnectionId connection, std::string_view text);
    void hurried(ConnectionId connection);
    void closed(ConnectionId connection);

    // Nothing is begun any more; gives the leases back. What the store still has to do is done after that: the store must
    // be gone before the host is.
    void stop();

private:
    struct Connection {
        bool greeted = false;
        std::shared_ptr<Seating> seating; // null: at no table
        std::size_t created = 0;          // in the minute that began then
        std::chrono::steady_clock::time_point created_since;
    };

    struct Kept {
        std::shared_ptr<Seating> seating;
        std::size_t joining = 0; // connections on their way to it: it must stay meanwhile
    };

    void greet(ConnectionId connection, const nlohmann::json& message);
    void create(ConnectionId connection, const nlohmann::json& message);
    void join(ConnectionId connection, const nlohmann::json& message);
    void leave(ConnectionId connection);
    bool may_create(ConnectionId connection);
    void renew_leases();
    void look_for_idle();

    const HostOptions options_;
    const Shelf& shelf_;
    Workers workers_;
    Workers bot_workers_;
    Timers timers_;
    HostParts parts_;
    std::shared_ptr<const std::string> lobby_;
    std::atomic<bool> stops_ = false;

    std::mutex mutex_; // for what follows
    std::unordered_map<ConnectionId, Connection> connections_;
    std::unordered_map<std::string, Kept> tables_;
};

} // namespace tgdl
