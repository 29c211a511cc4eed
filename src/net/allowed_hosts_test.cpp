#include "net/allowed_hosts.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(AllowedHosts, AreLoopbackNamesAndTheAddressWithThePort) {
    const AllowedHosts names("192.168.1.5", 8420, {});

    for (const char* host : {"localhost:8420", "LocalHost:8420", "127.0.0.1:8420", "[::1]:8420", "192.168.1.5:8420"}) {
        EXPECT_TRUE(names.accept_host(host, "")) << host;
    }
    for (const char* host :
         {"", "localhost", "localhost:8421", "localhost:84200", "127.0.0.2:8420", "::1:8420", "evil.example:8420",
          "localhost.evil.example:8420", "localhost:8420.evil.example", "evil.example@localhost:8420", "192.168.1.5"}) {
        EXPECT_FALSE(names.accept_host(host, "")) << host;
    }
}

TEST(AllowedHosts, LoseThePortOfHttpOnly) {
    EXPECT_TRUE(AllowedHosts("127.0.0.1", 80, {}).accept_host("localhost", ""));
    EXPECT_TRUE(AllowedHosts("127.0.0.1", 80, {}).accept_host("localhost:80", ""));
    EXPECT_FALSE(AllowedHosts("127.0.0.1", 443, {}).accept_host("localhost", ""));
}

TEST(AllowedHosts, GivenOnesStandAsTheyAreAndWithOurPort) {
    const AllowedHosts names("127.0.0.1", 8420, {"Example.org", "play.example.org:9000", "[2001:db8::1]"});

    EXPECT_TRUE(names.accept_host("example.org", ""));
    EXPECT_TRUE(names.accept_host("EXAMPLE.org:8420", ""));
    EXPECT_FALSE(names.accept_host("example.org:9000", ""));
    EXPECT_TRUE(names.accept_host("play.example.org:9000", ""));
    EXPECT_FALSE(names.accept_host("play.example.org", ""));
    EXPECT_FALSE(names.accept_host("play.example.org:8420", ""));
    EXPECT_TRUE(names.accept_host("[2001:db8::1]", ""));
    EXPECT_TRUE(names.accept_host("[2001:db8::1]:8420", ""));
}

TEST(AllowedHosts, TheAddressThatWasReachedCountsWhereItIsGiven) {
    const AllowedHosts names("0.0.0.0", 8420, {});

    EXPECT_TRUE(names.accept_host("10.0.0.7:8420", "10.0.0.7"));
    EXPECT_FALSE(names.accept_host("10.0.0.8:8420", "10.0.0.7"));
    EXPECT_FALSE(names.accept_host("10.0.0.7", "10.0.0.7"));
    EXPECT_TRUE(AllowedHosts("0.0.0.0", 80, {}).accept_host("10.0.0.7", "10.0.0.7"));
    EXPECT_FALSE(names.accept_host("", ""));
}

TEST(AllowedHosts, AnOriginIsASchemeAndAName) {
    const AllowedHosts names("127.0.0.1", 8420, {"example.org"});

    EXPECT_TRUE(names.accept_origin("http://localhost:8420", ""));
    EXPECT_TRUE(names.accept_origin("https://example.org", ""));
    EXPECT_TRUE(names.accept_origin("http://10.0.0.7:8420", "10.0.0.7"));
    for (const char* origin : {"", "null", "http://", "https://evil.example", "file://localhost:8420",
                               "http://localhost:8420/", "http://localhost:8420.evil.example",
                               "chrome-extension://example.org", "example.org", "http://http://example.org"}) {
        EXPECT_FALSE(names.accept_origin(origin, "")) << origin;
    }
}

} // namespace
} // namespace tgdl
