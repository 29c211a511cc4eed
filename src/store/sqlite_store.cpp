// Tables in one file. The file belongs to this process as long as it is open, so leases need not be kept in it: they
// stand in temporary tables, which take part in transactions like the others and are gone at the end.

#include "store/backend.h"
#include "store/sqlite_database.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tgdl {

namespace {

constexpr std::int64_t kApplication = 0x5447444C; // marks a file as ours
constexpr std::int64_t kSchemaVersion = 1;

// An entry lies beside those of the same table: reading a table reads few pages, adding an entry changes one.
constexpr const char* kSchema = R"(
    CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        id     BLOB NOT NULL UNIQUE,
        epoch  INTEGER NOT NULL,
        head   BLOB NOT NULL
    ) STRICT;
    CREATE TABLE entries (
        of_table INTEGER NOT NULL,
        number   INTEGER NOT NULL,
        entry    BLOB NOT NULL,
        PRIMARY KEY (of_table, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE kept (
        name    BLOB NOT NULL PRIMARY KEY,
        content BLOB NOT NULL
    ) STRICT;
)";

// `ends` in milliseconds of the steady clock.
constexpr const char* kLeaseSchema = R"(
    CREATE TEMP TABLE leases (
        id       BLOB NOT NULL PRIMARY KEY,
        of_table INTEGER NOT NULL,
        owner    BLOB NOT NULL,
        epoch    INTEGER NOT NULL,
        entries  INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE owners (
        owner BLOB NOT NULL PRIMARY KEY,
        ends  INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
)";

// Checkpoints move this many pages of 4 KiB from the log to the file, which holds up what comes meanwhile: large enough
// that a page written often is moved once, small enough to take not much longer than a commit.
constexpr int kPagesBetweenCheckpoints = 1'000;

struct Statements {
    explicit Statements(SqliteDatabase& database) : database(database) {}

    SqliteDatabase& database;
    SqliteStatement begin{database, "BEGIN IMMEDIATE"};
    SqliteStatement commit{database, "COMMIT"};
    SqliteStatement lengthen{database, "INSERT INTO owners (owner, ends) VALUES (?, ?)"
                                       " ON CONFLICT DO UPDATE SET ends = max(ends, excluded.ends)"};
    SqliteStatement create{database, "INSERT INTO tables (id, epoch, head) VALUES (?, 1, ?)"
                                     " ON CONFLICT DO NOTHING RETURNING number"};
    SqliteStatement lease{database, "INSERT OR REPLACE INTO leases (id, of_table, owner, epoch, entries)"
                                    " VALUES (?, ?, ?, ?, ?)"};
    SqliteStatement find_lease{database, "SELECT of_table, epoch, entries FROM leases WHERE id = ?"};
    SqliteStatement find_owner{database, "SELECT owner, ends FROM leases NATURAL JOIN owners WHERE id = ?"};
    SqliteStatement grow{database, "UPDATE leases SET entries = entries + ? WHERE id = ?"};
    SqliteStatement append{database, "INSERT INTO entries (of_table, number, entry) VALUES (?, ?, ?)"};
    SqliteStatement find_table{database, "SELECT number, epoch, head FROM tables WHERE id = ?"};
    SqliteStatement read_entries{database, "SELECT entry FROM entries WHERE of_table = ? ORDER BY number"};
    SqliteStatement set_epoch{database, "UPDATE tables SET epoch = ? WHERE number = ?"};
    SqliteStatement list_leases{database, "SELECT id, epoch FROM leases WHERE owner = ?"};
    SqliteStatement release{database, "DELETE FROM leases WHERE id = ?"};
    SqliteStatement keep{database, "INSERT INTO kept (name, content) VALUES (?, ?) ON CONFLICT DO NOTHING"};
    SqliteStatement find{database, "SELECT content FROM kept WHERE name = ?"};
};

class SqliteBackend final : public Backend {
public:
    SqliteBackend(std::unique_ptr<SqliteDatabase> database, const Clock& clock)
        : database_(std::move(database)), statements_(*database_), clock_(clock) {
        sqlite3_wal_hook(
            database_->handle(),
            [](void* self, sqlite3* /*handle*/, const char* /*name*/, int pages) {
                static_cast<SqliteBackend*>(self)->pages_in_log_ = pages;
                return SQLITE_OK;
            },
            this);
    }

    tl::expected<void, BatchProblem> write(std::span<Request> batch) override {
        statements_.begin.run();
        for (Request& request : batch) {
            std::visit([&](auto& one) { carry_out(one); }, request);
        }
        statements_.commit.run();
        if (!database_->failed()) {
            return {};
        }
        BatchProblem problem{BatchProblem::Reason::Request, database_->problem()};
        database_->forget_problem();
        if (sqlite3_get_autocommit(database_->handle()) == 0) {
            database_->run("ROLLBACK");
            database_->forget_problem();
        }
        return tl::unexpected(std::move(problem));
    }

    // Checkpoints, when those who wait have been answered. One that fails is tried again when as much again is written.
    std::optional<Clock::TimePoint> rest() override {
        if (pages_in_log_ >= checkpoint_at_) {
            const int code =
                sqlite3_wal_checkpoint_v2(database_->handle(), "main", SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
            checkpoint_at_ = kPagesBetweenCheckpoints + (code == SQLITE_OK ? 0 : pages_in_log_);
            pages_in_log_ = 0;
        }
        return std::nullopt;
    }

private:
    void carry_out(CreateRequest& request) {
        const NewTable& wanted = request.table;
        std::optional<std::int64_t> number;
        if (SqliteRows rows = statements_.create.with(wanted.table, wanted.head); rows.next()) {
            number = rows.number(0);
        }
        if (!number) {
            request.fail(kTableIsThere);
            return;
        }
        statements_.lease.run(wanted.table, *number, wanted.owner, std::uint64_t{1}, std::uint64_t{0});
        lengthen(wanted.owner, wanted.lease);
    }

    void carry_out(AppendRequest& request) {
        const NewEntries& wanted = request.entries;
        const auto [number, state] = find_lease(wanted.table);
        if (std::string problem = refuse_append(state, wanted); !problem.empty()) {
            request.fail(std::move(problem));
            return;
        }
        std::uint64_t place = wanted.first;
        for (const std::string& entry : wanted.entries) {
            statements_.append.run(number, place++, entry);
        }
        statements_.grow.run(wanted.entries.size(), wanted.table);
    }

    void carry_out(OpenRequest& request) {
        std::int64_t number = 0;
        OpenedTable table;
        if (SqliteRows rows = statements_.find_table.with(request.table); rows.next()) {
            number = rows.number(0);
            table = {true, request.owner, static_cast<std::uint64_t>(rows.number(1)), rows.bytes(2), {}};
        }
        if (!table.found) {
            request.result = std::move(table);
            return;
        }
        std::optional<std::string> owner;
        if (SqliteRows rows = statements_.find_owner.with(request.table); rows.next() && rows.number(1) > now()) {
            owner = rows.bytes(0);
        }
        if (owner && owner != request.owner) {
            request.result = OpenedTable{true, *owner, 0, {}, {}};
            return;
        }
        if (!owner) {
            statements_.set_epoch.run(++table.epoch, number);
        }
        for (SqliteRows rows = statements_.read_entries.with(number); rows.next();) {
            table.entries.push_back(rows.bytes(0));
        }
        statements_.lease.run(request.table, number, request.owner, table.epoch, table.entries.size());
        lengthen(request.owner, request.lease);
        request.result = std::move(table);
    }

    void carry_out(RenewRequest& request) {
        lengthen(request.owner, request.lease);
        std::vector<HeldLease> held;
        for (SqliteRows rows = statements_.list_leases.with(request.owner); rows.next();) {
            held.push_back({rows.bytes(0), static_cast<std::uint64_t>(rows.number(1))});
        }
        request.result = std::move(held);
    }

    void carry_out(ReleaseRequest& request) {
        if (std::string problem = refuse_release(find_lease(request.table).second, request.epoch); !problem.empty()) {
            request.fail(std::move(problem));
            return;
        }
        statements_.release.run(request.table);
    }

    void carry_out(KeepRequest& request) { statements_.keep.run(request.name, request.text); }

    void carry_out(FindRequest& request) {
        std::optional<std::string> content;
        if (SqliteRows rows = statements_.find.with(request.name); rows.next()) {
            content = rows.bytes(0);
        }
        request.result = std::move(content);
    }

    // The table's number and its lease. What was given back is looked up only to say so.
    std::pair<std::int64_t, LeaseState> find_lease(const std::string& id) {
        if (SqliteRows rows = statements_.find_lease.with(id); rows.next()) {
            return {
                rows.number(0),
                {true, true, static_cast<std::uint64_t>(rows.number(1)), static_cast<std::uint64_t>(rows.number(2))}};
        }
        if (SqliteRows rows = statements_.find_table.with(id); rows.next()) {
            return {rows.number(0), {true, false, static_cast<std::uint64_t>(rows.number(1)), 0}};
        }
        return {};
    }

    void lengthen(const std::string& owner, std::chrono::milliseconds lease) {
        statements_.lengthen.run(owner, now() + static_cast<std::int64_t>(lease.count()));
    }

    std::int64_t now() {
        return std::chrono::duration_cast<std::chrono::milliseconds>(clock_.now().time_since_epoch()).count();
    }

    std::unique_ptr<SqliteDatabase> database_;
    Statements statements_;
    const Clock& clock_;
    int pages_in_log_ = 0;
    int checkpoint_at_ = kPagesBetweenCheckpoints;
};

// ---- opening --------------------------------------------------------------------------------------------------------

// SQLite would make a file that others may read. It gives the log beside the file the same rights.
std::string make_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0) {
        ::close(file);
        return {};
    }
    if (errno == EEXIST) { // which may be anything: opening a pipe would wait, and a device is not ours to change
        struct stat status{};
        return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)
                   ? fmt::format("{} is not an ordinary file", path)
                   : std::string();
    }
    return fmt::format("{} cannot be made: {}", path, std::generic_category().message(errno));
}

// A file that was there may have been copied by somebody who did not think of its secrets. Who does not own it cannot
// change this, and need not.
void keep_others_out(SqliteDatabase& database) {
    const char* const file = sqlite3_db_filename(database.handle(), "main");
    ::chmod(file, S_IRUSR | S_IWUSR);
    ::chmod(sqlite3_filename_wal(file), S_IRUSR | S_IWUSR);
}

// Empty, or why the file is not one of ours. From here on nobody else can open it.
std::string look_into(SqliteDatabase& database) {
    sqlite3_busy_timeout(database.handle(), 1'000); // another server may just be ending
    database.run("PRAGMA locking_mode = EXCLUSIVE");
    const bool is_new = database.ask_number("SELECT count(*) FROM sqlite_schema") == 0;
    const std::int64_t application = database.ask_number("PRAGMA application_id");
    const std::int64_t version = database.ask_number("PRAGMA user_version");
    if (database.failed()) {
        return database.problem();
    }
    if (!is_new && application != kApplication) {
        return fmt::format("{} is a database of another program", database.path());
    }
    if (!is_new && version > kSchemaVersion) {
        return fmt::format("{} was written by a newer version of tgdl, in a form that this one does not know",
                           database.path());
    }
    return {};
}

// Empty, or why it cannot be used.
std::string set_up(SqliteDatabase& database) {
    if (database.ask_text("PRAGMA journal_mode = WAL") != "wal" && !database.failed()) {
        return fmt::format("{} is in a place where SQLite cannot keep a log beside it", database.path());
    }
    database.run("PRAGMA synchronous = FULL;"
                 "PRAGMA wal_autocheckpoint = 0;"        // rest() does it
                 "PRAGMA journal_size_limit = 67108864;" // a log that has grown beyond it shrinks again
                 "PRAGMA temp_store = MEMORY;"
                 "PRAGMA cache_size = -16384;" // KiB
                 "PRAGMA trusted_schema = OFF;"
                 "BEGIN IMMEDIATE");
    if (database.ask_number("PRAGMA user_version") == 0) {
        database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; {}", kApplication,
                                 kSchemaVersion, kSchema)
                         .c_str());
    }
    database.run("COMMIT");
    database.run(kLeaseSchema);
    return database.problem();
}

} // namespace

tl::expected<std::unique_ptr<Backend>, std::string> open_sqlite_backend(const std::string& path, const Clock& clock) {
    std::string problem = make_file(path);
    if (!problem.empty()) {
        return tl::unexpected(std::move(problem));
    }
    auto opened = std::make_unique<SqliteDatabase>(path);
    SqliteDatabase& database = *opened;
    problem = database.failed() ? database.problem() : look_into(database);
    if (problem.empty()) {
        keep_others_out(database);
        problem = set_up(database);
    }
    if (!problem.empty()) {
        return tl::unexpected(std::move(problem));
    }
    auto backend = std::make_unique<SqliteBackend>(std::move(opened), clock);
    if (database.failed()) {
        return tl::unexpected(database.problem());
    }
    return backend;
}

} // namespace tgdl
