// Opening: what lies on the table when a match begins, as spectators see it.
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
    [[nodiscard]] std::uint64_t with(std::uint32_t players) const {
        const auto found = counts_.find(players);
        return found == counts_.end() ? 0 : found->second;
    }
    // "3", "2 for each player", "8 with 2 players, 12 with 3". `tried`: all numbers of players.
    [[nodiscard]] std::string text(const std::vector<std::uint32_t>& tried) const;

private:
    std::map<std::uint32_t, std::uint64_t> counts_;
};

struct Opening {
    std::vector<std::uint32_t> tried;       // numbers of players of the matches that could be started
    std::map<std::string, Counts> pieces;   // by class: on boards, in decks, or beside them, with what derives from it
    std::map<std::string, Counts> cards;    // by class of deck: what lies in all decks of it together
    std::map<std::string, bool> by_chance;  // pieces and decks whose numbers differ from match to match
    std::shared_ptr<nlohmann::json> boards; // those of the view, with that many players
    std::uint32_t board_players = 0;
};

// `bases`: the name of each class's base.
Opening open_game(const std::shared_ptr<const Program>& program, const std::map<std::string, std::string>& bases,
                  const Limits& limits);

} // namespace tgdl
