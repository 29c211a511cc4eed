// A bot in thirty lines: of each option it plays twenty random games to the end, on matches that agree with what it may
// see, and takes the one that went best.
#include "api/disk_loader.h"
#include "api/engine.h"
#include "bots/random.h"

#include <algorithm>
#include <cstdio>

namespace {

constexpr int kPlayouts = 20;

// 1 for the first place, -1 for the last, 0 for a shared one.
double worth(const tgdl::Match& match, std::uint32_t player) {
    if (match.status() != tgdl::MatchStatus::Finished || match.result().places.empty()) {
        return 0;
    }
    const std::vector<std::uint32_t>& first = match.result().places.front();
    const bool leads = std::find(first.begin(), first.end(), player) != first.end();
    return leads ? (first.size() == match.players() ? 0 : 1) : -1;
}

double playout(tgdl::Game& game, std::uint32_t player, std::size_t option, std::uint64_t seed) {
    tgdl::Match match = game.sample(player, seed);
    tgdl::RandomBot bot(seed);
    match.choose(option);
    while (match.status() == tgdl::MatchStatus::Waiting) {
        match.choose(bot.decide(match.decision()));
    }
    return worth(match, player);
}

std::size_t best_option(tgdl::Game& game) {
    const std::uint32_t player = game.decision().player;
    std::size_t best = 0;
    double best_sum = -kPlayouts - 1;
    for (std::size_t option = 0; option < game.decision().options.size(); ++option) {
        double sum = 0;
        for (std::uint64_t seed = 0; seed < kPlayouts; ++seed) {
            sum += playout(game, player, option, seed);
        }
        if (sum > best_sum) {
            best_sum = sum;
            best = option;
        }
    }
    return best;
}

} // namespace

int main() {
    tgdl::DiskLoader loader;
    const tgdl::LoadedRules rules = tgdl::load_rules(loader, TGDL_SOURCE_DIR "/games/tic_tac_toe/tic_tac_toe.tgdl");
    int won = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        tgdl::Game game(rules.program, {.players = 2, .seed = tgdl::MatchSeed::from(seed), .limits = {}});
        tgdl::RandomBot other(seed);
        while (game.status() == tgdl::MatchStatus::Waiting) {
            game.choose(game.decision().player == 0 ? best_option(game) : other.decide(game.decision()));
        }
        won += worth(game.match(), 0) > 0 ? 1 : 0;
    }
    std::printf("the careful bot wins %d of 10\n", won);
    return 0;
}
