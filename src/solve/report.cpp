#include "solve/report.h"

#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

constexpr std::size_t kMostShown = 40; // choices of the line of best play

bool is_exact(const Solution& solution) {
    return solution.low == solution.high;
}

// `0.3333`, `1`, `-0.0556`; no `-0`.
std::string short_number(double number) {
    std::string text = fmt::format("{:.4f}", number);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) {
        text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

std::string describe_places(double value) {
    if (value == 1) {
        return "seat 0 wins";
    }
    return value == -1 ? "seat 1 wins" : value == 0 ? "neither seat can win: a draw" : "";
}

std::string describe_alone(double value, std::uint32_t players) {
    const std::string_view who = players == 1 ? "the player" : "the players together";
    if (players > 1) {
        return value == 0 ? fmt::format("{} can win", who) : fmt::format("{} cannot win", who);
    }
    return value == 1 ? fmt::format("{} can win", who) : value == -1 ? fmt::format("{} cannot win", who) : "";
}

// Who wins, if that is certain.
std::string describe_outcome(const SolvePlan& plan, const Solution& solution) {
    if (!is_exact(solution) || solution.utility == Utility::Scores) {
        return {};
    }
    return solution.payoff_structure == PayoffStructure::ZeroSum ? describe_places(solution.value)
                                                                 : describe_alone(solution.value, plan.players);
}

std::string describe_stakes(const SolvePlan& plan, const Solution& solution) {
    if (solution.utility == Utility::Scores) {
        return plan.players == 1 ? "in points" : "in points, which seat 1 loses";
    }
    if (plan.players == 1) {
        return "1 is a win, -1 none";
    }
    return solution.payoff_structure == PayoffStructure::ZeroSum ? "1 is a win, 0 a draw, -1 a loss"
                                                                 : "0 is that all win, -1 that none does";
}

} // namespace

nlohmann::ordered_json solution_json(const Program& program, const SolvePlan& plan, const Solution& solution) {
    nlohmann::ordered_json json;
    json["game"] = program.game;
    json["players"] = plan.players;
    json["stakes"] = solution.utility == Utility::Scores ? "scores" : "places";
    json["value"] = solution.value;
    json["low"] = solution.low;
    json["high"] = solution.high;
    json["exploitability"] = solution.exploitability();
    json["positions"] = solution.positions;
    if (solution.information_sets > 0) {
        json["information_sets"] = solution.information_sets;
        json["rounds"] = solution.rounds;
    }
    json["line"] = solution.line;
    return json;
}

std::string solution_text(const Program& program, const SolvePlan& plan, const Solution& solution) {
    std::string text = show_on_one_line(program.game) + ", with best play";
    const std::string outcome = describe_outcome(plan, solution);
    text += outcome.empty() ? "" : ": " + outcome;
    const std::string whose = solution.payoff_structure == PayoffStructure::ZeroSum ? "value to seat 0" : "value";
    text += fmt::format("\n{}: {} ({})\n", whose, short_number(solution.value), describe_stakes(plan, solution));
    if (!is_exact(solution)) {
        text += fmt::format("it lies between {:.6f} and {:.6f}: nobody gains more than {:.6f} by playing otherwise\n",
                            solution.low, solution.high,
                            std::max(solution.high - solution.value, solution.value - solution.low));
    }
    text += fmt::format("positions looked at: {}\n", solution.positions);
    if (solution.information_sets > 0) {
        text += fmt::format("situations that players can tell apart: {}\n", solution.information_sets);
    }
    if (!solution.line.empty()) {
        text += "one line of best play:\n";
        for (std::size_t i = 0; i < std::min(kMostShown, solution.line.size()); ++i) {
            text += "  " + show_on_one_line(solution.line[i]) + "\n";
        }
        if (solution.line.size() > kMostShown) {
            text += fmt::format("  and {} choices more\n", solution.line.size() - kMostShown);
        }
    }
    return text;
}

} // namespace tgdl
