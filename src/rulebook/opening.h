// What lies on the table when a match begins, as spectators see it.
#pragma once

#include "program/program.h"
#include "vm/machine.h"

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tgdl {

// How many of a thing there are, for each number of players that was tried.
class Counts {
public:
    void add(std::uint32_t players, std::uint64_t count) { counts_[players] += count; }
    [[nodiscard]] bool empty() const { return counts_.empty(); }
    // "3", "2 for each player", "8 with 2 players, 12 with 3". `tried`: all numbers of players.
    [[nodiscard]] std::string text(const std::vector<std::uint32_t>& tried) const;
    bool operator==(const Counts&) const = default;

private:
    std::map<std::uint32_t, std::uint64_t> counts_;
};

struct Opening {
    std::vector<std::uint32_t> tried;       // numbers of players of the matches that could be started
    std::map<std::string, Counts> pieces;   // by class: on boards, in decks, or beside them
    std::map<std::string, Counts> cards;    // by class of deck: what lies in all decks of it together
    std::map<std::string, bool> by_chance;  // pieces and decks whose numbers differ from match to match
    std::shared_ptr<nlohmann::json> boards; // those of the view, with as few players as can be
};

Opening open_game(const std::shared_ptr<const Program>& program, const Limits& limits);

} // namespace tgdl
