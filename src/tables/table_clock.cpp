// Clock of a table: how long players may think.
#include "tables/table.h"

#include <algorithm>

namespace tgdl {

// Whoever thinks has thought until now.
void Table::count_time(std::int64_t now) {
    const std::int64_t passed = std::max<std::int64_t>(now - counted_, 0);
    counted_ = std::max(counted_, now);
    if (!is_clock_running_) {
        return;
    }
    for (const std::uint32_t seat : waiting()) {
        seats_[seat].left -= seats_[seat].bot.empty() ? passed : 0;
    }
}

bool Table::has_time_running(std::uint32_t seat) {
    return is_clock_running_ && seats_[seat].bot.empty() && asked_of(seat) != nullptr;
}

std::int64_t Table::time_left(std::uint32_t seat, std::int64_t now) {
    const std::int64_t passed = has_time_running(seat) ? std::max<std::int64_t>(now - counted_, 0) : 0;
    return std::max<std::int64_t>(seats_[seat].left - passed, 0);
}

std::optional<std::int64_t> Table::next_deadline() {
    std::optional<std::int64_t> deadline;
    for (const std::uint32_t seat : waiting()) {
        if (is_clock_running_ && seats_[seat].bot.empty()) {
            const std::int64_t end = counted_ + std::max<std::int64_t>(seats_[seat].left, 0);
            deadline = std::min(deadline.value_or(end), end);
        }
    }
    return deadline;
}

std::optional<Entry> Table::choose_for_late(std::int64_t now, std::uint64_t random_number) {
    for (const std::uint32_t seat : waiting()) {
        if (!is_clock_running_ || !seats_[seat].bot.empty() || time_left(seat, now) > 0) {
            continue;
        }
        const std::vector<Option>& options = asked_of(seat)->decision().options;
        const auto nothing = std::ranges::find_if(options, &Option::picks_nothing);
        Entry entry;
        entry.by = Actor::Clock;
        entry.seat = seat;
        entry.option = nothing != options.end() ? static_cast<std::uint32_t>(nothing - options.begin())
                                                : static_cast<std::uint32_t>(random_number % options.size());
        entry.time = now;
        return entry;
    }
    return std::nullopt;
}

} // namespace tgdl
