// Starts a game from the words of the command line, the same for `run`, `perft` and `bench`.
#pragma once

#include "api/engine.h"
#include "cli/commands.h"

namespace tgdl {

struct PreparedGame {
    ExitCode problem = ExitCode::Success; // otherwise everything is said, and the rest is empty
    LoadedRules rules;
    GameStart start;
    std::uint64_t seed = 0;
};

// Loads the rules and prints what there is to say about them.
PreparedGame prepare_game(const GameRequest& request);

// The program with the options of the command line. Null: they cannot be chosen, and that is said.
std::shared_ptr<const Program> choose_options(const std::shared_ptr<const Program>& program,
                                              const std::vector<std::string>& options);

// Prints why a match ended in an error: a runtime error, or a `setup` that failed.
void print_error(const LoadedRules& rules, const Match& match);

} // namespace tgdl
