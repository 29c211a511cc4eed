#include "base/numbers.h"

#include <gtest/gtest.h>

#include <limits>

using namespace tgdl;

namespace {

TEST(Numbers, AreWrittenAsEcmaScriptWritesThem) {
    EXPECT_EQ(number_text(0), "0");
    EXPECT_EQ(number_text(-0.0), "0");
    EXPECT_EQ(number_text(7), "7");
    EXPECT_EQ(number_text(-12.5), "-12.5");
    EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(number_text(1.0 / 3), "0.3333333333333333");
    EXPECT_EQ(number_text(100), "100");
    EXPECT_EQ(number_text(123456789012345680000.0), "123456789012345680000");
    EXPECT_EQ(number_text(9007199254740993.0), "9007199254740992");
}

TEST(Numbers, GetAnExponentWhereEcmaScriptGivesOne) {
    EXPECT_EQ(number_text(1e20), "100000000000000000000");
    EXPECT_EQ(number_text(1e21), "1e+21");
    EXPECT_EQ(number_text(1.5e300), "1.5e+300");
    EXPECT_EQ(number_text(0.000001), "0.000001");
    EXPECT_EQ(number_text(0.0000001), "1e-7");
    EXPECT_EQ(number_text(-1.25e-9), "-1.25e-9");
    EXPECT_EQ(number_text(5e-324), "5e-324");
    EXPECT_EQ(number_text(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
}

TEST(Numbers, ShowExactlyTheDecimalsAskedFor) {
    EXPECT_EQ(number_with_decimals(3, 2), "3.00");
    EXPECT_EQ(number_with_decimals(3.14159, 2), "3.14");
    EXPECT_EQ(number_with_decimals(9.999, 2), "10.00");
    EXPECT_EQ(number_with_decimals(1e21, 1), "1000000000000000000000.0");
    EXPECT_EQ(number_with_decimals(0.1, 20), "0.10000000000000000555");
    EXPECT_EQ(number_with_decimals(5e-324, 2), "0.00");
    EXPECT_EQ(number_with_decimals(std::numeric_limits<double>::max(), 0).size(), 309U);
}

TEST(Numbers, RoundHalvesAwayFromZeroByTheirExactValue) {
    EXPECT_EQ(number_with_decimals(0.125, 2), "0.13");
    EXPECT_EQ(number_with_decimals(-0.125, 2), "-0.13");
    EXPECT_EQ(number_with_decimals(2.5, 0), "3");
    EXPECT_EQ(number_with_decimals(0.5, 0), "1");
    EXPECT_EQ(number_with_decimals(1.005, 2), "1.00"); // it is 1.00499999999999989…
    EXPECT_EQ(number_with_decimals(1.5, 1), "1.5");
}

TEST(Numbers, HaveNoSignWhenTheyShowAsZero) {
    EXPECT_EQ(number_with_decimals(-0.001, 2), "0.00");
    EXPECT_EQ(number_with_decimals(-0.4, 0), "0");
    EXPECT_EQ(number_with_decimals(-0.0, 1), "0.0");
    EXPECT_EQ(number_with_zeros(-0.0, 2), "00");
}

TEST(Numbers, ArePaddedInTheirWholePart) {
    EXPECT_EQ(number_with_zeros(7, 3), "007");
    EXPECT_EQ(number_with_zeros(-7, 3), "-007");
    EXPECT_EQ(number_with_zeros(2.5, 3), "002.5");
    EXPECT_EQ(number_with_zeros(1234, 3), "1234");
}

TEST(Numbers, ReadWhatALiteralMayBe) {
    EXPECT_EQ(number_value("1_000.5e+1"), 10005.0);
    EXPECT_EQ(number_value("1e-400"), 0.0);
    EXPECT_TRUE(is_number_literal("1e309"));
    EXPECT_FALSE(number_value("1e309"));
    EXPECT_FALSE(number_value("1_"));
    EXPECT_FALSE(number_value(".5"));
    EXPECT_FALSE(number_value(" 1"));
}

TEST(Numbers, AreReadFromWholeNumbersOnlyOutsideOfGames) {
    EXPECT_EQ(read_number("12"), 12U);
    EXPECT_EQ(read_number(""), std::nullopt);
    EXPECT_EQ(read_number("1.5"), std::nullopt);
    EXPECT_EQ(read_number("12 "), std::nullopt);
    EXPECT_EQ(read_number("-1"), std::nullopt);
}

TEST(Numbers, AreSeedsUpTo64Bits) {
    EXPECT_EQ(read_seed("18446744073709551615"), UINT64_MAX);
    EXPECT_EQ(read_seed("+7"), 7U);
    EXPECT_EQ(read_seed("-1"), UINT64_MAX);
    EXPECT_EQ(read_seed("-9223372036854775808"), std::uint64_t{1} << 63U);
    EXPECT_EQ(read_seed("-9223372036854775809"), std::nullopt);
    EXPECT_EQ(read_seed("18446744073709551616"), std::nullopt);
    EXPECT_EQ(read_seed("+-1"), std::nullopt);
    EXPECT_EQ(read_seed("seven"), std::nullopt);
}

} // namespace
