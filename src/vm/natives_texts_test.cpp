#include "vm/collections_for_test.h"

using namespace tgdl;

namespace {

using TextNatives = CollectionTest;

TEST_F(TextNatives, CountUnitsAndGiveThemByPosition) {
    const Value card = text("\U0001F0A1x");

    EXPECT_EQ(call(NativeId::TextLength, {card}), number(3));
    EXPECT_EQ(shown(call(NativeId::TextAt, {card, number(2.7)})), "\"x\"");
    EXPECT_EQ(text_units(machine_, call(NativeId::TextAt, {card, number(0)})), (std::u16string{0xD83C}));
    EXPECT_TRUE(call(NativeId::TextAt, {card, number(3)}).is_null());
    EXPECT_TRUE(call(NativeId::TextAt, {card, number(-1)}).is_null());
}

TEST_F(TextNatives, FindTexts) {
    const std::string many_a(50, 'a');

    EXPECT_EQ(call(NativeId::TextContains, {text("spades"), text("ade")}), Value::boolean(true));
    EXPECT_EQ(call(NativeId::TextContains, {text("spades"), text("")}), Value::boolean(true));
    EXPECT_EQ(call(NativeId::TextIndexOf, {text("spades"), text("s")}), number(0));
    EXPECT_EQ(call(NativeId::TextIndexOf, {text("spades"), text("x")}), number(-1));
    EXPECT_EQ(call(NativeId::TextIndexOf, {text(many_a + "b" + many_a), text("aaaaaaaaaaaab")}), number(38));
    EXPECT_EQ(call(NativeId::TextIndexOf, {text("xabababababcabababababd"), text("abababababd")}), number(12));
    EXPECT_EQ(call(NativeId::TextIndexOf, {text(many_a), text(many_a + "a")}), number(-1));
}

TEST_F(TextNatives, CutOutThePartThatLiesInside) {
    const Value word = text("abcdef");
    const auto part = [&](double from, double length) {
        return shown(call(NativeId::TextSubstring, {word, number(from), number(length)}));
    };

    EXPECT_EQ(part(1, 3), "\"bcd\"");
    EXPECT_EQ(part(4, 10), "\"ef\"");
    EXPECT_EQ(part(-2, 4), "\"ab\"");
    EXPECT_EQ(part(-9, 4), "\"\"");
    EXPECT_EQ(part(9, 1), "\"\"");
    EXPECT_EQ(part(2, -1), "\"\"");
    EXPECT_EQ(part(1.9, 1.9), "\"b\"");
    EXPECT_EQ(part(0, 1e300), "\"abcdef\"");
}

TEST_F(TextNatives, ChangeUpperAndLowerCase) {
    EXPECT_EQ(shown(call(NativeId::TextUpper, {text("citt\u00E0 \U00010428")})), "\"CITT\u00C0 \U00010400\"");
    EXPECT_EQ(shown(call(NativeId::TextLower, {text("\u00C9T\u00C9 ACE")})), "\"\u00E9t\u00E9 ace\"");
    EXPECT_EQ(call(NativeId::TextLower, {text("ACE")}), Value::constant_text(1));
}

TEST_F(TextNatives, SplitAsEcmaScriptDoes) {
    const auto split = [&](const char* whole, const char* separator) {
        return shown(call(NativeId::TextSplit, {text(whole), text(separator), type(kTexts)}));
    };

    EXPECT_EQ(split("a,b,,c", ","), R"(["a", "b", "", "c"])");
    EXPECT_EQ(split("abc", ""), R"(["a", "b", "c"])");
    EXPECT_EQ(split("", ""), "[]");
    EXPECT_EQ(split("", ","), R"([""])");
    EXPECT_EQ(split(",", ","), R"(["", ""])");
    EXPECT_EQ(split("aaa", "aa"), R"(["", "a"])");
    EXPECT_EQ(split("one-and-a-long-separator-two", "-and-a-long-separator-"), R"(["one", "two"])");
}

TEST_F(TextNatives, TrimWhiteSpaceOfAllKinds) {
    EXPECT_EQ(shown(call(NativeId::TextTrim, {text(" \t\n\u00A0\u3000a b\u2003\r\n")})), "\"a b\"");
    EXPECT_EQ(call(NativeId::TextTrim, {text("  ")}), Value::constant_text(0));
}

TEST_F(TextNatives, ReadNumbersAsLiteralsWithASign) {
    const auto read = [&](const char* written) { return call(NativeId::TextToNumber, {text(written)}); };

    EXPECT_EQ(read("12"), number(12));
    EXPECT_EQ(read("-1_000.5"), number(-1000.5));
    EXPECT_EQ(read("+1e3"), number(1000));
    EXPECT_EQ(read("-0"), number(0));
    for (const char* wrong : {"", "-", "--1", " 1", "1 ", "1.", ".5", "0x10", "1e309", "one", "1__0", "\uFF11"}) {
        EXPECT_TRUE(read(wrong).is_null()) << wrong;
    }
    EXPECT_TRUE(call(NativeId::TextToNumber, {Value::null()}).is_null());
}

TEST_F(TextNatives, ReadTrueAndFalse) {
    EXPECT_EQ(call(NativeId::TextToBool, {text("true")}), Value::boolean(true));
    EXPECT_EQ(call(NativeId::TextToBool, {text("false")}), Value::boolean(false));
    EXPECT_TRUE(call(NativeId::TextToBool, {text("True")}).is_null());
    EXPECT_TRUE(call(NativeId::TextToBool, {Value::null()}).is_null());
}

TEST_F(TextNatives, ShowNumbersInAFormat) {
    EXPECT_EQ(shown(call(NativeId::FormatNumber, {number(0.125), number(2), number(0)})), "\"0.13\"");
    EXPECT_EQ(shown(call(NativeId::FormatNumber, {number(7), number(3), number(1)})), "\"007\"");
    EXPECT_EQ(fault(NativeId::FormatNumber, {number(7), number(1e15), number(1)}),
              "the match needs more memory than it may use");
}

TEST_F(TextNatives, OfNullAreAFault) {
    EXPECT_EQ(fault(NativeId::TextUpper, {Value::null()}), "`upper` is asked of null");
    EXPECT_EQ(fault(NativeId::TextContains, {text("a"), Value::null()}), "`contains` is given null");
    EXPECT_EQ(fault(NativeId::TextAt, {text("a"), Value::null()}), "`[ ]` is given null");
}

} // namespace
