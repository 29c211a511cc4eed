// Steps back and forth, a save, and a match that goes on from it.
#include <cstdio>
#include <string>
#include <tgdl/game.h>

namespace tg = tgdl::v1;

namespace {

constexpr const char* kRules = R"(
game "countdown";
players 2;
global class Clock { number left = 6; }
action Tick
{
    trigger PlayerChoiceEvent;
    input number by { range 1..2; }
    effect
    {
        Clock.left -= by;
        if (Clock.left <= 0) { winner player.active(); }
        turn.pass();
    }
}
)";

} // namespace

int main() {
    const tg::Result<tg::Rules> rules = tg::Rules::load_text(kRules);
    tg::Result<tg::Game> game = tg::Game::start(*rules);
    for (int i = 0; i < 4; ++i) {
        (void)game->choose(0); // the action, then the number, of two players
    }

    const std::uint64_t here = game->hash();
    (void)game->undo();
    (void)game->undo();
    std::printf("%zu of %zu choices\n", game->position(), game->choices().size());
    (void)game->redo();
    (void)game->redo();
    std::printf("the same again: %s\n", game->hash() == here ? "yes" : "no");

    const std::string bytes = game->save();
    tg::Result<tg::Game> resumed = tg::Game::load(*rules, bytes);
    if (!resumed) {
        std::printf("line %zu: %s\n", resumed.error().line, resumed.error().message.c_str());
        return 1;
    }
    while (resumed->status() == tg::MatchStatus::Waiting) {
        (void)resumed->choose(*resumed->option_count() - 1);
    }
    std::printf("player %u wins, after %zu choices\n", resumed->result()->places.front().front(), resumed->position());
    std::printf("a broken save is refused: %s\n", tg::Game::load(*rules, bytes + "x") ? "no" : "yes");
    return 0;
}
