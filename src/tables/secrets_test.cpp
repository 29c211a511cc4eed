#include "tables/secrets.h"

#include "tables/player_name.h"

#include <gtest/gtest.h>
#include <set>

namespace tgdl {
namespace {

TEST(Secrets, AreDrawnAnewEachTime) {
    std::set<std::string> tokens;
    std::set<std::string> seeds;
    for (int i = 0; i < 1000; ++i) {
        tokens.insert(draw_token());
        seeds.insert(draw_seed().text());
    }

    EXPECT_EQ(tokens.size(), 1000U);
    EXPECT_EQ(seeds.size(), 1000U);
    EXPECT_EQ(seeds.begin()->size(), 64U); // 256 bits
}

TEST(Secrets, CanStandInAnAddress) {
    for (int i = 0; i < 100; ++i) {
        const std::string token = draw_token();
        EXPECT_EQ(token.size(), 22U);
        EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
                  std::string::npos);
    }
}

TEST(Secrets, AreTheSameOnlyAsAWhole) {
    EXPECT_TRUE(is_same_secret("abc", "abc"));
    EXPECT_FALSE(is_same_secret("abc", "abd"));
    EXPECT_FALSE(is_same_secret("abc", "ab"));
    EXPECT_FALSE(is_same_secret("", "a"));
}

TEST(PlayerName, LosesWhatIsNoPartOfAWord) {
    EXPECT_EQ(clean_name("  Anna  "), "Anna");
    EXPECT_EQ(clean_name("A\tB\nC"), "A B C");
    EXPECT_EQ(clean_name("\xE2\x80\xAEreversed"), "reversed");
    EXPECT_EQ(clean_name("zero\xE2\x80\x8Bwidth\xEF\xBB\xBF"), "zerowidth");
    EXPECT_EQ(clean_name("\xC2\x85next"), "next");
    EXPECT_EQ(clean_name("\x7f \x01"), "");
}

TEST(PlayerName, MayBeInAnyLanguage) {
    for (const char* name : {"Zoë", "Ольга", "李", "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80", "O'Neil <b>"}) {
        EXPECT_EQ(clean_name(name), name);
    }
}

} // namespace
} // namespace tgdl
