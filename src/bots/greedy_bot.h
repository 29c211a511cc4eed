// One-ply bot: the option with the best mean of 10 random playouts.
#pragma once

#include "bots/bot.h"
#include "bots/payoffs.h"
#include "bots/playout.h"

namespace tgdl {

class GreedyBot final : public Bot {
public:
    GreedyBot(const Match& start, std::uint64_t seed);

    BotChoice decide(SeatObserver& seat) override;
    void go_to(std::uint64_t position) override { random_ = seed_random(seed_ + position); }

private:
    double try_option(SeatObserver& seat, std::size_t option);

    Match match_; // the one that is tried on
    Playout playout_;
    std::uint64_t seed_;
    RandomState random_;
    Payoffs payoff_of_;
    std::vector<double> payoffs_;
};

} // namespace tgdl
