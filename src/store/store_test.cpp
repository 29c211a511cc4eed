// Promises of every kind of store.

#include "store/store.h"

#include "base/manual_clock_for_test.h"
#include "store/queued_store.h"
#include "store/test_stores.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <ostream>
#include <thread>

namespace tgdl {
namespace {

enum class Kind { Memory, Sqlite, Postgres };

const char* name_of(Kind kind) {
    switch (kind) {
    case Kind::Memory: return "Memory";
    case Kind::Sqlite: return "Sqlite";
    case Kind::Postgres: return "Postgres";
    }
    return "";
}

void PrintTo(Kind kind, std::ostream* out) { // NOLINT(readability-identifier-naming): GoogleTest looks for it
    *out << name_of(kind);
}

// Counts the batches, which are the transactions.
class CountingBackend final : public Backend {
public:
    CountingBackend(std::unique_ptr<Backend> inner, std::atomic<int>& count)
        : inner_(std::move(inner)), count_(count) {}
    tl::expected<void, BatchProblem> write(std::span<Request> batch) override {
        ++count_;
        return inner_->write(batch);
    }
    std::optional<Clock::TimePoint> rest() override { return inner_->rest(); }

private:
    std::unique_ptr<Backend> inner_;
    std::atomic<int>& count_;
};

class EveryStore : public testing::TestWithParam<Kind> {
protected:
    void SetUp() override { store_ = std::make_unique<QueuedStore>(open_backend(), clock_); }

    std::unique_ptr<Backend> open_backend() {
        tl::expected<std::unique_ptr<Backend>, std::string> backend;
        switch (GetParam()) {
        case Kind::Memory: backend = open_memory_backend(clock_); break;
        case Kind::Sqlite: backend = open_sqlite_backend(folder_.file("tables.db"), clock_); break;
        case Kind::Postgres: backend = open_postgres_backend(empty_database(), clock_); break;
        }
        EXPECT_TRUE(backend.has_value()) << backend.error();
        return std::make_unique<CountingBackend>(std::move(*backend), transactions_);
    }

    // As if so much time had passed, for all leases.
    void pass(std::chrono::milliseconds time) {
        clock_.advance(time);
        if (GetParam() == Kind::Postgres) {
            TestSession(postgres_addresses().at(0)).shorten_leases(time);
        }
    }

    TestFolder folder_;
    ManualClock clock_;
    std::atomic<int> transactions_ = 0;
    std::unique_ptr<Store> store_;
};

std::vector<Kind> all_kinds() {
    std::vector<Kind> kinds = {Kind::Memory, Kind::Sqlite};
    if (!postgres_addresses().empty()) {
        kinds.push_back(Kind::Postgres);
    }
    return kinds;
}

INSTANTIATE_TEST_SUITE_P(, EveryStore, testing::ValuesIn(all_kinds()),
                         [](const testing::TestParamInfo<Kind>& kind) { return name_of(kind.param); });

// ---- tables and entries ---------------------------------------------------------------------------------------------

TEST_P(EveryStore, ATableIsReadAsItWasWritten) {
    const std::string all_bytes = std::string("\0\x01", 2) + "é\xff'\"\\\n";

    EXPECT_EQ(create(*store_, {"table", all_bytes, "me", 1h}), "");
    EXPECT_EQ(append(*store_, {"table", 1, 0, {"a", ""}}), "");
    EXPECT_EQ(append(*store_, {"table", 1, 2, {all_bytes}}), "");

    const OpenedTable table = open(*store_, "table", "me");
    EXPECT_TRUE(table.found);
    EXPECT_EQ(table.head, all_bytes);
    EXPECT_EQ(table.entries, (std::vector<std::string>{"a", "", all_bytes}));
}

TEST_P(EveryStore, ATableThatWasNeverCreatedIsNotFound) {
    const OpenedTable table = open(*store_, "nowhere", "me");

    EXPECT_FALSE(table.found);
    EXPECT_EQ(table.epoch, 0U);
}

TEST_P(EveryStore, AnIdWithAZeroInItIsNotTheIdBeforeTheZero) {
    create(*store_, {"table", "head", "me", 1h});

    EXPECT_FALSE(open(*store_, std::string("table\0", 6), "me").found);
}

TEST_P(EveryStore, TheSameTableCannotBeCreatedTwice) {
    EXPECT_EQ(create(*store_, {"table", "first", "me", 1h}), "");

    EXPECT_EQ(create(*store_, {"table", "second", "me", 1h}), "there is such a table already");
    EXPECT_EQ(open(*store_, "table", "me").head, "first");
}

TEST_P(EveryStore, EntriesWithAnotherNumberThanTheNextAreRefused) {
    create(*store_, {"table", "head", "me", 1h});
    append(*store_, {"table", 1, 0, {"a"}});

    EXPECT_EQ(append(*store_, {"table", 1, 0, {"again"}}), "the next entry of this table has number 1, not 0");
    EXPECT_EQ(append(*store_, {"table", 1, 2, {"gap"}}), "the next entry of this table has number 1, not 2");
    EXPECT_EQ(append(*store_, {"table", 1, 1, {"b"}}), "");
    EXPECT_EQ(open(*store_, "table", "me").entries, (std::vector<std::string>{"a", "b"}));
}

TEST_P(EveryStore, EntriesForATableThatIsNotThereAreRefused) {
    EXPECT_EQ(append(*store_, {"nowhere", 1, 0, {"a"}}), "there is no such table");
}

TEST_P(EveryStore, NoEntriesAreAlsoAppended) {
    create(*store_, {"table", "head", "me", 1h});

    EXPECT_EQ(append(*store_, {"table", 1, 0, {}}), "");
    EXPECT_EQ(append(*store_, {"table", 1, 0, {"a"}}), "");
}

TEST_P(EveryStore, ALongTableIsReadInOrder) {
    create(*store_, {"table", "head", "me", 1h});
    std::vector<std::string> entries;
    for (int i = 0; i < 3'000; ++i) {
        entries.push_back(fmt::format("entry {}", i));
    }

    append(*store_, {"table", 1, 0, entries});

    EXPECT_EQ(open(*store_, "table", "me").entries, entries);
}

// ---- leases ---------------------------------------------------------------------------------------------------------

TEST_P(EveryStore, WhoHasTheLeaseTakesItBackWithoutANewEpoch) {
    create(*store_, {"table", "head", "me", 1h});

    EXPECT_EQ(open(*store_, "table", "me").epoch, 1U);
    EXPECT_EQ(open(*store_, "table", "me").epoch, 1U);
}

TEST_P(EveryStore, OthersLearnOnlyWhoHasTheLease) {
    create(*store_, {"table", "head", "me", 1h});
    append(*store_, {"table", 1, 0, {"a"}});

    const OpenedTable table = open(*store_, "table", "you");

    EXPECT_TRUE(table.found);
    EXPECT_EQ(table.owner, "me");
    EXPECT_EQ(table.epoch, 0U);
    EXPECT_EQ(table.head, "");
    EXPECT_TRUE(table.entries.empty());
}

TEST_P(EveryStore, ALeaseThatRanOutIsTakenOverWithAHigherEpoch) {
    create(*store_, {"table", "head", "me", 20ms});
    append(*store_, {"table", 1, 0, {"a"}});
    pass(40ms);

    const OpenedTable table = open(*store_, "table", "you");

    EXPECT_EQ(table.owner, "you");
    EXPECT_EQ(table.epoch, 2U);
    EXPECT_EQ(table.entries, std::vector<std::string>{"a"});
}

TEST_P(EveryStore, NothingIsWrittenWithTheEpochOfALeaseThatWasTakenOver) {
    create(*store_, {"table", "head", "me", 0ms});
    open(*store_, "table", "you");

    EXPECT_EQ(append(*store_, {"table", 1, 0, {"mine"}}), "somebody else has taken this table over");
    EXPECT_EQ(release(*store_, "table", 1), "somebody else has taken this table over");
    EXPECT_EQ(append(*store_, {"table", 2, 0, {"yours"}}), "");
    EXPECT_EQ(open(*store_, "table", "you").entries, std::vector<std::string>{"yours"});
}

TEST_P(EveryStore, ALeaseThatRanOutServesUntilItIsTaken) {
    create(*store_, {"table", "head", "me", 0ms});

    EXPECT_EQ(append(*store_, {"table", 1, 0, {"a"}}), "");
    EXPECT_EQ(open(*store_, "table", "you").entries, std::vector<std::string>{"a"});
}

TEST_P(EveryStore, AnOwnLeaseThatRanOutHasANewEpochWhenItIsTakenAgain) {
    create(*store_, {"table", "head", "me", 0ms});

    EXPECT_EQ(open(*store_, "table", "me").epoch, 2U);
}

TEST_P(EveryStore, ALeaseThatWasGivenBackIsFree) {
    create(*store_, {"table", "head", "me", 1h});

    EXPECT_EQ(release(*store_, "table", 1), "");

    EXPECT_EQ(append(*store_, {"table", 1, 0, {"a"}}), "the lease on this table was given back");
    EXPECT_EQ(release(*store_, "table", 1), "the lease on this table was given back");
    EXPECT_EQ(open(*store_, "table", "you").epoch, 2U);
}

TEST_P(EveryStore, ALeaseOnNoTableCannotBeGivenBack) {
    EXPECT_EQ(release(*store_, "nowhere", 1), "there is no such table");
}

TEST_P(EveryStore, ARenewedLeaseDoesNotRunOut) {
    create(*store_, {"table", "head", "me", 20ms});

    EXPECT_EQ(renew(*store_, "me"), std::vector<std::string>{});
    pass(40ms);

    EXPECT_EQ(open(*store_, "table", "you").owner, "me");
}

TEST_P(EveryStore, ALeaseThatRanOutButWasNotTakenIsRenewed) {
    create(*store_, {"table", "head", "me", 0ms});

    EXPECT_EQ(renew(*store_, "me"), std::vector<std::string>{});

    EXPECT_EQ(open(*store_, "table", "you").owner, "me");
    EXPECT_EQ(append(*store_, {"table", 1, 0, {"a"}}), "");
}

TEST_P(EveryStore, RenewingTellsOnceWhatWasTakenOver) {
    create(*store_, {"kept", "head", "me", 0ms});
    create(*store_, {"given back", "head", "me", 0ms});
    create(*store_, {"lost", "head", "me", 0ms});
    release(*store_, "given back", 1);
    open(*store_, "given back", "you");
    open(*store_, "lost", "you");

    EXPECT_EQ(renew(*store_, "me"), std::vector<std::string>{"lost"});
    EXPECT_EQ(renew(*store_, "me"), std::vector<std::string>{});
    EXPECT_EQ(renew(*store_, "you"), std::vector<std::string>{});
}

// ---- texts ----------------------------------------------------------------------------------------------------------

TEST_P(EveryStore, ATextIsFoundByItsName) {
    EXPECT_EQ(keep(*store_, "rules 1", "one"), "");
    EXPECT_EQ(keep(*store_, "rules 2", ""), "");

    EXPECT_EQ(find(*store_, "rules 1"), "one");
    EXPECT_EQ(find(*store_, "rules 2"), "");
    EXPECT_EQ(find(*store_, "rules 3"), std::nullopt);
}

TEST_P(EveryStore, ATextThatIsThereIsNotChanged) {
    keep(*store_, "rules", "one");

    EXPECT_EQ(keep(*store_, "rules", "two"), "");
    EXPECT_EQ(find(*store_, "rules"), "one");
}

// ---- order, batches -------------------------------------------------------------------------------------------------

TEST_P(EveryStore, AnswersComeInTheOrderOfTheRequests) {
    std::vector<int> order;
    int place = 0;
    const auto note = [&] { return [&order, number = place++](const auto& /*answer*/) { order.push_back(number); }; };

    for (int i = 0; i < 50; ++i) {
        const std::string table = fmt::format("table {}", i);
        store_->create({table, "head", "me", 1h}, note());
        store_->append({table, 1, 0, {"a"}}, note());
        store_->append({table, 7, 0, {"stale"}}, note());
        store_->open(table, "me", 1h, note());
        store_->find(table, note());
        store_->renew("me", 1h, note());
        store_->keep(table, "text", note());
        store_->release(table, 1, note());
    }
    store_.reset();

    EXPECT_EQ(order.size(), 400U);
    EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST_P(EveryStore, ARequestThatIsRefusedDoesNotDisturbTheOthers) {
    std::vector<std::string> problems;
    const auto note = [&](std::string problem) { problems.push_back(std::move(problem)); };

    store_->create({"table", "head", "me", 1h}, note);
    store_->create({"table", "other", "me", 1h}, note);
    store_->append({"table", 1, 0, {"a"}}, note);
    store_->append({"table", 9, 1, {"stale"}}, note);
    store_->append({"table", 1, 5, {"gap"}}, note);
    store_->append({"nowhere", 1, 0, {"a"}}, note);
    store_->append({"table", 1, 1, {"b"}}, note);

    EXPECT_EQ(open(*store_, "table", "me").entries, (std::vector<std::string>{"a", "b"}));
    const std::vector<bool> is_refused = {false, true, false, true, true, true, false};
    EXPECT_TRUE(std::ranges::equal(problems, is_refused, {}, [](const std::string& words) { return !words.empty(); }));
}

TEST_P(EveryStore, AQuestionSeesWhatWasAskedForBefore) {
    Waiting<tl::expected<OpenedTable, std::string>> opened;
    Waiting<tl::expected<std::optional<std::string>, std::string>> found;

    store_->create({"table", "head", "me", 1h}, [](const std::string&) {});
    store_->append({"table", 1, 0, {"a"}}, [](const std::string&) {});
    store_->open("table", "me", 1h, opened.give());
    store_->append({"table", 1, 1, {"b"}}, [](const std::string&) {});
    store_->keep("rules", "text", [](const std::string&) {});
    store_->find("rules", found.give());

    EXPECT_EQ(opened.wait()->entries, std::vector<std::string>{"a"});
    EXPECT_EQ(found.wait().value(), "text");
}

TEST_P(EveryStore, ThousandsOfEntriesAreWrittenInFewTransactions) {
    constexpr int kTables = 100;
    constexpr int kEntries = 50;
    int problems = 0;
    for (int i = 0; i < kTables; ++i) {
        store_->create({fmt::format("table {}", i), "head", "me", 1h}, [](const std::string&) {});
    }

    for (std::uint64_t number = 0; number < kEntries; ++number) {
        for (int i = 0; i < kTables; ++i) {
            store_->append({fmt::format("table {}", i), 1, number, {"entry"}},
                           [&](const std::string& problem) { problems += problem.empty() ? 0 : 1; });
        }
    }

    EXPECT_EQ(open(*store_, "table 99", "me").entries.size(), 50U);
    EXPECT_EQ(problems, 0);
    if (GetParam() != Kind::Memory) { // where writing takes no time, nothing piles up
        EXPECT_LT(transactions_, 500);
    }
}

TEST_P(EveryStore, TheEndWaitsForWhatWasAskedFor) {
    std::atomic<int> done = 0;
    create(*store_, {"table", "head", "me", 1h});
    for (std::uint64_t number = 0; number < 2'500; ++number) {
        store_->append({"table", 1, number, {"entry"}},
                       [&](const std::string& problem) { done += problem.empty() ? 1 : 0; });
    }

    store_.reset();

    EXPECT_EQ(done, 2'500);
}

TEST_P(EveryStore, MoreCanBeAskedForFromWithinAnAnswer) {
    Waiting<std::string> last;
    std::function<void(std::uint64_t)> go_on = [&](std::uint64_t number) {
        store_->append({"table", 1, number, {"entry"}}, [&, number, give = last.give()](const std::string& problem) {
            if (problem.empty() && number < 9) {
                go_on(number + 1);
            } else {
                give(problem);
            }
        });
    };
    create(*store_, {"table", "head", "me", 1h});

    go_on(0);

    EXPECT_EQ(last.wait(), "");
    EXPECT_EQ(open(*store_, "table", "me").entries.size(), 10U);
}

TEST_P(EveryStore, WhatIsReadWhileOthersWriteIsWhole) {
    std::atomic<bool> ends = false;
    std::atomic<std::uint64_t> written = 0;
    create(*store_, {"table", "head", "me", 1h});
    std::thread writer([&] {
        while (!ends) {
            EXPECT_EQ(append(*store_, {"table", 1, 2 * written, {"even", "odd"}}), "");
            ++written;
        }
    });

    for (int i = 0; i < 30; ++i) {
        const std::uint64_t before = written;
        const std::vector<std::string> entries = open(*store_, "table", "me").entries;
        EXPECT_EQ(entries.size() % 2, 0U);
        EXPECT_GE(entries.size(), 2 * before);
    }
    ends = true;
    writer.join();
}

TEST_P(EveryStore, ManyThreadsMayAskAtOnce) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, table = fmt::format("table {}", i)] {
            EXPECT_EQ(create(*store_, {table, "head", "me", 1h}), "");
            for (std::uint64_t number = 0; number < 20; ++number) {
                EXPECT_EQ(append(*store_, {table, 1, number, {"entry"}}), "");
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(open(*store_, fmt::format("table {}", i), "me").entries.size(), 20U);
    }
}

} // namespace
} // namespace tgdl
