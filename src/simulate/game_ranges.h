// Ranges of the numbers of a simulation's games.
#pragma once

#include <cstdint>
#include <vector>

namespace tgdl {

struct GameRange {
    std::uint64_t first = 0, past = 0; // `past` itself is not in it
    bool operator==(const GameRange&) const = default;
};

class GameRanges {
public:
    // Those from `first` up to `past`, without it. Games at the end of the ranges cost O(1), others O(ranges).
    void add(std::uint64_t first, std::uint64_t past);
    void add(const GameRanges& other);

    [[nodiscard]] const std::vector<GameRange>& ranges() const { return ranges_; } // ascending, with gaps between them
    [[nodiscard]] std::uint64_t count() const { return count_; }
    // Of the first `games` games those that are not here.
    [[nodiscard]] GameRanges rest_of(std::uint64_t games) const;
    // Of `parts` parts of about the same size the one with this number, from 0; together they are all.
    [[nodiscard]] GameRanges part(std::uint64_t number, std::uint64_t parts) const;
    // The game at a place < count(), in ascending order. O(ranges).
    [[nodiscard]] std::uint64_t operator[](std::uint64_t place) const;
    // One past the last of them.
    [[nodiscard]] std::uint64_t past_last() const { return ranges_.empty() ? 0 : ranges_.back().past; }

private:
    std::vector<GameRange> ranges_;
    std::uint64_t count_ = 0;
};

} // namespace tgdl
