// Totals over the games of a simulation. Everything is a whole number and does not depend on the order of games.
#pragma once

#include "vm/fault.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tgdl {

// How often each value came up.
class Tally {
public:
    void add(std::uint64_t value) { ++times_[value]; }
    void add(const Tally& other);
    void add(std::uint64_t value, std::uint64_t times) { times_[value] += times; }

    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] double mean() const; // 0 when there is nothing
    [[nodiscard]] double standard_deviation() const;
    [[nodiscard]] const std::map<std::uint64_t, std::uint64_t>& times() const { return times_; }

private:
    std::map<std::uint64_t, std::uint64_t> times_;
};

// Games in which somebody came first, by how many shared the first place.
struct FirstPlaces {
    std::vector<std::uint64_t> shared_by; // [0]: alone

    void add(std::size_t sharing);
    void add(const FirstPlaces& other);
    [[nodiscard]] double sum() const; // a shared first place counts for its part
};

struct ActionCounts {
    std::uint64_t possible = 0; // decisions that offered it
    std::uint64_t taken = 0;
};

// What players choose by name.
enum class NamedChoiceKind : std::uint8_t {
    Action,
    Piece,
    Label
}; // Piece: cards and whatever else can be picked but places
struct NamedChoice {
    NamedChoiceKind kind = NamedChoiceKind::Action;
    std::string name; // of a piece its `short` information, or its class
    auto operator<=>(const NamedChoice&) const = default;
};
struct ChoiceUse {
    std::uint64_t offered = 0; // games in which somebody could choose it
    std::uint64_t used = 0;    // seats, over all finished games, that chose it
    FirstPlaces firsts;        // of those seats

    void add(const ChoiceUse& other);
};

// What takes long to count, of the first games only (kDetailedGames).
struct Details {
    std::uint64_t games = 0;
    std::map<NamedChoice, ChoiceUse> named_choices;
    std::uint64_t covered_games = 0; // games of which coverage was recorded
    std::vector<std::uint64_t> ran;  // by region of the instrumented program: in how many of those
    Tally lead_changes;              // how often another player became the likeliest winner, of measured games

    void add(const Details& other);
};
inline constexpr std::uint64_t kDetailedGames = 2000;

// A game that did not finish.
struct BrokenGame {
    std::uint64_t game = 0;
    std::uint64_t seed = 0;
    std::string setup_failure; // of an error: why `setup` failed; empty: the fault
    Fault fault;
};

// The parts of a game of which one is found where the winner was decided.
inline constexpr std::uint64_t kLeadParts = 16;

struct SimulationTotals {
    std::uint64_t finished = 0, stuck = 0, errors = 0;
    std::uint64_t draws = 0; // everybody came first
    std::uint64_t unwon = 0; // nobody did
    std::vector<FirstPlaces> seats;
    std::vector<FirstPlaces> bots; // as in the plan
    Tally choices, moves, turns;   // of finished games. A turn: what is decided while one player stays the active one
    std::vector<std::uint64_t> decisions; // by seat, of all games, as what follows
    std::uint64_t options = 0;
    std::uint64_t real_choices = 0;    // decisions with more than one option
    std::vector<ActionCounts> actions; // as in the program
    // After how much of the game no random play changed the winner any more, in parts of its choices. Only some of the
    // games are looked at.
    Tally decided;
    std::vector<BrokenGame> first_errors; // by number of the game
    std::vector<BrokenGame> first_stuck;
    Details details; // if the plan asks for them

    SimulationTotals() = default;
    SimulationTotals(std::size_t seat_count, std::size_t bot_count, std::size_t action_count)
        : seats(seat_count), bots(bot_count), decisions(seat_count), actions(action_count) {}
    // Of other games.
    void add(const SimulationTotals& other);
    [[nodiscard]] std::uint64_t games() const { return finished + stuck + errors; }
};

inline constexpr std::size_t kMostBroken = 10; // are kept of each kind

} // namespace tgdl
