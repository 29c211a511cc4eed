#include "store/queued_store.h"

#include "base/time_slice.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tgdl {

namespace {

// A batch is not larger than this, so that nobody waits long for the requests of others.
constexpr std::size_t kMostRequests = 1'000;
constexpr std::size_t kMostBytes = 4 * 1024 * 1024;

// No lease is longer than this: nobody would wait for its end.
constexpr std::chrono::milliseconds kLongestLease = std::chrono::hours(24);

std::chrono::milliseconds bound_lease(std::chrono::milliseconds lease) {
    return std::clamp(lease, std::chrono::milliseconds(0), kLongestLease);
}

std::size_t count_bytes(const Request& request) {
    struct Counter {
        std::size_t operator()(const CreateRequest& one) const { return one.table.head.size(); }
        std::size_t operator()(const AppendRequest& one) const {
            std::size_t sum = 0;
            for (const std::string& entry : one.entries.entries) {
                sum += entry.size();
            }
            return sum;
        }
        std::size_t operator()(const OpenRequest& /*one*/) const { return 0; }
        std::size_t operator()(const RenewRequest& /*one*/) const { return 0; }
        std::size_t operator()(const ReleaseRequest& /*one*/) const { return 0; }
        std::size_t operator()(const KeepRequest& one) const { return one.text.size(); }
        std::size_t operator()(const FindRequest& /*one*/) const { return 0; }
    };
    return std::visit(Counter{}, request);
}

void fail(Request& request, const std::string& words) {
    std::visit([&](auto& one) { one.fail(words); }, request);
}

} // namespace

QueuedStore::QueuedStore(std::unique_ptr<Backend> backend, const Clock& clock)
    : clock_(clock), backend_(std::move(backend)), thread_([this] { run(); }) {}

QueuedStore::~QueuedStore() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    wakes_.notify_one();
    thread_.join();
}

// ---- what is asked for ----------------------------------------------------------------------------------------------

void QueuedStore::create(NewTable table, Done done) {
    table.lease = bound_lease(table.lease);
    ask(CreateRequest{{std::move(done)}, std::move(table)});
}

void QueuedStore::append(NewEntries entries, Done done) {
    ask(AppendRequest{{std::move(done)}, std::move(entries)});
}

void QueuedStore::open(std::string table, std::string owner, std::chrono::milliseconds lease,
                       Answer<OpenedTable> answer) {
    ask(OpenRequest{{std::move(answer)}, std::move(table), std::move(owner), bound_lease(lease)});
}

void QueuedStore::renew(std::string owner, std::chrono::milliseconds lease, Answer<std::vector<std::string>> answer) {
    ask(RenewRequest{std::move(answer), std::move(owner), bound_lease(lease)});
}

void QueuedStore::release(std::string table, std::uint64_t epoch, Done done) {
    ask(ReleaseRequest{{std::move(done)}, std::move(table), epoch});
}

void QueuedStore::keep(std::string name, std::string text, Done done) {
    ask(KeepRequest{{std::move(done)}, std::move(name), std::move(text)});
}

void QueuedStore::find(std::string name, Answer<std::optional<std::string>> answer) {
    ask(FindRequest{{std::move(answer)}, std::move(name)});
}

void QueuedStore::ask(Request request) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back(std::move(request));
    }
    wakes_.notify_one();
}

// ---- the store's thread ---------------------------------------------------------------------------------------------

void QueuedStore::run() {
    request_short_time_slice();
    std::optional<Clock::TimePoint> rest_at;
    for (;;) {
        std::vector<Request> batch;
        {
            std::unique_lock lock(mutex_);
            const auto has_work = [&] { return ends_ || !queue_.empty(); };
            if (rest_at) {
                wait_until(clock_, wakes_, lock, *rest_at, has_work);
            } else {
                wakes_.wait(lock, has_work);
            }
            if (ends_ && queue_.empty()) {
                return;
            }
            batch = take_batch();
        }
        if (!batch.empty()) {
            write(batch);
        }
        rest_at = backend_->rest();
    }
}

std::vector<Request> QueuedStore::take_batch() {
    std::vector<Request> batch;
    std::size_t bytes = 0;
    while (!queue_.empty() && batch.size() < kMostRequests && bytes < kMostBytes) {
        bytes += count_bytes(queue_.front());
        batch.push_back(std::move(queue_.front()));
        queue_.pop_front();
    }
    return batch;
}

void QueuedStore::write(std::vector<Request>& batch) {
    const auto written = backend_->write(batch);
    if (!written && written.error().reason == BatchProblem::Reason::Request && batch.size() > 1) {
        for (Request& request : batch) {
            if (const auto alone = backend_->write({&request, 1}); !alone) {
                fail(request, alone.error().words);
            }
            answer(request);
        }
        return;
    }
    for (Request& request : batch) {
        if (!written) {
            fail(request, written.error().words);
        }
        answer(request);
    }
}

// Notes who has which lease now, then tells.
void QueuedStore::answer(Request& request) {
    if (auto* created = std::get_if<CreateRequest>(&request)) {
        if (created->problem.empty()) {
            leases_[created->table.owner][created->table.table] = 1;
        }
        created->finish();
    } else if (auto* opened = std::get_if<OpenRequest>(&request)) {
        if (opened->result && opened->result->epoch != 0) {
            leases_[opened->owner][opened->table] = opened->result->epoch;
        } else if (opened->result) {
            leases_[opened->owner].erase(opened->table);
        }
        opened->finish();
    } else if (auto* released = std::get_if<ReleaseRequest>(&request)) {
        for (auto& [owner, leases] : leases_) {
            const auto found = leases.find(released->table);
            if (released->problem.empty() && found != leases.end() && found->second == released->epoch) {
                leases.erase(found);
            }
        }
        released->finish();
    } else if (auto* renewed = std::get_if<RenewRequest>(&request)) {
        renewed->answer(
            renewed->result.map([&](const std::vector<HeldLease>& held) { return find_lost(renewed->owner, held); }));
    } else if (auto* appended = std::get_if<AppendRequest>(&request)) {
        appended->finish();
    } else if (auto* kept = std::get_if<KeepRequest>(&request)) {
        kept->finish();
    } else if (auto* found = std::get_if<FindRequest>(&request)) {
        found->finish();
    }
}

std::vector<std::string> QueuedStore::find_lost(const std::string& owner, const std::vector<HeldLease>& held) {
    Leases still;
    Leases& before = leases_[owner];
    for (const HeldLease& lease : held) {
        const auto found = before.find(lease.table);
        if (found != before.end() && found->second == lease.epoch) {
            still.insert(before.extract(found));
        }
    }
    std::vector<std::string> lost;
    for (const auto& [table, epoch] : before) {
        lost.push_back(table);
    }
    before = std::move(still);
    return lost;
}

std::unique_ptr<Store> open_memory(const Clock& clock) {
    return std::make_unique<QueuedStore>(open_memory_backend(clock), clock);
}

tl::expected<std::unique_ptr<Store>, std::string> open_sqlite(const std::string& path) {
    return open_sqlite_backend(path, system_clock())
        .map([](std::unique_ptr<Backend> backend) -> std::unique_ptr<Store> {
            return std::make_unique<QueuedStore>(std::move(backend));
        });
}

tl::expected<std::unique_ptr<Store>, std::string> open_postgres(const std::string& address) {
    return open_postgres_backend(address, system_clock())
        .map([](std::unique_ptr<Backend> backend) -> std::unique_ptr<Store> {
            return std::make_unique<QueuedStore>(std::move(backend));
        });
}

} // namespace tgdl
