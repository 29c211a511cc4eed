// tgdl replay
#include "base/numbers.h"
#include "cli/commands.h"
#include "cli/table_start.h"
#include "cli/terminal.h"
#include "terminal/display.h"
#include "terminal/replay_screen.h"

#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <utility>

namespace tgdl {

namespace {

// `0`, `spectator`, `all`.
std::optional<std::uint32_t> read_viewer(const std::string& words, std::uint32_t players) {
    if (words.empty() || words == "spectator") {
        return kSpectator;
    }
    if (words == "all") {
        return kAllSeeing;
    }
    const std::optional<std::uint64_t> player = read_number(words);
    return player && *player < players ? std::optional(static_cast<std::uint32_t>(*player)) : std::nullopt;
}

} // namespace

ExitCode run_replay(const ReplayRequest& request) {
    ResumedGame resumed = resume_game(request.file, request.game_file, request.options);
    if (resumed.problem != ExitCode::Success) {
        return resumed.problem;
    }
    const std::optional<std::uint32_t> viewer = read_viewer(request.viewer, resumed.game->players());
    if (!viewer) {
        print_complaint(fmt::format("`--as {}`: write a player from 0 to {}, `spectator` or `all`", request.viewer,
                                    resumed.game->players() - 1));
        return ExitCode::Usage;
    }
    if (!resumed.difference.empty()) {
        print_message(resumed.difference);
    }
    const ReplaySetup setup{.viewer = *viewer, .note = resumed.difference.substr(0, resumed.difference.find('\n'))};
    std::unique_ptr<Display> display = request.plain ? nullptr : open_curses_display();
    if (display) {
        replay_on_screen(std::move(*resumed.game), setup, *display);
    } else {
        replay_line_mode(std::move(*resumed.game), setup, std::cin, std::cout);
    }
    return ExitCode::Success;
}

} // namespace tgdl
