#include "rulebook/english.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(English, TakesNamesApart) {
    EXPECT_EQ(words_of("quietTurns"), "quiet turns");
    EXPECT_EQ(words_of("CleaningUp"), "cleaning up");
    EXPECT_EQ(words_of("quiet_turns"), "quiet turns");
    EXPECT_EQ(words_of("Card"), "card");
    EXPECT_EQ(words_of("UNCards"), "UN cards");
    EXPECT_EQ(words_of("GrandeCittà"), "grande città");
    EXPECT_EQ(words_of("x"), "x");
    EXPECT_EQ(words_of("_"), "_");
}

TEST(English, MakesTitles) {
    EXPECT_EQ(title_of("WinLaurel"), "Win laurel");
    EXPECT_EQ(title_of("élan"), "Élan");
}

TEST(English, CountsThings) {
    EXPECT_EQ(count_of(1, "city"), "1 city");
    EXPECT_EQ(count_of(2, "city"), "2 cities");
    EXPECT_EQ(plural("day"), "days");
    EXPECT_EQ(plural("box"), "boxes");
    EXPECT_EQ(plural("man"), "men");
}

TEST(English, PutsTheArticleBefore) {
    EXPECT_EQ(with_article("omen"), "an omen");
    EXPECT_EQ(with_article("card"), "a card");
    EXPECT_EQ(with_article("unit"), "a unit");
}

TEST(English, KnowsWhoseAThingIs) {
    EXPECT_EQ(possessive({"you", Person::You}), "your");
    EXPECT_EQ(possessive({"it", Person::It}), "its");
    EXPECT_EQ(possessive({"the foe", Person::It}), "the foe's");
    EXPECT_EQ(possessive({"all players", Person::They}), "all players'");
}

TEST(English, JoinsWords) {
    EXPECT_EQ(join_words({}, "and"), "");
    EXPECT_EQ(join_words({"a"}, "and"), "a");
    EXPECT_EQ(join_words({"a", "b", "c"}, "or"), "a, b or c");
}

TEST(English, EscapesWhatMeansSomethingInMarkdown) {
    EXPECT_EQ(escape_markdown("a*b_[c]<d>"), "a\\*b\\_\\[c\\]\\<d\\>");
    EXPECT_EQ(escape_markdown("a\nb"), "a b");
}

TEST(English, ShowsCodeOnOneLine) {
    EXPECT_EQ(as_code("a\n    + b"), "`a + b`");
    EXPECT_EQ(as_code("a ` b"), "`` a ` b ``");
    EXPECT_LT(as_code(std::string(10'000, 'x')).size(), 200U);
}

TEST(English, TakesTheFirstSentence) {
    EXPECT_EQ(first_sentence("Move a man. It may fly."), "Move a man");
    EXPECT_EQ(first_sentence("Costs 1.5\ncoins"), "Costs 1.5 coins");
    EXPECT_EQ(first_sentence("Gives points: `Add(p, 5);`. More."), "Gives points");
}

} // namespace
} // namespace tgdl
