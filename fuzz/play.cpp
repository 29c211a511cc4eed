// Any text that compiles can be played, with limits, to its end or a runtime error.
#include "api/engine.h"
#include "api/memory_loader.h"
#include "bots/random_bot.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr int kMostChoices = 200;
    tgdl::MemoryLoader loader;
    loader.add("main.tgdl", std::string(reinterpret_cast<const char*>(data), size));
    const tgdl::LoadedRules rules = tgdl::load_rules(loader, "main.tgdl");
    if (!rules.program) {
        return 0;
    }
    tgdl::GameStart start;
    start.limits = {.steps = 100'000, .depth = 100, .words = 1U << 20U, .output = 1U << 16U};
    tgdl::Game game(rules.program, start);
    tgdl::RandomBot bot(size);
    for (int i = 0; i < kMostChoices && game.status() == tgdl::MatchStatus::Waiting; ++i) {
        (void)game.option_texts();
        game.choose(bot.decide(game.decision()));
    }
    (void)game.view(0).dump();
    (void)game.hash();
    if (game.status() == tgdl::MatchStatus::Error) {
        (void)tgdl::render_fault(rules, game.fault(), tgdl::Colour::Off);
    }
    return 0;
}
