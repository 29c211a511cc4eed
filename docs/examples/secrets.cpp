// What each seat may know: texts, the view, and a match that agrees with it.
#include <cstdio>
#include <nlohmann/json.hpp> // the view is JSON: any library reads it
#include <string>
#include <tgdl/game.h>

namespace tg = tgdl::v1;

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
std::string hand_of_first(const std::string& view) {
    const nlohmann::json seen = nlohmann::json::parse(view);
    for (const nlohmann::json& deck : seen.at("decks")) {
        if (deck.value("class", "") == "Hand" && deck.at("owner") == 0) {
            const nlohmann::json& card = deck.at("cards").at(0);
            return card.contains("hidden") ? card.at("hidden") : card.at("text");
        }
    }
    return "nothing";
}

} // namespace

int main() {
    const tg::Result<tg::Rules> rules = tg::Rules::load_text(kRules);
    const tg::Result<tg::Game> game = tg::Game::start(*rules, {.players = 2, .seed = 3});

    // Each text as it is, and as the two players read it.
    for (std::size_t i = 0; i < game->text_count(); ++i) {
        std::printf("%s | %s | %s\n", (*game->texts(tg::kAllSeeing))[i].text.c_str(), (*game->texts(0))[i].text.c_str(),
                    (*game->texts(1))[i].text.c_str());
    }

    std::printf("player 1 sees in the hand of player 0: %s\n", hand_of_first(*game->view(1)).c_str());

    // Matches that player 1 cannot tell from the real one: the own card stays, that of the other may be any.
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const tg::Result<tg::Match> guess = game->sample(1, seed);
        std::printf("perhaps it is: %s\n", hand_of_first(*guess->view(tg::kAllSeeing)).c_str());
    }
    return 0;
}
