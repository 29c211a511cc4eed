// Durable storage of tables: nothing is lost when the server is killed. It knows nothing of games: a table is a text, its
// head, and further texts, its entries, which are only ever added.
//
//   std::unique_ptr<Store> store = open_sqlite("tables.db").value();
//   store->append({.table = "x7…", .epoch = 1, .first = 12, .entries = {"…"}}, [](std::string problem) { … });
//
// Everything is done in the background, in the order in which it was asked for; what has piled up is written together,
// in one transaction (group commit). `done` is called on the store's own thread, after what was asked for is durable: it
// survives a crash of the program, and of the machine. A problem is told in words for people, and nothing of that request
// was done then. There is one exception: what is under way when the connection to a database is lost, or when a disk
// fails, is told to be a problem, but may turn out to have been written, wholly. Whoever hears of a problem opens the
// table again to know what is there.
//
// Several servers may share one store (PostgreSQL). Who wants to use a table takes a lease on it, which must be renewed
// before it runs out; whoever takes it later has a higher epoch, and nothing with a lower one is written from then on.
// A lease that ran out still serves until somebody takes it. All leases of an owner run equally long: taking or renewing
// one lengthens the others.
// SQLite serves one server at a time: a second one is refused when it opens the file. So leases end with the server.
//
// Ids, names, owners and texts may be any bytes. Requests may be made on any thread, also from within `done`.
#pragma once

#include "base/clock.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

struct NewTable {
    std::string table; // its id; one that is there already is a problem
    std::string head;
    std::string owner;                 // who has the first lease, epoch 1
    std::chrono::milliseconds lease{}; // for how long
};

struct NewEntries {
    std::string table;
    std::uint64_t epoch = 0; // of the lease
    std::uint64_t first = 0; // the number of the first one, which must be how many there are
    std::vector<std::string> entries;
};

// A table that was opened, or, if somebody else has its lease, only who that is.
struct OpenedTable {
    bool found = false;
    std::string owner;       // whose lease it is now
    std::uint64_t epoch = 0; // of the lease; 0: not ours
    std::string head;
    std::vector<std::string> entries;
};

class Store {
public:
    using Done = std::function<void(std::string problem)>; // empty: it is done
    template <typename T>
    using Answer = std::function<void(tl::expected<T, std::string>)>;

    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    virtual ~Store() = default; // after everything that was asked for is done; not from within `done`

    virtual void create(NewTable table, Done done) = 0;
    virtual void append(NewEntries entries, Done done) = 0;
    // Takes the lease if it is free, ran out, or is this owner's; then reads the table. The epoch grows unless the lease
    // was this owner's and still runs. (It grows also after a connection was lost on which the lease was taken: what
    // may still be under way there comes to nothing.)
    virtual void open(std::string table, std::string owner, std::chrono::milliseconds lease,
                      Answer<OpenedTable> answer) = 0;
    // Lengthens all leases of this owner that have not been taken over. The answer: the tables that were created or
    // opened here by this owner and have been taken over, or whose entries cannot be written any more; each is told once.
    virtual void renew(std::string owner, std::chrono::milliseconds lease, Answer<std::vector<std::string>> answer) = 0;
    // Gives the lease back, so that others need not wait until it runs out.
    virtual void release(std::string table, std::uint64_t epoch, Done done) = 0;

    // Texts that many tables share, by a name that says what is in them: written once, never changed.
    virtual void keep(std::string name, std::string text, Done done) = 0;
    virtual void find(std::string name, Answer<std::optional<std::string>> answer) = 0;
};

// One file, which nobody but its owner may read, for it holds secrets; made if it is not there. WAL, synchronous FULL.
tl::expected<std::unique_ptr<Store>, std::string> open_sqlite(const std::string& path);
// `postgres://user@host/database`; its tables are made if they are not there. Needs the library libpq5, which is loaded
// only now. A connection that is lost later is made again by itself.
tl::expected<std::unique_ptr<Store>, std::string> open_postgres(const std::string& address);
// Forgets everything at its end: for tests, and tables that need not last.
// `clock` outlives it.
std::unique_ptr<Store> open_memory(const Clock& clock = system_clock());

} // namespace tgdl
