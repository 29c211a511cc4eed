#include "store/queued_store.h"
#include "store/test_stores.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

namespace tgdl {
namespace {

// All tests that need a PostgreSQL, in one run with one. Nothing of them is left out where it is missing: this fails.
TEST(PostgresTests, AllHold) {
    if (!postgres_addresses().empty()) {
        return; // we are in that run
    }
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    const std::string command =
        fmt::format("'{}/tests/server/with_postgres' '{}' --gtest_filter='*Postgres*' 2>&1", TGDL_SOURCE_DIR, program);
    std::string output;
    std::FILE* const run = ::popen(command.c_str(), "r");
    ASSERT_NE(run, nullptr);
    std::array<char, 4'096> part{};
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), run)) {
        output.append(part.data(), size);
    }

    EXPECT_EQ(::pclose(run), 0) << output;
    EXPECT_NE(output.find("EveryStore.ATableIsReadAsItWasWritten/Postgres"), std::string::npos) << output;
}

class PostgresStore : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override { empty_database(); }

    std::unique_ptr<Store> open_store() {
        auto store = open_postgres(address_);
        EXPECT_TRUE(store.has_value()) << store.error();
        return std::move(store).value_or(nullptr);
    }

    // Returns when a session of a store waits for somebody else's lock.
    static void wait_for_waiting(TestSession& session) {
        while (session.ask_number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == 0) {
            std::this_thread::sleep_for(5ms);
        }
    }

    // Ends the connections of all stores.
    static void end_connections(TestSession& session) {
        session.ask("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                    " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
    }

    std::string address_ = GetParam();
};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PostgresStore);
INSTANTIATE_TEST_SUITE_P(, PostgresStore, testing::ValuesIn(postgres_addresses()),
                         [](const testing::TestParamInfo<std::string>&) { return "Postgres"; });

constexpr const char* kLost = "the connection to the database was lost";

// ---- several servers ------------------------------------------------------------------------------------------------

TEST_P(PostgresStore, AServerSeesTheTablesOfAnother) {
    const auto one = open_store();
    const auto other = open_store();
    create(*one, {"table", "head", "one", 1h});
    append(*one, {"table", 1, 0, {"a"}});

    EXPECT_EQ(create(*other, {"table", "head", "other", 1h}), "there is such a table already");
    EXPECT_EQ(open(*other, "table", "other").owner, "one");
    EXPECT_EQ(release(*one, "table", 1), "");

    const OpenedTable table = open(*other, "table", "other");
    EXPECT_EQ(table.epoch, 2U);
    EXPECT_EQ(table.entries, std::vector<std::string>{"a"});
    EXPECT_EQ(append(*one, {"table", 1, 1, {"late"}}), "somebody else has taken this table over");
    EXPECT_EQ(append(*other, {"table", 2, 1, {"b"}}), "");
}

TEST_P(PostgresStore, TheTablesOfADeadServerArePickedUpWhenItsLeaseRanOut) {
    create(*open_store(), {"table", "head", "dead", 1h});
    const auto other = open_store();

    EXPECT_EQ(open(*other, "table", "other").owner, "dead");
    TestSession(address_).shorten_leases(1h);

    EXPECT_EQ(open(*other, "table", "other").epoch, 2U);
}

TEST_P(PostgresStore, AServerIsToldWhatAnotherTookOver) {
    const auto one = open_store();
    const auto other = open_store();
    create(*one, {"kept", "head", "one", 0ms});
    create(*one, {"lost", "head", "one", 0ms});
    open(*other, "lost", "other");

    EXPECT_EQ(renew(*one, "one"), std::vector<std::string>{"lost"});
    EXPECT_EQ(open(*other, "kept", "other").owner, "one");
}

TEST_P(PostgresStore, OfManyServersOneTakesALeaseThatRanOut) {
    create(*open_store(), {"table", "head", "dead", 0ms});
    std::vector<std::unique_ptr<Store>> servers;
    for (int i = 0; i < 6; ++i) {
        servers.push_back(open_store());
    }
    std::atomic<int> winners = 0;
    std::vector<std::thread> threads;

    for (std::size_t i = 0; i < servers.size(); ++i) {
        threads.emplace_back([&, i] {
            const OpenedTable table = open(*servers[i], "table", fmt::format("server {}", i));
            winners += table.epoch == 2 ? 1 : 0;
            EXPECT_TRUE(table.epoch == 2 || table.epoch == 0) << table.epoch;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    EXPECT_EQ(winners, 1);
}

TEST_P(PostgresStore, ServersThatStartAtTheSameTimeMakeTheTablesOnce) {
    std::vector<std::thread> threads;

    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&, i] {
            const auto store = open_store();
            EXPECT_EQ(create(*store, {std::to_string(i), "head", "me", 1h}), "");
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    TestSession session(address_);
    EXPECT_EQ(session.ask_number("SELECT count(*) FROM tgdl.tables"), 6U);
    EXPECT_EQ(session.ask_number("SELECT count(*) FROM tgdl.version"), 1U);
}

TEST_P(PostgresStore, AnEntryThatWaitsForATakeoverIsRefused) {
    const auto store = open_store();
    TestSession session(address_);
    create(*store, {"table", "head", "me", 1h});
    session.ask("BEGIN");
    session.ask("UPDATE tgdl.leases SET epoch = 2, owner = 'other'");

    Waiting<std::string> done;
    store->append({"table", 1, 0, {"late"}}, done.give());
    TestSession observer(address_);
    wait_for_waiting(observer);
    session.ask("COMMIT");

    EXPECT_EQ(done.wait(), "somebody else has taken this table over");
    EXPECT_EQ(session.ask_number("SELECT count(*) FROM tgdl.entries"), 0U);
}

TEST_P(PostgresStore, ADeadlockWithAnotherTransactionIsTriedAgain) {
    const auto store = open_store();
    create(*store, {"x", "head", "me", 1h});
    create(*store, {"y", "head", "me", 1h});
    TestSession other(address_);
    other.ask("SET deadlock_timeout = '60s'"); // so that the store is the one that has to give way
    other.ask("BEGIN");
    other.ask("SELECT FROM tgdl.leases WHERE id = 'y' FOR UPDATE");

    Waiting<std::string> first;
    Waiting<std::string> second;
    store->find("nothing", [&](const auto& /*answer*/) { // so that both are in one batch
        store->append({"x", 1, 0, {"a"}}, first.give());
        store->append({"y", 1, 0, {"a"}}, second.give());
    });
    TestSession observer(address_);
    wait_for_waiting(observer);
    other.ask("SELECT FROM tgdl.leases WHERE id = 'x' FOR UPDATE"); // gets it only when the store has given way
    other.ask("COMMIT");

    EXPECT_EQ(first.wait(), "");
    EXPECT_EQ(second.wait(), "");
}

// ---- connections that are lost --------------------------------------------------------------------------------------

TEST_P(PostgresStore, AConnectionThatWasLostInBetweenIsMadeAgainUnnoticed) {
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    TestSession session(address_);

    end_connections(session);

    EXPECT_EQ(append(*store, {"table", 1, 0, {"a"}}), "");
}

TEST_P(PostgresStore, WhatIsUnderWayWhenTheConnectionIsLostIsAProblemAndTheNextIsWritten) {
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    TestSession session(address_);
    session.ask("BEGIN");
    session.ask("SELECT FROM tgdl.leases FOR UPDATE");

    Waiting<std::string> under_way;
    store->append({"table", 1, 0, {"a"}}, under_way.give());
    TestSession observer(address_);
    wait_for_waiting(observer);
    observer.ask("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    session.ask("COMMIT");

    EXPECT_TRUE(under_way.wait().starts_with(kLost));
    EXPECT_EQ(append(*store, {"table", 1, 0, {"a"}}), "");
    EXPECT_EQ(session.ask_number("SELECT count(*) FROM tgdl.entries"), 1U);
}

TEST_P(PostgresStore, ATableThatIsOpenedAgainAfterAConnectionWasLostHasANewEpoch) {
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    TestSession session(address_);

    end_connections(session);

    EXPECT_EQ(open(*store, "table", "me").epoch, 2U);
    EXPECT_EQ(open(*store, "table", "me").epoch, 2U);
    EXPECT_EQ(renew(*store, "me"), std::vector<std::string>{});
}

TEST_P(PostgresStore, NothingIsLostOrWrittenTwiceWhileConnectionsAreLostAgainAndAgain) {
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    std::atomic<bool> ends = false;
    std::thread killer([&] {
        TestSession session(address_);
        while (!ends) {
            std::this_thread::sleep_for(20ms);
            end_connections(session);
        }
    });
    std::uint64_t epoch = 1;
    std::uint64_t entries = 0;
    int lost = 0;
    int written_anyway = 0;

    while (lost < 20 && entries < 5'000) {
        const std::string problem = append(*store, {"table", epoch, entries, {std::to_string(entries)}});
        if (problem.empty()) {
            ++entries;
            continue;
        }
        ++lost;
        auto table = try_open(*store, "table", "me");
        while (!table) {
            table = try_open(*store, "table", "me");
        }
        ASSERT_TRUE(table->entries.size() == entries || table->entries.size() == entries + 1) << problem;
        written_anyway += table->entries.size() > entries ? 1 : 0;
        epoch = table->epoch;
        entries = table->entries.size();
    }
    ends = true;
    killer.join();

    RecordProperty("written_anyway", written_anyway);
    auto table = try_open(*store, "table", "me");
    ASSERT_TRUE(table.has_value() || (table = try_open(*store, "table", "me")).has_value()) << table.error();
    EXPECT_EQ(table->entries.size(), entries);
    for (std::size_t i = 0; i < entries; ++i) {
        EXPECT_EQ(table->entries[i], std::to_string(i));
    }
}

TEST_P(PostgresStore, WhileTheDatabaseCannotBeReachedEverythingIsAProblemAndThenItGoesOn) {
    TestSession session(address_);
    session.ask("DROP DATABASE IF EXISTS closed");
    session.ask("CREATE DATABASE closed");
    address_.replace(address_.rfind("/postgres?"), 10, "/closed?");
    auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    session.ask("ALTER DATABASE closed ALLOW_CONNECTIONS false");
    end_connections(session);

    EXPECT_TRUE(append(*store, {"table", 1, 0, {"a"}}).starts_with("the database cannot be reached: "));
    EXPECT_TRUE(append(*store, {"table", 1, 0, {"a"}}).starts_with("the database cannot be reached: "));

    session.ask("ALTER DATABASE closed ALLOW_CONNECTIONS true");
    while (session.ask_number("SELECT count(*) FROM pg_stat_activity WHERE datname = 'closed'") == 0) {
        std::this_thread::sleep_for(10ms); // it connects without being asked for anything
    }
    EXPECT_EQ(append(*store, {"table", 1, 0, {"a"}}), "");

    store.reset();
    session.ask("DROP DATABASE closed");
}

// ---- what is refused ------------------------------------------------------------------------------------------------

TEST_P(PostgresStore, WhatTheDatabaseRefusesFailsAloneAmongOthers) {
    const auto store = open_store();
    create(*store, {"table", "head", "me", 1h});
    TestSession(address_).ask("ALTER TABLE tgdl.kept ADD CHECK (length(content) < 10)");
    std::vector<std::string> problems;
    const auto note = [&](std::string problem) { problems.push_back(std::move(problem)); };

    Waiting<std::string> last;
    store->find("nothing", [&](const auto& /*answer*/) { // so that all are in one batch
        store->append({"table", 1, 0, {"a"}}, note);
        store->keep("long", "0123456789", note);
        store->append({"table", 1, 1, {"b"}}, last.give());
    });

    EXPECT_EQ(last.wait(), "");
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0], "");
    EXPECT_TRUE(problems[1].starts_with("the database says: ")) << problems[1];
    EXPECT_EQ(open(*store, "table", "me").entries, (std::vector<std::string>{"a", "b"}));
}

TEST_P(PostgresStore, ADatabaseOfANewerVersionIsRefused) {
    open_store().reset();
    TestSession(address_).ask("UPDATE tgdl.version SET version = 2");

    EXPECT_EQ(
        open_postgres(address_).error(),
        "the tables of this database were made by a newer version of tgdl, in a form that this one does not know");
}

TEST_P(PostgresStore, ADatabaseThatCannotBeReachedIsToldAtOnce) {
    const auto store = open_postgres("postgres://me:secret@/db?host=/nowhere");

    ASSERT_FALSE(store.has_value());
    EXPECT_TRUE(store.error().starts_with("the database cannot be reached: ")) << store.error();
}

TEST_P(PostgresStore, NoPartOfAPasswordIsTold) {
    for (const char* const address : {
             "postgres://me:secret@/db?host=/nowhere",           // right, but leads nowhere
             "postgres://me:se@cret@/db?host=/nowhere",          // signs that ought to be encoded
             "postgres://me:cret/secret@localhost/db",           //
             "postgres://me:%zzsecret@/db?host=/nowhere",        // wrongly encoded
             "postgres://me:%00secret@/db?host=/nowhere",        //
             "postgres://me:secret@[/db",                        // no host
             "postgres://me:secret@/db?secret",                  // no option
             "postgres://me@/db?host=/nowhere&password=secret@", //
             "mysql://me:secret@/db",                            // not ours
             "host=/nowhere password=secret",                    //
         }) {
        const auto store = open_postgres(address);

        ASSERT_FALSE(store.has_value());
        EXPECT_NE(store.error(), "");
        EXPECT_EQ(store.error().find("cret"), std::string::npos) << store.error();
    }
}

// ---- how it is written ----------------------------------------------------------------------------------------------

TEST_P(PostgresStore, WhatIsCommittedIsOnDiskWhateverTheDatabaseDoesByDefault) {
    TestSession(address_).ask("ALTER DATABASE postgres SET synchronous_commit = off");

    EXPECT_EQ(TestSession(address_).ask("SHOW synchronous_commit").bytes(0, 0), "on");

    TestSession(address_).ask("ALTER DATABASE postgres RESET synchronous_commit");
}

TEST_P(PostgresStore, EntriesThatPileUpAreWrittenInOneTransaction) {
    const auto store = open_store();
    Waiting<std::string> last;
    store->find("nothing", [&](const auto& /*answer*/) {
        for (int i = 0; i < 100; ++i) {
            store->create({std::to_string(i), "head", "me", 1h}, [](const std::string&) {});
            store->append({std::to_string(i), 1, 0, {"a"}}, [](const std::string&) {});
        }
        store->keep("rules", "text", last.give());
    });

    EXPECT_EQ(last.wait(), "");
    EXPECT_EQ(TestSession(address_).ask_number("SELECT count(DISTINCT xmin::text) FROM tgdl.entries"), 1U);
}

TEST_P(PostgresStore, MuchCanBeWrittenAndReadAtTheSameTime) {
    const auto store = open_store();
    const std::string large(1'000'000, 'x');
    create(*store, {"table", "head", "me", 1h});
    append(*store, {"table", 1, 0, {large}});
    Waiting<std::string> last;
    std::size_t read = 0;

    store->find("nothing", [&](const auto& /*answer*/) {
        for (std::uint64_t i = 1; i < 20; ++i) {
            store->open("table", "me", 1h, [&](const auto& table) { read += table->entries.size(); });
            store->append({"table", 1, i, {large}}, [](const std::string&) {});
        }
        store->keep("rules", large, last.give());
    });

    EXPECT_EQ(last.wait(), "");
    EXPECT_EQ(read, 19U * 20 / 2);
}

} // namespace
} // namespace tgdl
