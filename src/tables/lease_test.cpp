// Several servers that share the tables of one store.
#include "tables/host_for_test.h"

namespace tgdl {
namespace {

using std::chrono::milliseconds;
using testing::Client;
using testing::FailingStore;
using testing::is_refused;
using testing::Json;

class TwoServers : public testing::HostTest {
protected:
    static constexpr milliseconds kLease{300}; // of the first

    TwoServers() : second_store(store, 2) {}
    ~TwoServers() override {
        host.reset(); // whichever it is: its store ends here
        second.reset();
    }

    TableLinks begin_both() {
        shelve("tic_tac_toe");
        options.url = "https://one.example.org";
        options.lease = kLease;
        begin();
        options.url = "https://two.example.org";
        options.lease = std::chrono::hours(1);
        second = std::make_unique<Host>(shelf, second_store, wire, options, clock);
        return create("tic_tac_toe", {"", ""});
    }
    // Whoever connects from now on connects to the second one.
    void go_to_second() { switch_host(second); }

    FailingStore second_store;
    std::unique_ptr<Host> second;
};

TEST_F(TwoServers, SendPeopleToTheOneThatHasTheTable) {
    const TableLinks links = begin_both();
    Client first = connect();
    first.join(links, links.seats[0]);
    go_to_second();

    Client client = connect();
    const Json moved = client.join(links, links.seats[1]);

    EXPECT_EQ(moved.at("type"), "moved");
    EXPECT_EQ(moved.at("url"), "https://one.example.org");
}

TEST_F(TwoServers, TakeOverFromEachOtherWhenOneStops) {
    const TableLinks links = begin_both();
    Client first = connect();
    first.join(links, links.seats[0]);
    first.choose(4);
    host->stop();
    go_to_second();

    Client client = connect();
    EXPECT_EQ(client.join(links, links.seats[1]).at("type"), "joined");

    EXPECT_EQ(client.state().at("waiting"), Json::array({1}));
    EXPECT_EQ(client.choose(0).at("type"), "accepted");
}

TEST_F(TwoServers, TakeOverFromOneThatDiedOnceItsLeaseHasRunOut) {
    const TableLinks links = begin_both();
    Client first = connect();
    first.join(links, links.seats[0]);
    first.choose(4);
    store.fail(FailingStore::Failure::CutOff);
    host.reset();
    go_to_second();

    Client client = connect();
    EXPECT_EQ(client.join(links, links.seats[1]).at("type"), "moved");
    clock.advance(kLease);

    EXPECT_EQ(client.join(links, links.seats[1]).at("type"), "joined");
    EXPECT_EQ(client.state().at("waiting"), Json::array({1}));
}

TEST_F(TwoServers, LoseTheirGuestsToTheOneThatTookOver) {
    const TableLinks links = begin_both();
    Client first = connect();
    first.join(links, links.seats[0]);
    store.fail(FailingStore::Failure::CutOff); // the first one cannot renew its lease
    clock.advance(kLease);
    go_to_second();
    Client client = connect();
    EXPECT_EQ(client.join(links, links.seats[1]).at("type"), "joined");
    store.fail(FailingStore::Failure::None);
    EXPECT_TRUE(clock.pass(kLease / 3)); // until it renews its lease

    EXPECT_EQ(first.receive("moved").at("url"), "");
    go_to_second(); // which is the first one again
    EXPECT_EQ(first.join(links, links.seats[0]).at("url"), "https://two.example.org");
}

TEST_F(TwoServers, WriteNothingForATableThatTheOtherHas) {
    const TableLinks links = begin_both();
    Client first = connect();
    first.join(links, links.seats[0]);
    store.fail(FailingStore::Failure::CutOff);
    clock.advance(kLease);
    go_to_second();
    Client client = connect();
    EXPECT_EQ(client.join(links, links.seats[0]).at("type"), "joined");
    client.choose(8);
    go_to_second();
    store.fail(FailingStore::Failure::None);

    first.say({{"type", "choose"}, {"id", "late"}, {"decision", "0"}, {"option", 0}});

    EXPECT_EQ(first.receive("moved").at("url"), "");
    for (const Json& message : wire.sent(first.connection())) {
        EXPECT_NE(message.at("type"), "accepted");
    }
}

TEST_F(TwoServers, HaveTheirTablesAtOnceWhenTheyComeBack) {
    const TableLinks links = begin_both();
    Client before = connect();
    before.join(links, links.seats[0]);
    before.choose(4);
    store.fail(FailingStore::Failure::CutOff);
    host.reset();
    store.fail(FailingStore::Failure::None);
    options.url = "https://one.example.org";
    begin();

    Client after = connect();

    EXPECT_EQ(after.join(links, links.seats[0]).at("type"), "joined");
    EXPECT_EQ(after.state().at("waiting"), Json::array({1}));
}

} // namespace
} // namespace tgdl
