#include "net/net_for_test.h"

#include <array>

namespace tgdl {
namespace {

using NetServerSocketTest = NetServerTest;

constexpr int kText = 1;
constexpr int kBinary = 2;
constexpr int kContinuation = 0;
constexpr int kClose = 8;
constexpr int kPing = 9;
constexpr int kPong = 10;

std::shared_ptr<const std::string> text(std::string words) {
    return std::make_shared<const std::string>(std::move(words));
}

TEST_F(NetServerSocketTest, OpensAtItsPlaceAndNowhereElse) {
    start();
    const std::string wanted = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    Client client = upgraded();

    EXPECT_EQ(client.upgrade_answer().headers.at("sec-websocket-accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    EXPECT_EQ(client.upgrade_answer().headers.at("x-content-type-options"), "nosniff");
    EXPECT_EQ(ask("/elsewhere", wanted).status, 404U);
    EXPECT_EQ(witness_.opened_ones(1).size(), 1U);
}

TEST_F(NetServerSocketTest, NeverCompresses) {
    start();
    Client client = connected();

    EXPECT_EQ(client.upgrade("Sec-WebSocket-Extensions: permessage-deflate\r\n"), 101U);

    EXPECT_FALSE(client.upgrade_answer().headers.contains("sec-websocket-extensions"));
}

TEST_F(NetServerSocketTest, AnswersARequestThatCannotBecomeOneWithAReason) {
    start();
    const std::string wanted = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
    const std::string key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

    EXPECT_EQ(ask("/ws").status, 426U);
    const ReceivedAnswer older = ask("/ws", wanted + key + "Sec-WebSocket-Version: 8\r\n");
    EXPECT_EQ(older.status, 426U);
    EXPECT_EQ(older.headers.at("sec-websocket-version"), "13");
    EXPECT_EQ(ask("/ws", wanted + "Sec-WebSocket-Version: 13\r\n").status, 400U);
    EXPECT_EQ(ask("/ws", wanted + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n").status, 400U);
    EXPECT_EQ(refused("GET /ws HTTP/1.1\r\nHost: " + own_host() + "\r\n" + wanted + key
                      + "Sec-WebSocket-Version: 13\r\n\r\ntoo early")
                  .status,
              400U);
}

TEST_F(NetServerSocketTest, PagesOfOthersCannotOpenOneButProgramsCan) {
    start();

    EXPECT_EQ(connected().upgrade("Origin: https://evil.example\r\n"), 403U);
    EXPECT_EQ(connected().upgrade("Host: evil.example\r\n"), 421U);
    EXPECT_EQ(connected().upgrade("Origin: http://" + own_host() + "\r\n"), 101U);
    EXPECT_EQ(connected().upgrade(), 101U);
}

TEST_F(NetServerSocketTest, MessagesGoBothWays) {
    start();
    Client client = upgraded();

    for (const std::string& message :
         {std::string("hello"), std::string(), std::string("caffè ♞"), std::string(125, 'a'), std::string(126, 'b'),
          std::string(2000, 'c'), std::string(16 * 1024, 'd')}) {
        client.send_text(message);
        const ReceivedFrame frame = client.read_frame();
        EXPECT_EQ(frame.opcode, kText);
        EXPECT_EQ(frame.payload, message);
    }
}

TEST_F(NetServerSocketTest, ALargeMessageIsSentInOneFrame) {
    start();
    Client client = upgraded();

    server_->send(witness_.opened_ones(1).at(0), text(std::string(1'000'000, 'x')));

    EXPECT_EQ(client.read_frame().payload.size(), 1'000'000U);
}

TEST_F(NetServerSocketTest, FragmentsArePutTogetherWithPingsBetweenThem) {
    start();
    Client client = upgraded();

    client.send(masked_frame(kText, "one ", FrameEnd::More) + masked_frame(kPing, "still there?")
                + masked_frame(kContinuation, "", FrameEnd::More)
                + masked_frame(kContinuation, "caff\xc3", FrameEnd::More) + masked_frame(kContinuation, "\xa8"));

    const ReceivedFrame pong = client.read_frame();
    EXPECT_EQ(pong.opcode, kPong);
    EXPECT_EQ(pong.payload, "still there?");
    EXPECT_EQ(client.read_frame().payload, "one caffè");
}

TEST_F(NetServerSocketTest, BytesMayComeOneByOne) {
    start();
    Client client = upgraded();

    for (const char byte : masked_frame(kText, "slowly")) {
        client.send({&byte, 1});
        settle();
    }

    EXPECT_EQ(client.read_frame().payload, "slowly");
}

TEST_F(NetServerSocketTest, AMessageThatIsTooLargeIsRefusedBeforeItHasCome) {
    options_.limits.message_bytes = 100;
    start();
    Client client = upgraded();
    Client fragments = upgraded();

    client.send(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14)); // nearly 2^63 bytes
    fragments.send(masked_frame(kText, std::string(60, 'x'), FrameEnd::More)
                   + masked_frame(kContinuation, std::string(60, 'x')));

    EXPECT_EQ(client.read_frame().close_code(), 1009);
    EXPECT_TRUE(client.is_closed_by_server());
    EXPECT_EQ(fragments.read_frame().close_code(), 1009);
    EXPECT_TRUE(witness_.messages(0).empty());
    EXPECT_EQ(witness_.closed_ones(2).size(), 2U);
}

TEST_F(NetServerSocketTest, LargerMessagesCanBeAllowedToOneConnection) {
    options_.limits.message_bytes = 100;
    start();
    Client client = upgraded();
    const ConnectionId connection = witness_.opened_ones(1).at(0);
    Client other = upgraded();

    server_->allow_messages(connection, 100'000);
    server_->send(connection, text("go"));
    EXPECT_EQ(client.read_frame().payload, "go");
    client.send_text(std::string(100'000, 'x'));
    other.send_text(std::string(101, 'x'));

    EXPECT_EQ(client.read_frame().payload.size(), 100'000U);
    EXPECT_EQ(other.read_frame().close_code(), 1009);
}

TEST_F(NetServerSocketTest, OnlyTextIsUnderstood) {
    start();
    Client client = upgraded();
    Client unfinished = upgraded();

    client.send(masked_frame(kBinary, "bytes"));
    unfinished.send(masked_frame(kBinary, "bytes", FrameEnd::More));

    for (Client* each : {&client, &unfinished}) {
        const ReceivedFrame frame = each->read_frame();
        EXPECT_EQ(frame.close_code(), 1003);
        each->send(masked_frame(kClose, frame.payload));
        EXPECT_TRUE(each->is_closed_by_server());
    }
    EXPECT_TRUE(witness_.messages(0).empty());
}

TEST_F(NetServerSocketTest, TextThatIsNotUtfIsRefused) {
    start();

    for (const std::string& bytes : {masked_frame(kText, "\xff"), masked_frame(kText, "\xc0\xaf"),
                                     masked_frame(kText, "\xed\xa0\x80"), masked_frame(kText, "caff\xc3"),
                                     masked_frame(kText, "caff\xc3", FrameEnd::More) + masked_frame(kContinuation, ""),
                                     masked_frame(kText, "a\xc3", FrameEnd::More) + masked_frame(kContinuation, "(")}) {
        Client client = upgraded();
        client.send(bytes);
        EXPECT_EQ(client.read_frame().close_code(), 1007);
    }
    EXPECT_TRUE(witness_.messages(0).empty());
}

TEST_F(NetServerSocketTest, FramesThatBreakTheRulesCloseTheConnection) {
    start();
    using namespace std::string_literals;

    for (const std::string& bytes : {
             "\x81\x02hi"s,                    // without mask
             "\xc1\x80\0\0\0\0"s,              // compressed, as nobody has agreed
             "\x83\x80\0\0\0\0"s,              // a kind that does not exist
             "\x80\x80\0\0\0\0"s,              // goes on with nothing
             "\x09\x80\0\0\0\0"s,              // a ping in parts
             "\x89\xfe\x00\x7e\0\0\0\0"s,      // a long ping
             "\x81\xfe\x00\x05\0\0\0\0hello"s, // a length that is longer than it needs to be
             masked_frame(kText, "a", FrameEnd::More) + masked_frame(kText, "b"), // a message within another
             masked_frame(kClose, "\x03"),                                        // half a code
             masked_frame(kClose, "\x03\xed"),                                    // a code that must not be sent
         }) {
        Client client = upgraded();
        client.send(bytes);
        EXPECT_EQ(client.read_frame().close_code(), 1002) << testing::PrintToString(bytes);
        EXPECT_TRUE(client.is_closed_by_server());
    }
    EXPECT_TRUE(witness_.messages(0).empty());
    EXPECT_EQ(witness_.closed_ones(10).size(), 10U);
}

TEST_F(NetServerSocketTest, AClientMayClose) {
    start();
    Client client = upgraded();

    client.send(masked_frame(kClose, "\x03\xe8"));

    EXPECT_EQ(client.read_frame().close_code(), 1000);
    EXPECT_TRUE(client.is_closed_by_server());
    EXPECT_EQ(witness_.closed_ones(1), witness_.opened_ones(1));
}

TEST_F(NetServerSocketTest, AClientMayVanish) {
    start();
    {
        Client client = upgraded();
    }

    EXPECT_EQ(witness_.closed_ones(1), witness_.opened_ones(1));
}

TEST_F(NetServerSocketTest, TheServerClosesAfterWhatItHasSent) {
    start();
    Client client = upgraded();
    const ConnectionId connection = witness_.opened_ones(1).at(0);

    server_->send(connection, text("one"));
    server_->send(connection, text("two"));
    server_->close(connection, "opened in another place");
    server_->send(connection, text("too late"));

    EXPECT_EQ(client.read_frame().payload, "one");
    EXPECT_EQ(client.read_frame().payload, "two");
    const ReceivedFrame frame = client.read_frame();
    EXPECT_EQ(frame.close_code(), 1000);
    EXPECT_EQ(frame.payload.substr(2), "opened in another place");
    client.send_text("ignored");
    client.send(masked_frame(kClose, "\x03\xe8"));
    EXPECT_TRUE(client.is_closed_by_server());
    EXPECT_EQ(witness_.closed_ones(1).size(), 1U);
    EXPECT_TRUE(witness_.messages(0).empty());
}

TEST_F(NetServerSocketTest, ClosingEndsWhateverComesMeanwhile) {
    options_.limits.write_time = std::chrono::milliseconds(200);
    start();

    // A frame that breaks the rules, while the answer to a ping waits for a message, and closing for the answer.
    std::vector<Client> clients;
    for (int messages = 0; messages < 20; ++messages) {
        clients.push_back(upgraded());
        std::string bytes;
        for (int number = 0; number < messages; ++number) {
            bytes += masked_frame(kText, "x");
        }
        clients.back().send(bytes + masked_frame(kText, "close") + masked_frame(kPing, "")
                            + masked_frame(kContinuation, ""));
    }

    for (Client& client : clients) {
        EXPECT_TRUE(client.is_closed_by_server());
    }
    EXPECT_EQ(witness_.closed_ones(20).size(), 20U);
}

TEST_F(NetServerSocketTest, AReasonThatIsTooLongIsCutBetweenCharacters) {
    start();
    Client client = upgraded();
    std::string reason;
    for (int times = 0; times < 100; ++times) {
        reason += "è";
    }

    server_->close(witness_.opened_ones(1).at(0), reason);

    EXPECT_EQ(client.read_frame().payload.substr(2), reason.substr(0, 122));
}

TEST_F(NetServerSocketTest, WhatIsSentToOneThatIsGoneIsForgotten) {
    start();
    Client client = upgraded();
    const ConnectionId connection = witness_.opened_ones(1).at(0);

    server_->send(connection + 1, text("nobody"));
    server_->close(connection + 1, "nobody");
    server_->allow_messages(connection + 1, 1);
    server_->send(connection, text("somebody"));

    EXPECT_EQ(client.read_frame().payload, "somebody");
}

TEST_F(NetServerSocketTest, WorkIsDoneOnTheThreadOfRun) {
    start();
    std::thread::id opened_on;
    std::thread::id posted_on;
    Client client = upgraded();
    const ConnectionId connection = witness_.opened_ones(1).at(0);

    server_->post([&] { opened_on = std::this_thread::get_id(); });
    server_->post([&] {
        posted_on = std::this_thread::get_id();
        server_->send(connection, text("done"));
    });

    EXPECT_EQ(client.read_frame().payload, "done");
    EXPECT_EQ(opened_on, posted_on);
    EXPECT_NE(opened_on, std::this_thread::get_id());
}

TEST_F(NetServerSocketTest, MessagesOfSeveralThreadsKeepTheirOrder) {
    start();
    constexpr int kThreads = 4;
    constexpr int kMessages = 2000;
    Client client = upgraded();
    const ConnectionId connection = witness_.opened_ones(1).at(0);

    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&, thread] {
            for (int number = 0; number < kMessages; ++number) {
                server_->send(connection, text(std::to_string(thread) + " " + std::to_string(number)));
            }
        });
    }
    std::array<int, kThreads> next{};
    for (int count = 0; count < kThreads * kMessages; ++count) {
        const std::string message = client.read_frame().payload;
        ASSERT_GE(message.size(), 3U);
        int& expected = next.at(static_cast<std::size_t>(message[0] - '0'));
        ASSERT_EQ(message.substr(2), std::to_string(expected));
        ++expected;
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    EXPECT_EQ(next, (std::array<int, kThreads>{kMessages, kMessages, kMessages, kMessages}));
}

TEST_F(NetServerSocketTest, StopSaysGoodbyeToEverybody) {
    start();
    Client polite = upgraded();
    Client silent = upgraded();
    Client asking = connected();
    witness_.opened_ones(2);
    server_->send(witness_.opened_ones(2).at(0), text("last words"));

    std::thread stopping([&] { finish(); });

    EXPECT_EQ(polite.read_frame().payload, "last words");
    EXPECT_EQ(polite.read_frame().close_code(), 1001);
    polite.send(masked_frame(kClose, "\x03\xe9"));
    EXPECT_TRUE(polite.is_closed_by_server());
    EXPECT_EQ(silent.read_frame().close_code(), 1001);
    EXPECT_TRUE(silent.is_closed_by_server());
    EXPECT_TRUE(asking.is_closed_by_server());
    stopping.join();
    EXPECT_EQ(witness_.closed_ones(2).size(), 2U);
}

TEST_F(NetServerSocketTest, StopBeforeRunLetsItReturnAtOnce) {
    NetServer server(witness_, options_);
    ASSERT_EQ(server.listen(), "");

    server.stop();
    server.stop();

    server.run();
}

TEST_F(NetServerSocketTest, AServerThatNeverRanMayHaveConnections) {
    std::optional<NetServer> server(std::in_place, witness_, options_);
    ASSERT_EQ(server->listen(), "");
    Client client(server->port());
    client.request("/");

    server.reset();

    EXPECT_TRUE(client.is_closed_by_server());
}

} // namespace
} // namespace tgdl
