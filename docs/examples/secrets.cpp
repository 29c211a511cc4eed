// What each seat may know: texts, the view, and a match that agrees with it.
#include "api/engine.h"
#include "api/memory_loader.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

namespace {

constexpr const char* kRules = R"(
game "one card";
players 2;
interactable Card
{
    number value = 0;
    information { short { return $"the {this.value}"; } }
}
stack Deck
{
    returns Card;
    default
    {
        foreach (number v in 1..9) { push(new Card() { value = v }); }
        shuffle();
    }
}
global class Middle { Deck deck = new Deck(); }
player stack Hand { returns Card; }
setup
{
    foreach (player p in player.all())
    {
        Hand[p].push(Middle.deck.pop());
        log($"player {p} gets {Hand[p].peek()}");
    }
}
action Show
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; }
    effect
    {
        if (card.value > 4) { winner player.active(); }
        winner player.active() + 1;
    }
}
)";

// The one card of player 0, as a view shows it.
std::string hand_of_first(const nlohmann::json& view) {
    for (const nlohmann::json& deck : view.at("decks")) {
        if (deck.value("class", "") == "Hand" && deck.at("owner") == 0) {
            const nlohmann::json& card = deck.at("cards").at(0);
            return card.contains("hidden") ? card.at("hidden") : card.at("text");
        }
    }
    return "nothing";
}

} // namespace

int main() {
    tgdl::MemoryLoader loader;
    loader.add("game.tgdl", kRules);
    const tgdl::LoadedRules rules = tgdl::load_rules(loader, "game.tgdl");
    if (!rules.program) {
        std::fputs(tgdl::render_text(rules.sources, rules.diagnostics).c_str(), stderr);
        return 1;
    }
    tgdl::Game game(rules.program, {.players = 2, .seed = tgdl::MatchSeed::from(3), .limits = {}});

    // One text for each player, and one for a spectator.
    for (const tgdl::Delivered& told : game.texts()) {
        std::printf("%s | %s | %s\n", told.text.c_str(), told.seen[0].c_str(), told.seen[1].c_str());
    }

    std::printf("player 1 sees in the hand of player 0: %s\n", hand_of_first(game.view(1)).c_str());

    // Matches that player 1 cannot tell from the real one: the own card stays, that of the other may be any.
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        tgdl::Match guess = game.sample(1, seed);
        std::printf("perhaps it is: %s\n", hand_of_first(tgdl::view(guess, tgdl::kAllSeeing)).c_str());
    }
    return 0;
}
