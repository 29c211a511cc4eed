// For tests: stores of every kind, each one new, and questions to them that wait for the answer.
#pragma once

#include "store/backend.h"
#include "store/postgres_connection.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <future>
#include <memory>
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

// A PostgreSQL for this run of the test program: the one that PGURL names, or one that is started when it is first needed.
// That one ends with the pipe to it, even when the test program crashes.
class TestCluster {
public:
    static const std::string& address() {
        static const TestCluster cluster;
        return cluster.address_;
    }

private:
    TestCluster() {
        if (const char* given = std::getenv("PGURL")) {
            address_ = given;
            return;
        }
        std::array<int, 2> to_script{};
        std::array<int, 2> from_script{};
        EXPECT_EQ(::pipe2(to_script.data(), O_CLOEXEC), 0);
        EXPECT_EQ(::pipe2(from_script.data(), O_CLOEXEC), 0);
        script_ = ::fork();
        if (script_ == 0) {
            ::dup2(to_script[0], STDIN_FILENO);
            ::dup2(from_script[1], STDOUT_FILENO);
            const char* const script = TGDL_SOURCE_DIR "/tests/server/with_postgres";
            ::execl(script, script, "sh", "-c", "echo \"$PGURL\"; exec cat", nullptr);
            std::_Exit(127);
        }
        ::close(to_script[0]);
        ::close(from_script[1]);
        pipe_ = to_script[1];
        for (char c = 0; ::read(from_script[0], &c, 1) == 1 && c != '\n';) {
            address_.push_back(c);
        }
        ::close(from_script[0]);
        EXPECT_NE(address_, "") << "PostgreSQL could not be started";
    }
    ~TestCluster() {
        if (script_ > 0) {
            ::close(pipe_);
            ::waitpid(script_, nullptr, 0);
        }
    }

    std::string address_;
    pid_t script_ = -1;
    int pipe_ = -1;
};

// A database of its own in the cluster, as an address.
inline std::string make_database() {
    static int count = 0;
    const std::string& cluster = TestCluster::address();
    const std::string name = fmt::format("test_{}_{}", ::getpid(), ++count);
    auto connection = PostgresConnection::open(cluster);
    EXPECT_TRUE(connection.has_value()) << connection.error();
    const auto made = (*connection)->ask(fmt::format("CREATE DATABASE {}", name).c_str());
    EXPECT_TRUE(made.has_value()) << made.error().words;
    std::string address = cluster;
    address.replace(address.rfind("/postgres?"), 10, "/" + name + "?");
    return address;
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
    PostgresConnection& connection() { return *connection_; }

private:
    std::unique_ptr<PostgresConnection> connection_;
};

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
