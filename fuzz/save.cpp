// Any bytes can be offered as a save: they are refused, or are a game that can be played on.
#include "api/engine.h"
#include "api/memory_loader.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

constexpr std::string_view kGame = R"(
game "fuzz"; players 2..4;
interactable Card { number rank = 1; }
stack Deck { returns Card; contents { 3 Card; 2 Card { rank = 2 }; } default { this.shuffle(); } }
tile Land { number gold = 1; }
global board Map { group Field { geometry square; grid Land[3][3]; } }
global class Rules { Deck deck = new Deck(); Table<player, number> points = {}; List<string> notes = {}; }
action Draw
{
    trigger PlayerChoiceEvent;
    input Land where { return where.empty; }
    effect
    {
        Card card = Rules.deck.pop();
        if (card == null) { draw; }
        card.move_to(where);
        input bool keep;
        if (keep) { Rules.points[player.active()] += card.rank; Rules.notes.add($"{card} at {where}"); }
        turn.pass();
    }
}
)";

const tgdl::LoadedRules& rules() {
    static const tgdl::LoadedRules loaded = [] {
        tgdl::MemoryLoader loader;
        loader.add("main.tgdl", std::string(kGame));
        return tgdl::load_rules(loader, "main.tgdl");
    }();
    return loaded;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (auto game = tgdl::Game::load(rules().program, bytes); game && game->status() == tgdl::MatchStatus::Waiting) {
        game->choose(0);
    }
    tgdl::Match match(rules().program, 2, tgdl::MatchSeed::from(1));
    (void)match.load(bytes);
    return 0;
}
