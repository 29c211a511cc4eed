#include "check/check_text_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

std::string traits_of(const std::string& text) {
    return describe_traits(*check_text(text)->program);
}

TEST(Traits, AnOpenGameWithoutChance) {
    EXPECT_EQ(traits_of("game \"x\"; players 2; setup { draw; }"),
              "players: 2\nchance: no\nhidden information: no\nsimultaneous choice: no\n");
}

TEST(Traits, AGameWithEverything) {
    EXPECT_EQ(traits_of(R"(game "x"; players 2..4;
interactable Card { }
stack Pile { returns Card; contents { 3 Card; } }
global class G
{
    Pile pile = new Pile();
    action Go
    {
        trigger PlayerChoiceEvent;
        players player.all() input bool vote;
        effect { pile.shuffle(); log($"{vote}"); turn.pass(); }
    }
}
)"),
              "players: 2 to 4\nchance: yes\nhidden information: yes\nsimultaneous choice: yes\n");
}

TEST(Traits, AFunctionThatIsNeverCalledBringsNoChance) {
    EXPECT_NE(traits_of("game \"x\"; players 2; function number Roll() { return random(6); } setup { draw; }")
                  .find("chance: no"),
              std::string::npos);
}

TEST(Traits, AnOpenDeckHidesNothing) {
    EXPECT_NE(traits_of("game \"x\"; players 2; interactable Card { } "
                        "stack Pile { returns Card; visible viewer { return true; } } "
                        "setup { Pile p = new Pile(); p.push(new Card()); draw; }")
                  .find("hidden information: no"),
              std::string::npos);
}

TEST(Traits, SeveralActivePlayersChooseAtOnce) {
    EXPECT_NE(
        traits_of("game \"x\"; players 2; setup { turn.use(\"T\"); turn.pass(player.all()); } turn T { phase P { } }")
            .find("simultaneous choice: yes"),
        std::string::npos);
}

} // namespace
} // namespace tgdl
