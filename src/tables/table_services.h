// Options of a host, and the services that it shares with its table sessions.
#pragma once

#include "base/clock.h"
#include "store/store.h"
#include "tables/protocol.h"
#include "tables/rules_cache.h"
#include "tables/timers.h"
#include "tables/wire.h"
#include "tables/workers.h"
#include "vm/machine.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// A bot that people may give a seat to.
struct OfferedBot {
    std::string word; // as `--bots` names it
    std::string label;
};
// From the weakest.
std::vector<OfferedBot> default_bots();
// `BotChoice` records of the protocol.
nlohmann::json describe_bots(const std::vector<OfferedBot>& bots);

struct HostOptions {
    Limits limits = modest_limits();
    std::vector<OfferedBot> bots = default_bots();
    std::size_t workers = 4;               // more than processors, so that slow tables do not have them all
    std::size_t bot_workers = 2;           // of both kinds may be none: Host::run_all()
    std::size_t tables = 20'000;           // in memory at once
    std::size_t entries = 50'000;          // at one table
    std::size_t history_bytes = 4U << 20U; // of one match: what was chosen and told
    std::size_t all_bytes = 512U << 20U; // of all tables in memory: then no other is opened, and large ones are closed
    std::size_t large_bytes = 256U << 10U;    // of a large table
    std::size_t creations = 30;               // of one connection in a minute
    std::chrono::milliseconds bot_pause{450}; // a bot's move takes at least so long, so that people can follow
    std::chrono::milliseconds lease{15'000};
    std::chrono::milliseconds idle{120'000};       // a table at which nobody is leaves the memory after that
    std::chrono::milliseconds reaction_pause{300}; // between two reactions of one connection
    std::string url;                               // where browsers reach this server; for servers that share a store
    std::string design; // the file of a game on the shelf that may be edited at its design tables; empty: none

    // For one transaction, and for all that a match holds: nobody's rules may use up the server. 500,000 steps take about
    // a millisecond, and a choice with all that follows from it and the options after it at most some hundred times that;
    // no game that comes with the program needs 10,000, nor a tenth of the memory.
    static Limits modest_limits();
};

// Count of callbacks that others are still going to make, so that nothing they need goes away before.
class PendingCallbacks {
public:
    // Counts as long as it or a copy of it is there.
    using Ticket = std::shared_ptr<void>;
    Ticket ticket();
    void wait_for_none();

private:
    std::mutex mutex_;
    std::condition_variable is_none_;
    std::size_t count_ = 0;
};

class TableSession;

// What every session needs of its host. All of it outlives all sessions.
struct TableServices {
    Store& store;
    Wire& wire;
    Workers& bot_workers;
    Timers& timers;
    RulesCache& rules;
    const Clock& clock;
    PendingCallbacks& pending_callbacks; // calls of the store
    std::atomic<std::size_t>& all_bytes; // of all tables in memory
    const HostOptions& options;
    std::string owner; // of leases
    // A table has left the memory, or failed to get there.
    std::function<void(const TableSession& table)> closed;
    // The rules that may be edited have changed.
    std::function<void()> rules_changed;

    void send(ConnectionId connection, const nlohmann::json& message) const;
    void refuse(ConnectionId connection, const std::string& id, const Refused& refused) const;
    [[nodiscard]] const OfferedBot* find_bot(std::string_view word) const;
};

std::shared_ptr<const std::string> dump_message(const nlohmann::json& message);

// Owners of leases are named by where browsers reach them, so that a server that comes back has its tables at once. One that
// cannot be reached from elsewhere gets a name that nobody has had.
std::string owner_of(const std::string& url);
std::string url_of(const std::string& owner);

} // namespace tgdl
