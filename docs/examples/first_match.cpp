// Loads rules from memory and plays a match: always the last option.
#include <cstdio>
#include <tgdl/game.h>

namespace tg = tgdl::v1;

namespace {

constexpr const char* kRules = R"(
game "last stick";
players 2;

global class Heap { number sticks = 5; }

action Take
{
    trigger PlayerChoiceEvent;
    input number taken { range 1..math.min(3, Heap.sticks); }
    effect
    {
        Heap.sticks -= taken;
        log($"player {player.active()} takes {taken}");
        if (Heap.sticks == 0) { winner player.active(); }
        turn.pass();
    }
}
)";

} // namespace

int main() {
    const tg::Result<tg::Rules> rules = tg::Rules::load_text(kRules); // or load_file, for files
    if (!rules || !rules->is_playable()) {
        std::fputs(rules ? rules->diagnostics_text().c_str() : rules.error().message.c_str(), stderr);
        return 1;
    }

    tg::Result<tg::Game> game = tg::Game::start(*rules, {.players = 2, .seed = 42});
    while (game->status() == tg::MatchStatus::Waiting) {
        const tg::Result<tg::Decision> decision = game->decision();
        const std::size_t last = decision->options.size() - 1;
        std::printf("%s: %s\n", decision->text.c_str(), decision->options[last].c_str());
        (void)game->choose(last);
    }
    for (const tg::Text& told : *game->texts(tg::kSpectator)) {
        std::printf("%s\n", told.text.c_str());
    }
    std::printf("player %u wins\n", game->result()->places.front().front());
    return 0;
}
