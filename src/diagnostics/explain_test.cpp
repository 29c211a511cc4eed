#include "diagnostics/explain.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(Explain, FindsAPageForEveryCodeInAnyCase) {
    for (const std::string& code : explained_codes()) {
        std::string lower = code;
        lower[0] = static_cast<char>(lower[0] - 'A' + 'a');

        EXPECT_FALSE(explanation_title(find_explanation(code)).empty()) << code;
        EXPECT_EQ(find_explanation(code), find_explanation(lower)) << code;
    }
    EXPECT_TRUE(find_explanation("E9999").empty());
}

TEST(Explain, TakesTheTitleFromTheFirstHeading) {
    EXPECT_EQ(explanation_title("# E0201: a name that nobody knows\n\ntext\n"), "a name that nobody knows");
    EXPECT_EQ(explanation_title("# A name: that nobody knows\n"), "A name: that nobody knows");
    EXPECT_EQ(explanation_title("no heading\n"), "");
}

TEST(Explain, LaysAPageOutForATerminal) {
    const std::string page =
        render_explanation("# E0201: a name\n"
                           "A paragraph that is much longer than a line of a terminal should be, and so is "
                           "broken\nbetween two words.\n"
                           "\n"
                           "- one\n"
                           "- two\n"
                           "```tgdl\n"
                           "class Card\n"
                           "{\n"
                           "    number x;\n"
                           "\n"
                           "}\n"
                           "```\n"
                           "The end.\n",
                           Colour::Off);

    EXPECT_EQ(page, "E0201: a name\n"
                    "\n"
                    "A paragraph that is much longer than a line of a terminal should be, and so is\n"
                    "broken between two words.\n"
                    "\n"
                    "- one\n"
                    "- two\n"
                    "\n"
                    "    class Card\n"
                    "    {\n"
                    "        number x;\n"
                    "\n"
                    "    }\n"
                    "\n"
                    "The end.\n");
}

TEST(Explain, PaintsHeadingsOnlyWhenAskedTo) {
    EXPECT_EQ(render_explanation("# A\n", Colour::Off), "A\n");
    EXPECT_EQ(render_explanation("# A\n", Colour::On), "\x1b[1mA\x1b[0m\n");
}

} // namespace
} // namespace tgdl
