#include "simulate/game_ranges.h"

#include <algorithm>

namespace tgdl {

void GameRanges::add(std::uint64_t first, std::uint64_t past) {
    if (first >= past) {
        return;
    }
    if (!ranges_.empty() && ranges_.back().past == first) {
        ranges_.back().past = past;
        count_ += past - first;
        return;
    }
    // Those that it touches become one with it.
    const auto begin = std::ranges::lower_bound(ranges_, first, {}, &GameRange::past);
    auto end = begin;
    GameRange joined{first, past};
    count_ += past - first;
    while (end != ranges_.end() && end->first <= past) {
        const std::uint64_t overlap_first = std::max(end->first, first);
        const std::uint64_t overlap_past = std::min(end->past, past);
        count_ -= overlap_past > overlap_first ? overlap_past - overlap_first : 0;
        joined.first = std::min(joined.first, end->first);
        joined.past = std::max(joined.past, end->past);
        ++end;
    }
    ranges_.insert(ranges_.erase(begin, end), joined);
}

void GameRanges::add(const GameRanges& other) {
    for (const GameRange& range : other.ranges_) {
        add(range.first, range.past);
    }
}

GameRanges GameRanges::rest_of(std::uint64_t games) const {
    GameRanges rest;
    std::uint64_t next = 0;
    for (const GameRange& range : ranges_) {
        rest.add(next, std::min(range.first, games));
        next = range.past;
    }
    rest.add(next, games);
    return rest;
}

GameRanges GameRanges::part(std::uint64_t number, std::uint64_t parts) const {
    const std::uint64_t begin = count_ / parts * number + std::min(number, count_ % parts);
    const std::uint64_t end = begin + count_ / parts + (number < count_ % parts ? 1 : 0);
    GameRanges taken;
    std::uint64_t place = 0;
    for (const GameRange& range : ranges_) {
        const std::uint64_t size = range.past - range.first;
        const std::uint64_t from = std::clamp(begin, place, place + size) - place;
        const std::uint64_t to = std::clamp(end, place, place + size) - place;
        taken.add(range.first + from, range.first + to);
        place += size;
    }
    return taken;
}

std::uint64_t GameRanges::operator[](std::uint64_t place) const {
    for (const GameRange& range : ranges_) {
        if (place < range.past - range.first) {
            return range.first + place;
        }
        place -= range.past - range.first;
    }
    return past_last();
}

} // namespace tgdl
