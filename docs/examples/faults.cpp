// What goes wrong: mistakes in the rules, and faults while playing.
#include "api/engine.h"
#include "api/memory_loader.h"

#include <cstdio>

namespace {

tgdl::LoadedRules rules_of(const char* text) {
    tgdl::MemoryLoader loader;
    loader.add("game.tgdl", text);
    return tgdl::load_rules(loader, "game.tgdl");
}

} // namespace

int main() {
    const tgdl::LoadedRules wrong = rules_of("game \"x\";\nplayers 2;\nsetup { lgo(\"hello\"); winner {}; }\n");
    std::printf("%s\n", tgdl::render_text(wrong.sources, wrong.diagnostics).c_str());

    const tgdl::LoadedRules endless = rules_of("game \"x\";\nplayers 2;\nsetup { while (player.count() > 0) { } }\n");
    tgdl::GameStart start;
    start.limits.steps = 100'000; // a host decides how much one transaction may take
    const tgdl::Game game(endless.program, start);
    if (game.status() == tgdl::MatchStatus::Error) {
        std::printf("%s", tgdl::render_fault(endless, game.fault(), tgdl::Colour::Off).c_str());
    }
    return 0;
}
