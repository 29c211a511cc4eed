#include "base/arithmetic.h"

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

// The nearest number to the true result, worked out with 300 binary digits.
TEST(Power, IsTheNearestNumberToTheTrueResult) {
    struct Known {
        double base = 0;
        double exponent = 0;
        double result = 0;
    };
    const Known known[] = {
        {3.0, 30.0, 0x1.76838794f1720p+47},
        {7.0, 15.0, 0x1.14582de90dc00p+42},
        {10.0, 15.0, 0x1.c6bf526340000p+49},
        {3.0, 33.0, 0x1.3bfefa65abb83p+52},
        {3.0, 34.0, 0x1.d9fe779881944p+53},
        {5.0, 23.0, 0x1.52d02c7e14af6p+53},
        {11.0, 15.0, 0x1.dae5ec28da7c6p+51},
        {1.1, 10.0, 0x1.4bffc0c03023ep+1},
        {1.1, -10.0, 0x1.8acbdc2d2b1c4p-2},
        {10.0, 22.0, 0x1.0f0cf064dd592p+73},
        {10.0, 23.0, 0x1.52d02c7e14af6p+76},
        {10.0, -1.0, 0x1.999999999999ap-4},
        {10.0, -3.0, 0x1.0624dd2f1a9fcp-10},
        {10.0, -5.0, 0x1.4f8b588e368f1p-17},
        {10.0, 308.0, 0x1.1ccf385ebc8a0p+1023},
        {10.0, -308.0, 0x0.730d67819e8d2p-1022},
        {10.0, -323.0, 0x0.0000000000002p-1022},
        {3.0, -40.0, 0x1.846d550e37b50p-64},
        {7.0, 200.0, 0x1.62d47e9903fb4p+561},
        {1.5, 100.0, 0x1.69194f299cddap+58},
        {0.1, 3.0, 0x1.0624dd2f1a9fdp-10},
        {0.1, 20.0, 0x1.79ca10c92422bp-67},
        {0.99, 365.0, 0x1.a21619b21dff8p-6},
        {1.01, 365.0, 0x1.2e44793832840p+5},
        {1.05, 30.0, 0x1.149ab4311dfeep+2},
        {-3.0, 35.0, -0x1.637ed9b2612f3p+55},
        {-7.0, -9.0, -0x1.a9bbb147e0dd9p-26},
        {-0.3, 5.0, -0x1.3e81450efdc9bp-9},
        {2.0, 0.1, 0x1.125fbee250664p+0},
        {2.0, 1.5, 0x1.6a09e667f3bcdp+1},
        {10.0, 0.3, 0x1.fec982d5bb8afp+0},
        {10.0, -0.25, 0x1.1feb33c1c381ep-1},
        {5.0, 0.3333333333333333, 0x1.b5c0fbcfec4d3p+0},
        {27.0, 0.3333333333333333, 0x1.8000000000000p+1},
        {1000.0, 0.3333333333333333, 0x1.3ffffffffffffp+3},
        {16.0, 0.75, 0x1.0000000000000p+3},
        {81.0, -0.25, 0x1.5555555555555p-2},
        {2.25, 2.5, 0x1.e600000000000p+2},
        {263169.0, 1.5, 0x1.0180c02000000p+27},
        {0.7, 0.7, 0x1.8ee06aa5599b0p-1},
        {123.456, 7.89, 0x1.c37e53d5e93d2p+54},
        {123.456, -7.89, 0x1.224ec1169f129p-55},
        {1.5, 700.25, 0x1.8970085a6d29dp+409},
        {1.0000000000000002, 1e+18, 0x1.44a12826f5073p+320},
        {0.9999999999999999, 3e+18, 0x1.668c69c748df9p-481},
        {1.0000001, 10000000.0, 0x1.5bf0a790ce6f2p+1},
        {1.7976931348623157e+308, 0.99999, 0x1.fc60f7aafdad9p+1023},
        {2.2250738585072014e-308, 1.01, 0x0.0036f2bc71be8p-1022},
        {5e-324, 0.5, 0x1.0000000000000p-537},
        {5e-324, -0.9, 0x1.8406003b2aecdp+966},
        {2.0, -1074.0, 0x0.0000000000001p-1022},
        {2.0, -1075.0, 0x0.0p+0},
        {3.0, -677.0, 0x0.0000000000002p-1022},
        {1.5, -1836.0, 0x0.0000000000001p-1022},
        {0.3, 611.5, 0x0.0000000000e60p-1022},
        {6.02e+23, -13.2, 0x0.000009b2ccd00p-1022},
    };
    for (const Known& each : known) {
        EXPECT_EQ(power(each.base, each.exponent), each.result) << each.base << " ^ " << each.exponent;
    }
}

TEST(Power, OfHugeWholeExponentsIsOneWithoutASizeOfItsOwn) {
    EXPECT_EQ(power(-1, 9007199254740991.0), -1);
    EXPECT_EQ(power(-1, 9007199254740992.0), 1);
    EXPECT_EQ(power(-1, -1e300), 1);
    EXPECT_EQ(power(0.5, 1e300), 0);
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
