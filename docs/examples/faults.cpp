// What goes wrong in rules: mistakes that the checker finds, and faults while playing.
#include <cstdio>
#include <tgdl/game.h>

namespace tg = tgdl::v1;

int main() {
    const tg::Result<tg::Rules> wrong =
        tg::Rules::load_text("game \"x\";\nplayers 2;\nsetup { lgo(\"hello\"); winner {}; }\n");
    for (const tg::Diagnostic& diagnostic : wrong->diagnostics()) {
        std::printf("%s in line %u\n", diagnostic.code.c_str(), diagnostic.place->line);
    }
    std::printf("%s\n", wrong->diagnostics_text().c_str());

    const tg::Result<tg::Rules> endless =
        tg::Rules::load_text("game \"x\";\nplayers 2;\nsetup { while (player.count() > 0) { } }\n");
    tg::GameStart start;
    start.limits.steps = 100'000; // a host decides how much one transaction may take
    const tg::Result<tg::Game> game = tg::Game::start(*endless, start);
    if (game->status() == tg::MatchStatus::Error) {
        std::printf("%s", game->fault()->text.c_str());
    }
    return 0;
}
