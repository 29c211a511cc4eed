#include "cli/suggest.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

const std::vector<std::string> kCommands = {"check", "fmt", "explain", "dump"};

TEST(Suggest, FindsAMisspeltWord) {
    EXPECT_EQ(closest_word("chekc", kCommands), "check");
    EXPECT_EQ(closest_word("Check", kCommands), "check");
    EXPECT_EQ(closest_word("fmtt", kCommands), "fmt");
}

TEST(Suggest, GivesTheBestFirstUpToTheLimit) {
    const std::vector<std::string> codes = {"E0101", "E0201", "E0202", "W0301"};

    EXPECT_EQ(closest_words("E0201", codes, 2, 2), (std::vector<std::string>{"E0201", "E0101"}));
    EXPECT_EQ(closest_words("E0201", codes, 9, 1), (std::vector<std::string>{"E0201", "E0101", "E0202"}));
}

TEST(Suggest, GivesNothingForAWordThatIsFarOff) {
    EXPECT_EQ(closest_word("simulate", kCommands), "");
    EXPECT_EQ(closest_word("", kCommands), "");
    EXPECT_EQ(closest_word(std::string(1'000'000, 'c'), kCommands), "");
}

} // namespace
} // namespace tgdl
