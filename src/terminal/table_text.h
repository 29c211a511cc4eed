// Table as text, for those who hear it or read it line by line.
#pragma once

#include "terminal/faces.h"

#include "program/program.h"
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tgdl {

// One instance on the table and what there is to say of it.
struct TableLine {
    std::string name;
    std::string words; // empty: nothing is there

    bool operator==(const TableLine&) const = default;
};

// `go, size 9`: the game, and the options of the match.
std::string title_of(const Program& program);
// `Window of Red`: its text, else its class, and whose it is.
std::string owned_name(const Json& instance, const Json& view);
// Tiles, decks and other instances of a view, then scores, in an order that stays.
std::vector<TableLine> table_lines(const Json& view);
// Those with words, as they are read out.
std::vector<std::string> read_out(const std::vector<TableLine>& table);
// What is different from before: `Grid(1,1): X`, `Grid(0,0): empty`.
std::vector<std::string> changed_lines(const std::vector<TableLine>& before, const std::vector<TableLine>& after);

// How it ended, in words: `player 0 wins`, `a draw`, …; empty while it goes on.
std::string result_words(const Json& view);
// `player 0 to choose, phase Play of Round`
std::string turn_words(const Json& view);

} // namespace tgdl
