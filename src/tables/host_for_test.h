// A host with clients that tests can lead by the hand: everything that is sent to them is noted and held to the protocol.
#pragma once

#include "base/manual_clock_for_test.h"
#include "tables/failing_store_for_test.h"
#include "tables/host.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tgdl::testing {

using Json = nlohmann::json;

inline std::string game_file(const std::string& name) {
    return TGDL_SOURCE_DIR "/games/" + name + "/" + name + ".tgdl";
}

// Notes what each connection is sent. Every message must go with the protocol's description.
class RecordingWire final : public Wire {
public:
    void send(ConnectionId connection, std::shared_ptr<const std::string> message) override {
        const Json read = Json::parse(*message, nullptr, false);
        EXPECT_FALSE(read.is_discarded()) << *message;
        EXPECT_EQ(find_flaw(read), "") << *message;
        const std::lock_guard lock(mutex_);
        sent_[connection].push_back(read);
        all_.push_back({connection, *message});
        has_sent_.notify_all();
    }
    void close(ConnectionId /*connection*/, std::string /*reason*/) override {}
    void allow_messages(ConnectionId connection, std::size_t bytes) override {
        const std::lock_guard lock(mutex_);
        allowed_[connection] = bytes;
    }

    // The first message from `from` on that fits, waiting for it; `from` is set behind it. None: it does not come.
    template <typename Fits>
    std::optional<Json> wait_for(ConnectionId connection, std::size_t& from, const Fits& fits) {
        std::unique_lock lock(mutex_);
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        for (std::size_t i = from;;) {
            const std::vector<Json>& sent = sent_[connection];
            for (; i < sent.size(); ++i) {
                if (fits(sent[i])) {
                    from = i + 1;
                    return sent[i];
                }
            }
            if (has_sent_.wait_until(lock, deadline) == std::cv_status::timeout) {
                return std::nullopt;
            }
        }
    }
    std::size_t count(ConnectionId connection) {
        const std::lock_guard lock(mutex_);
        return sent_[connection].size();
    }
    std::vector<Json> sent(ConnectionId connection) {
        const std::lock_guard lock(mutex_);
        return sent_[connection];
    }
    std::size_t allowed(ConnectionId connection) {
        const std::lock_guard lock(mutex_);
        return allowed_[connection];
    }
    std::vector<std::pair<ConnectionId, std::string>> all() {
        const std::lock_guard lock(mutex_);
        return all_;
    }

private:
    std::mutex mutex_;
    std::condition_variable has_sent_;
    std::map<ConnectionId, std::vector<Json>> sent_;
    std::map<ConnectionId, std::size_t> allowed_;
    std::vector<std::pair<ConnectionId, std::string>> all_;
};

class HostTest;

// One connection.
class Client {
public:
    Client(HostTest& test, ConnectionId connection) : test_(test), connection_(connection) {}

    void say(const Json& message);
    void say_text(std::string_view text);
    // The next message of this type.
    Json receive(const std::string& type) {
        return receive_if([&](const Json& message) { return message.at("type") == type; }, type);
    }
    template <typename Fits>
    Json receive_if(const Fits& fits, const std::string& what = "something");
    // Sends it, and gives the answer with its id.
    Json ask(Json message);
    // Sits down, looks on, …; gives `joined`.
    Json join(const TableLinks& links, const std::string& token);
    // The last state that came; waits for one.
    Json state();
    // Waits until the state is so.
    template <typename Fits>
    Json state_with(const Fits& fits);
    // Waits until this seat is asked, and chooses; the answer.
    Json choose(std::size_t option, const std::string& id = "");
    // How many messages have come.
    [[nodiscard]] std::size_t heard();
    void hang_up();
    [[nodiscard]] ConnectionId connection() const { return connection_; }

private:
    HostTest& test_;
    ConnectionId connection_;
    std::size_t read_ = 0;
    std::optional<Json> state_;
    int asked_ = 0;
};

class HostTest : public ::testing::Test {
protected:
    HostTest() {
        options.bot_pause = std::chrono::milliseconds(0);
        options.reaction_pause = std::chrono::milliseconds(0);
        options.creations = 1000;
        folder_ = std::filesystem::path(::testing::TempDir())
                  / ("tgdl_tables_" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()));
        std::filesystem::create_directories(folder_);
    }
    ~HostTest() override {
        store.let_go();
        host.reset();
        expect_no_secret();
        std::filesystem::remove_all(folder_);
    }

    // A game that comes with the program.
    void shelve(const std::string& name) { EXPECT_EQ(shelf.add_file(game_file(name)), ""); }
    // A game of the test's own; gives the path of its file.
    std::string shelve(const std::string& name, const std::string& text) {
        const std::string path = (folder_ / (name + ".tgdl")).string();
        std::ofstream(path) << text;
        EXPECT_EQ(shelf.add_file(path), "");
        return path;
    }
    void begin() { host = std::make_unique<Host>(shelf, store, wire, options, clock); }
    // Who speaks from now on speaks with this host.
    void switch_host(std::unique_ptr<Host>& other) { std::swap(host, other); }
    // As after a crash and a new start: only what is in the store is left.
    void restart() {
        host.reset();
        begin();
    }
    Client connect() {
        const ConnectionId connection = ++connections_;
        host->opened(connection);
        Client client(*this, connection);
        client.say({{"type", "hello"}, {"protocol", protocol_version()}});
        return client;
    }
    TableLinks create(const std::string& game, std::vector<std::string> bots,
                      std::optional<ClockRule> clock = std::nullopt, bool is_design = false,
                      std::vector<OptionChoice> chosen = {}) {
        std::mutex mutex;
        std::condition_variable is_done;
        std::optional<Host::Created> created;
        host->create_table({game, std::move(bots), clock, is_design, std::move(chosen)},
                           [&](const Host::Created& made) {
                               const std::lock_guard lock(mutex);
                               created = made;
                               is_done.notify_all();
                           });
        std::unique_lock lock(mutex);
        is_done.wait(lock, [&] { return created.has_value(); });
        EXPECT_TRUE(created->has_value());
        const TableLinks links = created->value_or(TableLinks{});
        secrets_of_seats.insert(links.seats.begin(), links.seats.end());
        secrets_of_seats.insert({links.spectator, links.host});
        return links;
    }
    // Somebody at each seat, all of whom have seen that all are there.
    std::vector<Client> seat_all(const TableLinks& links) {
        std::vector<Client> clients;
        for (const std::string& token : links.seats) {
            clients.push_back(connect());
            EXPECT_EQ(clients.back().join(links, token).at("type"), "joined");
        }
        const auto are_here = [](const Json& state) {
            return std::ranges::all_of(state.at("seats"), [](const Json& seat) { return seat.at("here") == true; });
        };
        for (Client& client : clients) {
            (void)client.state_with(are_here);
        }
        return clients;
    }

    ManualClock clock; // of the host and the store: time passes only when a test says so
    FailingStore store{clock};
    RecordingWire wire;
    Shelf shelf;
    HostOptions options;
    std::unique_ptr<Host> host;
    std::set<std::string> secrets_of_seats;
    // Connections that may be told links: they have made the table, or design the game.
    std::set<ConnectionId> trusted;

private:
    friend class Client;

    // In all that was ever sent.
    void expect_no_secret() {
        for (const auto& [connection, message] : wire.all()) {
            for (const std::string& secret : store.secrets()) {
                EXPECT_EQ(message.find(secret), std::string::npos) << message;
            }
            for (const std::string& token : secrets_of_seats) {
                EXPECT_TRUE(trusted.contains(connection) || message.find(token) == std::string::npos) << message;
            }
        }
    }

    std::filesystem::path folder_;
    ConnectionId connections_ = 0;
};

inline void Client::say(const Json& message) {
    say_text(message.dump());
}

inline void Client::say_text(std::string_view text) {
    test_.host->received(connection_, text);
}

template <typename Fits>
Json Client::receive_if(const Fits& fits, const std::string& what) {
    const auto note = [&](const Json& message) {
        if (message.at("type") == "state") {
            state_ = message;
        }
        return fits(message);
    };
    const std::optional<Json> heard = test_.wire.wait_for(connection_, read_, note);
    EXPECT_TRUE(heard.has_value()) << what << " did not come";
    return heard.value_or(Json{{"type", "nothing"}});
}

inline Json Client::ask(Json message) {
    if (!message.contains("id")) {
        message["id"] = "test" + std::to_string(connection_) + "-" + std::to_string(++asked_);
    }
    const std::string id = message.at("id");
    say(message);
    return receive_if([&](const Json& answer) { return answer.value("id", "") == id; }, message.dump());
}

inline Json Client::join(const TableLinks& links, const std::string& token) {
    state_.reset();
    say({{"type", "join"}, {"table", links.table}, {"token", token}});
    return receive_if(
        [](const Json& message) {
            const std::string& type = message.at("type").get_ref<const std::string&>();
            return type == "joined" || type == "moved" || (type == "refused" && message.at("id") == "");
        },
        "joined");
}

inline Json Client::state() {
    return state_with([](const Json& /*state*/) { return true; });
}

template <typename Fits>
Json Client::state_with(const Fits& fits) {
    while (read_ < test_.wire.count(connection_)) {
        (void)receive_if([](const Json& /*message*/) { return true; });
    }
    if (state_ && fits(*state_)) {
        return *state_;
    }
    return receive_if([&](const Json& message) { return message.at("type") == "state" && fits(message); }, "a state");
}

inline Json Client::choose(std::size_t option, const std::string& id) {
    const Json now = state_with([](const Json& state) { return state.at("decision") != ""; });
    Json message = {{"type", "choose"}, {"decision", now.value("decision", "")}, {"option", option}};
    if (!id.empty()) {
        message["id"] = id;
    }
    const Json answer = ask(message);
    if (answer.at("type") == "accepted") {
        (void)state_with([&](const Json& state) { return state.at("decision") != now.at("decision"); });
    }
    return answer;
}

inline std::size_t Client::heard() {
    return test_.wire.count(connection_);
}

inline void Client::hang_up() {
    test_.host->closed(connection_);
}

inline bool is_refused(const Json& message, const std::string& reason) {
    return message.at("type") == "refused" && message.at("reason") == reason;
}

} // namespace tgdl::testing
