#include "net/net_for_test.h"

#include <future>
#include <stdexcept>

namespace tgdl {
namespace {

using NetServerHttpTest = NetServerTest;

std::shared_ptr<const std::string> text(std::string words) {
    return std::make_shared<const std::string>(std::move(words));
}

TEST_F(NetServerHttpTest, AnswersAGetWithWhatTheUserSays) {
    start();

    const ReceivedAnswer answer = ask("/some/page?x=1");

    EXPECT_EQ(answer.status, 200U);
    EXPECT_EQ(answer.body, "/some/page");
    EXPECT_EQ(answer.headers.at("content-type"), "text/plain; charset=utf-8");
}

TEST_F(NetServerHttpTest, EveryAnswerHasTheHeadersThatProtectThePage) {
    start();

    for (const ReceivedAnswer& answer :
         {ask("/"), ask("/", "Host: evil.example\r\n"), ask("/%00"), ask("/ws"), refused("nonsense\r\n\r\n")}) {
        EXPECT_EQ(answer.headers.at("x-content-type-options"), "nosniff");
        EXPECT_EQ(answer.headers.at("referrer-policy"), "no-referrer");
        EXPECT_EQ(answer.headers.at("cross-origin-opener-policy"), "same-origin");
        EXPECT_EQ(answer.headers.at("cross-origin-resource-policy"), "same-origin");
        EXPECT_EQ(answer.headers.at("cache-control"), "no-cache");
        EXPECT_TRUE(answer.headers.at("content-security-policy").starts_with("default-src 'none'; script-src 'self';"));
        EXPECT_FALSE(answer.headers.contains("server"));
    }
}

TEST_F(NetServerHttpTest, AHeadIsAGetWithoutBody) {
    start();
    Client client = connected();

    client.request("/page", "", "HEAD");
    const ReceivedAnswer head = client.read_answer(false);
    client.request("/next");
    const ReceivedAnswer next = client.read_answer();

    EXPECT_EQ(head.status, 200U);
    EXPECT_EQ(head.headers.at("content-length"), "5");
    EXPECT_EQ(next.body, "/next");
}

TEST_F(NetServerHttpTest, AConnectionServesManyRequestsInTheirOrder) {
    start();
    Client client = connected();

    std::string all;
    for (int number = 0; number < 50; ++number) {
        all += "GET /" + std::to_string(number) + " HTTP/1.1\r\nHost: " + own_host() + "\r\n\r\n";
    }
    client.send(all);

    for (int number = 0; number < 50; ++number) {
        EXPECT_EQ(client.read_answer().body, "/" + std::to_string(number));
    }
}

TEST_F(NetServerHttpTest, ClosesWhenTheOtherSideWantsIt) {
    start();

    EXPECT_EQ(refused("GET /a HTTP/1.1\r\nHost: " + own_host() + "\r\nConnection: close\r\n\r\n").body, "/a");
    EXPECT_EQ(refused("GET /b HTTP/1.0\r\nHost: " + own_host() + "\r\n\r\n").body, "/b");
}

TEST_F(NetServerHttpTest, AnAnswerMayComeLaterFromAnotherThread) {
    std::promise<std::function<void(HttpAnswer)>> asked;
    witness_.on_request = [&](const HttpRequest& request, std::function<void(HttpAnswer)> reply) {
        if (request.path == "/later") {
            asked.set_value(std::move(reply));
        } else {
            reply({});
        }
    };
    start();
    Client client = connected();

    client.request("/later");
    const std::function<void(HttpAnswer)> reply = asked.get_future().get();
    HttpAnswer answer;
    answer.status = 404;
    answer.body = text("not here");
    reply(answer);
    answer.body = text("twice");
    reply(answer);
    const ReceivedAnswer received = client.read_answer();
    client.request("/next");

    EXPECT_EQ(received.status, 404U);
    EXPECT_EQ(received.body, "not here");
    EXPECT_EQ(client.read_answer().body, "");
}

TEST_F(NetServerHttpTest, AnAnswerMayComeWhenTheServerIsGone) {
    std::promise<std::function<void(HttpAnswer)>> asked;
    witness_.on_request = [&](const HttpRequest& /*request*/, std::function<void(HttpAnswer)> reply) {
        asked.set_value(std::move(reply));
        server_->stop();
    };
    start();
    Client client = connected();
    client.request("/x");
    EXPECT_TRUE(client.is_closed_by_server());
    finish();
    server_.reset();

    asked.get_future().get()({});
}

TEST_F(NetServerHttpTest, AnswersThatNothingHasChangedWhenTheTagIsTheSame) {
    witness_.on_request = [](const HttpRequest& request, const std::function<void(HttpAnswer)>& reply) {
        HttpAnswer answer;
        answer.body = text("long " + request.etag);
        answer.etag = "\"v1\"";
        reply(std::move(answer));
    };
    start();

    const ReceivedAnswer same = ask("/", "If-None-Match: \"v1\"\r\n");
    const ReceivedAnswer other = ask("/", "If-None-Match: \"v0\"\r\n");

    EXPECT_EQ(same.status, 304U);
    EXPECT_EQ(same.headers.at("etag"), "\"v1\"");
    EXPECT_EQ(same.body, "");
    EXPECT_EQ(other.status, 200U);
    EXPECT_EQ(other.body, "long \"v0\"");
}

TEST_F(NetServerHttpTest, ALargeAnswerArrivesWhole) {
    const std::string large(5'000'000, 'x');
    witness_.on_request = [&](const HttpRequest& /*request*/, const std::function<void(HttpAnswer)>& reply) {
        HttpAnswer answer;
        answer.body = text(large);
        answer.headers = {{"Cache-Control", "max-age=9"}};
        reply(std::move(answer));
    };
    start();

    const ReceivedAnswer answer = ask("/");

    EXPECT_EQ(answer.body, large);
    EXPECT_EQ(answer.headers.at("cache-control"), "max-age=9");
}

TEST_F(NetServerHttpTest, PathsAreNormalAndNeverLeadOut) {
    start();

    EXPECT_EQ(ask("/a/../b").body, "/b");
    EXPECT_EQ(ask("/a/%2e%2e/b%20c").body, "/b c");
    EXPECT_EQ(ask("/../etc/passwd").status, 400U);
    EXPECT_EQ(ask("/%2e%2e/etc/passwd").status, 400U);
    EXPECT_EQ(ask("/a%00b").status, 400U);
    EXPECT_EQ(ask("*").status, 400U);
    EXPECT_EQ(ask("http://" + own_host() + "/").status, 400U);
}

TEST_F(NetServerHttpTest, OtherMethodsAreRefused) {
    start();

    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"}) {
        Client client = connected();
        client.request("/", "", method);
        const ReceivedAnswer answer = client.read_answer();
        EXPECT_EQ(answer.status, 405U) << method;
        EXPECT_EQ(answer.headers.at("allow"), "GET, HEAD");
        EXPECT_TRUE(client.is_closed_by_server());
    }
}

TEST_F(NetServerHttpTest, ABodyIsRefused) {
    start();
    const std::string begin = "POST / HTTP/1.1\r\nHost: " + own_host() + "\r\n";

    EXPECT_EQ(refused(begin + "Content-Length: 5\r\n\r\nhello").status, 413U);
    EXPECT_EQ(refused(begin + "Content-Length: 99999999999\r\n\r\n" + std::string(100'000, 'x')).status, 413U);
    EXPECT_EQ(refused(begin + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n").status, 413U);
    EXPECT_EQ(ask("/", "Content-Length: 0\r\n").status, 200U);
}

TEST_F(NetServerHttpTest, AForeignHostIsToldWhichOptionToUse) {
    start();

    const ReceivedAnswer answer = ask("/", "Host: evil.example:80\r\n");

    EXPECT_EQ(answer.status, 421U);
    EXPECT_NE(answer.body.find("`--host evil.example:80`"), std::string::npos) << answer.body;
    EXPECT_EQ(ask("/", "Host: localhost\r\n").status, 421U);
    EXPECT_EQ(ask("/", "Host: 127.0.0.1:" + std::to_string(server_->port()) + "\r\n").status, 200U);
}

TEST_F(NetServerHttpTest, AnswersToFurtherNamesThatAreGiven) {
    options_.hosts = {"example.org"};
    start();

    EXPECT_EQ(ask("/", "Host: example.org\r\n").status, 200U);
    EXPECT_EQ(ask("/", "Host: Example.org:" + std::to_string(server_->port()) + "\r\n").status, 200U);
    EXPECT_EQ(ask("/", "Host: example.org\r\nOrigin: https://example.org\r\n").status, 200U);
}

TEST_F(NetServerHttpTest, ARequestNeedsExactlyOneHost) {
    start();

    EXPECT_EQ(refused("GET / HTTP/1.1\r\n\r\n").status, 400U);
    EXPECT_EQ(refused("GET / HTTP/1.0\r\n\r\n").status, 400U);
    EXPECT_EQ(refused("GET / HTTP/1.1\r\nHost: " + own_host() + "\r\nHost: evil.example\r\n\r\n").status, 400U);
}

TEST_F(NetServerHttpTest, PagesOfOthersAreRefused) {
    start();

    EXPECT_EQ(ask("/", "Origin: http://" + own_host() + "\r\n").status, 200U);
    EXPECT_EQ(ask("/", "Origin: https://evil.example\r\n").status, 403U);
    EXPECT_EQ(ask("/", "Origin: null\r\n").status, 403U);
    EXPECT_EQ(ask("/", "Origin: http://" + own_host() + "\r\nOrigin: https://evil.example\r\n").status, 403U);
}

TEST_F(NetServerHttpTest, AHeaderThatIsTooLongIsRefused) {
    options_.limits.header_bytes = 1000;
    start();

    EXPECT_EQ(ask("/" + std::string(500, 'x')).status, 200U);
    EXPECT_EQ(refused("GET /" + std::string(100'000, 'x') + " HTTP/1.1\r\n").status, 431U);
    EXPECT_EQ(refused("GET / HTTP/1.1\r\nHost: " + own_host() + "\r\nX: " + std::string(2000, 'x') + "\r\n\r\n").status,
              431U);
}

TEST_F(NetServerHttpTest, WhatIsNoRequestIsRefused) {
    start();

    EXPECT_EQ(refused("\x16\x03\x01\x02\x01\x01\xfc\x03\x03").status, 400U);
    EXPECT_EQ(refused("GET / HTTP/2.0\r\nHost: " + own_host() + "\r\n\r\n").status, 400U);
    EXPECT_EQ(refused("GET / HTTP/1.1\r\nHost : x\r\n\r\n").status, 400U);
    EXPECT_EQ(refused("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n").status, 400U);
    EXPECT_EQ(ask("/").status, 200U);
}

TEST_F(NetServerHttpTest, ARequestThatBreaksOffIsForgotten) {
    start();
    Client client = connected();

    client.send("GET / HTT");
    client.end_sending();

    EXPECT_EQ(client.read_answer().status, 0U);
    EXPECT_TRUE(client.is_closed_by_server());
    EXPECT_EQ(ask("/").status, 200U);
}

TEST_F(NetServerHttpTest, WhatTheUserThrowsHurtsNobodyElse) {
    witness_.on_request = [&](const HttpRequest& request, const std::function<void(HttpAnswer)>& reply) {
        if (request.path == "/throw") {
            throw std::runtime_error("a fault of the user");
        }
        reply({});
    };
    start();
    Client client = connected();
    client.request("/throw");
    server_->post([] { throw std::runtime_error("another"); });

    EXPECT_EQ(ask("/").status, 200U);
}

TEST_F(NetServerHttpTest, OnAllAddressesItAnswersToTheOneThatWasReached) {
    options_.address = "0.0.0.0";
    start();

    EXPECT_EQ(ask("/", "Host: 127.0.0.1:" + std::to_string(server_->port()) + "\r\n").status, 200U);
    EXPECT_EQ(ask("/", "Host: 10.1.2.3:" + std::to_string(server_->port()) + "\r\n").status, 421U);
}

TEST_F(NetServerHttpTest, ListensOnIpv6) {
    options_.address = "[::]";
    start();

    EXPECT_EQ(ask("/", "Host: 127.0.0.1:" + std::to_string(server_->port()) + "\r\n").status, 200U);
    EXPECT_EQ(ask("/", "Host: [::1]:" + std::to_string(server_->port()) + "\r\n").status, 200U);
}

TEST_F(NetServerHttpTest, SaysWhyItCannotListen) {
    start();
    NetOptions same = options_;
    same.port = server_->port();
    NetOptions wrong = options_;
    wrong.address = "nowhere";

    EXPECT_EQ(NetServer(witness_, same).listen(),
              "cannot listen on 127.0.0.1:" + std::to_string(same.port) + ": Address already in use");
    EXPECT_EQ(NetServer(witness_, wrong).listen(),
              "`nowhere` is not an address; write one like 127.0.0.1, or 0.0.0.0 for all of this machine");
}

} // namespace
} // namespace tgdl
