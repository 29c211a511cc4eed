#include "vm/collections_for_test.h"

using namespace tgdl;

namespace {

using Texts = CollectionTest;

TEST_F(Texts, AreThoseOfTheProgramWhereTheyAreTheSame) {
    EXPECT_EQ(text("ace"), Value::constant_text(1));
    EXPECT_EQ(text(""), Value::constant_text(0));
    EXPECT_TRUE(text("king").is(Tag::Text));
}

TEST_F(Texts, KeepTheirUnits) {
    for (const char16_t* units : {u"a", u"four", u"fives", u"\u265E\U0001F0A1x", u"eight in all"}) {
        const Value made = make_text(machine_, std::u16string_view(units));

        EXPECT_EQ(text_units(machine_, made), units);
        EXPECT_EQ(text_length(machine_, made), std::u16string_view(units).size());
    }
}

TEST_F(Texts, AreComparedByCodeUnit) {
    EXPECT_EQ(compare_texts(machine_, text("ace"), text("ace")), 0);
    EXPECT_LT(compare_texts(machine_, text("ace"), text("aces")), 0);
    EXPECT_GT(compare_texts(machine_, text("b"), text("ace")), 0);
    EXPECT_GT(compare_texts(machine_, text("\uFFFD"), text("\U0001F0A1")), 0); // a surrogate is a smaller unit
}

TEST_F(Texts, AreTheSameWhenTheyHaveTheSameUnits) {
    EXPECT_TRUE(same_text(machine_, text("king"), text("king")));
    EXPECT_NE(text("king"), text("king"));
    EXPECT_FALSE(same_text(machine_, text("king"), text("kings")));
    EXPECT_FALSE(same_text(machine_, text("king"), Value::null()));
    EXPECT_EQ(hash_value(machine_, text("king")), hash_value(machine_, text("king")));
}

TEST_F(Texts, ThatAProgramHasAreNotMadeAgain) {
    program_.texts.push_back({"king", u"king"});
    program_.text_index.clear(); // a program made by hand: its texts are found one by one
    const Value constant = Value::constant_text(3);

    EXPECT_EQ(text("king"), constant);
}

TEST_F(Texts, GoFromUtf8ToUtf16AndBack) {
    const std::string utf8 = "a\u00E9\u265E\U0001F0A1";

    EXPECT_EQ(to_utf16(utf8), u"a\u00E9\u265E\U0001F0A1");
    EXPECT_EQ(to_utf8(to_utf16(utf8)), utf8);
    EXPECT_EQ(to_utf8(std::u16string{u'a', 0xD83C}), "a\uFFFD");
    EXPECT_EQ(to_utf8(std::u16string{0xDCA1, 0xD83C}), "\uFFFD\uFFFD");
    EXPECT_EQ(to_utf16("a\xFF"), u"a\uFFFD");
    EXPECT_EQ(to_utf16("\xE2\x99"), u"\uFFFD\uFFFD");
}

TEST_F(Texts, AreForgottenByRewind) {
    const std::vector<Word> before = heap();
    const Mark mark = machine_.memory.mark();

    text("a text that is soon forgotten");
    machine_.memory.rewind(mark);

    EXPECT_EQ(heap(), before);
}

} // namespace
