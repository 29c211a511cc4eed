// Stores of every kind, each one new, and requests that wait for the answer, for tests.
#pragma once

#include "store/backend.h"
#include "store/postgres_connection.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

using namespace std::chrono_literals;

// A folder that is gone at the end.
class TestFolder {
public:
    TestFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "tgdl_store_XXXXXX").string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        path_ = name;
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;
    ~TestFolder() { std::filesystem::remove_all(path_); }

    [[nodiscard]] std::string file(const char* name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

// Where the tests find PostgreSQL: tests/server/with_postgres sets it. Tests of PostgreSQL exist only where it is set;
// PostgresTests.AllHold runs all of them.
inline std::vector<std::string> postgres_addresses() {
    const char* const address = std::getenv("PGURL");
    return address != nullptr ? std::vector<std::string>{address} : std::vector<std::string>{};
}

// Another session, to look at the database past the store.
class TestSession {
public:
    explicit TestSession(const std::string& address) {
        auto opened = PostgresConnection::open(address);
        EXPECT_TRUE(opened.has_value()) << opened.error();
        connection_ = std::move(*opened);
    }

    PostgresResult ask(const std::string& sql) {
        auto result = connection_->ask(sql.c_str());
        EXPECT_TRUE(result.has_value()) << sql << ": " << result.error().words;
        return std::move(*result);
    }
    std::uint64_t ask_number(const std::string& sql) { return ask(sql).number(0, 0); }
    // All leases run out so much earlier.
    void shorten_leases(std::chrono::milliseconds time) {
        ask(fmt::format("UPDATE tgdl.owners SET ends = ends - interval '{} milliseconds'", time.count()));
    }
    PostgresConnection& connection() { return *connection_; }

private:
    std::unique_ptr<PostgresConnection> connection_;
};

// The address of a database in which nothing is kept.
inline std::string empty_database() {
    const std::string address = postgres_addresses().at(0);
    TestSession(address).ask("DROP SCHEMA IF EXISTS tgdl CASCADE");
    return address;
}

// ---- questions that wait --------------------------------------------------------------------------------------------

// A function to give away, and what it is called with.
template <typename T>
class Waiting {
public:
    [[nodiscard]] auto give() {
        return [promise = promise_](T value) { promise->set_value(std::move(value)); };
    }
    T wait() { return future_.get(); }

private:
    std::shared_ptr<std::promise<T>> promise_ = std::make_shared<std::promise<T>>();
    std::future<T> future_ = promise_->get_future();
};

inline std::string create(Store& store, NewTable table) {
    Waiting<std::string> done;
    store.create(std::move(table), done.give());
    return done.wait();
}

inline std::string append(Store& store, NewEntries entries) {
    Waiting<std::string> done;
    store.append(std::move(entries), done.give());
    return done.wait();
}

inline tl::expected<OpenedTable, std::string> try_open(Store& store, std::string table, std::string owner,
                                                       std::chrono::milliseconds lease = 1h) {
    Waiting<tl::expected<OpenedTable, std::string>> answer;
    store.open(std::move(table), std::move(owner), lease, answer.give());
    return answer.wait();
}

inline OpenedTable open(Store& store, std::string table, std::string owner, std::chrono::milliseconds lease = 1h) {
    auto opened = try_open(store, std::move(table), std::move(owner), lease);
    EXPECT_TRUE(opened.has_value()) << opened.error();
    return std::move(opened).value_or(OpenedTable{});
}

inline std::vector<std::string> renew(Store& store, std::string owner, std::chrono::milliseconds lease = 1h) {
    Waiting<tl::expected<std::vector<std::string>, std::string>> answer;
    store.renew(std::move(owner), lease, answer.give());
    auto lost = answer.wait();
    EXPECT_TRUE(lost.has_value()) << lost.error();
    return std::move(lost).value_or(std::vector<std::string>{"no answer"});
}

inline std::string release(Store& store, std::string table, std::uint64_t epoch) {
    Waiting<std::string> done;
    store.release(std::move(table), epoch, done.give());
    return done.wait();
}

inline std::string keep(Store& store, std::string name, std::string text) {
    Waiting<std::string> done;
    store.keep(std::move(name), std::move(text), done.give());
    return done.wait();
}

inline std::optional<std::string> find(Store& store, std::string name) {
    Waiting<tl::expected<std::optional<std::string>, std::string>> answer;
    store.find(std::move(name), answer.give());
    const auto found = answer.wait();
    EXPECT_TRUE(found.has_value()) << found.error();
    return found.value_or(std::nullopt);
}

} // namespace tgdl
