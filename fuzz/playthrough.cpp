// A playthrough may be any text: it is read or refused, followed without harm, and written so that it reads as the same.
#include "api/memory_loader.h"
#include "playthrough/run_playthrough.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

using namespace tgdl;

namespace {

constexpr const char* kGame = R"(
game "noughts";
players 2..3;
tile Square { player owner = null; }
global board Board { group Grid { geometry square; grid Square[3][3]; } }
action Mark
{
    trigger PlayerChoiceEvent;
    input Square chosen { return chosen.owner == null; }
    effect
    {
        chosen.owner = player.active();
        log($"{player.active()}> {chosen} {random(3)}");
        if (Board.Grid.tiles.every(t: t.owner != null)) { draw; }
        turn.pass();
    }
}
)";

void expect(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// Updated once, it is as it should be: nothing differs, and nothing is written anew.
void update(const Playthrough& playthrough, const LoadedRules& rules) {
    const Transcript transcript = run_playthrough(playthrough, rules);
    if (transcript.problem || find_left_over(playthrough, transcript) != nullptr) {
        return;
    }
    const std::string text = write_playthrough(playthrough, transcript);
    const auto again = read_playthrough(text);
    expect(again.has_value());
    expect(!find_difference(*again, transcript));
    expect(write_playthrough(*again, transcript) == text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const LoadedRules rules = [] {
        MemoryLoader loader;
        loader.add("game.tgdl", kGame);
        return load_rules(loader, "game.tgdl");
    }();
    expect(rules.program != nullptr);
    const auto playthrough = read_playthrough({reinterpret_cast<const char*>(data), size});
    if (playthrough) {
        update(*playthrough, rules);
    }
    return 0;
}
