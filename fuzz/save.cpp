// Any bytes can be offered as a save: they are refused, or are a game that can be played on.
//
// Each input is tried as it is, as what follows a head that is right (no input would ever hit upon the hash of the rules), as
// changes to a save (each three bytes say where, and what to), and as the choices of a game under these and other rules.
#include "saves/save.h"
#include "api/engine.h"
#include "api/memory_loader.h"
#include "saves/replay_save.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

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

tgdl::LoadedRules load_text(std::string text) {
    tgdl::MemoryLoader loader;
    loader.add("main.tgdl", std::move(text));
    return tgdl::load_rules(loader, "main.tgdl");
}

const tgdl::LoadedRules& rules() {
    static const tgdl::LoadedRules loaded = load_text(std::string(kGame));
    return loaded;
}

// With other things to choose, and not for two players.
const tgdl::LoadedRules& changed_rules() {
    static const tgdl::LoadedRules loaded = [] {
        std::string text(kGame);
        text.replace(text.find("2..4"), 4, "3..4");
        text.replace(text.find("[3][3]"), 6, "[2][4]");
        return load_text(std::move(text));
    }();
    return loaded;
}

void go_on(tgdl::Game& game) {
    if (game.status() == tgdl::MatchStatus::Waiting) {
        game.choose(0);
    }
    if (game.position() > 0) {
        (void)game.disclosure_of(game.position() - 1);
    }
}

void load(const std::string& bytes) {
    const tl::expected<tgdl::SavedGame, tgdl::SaveProblem> saved = tgdl::read_save(bytes);
    if (!saved) {
        return;
    }
    if (tgdl::read_save(tgdl::write_save(*saved))->choices != saved->choices) {
        std::abort(); // what was read is written in the same words
    }
    tl::expected<tgdl::Game, tgdl::SaveProblem> game = tgdl::load_game(rules().program, *saved);
    if (game) {
        go_on(*game);
    }
    tgdl::ReplayedSave followed = tgdl::replay_save(changed_rules().program, *saved);
    if (const tgdl::Difference* const difference = followed.first()) {
        (void)tgdl::describe_difference(*difference);
    }
    if (followed.game) {
        go_on(*followed.game);
    }
}

// A game in which the bytes decide.
tgdl::SavedGame play(const std::string& bytes) {
    tgdl::Game game(rules().program, {.players = 3, .seed = {}, .limits = {}});
    for (const char byte : bytes) {
        if (game.status() == tgdl::MatchStatus::Waiting) {
            game.choose(static_cast<unsigned char>(byte) % game.decision().options.size());
        }
    }
    return tgdl::saved_game(game, "main.tgdl", {{"Anna", ""}, {"", "random"}});
}

std::string change(std::string text, const std::string& bytes) {
    for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
        const std::size_t at = static_cast<unsigned char>(bytes[i]) * 256U + static_cast<unsigned char>(bytes[i + 1]);
        text[at % text.size()] = bytes[i + 2];
    }
    return text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string head = tgdl::write_save(play(""));
    static const std::string save = tgdl::write_save(play("\1\2\3\4\5\6\7\10\11\12"));
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    load(bytes);
    load(head + bytes);
    load(change(save, bytes));
    load(tgdl::write_save(play(bytes)));
    return 0;
}
