#include "syntax/parser.h"

#include "syntax/test_source.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

// The tree of the first statement in a setup, without places.
std::string statement_tree(std::string_view statement) {
    const TestSource game(game_with(statement));
    EXPECT_EQ(game.reported(), "") << statement;
    const std::string whole = dump_tree(game.tree());
    const std::string_view begin = "    Effect: Block @4:1\n";
    std::string result;
    std::size_t at = whole.find(begin) + begin.size();
    while (at < whole.size() && whole.compare(at, 6, "      ") == 0) {
        const std::size_t end = whole.find('\n', at);
        const std::string line = whole.substr(at + 6, end - at - 6);
        result.append(line.substr(0, line.rfind(" @"))).append("\n");
        at = end + 1;
    }
    return result;
}

TEST(Parser, ReadsOneRowOfOperatorsAsOneFlatNode) {
    EXPECT_EQ(statement_tree("x = a - b + c * d;"), "Item: Assign =\n"
                                                    "  Target: Name x\n"
                                                    "  Value: Infix\n"
                                                    "    Operand: Name a\n"
                                                    "    Operand: Name b\n"
                                                    "    Operand: Infix\n"
                                                    "      Operand: Name c\n"
                                                    "      Operand: Name d\n");
}

TEST(Parser, GivesPowerItsRightSideAndLetsASignStandBeforeIt) {
    EXPECT_EQ(statement_tree("x = -2 ^ -3 ^ 2;"), "Item: Assign =\n"
                                                  "  Target: Name x\n"
                                                  "  Value: Unary -\n"
                                                  "    Operand: Power ^\n"
                                                  "      Left: NumberLiteral 2\n"
                                                  "      Right: Unary -\n"
                                                  "        Operand: Power ^\n"
                                                  "          Left: NumberLiteral 3\n"
                                                  "          Right: NumberLiteral 2\n");
}

TEST(Parser, BindsNotLooserThanComparison) {
    EXPECT_EQ(statement_tree("x = not a == b && c;"), "Item: Assign =\n"
                                                      "  Target: Name x\n"
                                                      "  Value: Infix\n"
                                                      "    Operand: Not not\n"
                                                      "      Operand: Infix\n"
                                                      "        Operand: Name a\n"
                                                      "        Operand: Name b\n"
                                                      "    Operand: Name c\n");
}

TEST(Parser, TellsDeclarationsFromExpressions) {
    EXPECT_EQ(statement_tree("player p = 2;").substr(0, 13), "Item: Local p");
    EXPECT_EQ(statement_tree("player.all().clear();").substr(0, 14), "Item: Evaluate");
    EXPECT_EQ(statement_tree("a.Card c;").substr(0, 13), "Item: Local c");
    EXPECT_EQ(statement_tree("List<Card> c;").substr(0, 13), "Item: Local c");
    EXPECT_EQ(statement_tree("draw.shuffle();").substr(0, 14), "Item: Evaluate");
    EXPECT_EQ(statement_tree("draw;"), "Item: Draw\n");
    EXPECT_EQ(statement_tree("winner highest;"), "Item: Winner\n  Value: Name highest\n");
    EXPECT_EQ(statement_tree("winner highest t;"), "Item: Winner\n  Mode: Word highest\n  Value: Name t\n");
    EXPECT_EQ(statement_tree("options.add(1);").substr(0, 14), "Item: Evaluate");
}

TEST(Parser, KeepsElseIfFlat) {
    EXPECT_EQ(statement_tree("if (a) x(); else if (b) { } else y();"), "Item: If\n"
                                                                       "  Condition: Name a\n"
                                                                       "  Then: Evaluate\n"
                                                                       "    Value: Postfix\n"
                                                                       "      Operand: Name x\n"
                                                                       "      Item: Call\n"
                                                                       "  Condition: Name b\n"
                                                                       "  Then: Block\n"
                                                                       "  Else: Evaluate\n"
                                                                       "    Value: Postfix\n"
                                                                       "      Operand: Name y\n"
                                                                       "      Item: Call\n");
}

TEST(Parser, ReadsTypeArgumentsOnlyWhereTheyCanStand) {
    EXPECT_EQ(statement_tree("x = all<Card>();"), "Item: Assign =\n"
                                                  "  Target: Name x\n"
                                                  "  Value: Postfix\n"
                                                  "    Operand: Name all\n"
                                                  "    Item: TypeArguments\n"
                                                  "      Type: TypeName Card\n"
                                                  "    Item: Call\n");
    EXPECT_EQ(statement_tree("x = a.of < b;"), "Item: Assign =\n"
                                               "  Target: Name x\n"
                                               "  Value: Infix\n"
                                               "    Operand: Postfix\n"
                                               "      Operand: Name a\n"
                                               "      Item: Member of\n"
                                               "    Operand: Name b\n");
}

TEST(Parser, TakesTheInputsBlockAsAFilterOrAsClauses) {
    EXPECT_EQ(statement_tree("optional player p input Card c { return true; }"), "Item: Input c\n"
                                                                                 "  Optional: Word optional\n"
                                                                                 "  Mode: Word player\n"
                                                                                 "  Player: Name p\n"
                                                                                 "  Type: TypeName Card\n"
                                                                                 "  Item: ShortFilter\n"
                                                                                 "    Body: Block\n"
                                                                                 "      Item: Return\n"
                                                                                 "        Value: BoolLiteral true\n");
    EXPECT_EQ(statement_tree("input number n { range 0..10 step 2; }"), "Item: Input n\n"
                                                                        "  Type: TypeName number\n"
                                                                        "  Item: RangeClause\n"
                                                                        "    Low: NumberLiteral 0\n"
                                                                        "    High: NumberLiteral 10\n"
                                                                        "    Step: NumberLiteral 2\n");
    EXPECT_EQ(statement_tree("input number count { count += 1; return true; }").substr(0, 62),
              "Item: Input count\n  Type: TypeName number\n  Item: ShortFilter\n");
}

TEST(Parser, LetsABodyOfBareStatementsBeTheEffect) {
    const TestSource bare("turn T { phase A { } phase B { log(\"x\"); } phase C { input Card c; effect { } } }");

    EXPECT_EQ(bare.reported(), "");
    const Tree& tree = bare.tree();
    const NodeId turn = tree.child(tree.root(), Role::Item);
    std::vector<bool> effects;
    for (const NodeId phase : tree.children(turn, Role::Item)) {
        effects.push_back(tree.has(phase, Role::Effect));
    }
    EXPECT_EQ(effects, (std::vector<bool>{false, true, true}));
}

TEST(Parser, KeepsThePhaseThatOneWithAnEffectComesAfter) {
    const TestSource late("extend turn T { phase B after A { input Card c; effect { } } }");

    EXPECT_EQ(late.reported(), "");
    const Tree& tree = late.tree();
    const NodeId phase = tree.child(tree.child(tree.root(), Role::Item), Role::Item);
    EXPECT_EQ(tree.text(tree.node(tree.child(phase, Role::Name)).main), "A");
    EXPECT_TRUE(tree.has(phase, Role::Input));
    EXPECT_TRUE(tree.has(phase, Role::Effect));
}

TEST(Parser, HintsAtOlderSpellingsWithTheirReplacement) {
    const struct {
        const char* older;
        const char* newer;
    } cases[] = {
        {"state Card { }", "class Card { }"},
        {"verb F() { }", "function F() { }"},
        {"boardcell Land { }", "tile Land { }"},
        {"action A priority 3 { effect { } }", "action A prio 3 { effect { } }"},
        {"class A { number[] xs; }", "class A { List<number> xs; }"},
        {"board B { group G { adjency sides; } }", "board B { group G { adjacency sides; } }"},
        {"setup { x = 7 mod 2; }", "setup { x = 7 % 2; }"},
        {"setup { pass p + 1 to Main; }", "setup { turn.pass(p + 1, \"Main\"); }"},
    };
    for (const auto& [older, newer] : cases) {
        SCOPED_TRACE(older);
        const TestSource old_text(older);

        EXPECT_EQ(old_text.diagnostics().all().size(), 1U);
        EXPECT_FALSE(old_text.diagnostics().has_errors());
        EXPECT_EQ(old_text.mended(), newer);
        EXPECT_EQ(TestSource(newer).reported(), "");
    }
}

TEST(Parser, LimitsNestingWithOneMessage) {
    const auto repeated = [](std::string_view part, int times) {
        std::string text;
        for (int i = 0; i < times; ++i) {
            text.append(part);
        }
        return text;
    };
    const std::pair<std::string, std::string> cases[] = {
        {"x = " + repeated("(", 5000) + "1", repeated(")", 5000) + ";"},
        {"x = " + repeated("- ", 5000) + "1", ";"},
        {"x = " + repeated("not ", 5000) + "a", ";"},
        {"x = " + repeated("2 ^ ", 5000) + "2", ";"},
        {"x = " + repeated("a ? b : ", 5000) + "c", ";"},
        {"x = " + repeated("{", 5000), repeated("}", 5000) + ";"},
        {repeated("if (a) { ", 5000), repeated("}", 5000)},
        {repeated("if (a) ", 5000), "x();"},
        {repeated("List<", 5000) + "number", repeated(">", 5000) + " x;"},
        {"log(" + repeated("$\"{", 5000) + "1", repeated("}\"", 5000) + ");"},
        {"x = " + repeated("f(", 5000), repeated(")", 5000) + ";"},
        {"x = " + repeated("a[", 5000) + "1", repeated("]", 5000) + ";"},
    };
    for (const auto& [begin, end] : cases) {
        SCOPED_TRACE(begin.substr(0, 20));
        const TestSource game(game_with(begin + end + "\nfoo(1 2);"));

        ASSERT_EQ(game.diagnostics().all().size(), 2U) << game.reported();
        EXPECT_EQ(game.diagnostics().all()[0].kind, DiagnosticKind::TooDeep);
        EXPECT_EQ(game.diagnostics().all()[1].kind, DiagnosticKind::MissingSign);
        EXPECT_EQ(game.tree().print(), game.source().text());
    }
}

TEST(Parser, AcceptsNestingUpToTheLimit) {
    std::string expression;
    for (int i = 0; i < 250; ++i) {
        expression = "(" + expression + (i == 0 ? "1" : "") + ")";
    }

    EXPECT_EQ(TestSource(game_with("x = " + expression + ";")).reported(), "");
}

TEST(Parser, DoesNotCountChainsAsNesting) {
    std::string sum = "x = 1";
    std::string members = "y = a";
    std::string choices = "if (a) b();";
    for (int i = 0; i < 3000; ++i) {
        sum += " + 1";
        members += ".b()";
        choices += " else if (a) b();";
    }

    EXPECT_EQ(TestSource(game_with(sum + ";\n" + members + ";\n" + choices)).reported(), "");
}

TEST(Tree, FindsTheDocumentationOfANode) {
    const TestSource game(
        "/// A game.\n/// Of two lines.\ngame \"x\"; /// not of players\nplayers 2;\n"
        "//// no doc\n/// Cards.\r\n// plain\nclass Card\n{\n    /// Their price.\n    number cost = 1;\n}\n");
    const Tree& tree = game.tree();
    std::vector<std::string> texts;
    for (const NodeId item : tree.children(tree.root(), Role::Item)) {
        texts.push_back(tree.documentation(item));
    }

    EXPECT_EQ(texts, (std::vector<std::string>{"A game.\nOf two lines.", "", "Cards."}));
}

TEST(Tree, GivesAnEmptyNodeThePlaceBehindTheTokenBefore) {
    const TestSource game(game_with("x = ;"));

    EXPECT_EQ(game.reported(), "5:8 E0118\n");
}

TEST(Dump, ShowsTokensWithTheirPlaces) {
    EXPECT_EQ(dump_tokens(TestSource("\xEF\xBB\xBFgame \"à\"; // c\nplayers").tree()), "1:1 Identifier game\n"
                                                                                       "1:6 String \"à\"\n"
                                                                                       "1:9 Semicolon ;\n"
                                                                                       "2:1 Identifier players\n"
                                                                                       "2:8 EndOfFile\n");
}

} // namespace
} // namespace tgdl
