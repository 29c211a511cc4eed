#include "diagnostics/render.h"

#include "diagnostics/line_columns.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tgdl {
namespace {

// These tests are about the layout, so any diagnostic of the catalog will do.
DiagnosticKind any_kind(Severity severity) {
    for (std::size_t i = 0; i < catalog_size(); ++i) {
        const auto kind = static_cast<DiagnosticKind>(i);
        if (catalog_entry(kind).severity == severity) {
            return kind;
        }
    }
    return {};
}

class RenderTest : public testing::Test {
protected:
    FileId add(std::string path, std::string text) {
        texts_.push_back(text);
        return sources_.add(std::move(path), std::move(text));
    }
    // Where the word stands in the file, from the byte `from`.
    Span find(FileId file, std::string_view word, std::size_t from = 0) {
        const std::size_t at = texts_[file.index()].find(word, from);
        EXPECT_NE(at, std::string::npos) << word;
        return {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + word.size())};
    }
    Diagnostic& report(Severity severity, Span span) {
        return diagnostics_.report(any_kind(severity), span, "first", "second", "third");
    }
    // `error[E0203]: the message`
    [[nodiscard]] std::string said(const Diagnostic& diagnostic) const {
        return fmt::format("{}[{}]: {}", severity_word(diagnostic.severity()), catalog_entry(diagnostic.kind).code,
                           diagnostic.message());
    }
    [[nodiscard]] std::string first_said() const { return said(diagnostics_.all().front()); }
    [[nodiscard]] std::string render(const RenderOptions& options = {}) const {
        return render_text(sources_, diagnostics_, options);
    }

    SourceSet sources_;
    Diagnostics diagnostics_;
    std::vector<std::string> texts_;
};

TEST_F(RenderTest, ShowsTheLineWithThePlaceUnderlined) {
    const FileId file = add("games/war.tgdl", "class Card\n{\n    Crad next;\n}\n");
    report(Severity::Error, find(file, "Crad"));

    EXPECT_EQ(render(), fmt::format("games/war.tgdl:3:5: {}\n"
                                    "   3 |     Crad next;\n"
                                    "     |     ^^^^\n",
                                    first_said()));
}

TEST_F(RenderTest, ShowsOtherPlacesAndTheChangeToMake) {
    const FileId file = add("war.tgdl", "class Card { }\nclass Deck { Crad top; }\n");
    report(Severity::Error, find(file, "Crad"))
        .note(find(file, "Card"), "a class with a similar name")
        .with_help("did you mean `Card`?")
        .replace(find(file, "Crad"), "Card");

    EXPECT_EQ(render(), fmt::format("war.tgdl:2:14: {}\n"
                                    "   2 | class Deck {{ Crad top; }}\n"
                                    "     |              ^^^^\n"
                                    "war.tgdl:1:7: note: a class with a similar name\n"
                                    "   1 | class Card {{ }}\n"
                                    "     |       ----\n"
                                    "help: did you mean `Card`?\n"
                                    "   2 | class Deck {{ Card top; }}\n"
                                    "     |              ++++\n",
                                    first_said()));
}

TEST_F(RenderTest, ShowsAnInsertionAndADeletion) {
    const FileId file = add("war.tgdl", "new Card()\nreturn;;\n");
    const Span after_call{file, 10, 10};
    report(Severity::Error, after_call).with_help("end it with `;`").replace(after_call, ";");
    const std::string first = first_said();
    const Span second_sign = find(file, ";;");
    Diagnostic& last =
        report(Severity::Error, second_sign).replace({file, second_sign.begin, second_sign.begin + 1}, "");

    EXPECT_EQ(render(), fmt::format("war.tgdl:1:11: {}\n"
                                    "   1 | new Card()\n"
                                    "     |           ^\n"
                                    "help: end it with `;`\n"
                                    "   1 | new Card();\n"
                                    "     |           +\n"
                                    "\n"
                                    "war.tgdl:2:7: {}\n"
                                    "   2 | return;;\n"
                                    "     |       ^^\n"
                                    "help: write it like this\n"
                                    "   2 | return;\n",
                                    first, said(last)));
}

TEST_F(RenderTest, ShowsAChangeOfSeveralLines) {
    const FileId file = add("war.tgdl", "setup { }\n");
    report(Severity::Hint, find(file, "{ }")).with_help("spread it out").replace(find(file, "{ }"), "\n{\n}");

    EXPECT_TRUE(render().ends_with("help: spread it out\n"
                                   "   1 | setup\n"
                                   "   2 | {\n"
                                   "   3 | }\n"))
        << render();
}

TEST_F(RenderTest, UnderlinesOnlyTheFirstOfSeveralLines) {
    const FileId file = add("war.tgdl", "class Card {  \r\n}\r\n");
    report(Severity::Warning, {file, 6, 17});

    EXPECT_EQ(render(), fmt::format("war.tgdl:1:7: {}\n"
                                    "   1 | class Card {{\n"
                                    "     |       ^^^^^^\n",
                                    first_said()));
}

TEST_F(RenderTest, LinesUpUnderTabsAndWideAndCombiningCharacters) {
    const FileId file = add("war.tgdl", "\tx\t日本 e\u0301 here\n");
    report(Severity::Error, find(file, "here"));

    EXPECT_EQ(render(), fmt::format("war.tgdl:1:10: {}\n"
                                    "   1 |     x   日本 e\u0301 here\n"
                                    "     |                ^^^^\n",
                                    first_said()));
}

TEST_F(RenderTest, PointsBehindTheLastCharacterOfAFile) {
    const FileId file = add("war.tgdl", "setup {\n");
    report(Severity::Error, {file, 8, 8});

    EXPECT_EQ(render(), fmt::format("war.tgdl:2:1: {}\n"
                                    "   2 |\n"
                                    "     | ^\n",
                                    first_said()));
}

TEST_F(RenderTest, DoesNotCountAByteOrderMark) {
    const FileId file = add("war.tgdl", "\xEF\xBB\xBF"
                                        "gmae \"x\";\n");
    report(Severity::Error, find(file, "gmae")).replace(find(file, "gmae"), "game");

    EXPECT_EQ(render(), fmt::format("war.tgdl:1:1: {}\n"
                                    "   1 | gmae \"x\";\n"
                                    "     | ^^^^\n"
                                    "help: write it like this\n"
                                    "   1 | game \"x\";\n"
                                    "     | ++++\n",
                                    first_said()));
}

TEST_F(RenderTest, SendsNothingToTheTerminalThatAGameFileHides) {
    const FileId file = add("war.tgdl", "\x1b[31m \u202e \xff here\n");
    report(Severity::Error, find(file, "here")).with_help("not \x1b[31m red\n");

    EXPECT_EQ(render(), fmt::format("war.tgdl:1:11: {}\n"
                                    "   1 | ␛[31m \uFFFD \uFFFD here\n"
                                    "     |           ^^^^\n"
                                    "help: not ␛[31m red \n",
                                    first_said()));
}

TEST_F(RenderTest, CutsALongLineAroundThePlace) {
    const FileId file = add("war.tgdl", std::string(1'000'000, 'a') + " here " + std::string(1'000'000, 'b'));
    report(Severity::Error, find(file, "here")).replace(find(file, "here"), "there");

    const std::string text = render();

    EXPECT_LT(text.size(), 2000U);
    EXPECT_NE(text.find("war.tgdl:1:1000002: "), std::string::npos);
    EXPECT_NE(text.find("…aaa"), std::string::npos);
    EXPECT_NE(text.find("a here b"), std::string::npos);
    EXPECT_NE(text.find("a there b"), std::string::npos);
    EXPECT_NE(text.find("bbb…\n"), std::string::npos);
}

TEST_F(RenderTest, CutsALongArgument) {
    const FileId file = add("war.tgdl", "x");
    const std::string name = std::string(119, 'a') + std::string(1'000'000, 'b');
    Diagnostic& diagnostic = report(Severity::Error, {file, 0, 1});
    diagnostic.arguments = {name, "é" + name, name};
    diagnostic.with_help(name);

    EXPECT_LT(render().size(), 3000U);
}

TEST_F(RenderTest, CountsWhatIsBeyondTheLimit) {
    const FileId file = add("war.tgdl", "x\n");
    for (int i = 0; i < 103; ++i) {
        report(Severity::Hint, {file, 0, 1});
    }

    const std::string text = render();

    EXPECT_TRUE(text.ends_with("\n\n… and 3 more\n")) << text.substr(text.size() - 200);
}

TEST_F(RenderTest, NeverLetsWarningsAndHintsPushOutErrors) {
    const FileId file = add("war.tgdl", "x\n");
    for (int i = 0; i < 200; ++i) {
        report(Severity::Hint, {file, 0, 1});
    }
    report(Severity::Error, {file, 0, 1});
    report(Severity::Warning, {file, 0, 1});

    const std::vector<std::size_t> shown = choose_shown(diagnostics_.all(), 4);

    EXPECT_EQ(shown, (std::vector<std::size_t>{0, 1, 200, 201}));
}

TEST_F(RenderTest, PaintsOnlyWhenAskedTo) {
    const FileId file = add("war.tgdl", "x\n");
    report(Severity::Error, {file, 0, 1}).with_help("y");

    EXPECT_EQ(render().find('\x1b'), std::string::npos);
    EXPECT_NE(render({.colour = Colour::On}).find("\x1b[1;31merror"), std::string::npos);
}

TEST_F(RenderTest, ShowsARuntimeErrorWithCallsAndValues) {
    const FileId file = add("war.tgdl", "function F() { return card.rank; }\n");
    const Span place{file, 22, 31};
    RuntimeReport report{.code = "R0101",
                         .message = "`rank` is asked of null",
                         .span = place,
                         .calls = {{"F", place}, {"setup", {}}},
                         .values = {{"card", "null"}, {"n", "3"}}};

    EXPECT_EQ(render_runtime_report(sources_, report, Colour::Off),
              "war.tgdl:1:23: runtime error[R0101]: `rank` is asked of null\n"
              "   1 | function F() { return card.rank; }\n"
              "     |                       ^^^^^^^^^\n"
              "called: `F` at war.tgdl:1:23\n"
              "        `setup`\n"
              "values: card = null, n = 3\n");
}

TEST_F(RenderTest, ShowsARuntimeErrorWithoutAPlace) {
    RuntimeReport report;
    report.code = "R0803";
    report.message = "no memory";

    EXPECT_EQ(render_runtime_report(sources_, report, Colour::Off), "runtime error[R0803]: no memory\n");
}

TEST_F(RenderTest, SaysHowManyThereAre) {
    EXPECT_EQ(describe_counts({}), "");
    EXPECT_EQ(describe_counts({.errors = 0, .warnings = 0, .hints = 4}), "");
    EXPECT_EQ(describe_counts({.errors = 1, .warnings = 0, .hints = 0}), "1 error");
    EXPECT_EQ(describe_counts({.errors = 2, .warnings = 1, .hints = 3}), "2 errors, 1 warning, 3 hints");
}

TEST_F(RenderTest, FindsTheSamePlacesAsTheSourceFile) {
    std::string text = "\xEF\xBB\xBF";
    for (int i = 0; i < 700; ++i) {
        text += i % 50 == 49 ? "\r\n" : i % 3 == 0 ? "é" : i % 7 == 0 ? "日" : "x";
    }
    const FileId file = add("war.tgdl", text);
    LineColumns places(sources_);

    for (std::uint32_t byte = 0; byte <= text.size(); ++byte) {
        const LineColumn wanted = sources_.file(file).position(byte);
        const LineColumn found = places.at(file, byte);
        EXPECT_EQ(found.line, wanted.line) << byte;
        EXPECT_EQ(found.column, wanted.column) << byte;
    }
}

} // namespace
} // namespace tgdl
