// tgdl run: plays a game with choices from a file and bots, and prints what it tells.
#include "api/engine.h"
#include "api/import_path.h"
#include "api/transcript.h"
#include "base/input_line.h"
#include "bots/bot_table.h"
#include "cli/commands.h"
#include "cli/run_output.h"
#include "cli/start_game.h"
#include "cli/terminal.h"
#include "program/options.h"
#include "saves/save_file.h"

#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <sys/stat.h>

namespace tgdl {

namespace {

// The decisions of a file, one after the other: of an ordinary file, or as they come through a pipe or standard input.
class Choices {
public:
    enum class Next { Choice, End, Refused };

    // Empty, or why the file cannot be read.
    std::string open(const std::string& path) {
        if (path.empty()) {
            return {};
        }
        if (path == "-") {
            input_ = &std::cin;
            return {};
        }
        struct stat status{};
        if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) {
            return S_ISDIR(status.st_mode) ? fmt::format("`--choices {}`: it is a folder; name a file in it", path)
                                           : fmt::format("`--choices {}`: it is a device; name a file, a pipe, or `-` "
                                                         "for standard input",
                                                         path);
        }
        file_.open(path, std::ios::binary);
        input_ = &file_;
        return file_.is_open() ? std::string() : fmt::format("the choices in `{}` cannot be read", path);
    }

    // Empty lines and comments are passed over where `is_option` does not know them. Refused: problem() says why.
    Next next(std::string& line, const std::function<bool(const std::string&)>& is_option) {
        while (input_ != nullptr) {
            const InputLine read = read_input_line(*input_, line);
            if (read == InputLine::End) {
                break;
            }
            ++number_;
            bytes_ += line.size() + 1;
            if (read == InputLine::TooLong || bytes_ > kMaxFileBytes) {
                return Next::Refused;
            }
            if (line.ends_with('\r')) {
                line.pop_back();
            }
            if ((!line.empty() && !line.starts_with('#')) || is_option(line)) {
                return Next::Choice;
            }
        }
        return Next::End;
    }
    [[nodiscard]] std::size_t line_number() const { return number_; }
    [[nodiscard]] std::string problem() const {
        return bytes_ > kMaxFileBytes
                   ? std::string("the choices are longer than 16 MiB, the most that is read of them")
                   : fmt::format("line {} of the choices is longer than 64 KiB, the most that a line may have",
                                 number_);
    }

private:
    std::ifstream file_;
    std::istream* input_ = nullptr;
    std::size_t number_ = 0;
    std::size_t bytes_ = 0;
};

void print_trace(void* /*context*/, const std::string& line) {
    print_message(line);
}

// What went on with one decision.
enum class Step { Made, NobodyDecides, WrongChoice }; // the last has been said

class Runner {
public:
    Runner(const RunRequest& request, PreparedGame& game, Choices& choices, const std::vector<BotPlan>& bots)
        : request_(request),
          game_(game),
          choices_(choices),
          output_(request.json ? make_json_output() : make_line_output()),
          options_(told_options(request, *game.rules.program)),
          match_(game.rules.program, game.start.players, game.start.seed, game.start.limits,
                 request.trace ? print_trace : nullptr),
          seats_(seat_plans(bots, match_.players())),
          bots_(seats_, match_, game.seed) {}

    ExitCode run() {
        const ExitCode outcome = play();
        return request_.save.empty() || outcome == ExitCode::Usage ? outcome : save(outcome);
    }

private:
    // Before anything else happens: on standard error with `--trace`.
    static std::vector<OptionChoice> told_options(const RunRequest& request, const Program& program) {
        std::vector<OptionChoice> options = options_of(program);
        for (const OptionChoice& option : options) {
            if (request.trace) {
                print_message(fmt::format("option {} = {}", option.name, option.value));
            }
        }
        return options;
    }

    ExitCode play() {
        for (const OptionChoice& option : options_) {
            output_->add_option(option);
        }
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

    ExitCode save(ExitCode outcome) {
        SavedGame saved;
        saved.game = game_file_in_save(request_.save, request_.game.file);
        saved.rules = match_.program().hash;
        saved.seats.resize(match_.players());
        for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
            saved.seats[seat].bot = seats_[seat] ? seats_[seat]->word : "";
        }
        saved.seed = game_.start.seed;
        saved.options = options_;
        saved.choices = std::move(made_);
        if (const std::string why = write_save_file(request_.save, saved); !why.empty()) {
            print_complaint(fmt::format("the game cannot be saved as `{}`: {}", request_.save, why));
            return ExitCode::Usage;
        }
        return outcome;
    }

    Step decide() {
        const Decision decision = match_.decision();
        if (request_.trace) {
            trace(decision);
        }
        std::string line;
        std::size_t choice = 0;
        const bool is_asked = !request_.single_options_unasked || decision.options.size() != 1;
        const auto is_option = [&](const std::string& text) { return find_option(match_, decision, text).has_value(); };
        const Choices::Next next = is_asked ? choices_.next(line, is_option) : Choices::Next::End;
        if (next == Choices::Next::Refused) {
            print_complaint(choices_.problem());
            return Step::WrongChoice;
        }
        if (!is_asked) {
            choice = 0;
        } else if (next == Choices::Next::Choice) {
            const std::optional<std::size_t> found = find_option(match_, decision, line);
            if (!found) {
                complain(decision, line);
                return Step::WrongChoice;
            }
            choice = *found;
        } else if (bots_.sits_at(decision.player)) {
            const BotChoice chosen = bots_.decide(match_);
            if (!chosen) {
                print_complaint(chosen.error());
                return Step::WrongChoice;
            }
            choice = *chosen;
        } else {
            return Step::NobodyDecides;
        }
        if (request_.trace) {
            print_message(fmt::format("player {} takes {}", decision.player, match_.option_text(decision, choice)));
        }
        if (!request_.save.empty()) {
            made_.push_back(choice_of(asked_by(match_), choice));
        }
        bots_.record_choice(match_, choice);
        match_.choose(choice);
        return Step::Made;
    }

    void complain(const Decision& decision, const std::string& line) {
        print_complaint(fmt::format("line {} of the choices: `{}` is no option; {} of:", choices_.line_number(), line,
                                    match_.decision_text(decision)));
        print_message(fmt::format("  {}", fmt::join(numbered_options(match_, decision), "\n  ")));
    }

    void trace(const Decision& decision) {
        print_message(fmt::format("decision {}: {} of: {}", match_.decisions_made() + 1, match_.decision_text(decision),
                                  fmt::join(numbered_options(match_, decision), " ")));
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
    std::unique_ptr<RunOutput> output_;
    std::vector<OptionChoice> options_;
    Match match_;
    std::vector<ChoiceMade> made_; // if they are to be saved
    std::vector<SeatPlan> seats_;  // no bots: nobody decides when the choices have run out
    BotTable bots_;
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
    std::vector<BotPlan> bots;
    if (!request.bots.empty()) {
        const auto plans = read_bots(request.bots, ExternalPrograms::Run);
        if (!plans) {
            print_complaint(plans.error());
            return ExitCode::Usage;
        }
        bots = *plans;
    }
    Choices choices;
    if (const std::string problem = choices.open(request.choices); !problem.empty()) {
        print_complaint(problem);
        return ExitCode::Usage;
    }
    return Runner(request, game, choices, bots).run();
}

} // namespace tgdl
