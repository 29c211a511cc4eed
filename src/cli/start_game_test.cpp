#include "cli/start_game.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(StartGame, ReadsWholeNumbersOnly) {
    EXPECT_EQ(read_number("12"), 12U);
    EXPECT_EQ(read_number(""), std::nullopt);
    EXPECT_EQ(read_number("1.5"), std::nullopt);
    EXPECT_EQ(read_number("12 "), std::nullopt);
    EXPECT_EQ(read_number("-1"), std::nullopt);
}

TEST(StartGame, TakesEvery64BitNumberAsASeed) {
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
} // namespace tgdl
