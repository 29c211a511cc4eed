#include "check/check_text_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

std::string dump_of(const std::string& text) {
    const auto checked = check_text(text);
    EXPECT_FALSE(checked->diagnostics.has_errors());
    return dump_checked(*checked->program);
}

TEST(DumpChecked, ShowsDefinitionsWithTheirEffectsAndCodeWithTypesAndMeanings) {
    const std::string dump = dump_of(R"(game "x"; players 2;
global class Bank { number coins = 3; function Pay(number n) { coins -= n; } }
setup { Bank.Pay(n: 2); draw; }
)");

    EXPECT_NE(dump.find("game \"x\", players 2..2\n"), std::string::npos) << dump;
    EXPECT_NE(dump.find("global class Bank, making one: nothing\n"
                        "  attribute number coins\n"
                        "  function nothing Pay: writes\n"
                        "    function input number n\n"),
              std::string::npos)
        << dump;
    EXPECT_NE(dump.find("Assign -=\n      Target Name coins : number = attribute Bank.coins\n"
                        "      Name n : number = input n\n"),
              std::string::npos)
        << dump;
}

TEST(DumpChecked, DoesNotDependOnTheLayout) {
    EXPECT_EQ(dump_of("game \"x\"; players 2; setup { number n = 1 + 2; log($\"{n}\"); draw; }"),
              dump_of("game \"x\";\n\nplayers 2;\n// a comment\nsetup\n{\n    number n = 1 + 2;\n    "
                      "log($\"{n}\");\n\n    draw;\n}\n"));
}

TEST(DumpChecked, ShowsOlderSpellingsAsTheNewOnes) {
    const std::string older = dump_of(R"(game "x"; players 2;
state Card { decimal rank = 7 mod 4; number[] xs = {}; Card next = none; }
verb number Size(Card c) { return c.xs.lenght; }
setup { Card c = new Card(); c.assign_to(1); log($"{Size(c: c)} {c.next == none}"); turns.use("T"); pass 1 to P; }
turn T { phase P { } }
)");
    const std::string newer = dump_of(R"(game "x"; players 2;
class Card { number rank = 7 % 4; List<number> xs = {}; Card next = null; }
function number Size(Card c) { return c.xs.length; }
setup { Card c = new Card(); c.assign(1); log($"{Size(c: c)} {c.next == null}"); turn.use("T"); turn.pass(1, "P"); }
turn T { phase P { } }
)");

    EXPECT_EQ(older, newer);
}

} // namespace
} // namespace tgdl
