#include "cli/await_rules.h"

#include "base/input_line.h"
#include "cli/terminal.h"
#include "terminal/display.h"
#include "terminal/pager.h"

#include <array>
#include <cerrno>
#include <iostream>
#include <memory>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace tgdl {

namespace {

constexpr std::string_view kTitle = "The rules have errors";

// Nobody waits at a pipe.
bool can_be_mended(const LoadedRules& rules) {
    return !rules.program && rules.problem == LoadProblem::None && ::isatty(STDIN_FILENO) != 0;
}

Waited wait_on_screen(Display& display, RulesWatch& watch, const std::string& game_file, LoadedRules rules) {
    display.also_wait_for(watch.descriptor());
    Pager pages("↑↓ scroll   q quit   the game begins as soon as the rules are right");
    pages.open(std::string(kTitle), lines_of_errors(rules));
    while (!rules.program) {
        pages.show(display);
        const KeyPress press = display.read_key();
        if (press.key == Key::Interrupt || press.key == Key::Closed || press.text == "q") {
            return Waited::Left;
        }
        if (press.key != Key::Signalled) {
            pages.press(press);
        } else if (watch.was_saved()) {
            rules = watch.read(game_file);
            if (rules.problem == LoadProblem::None) { // else it is being replaced
                pages.open(std::string(kTitle), lines_of_errors(rules));
            }
        }
    }
    return Waited::Ready;
}

// False when a person typed `quit`, or ended the input.
bool wait_for_file(const RulesWatch& watch) {
    std::string line;
    for (;;) {
        std::array<pollfd, 2> waited = {{{STDIN_FILENO, POLLIN, 0}, {watch.descriptor(), POLLIN, 0}}};
        if (::poll(waited.data(), waited.size(), -1) < 0 && errno != EINTR) {
            return false;
        }
        if (waited[1].revents != 0) {
            return true;
        }
        if (waited[0].revents != 0 && (read_input_line(std::cin, line) != InputLine::Read || line == "quit")) {
            return false;
        }
    }
}

Waited wait_by_lines(RulesWatch& watch, const std::string& game_file, LoadedRules rules) {
    while (!rules.program) {
        for (const std::string& line : lines_of_errors(rules)) {
            print_message(line);
        }
        print_message("The game begins as soon as the rules are right and saved; `quit` ends.");
        do {
            if (!wait_for_file(watch)) {
                return Waited::Left;
            }
        } while (!watch.was_saved());
        rules = watch.read(game_file);
    }
    return Waited::Ready;
}

} // namespace

Waited await_rules(RulesWatch& watch, const std::string& game_file, bool plain) {
    LoadedRules rules = watch.read(game_file);
    if (!can_be_mended(rules)) {
        return Waited::Ready;
    }
    std::unique_ptr<Display> display = plain ? nullptr : open_curses_display();
    return display ? wait_on_screen(*display, watch, game_file, std::move(rules))
                   : wait_by_lines(watch, game_file, std::move(rules));
}

} // namespace tgdl
