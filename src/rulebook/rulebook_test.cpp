#include "rulebook/rulebook.h"

#include "api/memory_loader.h"

#include <gtest/gtest.h>
#include <string>

namespace tgdl {
namespace {

Rulebook book_of(const std::string& text) {
    MemoryLoader loader;
    loader.add("game.tgdl", text);
    const CheckResult checked = check_program(loader, "game.tgdl");
    EXPECT_FALSE(checked.diagnostics.has_errors());
    return make_rulebook(checked);
}

std::string markdown_of(const std::string& text) {
    return write_markdown(book_of(text));
}

std::string html_of(const std::string& text) {
    return write_html(book_of(text));
}

testing::AssertionResult has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos ? testing::AssertionSuccess()
                                                : testing::AssertionFailure() << part << "\nis not in\n"
                                                                              << text;
}

// An action of a seat, with the code given.
std::string with_effect(const std::string& effect, const std::string& more = "") {
    return R"(game "x"; players 2..3;
        interactable Card { number cost = 1; bool spent = false; }
        player stack Hand { returns Card; contents { 3 Card; } }
        player class Seat
        {
            number coins = 3;
            action Act
            {
                )"
           + more + R"(
                trigger PlayerChoiceEvent;
                effect { )"
           + effect + R"( }
            }
        })";
}

TEST(Rulebook, BeginsWithTheCommentOfTheGame) {
    const std::string text = markdown_of("/// Two players *race*.\ngame \"dash\"; players 2..4;");

    EXPECT_TRUE(text.starts_with("# dash\n\nTwo players *race*.\n\n**2 to 4 players**"));
}

TEST(Rulebook, TellsRequirementsWithTheirReasons) {
    const std::string text = markdown_of(with_effect("coins -= 2;", R"(require "too dear" { return coins >= 2; })"));

    EXPECT_TRUE(has(text, "- Only if your *coins* are at least 2 (otherwise: “too dear”)."));
    EXPECT_TRUE(has(text, "- Subtract 2 from your *coins*."));
}

TEST(Rulebook, TellsInputsWithTheirFilters) {
    const std::string text = markdown_of(
        with_effect("card.remove();", "input Card card { options Hand[this.player]; filter { return !card.spent; } }"));

    EXPECT_TRUE(has(text, "- Choose one of the cards in your hand.\n  - Only if it is not marked *spent*.\n"));
    EXPECT_TRUE(has(text, "- Remove the chosen card."));
}

TEST(Rulebook, TellsConditionsAndRepetitions) {
    const std::string text = markdown_of(with_effect(
        "if (coins == 0) { winner this.player; } else { foreach (player p in player.all()) { Seat[p].coins += 1; } }"));

    EXPECT_TRUE(has(text, "- If your *coins* are 0, you win.\n"));
    EXPECT_TRUE(has(text, "- Otherwise, for each player, add 1 to the *coins* of that player."));
}

TEST(Rulebook, TellsOfAFunctionByItsComment) {
    const std::string text = markdown_of(with_effect("Pay(2);")
                                         + "\n"
                                           "/// Pays the bank. At once.\nfunction Pay(number sum) { log(sum); }");

    EXPECT_TRUE(has(text, "- Pays the bank (*sum*: 2).\n"));
}

TEST(Rulebook, ShowsAsCodeWhatHasNoSentence) {
    const std::string text = markdown_of(with_effect("coins = 2 ^ coins;"));

    EXPECT_TRUE(has(text, "- Set your *coins* to `2 ^ coins`."));
}

TEST(Rulebook, CountsThePiecesForEachNumberOfPlayers) {
    const std::string text = markdown_of(with_effect("turn.pass();"));

    EXPECT_TRUE(has(text, "| Hand (one for each player) | 3 for each player |"));
}

TEST(Rulebook, CountsTheCardsOfAStack) {
    const std::string text = markdown_of(R"(game "x"; players 2;
        interactable Card { number rank = 0; }
        global stack Deck { returns Card; contents { 3 Card { rank = 7 }; } })");

    EXPECT_TRUE(has(text, "| Deck | 3 |"));
    EXPECT_TRUE(has(text, "| 3 | card | *rank* 7 |"));
}

TEST(Rulebook, SaysWhoSeesWhat) {
    const std::string text = markdown_of(R"(game "x"; players 2;
        interactable Spy { player boss = null; visible boss viewer { return viewer == this.player; } }
        setup { Spy spy = new Spy(); spy.assign(0); })");

    EXPECT_TRUE(has(text, "The *boss* of a spy is seen only if the one who looks is its owner."));
}

constexpr const char* kSecretPiece = R"(game "x"; players 2;
    tile Square { }
    global board Board { group Grid { geometry square; grid Square[2][2]; } }
    interactable Traitor
    {
        visible viewer { return viewer == this.player; }
        information { glyph { return "☠"; } }
    }
    setup
    {
        Traitor traitor = new Traitor();
        traitor.assign(1);
        traitor.move_to(Board.Grid[0][0]);
    })";

TEST(Rulebook, DrawsTheStartAsASpectatorSeesIt) {
    const Rulebook book = book_of(kSecretPiece);

    EXPECT_EQ(write_html(book).find("☠"), std::string::npos);
    EXPECT_EQ(write_markdown(book).find("☠"), std::string::npos);
    EXPECT_TRUE(has(write_html(book), ">?</text>"));
}

TEST(Rulebook, LeavesOutWhatAPageMustNotHold) {
    const std::string page = html_of(R"TGDL(/// <script>alert(1)</script> and [this](javascript:alert(2))
        game "<b>&\u{1}"; players 2;
        tile Square
        {
            information { glyph { return "<i>"; } color { return "red;} body { display: none"; } short { return "\"'>"; } }
        }
        global board Board { group Grid { geometry square; grid Square[2][2]; } }
        action Go { require "<img src=x>" { return true; } trigger PlayerChoiceEvent; effect { turn.pass(); } })TGDL");

    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(page.find("javascript:"), std::string::npos);
    EXPECT_EQ(page.find("<b>"), std::string::npos);
    EXPECT_EQ(page.find("<i>"), std::string::npos);
    EXPECT_EQ(page.find("<img"), std::string::npos);
    EXPECT_EQ(page.find("display: none\""), std::string::npos);
    EXPECT_EQ(page.find('\x01'), std::string::npos);
}

// Each function calls the next twenty times.
TEST(Rulebook, EndsThoughFunctionsAreNestedWidely) {
    std::string text = with_effect("coins = F0();");
    for (int i = 0; i < 6; ++i) {
        text += "function number F" + std::to_string(i) + "() { return 0";
        for (int j = 0; j < 20; ++j) {
            text += i < 5 ? " + F" + std::to_string(i + 1) + "()" : " + 1";
        }
        text += "; }\n";
    }

    EXPECT_LT(markdown_of(text).size(), 100'000U);
}

TEST(Rulebook, OfAGameWhoseSetupFailsHasNoNumbers) {
    const std::string text = markdown_of(R"(game "x"; players 2; setup { fail "never"; })");

    EXPECT_TRUE(has(text, "- This is not allowed: “never”."));
}

} // namespace
} // namespace tgdl
