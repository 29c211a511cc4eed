#include "saves/replay_save.h"

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

ReplayedSave replay_under(std::string_view rules, const SavedGame& saved) {
    return replay_save(rules_of(rules).program, saved);
}

TEST(ReplaySave, TheSameRulesGiveTheSameGame) {
    const ReplayedSave replayed = replay_under(kNim, played());

    EXPECT_TRUE(replayed.has_same_rules);
    EXPECT_EQ(replayed.first(), nullptr);
    ASSERT_TRUE(replayed.game.has_value());
    EXPECT_EQ(replayed.game->choices(), played().choices);
}

TEST(ReplaySave, OtherRulesThatAskTheSameGiveNoDifference) {
    const ReplayedSave replayed = replay_under(changed(kNim, "winner player.active();", "draw;"), played());

    EXPECT_FALSE(replayed.has_same_rules);
    EXPECT_EQ(replayed.first(), nullptr);
    EXPECT_EQ(replayed.game->position(), 6U);
}

TEST(ReplaySave, GoesOnWhereTheChoiceCanStillBeMadeAmongOthers) {
    const ReplayedSave replayed = replay_under(changed(kNim, "1..2", "0..2"), played());

    EXPECT_FALSE(replayed.stop.has_value());
    ASSERT_TRUE(replayed.changed_options.has_value());
    EXPECT_EQ(replayed.changed_options->kind, DifferenceKind::OtherOptions);
    EXPECT_EQ(replayed.changed_options->choice, 1U);
    EXPECT_EQ(describe_difference(*replayed.changed_options),
              "choice 2: player 0 chose `2` when asked for count [number]; that can "
              "still be chosen, among 3 options where there were 2");
    EXPECT_EQ(replayed.game->position(), 6U);
    EXPECT_EQ(replayed.game->choices()[1].text, "2");
}

TEST(ReplaySave, StopsWhereTheChoiceIsNotOfferedAnyMore) {
    const ReplayedSave replayed = replay_under(changed(kNim, "1..2", "1..1"), played());

    ASSERT_TRUE(replayed.stop.has_value());
    EXPECT_EQ(replayed.stop->kind, DifferenceKind::NotOffered);
    EXPECT_EQ(describe_difference(*replayed.stop),
              "choice 2: player 0 chose `2` when asked for count [number]; that is "
              "not offered any more; there is `1`");
    EXPECT_EQ(replayed.game->position(), 1U);
    EXPECT_EQ(replayed.game->status(), MatchStatus::Waiting);
}

TEST(ReplaySave, TellsWhatIsDifferentFirstAndWhereItStops) {
    const std::string rules = changed(changed(kNim, "1..2", "0..2"), "stones == 0", "stones < 3");

    const std::string told = describe_differences(replay_under(rules.c_str(), played()));

    EXPECT_EQ(told,
              "choice 2: player 0 chose `2` when asked for count [number]; that can still be chosen, among 3 options "
              "where there were 2\n"
              "choice 5: player 0 chose `Take` when asked for an action; now the game has ended before that");
    EXPECT_EQ(describe_differences(replay_under(kNim, played())), "");
}

TEST(ReplaySave, StopsWhereAnotherQuestionIsAsked) {
    const ReplayedSave replayed = replay_under(changed(kNim, "count", "amount"), played());

    ASSERT_TRUE(replayed.stop.has_value());
    EXPECT_EQ(replayed.stop->kind, DifferenceKind::OtherQuestion);
    EXPECT_EQ(describe_difference(*replayed.stop),
              "choice 2: player 0 chose `2` when asked for count [number]; now the "
              "player chooses amount [number]: `1`, `2`");
}

TEST(ReplaySave, StopsWhereAnotherPlayerIsAsked) {
    const ReplayedSave replayed =
        replay_under(changed(kNim, "turn.pass();", "if (count == 1) { turn.pass(); }"), played());

    ASSERT_TRUE(replayed.stop.has_value());
    EXPECT_EQ(replayed.stop->kind, DifferenceKind::OtherPlayer);
    EXPECT_EQ(describe_difference(*replayed.stop),
              "choice 3: player 1 chose `Take` when asked for an action; now player 0 "
              "chooses an action: `Take`");
    EXPECT_EQ(replayed.game->position(), 2U);
}

TEST(ReplaySave, StopsWhereTheGameHasEnded) {
    const ReplayedSave replayed = replay_under(changed(kNim, "stones == 0", "stones < 3"), played());

    ASSERT_TRUE(replayed.stop.has_value());
    EXPECT_EQ(replayed.stop->kind, DifferenceKind::Finished);
    EXPECT_EQ(describe_difference(*replayed.stop),
              "choice 5: player 0 chose `Take` when asked for an action; now the game "
              "has ended before that");
}

TEST(ReplaySave, StopsWhereTheRulesEndInAnError) {
    const ReplayedSave replayed = replay_under(
        changed(kNim, "turn.pass();", "List<number> none = {}; Heap.stones += none[count]; turn.pass();"), played());

    ASSERT_TRUE(replayed.stop.has_value());
    EXPECT_EQ(replayed.stop->kind, DifferenceKind::Error);
    EXPECT_EQ(replayed.game->status(), MatchStatus::Error);
    EXPECT_EQ(describe_difference(*replayed.stop), "choice 3: player 1 chose `Take` when asked for an action; now the "
                                                   "rules end in an error before that");
}

TEST(ReplaySave, SaysWhenTheGameIsNotForSoManyPlayers) {
    const ReplayedSave replayed = replay_under(changed(kNim, "2..3", "3..5"), played());

    EXPECT_FALSE(replayed.game.has_value());
    ASSERT_TRUE(replayed.stop.has_value());
    EXPECT_EQ(replayed.stop->kind, DifferenceKind::Players);
    EXPECT_EQ(describe_difference(*replayed.stop), "the game is now for 3 to 5 players");
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

TEST(ReplaySave, TakesTheSameOfSeveralOptionsThatReadAlike) {
    Game game(rules_of(kHidden).program, {});
    game.choose(0);
    game.choose(1);
    ASSERT_EQ(game.choices()[1].text, "a hidden Card");

    ReplayedSave replayed = replay_under(kHidden, saved_game(game, "game.tgdl"));

    ASSERT_TRUE(replayed.game.has_value());
    EXPECT_EQ(replayed.game->hash(), game.hash());
}

} // namespace
} // namespace tgdl
