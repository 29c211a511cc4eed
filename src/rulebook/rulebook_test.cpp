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

TEST(Rulebook, TellsTheOptionsOfAMatch) {
    const std::string text = markdown_of(R"(game "x"; players 2;
        enum Level { Easy "quite easy", Hard; }
        /// How many lines the board has.
        option number size = 9 of { 9, 13, 19 };
        option number rounds = 5 of 3..9;
        option bool river = false;
        option string map = "coast" of { "coast", "two hills" };
        option Level level = Level.Easy;
        setup { log(size + rounds); if (river) { log(map); } log(level); })");

    EXPECT_TRUE(has(text, "## What you agree on before\n"));
    EXPECT_TRUE(has(text, "- **Size**: 9, 13 or 19; 9 unless you agree on another. How many lines the board has.\n"));
    EXPECT_TRUE(has(text, "- **Rounds**: 3 to 9; 5 unless you agree on another.\n"));
    EXPECT_TRUE(has(text, "- **River**: yes or no; no unless you agree on another.\n"));
    EXPECT_TRUE(has(text, "- **Map**: “coast” or “two hills”; “coast” unless you agree on another.\n"));
    EXPECT_TRUE(has(text, "- **Level**: *quite easy* or *Hard*; *quite easy* unless you agree on another.\n"));
}

TEST(Rulebook, TellsConstants) {
    const std::string text = markdown_of(with_effect("coins -= firstCoins;") + R"(
        /// What one has at the start.
        const number firstCoins = 2 + 3;
        enum Kind { Clay "clay", Reed; }
        const Table<Kind, number> price = { { Kind.Clay, 2 }, { Kind.Reed, 1 } };)");

    EXPECT_TRUE(has(text, "- Subtract *first coins* from your *coins*."));
    EXPECT_TRUE(has(text, "- **First coins**: 5. What one has at the start."));
    EXPECT_TRUE(has(text, "- **Price**: 2 for *clay*, 1 for *Reed*."));
}

TEST(Rulebook, TellsTheCommentsOfInputs) {
    const std::string text = markdown_of(with_effect("card.remove();", R"(
        /// The card you no longer want.
        /// It goes back.
        input Card card { options Hand[this.player]; })"));

    EXPECT_TRUE(has(text, "- Choose one of the cards in your hand. The card you no longer want. It goes back.\n"));
}

TEST(Rulebook, TellsInputsOfAmounts) {
    const std::string text = markdown_of(R"(game "x"; players 2;
        enum Goods { Wool, Ore; }
        player class Seat
        {
            Table<Goods, number> goods = { { Goods.Wool, 2 } };
            action Give
            {
                trigger PlayerChoiceEvent;
                input Table<Goods, number> gift { upto goods; total 1..3; }
                effect { log(gift); draw; }
            }
        })");

    EXPECT_TRUE(has(text, "- Choose how many of each goods (*gift*), at most your *goods*, 1 to 3 in all.\n"));
    EXPECT_TRUE(has(text, "  - *goods*: a table, 2 for *Wool* at the start.\n"));
}

TEST(Rulebook, OfAnExpansionTellsWhatIsNew) {
    MemoryLoader loader;
    loader.add("base.tgdl", R"(game "base"; players 2;
        option number rounds = 5 of 3..9;
        enum Goods { Wool; }
        player class Seat { number power = 1; }
        score p { return Seat[p].power + rounds; })");
    loader.add("more.tgdl", R"(game "more"; players 2;
        import "base.tgdl";
        /// Longer.
        override option number rounds = 7;
        extend enum Goods
        {
            /// From afar.
            Silk "fine silk";
        }
        /// Fewer points are better.
        override score lowest p { return Seat[p].power; }
        extend class Seat { modify Seat.power s { return value + 1; } })");
    const CheckResult checked = check_program(loader, "more.tgdl");
    ASSERT_FALSE(checked.diagnostics.has_errors());

    const std::string text = write_markdown(make_rulebook(checked));

    EXPECT_TRUE(has(text, "- **Rounds**, changed: Longer.\n"));
    EXPECT_TRUE(has(text, "- **Goods** gets:\n  - *fine silk*: from afar.\n"));
    EXPECT_TRUE(has(text, "- **The score**, changed: Fewer points are better.\n"));
    EXPECT_TRUE(has(text, "- **Seat** gets:\n  - an effect that lasts, on the *power* of each seat.\n"));
    EXPECT_TRUE(has(text, "- **Rounds**: 3 to 9; 7 unless you agree on another.\n"));
}

TEST(Rulebook, TellsTheValuesOfAnEnum) {
    const std::string text = markdown_of(R"(game "x"; players 2;
        enum Kind { Clay "clay", Reed; }
        enum Level
        {
            /// For beginners.
            Easy "quite easy",
            Hard;
        })");

    EXPECT_TRUE(has(text, "  - *clay* or *Reed*.\n"));
    EXPECT_TRUE(has(text, "  - *quite easy*: For beginners.\n  - *Hard*.\n"));
}

TEST(Rulebook, TellsScoresAndTiebreaks) {
    const std::string text = markdown_of(with_effect("winner by score;") + R"(
        score p { return Seat[p].coins; }
        /// The smaller hand wins.
        tiebreak lowest q { return Hand[q].length; }
        tiebreak p { if (Seat[p].coins > 3) { return 1; } return 0; })");

    EXPECT_TRUE(has(text, "### The score\n\n- The highest score is best.\n"
                          "- A player's score is the *coins* of the player.\n"
                          "- With equal scores, the lowest of this is best: the number of cards in the player's "
                          "hand. The smaller hand wins.\n"
                          "- If that is equal too, the highest of this is best:\n"
                          "  - If the *coins* of the player are more than 3, it is 1.\n"
                          "  - Otherwise, it is 0.\n"));
}

TEST(Rulebook, TellsEffectsThatLast) {
    const std::string text = markdown_of(with_effect("turn.pass();") + R"(
        modify Card.cost c { return value * 2; }
        interactable Toll
        {
            /// A toll makes the cards of others dearer.
            modify Card.cost c if (c.player != this.player && !c.spent) prio 2 { return value + 1; }
        }
        setup { Toll toll = new Toll(); toll.assign(1); })");

    EXPECT_TRUE(has(text, "## Effects that last\n"));
    EXPECT_TRUE(has(text, "- **Toll**: A toll makes the cards of others dearer. The *cost* of each card becomes what "
                          "it was plus 1, as long as the owner of that card is not the owner of the toll and that "
                          "card is not marked *spent*.\n"
                          "- The *cost* of each card becomes what it was times 2.\n"));
}

TEST(Rulebook, ComputedAttributesAreWorkedOut) {
    const std::string text = markdown_of(R"(game "x"; players 2;
        interactable Card
        {
            number cost = 1;
            /// What it is worth.
            number worth => cost * 2;
            bool dear => cost > 2;
        }
        interactable Gem : Card { override number cost => 7; }
        setup { Gem gem = new Gem(); })");

    EXPECT_TRUE(has(text, "  - *cost*: a number, 1 at the start.\n"));
    EXPECT_TRUE(has(text, "  - *worth*: a number, worked out: the *cost* of the card times 2. What it is worth.\n"));
    EXPECT_TRUE(has(text, "  - *dear*: yes or no, worked out: yes if the *cost* of the card is more than 2.\n"));
    EXPECT_TRUE(has(text, "  - *cost*, worked out: 7.\n"));
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
