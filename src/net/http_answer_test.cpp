#include "net/http_answer.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

constexpr std::time_t kMoment = 784'111'777;

HttpAnswer answer_of(std::string body) {
    HttpAnswer answer;
    answer.body = std::make_shared<const std::string>(std::move(body));
    return answer;
}

bool has_line(const std::string& head, const std::string& line) {
    return head.find("\r\n" + line + "\r\n") != std::string::npos;
}

TEST(HttpAnswer, HasTheHeadersOfEveryAnswer) {
    const std::string head = http_head(answer_of("hello"), AfterAnswer::KeepOpen, kMoment);

    EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(head.ends_with("\r\n\r\n"));
    for (const char* line :
         {"Date: Sun, 06 Nov 1994 08:49:37 GMT", "Connection: keep-alive", "Content-Length: 5",
          "Content-Type: text/plain; charset=utf-8", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
          "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
          "Cache-Control: no-cache",
          "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
          "frame-ancestors 'none'"}) {
        EXPECT_TRUE(has_line(head, line)) << line;
    }
    EXPECT_EQ(head.find("Server:"), std::string::npos);
    EXPECT_EQ(head.find("ETag:"), std::string::npos);
}

TEST(HttpAnswer, ItsOwnHeadersTakeThePlaceOfUsualOnes) {
    HttpAnswer answer = answer_of("");
    answer.headers = {{"cache-control", "max-age=60"}, {"X-More", "1"}};

    const std::string head = http_head(answer, AfterAnswer::Close, kMoment);

    EXPECT_TRUE(has_line(head, "cache-control: max-age=60"));
    EXPECT_EQ(head.find("no-cache"), std::string::npos);
    EXPECT_TRUE(has_line(head, "X-More: 1"));
    EXPECT_TRUE(has_line(head, "Connection: close"));
}

TEST(HttpAnswer, AHeaderThatWouldBeTwoIsLeftOut) {
    HttpAnswer answer = answer_of("");
    answer.headers = {{"X-One", "a\r\nX-Two: b"}, {"X Three", "c"}, {"", "fourth"}, {"X-Four", std::string("e\0f", 3)}};
    answer.etag = "\"x\"\nX-Five: g";

    const std::string head = http_head(answer, AfterAnswer::Close, kMoment);

    for (const char* part : {"X-One", "X-Two", "Three", "fourth", "X-Four", "X-Five"}) {
        EXPECT_EQ(head.find(part), std::string::npos) << part;
    }
}

TEST(HttpAnswer, OneThatHasNotChangedHasATagButNoLength) {
    HttpAnswer answer;
    answer.status = 304;
    answer.etag = "\"abc\"";

    const std::string head = http_head(answer, AfterAnswer::KeepOpen, kMoment);

    EXPECT_TRUE(head.starts_with("HTTP/1.1 304 Not Modified\r\n"));
    EXPECT_TRUE(has_line(head, "ETag: \"abc\""));
    EXPECT_EQ(head.find("\r\nContent-Length:"), std::string::npos);
    EXPECT_EQ(head.find("\r\nContent-Type:"), std::string::npos);
}

TEST(HttpAnswer, EveryStatusCanBeWritten) {
    HttpAnswer answer = refusal(599, "No.");

    EXPECT_TRUE(http_head(answer, AfterAnswer::Close, kMoment).starts_with("HTTP/1.1 599 \r\n"));
    EXPECT_EQ(*answer.body, "No.\n");
}

TEST(Etag, IsFoundAloneInAListAndWeak) {
    EXPECT_TRUE(names_etag("\"a\"", "\"a\""));
    EXPECT_TRUE(names_etag("\"b\", \"a\" ", "\"a\""));
    EXPECT_TRUE(names_etag("W/\"a\"", "\"a\""));
    EXPECT_TRUE(names_etag(" * ", "\"a\""));
    EXPECT_FALSE(names_etag("\"ab\"", "\"a\""));
    EXPECT_FALSE(names_etag("", "\"a\""));
    EXPECT_FALSE(names_etag(" , ,", "\"a\""));
    EXPECT_FALSE(names_etag("*", ""));
    EXPECT_FALSE(names_etag("", ""));
}

TEST(HttpAnswer, GzipIsTakenWhereTheListOfCodingsSaysSo) {
    EXPECT_TRUE(accepts_gzip("gzip, deflate, br, zstd"));
    EXPECT_TRUE(accepts_gzip("br;q=1.0, GZIP;q=0.8, *;q=0.1"));
    EXPECT_TRUE(accepts_gzip("br , gzip ; q=0.001"));
    EXPECT_TRUE(accepts_gzip("*"));
    EXPECT_FALSE(accepts_gzip(""));
    EXPECT_FALSE(accepts_gzip("br, deflate"));
    EXPECT_FALSE(accepts_gzip("identity, gzip;q=0"));
    EXPECT_FALSE(accepts_gzip("*, gzip;q=0.000"));
    EXPECT_FALSE(accepts_gzip("*;q=0"));
    EXPECT_FALSE(accepts_gzip(" , ;,"));
}

} // namespace
} // namespace tgdl
