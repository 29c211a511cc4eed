#include "saves/follow.h"

#include "saves/rules_for_test.h"

namespace tgdl {
namespace {

// Player 0 takes 2 of 5, player 1 takes 1, player 0 takes 1.
SavedGame played() {
    Game game(rules_of(kNim).program, {.players = 2, .seed = {}, .limits = {}});
    for (const std::size_t choice : {0U, 1U, 0U, 0U, 0U, 0U}) {
        game.choose(choice);
    }
    return saved_game(game, "game.tgdl");
}

Followed follow_under(std::string_view rules, const SavedGame& saved) {
    return follow(rules_of(rules).program, saved);
}

TEST(Follow, TheSameRulesGiveTheSameGame) {
    const Followed followed = follow_under(kNim, played());

    EXPECT_TRUE(followed.has_same_rules);
    EXPECT_EQ(followed.first(), nullptr);
    ASSERT_TRUE(followed.game.has_value());
    EXPECT_EQ(followed.game->choices(), played().choices);
}

TEST(Follow, OtherRulesThatAskTheSameGiveNoDifference) {
    const Followed followed = follow_under(changed(kNim, "winner player.active();", "draw;"), played());

    EXPECT_FALSE(followed.has_same_rules);
    EXPECT_EQ(followed.first(), nullptr);
    EXPECT_EQ(followed.game->position(), 6U);
}

TEST(Follow, GoesOnWhereTheChoiceCanStillBeMadeAmongOthers) {
    const Followed followed = follow_under(changed(kNim, "1..2", "0..2"), played());

    EXPECT_FALSE(followed.stop.has_value());
    ASSERT_TRUE(followed.noted.has_value());
    EXPECT_EQ(followed.noted->kind, DifferenceKind::OtherOptions);
    EXPECT_EQ(followed.noted->choice, 1U);
    EXPECT_EQ(describe_difference(*followed.noted),
              "choice 2: player 0 chose `2` when asked for count [number]; that can "
              "still be chosen, among 3 options where there were 2");
    EXPECT_EQ(followed.game->position(), 6U);
    EXPECT_EQ(followed.game->choices()[1].text, "2");
}

TEST(Follow, StopsWhereTheChoiceIsNotOfferedAnyMore) {
    const Followed followed = follow_under(changed(kNim, "1..2", "1..1"), played());

    ASSERT_TRUE(followed.stop.has_value());
    EXPECT_EQ(followed.stop->kind, DifferenceKind::NotOffered);
    EXPECT_EQ(describe_difference(*followed.stop),
              "choice 2: player 0 chose `2` when asked for count [number]; that is "
              "not offered any more; there is `1`");
    EXPECT_EQ(followed.game->position(), 1U);
    EXPECT_EQ(followed.game->status(), MatchStatus::Waiting);
}

TEST(Follow, TellsWhatIsDifferentFirstAndWhereItStops) {
    const std::string rules = changed(changed(kNim, "1..2", "0..2"), "stones == 0", "stones < 3");

    const std::string told = describe_differences(follow_under(rules.c_str(), played()));

    EXPECT_EQ(told,
              "choice 2: player 0 chose `2` when asked for count [number]; that can still be chosen, among 3 options "
              "where there were 2\n"
              "choice 5: player 0 chose `Take` when asked for an action; now the game has ended before that");
    EXPECT_EQ(describe_differences(follow_under(kNim, played())), "");
}

TEST(Follow, StopsWhereAnotherQuestionIsAsked) {
    const Followed followed = follow_under(changed(kNim, "count", "amount"), played());

    ASSERT_TRUE(followed.stop.has_value());
    EXPECT_EQ(followed.stop->kind, DifferenceKind::OtherQuestion);
    EXPECT_EQ(describe_difference(*followed.stop),
              "choice 2: player 0 chose `2` when asked for count [number]; now the "
              "player chooses amount [number]: `1`, `2`");
}

TEST(Follow, StopsWhereAnotherPlayerIsAsked) {
    const Followed followed = follow_under(changed(kNim, "turn.pass();", "if (count == 1) { turn.pass(); }"), played());

    ASSERT_TRUE(followed.stop.has_value());
    EXPECT_EQ(followed.stop->kind, DifferenceKind::OtherPlayer);
    EXPECT_EQ(describe_difference(*followed.stop),
              "choice 3: player 1 chose `Take` when asked for an action; now player 0 "
              "chooses an action: `Take`");
    EXPECT_EQ(followed.game->position(), 2U);
}

TEST(Follow, StopsWhereTheGameHasEnded) {
    const Followed followed = follow_under(changed(kNim, "stones == 0", "stones < 3"), played());

    ASSERT_TRUE(followed.stop.has_value());
    EXPECT_EQ(followed.stop->kind, DifferenceKind::Finished);
    EXPECT_EQ(describe_difference(*followed.stop),
              "choice 5: player 0 chose `Take` when asked for an action; now the game "
              "has ended before that");
}

TEST(Follow, StopsWhereTheRulesEndInAnError) {
    const Followed followed = follow_under(
        changed(kNim, "turn.pass();", "List<number> none = {}; Heap.stones += none[count]; turn.pass();"), played());

    ASSERT_TRUE(followed.stop.has_value());
    EXPECT_EQ(followed.stop->kind, DifferenceKind::Error);
    EXPECT_EQ(followed.game->status(), MatchStatus::Error);
    EXPECT_EQ(describe_difference(*followed.stop), "choice 3: player 1 chose `Take` when asked for an action; now the "
                                                   "rules end in an error before that");
}

TEST(Follow, SaysWhenTheGameIsNotForSoManyPlayers) {
    const Followed followed = follow_under(changed(kNim, "2..3", "3..5"), played());

    EXPECT_FALSE(followed.game.has_value());
    ASSERT_TRUE(followed.stop.has_value());
    EXPECT_EQ(followed.stop->kind, DifferenceKind::Players);
    EXPECT_EQ(describe_difference(*followed.stop), "the game is now for 3 to 5 players");
}

// Three hidden cards read alike; which of them was played shows only by its number.
constexpr std::string_view kHidden = R"(
game "hidden"; players 2;
interactable Card { number rank = 0; visible viewer { return false; } }
stack Deck { returns Card; visible viewer { return false; } }
global class Rules { Deck deck = new Deck(); Deck pile = new Deck(); number last = 0; }
setup { foreach (number i in 1..3) { Rules.deck.push(new Card() { rank = i }); } }
action Play
{
    trigger PlayerChoiceEvent;
    input Card card { options Rules.deck; }
    effect { Rules.last = card.rank; Rules.pile.push(card); turn.pass(); }
}
)";

TEST(Follow, TakesTheSameOfSeveralOptionsThatReadAlike) {
    Game game(rules_of(kHidden).program, {});
    game.choose(0);
    game.choose(1);
    ASSERT_EQ(game.choices()[1].text, "a hidden Card");

    Followed followed = follow_under(kHidden, saved_game(game, "game.tgdl"));

    ASSERT_TRUE(followed.game.has_value());
    EXPECT_EQ(followed.game->hash(), game.hash());
}

} // namespace
} // namespace tgdl
