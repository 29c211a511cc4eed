#include "simulate/report.h"

#include "diagnostics/terminal_text.h"
#include "program/options.h"
#include "simulate/coverage.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace tgdl {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostBars = 20;
constexpr std::size_t kBarColumns = 40;

double ratio(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

double ratio(std::uint64_t part, std::uint64_t whole) {
    return ratio(static_cast<double>(part), static_cast<double>(whole));
}

std::uint64_t all_decisions(const SimulationTotals& totals) {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : totals.decisions) {
        sum += count;
    }
    return sum;
}

bool can_be_chosen(const Program& program, const ActionInfo& action) {
    const auto event_of = [&](EventKind kind) { return program.events[static_cast<std::size_t>(kind)]; };
    return std::ranges::any_of(action.triggers, [&](const Trigger& trigger) {
        return trigger.event == event_of(EventKind::PlayerChoice)
               || trigger.event == event_of(EventKind::OffTurnChoice);
    });
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

Json share_json(const FirstPlaces& firsts, std::uint64_t finished) {
    const auto [low, high] = wilson_interval(firsts.sum(), finished);
    Json json;
    json["share"] = ratio(firsts.sum(), static_cast<double>(finished));
    json["interval"] = {low, high};
    return json;
}

Json spread_json(const Tally& tally) {
    Json json;
    json["mean"] = tally.mean();
    json["sd"] = tally.standard_deviation();
    json["histogram"] = Json::array();
    for (const HistogramBar& bar : histogram(tally)) {
        json["histogram"].push_back({{"from", bar.from}, {"to", bar.to}, {"games", bar.count}});
    }
    return json;
}

// On one line, as a shell reads it as one word.
std::string shell_word(std::string_view text) {
    constexpr std::string_view kTakenApart = " \t\"'\\$`&|;<>()[]{}*?!#~";
    std::string word = show_on_one_line(text);
    if (word.find_first_of(kTakenApart) == std::string::npos) {
        return word;
    }
    for (std::size_t at = word.find('\''); at != std::string::npos; at = word.find('\'', at + 4)) {
        word.replace(at, 1, R"('\'')");
    }
    return "'" + word + "'";
}

std::string_view word_for(NamedChoiceKind kind) {
    switch (kind) {
    case NamedChoiceKind::Action: return "action";
    case NamedChoiceKind::Piece: return "piece";
    case NamedChoiceKind::Label: return "option";
    }
    return {};
}

Json details_json(const SimulationPlan& plan, const Details& details) {
    Json json;
    json["games"] = details.games;
    json["things"] = Json::array();
    for (const auto& [choice, use] : details.named_choices) {
        Json one = {
            {"kind", word_for(choice.kind)}, {"name", choice.name}, {"offered", use.offered}, {"used", use.used}};
        if (use.used > 0) {
            one.update(share_json(use.firsts, use.used));
        }
        json["things"].push_back(std::move(one));
    }
    json["watched"] = details.covered_games;
    json["ran"] = coverage_json(plan, details);
    json["lead_changes"] = spread_json(details.lead_changes);
    return json;
}

class TextReport {
public:
    TextReport(const LoadedRules& rules, const Simulation& simulation)
        : rules_(rules), simulation_(simulation), totals_(simulation.totals) {}

    std::string write() {
        write_head();
        write_errors();
        write_stuck();
        if (totals_.finished > 0) {
            write_places();
            write_lengths();
        }
        write_choices();
        write_actions();
        line("");
        line(fmt::format("{:.0f} games per second", simulation_.games_per_second()));
        return std::move(text_);
    }

private:
    void line(std::string_view text) { text_.append(text).append("\n"); }

    void write_head() {
        const SimulationPlan& plan = simulation_.plan;
        line(fmt::format("{}: {} games, {} {}, bots: {}", show_on_one_line(rules_.program->game), plan.games,
                         plan.players, plan.players == 1 ? "player" : "players", fmt::join(plan.bot_words(), ", ")));
        line(fmt::format("{} finished, {} stuck, {} ended in an error", totals_.finished, totals_.stuck,
                         totals_.errors));
    }

    void write_title(std::string_view what, std::size_t shown, std::uint64_t count) {
        const std::string which = count > shown ? fmt::format(" (the first {} of {})", shown, count) : "";
        line(fmt::format("\n{}{}, and how to play each again:", what, which));
    }

    void write_errors() {
        if (totals_.errors > 0) {
            write_title("errors", totals_.first_errors.size(), totals_.errors);
        }
        for (const BrokenGame& broken : totals_.first_errors) {
            line("  " + show_on_one_line(describe_error(rules_, broken)));
            line("    " + repeat_command(rules_, simulation_, broken));
        }
    }

    void write_stuck() {
        if (totals_.stuck > 0) {
            write_title("stuck games", totals_.first_stuck.size(), totals_.stuck);
        }
        for (const BrokenGame& broken : totals_.first_stuck) {
            line("  " + repeat_command(rules_, simulation_, broken));
        }
    }

    void write_share(const std::string& who, const FirstPlaces& firsts) {
        const auto [low, high] = wilson_interval(firsts.sum(), totals_.finished);
        line(fmt::format("  {:<16}{:>6.1f} %   {:>5.1f} to {:.1f} %", who,
                         100 * ratio(firsts.sum(), static_cast<double>(totals_.finished)), 100 * low, 100 * high));
    }

    void write_places() {
        const SimulationPlan& plan = simulation_.plan;
        line("\nfirst place          share   with 95 % between");
        for (std::size_t seat = 0; seat < totals_.seats.size(); ++seat) {
            write_share(fmt::format("seat {}", seat), totals_.seats[seat]);
        }
        if (plan.bots.size() > 1) {
            for (std::size_t i = 0; i < plan.bots.size(); ++i) {
                write_share(fmt::format("{} (bot {})", plan.bot_words()[i], i + 1), totals_.bots[i]);
            }
        }
        const auto write_rest = [&](std::string_view what, std::uint64_t count) {
            if (count > 0) {
                line(fmt::format("  {:<16}{:>6.1f} %", what, 100 * ratio(count, totals_.finished)));
            }
        };
        write_rest("drawn by all", totals_.draws);
        write_rest("nobody", totals_.unwon);
    }

    void write_lengths() {
        line("\nlength of a game     mean  spread  shortest  longest");
        write_length("choices", totals_.choices);
        write_length("moves", totals_.moves);
        if (simulation_.plan.players > 1) {
            write_length("turns", totals_.turns);
        }
        line("");
        const std::vector<HistogramBar> bars = histogram(totals_.choices);
        const std::uint64_t highest = std::ranges::max_element(bars, {}, &HistogramBar::count)->count;
        for (const HistogramBar& bar : bars) {
            const std::string range =
                bar.from == bar.to ? fmt::format("{}", bar.from) : fmt::format("{} to {}", bar.from, bar.to);
            const std::size_t columns = (bar.count * kBarColumns + highest - 1) / highest;
            line(fmt::format("  {:>14} choices {:<{}} {}", range, std::string(columns, '#'), kBarColumns, bar.count));
        }
        if (const std::uint64_t games = totals_.decided.count(); games > 0) {
            line(fmt::format("\nthe winner was decided after {:.0f} % of the choices (mean of {} {})",
                             100 * totals_.decided.mean() / static_cast<double>(kLeadParts), games,
                             games == 1 ? "game" : "games"));
        }
    }

    void write_length(std::string_view what, const Tally& tally) {
        line(fmt::format("  {:<16}{:>7.1f} {:>7.1f}  {:>8}  {:>7}", what, tally.mean(), tally.standard_deviation(),
                         tally.times().begin()->first, tally.times().rbegin()->first));
    }

    void write_choices() {
        const std::uint64_t decisions = all_decisions(totals_);
        line(fmt::format("\na choice is between {:.1f} options (mean)", ratio(totals_.options, decisions)));
        std::string each;
        for (const std::uint64_t count : totals_.decisions) {
            each += fmt::format("{}{:.1f}", each.empty() ? "" : ", ", ratio(count, simulation_.plan.games));
        }
        line(fmt::format("choices with more than one option: {:.1f} %", 100 * ratio(totals_.real_choices, decisions)));
        line(fmt::format("choices of each seat in a game: {}", each));
    }

    void write_actions() {
        const auto actions = counted_actions(*rules_.program, totals_);
        if (actions.empty()) {
            return;
        }
        std::size_t width = 6;
        for (const auto& [name, counts] : actions) {
            width = std::max(width, columns_of(name));
        }
        line(fmt::format("\n{:<{}}  per game: possible    taken", "action", width + 2));
        for (const auto& [name, counts] : actions) {
            const std::string padding(width - columns_of(name), ' ');
            line(fmt::format("  {}{}  {:>18.2f} {:>8.2f}{}", name, padding,
                             ratio(counts.possible, simulation_.plan.games),
                             ratio(counts.taken, simulation_.plan.games),
                             counts.possible == 0 ? "   never possible"
                             : counts.taken == 0  ? "   never taken"
                                                  : ""));
        }
    }

    const LoadedRules& rules_;
    const Simulation& simulation_;
    const SimulationTotals& totals_;
    std::string text_;
};

} // namespace

std::vector<std::pair<std::string, ActionCounts>> counted_actions(const Program& program,
                                                                  const SimulationTotals& totals) {
    std::set<std::uint32_t> counted_families;
    for (std::size_t i = 0; i < totals.actions.size(); ++i) {
        if (totals.actions[i].possible > 0) {
            counted_families.insert(program.actions[i].order);
        }
    }
    std::vector<std::pair<std::string, ActionCounts>> counted;
    for (std::size_t i = 0; i < totals.actions.size(); ++i) {
        const ActionInfo& action = program.actions[i];
        if (totals.actions[i].possible > 0
            || (can_be_chosen(program, action) && counted_families.insert(action.order).second)) {
            const std::string owner = action.owner == kNone ? "" : program.classes[action.owner].name + ".";
            counted.emplace_back(owner + action.name, totals.actions[i]);
        }
    }
    return counted;
}

std::string describe_error(const LoadedRules& rules, const BrokenGame& broken) {
    return broken.setup_failure.empty() ? first_line(render_fault(rules, broken.fault, Colour::Off))
                                        : fmt::format("{}: {}", rules.path, broken.setup_failure);
}

std::pair<double, double> wilson_interval(double successes, std::uint64_t trials, double deviations) {
    if (trials == 0) {
        return {0, 1};
    }
    const auto n = static_cast<double>(trials);
    const double share = successes / n;
    const double middle = share + deviations * deviations / (2 * n);
    const double half = deviations * std::sqrt(share * (1 - share) / n + deviations * deviations / (4 * n * n));
    const double scale = 1 + deviations * deviations / n;
    return {std::max(0.0, (middle - half) / scale), std::min(1.0, (middle + half) / scale)};
}

std::vector<HistogramBar> histogram(const Tally& tally) {
    if (tally.times().empty()) {
        return {};
    }
    const std::uint64_t smallest = tally.times().begin()->first;
    const std::uint64_t largest = tally.times().rbegin()->first;
    std::uint64_t width = 1;
    for (std::uint64_t tens = 1; largest / width - smallest / width >= kMostBars; tens *= 10) {
        for (const std::uint64_t step : {1, 2, 5}) {
            width = tens * step;
            if (largest / width - smallest / width < kMostBars) {
                break;
            }
        }
    }
    std::vector<HistogramBar> bars;
    for (std::uint64_t i = smallest / width; i <= largest / width; ++i) {
        bars.push_back({i * width, (i + 1) * width - 1, 0});
    }
    for (const auto& [value, count] : tally.times()) {
        bars[value / width - smallest / width].count += count;
    }
    return bars;
}

std::string repeat_command(const LoadedRules& rules, const Simulation& simulation, const BrokenGame& broken) {
    const SimulationPlan& plan = simulation.plan;
    std::vector<std::string> bots;
    bots.reserve(plan.players);
    for (std::uint32_t seat = 0; seat < plan.players; ++seat) {
        bots.push_back(plan.bot_words()[plan.bot_at(broken.game, seat)]);
    }
    const bool are_alike = std::ranges::all_of(bots, [&](const std::string& bot) { return bot == bots.front(); });
    std::string command =
        fmt::format("tgdl run {} --players {} --seed {} --bots {}", shell_word(rules.path), plan.players, broken.seed,
                    are_alike ? bots.front() : fmt::format("{}", fmt::join(bots, ",")));
    for (const OptionChoice& option : changed_options(*rules.program)) {
        command += " --option " + shell_word(option.name + "=" + option.value);
    }
    if (plan.limit != SimulationPlan().limit) {
        command += fmt::format(" --limit {}", plan.limit);
    }
    return command;
}

Json simulation_json(const LoadedRules& rules, const Simulation& simulation) {
    const SimulationPlan& plan = simulation.plan;
    const SimulationTotals& totals = simulation.totals;
    Json json;
    json["game"] = rules.program->game;
    json["players"] = plan.players;
    json["games"] = plan.games;
    json["finished"] = totals.finished;
    json["stuck"] = totals.stuck;
    json["errors"] = totals.errors;
    json["seats"] = Json::array();
    for (std::size_t seat = 0; seat < totals.seats.size(); ++seat) {
        Json one = share_json(totals.seats[seat], totals.finished);
        one["decisions"] = ratio(totals.decisions[seat], plan.games);
        json["seats"].push_back(std::move(one));
    }
    json["bots"] = Json::array();
    for (std::size_t i = 0; i < plan.bots.size(); ++i) {
        Json one;
        one["bot"] = plan.bot_words()[i];
        one.update(share_json(totals.bots[i], totals.finished));
        json["bots"].push_back(std::move(one));
    }
    json["draws"] = totals.draws;
    json["nobody_wins"] = totals.unwon;
    json["length"] = spread_json(totals.choices);
    json["moves"] = spread_json(totals.moves);
    json["turns"] = spread_json(totals.turns);
    json["real_choices"] = ratio(totals.real_choices, all_decisions(totals));
    json["branching"] = ratio(totals.options, all_decisions(totals));
    json["actions"] = Json::object();
    for (const auto& [name, counts] : counted_actions(*rules.program, totals)) {
        json["actions"][name] = {{"possible", counts.possible}, {"taken", counts.taken}};
    }
    const std::uint64_t measured = totals.decided.count();
    json["decided"]["mean"] = measured == 0 ? Json() : Json(totals.decided.mean() / static_cast<double>(kLeadParts));
    json["decided"]["games"] = measured;
    json["first_errors"] = Json::array();
    for (const BrokenGame& broken : totals.first_errors) {
        json["first_errors"].push_back({{"seed", broken.seed}, {"error", describe_error(rules, broken)}});
    }
    json["first_stuck"] = Json::array();
    for (const BrokenGame& broken : totals.first_stuck) {
        json["first_stuck"].push_back({{"seed", broken.seed}});
    }
    if (plan.details) {
        json["details"] = details_json(plan, totals.details);
    }
    json["playouts_per_s"] = simulation.games_per_second();
    return json;
}

std::string shortened(std::string_view text, std::size_t bytes) {
    std::string line = show_on_one_line(text);
    if (line.size() > bytes) {
        std::size_t end = bytes;
        while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) {
            --end; // not in the middle of a character
        }
        line = line.substr(0, end) + "…";
    }
    return line;
}

std::string simulation_text(const LoadedRules& rules, const Simulation& simulation) {
    return TextReport(rules, simulation).write();
}

} // namespace tgdl
