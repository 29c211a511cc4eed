// Tables in a PostgreSQL database that several servers share. The clock of leases is the database's. Nobody's transaction
// fails because of what another server does: each statement checks what it needs and says what it found; the few conflicts
// that are left are tried again.

#include "store/backend.h"
#include "store/postgres_connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <thread>

namespace tgdl {

namespace {

constexpr std::uint64_t kPostgresSchemaVersion = 1;
constexpr int kMostTries = 10;
constexpr std::chrono::milliseconds kFirstPause{100};
constexpr std::chrono::milliseconds kLongestPause{10'000};

// Ids and texts are bytes, for nothing must become of them in the database. What never changes stands apart from what
// does, since PostgreSQL writes a row anew for each change.
constexpr std::array kPostgresSchema = {
    "CREATE SCHEMA tgdl",
    "CREATE TABLE tgdl.tables (id bytea PRIMARY KEY, head bytea NOT NULL)",
    "CREATE TABLE tgdl.leases (id bytea PRIMARY KEY, owner bytea, session bigint, epoch bigint NOT NULL,"
    " entries bigint NOT NULL) WITH (fillfactor = 50)",
    "CREATE INDEX leases_by_owner ON tgdl.leases (owner)",
    "CREATE TABLE tgdl.owners (owner bytea PRIMARY KEY, ends timestamptz NOT NULL)",
    "CREATE TABLE tgdl.entries (table_id bytea, number bigint, entry bytea NOT NULL, PRIMARY KEY (table_id, number))",
    "CREATE TABLE tgdl.kept (name bytea PRIMARY KEY, content bytea NOT NULL)",
    "CREATE TABLE tgdl.version (version bigint NOT NULL)",
    "INSERT INTO tgdl.version (version) VALUES (1)",
};

constexpr PostgresStatement kLengthen{
    "lengthen", "INSERT INTO tgdl.owners AS o (owner, ends) VALUES ($1, now() + $2::bigint * interval '1 millisecond')"
                " ON CONFLICT (owner) DO UPDATE SET ends = excluded.ends WHERE o.ends < excluded.ends"};
constexpr PostgresStatement kCreate{
    "create", "WITH made AS (INSERT INTO tgdl.leases (id, owner, session, epoch, entries) VALUES ($1, $2, $3, 1, 0)"
              " ON CONFLICT DO NOTHING RETURNING id)"
              " INSERT INTO tgdl.tables (id, head) SELECT id, $4 FROM made"};
// Holds back everybody who wants to take the lease until this transaction ends. What it shows is how it was before.
constexpr PostgresStatement kAppend{
    "append", "WITH held AS (UPDATE tgdl.leases SET entries = entries + cardinality($4::bytea[])"
              " WHERE id = $1 AND epoch = $2 AND entries = $3 AND owner IS NOT NULL RETURNING id),"
              " added AS (INSERT INTO tgdl.entries (table_id, number, entry)"
              " SELECT held.id, $3 + given.place - 1, given.entry"
              " FROM held, unnest($4::bytea[]) WITH ORDINALITY AS given (entry, place))"
              " SELECT EXISTS (SELECT FROM held), owner IS NOT NULL, epoch, entries FROM tgdl.leases WHERE id = $1"};
// Waits for others that change this lease; the statements after it see what they did.
constexpr PostgresStatement kLock{"lock", "SELECT FROM tgdl.leases WHERE id = $1 FOR UPDATE"};
constexpr PostgresStatement kTake{
    "take", "UPDATE tgdl.leases AS l SET owner = $2, session = $3, epoch = epoch + CASE WHEN owner = $2"
            " AND session = $3 AND EXISTS (SELECT FROM tgdl.owners AS o WHERE o.owner = $2 AND o.ends > now())"
            " THEN 0 ELSE 1 END"
            " WHERE id = $1 AND (owner IS NULL OR owner = $2"
            " OR NOT EXISTS (SELECT FROM tgdl.owners AS o WHERE o.owner = l.owner AND o.ends > now()))"};
constexpr PostgresStatement kReadTable{
    "read_table", "SELECT owner, CASE WHEN owner = $2 THEN epoch ELSE 0 END, CASE WHEN owner = $2 THEN head END"
                  " FROM tgdl.leases JOIN tgdl.tables USING (id) WHERE id = $1"};
constexpr PostgresStatement kReadEntries{
    "read_entries", "SELECT entry FROM tgdl.entries WHERE table_id = $1"
                    " AND EXISTS (SELECT FROM tgdl.leases WHERE id = $1 AND owner = $2) ORDER BY number"};
constexpr PostgresStatement kListLeases{"list_leases", "SELECT id, epoch FROM tgdl.leases WHERE owner = $1"};
constexpr PostgresStatement kRelease{
    "release", "WITH freed AS (UPDATE tgdl.leases SET owner = NULL, session = NULL"
               " WHERE id = $1 AND epoch = $2 AND owner IS NOT NULL RETURNING id)"
               " SELECT EXISTS (SELECT FROM freed), owner IS NOT NULL, epoch, entries FROM tgdl.leases WHERE id = $1"};
constexpr PostgresStatement kKeep{"keep",
                                  "INSERT INTO tgdl.kept (name, content) VALUES ($1, $2) ON CONFLICT DO NOTHING"};
constexpr PostgresStatement kFind{"find", "SELECT content FROM tgdl.kept WHERE name = $1"};

constexpr std::array kStatements = {kLengthen,    kCreate,     kAppend,  kLock, kTake, kReadTable,
                                    kReadEntries, kListLeases, kRelease, kKeep, kFind};

// ---- a request becomes statements -----------------------------------------------------------------------------------

class Sender {
public:
    Sender(PostgresConnection& connection, std::uint64_t session) : connection_(connection), session_(session) {}

    void operator()(const CreateRequest& request) {
        const NewTable& wanted = request.table;
        connection_.send(kCreate,
                         PostgresParameters().add(wanted.table).add(wanted.owner).add(session_).add(wanted.head));
        lengthen(wanted.owner, wanted.lease);
    }

    void operator()(const AppendRequest& request) {
        const NewEntries& wanted = request.entries;
        connection_.send(
            kAppend, PostgresParameters().add(wanted.table).add(wanted.epoch).add(wanted.first).add(wanted.entries));
    }

    void operator()(const OpenRequest& request) {
        connection_.send(kLock, PostgresParameters().add(request.table));
        connection_.send(kTake, PostgresParameters().add(request.table).add(request.owner).add(session_));
        connection_.send(kReadTable, PostgresParameters().add(request.table).add(request.owner));
        connection_.send(kReadEntries, PostgresParameters().add(request.table).add(request.owner));
        lengthen(request.owner, request.lease);
    }

    void operator()(const RenewRequest& request) {
        lengthen(request.owner, request.lease);
        connection_.send(kListLeases, PostgresParameters().add(request.owner));
    }

    void operator()(const ReleaseRequest& request) {
        connection_.send(kRelease, PostgresParameters().add(request.table).add(request.epoch));
    }

    void operator()(const KeepRequest& request) {
        connection_.send(kKeep, PostgresParameters().add(request.name).add(request.text));
    }

    void operator()(const FindRequest& request) { connection_.send(kFind, PostgresParameters().add(request.name)); }

private:
    void lengthen(const std::string& owner, std::chrono::milliseconds lease) {
        connection_.send(kLengthen, PostgresParameters().add(owner).add(static_cast<std::uint64_t>(lease.count())));
    }

    PostgresConnection& connection_;
    std::uint64_t session_;
};

// ---- and their results its answer -----------------------------------------------------------------------------------

class Receiver {
public:
    explicit Receiver(const std::vector<PostgresResult>& results) : next_(results.begin()) {}

    const PostgresResult& take() { return *next_++; }

    void operator()(CreateRequest& request) {
        request.problem = take().changed_rows() ? "" : kTableIsThere;
        take();
    }

    void operator()(AppendRequest& request) {
        const PostgresResult& result = take();
        request.problem = is_done(result) ? "" : or_taken_over(refuse_append(state_of(result), request.entries));
    }

    void operator()(OpenRequest& request) {
        take();
        take();
        const PostgresResult& table = take();
        const PostgresResult& entries = take();
        take();
        if (table.rows() == 0) {
            request.result = OpenedTable{};
            return;
        }
        OpenedTable opened{true, table.bytes(0, 0), table.number(0, 1), table.bytes(0, 2), {}};
        for (std::size_t row = 0; row < entries.rows(); ++row) {
            opened.entries.push_back(entries.bytes(row, 0));
        }
        request.result = std::move(opened);
    }

    void operator()(RenewRequest& request) {
        take();
        const PostgresResult& result = take();
        std::vector<HeldLease> held;
        held.reserve(result.rows());
        for (std::size_t row = 0; row < result.rows(); ++row) {
            held.push_back({result.bytes(row, 0), result.number(row, 1)});
        }
        request.result = std::move(held);
    }

    void operator()(ReleaseRequest& request) {
        const PostgresResult& result = take();
        request.problem = is_done(result) ? "" : or_taken_over(refuse_release(state_of(result), request.epoch));
    }

    void operator()(KeepRequest& request) {
        take();
        request.problem.clear();
    }

    void operator()(FindRequest& request) {
        const PostgresResult& result = take();
        request.result = result.rows() != 0 ? std::optional(result.bytes(0, 0)) : std::nullopt;
    }

private:
    static bool is_done(const PostgresResult& result) { return result.rows() != 0 && result.is_true(0, 0); }

    // If what was seen is no reason for what happened, another server has changed it in between.
    static std::string or_taken_over(std::string words) { return words.empty() ? kTakenOver : std::move(words); }

    static LeaseState state_of(const PostgresResult& result) {
        if (result.rows() == 0) {
            return {};
        }
        return {true, result.is_true(0, 1), result.number(0, 2), result.number(0, 3)};
    }

    std::vector<PostgresResult>::const_iterator next_;
};

// ---- the back end ---------------------------------------------------------------------------------------------------

// Empty, or why this database cannot be used. Servers that start at the same time wait for each other here.
std::string make_schema(PostgresConnection& connection) {
    const auto describe = [](const PostgresProblem& problem) {
        return fmt::format("the database cannot be used: {}", problem.words);
    };
    connection.send("BEGIN");
    connection.send("SELECT pg_advisory_xact_lock(6071225008613412)"); // a number that others hardly use
    connection.send("SELECT to_regclass('tgdl.version') IS NOT NULL");
    const auto looked = connection.finish();
    if (!looked) {
        return describe(looked.error());
    }
    if (!looked->back().is_true(0, 0)) {
        for (const char* const sql : kPostgresSchema) {
            connection.send(sql);
        }
    }
    connection.send("SELECT max(version) FROM tgdl.version");
    connection.send("COMMIT");
    const auto made = connection.finish();
    if (!made) {
        return describe(made.error());
    }
    if (const std::uint64_t version = (*made)[made->size() - 2].number(0, 0); version > kPostgresSchemaVersion) {
        return "the tables of this database were made by a newer version of tgdl, in a form that this one does not "
               "know";
    }
    // Leases that ran out long ago are as good as none.
    connection.send("DELETE FROM tgdl.owners WHERE ends < now() - interval '1 day'");
    for (const PostgresStatement& statement : kStatements) {
        connection.prepare(statement);
    }
    const auto prepared = connection.finish();
    return prepared ? "" : describe(prepared.error());
}

class PostgresBackend final : public Backend {
public:
    PostgresBackend(std::string address, const Clock& clock) : address_(std::move(address)), clock_(clock) {}

    // Empty, or why there is no connection.
    std::string connect() {
        auto opened = PostgresConnection::open(address_);
        trouble_ = opened ? make_schema(**opened) : std::move(opened.error());
        if (trouble_.empty()) {
            connection_ = std::move(*opened);
            session_ = std::uniform_int_distribution<std::uint64_t>(1, INT64_MAX)(random_);
            pause_ = kFirstPause;
        } else {
            try_at_ = clock_.now() + pause_;
            pause_ = std::min(2 * pause_, kLongestPause);
        }
        return trouble_;
    }

    tl::expected<void, BatchProblem> write(std::span<Request> batch) override {
        if (connection_ && !connection_->is_alive()) {
            disconnect(); // while nothing was under way
        }
        for (int tries = 1;; ++tries) {
            if (!connection_ && (clock_.now() < try_at_ || !connect().empty())) {
                return tl::unexpected(BatchProblem{BatchProblem::Reason::Storage, trouble_});
            }
            std::optional<PostgresProblem> problem = try_to_write(batch);
            if (!problem) {
                return {};
            }
            if (!problem->is_lost) {
                roll_back(*problem);
            } else {
                disconnect();
                return tl::unexpected(BatchProblem{BatchProblem::Reason::Storage, std::move(problem->words)});
            }
            if (!problem->state.starts_with("40") || tries == kMostTries) { // no conflict with another transaction
                return tl::unexpected(BatchProblem{BatchProblem::Reason::Request, std::move(problem->words)});
            }
            std::this_thread::sleep_for(
                std::chrono::milliseconds(std::uniform_int_distribution<>(1, 10 * tries)(random_)));
        }
    }

    std::optional<Clock::TimePoint> rest() override {
        if (!connection_ && clock_.now() >= try_at_) {
            connect();
        }
        return connection_ ? std::nullopt : std::optional(try_at_);
    }

private:
    std::optional<PostgresProblem> try_to_write(std::span<Request> batch) {
        Sender sender(*connection_, session_);
        connection_->send("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
        for (const Request& request : batch) {
            std::visit(sender, request);
        }
        connection_->send("COMMIT");
        auto results = connection_->finish();
        if (!results) {
            return std::move(results.error());
        }
        if (results->back().command() != "COMMIT") {
            return PostgresProblem{{}, "the database did not commit"};
        }
        Receiver receiver(*results);
        receiver.take();
        for (Request& request : batch) {
            std::visit(receiver, request);
        }
        return std::nullopt;
    }

    // Nothing was written. The connection can be used again, unless it leads to a server that cannot write any more.
    void roll_back(const PostgresProblem& problem) {
        if (!connection_->ask("ROLLBACK") || problem.state == "25006") {
            disconnect();
        }
    }

    void disconnect() {
        connection_.reset();
        try_at_ = clock_.now();
    }

    std::string address_;
    const Clock& clock_;
    std::unique_ptr<PostgresConnection> connection_;
    std::uint64_t session_ = 0; // leases taken on this connection have this number
    std::string trouble_;       // why there is no connection
    Clock::TimePoint try_at_;
    std::chrono::milliseconds pause_ = kFirstPause;
    std::mt19937_64 random_{std::random_device{}()};
};

} // namespace

tl::expected<std::unique_ptr<Backend>, std::string> open_postgres_backend(const std::string& address,
                                                                          const Clock& clock) {
    auto backend = std::make_unique<PostgresBackend>(address, clock);
    if (std::string problem = backend->connect(); !problem.empty()) {
        return tl::unexpected(std::move(problem));
    }
    return backend;
}

} // namespace tgdl
