// Interface of all bots: decide for a seat from what that seat has observed; and the words of `--bots`.
#pragma once

#include "bots/seat_observer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

// The number of an option; else why the bot gives none.
using BotChoice = tl::expected<std::size_t, std::string>;

class Bot {
public:
    Bot() = default;
    Bot(const Bot&) = delete;
    Bot& operator=(const Bot&) = delete;
    virtual ~Bot() = default;

    // An option of seat.decision(), which has at least one.
    virtual BotChoice decide(SeatObserver& seat) = 0;
    // False: it decides by seat.decision() alone, and need not observe the match.
    [[nodiscard]] virtual bool observes() const { return true; }
    // Somebody chooses this option of match.decision(); called before it is made. A bot may keep what it has worked out.
    virtual void record_choice(Match& match, std::size_t choice);
    // So many choices were made: its random numbers for the next decision depend on that alone.
    virtual void go_to(std::uint64_t position);
    // The match starts again from its beginning.
    virtual void restart();
};

enum class BotKind : std::uint8_t { Random, Greedy, Search, Program };

// A word of `--bots`: `random`, `greedy`, `mcts:500`, `mcts:200ms`, `exec:./my_bot`.
struct BotPlan {
    BotKind kind = BotKind::Random;
    std::uint64_t simulations = 0;  // Search: for each decision; 0: by time
    std::uint64_t milliseconds = 0; // likewise
    std::string command;            // Program: what is run
    std::string word;

    // Does the same in every run, as far as we know?
    [[nodiscard]] bool is_repeatable() const { return milliseconds == 0; }
    bool operator==(const BotPlan&) const = default;
};

// Whether `exec:` is accepted. Only in words that the user has typed: a file may come from anybody.
enum class ExternalPrograms : std::uint8_t { Refused, Run };

// A list such as `random,mcts:500`; else why it is no such list.
tl::expected<std::vector<BotPlan>, std::string> read_bots(std::string_view words,
                                                          ExternalPrograms programs = ExternalPrograms::Refused);

std::unique_ptr<Bot> make_bot(const BotPlan& plan, const Match& start, std::uint64_t seed);

} // namespace tgdl
