#include "store/postgres_connection.h"

#include "store/libpq.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace tgdl {

namespace {

constexpr int kBinary = 1;
constexpr Oid kBytea = 17;
// A database that says nothing for so long is taken for lost.
constexpr int kLongestSilence = 60'000; // milliseconds

void put_number(std::string& out, std::uint64_t number, int bytes) {
    for (int i = bytes - 1; i >= 0; --i) {
        out.push_back(static_cast<char>(number >> (8 * i)));
    }
}

// Messages come with line ends, and explanations on further lines.
std::string one_line(std::string_view words) {
    std::string line;
    for (const char c : words) {
        if (c != '\n' && c != '\t') {
            line.push_back(c);
        } else if (!line.empty() && line.back() != ' ') {
            line.push_back(' ');
        }
    }
    while (line.ends_with(' ')) {
        line.pop_back();
    }
    return line;
}

// Empty, or what is wrong with the address. libpq would quote the part that it does not understand, which may be a part
// of the password: of a sign in it that belongs elsewhere in an address.
std::string refuse_address(const Libpq& libpq, const std::string& address) {
    const std::string_view text = address;
    if (!text.starts_with("postgres://") && !text.starts_with("postgresql://")) {
        return "the address of a PostgreSQL database looks like postgres://user@host/database";
    }
    const std::string_view rest = text.substr(text.find("://") + 3);
    const std::size_t at = rest.find('@');
    if (at != std::string_view::npos && (rest.find('@', at + 1) != std::string_view::npos || rest.find('/') < at)) {
        return "the address of the database is not clear: write %40 for @, %2F for / in a name or password";
    }
    PQconninfoOption* const options = libpq.parse_address(address.c_str(), nullptr);
    libpq.free_options(options);
    return options != nullptr ? "" : "the address of the database is not well-formed";
}

} // namespace

// ---- values ---------------------------------------------------------------------------------------------------------

PostgresParameters& PostgresParameters::add(std::string_view bytes) {
    values_.push_back(bytes);
    return *this;
}

PostgresParameters& PostgresParameters::add(std::uint64_t number) {
    put_number(copies_.emplace_back(), number, 8);
    return add(copies_.back());
}

PostgresParameters& PostgresParameters::add(const std::vector<std::string>& list) {
    std::string& out = copies_.emplace_back();
    put_number(out, list.empty() ? 0 : 1, 4); // dimensions
    put_number(out, 0, 4);                    // no NULL in it
    put_number(out, kBytea, 4);
    if (!list.empty()) {
        put_number(out, list.size(), 4);
        put_number(out, 1, 4); // the number of the first
    }
    for (const std::string& one : list) {
        put_number(out, one.size(), 4);
        out += one;
    }
    return add(out);
}

void PostgresResult::Clearer::operator()(pg_result* result) const {
    libpq->clear(result);
}

std::size_t PostgresResult::rows() const {
    return static_cast<std::size_t>(result_.get_deleter().libpq->count_rows(result_.get()));
}

std::string PostgresResult::bytes(std::size_t row, int column) const {
    const Libpq& libpq = *result_.get_deleter().libpq;
    const auto size = static_cast<std::size_t>(libpq.get_length(result_.get(), static_cast<int>(row), column));
    return {libpq.get_value(result_.get(), static_cast<int>(row), column), size};
}

std::uint64_t PostgresResult::number(std::size_t row, int column) const {
    std::uint64_t number = 0;
    for (const char byte : bytes(row, column)) {
        number = number << 8 | static_cast<unsigned char>(byte);
    }
    return number;
}

bool PostgresResult::is_true(std::size_t row, int column) const {
    return number(row, column) != 0;
}

bool PostgresResult::changed_rows() const {
    return std::string_view(result_.get_deleter().libpq->command_rows(result_.get())) != "0";
}

std::string_view PostgresResult::command() const {
    return result_.get_deleter().libpq->command_status(result_.get());
}

// ---- the connection -------------------------------------------------------------------------------------------------

tl::expected<std::unique_ptr<PostgresConnection>, std::string> PostgresConnection::open(const std::string& address) {
    const tl::expected<const Libpq*, std::string> loaded = load_libpq();
    if (!loaded) {
        return tl::unexpected(loaded.error());
    }
    const Libpq& libpq = **loaded;
    if (std::string problem = refuse_address(libpq, address); !problem.empty()) {
        return tl::unexpected(std::move(problem));
    }
    // The address may say otherwise, except for what comes after it.
    const std::array<const char*, 10> names = {
        "connect_timeout",      "keepalives_idle", "keepalives_interval",       "keepalives_count", "tcp_user_timeout",
        "target_session_attrs", "dbname",          "fallback_application_name", "client_encoding",  nullptr};
    const std::array<const char*, 10> values = {"5",    "10",   "5",    "3", "20000", "read-write", address.c_str(),
                                                "tgdl", "UTF8", nullptr};
    constexpr int kDatabaseIsAddress = 1;
    pg_conn* const handle = libpq.connect(names.data(), values.data(), kDatabaseIsAddress);
    std::unique_ptr<PostgresConnection> connection(new PostgresConnection(libpq, handle));
    if (libpq.status(handle) != CONNECTION_OK) {
        return tl::unexpected(fmt::format("the database cannot be reached: {}", one_line(libpq.error_message(handle))));
    }
    if (std::string problem = connection->set_up(); !problem.empty()) {
        return tl::unexpected(std::move(problem));
    }
    return connection;
}

// How every session of ours is.
std::string PostgresConnection::set_up() {
    pg_conn* const handle = connection_.get();
    libpq_.set_notice_processor(handle, [](void*, const char*) {}, nullptr);
    if (libpq_.set_nonblocking(handle, 1) != 0 || libpq_.enter_pipeline_mode(handle) != 1) {
        return lost().words;
    }
    // `remote_apply` promises even more than `on`.
    send("SELECT set_config('synchronous_commit', 'on', false)"
         " WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')");
    // A server that was stopped in the middle does not hold up the others for ever.
    send("SET lock_timeout = '10s'");
    send("SET idle_in_transaction_session_timeout = '10s'");
    const auto results = finish();
    return results ? "" : results.error().words;
}

void PostgresConnection::Finisher::operator()(pg_conn* connection) const {
    libpq->finish(connection);
}

void PostgresConnection::prepare(const PostgresStatement& statement) {
    if (libpq_.send_prepare(connection_.get(), statement.name, statement.sql, 0, nullptr) != 1) {
        is_broken_ = true;
    }
}

void PostgresConnection::send(const char* sql) {
    if (libpq_.send_query(connection_.get(), sql, 0, nullptr, nullptr, nullptr, nullptr, kBinary) != 1) {
        is_broken_ = true;
    }
}

void PostgresConnection::send(const PostgresStatement& statement, const PostgresParameters& parameters) {
    std::vector<const char*> data;
    std::vector<int> sizes;
    for (const std::string_view value : parameters.values()) {
        data.push_back(value.empty() ? "" : value.data()); // null would be NULL
        sizes.push_back(static_cast<int>(value.size()));
    }
    const std::vector<int> forms(data.size(), kBinary);
    if (libpq_.send_prepared(connection_.get(), statement.name, static_cast<int>(data.size()), data.data(),
                             sizes.data(), forms.data(), kBinary)
        != 1) {
        is_broken_ = true;
    }
}

tl::expected<std::vector<PostgresResult>, PostgresProblem> PostgresConnection::finish() {
    std::vector<PostgresResult> results;
    std::optional<PostgresProblem> problem;
    if (libpq_.sync_pipeline(connection_.get()) != 1) {
        is_broken_ = true;
    }
    while (!is_broken_ && !take_results(results, problem)) {
        is_broken_ = is_broken_ || !wait();
    }
    if (is_broken_) {
        return tl::unexpected(lost());
    }
    if (problem) {
        return tl::unexpected(std::move(*problem));
    }
    return results;
}

tl::expected<PostgresResult, PostgresProblem> PostgresConnection::ask(const char* sql) {
    send(sql);
    auto results = finish();
    if (!results) {
        return tl::unexpected(std::move(results.error()));
    }
    return std::move(results->front());
}

bool PostgresConnection::take_results(std::vector<PostgresResult>& results, std::optional<PostgresProblem>& problem) {
    while (libpq_.is_busy(connection_.get()) == 0) {
        if (libpq_.status(connection_.get()) == CONNECTION_BAD) {
            is_broken_ = true;
            return true;
        }
        pg_result* const result = libpq_.get_result(connection_.get());
        if (result == nullptr) {
            continue; // the end of one statement
        }
        PostgresResult kept(libpq_, result);
        switch (libpq_.result_status(result)) {
        case PGRES_PIPELINE_SYNC: return true;
        case PGRES_COMMAND_OK:
        case PGRES_TUPLES_OK: results.push_back(std::move(kept)); break;
        case PGRES_PIPELINE_ABORTED: break; // not even tried after a problem
        default:
            if (!problem) {
                const char* const state = libpq_.error_field(result, PG_DIAG_SQLSTATE);
                const char* const words = libpq_.error_field(result, PG_DIAG_MESSAGE_PRIMARY);
                problem =
                    PostgresProblem{state != nullptr ? state : "",
                                    fmt::format("the database says: {}", one_line(words != nullptr ? words : ""))};
            }
        }
    }
    return false;
}

// Sends what is left to send and takes what arrives, at least a part of it; false if nothing does.
bool PostgresConnection::wait() {
    const int unsent = libpq_.flush(connection_.get());
    if (unsent < 0) {
        return false;
    }
    pollfd waited{libpq_.socket(connection_.get()), POLLIN, 0};
    if (unsent > 0) {
        waited.events |= POLLOUT;
    }
    const int ready = ::poll(&waited, 1, kLongestSilence);
    if (ready < 0) {
        return errno == EINTR;
    }
    if (ready == 0) {
        return false;
    }
    return (waited.revents & ~POLLOUT) == 0 || libpq_.consume_input(connection_.get()) == 1;
}

PostgresProblem PostgresConnection::lost() const {
    const std::string reason = one_line(libpq_.error_message(connection_.get()));
    return {{},
            fmt::format("the connection to the database was lost, so that only opening the table again shows whether "
                        "this was written{}{}",
                        reason.empty() ? "" : ": ", reason),
            true};
}

bool PostgresConnection::is_alive() const {
    pollfd polled{libpq_.socket(connection_.get()), POLLIN | POLLRDHUP, 0};
    return !is_broken_ && ::poll(&polled, 1, 0) >= 0
           && (polled.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) == 0;
}

} // namespace tgdl
