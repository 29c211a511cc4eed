// tgdl simulate: many games between bots, and how they went.
#include "api/read_file.h"
#include "api/replace_file.h"
#include "bots/bot_table.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/mpi_process.h"
#include "cli/plan_games.h"
#include "cli/progress_bar.h"
#include "cli/terminal.h"
#include "simulate/checkpoint.h"
#include "simulate/measure.h"
#include "simulate/report.h"
#include "simulate/report_html.h"

#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace tgdl {

namespace {

constexpr std::uint64_t kDefaultGames = 1000;
constexpr std::uint64_t kMostGamesUntil = 10'000'000;

// What earlier runs have played; nothing when the file is not there yet.
tl::expected<PlayedGames, std::string> read_archive(const std::string& path, const Program& program,
                                                    const SimulationPlan& plan) {
    constexpr std::size_t kMostBytes = 64ULL << 20U;
    std::error_code problem;
    if (path.empty() || !std::filesystem::exists(path, problem)) {
        return PlayedGames();
    }
    std::string text;
    switch (read_file(path, kMostBytes, text)) {
    case LoadProblem::None: break;
    case LoadProblem::TooLarge:
        return tl::unexpected<std::string>("it is larger than 64 MiB, the most a record may be");
    case LoadProblem::NotAFile: return tl::unexpected<std::string>("it is not an ordinary file");
    case LoadProblem::NotFound:
    case LoadProblem::Outside:
    case LoadProblem::Absolute:
    case LoadProblem::BadSeparator: return tl::unexpected<std::string>("it cannot be read");
    }
    auto played = read_checkpoint(text, program, plan);
    if (played && played->games.past_last() > plan.games) {
        return tl::unexpected(fmt::format("it holds game {}, and only {} are wanted; `-n` may only grow",
                                          played->games.past_last(), plan.games));
    }
    return played;
}

// Of several processes only the first one speaks and writes.
bool is_first(const Ranks* ranks) {
    return ranks == nullptr || ranks->rank == 0;
}

// Plays what is asked for, and keeps it on the way.
class Run {
public:
    Run(const SimulateRequest& request, const PlannedGames& planned, const Ranks* ranks)
        : request_(request), planned_(planned) {
        watch_.ranks = ranks;
        bar_.emplace(planned.plan.games);
        watch_.progress = [this](std::uint64_t done) { bar_->show(done); };
        if (!request.resume.empty()) {
            interrupt_.emplace();
            watch_.stops = [] { return InterruptWatch::was_interrupted(); };
            watch_.keep = [this](const PlayedGames& played) { keep(played); };
        }
    }

    PlayedGames play(PlayedGames before, const std::optional<WantedPrecision>& until) {
        const std::shared_ptr<const Program>& program = planned_.game.rules.program;
        PlayedGames played =
            until ? play_until(
                        program, planned_.plan,
                        [&](const SimulationTotals& totals, std::uint64_t) { return until->is_reached(totals); },
                        std::move(before), watch_)
                  : play_games(program, planned_.plan, planned_.plan.games, std::move(before), watch_);
        if (!request_.resume.empty()) {
            keep(played);
        }
        return played;
    }

    void end() { bar_.reset(); } // takes the progress bar away

    [[nodiscard]] const std::string& problem() const { return problem_; } // of writing; empty: none

private:
    void keep(const PlayedGames& played) {
        if (!is_first(watch_.ranks)) {
            return;
        }
        problem_ = write_file(request_.resume, write_checkpoint(*planned_.game.rules.program, planned_.plan, played));
    }

    const SimulateRequest& request_;
    const PlannedGames& planned_;
    std::optional<ProgressBar> bar_;
    std::optional<InterruptWatch> interrupt_;
    SimulationCallbacks watch_;
    std::string problem_;
};

ExitCode refuse(const std::string& why) {
    print_complaint(why);
    return ExitCode::Usage;
}

Simulation play_all(const std::shared_ptr<const Program>& program, const SimulationPlan& plan, const Ranks* ranks) {
    ProgressBar bar(plan.games);
    SimulationCallbacks watch;
    watch.progress = [&](std::uint64_t done) { bar.show(done); };
    watch.ranks = ranks;
    Simulation simulation;
    simulation.plan = plan;
    simulation.totals = play_games(program, plan, plan.games, {}, watch).totals;
    return simulation;
}

std::vector<LadderStep> climb(const PlannedGames& planned, std::uint64_t games, const Ranks* ranks) {
    std::vector<LadderStep> steps;
    const std::vector<std::string> bots = {"random", "mcts:10", "mcts:100", "mcts:1000"}; // the simplest first
    for (std::size_t i = 1; games > 0 && i < bots.size(); ++i) {
        SimulationPlan plan = planned.plan;
        plan.games = games;
        plan.details = false;
        plan.bots = *read_bots(bots[i] + "," + bots[i - 1]);
        steps.push_back({bots[i - 1], bots[i], play_all(planned.game.rules.program, plan, ranks)});
    }
    return steps;
}

// The other version of the game, and how it went.
struct Other {
    ExitCode problem = ExitCode::Success; // otherwise everything is said
    PreparedGame game;
    Simulation simulation;
};

Other play_other(const SimulateRequest& request, SimulationPlan plan, const Ranks* ranks) {
    Other other;
    GameRequest wanted = request.game;
    wanted.coverage = plan.details;
    wanted.file = request.against;
    other.game = prepare_game(wanted);
    other.problem = other.game.problem;
    if (other.problem == ExitCode::Success && other.game.start.players != plan.players) {
        other.problem = refuse(
            fmt::format("`--against {}`: it is for other numbers of players; say `--players N`", request.against));
    }
    if (other.problem == ExitCode::Success) {
        plan.instrumented = other.game.rules.instrumented;
        other.simulation = play_all(other.game.rules.program, plan, ranks);
    }
    return other;
}

using OrderedJson = nlohmann::ordered_json;

OrderedJson ladder_json(const std::vector<LadderStep>& ladder) {
    OrderedJson json = OrderedJson::array();
    for (const LadderStep& step : ladder) {
        const Estimate known = estimate({MeasureKind::BotShare, 0}, step.simulation.totals, 0.95);
        json.push_back({{"bot", step.higher},
                        {"against", step.lower},
                        {"share", known.value},
                        {"interval", {known.low, known.high}}});
    }
    return json;
}

bool write_figures(const SimulateRequest& request, const LoadedRules& rules, const Simulation& simulation,
                   const HtmlParts& parts) {
    const bool is_output_free = request.json != "-" && request.html != "-";
    if (is_output_free) {
        print_result(simulation_text(rules, simulation));
    }
    if (!request.json.empty()) {
        OrderedJson json = simulation_json(rules, simulation);
        if (parts.against) {
            json["against"] = simulation_json(*parts.against->rules, *parts.against->simulation);
            json["against"].erase("playouts_per_s");
        }
        if (request.ladder > 0) {
            json["ladder"] = ladder_json(parts.ladder);
        }
        if (!write_result(request.json, json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n")) {
            return false;
        }
    }
    return request.html.empty() || write_result(request.html, simulation_html(rules, simulation, parts));
}

// All games of the request. Nothing: it is said why.
std::optional<Simulation> play_request(const SimulateRequest& request, const PlannedGames& planned, const Ranks* ranks,
                                       ExitCode& problem) {
    std::optional<WantedPrecision> until;
    if (!request.until.empty()) {
        const auto wanted = read_precision(request.until, planned.plan);
        if (!wanted) {
            problem = refuse("`--until`: " + wanted.error());
            return std::nullopt;
        }
        until = *wanted;
    }
    auto before = read_archive(request.resume, *planned.game.rules.program, planned.plan);
    if (!before) {
        problem = refuse(fmt::format("`{}` cannot be gone on with: {}", request.resume, before.error()));
        return std::nullopt;
    }
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const std::uint64_t played_before = before->games.count();
    Run run(request, planned, ranks);
    PlayedGames played = run.play(std::move(*before), until);
    if (!run.problem().empty()) {
        problem = refuse(fmt::format("`{}` cannot be written: {}", request.resume, run.problem()));
        return std::nullopt;
    }
    if (InterruptWatch::was_interrupted() && played.games.count() < planned.plan.games) {
        run.end();
        print_message(fmt::format("stopped after {} games; the same command goes on with them", played.games.count()));
        problem = ExitCode::Failed;
        return std::nullopt;
    }
    Simulation simulation;
    simulation.plan = planned.plan;
    simulation.plan.games = played.games.count();
    simulation.games_timed = played.games.count() - played_before;
    simulation.totals = std::move(played.totals);
    simulation.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return simulation;
}

} // namespace

ExitCode run_simulate(const SimulateRequest& request) {
    const MpiProcess process;
    if (!process.problem().empty()) {
        return refuse(process.problem());
    }
    const Ranks* const ranks = process.ranks();
    GameRequest game = request.game;
    game.coverage = !request.html.empty();
    PlannedGames planned = plan_games(game, request.games, request.until.empty() ? kDefaultGames : kMostGamesUntil);
    if (planned.problem != ExitCode::Success) {
        return planned.problem;
    }
    planned.plan.details = !request.html.empty();
    planned.plan.instrumented = planned.game.rules.instrumented;
    ExitCode problem = ExitCode::Success;
    const std::optional<Simulation> simulation = play_request(request, planned, ranks, problem);
    if (!simulation) {
        return problem;
    }
    HtmlParts parts;
    Other other;
    if (!request.against.empty()) {
        other = play_other(request, simulation->plan, ranks);
        if (other.problem != ExitCode::Success) {
            return other.problem;
        }
        parts.against = Compared{&other.game.rules, &other.simulation};
    }
    if (planned.plan.players > 1) {
        parts.ladder = climb(planned, request.ladder, ranks);
    }
    if (is_first(ranks) && !write_figures(request, planned.game.rules, *simulation, parts)) {
        return ExitCode::Usage;
    }
    return simulation->totals.errors == 0 ? ExitCode::Success : ExitCode::Failed;
}

} // namespace tgdl
