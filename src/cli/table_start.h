// Starts a table from the words of the command line, the same for `play` and `watch`.
#pragma once

#include "cli/commands.h"
#include "terminal/play_table.h"

#include <optional>
#include <string>
#include <vector>

namespace tgdl {

struct StartedTable {
    ExitCode problem = ExitCode::Success; // otherwise everything is said, and there is no table
    std::optional<PlayTable> table;
};

// A new game, or the one of `--resume` as far as the rules let it go.
StartedTable start_table(const PlayRequest& request);

// The rules that start_table will read. Empty: there are none; start_table says why.
std::string file_to_play(const PlayRequest& request);

// A save and its game, for `replay` too. Says what is wrong with it, or in which way the rules have changed since.
struct ResumedGame {
    ExitCode problem = ExitCode::Success;
    std::string game_file;
    LoadedRules rules;
    SavedGame saved;
    std::optional<Game> game;
    std::string difference; // where it goes another way than it did; empty: nowhere
};
// `game_file`: other rules than those that the save names; empty: those.
ResumedGame resume_game(const std::string& save_file, const std::string& game_file,
                        const std::vector<std::string>& options);

} // namespace tgdl
