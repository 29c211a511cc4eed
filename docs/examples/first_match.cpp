// Loads rules from memory and plays a match: always the last option.
#include "api/engine.h"
#include "api/memory_loader.h"

#include <cstdio>

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
    tgdl::MemoryLoader loader; // or DiskLoader, for files
    loader.add("sticks.tgdl", kRules);
    const tgdl::LoadedRules rules = tgdl::load_rules(loader, "sticks.tgdl");
    if (!rules.program) {
        std::fputs(tgdl::render_text(rules.sources, rules.diagnostics).c_str(), stderr);
        return 1;
    }

    tgdl::Game game(rules.program, {.players = 2, .seed = tgdl::MatchSeed::from(42), .limits = {}});
    while (game.status() == tgdl::MatchStatus::Waiting) {
        const tgdl::Decision& decision = game.decision();
        const std::size_t last = decision.options.size() - 1;
        std::printf("%s: %s\n", game.match().decision_text(decision).c_str(), game.option_texts()[last].c_str());
        game.choose(last);
    }
    for (const tgdl::Delivered& told : game.texts()) {
        std::printf("%s\n", told.text.c_str());
    }
    std::printf("player %u wins\n", game.result().places.front().front());
    return 0;
}
