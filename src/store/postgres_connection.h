// A connection to PostgreSQL, in pipeline mode: many statements are sent at once, and answered together.
//
//   connection.send("BEGIN");
//   connection.send(kAppend, PostgresParameters().add(table).add(epoch));
//   connection.send("COMMIT");
//   auto results = connection.finish();      // one for each statement, or the first problem
//
// Values and results are in PostgreSQL's binary form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

struct pg_conn;
struct pg_result;

namespace tgdl {

struct Libpq;

// A statement that the database knows by name.
struct PostgresStatement {
    const char* name;
    const char* sql;
};

// Numbers and lists are copied; bytes are not, and must stay where they are until they are sent.
class PostgresParameters {
public:
    PostgresParameters& add(std::string_view bytes);
    PostgresParameters& add(std::uint64_t number);                 // a bigint
    PostgresParameters& add(const std::vector<std::string>& list); // a bytea[]

    [[nodiscard]] const std::vector<std::string_view>& values() const { return values_; }

private:
    std::vector<std::string_view> values_;
    std::deque<std::string> copies_; // which stay where they are
};

class PostgresResult {
public:
    PostgresResult(const Libpq& libpq, pg_result* result) : result_(result, Clearer{&libpq}) {}

    [[nodiscard]] std::size_t rows() const;
    [[nodiscard]] std::string bytes(std::size_t row, int column) const;
    [[nodiscard]] std::uint64_t number(std::size_t row, int column) const; // a bigint
    [[nodiscard]] bool is_true(std::size_t row, int column) const;
    [[nodiscard]] bool changed_rows() const;
    [[nodiscard]] std::string_view command() const; // what was done: `COMMIT`

private:
    struct Clearer {
        const Libpq* libpq;
        void operator()(pg_result* result) const;
    };
    std::unique_ptr<pg_result, Clearer> result_;
};

struct PostgresProblem {
    std::string state; // SQLSTATE; empty if it does not come from the server
    std::string words;
    bool is_lost = false; // the connection, and with it the knowledge of what was done
};

class PostgresConnection {
public:
    // Every transaction of it is on disk when it is committed. The problem does not tell the password.
    static tl::expected<std::unique_ptr<PostgresConnection>, std::string> open(const std::string& address);

    void prepare(const PostgresStatement& statement);
    void send(const char* sql);
    void send(const PostgresStatement& statement, const PostgresParameters& parameters);
    tl::expected<std::vector<PostgresResult>, PostgresProblem> finish();
    // finish() for a single statement.
    tl::expected<PostgresResult, PostgresProblem> ask(const char* sql);

    // False if the other side has closed it.
    [[nodiscard]] bool is_alive() const;

private:
    struct Finisher {
        const Libpq* libpq;
        void operator()(pg_conn* connection) const;
    };

    PostgresConnection(const Libpq& libpq, pg_conn* connection) : libpq_(libpq), connection_(connection, {&libpq}) {}
    std::string set_up();
    // What has arrived by now; true: that was all.
    bool take_results(std::vector<PostgresResult>& results, std::optional<PostgresProblem>& problem);
    bool wait();
    [[nodiscard]] PostgresProblem lost() const;

    const Libpq& libpq_;
    std::unique_ptr<pg_conn, Finisher> connection_;
    bool is_broken_ = false;
};

} // namespace tgdl
