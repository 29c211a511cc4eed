#include "net/request_path.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

using namespace std::string_view_literals;

TEST(RequestPath, IsDecodedAndLosesQueryAndFragment) {
    EXPECT_EQ(requested_path("/"), "/");
    EXPECT_EQ(requested_path("/rules/tic%20tac"), "/rules/tic tac");
    EXPECT_EQ(requested_path("/table?x=/../y"), "/table");
    EXPECT_EQ(requested_path("/table#x"), "/table");
    EXPECT_EQ(requested_path("/?a"), "/");
    EXPECT_EQ(requested_path("/caff%C3%A8"), "/caffè");
    EXPECT_EQ(requested_path("/a%3Fb"), "/a?b");
}

TEST(RequestPath, HasNoEmptyPartsNorPointsNorASlashAtTheEnd) {
    EXPECT_EQ(requested_path("//a///b/"), "/a/b");
    EXPECT_EQ(requested_path("/./a/./b/."), "/a/b");
    EXPECT_EQ(requested_path("/a/../b"), "/b");
    EXPECT_EQ(requested_path("/a/b/.."), "/a");
    EXPECT_EQ(requested_path("/a/.."), "/");
    EXPECT_EQ(requested_path("/.a/..b/c.."), "/.a/..b/c..");
}

TEST(RequestPath, EncodedPointsAndSlashesAreLikePlainOnes) {
    EXPECT_EQ(requested_path("/a/%2e%2E/b"), "/b");
    EXPECT_EQ(requested_path("/a%2f..%2Fb"), "/b");
    EXPECT_EQ(requested_path("/%252e%252e/x"), "/%2e%2e/x");
}

TEST(RequestPath, NeverLeadsAboveTheRoot) {
    EXPECT_EQ(requested_path("/.."), std::nullopt);
    EXPECT_EQ(requested_path("/a/../../b"), std::nullopt);
    EXPECT_EQ(requested_path("/%2e%2e/etc/passwd"), std::nullopt);
    EXPECT_EQ(requested_path("/%2e%2e%2f%2e%2e%2fetc"), std::nullopt);
}

TEST(RequestPath, RefusesWhatIsNoPath) {
    EXPECT_EQ(requested_path(""), std::nullopt);
    EXPECT_EQ(requested_path("a"), std::nullopt);
    EXPECT_EQ(requested_path("*"), std::nullopt);
    EXPECT_EQ(requested_path("http://localhost/"), std::nullopt);
    EXPECT_EQ(requested_path("/%"), std::nullopt);
    EXPECT_EQ(requested_path("/%2"), std::nullopt);
    EXPECT_EQ(requested_path("/%2g"), std::nullopt);
}

TEST(RequestPath, RefusesControlCharactersAndWhatIsNotUtf) {
    EXPECT_EQ(requested_path("/a%00b"), std::nullopt);
    EXPECT_EQ(requested_path("/a\0b"sv), std::nullopt);
    EXPECT_EQ(requested_path("/a%0d%0aSet-Cookie:x"), std::nullopt);
    EXPECT_EQ(requested_path("/a%7f"), std::nullopt);
    EXPECT_EQ(requested_path("/%ff"), std::nullopt);
    EXPECT_EQ(requested_path("/%c0%ae%c0%ae/x"), std::nullopt);
}

} // namespace
} // namespace tgdl
