// From the words of the command line to a game that can be played, the same for `run`, `perft` and `bench`.
#pragma once

#include "api/engine.h"
#include "cli/commands.h"

#include <optional>

namespace tgdl {

// A whole number as people write it; none when the text is no such number or too large.
std::optional<std::uint64_t> read_number(std::string_view text);
// Any 64-bit number, with a sign or without.
std::optional<std::uint64_t> read_seed(std::string_view text);

struct PreparedGame {
    ExitCode problem = ExitCode::Success; // otherwise everything is said, and the rest is empty
    LoadedRules rules;
    GameStart start;
    std::uint64_t seed = 0;
};

// Loads the rules and prints what there is to say about them.
PreparedGame prepare_game(const GameRequest& request);

// Prints why a match ended in an error: a runtime error, or a `setup` that failed.
void print_error(const LoadedRules& rules, const Match& match);

} // namespace tgdl
