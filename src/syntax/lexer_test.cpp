#include "syntax/lexer.h"

#include "syntax/test_source.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tgdl {
namespace {

// The kinds of the tokens of a text, without the end of the file, separated by spaces.
std::string kinds(const std::string& text) {
    const SourceFile source("test.tgdl", text);
    Interner names = make_interner();
    Diagnostics diagnostics;
    std::string result;
    for (const Token& token : lex(source, FileId(std::size_t{0}), names, diagnostics)) {
        if (token.kind != TokenKind::EndOfFile) {
            result.append(result.empty() ? "" : " ").append(token_kind_name(token.kind));
        }
    }
    return result;
}

// The codes reported for a text, separated by spaces.
std::string codes(const std::string& text) {
    const SourceFile source("test.tgdl", text);
    Interner names = make_interner();
    Diagnostics diagnostics;
    lex(source, FileId(std::size_t{0}), names, diagnostics);
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        result.append(result.empty() ? "" : " ").append(catalog_entry(diagnostic.kind).code);
    }
    return result;
}

TEST(Lexer, SeparatesNumbersFromRanges) {
    EXPECT_EQ(kinds("1..13"), "Number DotDot Number");
    EXPECT_EQ(kinds("0.2 1e3 1_000 1e+5 1.5e-3"), "Number Number Number Number Number");
    EXPECT_EQ(codes("1..13 0.2 1e3 1_000 1e+5 1.5e-3"), "");
}

TEST(Lexer, ReportsABadNumberOnce) {
    for (const char* text : {"1__0", "1_", "1.", ".5", "12abc", "1e", "1.2.3", "0x1F", "1e+"}) {
        SCOPED_TRACE(text);
        EXPECT_EQ(codes(text), "E0103");
        EXPECT_EQ(kinds(text), "Number");
    }
    EXPECT_EQ(codes("1e309"), "E0104");
    EXPECT_EQ(codes(std::string(400, '9')), "E0104");
}

TEST(Lexer, KeepsGreaterSignsApart) {
    EXPECT_EQ(kinds("List<List<player>> x"), "Identifier Less Identifier Less Player Greater Greater Identifier");
    EXPECT_EQ(kinds("a >= b"), "Identifier GreaterEqual Identifier");
    EXPECT_EQ(kinds("a <-> b -> c x-x d"),
              "Identifier BothArrow Identifier Arrow Identifier Identifier Minus Identifier Identifier");
}

TEST(Lexer, KnowsReservedWordsInEveryFileOfAProgram) {
    Interner names = make_interner();
    Diagnostics diagnostics;
    for (int file = 0; file < 2; ++file) {
        const SourceFile source("test.tgdl", "while x");
        const std::vector<Token> tokens = lex(source, FileId(std::size_t{0}), names, diagnostics);

        EXPECT_EQ(tokens[0].kind, TokenKind::While);
        EXPECT_EQ(names.text(tokens[0].symbol), "while");
        EXPECT_EQ(tokens[1].symbol, word::x);
    }
}

TEST(Lexer, ComparesNamesInNfc) {
    const SourceFile source("test.tgdl", "Citt\u00E0 Citta\u0300");
    Interner names = make_interner();
    Diagnostics diagnostics;

    const std::vector<Token> tokens = lex(source, FileId(std::size_t{0}), names, diagnostics);

    ASSERT_EQ(tokens.size(), 3U);
    EXPECT_EQ(tokens[0].symbol, tokens[1].symbol);
    EXPECT_EQ(tokens[1].end - tokens[1].begin, 7U);
    EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Lexer, SplitsInterpolatedStringsAtTheirHoles) {
    EXPECT_EQ(kinds("$\"no holes\""), "TextWhole");
    EXPECT_EQ(kinds("$\"a {x} b {y} c\""), "TextBegin Identifier TextMiddle Identifier TextEnd");
    EXPECT_EQ(kinds("$\"{ {1, 2}.length }\""),
              "TextBegin LeftBrace Number Comma Number RightBrace Dot Identifier TextEnd");
    EXPECT_EQ(kinds("$\"{$\"{x}\"}\""), "TextBegin TextBegin Identifier TextEnd TextEnd");
    EXPECT_EQ(kinds("$\"\\{x\\} }\""), "TextWhole");
    EXPECT_EQ(kinds("$\"{\"text\"}\""), "TextBegin String TextEnd");
}

TEST(Lexer, EndsBrokenTextsOnTheirLineWithOneMessage) {
    EXPECT_EQ(codes("log(\"no end);\nx"), "E0105");
    EXPECT_EQ(kinds("log(\"no end);\nx"), "Identifier LeftParen String Identifier");
    EXPECT_EQ(codes("log($\"a {x\");\nx"), "E0111");
    EXPECT_EQ(kinds("log($\"a {x\");\nx"),
              "Identifier LeftParen TextBegin Identifier TextEnd RightParen Semicolon Identifier");
    EXPECT_EQ(codes("$\"a {$\"b {x\r\ny"), "E0111");
    EXPECT_EQ(kinds("$\"a {$\"b {x\r\ny"), "TextBegin TextBegin Identifier TextEnd TextEnd Identifier");
    EXPECT_EQ(codes("$\"a {x} b\ny"), "E0105");
}

TEST(Lexer, ReportsUnknownEscapesAtTheEscape) {
    EXPECT_EQ(codes(R"("\n\t\"\\\{\}\u{1F0A1}")"), "");
    EXPECT_EQ(codes(R"("\q")"), "E0106");
    EXPECT_EQ(codes(R"("\u{}")"), "E0107");
    EXPECT_EQ(codes(R"("\u{1234567}")"), "E0107");
    EXPECT_EQ(codes(R"("\u{D800}")"), "E0107");
    EXPECT_EQ(codes(R"("\u{110000}")"), "E0107");
}

TEST(Lexer, UnderstandsOtherQuotes) {
    for (const char* text : {"“text”", "‘text’", "„text”", "'text'", "\"text”"}) {
        SCOPED_TRACE(text);
        EXPECT_EQ(kinds(text), "String");
        EXPECT_EQ(codes(text), text[0] == '\'' ? "E0110" : "E0109");
        EXPECT_EQ(string_value(text), "text");
    }
    EXPECT_EQ(codes("“ no end\nx"), "E0109");
}

TEST(Lexer, WantsReadableDocCommentsAndTellsAnUnreadableFileOnce) {
    EXPECT_EQ(codes("/// \xA6lay\n/// a c\xE4rd\nx"), "E0102");
    EXPECT_EQ(codes("/// Ein Stapel für alle.\nx"), "");
    EXPECT_EQ(codes("// \xA6lay\n//// \xA6lay\nx"), "");
}

TEST(Lexer, ReportsARunOfStrayCharactersOnce) {
    EXPECT_EQ(codes("@@@ x"), "E0101");
    EXPECT_EQ(codes("\xFF\xFE\xFD x"), "E0102");
    EXPECT_EQ(codes("\"\xFF\""), "E0102");
    EXPECT_EQ(codes("/* never closed"), "E0108");
}

TEST(Lexer, SkipsAByteOrderMark) {
    EXPECT_EQ(kinds("\xEF\xBB\xBFgame"), "Identifier");
    EXPECT_EQ(codes("\xEF\xBB\xBFgame"), "");
}

TEST(Literals, GiveTheirValues) {
    EXPECT_EQ(number_value("1_000"), 1000.0);
    EXPECT_EQ(number_value("1e3"), 1000.0);
    EXPECT_EQ(number_value("0.2"), 0.2);
    EXPECT_EQ(number_value("1e-400"), 0.0);
    EXPECT_EQ(number_value("0." + std::string(400, '0') + "1"), 0.0);
    EXPECT_NEAR(number_value(std::string(400, '1') + "e-395").value_or(0), 11111.1, 0.1);
    EXPECT_FALSE(number_value("1e309"));
    EXPECT_FALSE(number_value("12abc"));
    EXPECT_FALSE(number_value(""));
    EXPECT_FALSE(number_value("-1"));
}

TEST(Literals, ResolveEscapes) {
    EXPECT_EQ(string_value(R"("a\n\t\"\\\{\}\u{1F0A1}")"), "a\n\t\"\\{}\U0001F0A1");
    EXPECT_EQ(string_value(R"($"a {)"), "a ");
    EXPECT_EQ(string_value(R"(} b {)"), " b ");
    EXPECT_EQ(string_value(R"(} c")"), " c");
    EXPECT_EQ(string_value("\""), "");
    EXPECT_EQ(string_value(""), "");
}

} // namespace
} // namespace tgdl
