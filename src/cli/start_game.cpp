#include "cli/start_game.h"

#include "api/disk_loader.h"
#include "cli/terminal.h"
#include "diagnostics/terminal_text.h"

#include <charconv>
#include <fmt/format.h>

namespace tgdl {

namespace {

PreparedGame refuse(ExitCode code) {
    PreparedGame nothing;
    nothing.problem = code;
    return nothing;
}

std::string describe_players(const Program& program) {
    return program.min_players == program.max_players
               ? fmt::format("{}", program.min_players)
               : fmt::format("{} to {}", program.min_players, program.max_players);
}

} // namespace

std::optional<std::uint64_t> read_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = problem == std::errc() && end == text.data() + text.size();
    return is_whole ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> read_seed(std::string_view text) {
    if (!text.starts_with('-')) {
        return read_number(text.starts_with('+') ? text.substr(1) : text);
    }
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = problem == std::errc() && end == text.data() + text.size();
    return is_whole ? std::optional(static_cast<std::uint64_t>(number)) : std::nullopt;
}

PreparedGame prepare_game(const GameRequest& request) {
    const std::optional<std::uint64_t> seed = read_seed(request.seed);
    if (!seed) {
        print_complaint(fmt::format("`{}` is no seed; any 64-bit whole number is one", request.seed));
        return refuse(ExitCode::Usage);
    }
    DiskLoader loader;
    PreparedGame game;
    game.rules = load_rules(loader, request.file);
    if (game.rules.problem != LoadProblem::None) {
        print_load_problem(request.file, game.rules.problem);
        return refuse(ExitCode::Usage);
    }
    DiagnosticPrinter().print(game.rules.sources, game.rules.diagnostics);
    if (game.rules.is_library) {
        print_complaint(fmt::format("`{}` is a library: it has no `game`, so it cannot be played", game.rules.path));
        return refuse(ExitCode::Usage);
    }
    if (!game.rules.program) {
        return refuse(ExitCode::Failed);
    }
    const Program& program = *game.rules.program;
    const std::optional<std::uint64_t> players =
        request.players.empty() ? program.min_players : read_number(request.players);
    if (!players || *players > program.max_players || *players < program.min_players) {
        print_complaint(fmt::format("`--players {}`: the game is for {}", request.players, describe_players(program)));
        return refuse(ExitCode::Usage);
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
