// A bot of one's own, in one file: of each option it plays twenty random games to the end, on matches that agree with all
// its seat has seen, and takes the one that went best. It plays any game, and knows no more than its seat does.
#include "api/disk_loader.h"
#include "api/engine.h"
#include "bots/payoffs.h"
#include "bots/random.h"
#include "bots/seats.h"

#include <cstdio>

namespace {

class CarefulBot final : public tgdl::Bot {
public:
    explicit CarefulBot(const tgdl::Match& start) : match_(start) {}

    tgdl::BotChoice decide(tgdl::Seat& seat) override {
        std::size_t best = 0;
        double best_sum = -kPlayouts - 1;
        for (std::size_t option = 0; option < seat.decision().options.size(); ++option) {
            double sum = 0;
            for (std::uint64_t seed = 0; seed < kPlayouts; ++seed) {
                sum += playout(seat, option, seed);
            }
            if (sum > best_sum) {
                best_sum = sum;
                best = option;
            }
        }
        return best;
    }

private:
    static constexpr int kPlayouts = 20;

    // What comes of it: 1 for the first place, -1 for the last.
    double playout(tgdl::Seat& seat, std::size_t option, std::uint64_t seed) {
        if (!seat.sample_here(seed, match_)) {
            return 0;
        }
        tgdl::RandomBot bot(seed);
        match_.choose(option);
        while (match_.status() == tgdl::MatchStatus::Waiting) {
            match_.choose(bot.decide(match_.decision()));
        }
        tgdl::set_payoffs(match_, payoffs_);
        return payoffs_[seat.player()];
    }

    tgdl::Match match_; // the one that is tried on
    std::vector<double> payoffs_;
};

} // namespace

int main() {
    tgdl::DiskLoader loader;
    const tgdl::LoadedRules rules = tgdl::load_rules(loader, TGDL_SOURCE_DIR "/games/tic_tac_toe/tic_tac_toe.tgdl");
    int won = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        tgdl::Match match(rules.program, 2, tgdl::MatchSeed::from(seed));
        tgdl::BotTable bots(tgdl::seat_plans(*tgdl::read_bots("random"), 2), match, seed);
        bots.replace(0, std::make_unique<CarefulBot>(match), match);
        while (match.status() == tgdl::MatchStatus::Waiting) {
            const tgdl::BotChoice choice = bots.decide(match);
            bots.follow(match, *choice);
            match.choose(*choice);
        }
        std::vector<double> payoffs;
        tgdl::set_payoffs(match, payoffs);
        won += payoffs[0] > 0 ? 1 : 0;
    }
    std::printf("the careful bot wins %d of 10\n", won);
    return 0;
}
