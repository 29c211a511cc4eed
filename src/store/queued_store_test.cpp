#include "store/queued_store.h"

#include "base/manual_clock_for_test.h"
#include "store/test_stores.h"

#include <atomic>
#include <functional>

namespace tgdl {
namespace {

// Does what the test says.
class ScriptedBackend final : public Backend {
public:
    using Write = std::function<tl::expected<void, BatchProblem>(std::span<Request>)>;
    using Rest = std::function<std::optional<Clock::TimePoint>()>;

    explicit ScriptedBackend(
        Write write, Rest rest = [] { return std::nullopt; })
        : write_(std::move(write)), rest_(std::move(rest)) {}
    tl::expected<void, BatchProblem> write(std::span<Request> batch) override { return write_(batch); }
    std::optional<Clock::TimePoint> rest() override { return rest_(); }

private:
    Write write_;
    Rest rest_;
};

TEST(QueuedStore, NothingIsAcknowledgedBeforeItIsCommitted) {
    std::promise<void> is_writing;
    std::promise<void> committed;
    std::atomic<bool> is_told = false;
    QueuedStore store(std::make_unique<ScriptedBackend>([&](std::span<Request>) {
        is_writing.set_value();
        committed.get_future().wait();
        return tl::expected<void, BatchProblem>{};
    }));

    Waiting<std::string> done;
    store.keep("rules", "text", [&, give = done.give()](std::string problem) {
        is_told = true;
        give(std::move(problem));
    });
    is_writing.get_future().wait();
    EXPECT_FALSE(is_told);
    committed.set_value();

    EXPECT_EQ(done.wait(), "");
}

// What a store is given while its first batch is still being written, `ask` asks for. Returns the sizes of the batches;
// those that `judge` finds a problem with fail.
std::vector<std::size_t> write_piled_up(
    const std::function<void(Store&)>& ask,
    const std::function<tl::expected<void, BatchProblem>(std::span<Request>)>& judge = [](std::span<Request>) {
        return tl::expected<void, BatchProblem>{};
    }) {
    std::promise<void> first_began;
    std::promise<void> first_may_end;
    std::vector<std::size_t> sizes;
    {
        QueuedStore store(std::make_unique<ScriptedBackend>([&](std::span<Request> batch) {
            sizes.push_back(batch.size());
            if (sizes.size() == 1) {
                first_began.set_value();
                first_may_end.get_future().wait();
            }
            return judge(batch);
        }));
        store.find("first", [](const auto& /*answer*/) {});
        first_began.get_future().wait();
        ask(store);
        first_may_end.set_value();
    }
    return sizes;
}

TEST(QueuedStore, WhatPilesUpWhileABatchIsWrittenIsTheNextBatch) {
    const std::vector<std::size_t> sizes = write_piled_up([](Store& store) {
        for (int i = 0; i < 1'500; ++i) {
            store.find("others", [](const auto& /*answer*/) {});
        }
    });

    EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 1'000, 500}));
}

TEST(QueuedStore, LargeTextsMakeSmallerBatches) {
    const std::vector<std::size_t> sizes = write_piled_up([](Store& store) {
        const auto ignore = [](const std::string& /*problem*/) {};
        const std::string large(3'000'000, 'x');
        store.keep("text", large, ignore);
        store.create({"table", large, "me", 1h}, ignore);
        store.append({"table", 1, 0, {large}}, ignore);
    });

    EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 2, 1}));
}

// Three requests that are one batch, of which the second fails for this reason: the sizes of the batches, and the problems.
std::pair<std::vector<std::size_t>, std::vector<std::string>> write_three(BatchProblem::Reason reason) {
    std::vector<std::string> problems;
    const auto ask = [&](Store& store) {
        for (const char* const name : {"right", "wrong", "right"}) {
            store.keep(name, "", [&](std::string problem) { problems.push_back(std::move(problem)); });
        }
    };
    const auto judge = [&](std::span<Request> batch) -> tl::expected<void, BatchProblem> {
        for (const Request& request : batch) {
            const auto* const keep = std::get_if<KeepRequest>(&request);
            if (keep != nullptr && keep->name == "wrong") {
                return tl::unexpected(BatchProblem{reason, "it is wrong"});
            }
        }
        return {};
    };
    std::vector<std::size_t> sizes = write_piled_up(ask, judge);
    return {std::move(sizes), std::move(problems)};
}

TEST(QueuedStore, ABatchThatFailsBecauseOfARequestIsWrittenOneByOne) {
    const auto [sizes, problems] = write_three(BatchProblem::Reason::Request);

    EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 3, 1, 1, 1}));
    EXPECT_EQ(problems, (std::vector<std::string>{"", "it is wrong", ""}));
}

TEST(QueuedStore, ABatchThatFailsBecauseOfTheStorageIsNotTriedAgain) {
    const auto [sizes, problems] = write_three(BatchProblem::Reason::Storage);

    EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(problems, (std::vector<std::string>{"it is wrong", "it is wrong", "it is wrong"}));
}

TEST(QueuedStore, TheBackEndRestsAfterABatchIsAnsweredAndWhenItWantsTo) {
    ManualClock clock;
    std::vector<std::string> events;
    std::promise<void> rested_twice;
    auto backend = std::make_unique<ScriptedBackend>(
        [&](std::span<Request>) {
            events.emplace_back("write");
            return tl::expected<void, BatchProblem>{};
        },
        [&]() -> std::optional<Clock::TimePoint> {
            events.emplace_back("rest");
            if (events.size() == 3) {
                return clock.now() + 10ms;
            }
            rested_twice.set_value();
            return std::nullopt;
        });
    QueuedStore store(std::move(backend), clock);

    store.find("text", [&](const auto& /*answer*/) { events.emplace_back("answer"); });
    EXPECT_TRUE(clock.pass(10ms));
    rested_twice.get_future().wait();

    EXPECT_EQ(events, (std::vector<std::string>{"write", "answer", "rest", "rest"}));
}

TEST(QueuedStore, NoLeaseIsLongerThanADayOrShorterThanNothing) {
    std::vector<std::chrono::milliseconds> leases;
    {
        QueuedStore store(std::make_unique<ScriptedBackend>([&](std::span<Request> batch) {
            for (const Request& request : batch) {
                leases.push_back(std::get<RenewRequest>(request).lease);
            }
            return tl::expected<void, BatchProblem>{};
        }));
        store.renew("me", std::chrono::milliseconds::max(), [](const auto& /*answer*/) {});
        store.renew("me", -5ms, [](const auto& /*answer*/) {});
    }

    EXPECT_EQ(leases, (std::vector<std::chrono::milliseconds>{24h, 0ms}));
}

} // namespace
} // namespace tgdl
