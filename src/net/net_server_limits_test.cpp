#include "net/net_for_test.h"

#include <algorithm>
#include <future>
#include <sys/resource.h>

namespace tgdl {
namespace {

using std::chrono::milliseconds;

constexpr int kPing = 9;
constexpr int kPong = 10;

std::shared_ptr<const std::string> text(std::string words) {
    return std::make_shared<const std::string>(std::move(words));
}

// Time passes only when a test says so.
class NetServerLimitsTest : public NetServerTest {
protected:
    // Before the members of this class are gone.
    void TearDown() override { finish(); }
    [[nodiscard]] const Clock& clock() const override { return clock_; }
    // Those who do not say goodbye are waited for, for some time.
    void finish() override {
        auto finished = std::async(std::launch::async, [this] { NetServerTest::finish(); });
        while (finished.wait_for(milliseconds(1)) != std::future_status::ready) {
            clock_.advance(milliseconds(100));
        }
    }

    // Lets time pass in steps, and gives the server some patience after each, until `condition` holds. False: it never does.
    template <typename Condition>
    bool comes_true_with_time(milliseconds step, const Condition& condition) {
        constexpr int kSteps = 20;
        constexpr int kLooks = 250;
        for (int taken = 0; taken < kSteps; ++taken) {
            clock_.advance(step);
            for (int look = 0; look < kLooks; ++look) {
                if (condition()) {
                    return true;
                }
                std::this_thread::sleep_for(milliseconds(1));
            }
        }
        return false;
    }
    bool is_closed_with_time(milliseconds step, Client& client) {
        return comes_true_with_time(step, [&] { return client.has_news(); }) && client.is_closed_by_server();
    }

    ManualClock clock_;
};

TEST_F(NetServerLimitsTest, OneWhoSendsTooFastIsToldOnceAndLosesMessages) {
    options_.limits.messages_burst = 5;
    options_.limits.messages_per_second = 2;
    start();
    Client client = upgraded();

    std::string flood;
    for (int number = 0; number < 15; ++number) {
        flood += masked_frame(1, std::to_string(number));
    }
    client.send(flood);
    EXPECT_EQ(witness_.rate_limited_ones(1), witness_.opened_ones(1));
    EXPECT_EQ(witness_.messages(0).size(), 5U);
    clock_.advance(milliseconds(501));

    // The sixth is lost, the seventh comes when it may.
    EXPECT_EQ(witness_.messages(6), (std::vector<std::string>{"0", "1", "2", "3", "4", "6"}));
    EXPECT_EQ(witness_.rate_limited_ones(1).size(), 1U);
    EXPECT_EQ(client.read_frame().payload, "0");
}

TEST_F(NetServerLimitsTest, AFloodOfMessagesCostsOthersNothing) {
    options_.limits.messages_burst = 5;
    start();
    Client flooding = upgraded();
    const timeval soon{.tv_sec = 0, .tv_usec = 100'000};
    const int room = 64 * 1024;
    ::setsockopt(flooding.handle(), SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof soon);
    ::setsockopt(flooding.handle(), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    std::string flood;
    while (flood.size() < 4'000'000) {
        flood += masked_frame(1, "again");
    }

    EXPECT_FALSE(flooding.send(flood)) << "the server reads all of it";
    Client other = upgraded();
    other.send_text("hello");

    EXPECT_EQ(other.read_frame().payload, "hello");
    EXPECT_EQ(witness_.messages(0).size(), 6U);
}

TEST_F(NetServerLimitsTest, AFloodOfPingsIsCutOff) {
    start();
    Client client = upgraded();
    std::string flood;
    for (int number = 0; number < 1000; ++number) {
        flood += masked_frame(kPing, "x");
    }

    client.send(flood);

    EXPECT_TRUE(client.is_closed_by_server());
    EXPECT_EQ(witness_.closed_ones(1).size(), 1U);
}

TEST_F(NetServerLimitsTest, WhoComesAgainAndAgainWaitsWhileThoseWhoAreHereAreAnswered) {
    options_.limits.new_burst = 3;
    options_.limits.new_per_second = 4;
    start();
    Client here = upgraded();
    EXPECT_EQ(ask("/").status, 200U);
    EXPECT_EQ(ask("/").status, 200U);

    for (int times = 0; times < 3; ++times) {
        Client client = connected();
        client.request("/");
        here.send_text("hello");
        EXPECT_EQ(here.read_frame().payload, "hello");
        EXPECT_FALSE(client.has_news());
        EXPECT_TRUE(clock_.pass(milliseconds(251)));
        EXPECT_EQ(client.read_answer().status, 200U);
    }
}

TEST_F(NetServerLimitsTest, WhoHasLeftBeforeTheirTurnIsNotHeard) {
    options_.limits.new_burst = 2;
    options_.limits.new_per_second = 4;
    std::vector<std::string> paths;
    witness_.on_request = [&](const HttpRequest& request, const std::function<void(HttpAnswer)>& reply) {
        paths.push_back(request.path);
        reply({});
    };
    start();
    const std::vector<std::string> patient = {"/first", "/second", "/third"};
    std::vector<Client> clients;

    for (const std::string& path : patient) {
        clients.push_back(connected());
        clients.back().request(path);
        connected().request("/gone"); // and closed at once
    }

    EXPECT_EQ(clients[0].read_answer().status, 200U);
    EXPECT_TRUE(clock_.pass(milliseconds(251)));
    EXPECT_EQ(clients[1].read_answer().status, 200U);
    EXPECT_TRUE(clock_.pass(milliseconds(251))); // one who is gone
    EXPECT_TRUE(clock_.pass(milliseconds(251)));
    EXPECT_EQ(clients[2].read_answer().status, 200U);
    finish();
    EXPECT_LE(std::count(paths.begin(), paths.end(), "/gone"), 1) << "only the first finds the door open";
}

TEST_F(NetServerLimitsTest, WhoSendsNonsenseIsToldSoAtOnceAndKeptWaiting) {
    options_.limits.tarpit_time = milliseconds(800);
    start();
    Client wrong = connected();

    wrong.send("nonsense\r\n\r\n");

    EXPECT_EQ(wrong.read_answer().status, 400U);
    settle();
    clock_.advance(milliseconds(799));
    EXPECT_EQ(ask("/").status, 200U);
    EXPECT_FALSE(wrong.has_news());
    EXPECT_TRUE(is_closed_with_time(milliseconds(20), wrong));
}

TEST_F(NetServerLimitsTest, NothingMoreIsReadOfWhoWasThrownOut) {
    options_.limits.tarpit_time = milliseconds(2000);
    start();
    Client wrong = upgraded();
    const timeval soon{.tv_sec = 0, .tv_usec = 100'000};
    ::setsockopt(wrong.handle(), SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof soon);

    wrong.send(masked_frame(3, "there is no such kind of frame"));
    EXPECT_EQ(wrong.read_frame().opcode, 8);

    EXPECT_FALSE(wrong.send(std::string(32'000'000, 'x')));
    EXPECT_EQ(ask("/").status, 200U);
}

TEST_F(NetServerLimitsTest, ARequestThatTakesTooLongIsClosed) {
    options_.limits.request_time = milliseconds(200);
    start();
    Client silent = connected();
    Client slow = connected();
    slow.send("GET / HTTP/1.1\r\n");

    settle();
    for (int lines = 0; lines < 9; ++lines) { // a line now and then does not help
        clock_.advance(milliseconds(20));
        EXPECT_TRUE(slow.send("X: y\r\n"));
        settle();
    }

    EXPECT_TRUE(is_closed_with_time(milliseconds(20), slow));
    EXPECT_TRUE(is_closed_with_time(milliseconds(0), silent));
    EXPECT_EQ(ask("/").status, 200U);
}

TEST_F(NetServerLimitsTest, ManyWhoAreLateTogetherAreAllClosed) {
    options_.limits.request_time = milliseconds(200);
    start();
    std::vector<Client> silent;

    for (int count = 0; count < 50; ++count) {
        silent.push_back(connected());
    }

    EXPECT_TRUE(
        std::ranges::all_of(silent, [&](Client& client) { return is_closed_with_time(milliseconds(200), client); }));
}

TEST_F(NetServerLimitsTest, TimeBeginsAnewAfterAnAnswer) {
    options_.limits.request_time = milliseconds(600);
    start();
    Client client = connected();

    for (int times = 0; times < 5; ++times) {
        clock_.advance(milliseconds(150));
        client.request("/");
        EXPECT_EQ(client.read_answer().status, 200U);
    }
    EXPECT_TRUE(is_closed_with_time(milliseconds(600), client));
}

TEST_F(NetServerLimitsTest, ARequestThatIsNeverAnsweredIsClosed) {
    options_.limits.idle_time = milliseconds(100);
    std::promise<std::function<void(HttpAnswer)>> asked;
    witness_.on_request = [&](const HttpRequest& /*request*/, std::function<void(HttpAnswer)> reply) {
        asked.set_value(std::move(reply));
    };
    start();
    Client client = connected();
    client.request("/");

    const std::function<void(HttpAnswer)> reply = asked.get_future().get();
    clock_.advance(milliseconds(100));
    EXPECT_TRUE(client.is_closed_by_server());
    reply({}); // nobody is there
}

TEST_F(NetServerLimitsTest, OneWhoDoesNotReadAnAnswerIsCutOff) {
    options_.limits.write_time = milliseconds(100);
    const std::shared_ptr<const std::string> large = text(std::string(20'000'000, 'x'));
    witness_.on_request = [&](const HttpRequest& request, const std::function<void(HttpAnswer)>& reply) {
        HttpAnswer answer;
        answer.body = request.path == "/large" ? large : nullptr;
        reply(std::move(answer));
    };
    start();
    Client client = connected();
    client.request("/large");

    EXPECT_EQ(ask("/").status, 200U);
    EXPECT_TRUE(comes_true_with_time(milliseconds(100), [&] { return client.is_cut_off(); }));
    EXPECT_LT(client.read_answer().body.size(), large->size());
    EXPECT_FALSE(client.is_stuck());
}

TEST_F(NetServerLimitsTest, OneWhoDoesNotReadIsCutOffWhenTooMuchWaits) {
    options_.limits.queued_bytes = 1'000'000;
    start();
    Client lazy = upgraded();
    const ConnectionId connection = witness_.opened_ones(1).at(0);
    Client other = upgraded();

    const std::shared_ptr<const std::string> large = text(std::string(100'000, 'x'));
    for (int number = 0; number < 500; ++number) {
        server_->send(connection, large);
        if (number % 50 == 0) {
            other.send_text("hello");
            EXPECT_EQ(other.read_frame().payload, "hello");
        }
    }

    EXPECT_EQ(witness_.closed_ones(1), std::vector<ConnectionId>{connection});
    other.send_text("still here");
    EXPECT_EQ(other.read_frame().payload, "still here");
}

TEST_F(NetServerLimitsTest, OneWhoDoesNotReadIsCutOffAfterSomeTime) {
    options_.limits.write_time = milliseconds(150);
    options_.limits.queued_bytes = 100'000'000;
    start();
    Client lazy = upgraded();
    const ConnectionId connection = witness_.opened_ones(1).at(0);

    server_->send(connection, text(std::string(30'000'000, 'x')));
    settle();
    EXPECT_TRUE(witness_.closed_ones(0).empty());

    EXPECT_TRUE(comes_true_with_time(milliseconds(150), [&] { return !witness_.closed_ones(0).empty(); }));
}

TEST_F(NetServerLimitsTest, OneWhoDoesNotReadCannotPutOffItsClosing) {
    options_.limits.write_time = milliseconds(150);
    options_.limits.queued_bytes = 100'000'000;
    start();
    Client lazy = upgraded();
    const ConnectionId connection = witness_.opened_ones(1).at(0);

    server_->send(connection, text(std::string(30'000'000, 'x')));
    server_->close(connection, "enough");

    EXPECT_TRUE(comes_true_with_time(milliseconds(150), [&] { return !witness_.closed_ones(0).empty(); }));
}

TEST_F(NetServerLimitsTest, SmallMessagesThatWaitCountForMoreThanTheirBytes) {
    options_.limits.queued_bytes = 10'000;
    start();
    Client lazy = upgraded();
    const ConnectionId connection = witness_.opened_ones(1).at(0);

    server_->post([&] {
        for (int number = 0; number < 200; ++number) {
            server_->send(connection, text(""));
        }
    });

    EXPECT_EQ(witness_.closed_ones(1), std::vector<ConnectionId>{connection});
}

TEST_F(NetServerLimitsTest, OneWhoAnswersPingsStaysAndOneWhoDoesNotGoes) {
    options_.limits.idle_time = milliseconds(500);
    start();
    Client alive = upgraded();
    Client dead = upgraded();

    const std::vector<ConnectionId> opened = witness_.opened_ones(2);

    for (int pings = 0; pings < 3; ++pings) {
        clock_.advance(milliseconds(250));
        const ReceivedFrame frame = alive.read_frame();
        ASSERT_EQ(frame.opcode, kPing);
        alive.send(masked_frame(kPong, frame.payload));
        settle();
    }

    EXPECT_EQ(witness_.closed_ones(1), std::vector<ConnectionId>{opened.at(1)});
    EXPECT_TRUE(dead.is_closed_by_server());
    alive.send_text("still here");
    EXPECT_EQ(witness_.messages(1), std::vector<std::string>{"still here"});
}

TEST_F(NetServerLimitsTest, OneConnectionTooManyIsRefusedAtOnce) {
    options_.limits.connections = 3;
    start();
    std::vector<Client> clients;
    for (int number = 0; number < 3; ++number) {
        clients.push_back(upgraded());
    }

    Client fourth = connected();
    EXPECT_TRUE(fourth.is_closed_by_server());
    clients.pop_back();
    EXPECT_EQ(witness_.closed_ones(1).size(), 1U);

    EXPECT_EQ(ask("/").status, 200U);
}

// Lowers how many files the program may open, so that none is left; back at the end.
class NoFilesLeft {
public:
    NoFilesLeft() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const int next = ::dup(0);
        ::close(next);
        rlimit less = before_;
        less.rlim_cur = static_cast<rlim_t>(next);
        ::setrlimit(RLIMIT_NOFILE, &less);
    }
    NoFilesLeft(const NoFilesLeft&) = delete;
    NoFilesLeft& operator=(const NoFilesLeft&) = delete;
    ~NoFilesLeft() { ::setrlimit(RLIMIT_NOFILE, &before_); }

private:
    rlimit before_{};
};

TEST_F(NetServerLimitsTest, ServesOnWhenThereIsNoFileForAnotherConnection) {
    start();
    Client first = upgraded();
    first.send_text("before"); // a sanitizer that sees kinds of objects for the first time needs files too
    ASSERT_EQ(first.read_frame().payload, "before");
    ASSERT_EQ(ask("/").status, 200U);
    settle();      // that connection is closed, and its file free
    Client second; // has its own file before there are none

    {
        const NoFilesLeft none;
        second.connect(server_->port());
        second.request("/");
        first.send_text("hello");
        EXPECT_EQ(first.read_frame().payload, "hello");
        settle();
    }
    settle();

    EXPECT_FALSE(second.has_news()) << "it tries without a pause";
    EXPECT_TRUE(clock_.pass(milliseconds(50)));
    EXPECT_EQ(second.read_answer().status, 200U);
}

TEST_F(NetServerLimitsTest, AsksForAsManyFilesAsItMayHave) {
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit less = before;
    less.rlim_cur = std::min<rlim_t>(before.rlim_max, 256);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &less), 0);

    start();

    rlimit after{};
    ::getrlimit(RLIMIT_NOFILE, &after);
    EXPECT_EQ(after.rlim_cur, before.rlim_max);
}

} // namespace
} // namespace tgdl
