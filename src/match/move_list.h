// Complete moves of one waiting match, as MatchFlow lists them: flat, so that listing allocates nothing once it has grown.
#pragma once

#include "program/value.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tgdl {

// Moves that begin with the same option of the decision: an action.
struct ListedMoves {
    std::uint32_t option = 0;
    std::uint32_t inputs = 0;      // values of each move
    std::uint32_t first_value = 0; // of the first move in MoveList::values; the others follow
    std::uint32_t count = 0;
};

struct ListedMove {
    std::uint32_t option = 0;
    std::uint32_t first_value = 0;
};

struct MoveList {
    std::vector<ListedMoves> groups;
    std::vector<Value> values;
    std::size_t count = 0;                      // of all moves
    std::vector<std::vector<Value>> candidates; // scratch, by input

    void clear() {
        groups.clear();
        values.clear();
        count = 0;
    }
    // The values of so many moves have been appended.
    void add(std::uint32_t option, std::uint32_t inputs, std::uint32_t moves) {
        count += moves;
        if (moves == 0) {
            return;
        }
        if (!groups.empty() && groups.back().option == option) {
            groups.back().count += moves;
            return;
        }
        groups.push_back({option, inputs, static_cast<std::uint32_t>(values.size()) - inputs * moves, moves});
    }
    [[nodiscard]] ListedMove operator[](std::size_t index) const {
        std::size_t group = 0;
        while (index >= groups[group].count) {
            index -= groups[group++].count;
        }
        return {groups[group].option,
                groups[group].first_value + static_cast<std::uint32_t>(index) * groups[group].inputs};
    }
    // Its place is taken by the last of its group.
    void remove(std::size_t index) {
        std::size_t group = 0;
        while (index >= groups[group].count) {
            index -= groups[group++].count;
        }
        ListedMoves& found = groups[group];
        --found.count;
        --count;
        const auto value = [&](std::size_t move) {
            return values.begin() + found.first_value + static_cast<std::ptrdiff_t>(move * found.inputs);
        };
        std::copy_n(value(found.count), found.inputs, value(index));
    }
};

} // namespace tgdl
