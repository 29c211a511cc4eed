#include "terminal/line_mode.h"

#include "base/input_line.h"
#include "diagnostics/terminal_text.h"
#include "terminal/picture.h"
#include "terminal/shapes.h"
#include "terminal/table_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <istream>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

namespace tgdl {

namespace {

class LineModePlay {
public:
    LineModePlay(PlayTable& table, std::istream& in, std::ostream& out, Interruption* interruption)
        : table_(table), hot_seat_(table.hot_seat()), in_(in), out_(out), interruption_(interruption) {}

    void run() {
        say(fmt::format("{}, {} players. `help` lists what you can type.", title_of(hot_seat_.game().program()),
                        hot_seat_.game().players()));
        while (!done_) {
            take_interruption();
            hot_seat_.go_on();
            if (const std::string problem = hot_seat_.take_bot_problem(); !problem.empty()) {
                say(fmt::format("{}. You decide from now on.", problem));
            }
            if (hot_seat_.game().status() != MatchStatus::Waiting) {
                print_news();
                print_end();
                return;
            }
            if (!hot_seat_.waits_for_person()) { // only bots play
                print_news();
                continue;
            }
            if (!hand_over()) {
                leave();
                return;
            }
            print_news();
            ask();
        }
        leave();
    }

private:
    void say(const std::string& line) { out_ << line << '\n'; }

    // False at the end of the input.
    bool read(std::string& line) {
        out_ << "> " << std::flush;
        if (read_input_line(in_, line) != InputLine::Read) {
            out_ << '\n';
            return false;
        }
        const std::size_t begin = line.find_first_not_of(" \t\r");
        line = begin == std::string::npos ? "" : line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
        return true;
    }

    bool hand_over() {
        const std::uint32_t next = hot_seat_.viewer();
        if (hot_seat_.needs_hand_over(seen_by_)) {
            hides_ = true;
            const std::string who = seat_name(hot_seat_.game().program(), next);
            say(fmt::format("{} chooses now. When only {} is reading, press Enter.", at_begin_of_line(who), who));
            std::string ignored;
            if (!read(ignored)) {
                return false;
            }
        }
        if (hides_ && next != seen_by_) {
            table_before_.clear();
        }
        seen_by_ = next;
        return true;
    }

    // How many lines of the log the reader has heard. Where nothing is hidden, all read the same lines; at the end of a game
    // nobody hears again what the last reader has heard.
    std::size_t& heard() { return heard_[hides_ ? seen_by_ : kNone]; }

    // What was told since the viewer last looked, and what is different on the table.
    void print_news() {
        const Json view = hot_seat_.view();
        const Json& log = view.at("log");
        std::size_t& told = heard();
        for (told = std::min(told, log.size()); told < log.size(); ++told) {
            for (const std::string& line : wrap_text(log[told].at("text").get<std::string>(), 1000)) {
                say((log[told].at("to").is_null() ? "" : "to you: ") + show_on_one_line(line));
            }
        }
        std::vector<TableLine> now = table_lines(view);
        const bool is_new = table_before_.empty();
        for (const std::string& line : is_new ? read_out(now) : changed_lines(table_before_, now)) {
            say(line);
        }
        table_before_ = std::move(now);
    }

    // True when the table is another one now.
    bool take_interruption() {
        const std::string said = interruption_ == nullptr ? std::string() : interruption_->happened(table_);
        if (said.empty()) {
            return false;
        }
        say(said);
        for (const std::string& line : interruption_->pages()) {
            say(line);
        }
        return true;
    }

    void ask() {
        const Question question = table_.question(hot_seat_.view());
        print_question(question);
        const std::size_t position = hot_seat_.game().position();
        std::string line;
        while (!done_ && hot_seat_.game().position() == position) {
            if (!read(line)) {
                done_ = true;
                return;
            }
            if (take_interruption()) {
                return; // what was typed was an answer to another question
            }
            answer(question, line);
        }
    }

    void print_question(const Question& question) {
        say(fmt::format("{}: {}", at_begin_of_line(question.who), question.heading));
        for (std::size_t i = 0; i < question.options.size(); ++i) {
            const std::string number = question.has_numbers ? fmt::format("{} ", i) : std::string();
            for (const std::string& row : draw_shapes(fmt::format("  {}{}", number, question.options[i].shown))) {
                say(row);
            }
        }
    }

    void answer(const Question& question, const std::string& line) {
        if (line.empty()) {
            print_question(question);
            return;
        }
        const bool is_exact = std::ranges::any_of(
            question.options, [&](const ShownOption& option) { return option.text == line || option.label == line; });
        if (!is_exact && obey(question, line)) {
            return;
        }
        const std::vector<std::size_t> found = find_options(question, line);
        if (found.size() == 1) {
            hot_seat_.choose(found.front());
            return;
        }
        if (found.empty()) {
            say(fmt::format(
                "`{}` is none of the options{}; `why` tells what cannot be chosen, `help` what you can type",
                show_on_one_line(line), wrong_number(question)));
            return;
        }
        std::vector<std::string> labels;
        labels.reserve(found.size());
        for (const std::size_t i : found) {
            labels.push_back(question.options[i].label);
        }
        say(fmt::format("`{}` can mean {}; type more of it", show_on_one_line(line), fmt::join(labels, ", ")));
    }

    static std::string wrong_number(const Question& question) {
        if (!question.has_numbers) {
            return {};
        }
        return question.options.size() == 1
                   ? ", of which there is only 0"
                   : fmt::format(", which have numbers from 0 to {}", question.options.size() - 1);
    }

    // ---- commands

    using Command = void (LineModePlay::*)();
    struct Word {
        std::string_view word;
        Command obey;
        std::string_view about;
    };

    static const std::array<Word, 10>& words() {
        static constexpr std::array<Word, 10> kWords = {
            {{"table", &LineModePlay::print_table, "everything on the table, in words"},
             {"draw", &LineModePlay::draw, "a drawing of the table"},
             {"why", &LineModePlay::print_refusals, "what cannot be chosen, and why"},
             {"undo", &LineModePlay::undo, "takes the last choice back, if that gives nothing away"},
             {"redo", &LineModePlay::redo, "makes it again"},
             {"log", &LineModePlay::print_log, "all that was told"},
             {"what", &LineModePlay::print_cascade, "what the last choice set off: events, what reacted, what refused"},
             {"save", &LineModePlay::save, "keeps the game in a file"},
             {"help", &LineModePlay::print_help, "these lines"},
             {"quit", &LineModePlay::quit, "keeps the game in a file, and ends"}}};
        return kWords;
    }

    bool obey(const Question& question, const std::string& line) {
        for (const Word& word : words()) {
            if (line == word.word) {
                (this->*word.obey)();
                if (!done_ && word.word == "help") {
                    print_question(question);
                }
                return true;
            }
        }
        return false;
    }

    void print_table() {
        for (const std::string& line : read_out(table_lines(hot_seat_.view()))) {
            say(line);
        }
    }

    void draw() {
        const Json view = hot_seat_.view();
        for (const std::string& line : draw_table(view, {.columns = 78, .rows = 60}, layouts_).canvas.lines()) {
            say(line);
        }
        for (const std::string& line : draw_players(view, 78, 200).canvas.lines()) {
            say(line);
        }
    }

    void print_refusals() {
        const std::vector<RefusedOption> refused = table_.refusals();
        for (const RefusedOption& option : refused) {
            say(fmt::format("{}: {}{}", option.text, option.reason,
                            option.place.empty() ? "" : fmt::format(" ({})", option.place)));
        }
        if (refused.empty()) {
            say("everything that comes into question can be chosen");
        }
    }

    void undo() { say(table_.undo()); }
    void redo() { say(table_.redo()); }
    void save() { say(table_.save()); }
    void quit() { done_ = true; }

    void print_log() {
        const Json view = hot_seat_.view();
        for (const Json& line : view.at("log")) {
            say(show_on_one_line(line.at("text").get<std::string>()));
        }
    }

    void print_cascade() {
        for (const std::string& line : hot_seat_.cascade()) {
            say(show_on_one_line(line));
        }
        if (hot_seat_.cascade().empty()) {
            say("nothing was chosen yet, or it was taken back");
        }
    }

    void print_help() {
        say("Type the number or the text of an option; the beginning of its text is enough. Or one of these:");
        for (const Word& word : words()) {
            say(fmt::format("  {:<6} {}", word.word, word.about));
        }
    }

    // ---- the end

    void print_end() {
        const Json view = hot_seat_.view();
        if (hot_seat_.game().status() == MatchStatus::Error) {
            out_ << table_.error_text();
        }
        say("End: " + result_words(view));
    }

    void leave() {
        if (table_.is_unsaved()) {
            say(table_.save());
        }
    }

    PlayTable& table_;
    HotSeat& hot_seat_;
    std::istream& in_;
    std::ostream& out_;
    Interruption* interruption_;
    std::uint32_t seen_by_ = kNone;
    bool hides_ = false; // a reader has had to be alone
    std::map<std::uint32_t, std::size_t> heard_;
    std::vector<TableLine> table_before_;
    GraphLayouts layouts_;
    bool done_ = false;
};

} // namespace

void play_line_mode(PlayTable& table, std::istream& in, std::ostream& out, Interruption* interruption) {
    LineModePlay(table, in, out, interruption).run();
}

} // namespace tgdl
