// Interface of a storage back end: executes a batch of requests in one transaction. Queue, thread and answers are the same
// for all back ends (queued_store.h).
#pragma once

#include "base/clock.h"
#include "store/store.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tgdl {

// A request that is done or fails, without a result.
struct CompletedRequest {
    Store::Done done;
    std::string problem{};

    void fail(std::string words) { problem = std::move(words); }
    void finish() { done(std::move(problem)); }
};

// A request that has a result.
template <typename T>
struct AnsweredRequest {
    Store::Answer<T> answer;
    tl::expected<T, std::string> result{};

    void fail(std::string words) { result = tl::unexpected(std::move(words)); }
    void finish() { answer(std::move(result)); }
};

struct HeldLease {
    std::string table;
    std::uint64_t epoch = 0;
};

struct CreateRequest : CompletedRequest {
    NewTable table;
};
struct AppendRequest : CompletedRequest {
    NewEntries entries;
};
struct OpenRequest : AnsweredRequest<OpenedTable> {
    std::string table;
    std::string owner;
    std::chrono::milliseconds lease{};
};
struct RenewRequest {
    Store::Answer<std::vector<std::string>> answer; // what the owner has no more
    std::string owner;
    std::chrono::milliseconds lease{};
    tl::expected<std::vector<HeldLease>, std::string> result{}; // what the owner has now

    void fail(std::string words) { result = tl::unexpected(std::move(words)); }
};
struct ReleaseRequest : CompletedRequest {
    std::string table;
    std::uint64_t epoch = 0;
};
struct KeepRequest : CompletedRequest {
    std::string name;
    std::string text;
};
struct FindRequest : AnsweredRequest<std::optional<std::string>> {
    std::string name;
};

using Request =
    std::variant<CreateRequest, AppendRequest, OpenRequest, RenewRequest, ReleaseRequest, KeepRequest, FindRequest>;

// Why nothing of a whole batch was written.
struct BatchProblem {
    // A request may be the reason, so that the others can be written without it; or the storage as a whole, and trying
    // again at once is of no use.
    enum class Reason { Request, Storage };

    Reason reason = Reason::Storage;
    std::string words;
};

// Used by one thread at a time.
class Backend {
public:
    Backend() = default;
    Backend(const Backend&) = delete;
    Backend& operator=(const Backend&) = delete;
    virtual ~Backend() = default;

    // Does all of them in order, in one transaction, and sets the problem or result of each; those that are refused
    // change nothing and do not disturb the others. Returns when all of it is durable.
    virtual tl::expected<void, BatchProblem> write(std::span<Request> batch) = 0;

    // Background maintenance. Called after a batch was answered, and at the time that it named when it was called last.
    virtual std::optional<Clock::TimePoint> rest() { return std::nullopt; }
};

// What a back end knows of a table when it is to refuse something.
struct LeaseState {
    bool found = false;
    bool is_taken = false; // somebody has the lease
    std::uint64_t epoch = 0;
    std::uint64_t entries = 0;
};

// Empty if these entries can be appended to a table in this state, else why not.
std::string refuse_append(const LeaseState& state, const NewEntries& entries);
std::string refuse_release(const LeaseState& state, std::uint64_t epoch);
inline constexpr const char* kTableIsThere = "there is such a table already";
inline constexpr const char* kTakenOver = "somebody else has taken this table over";

// `clock` outlives the back end. Leases in PostgreSQL go by the clock of the database, whatever this one says.
tl::expected<std::unique_ptr<Backend>, std::string> open_sqlite_backend(const std::string& path, const Clock& clock);
tl::expected<std::unique_ptr<Backend>, std::string> open_postgres_backend(const std::string& address,
                                                                          const Clock& clock);
std::unique_ptr<Backend> open_memory_backend(const Clock& clock);

} // namespace tgdl
