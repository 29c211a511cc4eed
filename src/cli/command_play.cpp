// tgdl play, tgdl watch
#include "cli/await_rules.h"
#include "cli/commands.h"
#include "cli/rules_watch.h"
#include "cli/table_start.h"
#include "cli/terminal.h"
#include "terminal/line_mode.h"
#include "terminal/play_screen.h"

#include <iostream>
#include <memory>

namespace tgdl {

namespace {

ExitCode play_at(PlayTable& table, bool plain, RulesWatch* watch) {
    std::unique_ptr<Display> display = plain ? nullptr : open_curses_display();
    if (display) {
        if (watch != nullptr) {
            display->also_wait_for(watch->descriptor());
        }
        const std::string said = play_on_screen(table, *display, watch);
        display.reset();
        print_result(said.empty() ? "" : said + "\n");
    } else {
        play_line_mode(table, std::cin, std::cout, watch);
    }
    return table.hot_seat().game().status() == MatchStatus::Error ? ExitCode::Failed : ExitCode::Success;
}

} // namespace

ExitCode run_play(const PlayRequest& request) {
    StartedTable started = start_table(request);
    return started.table ? play_at(*started.table, request.plain, nullptr) : started.problem;
}

ExitCode run_watch(const WatchRequest& request) {
    RulesWatch watch;
    if (watch.descriptor() < 0) {
        print_complaint("this system does not tell when files are saved; `tgdl play` plays without that");
        return ExitCode::Usage;
    }
    const std::string game_file = file_to_play(request.play);
    if (!game_file.empty() && await_rules(watch, game_file, request.play.plain) == Waited::Left) {
        return ExitCode::Success;
    }
    StartedTable started = start_table(request.play);
    if (!started.table) {
        return started.problem;
    }
    return play_at(*started.table, request.play.plain, &watch);
}

} // namespace tgdl
