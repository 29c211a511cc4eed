#include "cli/table_start.h"

#include "api/disk_loader.h"
#include "base/input_line.h"
#include "base/numbers.h"
#include "bots/bot_table.h"
#include "cli/start_game.h"
#include "cli/terminal.h"
#include "saves/replay_save.h"
#include "saves/save_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <random>
#include <unistd.h>
#include <utility>

namespace tgdl {

namespace {

StartedTable refuse_table(ExitCode code) {
    return {.problem = code, .table = {}};
}

std::uint64_t draw_seed() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

// `1=random`. Says what is wrong with it.
bool seat_bot(const std::string& words, std::vector<SeatPlan>& seats) {
    const std::size_t sign = words.find('=');
    const std::optional<std::uint64_t> seat = read_number(words.substr(0, sign));
    if (sign == std::string::npos || !seat || *seat >= seats.size()) {
        print_complaint(fmt::format("`--seat {}`: write a seat from 0 to {} and a bot, as in `--seat {}=random`", words,
                                    seats.size() - 1, seats.size() - 1));
        return false;
    }
    const auto kinds = read_bots(words.substr(sign + 1), ExternalPrograms::Run);
    if (!kinds) {
        print_complaint(fmt::format("`--seat {}`: {}", words, kinds.error()));
        return false;
    }
    if (kinds->size() != 1) {
        print_complaint(fmt::format("`--seat {}`: one bot sits on a seat", words));
        return false;
    }
    seats[static_cast<std::size_t>(*seat)] = kinds->front();
    return true;
}

std::optional<std::vector<SeatPlan>> read_seats(const PlayRequest& request, std::vector<SeatPlan> seats) {
    for (const std::string& words : request.seats) {
        if (!seat_bot(words, seats)) {
            return std::nullopt;
        }
    }
    return seats;
}

UndoRule undo_rule(const PlayRequest& request) {
    return request.free_undo ? UndoRule::Free : UndoRule::GivesNothingAway;
}

// Only a person at a terminal is asked; elsewhere the answer is yes.
bool agrees_to_go_on() {
    if (::isatty(STDIN_FILENO) == 0) {
        return true;
    }
    print_message("Go on from there? [Y/n]");
    std::string answer;
    return read_input_line(std::cin, answer) == InputLine::Read
           && (answer.empty() || answer.front() == 'y' || answer.front() == 'Y');
}

// Who sat there when it was saved, unless `--seat` says who sits there now. Says which bot is none.
std::optional<std::vector<SeatPlan>> resumed_seats(const PlayRequest& request, const ResumedGame& resumed) {
    std::optional<std::vector<SeatPlan>> seats = read_seats(request, std::vector<SeatPlan>(resumed.game->players()));
    for (std::size_t i = 0; seats && i < seats->size() && i < resumed.saved.seats.size(); ++i) {
        const std::string& words = resumed.saved.seats[i].bot;
        if (words.empty() || (*seats)[i]) {
            continue;
        }
        const auto bots = read_bots(words);
        if (!bots || bots->size() != 1) {
            print_complaint(fmt::format("`{}`, `bot {}:`: {}; say who sits there with `--seat {}=BOT`", request.resume,
                                        i, bots ? "one bot sits on a seat" : bots.error(), i));
            return std::nullopt;
        }
        (*seats)[i] = bots->front();
    }
    return seats;
}

StartedTable resume_table(const PlayRequest& request) {
    if (!request.game.players.empty() || !request.game.seed.empty()) {
        print_complaint(
            "`--resume` goes on with a game whose players and seed are known: leave `--players` and `--seed` out");
        return refuse_table(ExitCode::Usage);
    }
    ResumedGame resumed = resume_game(request.resume, request.game.file, request.game.options);
    if (resumed.problem != ExitCode::Success) {
        return refuse_table(resumed.problem);
    }
    if (!resumed.difference.empty()) {
        print_message(resumed.difference);
        if (!agrees_to_go_on()) {
            return refuse_table(ExitCode::Success);
        }
    }
    std::optional<std::vector<SeatPlan>> read = resumed_seats(request, resumed);
    if (!read) {
        return refuse_table(ExitCode::Usage);
    }
    const MatchSeed& seed = resumed.saved.seed;
    HotSeat hot_seat(std::move(*resumed.game), std::move(*read), seed.number.value_or(seed.key[0]));
    StartedTable started;
    started.table.emplace(TableSetup{.rules = std::move(resumed.rules),
                                     .game_file = resumed.game_file,
                                     .save_file = request.save.empty() ? request.resume : request.save,
                                     .undo = undo_rule(request)},
                          std::move(hot_seat));
    return started;
}

} // namespace

ResumedGame resume_game(const std::string& save_file, const std::string& game_file,
                        const std::vector<std::string>& options) {
    ResumedGame resumed;
    auto saved = read_save_file(save_file);
    if (!saved) {
        print_complaint(describe_problem(save_file, saved.error()));
        resumed.problem = saved.error().line == 0 ? ExitCode::Usage : ExitCode::Failed;
        return resumed;
    }
    resumed.saved = std::move(*saved);
    resumed.game_file = game_file;
    if (game_file.empty()) {
        const tl::expected<std::string, std::string> found = game_file_from_save(save_file, resumed.saved.game);
        if (!found) {
            print_complaint(fmt::format("{}: {}: `tgdl play FILE --resume {}`, `tgdl replay {} --game FILE`", save_file,
                                        found.error(), save_file, save_file));
            resumed.problem = ExitCode::Usage;
            return resumed;
        }
        resumed.game_file = *found;
    }
    DiskLoader loader;
    resumed.rules = load_rules(loader, resumed.game_file);
    if (resumed.rules.problem != LoadProblem::None) {
        print_load_problem(resumed.game_file, resumed.rules.problem);
        resumed.problem = ExitCode::Usage;
        return resumed;
    }
    DiagnosticPrinter().print(resumed.rules.sources, resumed.rules.diagnostics);
    if (!resumed.rules.program) {
        resumed.problem = ExitCode::Failed;
        return resumed;
    }
    if (!choose_options(resumed.rules.program, options)) {
        resumed.problem = ExitCode::Usage;
        return resumed;
    }
    for (const std::string& option : options) { // later ones count
        const OptionChoice choice = read_option_choice(option);
        const auto known = std::ranges::find(resumed.saved.options, choice.name, &OptionChoice::name);
        if (known == resumed.saved.options.end()) {
            resumed.saved.options.push_back(choice);
        } else {
            known->value = choice.value;
        }
    }
    ReplayedSave replayed = replay_save(resumed.rules.program, resumed.saved);
    resumed.difference = describe_differences(replayed);
    if (!replayed.game) {
        print_complaint(resumed.difference);
        resumed.problem = ExitCode::Failed;
        return resumed;
    }
    resumed.game = std::move(replayed.game);
    return resumed;
}

std::string file_to_play(const PlayRequest& request) {
    if (!request.game.file.empty() || request.resume.empty()) {
        return request.game.file == "-" ? std::string() : request.game.file;
    }
    const auto saved = read_save_file(request.resume);
    return saved ? game_file_from_save(request.resume, saved->game).value_or("") : std::string();
}

StartedTable start_table(const PlayRequest& request) {
    if (!request.resume.empty()) {
        return resume_table(request);
    }
    if (request.game.file.empty() || request.game.file == "-") {
        print_complaint(
            "name the game's main file, or a saved game with `--resume`; standard input is for what people type");
        return refuse_table(ExitCode::Usage);
    }
    GameRequest wanted = request.game;
    if (wanted.seed.empty()) {
        wanted.seed = fmt::format("{}", draw_seed());
    }
    PreparedGame prepared = prepare_game(wanted);
    if (prepared.problem != ExitCode::Success) {
        return refuse_table(prepared.problem);
    }
    std::optional<std::vector<SeatPlan>> seats = read_seats(request, std::vector<SeatPlan>(prepared.start.players));
    if (!seats) {
        return refuse_table(ExitCode::Usage);
    }
    HotSeat hot_seat(Game(prepared.rules.program, prepared.start), std::move(*seats), prepared.seed);
    StartedTable started;
    started.table.emplace(TableSetup{.rules = std::move(prepared.rules),
                                     .game_file = request.game.file,
                                     .save_file = request.save,
                                     .undo = undo_rule(request)},
                          std::move(hot_seat));
    return started;
}

} // namespace tgdl
