#include "bots/greedy_bot.h"

namespace tgdl {

namespace {

constexpr int kPlayouts = 10;

} // namespace

GreedyBot::GreedyBot(const Match& start, std::uint64_t seed)
    : match_(start), playout_(start), seed_(seed), random_(seed_random(seed)) {}

BotChoice GreedyBot::decide(SeatObserver& seat) {
    const std::size_t options = seat.decision().options.size();
    std::size_t best = 0;
    double best_sum = 0.0;
    for (std::size_t option = 0; options > 1 && option < options; ++option) {
        const double sum = try_option(seat, option);
        if (option == 0 || sum > best_sum) {
            best = option;
            best_sum = sum;
        }
    }
    return best;
}

double GreedyBot::try_option(SeatObserver& seat, std::size_t option) {
    double sum = 0.0;
    for (int i = 0; i < kPlayouts; ++i) {
        if (!seat.determinize_here(random_below(random_, UINT64_MAX), match_)) {
            continue;
        }
        match_.choose(option);
        playout_.play(match_, random_);
        payoff_of_.set(match_, payoffs_);
        sum += payoffs_[seat.player()];
    }
    return sum;
}

} // namespace tgdl
