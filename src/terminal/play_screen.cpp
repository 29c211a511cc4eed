#include "terminal/play_screen.h"

#include "diagnostics/terminal_text.h"
#include "terminal/pager.h"
#include "terminal/screen_layout.h"
#include "terminal/selection.h"
#include "terminal/table_inspector.h"
#include "terminal/table_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace tgdl {

namespace {

constexpr std::string_view kChoosingKeys = "arrows, Enter choose  h help  q quit  ? why not  u undo  s save  Tab list";
constexpr std::string_view kInspectingKeys = "arrows look around  Tab list/table  Esc back to choosing";
constexpr std::string_view kTypingKeys = "Enter takes the marked one  arrows others  Esc stops typing";
constexpr std::string_view kEndKeys = "q quit  u undo  l log  w what happened  s save";
constexpr std::string_view kBotsKeys = "Enter next choice  q quit  l log  w what happened";

const std::vector<std::string>& help_lines() {
    static const std::vector<std::string> lines = {
        "Choosing",
        "  arrow keys    move the cursor over what can be chosen",
        "  Enter         choose what the cursor is on",
        "  Tab           change between the table and the list",
        "  0 1 2 …       type the number of an option, then Enter",
        "  / and a text  type the beginning of an option, then Enter",
        "  Esc           show all options again",
        "",
        "Finding out",
        "  ?             look around: what is this, and why can it not be chosen?",
        "  l             everything that was told",
        "  w             what the last choice set off: events and reactions",
        "  PgUp PgDn     scroll a table that is larger than the window",
        "",
        "The game",
        "  u             take the last choice back, if that gives nothing away",
        "  r             make it again",
        "  s             save",
        "  q             leave; the game is kept in a file, to go on with later",
    };
    return lines;
}

// As many sentences as fit on a line, and the first one anyway: what is longer would cover the table.
std::string sentences_within(const std::string& text, int columns) {
    std::size_t length = text.find(". ");
    for (std::size_t next = length; next != std::string::npos; next = text.find(". ", next + 1)) {
        length = static_cast<int>(columns_of(text.substr(0, next + 1))) <= columns ? next : length;
    }
    const bool fits = length == std::string::npos || static_cast<int>(columns_of(text)) <= columns;
    return fits ? text : text.substr(0, length + 1);
}

class PlayScreen {
public:
    PlayScreen(PlayTable& table, Display& display, Interruption* interruption)
        : table_(table), hot_seat_(table.hot_seat()), display_(display), interruption_(interruption) {}

    std::string run() {
        go_on();
        while (!leaving_) {
            draw();
            press(display_.read_key());
        }
        return last_words();
    }

private:
    enum class Mode : std::uint8_t { Choosing, Typing, Inspecting, HandingOver };

    // ---- what is on the screen

    // After a choice, an undo, other rules: everything anew.
    void go_on() {
        hot_seat_.go_on();
        if (const std::string problem = hot_seat_.take_bot_problem(); !problem.empty()) {
            message_ = fmt::format("{}. You decide from now on.", problem);
        }
        mode_ = Mode::Choosing;
        if (hot_seat_.needs_hand_over(seen_by_)) {
            mode_ = Mode::HandingOver;
            last_place_.reset(); // where somebody else's cursor was is a secret, too
            return;
        }
        take_up();
    }

    void take_up() {
        mode_ = Mode::Choosing;
        seen_by_ = hot_seat_.waits_for_person() ? hot_seat_.viewer() : seen_by_;
        view_ = hot_seat_.view();
        typed_.clear();
        scrolled_.reset();
        room_ = {};
        arrange();
        question_ = {};
        if (hot_seat_.waits_for_person()) {
            question_ = table_.question(view_);
            selection_ = Selection(question_, picture_);
            if (last_place_) {
                selection_.begin_near(question_, picture_, *last_place_);
            }
        }
    }

    // The picture fits the window.
    void arrange() {
        const Room window = display_.size();
        if (window.columns == room_.columns && window.rows == room_.rows) {
            return;
        }
        room_ = window;
        ScreenParts seen;
        draw_seen(seen, view_, window, layouts_);
        picture_ = std::move(seen.table);
        players_ = std::move(seen.players);
    }

    void draw() {
        if (mode_ == Mode::HandingOver) {
            draw_hand_over();
            return;
        }
        if (pager_.is_open()) {
            pager_.show(display_);
            return;
        }
        arrange();
        ScreenParts parts;
        parts.title = title_of(hot_seat_.game().program());
        parts.state = state_words();
        parts.table = picture_;
        parts.players = players_;
        for (const Json& told : view_.at("log")) {
            parts.log.push_back(told.at("text").get<std::string>());
        }
        parts.message = message_;
        if (mode_ == Mode::Inspecting) {
            inspector_->show(parts, question_, view_);
            parts.keys = kInspectingKeys;
        } else if (hot_seat_.waits_for_person()) {
            fill_choosing(parts);
        } else {
            fill_waiting(parts);
        }
        if (scrolled_) { // the cursor may be out of sight until it moves
            parts.in_sight.reset();
            parts.scrolled = *scrolled_;
        }
        display_.show(compose_screen(parts, display_.size()));
    }

    void draw_hand_over() {
        const std::string next = seat_name(hot_seat_.game().program(), hot_seat_.viewer());
        display_.show(compose_notice(
            {at_begin_of_line(next) + " chooses next.", "", fmt::format("Hand over to {}, who presses Enter.", next)},
            display_.size()));
    }

    std::string state_words() {
        std::string words = turn_words(view_);
        const std::string choice = fmt::format("choice {}", hot_seat_.game().position());
        return words.empty() ? choice : fmt::format("{}   {}", words, choice);
    }

    void fill_choosing(ScreenParts& parts) {
        parts.heading = fmt::format("{}: {}", at_begin_of_line(question_.who), question_.heading);
        parts.heading_style = {.ink = seat_ink(view_, question_.player), .bold = true};
        const auto& offered = selection_.offered();
        for (std::size_t i = 0; i < offered.size(); ++i) {
            const ShownOption& option = question_.options[offered[i]];
            const std::string number = question_.has_numbers ? fmt::format("{:>2} ", offered[i]) : std::string();
            parts.list.push_back({number + option.shown, {.ink = option.ink}});
            if (offered[i] == selection_.option()) {
                parts.selected = i;
            }
        }
        for (const MadeChoice& choice : hot_seat_.running_move()) {
            highlight(parts, choice.about, Highlight::Picked);
        }
        for (const ShownOption& option : question_.options) {
            highlight(parts, option.about, Highlight::Choosable);
        }
        const ShownOption& chosen = question_.options[selection_.option()];
        highlight(parts, chosen.about, Highlight::Cursor);
        parts.keys = kChoosingKeys;
        if (mode_ == Mode::Typing) {
            parts.keys = kTypingKeys;
            parts.message = fmt::format("Choose: {}_", typed_);
        } else if (message_.empty()) {
            parts.message = about_option(chosen);
        }
    }

    std::string about_option(const ShownOption& option) {
        if (!option.note.empty()) {
            return sentences_within(option.note, display_.size().columns - 2);
        }
        const Json* instance = option.about.empty() ? nullptr : find_instance(view_, option.about);
        const std::string about = instance == nullptr ? option.text : describe(*instance, view_);
        return about == option.text ? option.shown : about; // which tells more
    }

    void fill_waiting(ScreenParts& parts) {
        parts.heading_style = {.bold = true};
        if (hot_seat_.game().status() == MatchStatus::Waiting) {
            parts.heading = seat_name(view_, hot_seat_.game().decision().player) + " is a bot";
            parts.keys = kBotsKeys;
            return;
        }
        parts.heading = "The end: " + result_words(view_);
        parts.keys = kEndKeys;
        if (hot_seat_.game().status() == MatchStatus::Error && message_.empty()) {
            parts.message = "`w` shows the error";
        }
    }

    static void highlight(ScreenParts& parts, const std::string& id, Highlight mark) {
        if (const DrawnInstance* instance = parts.table.find(id)) {
            const DrawnInstance found = *instance;
            mark_instance(parts.table, found, mark);
            if (mark == Highlight::Cursor) {
                parts.in_sight = found.area;
            }
        }
    }

    void inspect() {
        if (hot_seat_.waits_for_person()) {
            inspector_.emplace(table_.refusals(), picture_, question_.options[selection_.option()].about);
            mode_ = Mode::Inspecting;
        }
    }

    // ---- keys

    void press(const KeyPress& press) {
        switch (press.key) {
        case Key::Interrupt:
        case Key::Closed: leaving_ = true; return;
        case Key::Resized: return; // drawn anew, in the new size
        case Key::Signalled: interrupt(); return;
        default: break;
        }
        if (mode_ != Mode::HandingOver && pager_.is_open()) {
            pager_.press(press);
            return;
        }
        switch (mode_) {
        case Mode::HandingOver:
            if (press.key == Key::Enter) {
                take_up();
            }
            return;
        case Mode::Inspecting: press_inspecting(press); return;
        case Mode::Typing: press_typing(press); return;
        case Mode::Choosing:
            message_.clear();
            press_choosing(press);
            return;
        }
    }

    static std::optional<Direction> direction_of(Key key) {
        switch (key) {
        case Key::Up: return Direction::Up;
        case Key::Down: return Direction::Down;
        case Key::Left: return Direction::Left;
        case Key::Right: return Direction::Right;
        default: return std::nullopt;
        }
    }

    bool can_choose() { return hot_seat_.waits_for_person(); }

    void press_choosing(const KeyPress& press) {
        if (press.key == Key::Character) {
            press_letter(press.text);
            return;
        }
        if (press.key == Key::PageUp || press.key == Key::PageDown) {
            page(press.key == Key::PageUp ? -1 : 1);
            return;
        }
        if (!can_choose()) {
            if (press.key == Key::Enter && hot_seat_.game().status() == MatchStatus::Waiting) {
                go_on();
            }
            return;
        }
        if (const auto direction = direction_of(press.key)) {
            selection_.move(question_, picture_, *direction);
            scrolled_.reset();
        } else if (press.key == Key::Tab) {
            selection_.change_sides(question_, picture_);
        } else if (press.key == Key::Escape) {
            selection_.narrow(question_, {});
        } else if (press.key == Key::Home || press.key == Key::End) {
            const auto far = static_cast<std::ptrdiff_t>(question_.options.size());
            selection_.page(press.key == Key::Home ? -far : far);
        } else if (press.key == Key::Enter) {
            enter();
        }
    }

    void page(int sign) {
        const int rows = std::max(table_room(display_.size()).rows - 1, 1);
        if (picture_.canvas.rows() > rows && (!can_choose() || selection_.is_on_table())) {
            const int from = scrolled_ ? scrolled_->row : 0;
            scrolled_ = {.row = std::clamp(from + sign * rows, 0, picture_.canvas.rows() - rows), .column = 0};
        } else if (can_choose()) {
            selection_.page(std::ptrdiff_t{sign} * 10);
        }
    }

    void enter() {
        const std::vector<std::size_t> here = selection_.options_here(question_, picture_);
        if (here.size() > 1) {
            selection_.change_sides(question_, picture_);
            selection_.narrow(question_, here);
            message_ = "More than one thing can be done there: choose in the list";
            return;
        }
        choose_selected();
    }

    void choose_selected() {
        if (const DrawnInstance* instance = picture_.find(question_.options[selection_.option()].about)) {
            last_place_ = instance->area;
        }
        hot_seat_.choose(selection_.option());
        go_on();
    }

    void press_letter(const std::string& text) {
        if (text == "u") {
            change(table_.undo());
        } else if (text == "r") {
            change(table_.redo());
        } else if (text == "s") {
            message_ = table_.save();
        } else if (text == "l") {
            read_log();
        } else if (text == "w") {
            read_cascade();
        } else if (text == "h") {
            pager_.open("Keys", help_lines());
        } else if (text == "?") {
            inspect();
        } else if (text == "q") {
            leaving_ = true;
        } else if (can_choose()) {
            mode_ = Mode::Typing;
            typed_ = text == "/" ? "" : text;
            narrow_by_text();
        }
    }

    // Undo and redo: the table may be another one's to see.
    void change(const std::string& said) {
        go_on();
        message_ = said;
    }

    void narrow_by_text() {
        std::vector<std::size_t> found = find_options(question_, typed_);
        message_.clear();
        if (selection_.is_on_table()) {
            selection_.change_sides(question_, picture_);
        }
        selection_.narrow(question_, typed_.empty() ? std::vector<std::size_t>() : found);
        no_match_ = found.empty();
    }

    void press_typing(const KeyPress& press) {
        if (press.key == Key::Character) {
            typed_ += press.text;
            narrow_by_text();
        } else if (press.key == Key::Backspace) {
            while (!typed_.empty() && (static_cast<unsigned char>(typed_.back()) & 0xc0U) == 0x80U) {
                typed_.pop_back(); // the rest of a character of several bytes
            }
            if (!typed_.empty()) {
                typed_.pop_back();
            }
            narrow_by_text();
        } else if (press.key == Key::Escape) {
            mode_ = Mode::Choosing;
            selection_ = Selection(question_, picture_);
        } else if (press.key == Key::Enter) {
            take_typed();
        } else if (const auto direction = direction_of(press.key)) {
            selection_.move(question_, picture_, *direction);
        }
    }

    void take_typed() {
        mode_ = Mode::Choosing;
        if (no_match_) {
            message_ = fmt::format("`{}` is none of the options", typed_);
            selection_ = Selection(question_, picture_);
            return;
        }
        choose_selected();
    }

    void press_inspecting(const KeyPress& press) {
        if (press.key == Key::Escape || press.key == Key::Enter || press.text == "?" || press.text == "q") {
            mode_ = Mode::Choosing;
        } else if (press.key == Key::Tab) {
            inspector_->change_sides();
        } else if (const auto direction = direction_of(press.key)) {
            inspector_->move(picture_, *direction);
        }
    }

    // ---- pages

    void read_log() {
        std::vector<std::string> lines;
        for (const Json& told : view_.at("log")) {
            lines.push_back((told.at("to").is_null() ? "" : "to you: ") + told.at("text").get<std::string>());
        }
        if (lines.empty()) {
            lines.emplace_back("Nothing was told yet.");
        }
        pager_.open("Everything that was told", std::move(lines), Pager::Begin::AtEnd);
    }

    void read_cascade() {
        std::vector<std::string> lines = hot_seat_.cascade();
        if (hot_seat_.game().status() == MatchStatus::Error) {
            lines.emplace_back();
            lines.push_back(table_.error_text());
        }
        if (lines.empty()) {
            lines.emplace_back("Nothing was chosen yet, or it was taken back.");
        }
        pager_.open("What the last choice set off", std::move(lines));
    }

    // ---- others

    void interrupt() {
        if (interruption_ == nullptr) {
            return;
        }
        const std::string said = interruption_->happened(table_);
        if (said.empty()) {
            return;
        }
        go_on();
        message_ = said;
        pager_.close(); // they told of the rules as they were
        std::vector<std::string> pages = interruption_->pages();
        if (!pages.empty()) {
            const std::string title = pages.front();
            pages.erase(pages.begin());
            pager_.open(title, std::move(pages));
        }
    }

    std::string last_words() {
        std::string words;
        if (hot_seat_.game().status() != MatchStatus::Waiting) {
            words = result_words(hot_seat_.game().view(kSpectator));
        }
        if (table_.is_unsaved()) {
            words += (words.empty() ? "" : "\n") + table_.save();
        }
        return words;
    }

    PlayTable& table_;
    HotSeat& hot_seat_;
    Display& display_;
    Interruption* interruption_;

    Mode mode_ = Mode::Choosing;
    bool leaving_ = false;
    std::uint32_t seen_by_ = kNone;
    Json view_;
    Room room_;
    GraphLayouts layouts_;
    Picture picture_;
    Picture players_;
    std::optional<GridPoint> scrolled_; // by hand
    Question question_;
    Selection selection_;
    std::optional<Area> last_place_; // of the cursor, when it chose last
    std::string typed_;
    bool no_match_ = false;
    std::string message_;

    std::optional<TableInspector> inspector_;
    Pager pager_;
};

} // namespace

std::string play_on_screen(PlayTable& table, Display& display, Interruption* interruption) {
    return PlayScreen(table, display, interruption).run();
}

} // namespace tgdl
