#include "terminal/replay_screen.h"

#include "base/input_line.h"
#include "base/numbers.h"
#include "diagnostics/terminal_text.h"
#include "terminal/pager.h"
#include "terminal/screen_layout.h"
#include "terminal/table_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

namespace tgdl {

namespace {

constexpr std::string_view kKeys = "left, right step  q quit  number, Enter jump  v viewer  l log  w what";

std::vector<std::string> log_lines(const Json& view) {
    std::vector<std::string> lines;
    for (const Json& told : view.at("log")) {
        lines.push_back(told.at("text").get<std::string>());
    }
    return lines;
}

class ReplayScreen {
public:
    ReplayScreen(Replay replay, std::string note, Display& display)
        : replay_(std::move(replay)), message_(std::move(note)), display_(display) {}

    void run() {
        while (!leaving_) {
            draw();
            press(display_.read_key());
        }
    }

private:
    void draw() {
        if (pager_.is_open()) {
            pager_.show(display_);
            return;
        }
        const Json view = replay_.view();
        const Room window = display_.size();
        ScreenParts parts;
        parts.title =
            fmt::format("{}: a replay, watched as {}", title_of(replay_.game().program()), replay_.viewer_words());
        parts.state = fmt::format("choice {} of {}", replay_.position(), replay_.length());
        draw_seen(parts, view, window, layouts_);
        if (const DrawnInstance* instance = parts.table.find(replay_.last_about())) {
            const DrawnInstance found = *instance;
            mark_instance(parts.table, found, Highlight::Cursor);
            parts.in_sight = found.area;
        }
        parts.heading = result_words(view);
        parts.heading = parts.heading.empty() ? "Choices" : "The end: " + parts.heading;
        parts.heading_style = {.bold = true};
        parts.list.push_back({"  - the beginning", {}});
        for (std::size_t i = 0; i < replay_.length(); ++i) {
            parts.list.push_back({fmt::format("{:>3} {}", i + 1, replay_.choice_words(i)),
                                  {.ink = seat_ink(view, replay_.game().choices()[i].player)}});
        }
        parts.selected = replay_.position();
        parts.log = log_lines(view);
        parts.message = typed_.empty() ? message_ : fmt::format("Jump to choice: {}_", typed_);
        parts.keys = kKeys;
        display_.show(compose_screen(parts, window));
    }

    void press(const KeyPress& press) {
        if (press.key == Key::Interrupt || press.key == Key::Closed) {
            leaving_ = true;
            return;
        }
        if (press.key == Key::Resized) {
            return;
        }
        if (pager_.is_open()) {
            pager_.press(press);
            return;
        }
        message_.clear();
        constexpr std::ptrdiff_t kPage = 10;
        switch (press.key) {
        case Key::Right:
        case Key::Down: replay_.step(1); return;
        case Key::Left:
        case Key::Up: replay_.step(-1); return;
        case Key::PageDown: replay_.step(kPage); return;
        case Key::PageUp: replay_.step(-kPage); return;
        case Key::Home: replay_.go_to(0); return;
        case Key::End: replay_.go_to(replay_.length()); return;
        case Key::Enter: jump(); return;
        case Key::Escape: typed_.clear(); return;
        case Key::Backspace:
            if (!typed_.empty()) {
                typed_.pop_back();
            }
            return;
        case Key::Character: press_letter(press.text); return;
        default: return;
        }
    }

    void jump() {
        if (typed_.empty()) {
            replay_.step(1);
            return;
        }
        const std::optional<std::uint64_t> number = read_number(typed_);
        typed_.clear();
        if (!number || *number > replay_.length()) {
            message_ = fmt::format("There are {} choices", replay_.length());
            return;
        }
        replay_.go_to(static_cast<std::size_t>(*number));
    }

    void press_letter(const std::string& text) {
        if (text >= "0" && text <= "9" && typed_.size() < 9) {
            typed_ += text;
        } else if (text == "v") {
            replay_.view_as_next();
            message_ = fmt::format("Watched as {}", replay_.viewer_words());
        } else if (text == "l") {
            pager_.open("Everything that was told", log_lines(replay_.view()), Pager::Begin::AtEnd);
        } else if (text == "w") {
            std::vector<std::string> lines = replay_.cascade();
            if (lines.empty()) {
                lines.emplace_back("Nothing but what was chosen.");
            }
            pager_.open("What the last choice set off", std::move(lines));
        } else if (text == "q") {
            leaving_ = true;
        } else {
            message_ = "The keys are in the last line";
        }
    }

    Replay replay_;
    std::string message_;
    Display& display_;
    GraphLayouts layouts_;
    Pager pager_;
    std::string typed_;
    bool leaving_ = false;
};

class LineModeReplay {
public:
    LineModeReplay(Replay replay, std::istream& in, std::ostream& out)
        : replay_(std::move(replay)), in_(in), out_(out) {}

    void run() {
        say(fmt::format("{}, {} choices, watched as {}. Enter goes on, `help` lists what you can type.",
                        replay_.game().program().game, replay_.length(), replay_.viewer_words()));
        tell();
        std::string line;
        while (out_ << "> " << std::flush && read_input_line(in_, line) == InputLine::Read) {
            if (line == "quit") {
                return;
            }
            obey(line);
        }
        out_ << '\n';
    }

private:
    void say(const std::string& line) { out_ << show_on_one_line(line) << '\n'; }

    void obey(const std::string& line) {
        const std::size_t before = replay_.position();
        if (line.empty()) {
            replay_.step(1);
        } else if (line == "back") {
            replay_.step(-1);
        } else if (line == "all") {
            while (replay_.position() < replay_.length()) {
                replay_.step(1);
                tell();
            }
            return;
        } else if (const auto number = read_number(line); number && *number <= replay_.length()) {
            replay_.go_to(static_cast<std::size_t>(*number));
        } else if (line == "viewer") {
            replay_.view_as_next();
            say(fmt::format("Watched as {}", replay_.viewer_words()));
            table_.clear();
        } else {
            say(fmt::format(
                "Enter: the next choice; back: the one before; a number from 0 to {}: after that choice; all: to "
                "the end; viewer: watch as somebody else; quit",
                replay_.length()));
            return;
        }
        if (replay_.position() == before && line.empty()) {
            say("That was the last choice");
            return;
        }
        tell();
    }

    void tell() {
        const Json view = replay_.view();
        if (replay_.position() > 0) {
            say(fmt::format("{}. {}", replay_.position(), replay_.choice_words(replay_.position() - 1)));
        }
        const std::vector<std::string> log = log_lines(view);
        for (std::size_t i = std::min(told_, log.size()); i < log.size(); ++i) {
            say(log[i]);
        }
        told_ = log.size();
        std::vector<TableLine> now = table_lines(view);
        for (const std::string& line : table_.empty() ? read_out(now) : changed_lines(table_, now)) {
            say(line);
        }
        table_ = std::move(now);
        if (const std::string result = result_words(view); !result.empty()) {
            say("End: " + result);
        }
    }

    Replay replay_;
    std::istream& in_;
    std::ostream& out_;
    std::size_t told_ = 0;
    std::vector<TableLine> table_;
};

} // namespace

void replay_on_screen(Game game, const ReplaySetup& setup, Display& display) {
    ReplayScreen(Replay(std::move(game), setup.viewer), setup.note, display).run();
}

void replay_line_mode(Game game, const ReplaySetup& setup, std::istream& in, std::ostream& out) {
    LineModeReplay(Replay(std::move(game), setup.viewer), in, out).run();
}

} // namespace tgdl
