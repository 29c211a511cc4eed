// What a host gets wrong: each call gives an error, and the game is as it was.
#include <cstdio>
#include <tgdl/bot.h>

namespace tg = tgdl::v1;

namespace {

template <typename T>
void show(const tg::Result<T>& result) {
    std::printf("%s\n", result ? "done" : result.error().message.c_str());
}

} // namespace

int main() {
    const tg::Result<tg::Rules> rules = tg::Rules::load_file(TGDL_SOURCE_DIR "/games/tic_tac_toe/tic_tac_toe.tgdl");
    show(tg::Game::start(*rules, {.players = 9}));

    tg::Result<tg::Game> game = tg::Game::start(*rules);
    show(game->choose(7));
    show(game->undo());
    show(game->result());
    show(game->view(2));
    show(tg::Bot::make(*game, 0, "clever"));
    show(tg::Game::load(*rules, "no save"));
    show(game->choose(0));
    return 0;
}
