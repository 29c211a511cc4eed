#include "store/backend.h"

#include <algorithm>
#include <map>

namespace tgdl {

namespace {

class MemoryBackend final : public Backend {
public:
    explicit MemoryBackend(const Clock& clock) : clock_(clock) {}

    tl::expected<void, BatchProblem> write(std::span<Request> batch) override {
        for (Request& request : batch) {
            std::visit([&](auto& one) { carry_out(one); }, request);
        }
        return {};
    }

private:
    struct StoredTable {
        std::string head;
        std::vector<std::string> entries;
        std::optional<std::string> owner; // of the lease
        std::uint64_t epoch = 1;
    };

    void carry_out(CreateRequest& request) {
        const NewTable& wanted = request.table;
        if (!tables_.try_emplace(wanted.table, StoredTable{wanted.head, {}, wanted.owner, 1}).second) {
            request.fail(kTableIsThere);
            return;
        }
        lengthen(wanted.owner, wanted.lease);
    }

    void carry_out(AppendRequest& request) {
        const NewEntries& wanted = request.entries;
        if (std::string problem = refuse_append(state_of(wanted.table), wanted); !problem.empty()) {
            request.fail(std::move(problem));
            return;
        }
        auto& entries = tables_.at(wanted.table).entries;
        entries.insert(entries.end(), wanted.entries.begin(), wanted.entries.end());
    }

    void carry_out(OpenRequest& request) {
        const auto found = tables_.find(request.table);
        if (found == tables_.end()) {
            request.result = OpenedTable{};
            return;
        }
        StoredTable& table = found->second;
        const bool is_taken = table.owner && ends_.at(*table.owner) > clock_.now();
        if (is_taken && table.owner != request.owner) {
            request.result = OpenedTable{true, *table.owner, 0, {}, {}};
            return;
        }
        table.epoch += is_taken ? 0 : 1;
        table.owner = request.owner;
        lengthen(request.owner, request.lease);
        request.result = OpenedTable{true, request.owner, table.epoch, table.head, table.entries};
    }

    void carry_out(RenewRequest& request) {
        lengthen(request.owner, request.lease);
        std::vector<HeldLease> held;
        for (const auto& [id, table] : tables_) {
            if (table.owner == request.owner) {
                held.push_back({id, table.epoch});
            }
        }
        request.result = std::move(held);
    }

    void carry_out(ReleaseRequest& request) {
        if (std::string problem = refuse_release(state_of(request.table), request.epoch); !problem.empty()) {
            request.fail(std::move(problem));
            return;
        }
        tables_.at(request.table).owner.reset();
    }

    void carry_out(KeepRequest& request) { kept_.try_emplace(request.name, std::move(request.text)); }

    void carry_out(FindRequest& request) {
        const auto found = kept_.find(request.name);
        request.result = found != kept_.end() ? std::optional(found->second) : std::nullopt;
    }

    [[nodiscard]] LeaseState state_of(const std::string& id) const {
        const auto found = tables_.find(id);
        if (found == tables_.end()) {
            return {};
        }
        const StoredTable& table = found->second;
        return {true, table.owner.has_value(), table.epoch, table.entries.size()};
    }

    void lengthen(const std::string& owner, std::chrono::milliseconds lease) {
        Clock::TimePoint& end = ends_[owner];
        end = std::max(end, clock_.now() + lease);
    }

    const Clock& clock_;
    std::map<std::string, StoredTable> tables_;
    std::map<std::string, Clock::TimePoint> ends_; // of all leases of an owner
    std::map<std::string, std::string> kept_;
};

} // namespace

std::unique_ptr<Backend> open_memory_backend(const Clock& clock) {
    return std::make_unique<MemoryBackend>(clock);
}

} // namespace tgdl
