// Shows that there is something to see: a bot that sees everything beats the same bot that sees what its seat may.
//
//   tgdl_worth_of_sight [--games N] FILE…
//
// Two of mcts:30 play N games with two players, half as many deals from either seat; one of them samples matches that agree with
// everything, hidden things too. Ends with 1 unless that one's share of the points is above a half with 95 % certainty.
#include "bots/mcts_bot.h"
#include "bots/payoffs.h"
#include "random_play.h"

#include <cmath>
#include <cstring>
#include <string>

namespace tgdl {
namespace {

constexpr MctsBudget kEffort = {.simulations = 30, .milliseconds = 0};

// What the seeing bot gets at its seat, from -1 to 1.
double play(const LoadedRules& rules, std::uint32_t seeing, std::uint64_t seed) {
    Match match(rules.program, 2, MatchSeed::from(seed));
    std::vector<SeatPlan> plans(2);
    BotTable others(plans, match, seed);
    others.replace(1 - seeing, std::make_unique<MctsBot>(match, kEffort, seed), match);
    MctsBot bot(match, kEffort, seed + 1);
    SeatObserver seat(seeing, kAllSeeing);
    while (match.status() == MatchStatus::Waiting) {
        seat.observe(match, nullptr);
        const std::size_t choice = match.decision().player == seeing ? *bot.decide(seat) : *others.decide(match);
        seat.record_choice(choice);
        bot.record_choice(match, choice);
        others.record_choice(match, choice);
        match.choose(choice);
    }
    std::vector<double> payoffs;
    set_payoffs(match, payoffs);
    return payoffs[seeing];
}

bool is_worth_it(const std::string& path, std::uint64_t games) {
    const LoadedRules rules = load_game(path);
    if (!rules.program) {
        return false;
    }
    double sum = 0;
    double squares = 0;
    for (std::uint64_t deal = 0; deal < games / 2; ++deal) { // from both seats: what luck gives one it gives the other
        const double share = (play(rules, 0, deal) + play(rules, 1, deal) + 2) / 4;
        sum += share;
        squares += share * share;
    }
    const auto count = static_cast<double>(games / 2);
    const double mean = sum / count;
    const double deviation = std::sqrt(std::max(squares / count - mean * mean, 0.0));
    const double margin = 1.96 * deviation / std::sqrt(count);
    fmt::print("{}: who sees everything gets {:.1f} % of the points, ± {:.1f}\n", path, 100 * mean, 100 * margin);
    return mean - margin > 0.5;
}

} // namespace
} // namespace tgdl

int main(int count, char** values) {
    std::uint64_t games = 200;
    bool all_hold = true;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(values[i], "--games") == 0 && i + 1 < count) {
            games = std::strtoull(values[++i], nullptr, 10);
        } else {
            all_hold = tgdl::is_worth_it(values[i], games) && all_hold;
        }
    }
    return all_hold ? 0 : 1;
}
