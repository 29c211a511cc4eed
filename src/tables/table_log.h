// Log of a table: its head, and an entry for everything that was done at it. From these and the rules the table is rebuilt
// exactly as it was. Texts in a Store; JSON inside, read without trust.
#pragma once

#include "match/match.h"
#include "program/options.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

struct ClockRule {
    std::uint32_t seconds = 0; // for the whole match, for each player
    std::uint32_t bonus = 0;   // after each of the player's moves

    bool operator==(const ClockRule&) const = default;
};

struct HeadSeat {
    std::string token;
    std::string bot; // who plays there at first; empty: a person

    bool operator==(const HeadSeat&) const = default;
};

struct TableHead {
    std::string id;
    std::string game;        // its key on the shelf
    std::uint64_t rules = 0; // Program::hash at first
    MatchSeed seed;
    std::vector<HeadSeat> seats;
    std::string spectator; // tokens
    std::string host;
    std::optional<ClockRule> clock;
    std::vector<OptionChoice> options; // of the match; the others have the defaults of the rules
    bool is_design = false;            // the host may change the rules
    std::int64_t created = 0;          // milliseconds since 1970

    bool operator==(const TableHead&) const = default;
};

enum class EntryKind : std::uint8_t {
    Choose,
    Undo,
    Name,
    Seat,   // who plays there from now on
    Rules,  // the match goes on under other rules
    Again,  // another match begins
    Resume, // the table was out of memory: no clock has run meanwhile
};
// Who does something at a table: who sits there, the clock for them, or the host. Nobody: a choice of one option, which is
// made without an entry.
enum class Actor : std::uint8_t { Person, Bot, Clock, Host, Nobody };

struct Entry {
    EntryKind kind = EntryKind::Choose;
    Actor by = Actor::Person;
    std::uint32_t seat = 0;   // of which it is done; 0 if it is about all
    std::uint32_t option = 0; // Choose
    std::string text = {};    // Name: it. Seat: the bot, or empty
    std::uint64_t rules = 0;  // Rules: their hash
    MatchSeed seed = {};      // Again
    std::string id = {};      // of the message that asked for it; empty: none did
    std::int64_t time = 0;    // milliseconds since 1970

    bool operator==(const Entry&) const = default;
};

// As a head holds them; these are `OptionChoice` records of the protocol.
nlohmann::json write_options(const std::vector<OptionChoice>& options);
std::string write_head(const TableHead& head);
std::optional<TableHead> read_head(std::string_view id, std::string_view text);
std::string write_entry(const Entry& entry);
std::optional<Entry> read_entry(std::string_view text);

} // namespace tgdl
