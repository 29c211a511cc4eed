// One mistake, one message, at the right place, and the next mistake is still found.
#include "syntax/test_source.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tgdl {
namespace {

struct Slip {
    const char* text;
    const char* reported; // `line:column code`
};

// Every slip is followed by one that must be found too, on the line after it.
TEST(Recovery, ReportsASlipInAStatementOnceAndFindsTheNextOne) {
    const Slip slips[] = {
        {"Game.Board = new Board()", "5:29 E0113"},
        {"for (number i = 0: i < 3: i += 1) { }", "5:22 E0115"},
        {"for (Card c : cards) { }", "5:5 E0115"},
        {"for each (Card c in cards) { }", "5:5 E0129"},
        {"foreach (c in cards) { }", "5:14 E0117"},
        {"if (x = 3) { }", "5:11 E0124"},
        {"while (x = 3) { }", "5:14 E0124"},
        {"if x == 3 { }", "5:8 E0128"},
        {"if (x) then { }", "5:12 E0129"},
        {"if (x) { } elif (y) { }", "5:16 E0129"},
        {"if (x)) { }", "5:11 E0119"},
        {"if (x; { }", "5:10 E0114"},
        {"else { }", "5:5 E0130"},
        {"let x = 3;", "5:5 E0129"},
        {"x := 1;", "5:7 E0112"},
        {"x = a === b;", "5:11 E0112"},
        {"x = a => b;", "5:11 E0112"},
        {"x = a <> b;", "5:11 E0112"},
        {"number while = 2;", "5:12 E0123"},
        {"number 2nd = 2;", "5:12 E0103"},
        {"number x, y;", "5:13 E0145"},
        {"number y = x++;", "5:17 E0126"},
        {"List<number> l = { 1, , 2 };", "5:26 E0118"},
        {"number x == 2;", "5:14 E0115"},
        {"{ foo(); }", "5:5 E0127"},
        {"y = 3 + (x = 4);", "5:16 E0125"},
        {"y = x++;", "5:10 E0126"},
        {"++x;", "5:5 E0119"},
        {"foo(a, );", "5:11 E0118"},
        {"foo(a = 3);", "5:11 E0115"},
        {"foo(a", "5:10 E0114"},
        {"x = 3);", "5:10 E0119"},
        {"x = 3 +;", "5:12 E0118"},
        {"xs[1 = 3;", "5:9 E0114"},
        {"x.;", "5:7 E0116"},
        {"log(\"no end);", "5:9 E0105"},
        {"log($\"a {x b\");", "5:13 E0111"},
        {"log($\"a {}\");", "5:14 E0118"},
        {"log($\"{x:abc}\");", "5:14 E0138"},
        {"log(“text”);", "5:9 E0109"},
        {"log('text');", "5:9 E0110"},
        {"x = @y;", "5:9 E0101"},
        {"whil (x) { foo(); }", "5:5 E0142"},
        {"winer 0;", "5:5 E0142"},
        {"retrun a.b > 0;", "5:5 E0142"},
        {"fial \"why\";", "5:5 E0142"},
        {"chose { option \"a\" { } }", "5:5 E0142"},
        {"Card c = new Card;", "5:22 E0135"},
        {"Card c = new Card(1, 2);", "5:23 E0136"},
        {"Card c = new Card() { a: 1 };", "5:28 E0115"},
        {"List<number> xs = [1, 2];", "5:23 E0146"},
        {"Lst<number> xs = {};", "5:5 E0147"},
        {"winner;", "5:11 E0139"},
        {"x = a == not b;", "5:14 E0137"},
        {"foo();;", "5:11 E0148"},
        {"class X { }", "5:5 E0132"},
        {"input optional Card c;", "5:11 E0131"},
        {"input player p Card c;", "5:11 E0131"},
        {"input c;", "5:11 E0117"},
        {"choose { opton \"a\" { } }", "5:14 E0143"},
    };
    for (const Slip& slip : slips) {
        SCOPED_TRACE(slip.text);

        const TestSource game("game \"x\";\nplayers 2;\nfunction F()\n{\n    " + std::string(slip.text)
                              + "\n    bar(1 2);\n}\n");

        EXPECT_EQ(game.reported(), std::string(slip.reported) + "\n6:10 E0114\n");
        EXPECT_EQ(game.tree().print(), game.source().text());
    }
}

TEST(Recovery, ReportsASlipInADefinitionOnceAndFindsTheNextOne) {
    const Slip slips[] = {
        {"function f\n{\n    returns number\n    effect { }\n}", "3:19 E0113"},
        {"class A { action { effect { } } }", "1:17 E0116"},
        {"class A { number x = 3 }", "1:23 E0113"},
        {"class A { number x = 3\n    number y; }", "1:23 E0113"},
        {"class A { x: number; }", "1:12 E0149"},
        {"class A { public number x; }", "1:11 E0129"},
        {"class A { number F() { return 1; } }", "1:11 E0114"},
        {"class A { log(1); }", "1:11 E0132"},
        {"class A extends B { }", "1:9 E0115"},
        {"class A;", "1:8 E0144"},
        {"clas A { }", "1:1 E0141"},
        {"struct A { red, green }", "1:1 E0141"},
        {"sealed global class A { }", "1:8 E0131"},
        {"number x = 3;\nnumber y = 3;\nlog(1);", "1:1 E0132"},
        {"}\n}", "1:1 E0121"},
        {"function F(n: number) { }", "1:13 E0149"},
        {"function F() : number { }", "1:14 E0149"},
        {"function number F { return 1; }", "1:18 E0114"},
        {"action A { effect { } effect { } }", "1:23 E0140"},
        {"action A { foo(); bar(); }", "1:12 E0132"},
        {"turn T { phse A { } }", "1:10 E0143"},
        {"board B { group G { geometry square; grid Land[8,5]; } }", "1:49 E0115"},
        {"board B { group G { adjacency { Rome -- Milan; } } }", "1:38 E0112"},
        {"movement M { effect { line 0; } }", "1:29 E0114"},
        {"stack S { contents { Bolt; } }", "1:22 E0118"},
        {"class A { class B { } }", "1:11 E0132"},
    };
    for (const Slip& slip : slips) {
        SCOPED_TRACE(slip.text);
        const std::string text(slip.text);
        const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 2;
        const TestSource game(text + "\nfunction Last() { bar(1 2); }\n");

        EXPECT_EQ(game.reported(), std::string(slip.reported) + "\n" + std::to_string(lines) + ":24 E0114\n");
        EXPECT_EQ(game.tree().print(), game.source().text());
    }
}

TEST(Recovery, ReportsAnUnclosedBraceWhereItWasOpened) {
    EXPECT_EQ(TestSource("class A\n{\n    number x = 1;\n\nclass B\n{\n}\n").reported(), "2:1 E0120\n");
    EXPECT_EQ(TestSource("setup\n{\n    if (x)\n    {\n        y();\n}\n").reported(), "4:5 E0120\n");
    EXPECT_EQ(TestSource("action A\n{\n    require { return true;\n    effect\n    {\n    }\n}\n").reported(),
              "3:13 E0120\n");
    EXPECT_EQ(TestSource("class A\n{\n    action B\n    {\n        effect\n        {\n            c();\n    }\n}\n\n"
                         "class D { }\n")
                  .reported(),
              "6:9 E0120\n");
}

TEST(Recovery, AcceptsAnyIndentationOfWhatIsRight) {
    EXPECT_EQ(
        TestSource("class A\n{\nnumber x = 1;\naction B\n{\neffect\n{\nc();\n}\n}\nfunction F() { }\n}\n").reported(),
        "");
    EXPECT_EQ(
        TestSource("        class A\n{\naction B { effect { if (x) {\ny(); } }\n}\n    }\nclass C { }\n").reported(),
        "");
}

TEST(Recovery, AcceptsAnyLineEndsOfWhatIsRight) {
    EXPECT_EQ(TestSource("game\n\"x\"\n;\nplayers\n2\n;\nfunction\nnumber\nF\n(\nnumber\nn\n)\n{\nreturn\nn\n;\n}\n"
                         "setup\n{\na\n.\nb\n(\n1\n)\n;\nwinner\n0\n;\n}\n")
                  .reported(),
              "");
}

TEST(Recovery, EndsAnInitialiserThatIsNotClosedAtTheNextStatement) {
    EXPECT_EQ(TestSource("setup\n{\n    X x = new X() { a = 1;\n    log(x);\n    winner 0;\n}\n").reported(),
              "3:27 E0114\n");
}

TEST(Recovery, ReportsDirectivesOutOfOrderOnce) {
    EXPECT_EQ(TestSource("players 2;\ngame \"x\";\n").reported(), "2:1 E0133\n");
    EXPECT_EQ(TestSource("game \"x\";\nclass A { }\nplayers 2;\nimport \"a.tgdl\";\n").reported(),
              "3:1 E0133\n4:1 E0133\n");
    EXPECT_EQ(TestSource("game \"x\";\ngame \"y\";\nplayers 2;\nplayers 3;\n").reported(), "2:1 E0134\n4:1 E0134\n");
}

TEST(Recovery, OffersReplacementsThatMendTheText) {
    for (const char* slip : {"x = new Board()", "for (number i = 0: i < 3; i += 1) { }", "if (x = 3) { }",
                             "if x == 3 { }", "if (x) then { }", "if (x) { } elif (y) { }", "x := 1;", "x = a === b;",
                             "log(“text”);", "log('text');", "Card c = new Card;", "foo(a = 3);", "number x == 2;",
                             "foo(a b);", "foo();;", "x = .5;", "whil (x) { foo(); }"}) {
        SCOPED_TRACE(slip);
        const TestSource wrong(game_with(slip));

        EXPECT_EQ(wrong.diagnostics().all().size(), 1U);
        EXPECT_EQ(TestSource(wrong.mended()).reported(), "");
    }
}

} // namespace
} // namespace tgdl
