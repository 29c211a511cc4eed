// A bot of one's own, in one file: of each option it plays twenty random games to the end, on matches that agree with all
// its seat has seen, and takes the one that went best. It plays any game, and knows no more than its seat does.
#include <cstdio>
#include <random>
#include <tgdl/bot.h>

namespace tg = tgdl::v1;

namespace {

constexpr int kPlayouts = 20;

// What comes of it: 1 for the first place, -1 for the last.
double playout(const tg::Game& game, std::uint32_t player, std::size_t option, std::uint64_t seed) {
    tg::Result<tg::Match> match = game.sample(player, seed);
    std::mt19937_64 random(seed);
    (void)match->choose(option);
    while (match->status() == tg::MatchStatus::Waiting) {
        (void)match->choose(random() % *match->option_count());
    }
    const tg::Result<tg::MatchResult> result = match->result();
    return result ? result->payoffs[player] : 0;
}

std::size_t decide_carefully(const tg::Game& game) {
    const std::uint32_t player = *game.player_asked();
    std::size_t best = 0;
    double best_sum = -kPlayouts - 1;
    for (std::size_t option = 0; option < *game.option_count(); ++option) {
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
    const tg::Result<tg::Rules> rules = tg::Rules::load_file(TGDL_SOURCE_DIR "/games/tic_tac_toe/tic_tac_toe.tgdl");
    int won = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        tg::Result<tg::Game> game = tg::Game::start(*rules, {.players = 2, .seed = seed});
        tg::Result<tg::Bot> bot = tg::Bot::make(*game, 1, "random", seed);
        while (game->status() == tg::MatchStatus::Waiting) {
            const bool is_bots_turn = *game->player_asked() == bot->player();
            (void)game->choose(is_bots_turn ? *bot->decide(*game) : decide_carefully(*game));
        }
        won += game->result()->payoffs[0] > 0 ? 1 : 0;
    }
    std::printf("the careful bot wins %d of 10\n", won);
    return 0;
}
