#include "vm/arithmetic.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tgdl {
namespace {

TEST(Power, OfWholeExponentsIsExactWhereTheResultIs) {
    EXPECT_EQ(power(2, 10), 1024);
    EXPECT_EQ(power(3, 33), 5559060566555523.0);
    EXPECT_EQ(power(-2, 3), -8);
    EXPECT_EQ(power(2, 1023), std::ldexp(1.0, 1023));
    EXPECT_EQ(power(2, -2), 0.25);
    EXPECT_EQ(power(5, 0), 1);
    EXPECT_EQ(power(0, 0), 1);
}

TEST(Power, OfAHalfIsTheSquareRoot) {
    EXPECT_EQ(power(9, 0.5), 3);
    EXPECT_EQ(power(2, 0.5), std::sqrt(2.0));
}

TEST(Power, OfFractionsIsRoundedLikeTheTrueResult) {
    EXPECT_EQ(power(8, 1.0 / 3), 2);
    EXPECT_EQ(power(32, 0.2), 2);
    EXPECT_EQ(power(10, -0.25), 0.5623413251903491);
    EXPECT_EQ(power(2, 0.1), 1.0717734625362931);
    EXPECT_EQ(power(1.5, 700.25), 2.0319085310875348e+123);
}

TEST(Power, IsCloseToThePlatformsOwnEverywhere) {
    for (double base = 0.001; base < 1e6; base *= 1.7) {
        for (double exponent = -40.3; exponent < 40; exponent += 0.77) {
            const double expected = std::pow(base, exponent);
            EXPECT_NEAR(power(base, exponent) / expected, 1, 1e-15) << base << " ^ " << exponent;
        }
    }
}

TEST(Power, WithoutAResultIsNotFinite) {
    EXPECT_FALSE(std::isfinite(power(-8, 1.0 / 3)));
    EXPECT_FALSE(std::isfinite(power(0, -1)));
    EXPECT_FALSE(std::isfinite(power(0, -0.5)));
    EXPECT_FALSE(std::isfinite(power(10, 400)));
    EXPECT_FALSE(std::isfinite(power(10, 400.5)));
    EXPECT_EQ(power(10, -400.5), 0);
    EXPECT_EQ(power(1, 1e300), 1);
}

TEST(PlayerOf, CountsAroundTheTable) {
    EXPECT_EQ(player_of(2, 3), 2);
    EXPECT_EQ(player_of(3, 3), 0);
    EXPECT_EQ(player_of(7.9, 3), 1);
    EXPECT_EQ(player_of(-1, 3), 2);
    EXPECT_EQ(player_of(-3, 3), 0);
    EXPECT_EQ(player_of(-4, 3), 2);
}

TEST(PlayerOf, NeverGivesANegativeZero) {
    EXPECT_FALSE(std::signbit(player_of(-0.5, 3)));
    EXPECT_FALSE(std::signbit(player_of(-3, 3)));
}

} // namespace
} // namespace tgdl
