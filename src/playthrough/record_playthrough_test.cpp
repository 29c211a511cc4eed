#include "playthrough/record_playthrough.h"

#include "api/memory_loader.h"
#include "playthrough/run_playthrough.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

// Cards that read alike, and one whose text a playthrough cannot hold.
constexpr std::string_view kGame = R"(
game "cards"; players 1;
interactable Card { number rank = 0; visible viewer { return false; } }
interactable Joker { information { short { return " joker\n"; } } }
stack Deck { returns Card; }
global class Rules { Deck deck = new Deck(); Deck pile = new Deck(); Joker joker = new Joker(); number sum = 0; }
setup { foreach (number i in 1..3) { Rules.deck.push(new Card() { rank = i }); } }
action Take
{
    trigger PlayerChoiceEvent;
    input Card card { options Rules.deck; }
    effect { Rules.sum += card.rank; Rules.pile.push(card); log($"{Rules.sum} in all"); }
}
action Laugh { trigger PlayerChoiceEvent; input Joker at; effect { log("ha"); } }
)";

LoadedRules rules_of(std::string text) {
    MemoryLoader loader;
    loader.add("game.tgdl", std::move(text));
    LoadedRules rules = load_rules(loader, "game.tgdl");
    EXPECT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
    return rules;
}

SavedGame played(const LoadedRules& rules, std::initializer_list<std::size_t> choices) {
    Game game(rules.program, {.players = 0, .seed = MatchSeed::from(5), .limits = {}});
    for (const std::size_t choice : choices) {
        game.choose(choice);
    }
    return saved_game(game, "game.tgdl", {{"Anna\nplayers: 7", ""}});
}

TEST(RecordPlaythrough, WritesWhatWasChosenAndWhatCameOfIt) {
    const LoadedRules rules = rules_of(std::string(kGame));

    const tl::expected<std::string, std::string> text = record(played(rules, {0, 0}), rules, "../game.tgdl");

    ASSERT_TRUE(text.has_value()) << text.error();
    EXPECT_EQ(*text, "# A game between Anna players: 7, as it was played.\n"
                     "game: ../game.tgdl\n"
                     "players: 1\n"
                     "seed: 5\n"
                     "\n"
                     "0> Take\n"
                     "0> a hidden Card\n"
                     "1 in all\n"
                     "result: unfinished\n");
}

TEST(RecordPlaythrough, WritesANumberWhereATextDoesNotLeadToTheOption) {
    const LoadedRules rules = rules_of(std::string(kGame));

    const tl::expected<std::string, std::string> text = record(played(rules, {0, 2, 1, 0}), rules, "game.tgdl");

    ASSERT_TRUE(text.has_value()) << text.error();
    EXPECT_NE(text->find("0> 2\n3 in all\n0> Laugh\n0> 0\nha\n"), std::string::npos) << *text;
    const tl::expected<Playthrough, PlayProblem> read = read_playthrough(*text);
    ASSERT_TRUE(read.has_value());
    EXPECT_FALSE(find_difference(*read, run_playthrough(*read, rules)).has_value());
}

TEST(RecordPlaythrough, RefusesWhatCannotBePlayedUnderTheseRules) {
    const LoadedRules rules = rules_of(std::string(kGame));
    std::string changed(kGame);
    changed.replace(changed.find("action Take"), 11, "action Draw");

    const tl::expected<std::string, std::string> text =
        record(played(rules, {0, 0}), rules_of(std::move(changed)), "game.tgdl");

    ASSERT_FALSE(text.has_value());
    EXPECT_EQ(text.error(),
              "under these rules the saved game cannot be played to its end: choice 1: player 0 chose `Take` "
              "when asked for an action; that is not offered any more; there is `Draw`, `Laugh`");
}

} // namespace
} // namespace tgdl
