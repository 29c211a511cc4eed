#include "cli/start_game.h"

#include "api/disk_loader.h"
#include "base/numbers.h"
#include "cli/terminal.h"
#include "diagnostics/terminal_text.h"
#include "program/options.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

PreparedGame refuse_game(ExitCode code) {
    PreparedGame nothing;
    nothing.problem = code;
    return nothing;
}

} // namespace

std::shared_ptr<const Program> choose_options(const std::shared_ptr<const Program>& program,
                                              const std::vector<std::string>& options) {
    std::vector<OptionChoice> choices;
    choices.reserve(options.size());
    for (const std::string& option : options) {
        choices.push_back(read_option_choice(option));
    }
    auto chosen = with_options(program, choices);
    if (!chosen) {
        print_complaint(chosen.error());
        return nullptr;
    }
    return *chosen;
}

PreparedGame prepare_game(const GameRequest& request) {
    const std::optional<std::uint64_t> seed = read_seed(request.seed);
    if (!seed) {
        print_complaint(fmt::format("`{}` is no seed; any 64-bit whole number is one", request.seed));
        return refuse_game(ExitCode::Usage);
    }
    DiskLoader loader;
    PreparedGame game;
    game.rules = load_rules(loader, request.file, request.coverage ? Coverage::On : Coverage::Off,
                            request.optimise ? Optimise::Yes : Optimise::No);
    if (game.rules.problem != LoadProblem::None) {
        print_load_problem(request.file, game.rules.problem);
        return refuse_game(ExitCode::Usage);
    }
    DiagnosticPrinter().print(game.rules.sources, game.rules.diagnostics);
    if (game.rules.is_library) {
        print_complaint(fmt::format("`{}` is a library: it has no `game`, so it cannot be played", game.rules.path));
        return refuse_game(ExitCode::Usage);
    }
    if (!game.rules.program) {
        return refuse_game(ExitCode::Failed);
    }
    for (std::shared_ptr<const Program>* const each : {&game.rules.program, &game.rules.instrumented}) {
        if (!*each) {
            continue;
        }
        *each = choose_options(*each, request.options);
        if (!*each) {
            return refuse_game(ExitCode::Usage);
        }
    }
    const Program& program = *game.rules.program;
    const std::optional<std::uint64_t> players =
        request.players.empty() ? program.min_players : read_number(request.players);
    if (!players || *players > program.max_players || *players < program.min_players) {
        print_complaint(fmt::format("`--players {}`: the game is for {}", request.players, describe_players(program)));
        return refuse_game(ExitCode::Usage);
    }
    game.seed = *seed;
    game.start.players = static_cast<std::uint32_t>(*players);
    game.start.seed = MatchSeed::from(*seed);
    return game;
}

void print_error(const LoadedRules& rules, const Match& match) {
    if (!match.setup_failure().empty()) {
        print_message(fmt::format("{}: {}", rules.path, show_on_one_line(match.setup_failure())));
        return;
    }
    std::string text = render_fault(rules, match.fault(), message_colour());
    text.pop_back(); // the newline that print_message adds
    print_message(text);
}

} // namespace tgdl
