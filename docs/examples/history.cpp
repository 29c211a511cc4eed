// Steps back and forth, a save, and a match that goes on from it.
#include "api/engine.h"
#include "api/memory_loader.h"
#include "saves/save.h"

#include <cstdio>

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
    tgdl::MemoryLoader loader;
    loader.add("game.tgdl", kRules);
    const tgdl::LoadedRules rules = tgdl::load_rules(loader, "game.tgdl");
    tgdl::Game game(rules.program, {});
    for (int i = 0; i < 4; ++i) {
        game.choose(0); // the action, then the number, of two players
    }

    const std::uint64_t here = game.hash();
    game.undo();
    game.undo();
    std::printf("%zu of %zu choices\n", game.position(), game.choices().size());
    game.redo();
    game.redo();
    std::printf("the same again: %s\n", game.hash() == here ? "yes" : "no");

    const std::string text = tgdl::write_save(tgdl::saved_game(game, "game.tgdl"));
    const auto saved = tgdl::read_save(text);
    if (!saved) {
        std::printf("line %zu: %s\n", saved.error().line, saved.error().text.c_str());
        return 1;
    }
    tl::expected<tgdl::Game, tgdl::SaveProblem> resumed = tgdl::load_game(rules.program, *saved);
    if (!resumed) {
        std::puts("that is no save of this game");
        return 1;
    }
    while (resumed->status() == tgdl::MatchStatus::Waiting) {
        resumed->choose(resumed->decision().options.size() - 1);
    }
    std::printf("player %u wins, after %zu choices\n", resumed->result().places.front().front(), resumed->position());
    std::printf("a broken save is refused: %s\n", tgdl::read_save(text + "x") ? "no" : "yes");
    return 0;
}
