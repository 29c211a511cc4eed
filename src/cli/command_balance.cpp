// tgdl balance: plays until it is known whether assertions about a game hold.
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/plan_games.h"
#include "cli/progress_bar.h"
#include "cli/terminal.h"
#include "simulate/measure.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::uint64_t kMostGames = 100'000;

// An assertion, and what is known of it so far.
struct Judged {
    Assertion assertion;
    Verdict verdict = Verdict::Open;
    std::uint64_t games = 0;              // when it was decided, or the last time it was looked at
    std::vector<Estimate> estimates = {}; // by bound, then
};

void judge(Judged& judged, const SimulationTotals& totals, double confidence) {
    if (judged.verdict != Verdict::Open) {
        return;
    }
    judged.verdict = judge(judged.assertion, totals, confidence);
    judged.games = totals.games();
    judged.estimates.clear();
    const double each = 1 - (1 - confidence) / static_cast<double>(judged.assertion.bounds.size());
    for (const Assertion::Bound& bound : judged.assertion.bounds) {
        judged.estimates.push_back(estimate(bound.measure, totals, each));
    }
}

std::string_view word_for(Verdict verdict) {
    switch (verdict) {
    case Verdict::Open: return "not known";
    case Verdict::Holds: return "holds";
    case Verdict::Fails: return "fails";
    }
    return {};
}

std::string describe(const Measure& measure, const Estimate& known) {
    const auto show = [&](double number) {
        return measure.is_share() ? fmt::format("{:.1f} %", 100 * number) : fmt::format("{:.1f}", number);
    };
    return fmt::format("{} is {}, surely between {} and {}", measure.name(), show(known.value), show(known.low),
                       show(known.high));
}

std::string balance_text(const std::vector<Judged>& all) {
    std::string text;
    for (const Judged& one : all) {
        text += fmt::format("{:<9}  {}   (after {} games)\n", word_for(one.verdict), one.assertion.words, one.games);
        for (std::size_t i = 0; i < one.estimates.size(); ++i) {
            text += "           " + describe(one.assertion.bounds[i].measure, one.estimates[i]) + "\n";
        }
    }
    return text;
}

OrderedJson balance_json(const PlannedGames& planned, const std::vector<Judged>& all, std::uint64_t games) {
    OrderedJson json;
    json["game"] = planned.game.rules.program->game;
    json["players"] = planned.plan.players;
    json["games"] = games;
    json["assertions"] = OrderedJson::array();
    for (const Judged& one : all) {
        OrderedJson known = OrderedJson::array();
        for (std::size_t i = 0; i < one.estimates.size(); ++i) {
            const Estimate& now = one.estimates[i];
            known.push_back({{"figure", one.assertion.bounds[i].measure.name()},
                             {"value", now.value},
                             {"interval", {now.low, now.high}}});
        }
        const bool is_open = one.verdict == Verdict::Open;
        json["assertions"].push_back({{"assertion", one.assertion.words},
                                      {"holds", is_open ? OrderedJson() : OrderedJson(one.verdict == Verdict::Holds)},
                                      {"games", one.games},
                                      {"known", std::move(known)}});
    }
    return json;
}

tl::expected<std::vector<Judged>, std::string> read_assertions(const BalanceRequest& request,
                                                               const SimulationPlan& plan) {
    std::vector<Judged> all;
    for (const std::string& words : request.assertions) {
        auto assertion = read_assertion(words, plan);
        if (!assertion) {
            return tl::unexpected(fmt::format("`--assert \"{}\"`: {}", words, assertion.error()));
        }
        all.push_back({std::move(*assertion)});
    }
    return all;
}

} // namespace

ExitCode run_balance(const BalanceRequest& request) {
    if (!(request.confidence > 0 && request.confidence < 1)) {
        print_complaint(fmt::format("`--confidence {}`: a number between 0 and 1 is wanted", request.confidence));
        return ExitCode::Usage;
    }
    const PlannedGames planned = plan_games(request.game, request.games, kMostGames);
    if (planned.problem != ExitCode::Success) {
        return planned.problem;
    }
    auto all = read_assertions(request, planned.plan);
    if (!all) {
        print_complaint(all.error());
        return ExitCode::Usage;
    }
    PlayedGames played;
    {
        const InterruptWatch interrupt;
        ProgressBar bar(planned.plan.games); // at the longest
        SimulationCallbacks watch;
        watch.progress = [&](std::uint64_t done) { bar.show(done); };
        watch.stops = [] { return InterruptWatch::was_interrupted(); };
        const auto enough = [&](const SimulationTotals& totals, std::uint64_t number) {
            for (Judged& one : *all) {
                judge(one, totals, confidence_of_look(request.confidence, number));
            }
            return std::ranges::none_of(*all, [](const Judged& one) { return one.verdict == Verdict::Open; });
        };
        played = play_until(planned.game.rules.program, planned.plan, enough, {}, watch);
    }
    print_result(request.json ? balance_json(planned, *all, played.totals.games())
                                        .dump(-1, ' ', false, OrderedJson::error_handler_t::replace)
                                    + "\n"
                              : balance_text(*all));
    const bool all_hold = std::ranges::all_of(*all, [](const Judged& one) { return one.verdict == Verdict::Holds; });
    return all_hold ? ExitCode::Success : ExitCode::Failed;
}

} // namespace tgdl
