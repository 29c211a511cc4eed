// Any bytes can be offered as a save: they are refused, or are a game that can be played on.
//
// Each input is tried as it is, as what follows a title that is right (no input would ever hit upon the hash of the program),
// and as the choices of a log, one for each byte.
#include "api/engine.h"
#include "api/memory_loader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
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

// A save without choices, up to that word.
std::string begin_of_save(std::string_view word) {
    static const std::string saved = tgdl::Game(rules().program, {}).save();
    return saved.substr(0, saved.find(word) + word.size());
}

void load(const std::string& bytes) {
    std::optional<tgdl::Game> game = tgdl::Game::load(rules().program, bytes);
    if (!game) {
        return;
    }
    const std::string saved = game->save();
    const std::optional<tgdl::Game> again = tgdl::Game::load(rules().program, saved);
    if (!again || again->hash() != game->hash()) {
        std::abort(); // what was loaded is a game like any other
    }
    if (game->status() == tgdl::MatchStatus::Waiting) {
        game->choose(0);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    load(bytes);
    load(begin_of_save("players ") + bytes);
    std::string log = begin_of_save("choices ") + std::to_string(size) + "\n";
    for (std::size_t i = 0; i < size; ++i) {
        log += std::to_string(data[i]) + "\n";
    }
    load(log);
    return 0;
}
