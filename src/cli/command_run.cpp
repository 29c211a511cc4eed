// tgdl run: plays a game with choices from a file and bots, and prints what it tells.
#include "api/engine.h"
#include "bots/random.h"
#include "cli/commands.h"
#include "cli/run_output.h"
#include "cli/start_game.h"
#include "cli/terminal.h"

#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

namespace tgdl {

namespace {

// The decisions of a file, one after the other.
class Choices {
public:
    // False when the file cannot be read.
    bool open(const std::string& path) {
        if (path.empty()) {
            return true;
        }
        if (path == "-") {
            input_ = &std::cin;
            return true;
        }
        file_.open(path, std::ios::binary);
        input_ = &file_;
        return file_.is_open();
    }

    // False at the end. Comments and empty lines are passed over.
    bool next(std::string& line) {
        while (input_ != nullptr && std::getline(*input_, line)) {
            ++number_;
            if (line.ends_with('\r')) {
                line.pop_back();
            }
            if (!line.empty() && !line.starts_with('#')) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] std::size_t line_number() const { return number_; }

private:
    std::ifstream file_;
    std::istream* input_ = nullptr;
    std::size_t number_ = 0;
};

// One bot for each seat; a shorter list repeats. Empty: nobody.
using Bots = std::vector<RandomBot>;

// False for a bot that is not known.
bool make_bots(const std::string& spec, std::uint32_t seats, std::uint64_t seed, Bots& bots) {
    if (spec.empty()) {
        return true;
    }
    std::istringstream words(spec + ",");
    for (std::string word; std::getline(words, word, ',');) {
        if (word != "random") {
            print_complaint(fmt::format("there is no bot `{}`; there is `random`", word));
            return false;
        }
    }
    constexpr std::uint64_t kApart = 0x9E37'79B9'7F4A'7C15; // bots draw other numbers than the game does
    for (std::uint32_t seat = 0; seat < seats; ++seat) {
        bots.emplace_back(seed + kApart * (seat + 1));
    }
    return true;
}

void print_trace(void* /*context*/, const std::string& line) {
    print_message(line);
}

// What went on with one decision.
enum class Step { Made, NobodyDecides, WrongChoice };

class Runner {
public:
    Runner(const RunRequest& request, PreparedGame& game, Choices& choices, Bots bots)
        : request_(request),
          game_(game),
          choices_(choices),
          bots_(std::move(bots)),
          output_(request.json ? make_json_output() : make_line_output()),
          match_(game.rules.program, game.start.players, game.start.seed, game.start.limits,
                 request.trace ? print_trace : nullptr) {}

    ExitCode run() {
        print_texts();
        while (match_.status() == MatchStatus::Waiting) {
            if (match_.decisions_made() >= request_.limit) {
                return finish("stuck");
            }
            switch (decide()) {
            case Step::Made: break;
            case Step::NobodyDecides: return finish("unfinished");
            case Step::WrongChoice: return ExitCode::Failed;
            }
            print_texts();
        }
        return print_end();
    }

private:
    Step decide() {
        const Decision decision = match_.decision();
        if (request_.trace) {
            trace(decision);
        }
        std::string line;
        std::size_t choice = 0;
        if (request_.single_options_unasked && decision.options.size() == 1) {
            choice = 0;
        } else if (choices_.next(line)) {
            if (!find_option(decision, line, choice)) {
                complain(decision, line);
                return Step::WrongChoice;
            }
        } else if (!bots_.empty()) {
            choice = bots_[decision.player].decide(decision);
        } else {
            return Step::NobodyDecides;
        }
        if (request_.trace) {
            print_message(fmt::format("player {} takes {}", decision.player, match_.option_text(decision, choice)));
        }
        match_.choose(choice);
        return Step::Made;
    }

    // The first option with this text, else the one with this number.
    bool find_option(const Decision& decision, const std::string& line, std::size_t& choice) {
        for (std::size_t i = 0; i < decision.options.size(); ++i) {
            if (match_.option_text(decision, i) == line) {
                choice = i;
                return true;
            }
        }
        const std::optional<std::uint64_t> number = read_number(line);
        if (!number || *number >= decision.options.size()) {
            return false;
        }
        choice = *number;
        return true;
    }

    std::string options_text(const Decision& decision, std::string_view between) {
        std::string text;
        for (std::size_t i = 0; i < decision.options.size(); ++i) {
            text += fmt::format("{}{}={}", between, i, match_.option_text(decision, i));
        }
        return text;
    }

    void complain(const Decision& decision, const std::string& line) {
        print_complaint(fmt::format("line {} of the choices: `{}` is no option; {} of:", choices_.line_number(), line,
                                    match_.decision_text(decision)));
        print_message(options_text(decision, "\n  ").substr(1));
    }

    void trace(const Decision& decision) {
        print_message(fmt::format("decision {}: {} of:{}", match_.decisions_made() + 1, match_.decision_text(decision),
                                  options_text(decision, " ")));
    }

    void print_texts() {
        for (const Delivered& delivered : match_.take_texts()) {
            output_->add_text(delivered);
        }
        for (const std::string& report : match_.take_reports()) {
            print_message(report);
        }
    }

    void print_hash() {
        if (request_.hash) {
            output_->add_hash(match_.hash());
        }
    }

    ExitCode finish(std::string_view word) {
        print_hash();
        output_->end(word);
        return ExitCode::Success;
    }

    ExitCode print_end() {
        switch (match_.status()) {
        case MatchStatus::Stuck: return finish("stuck");
        case MatchStatus::Error:
            print_error(game_.rules, match_);
            print_hash();
            output_->end("error");
            return ExitCode::Failed;
        case MatchStatus::Waiting:
        case MatchStatus::Finished: break;
        }
        print_hash();
        output_->end(match_.result());
        return ExitCode::Success;
    }

    const RunRequest& request_;
    const PreparedGame& game_;
    Choices& choices_;
    Bots bots_;
    std::unique_ptr<RunOutput> output_;
    Match match_;
};

} // namespace

ExitCode run_run(const RunRequest& request) {
    if (request.choices == "-" && request.game.file == "-") {
        print_complaint("standard input cannot be both the game and the choices");
        return ExitCode::Usage;
    }
    PreparedGame game = prepare_game(request.game);
    if (game.problem != ExitCode::Success) {
        return game.problem;
    }
    Bots bots;
    Choices choices;
    if (!make_bots(request.bots, game.start.players, game.seed, bots)) {
        return ExitCode::Usage;
    }
    if (!choices.open(request.choices)) {
        print_complaint(fmt::format("the choices in `{}` cannot be read", request.choices));
        return ExitCode::Usage;
    }
    return Runner(request, game, choices, std::move(bots)).run();
}

} // namespace tgdl
