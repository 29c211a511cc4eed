#include "terminal/plain.h"

#include "diagnostics/terminal_text.h"
#include "terminal/picture.h"
#include "terminal/words.h"

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

class PlainPlay {
public:
    PlainPlay(PlayTable& table, std::istream& in, std::ostream& out, Interruption* interruption)
        : table_(table), sitting_(table.sitting()), in_(in), out_(out), interruption_(interruption) {}

    void run() {
        say(fmt::format("{}, {} players. `help` lists what you can type.", sitting_.game().program().game,
                        sitting_.game().players()));
        while (!done_) {
            take_interruption();
            sitting_.go_on();
            if (const std::string problem = sitting_.take_bot_problem(); !problem.empty()) {
                say(fmt::format("{}. You decide from now on.", problem));
            }
            if (sitting_.game().status() != MatchStatus::Waiting) {
                tell_news();
                tell_end();
                return;
            }
            if (!sitting_.waits_for_person()) { // only bots play
                tell_news();
                continue;
            }
            if (!hand_over()) {
                leave();
                return;
            }
            tell_news();
            ask();
        }
        leave();
    }

private:
    void say(const std::string& line) { out_ << line << '\n'; }

    // False at the end of the input.
    bool read(std::string& line) {
        out_ << "> " << std::flush;
        if (!std::getline(in_, line)) {
            out_ << '\n';
            return false;
        }
        const std::size_t begin = line.find_first_not_of(" \t\r");
        line = begin == std::string::npos ? "" : line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
        return true;
    }

    bool hand_over() {
        const std::uint32_t next = sitting_.viewer();
        if (sitting_.needs_hand_over(seen_by_)) {
            hides_ = true;
            say(fmt::format("Player {} chooses now. When only player {} is reading, press Enter.", next, next));
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
    void tell_news() {
        const Json view = sitting_.view();
        const Json& log = view.at("log");
        std::size_t& told = heard();
        for (told = std::min(told, log.size()); told < log.size(); ++told) {
            for (const std::string& line : wrap_text(log[told].at("text").get<std::string>(), 1000)) {
                say((log[told].at("to").is_null() ? "" : "to you: ") + show_on_one_line(line));
            }
        }
        std::vector<TableLine> now = table_in_words(view);
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
        const Question question = table_.question();
        tell_question(question);
        const std::size_t position = sitting_.game().position();
        std::string line;
        while (!done_ && sitting_.game().position() == position) {
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

    void tell_question(const Question& question) {
        say(fmt::format("Player {}: {}", question.player, question.heading));
        for (std::size_t i = 0; i < question.options.size(); ++i) {
            const std::string number = question.has_numbers ? fmt::format("{} ", i) : std::string();
            say(fmt::format("  {}{}", number, question.options[i].label));
        }
    }

    void answer(const Question& question, const std::string& line) {
        if (line.empty()) {
            tell_question(question);
            return;
        }
        const bool is_exact = std::ranges::any_of(
            question.options, [&](const ShownOption& option) { return option.text == line || option.label == line; });
        if (!is_exact && obey(question, line)) {
            return;
        }
        const std::vector<std::size_t> found = find_options(question, line);
        if (found.size() == 1) {
            sitting_.choose(found.front());
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

    using Command = void (PlainPlay::*)();
    struct Word {
        std::string_view word;
        Command obey;
        std::string_view about;
    };

    static const std::array<Word, 10>& words() {
        static constexpr std::array<Word, 10> kWords = {
            {{"table", &PlainPlay::tell_table, "everything on the table, in words"},
             {"draw", &PlainPlay::draw, "a drawing of the table"},
             {"why", &PlainPlay::tell_refusals, "what cannot be chosen, and why"},
             {"undo", &PlainPlay::undo, "takes the last choice back, if that gives nothing away"},
             {"redo", &PlainPlay::redo, "makes it again"},
             {"log", &PlainPlay::tell_log, "all that was told"},
             {"what", &PlainPlay::tell_cascade, "what the last choice set off: events, what reacted, what refused"},
             {"save", &PlainPlay::save, "keeps the game in a file"},
             {"help", &PlainPlay::tell_help, "these lines"},
             {"quit", &PlainPlay::quit, "keeps the game in a file, and ends"}}};
        return kWords;
    }

    bool obey(const Question& question, const std::string& line) {
        for (const Word& word : words()) {
            if (line == word.word) {
                (this->*word.obey)();
                if (!done_ && word.word == "help") {
                    tell_question(question);
                }
                return true;
            }
        }
        return false;
    }

    void tell_table() {
        for (const std::string& line : read_out(table_in_words(sitting_.view()))) {
            say(line);
        }
    }

    void draw() {
        const Json view = sitting_.view();
        for (const std::string& line : draw_table(view, {.columns = 78, .rows = 60}, layouts_).canvas.lines()) {
            say(line);
        }
        for (const std::string& line : draw_players(view, 78).canvas.lines()) {
            say(line);
        }
    }

    void tell_refusals() {
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

    void tell_log() {
        const Json view = sitting_.view();
        for (const Json& line : view.at("log")) {
            say(show_on_one_line(line.at("text").get<std::string>()));
        }
    }

    void tell_cascade() {
        for (const std::string& line : sitting_.cascade()) {
            say(show_on_one_line(line));
        }
        if (sitting_.cascade().empty()) {
            say("nothing was chosen yet, or it was taken back");
        }
    }

    void tell_help() {
        say("Type the number or the text of an option; the beginning of its text is enough. Or one of these:");
        for (const Word& word : words()) {
            say(fmt::format("  {:<6} {}", word.word, word.about));
        }
    }

    // ---- the end

    void tell_end() {
        const Json view = sitting_.view();
        if (sitting_.game().status() == MatchStatus::Error) {
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
    Sitting& sitting_;
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

void play_plain(PlayTable& table, std::istream& in, std::ostream& out, Interruption* interruption) {
    PlainPlay(table, in, out, interruption).run();
}

} // namespace tgdl
