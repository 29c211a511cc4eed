#include "store/backend.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

std::string refuse_lease(const LeaseState& state, std::uint64_t epoch) {
    if (!state.found) {
        return "there is no such table";
    }
    if (state.epoch != epoch) {
        return kTakenOver;
    }
    return state.is_taken ? "" : "the lease on this table was given back";
}

} // namespace

std::string refuse_append(const LeaseState& state, const NewEntries& entries) {
    std::string problem = refuse_lease(state, entries.epoch);
    if (problem.empty() && state.entries != entries.first) {
        problem = fmt::format("the next entry of this table has number {}, not {}", state.entries, entries.first);
    }
    return problem;
}

std::string refuse_release(const LeaseState& state, std::uint64_t epoch) {
    return refuse_lease(state, epoch);
}

} // namespace tgdl
