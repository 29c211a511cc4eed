// tgdl perft: counts the legal lines of play.
#include "api/engine.h"
#include "cli/commands.h"
#include "cli/start_game.h"
#include "cli/terminal.h"
#include "diagnostics/terminal_text.h"
#include "match/moves.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

void print_counts(const PerftRequest& request, const PreparedGame& game, const std::vector<std::uint64_t>& counts) {
    if (request.json) {
        nlohmann::ordered_json json;
        json["game"] = game.rules.program->game;
        json["players"] = game.start.players;
        json["seed"] = game.seed;
        json["counts"] = counts;
        print_result(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
        return;
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        print_result(fmt::format("{} {}\n", i + 1, counts[i]));
    }
}

} // namespace

ExitCode run_perft(const PerftRequest& request) {
    const PreparedGame game = prepare_game(request.game);
    if (game.problem != ExitCode::Success) {
        return game.problem;
    }
    Match match(game.rules.program, game.start.players, game.start.seed, game.start.limits);
    Match failed(match);
    std::vector<std::uint64_t> counts;
    const CountEnd end =
        match.status() == MatchStatus::Error ? CountEnd::Error : count_moves(match, request.depth, counts, failed);
    if (end == CountEnd::Error) {
        print_error(game.rules, failed);
        return ExitCode::Failed;
    }
    if (end == CountEnd::TooLong) {
        print_complaint(fmt::format("`{}` cannot be counted so deep: a line of play has more than {} decisions",
                                    show_on_one_line(game.rules.path), kMostDecisions));
        return ExitCode::Failed;
    }
    print_counts(request, game, counts);
    return ExitCode::Success;
}

} // namespace tgdl
