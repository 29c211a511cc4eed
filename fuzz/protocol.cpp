// Whatever is sent to a server with tables: it answers in the words of the protocol, and a table that is read from its
// storage again is the one that was there.
//
// Each line of the input is sent by one of four connections (two seats, a spectator, the host), by its first letter:
//   0 1 2 3   the rest of the line as it is
//   ` a b c   `choose` for the decision that the connection was last asked, with the rest of the line as the option's number
//   @ A B C   `undo`
// Other lines are sent by the first connection. At the end the host may start again.
#include "api/memory_loader.h"
#include "tables/host.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Json = nlohmann::json;

constexpr std::size_t kConnections = 4;
constexpr std::size_t kMostLines = 30;

// Secrets, chance, several who choose at once, and moves of more than one decision.
constexpr const char* kRules = R"(game "fuzzed"; players 2;
interactable Card { number rank = 0; information { short { return $"card {rank}"; } } }
stack Deck { returns Card; default { foreach (number i in 1..6) { this.push(new Card() { rank = i }); } } }
player stack Hand { returns Card; }
global class Table_ { Deck deck = new Deck(); number rounds = 0; }
setup { Table_.deck.shuffle(); foreach (player p in player.all()) { Hand[p].push(Table_.deck.pop()); Hand[p].push(Table_.deck.pop()); } }
turn Round
{
    phase Bid
    {
        players player.all() input number bid { range 1..3; }
        effect
        {
            log($"{bid[0]} against {bid[1]}");
            Table_.rounds += 1;
            if (Table_.rounds == 4) { draw; }
        }
    }
    phase Play { }
}
action Show
{
    trigger PlayerChoiceEvent;
    input Card card { options Hand[player.active()]; }
    input number times { range 1..2; }
    effect { log($"player {player.active()} shows {card} {times} times"); turn.pass(); }
}
action Pass { trigger PlayerChoiceEvent; effect { turn.pass(); } }
)";

void insist(bool holds, const char* what, const std::string& text) {
    if (!holds) {
        (void)std::fprintf(stderr, "%s: %s\n", what, text.c_str());
        std::abort();
    }
}

// Notes what each connection is sent; those that follow each other in one place share their number there.
class FuzzWire final : public tgdl::Wire {
public:
    void send(tgdl::ConnectionId connection, std::shared_ptr<const std::string> message) override {
        const Json read = Json::parse(*message, nullptr, false);
        insist(!read.is_discarded() && tgdl::find_flaw(read).empty(), "no message of the protocol", *message);
        const std::lock_guard lock(mutex_);
        const std::size_t place = connection % kConnections;
        if (read.at("type") == "state") {
            states_[place] = read;
        }
        sent_[place].push_back(*message);
        has_sent_.notify_all();
    }
    void close(tgdl::ConnectionId /*connection*/, std::string /*reason*/) override {}

    // Until a message with this text has come; how many there are then.
    std::size_t wait_for(std::size_t place, std::size_t from, const std::string& text) {
        std::unique_lock lock(mutex_);
        std::size_t at = from;
        has_sent_.wait(lock, [&] {
            while (at < sent_[place].size() && sent_[place][at].find(text) == std::string::npos) {
                ++at;
            }
            return at < sent_[place].size();
        });
        return sent_[place].size();
    }
    std::size_t count(std::size_t place) {
        const std::lock_guard lock(mutex_);
        return sent_[place].size();
    }
    Json state(std::size_t place) {
        const std::lock_guard lock(mutex_);
        return states_[place];
    }

private:
    std::mutex mutex_;
    std::condition_variable has_sent_;
    std::array<Json, kConnections> states_;
    std::array<std::vector<std::string>, kConnections> sent_;
};

const tgdl::Shelf& shelf() {
    static const tgdl::Shelf kShelf = [] {
        tgdl::MemoryLoader loader;
        loader.add("fuzzed.tgdl", kRules);
        const auto rules = tgdl::load_playable(loader, "fuzzed.tgdl");
        insist(rules.has_value(), "the rules", rules ? "" : rules.error());
        tgdl::Shelf made;
        made.add({.key = "fuzzed", .file = {}, .folder = {}, .style = {}, .rules = *rules});
        return made;
    }();
    return kShelf;
}

class Session {
public:
    Session() {
        options_.workers = 1;
        options_.bot_workers = 1;
        options_.bot_pause = std::chrono::milliseconds(0);
        options_.bots = {{"random", "Random"}};
        begin();
        std::mutex mutex;
        std::condition_variable is_done;
        bool is_made = false;
        host_->create_table({shelf().games().front().key, {"", ""}, std::nullopt, false},
                            [&](const tgdl::Host::Created& created) {
                                const std::lock_guard lock(mutex);
                                links_ = *created;
                                is_made = true;
                                is_done.notify_all();
                            });
        std::unique_lock lock(mutex);
        is_done.wait(lock, [&] { return is_made; });
    }
    ~Session() {
        host_->stop();
        store_.reset();
        host_.reset();
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // Others take the places of those who were there.
    void join_all() {
        const std::array<std::string, kConnections> tokens = {links_.seats[0], links_.seats[1], links_.spectator,
                                                              links_.host};
        for (std::size_t i = 0; i < kConnections; ++i) {
            host_->closed(base_ + i);
        }
        base_ += kConnections;
        for (std::size_t i = 0; i < kConnections; ++i) {
            const std::size_t before = wire_.count(i);
            host_->opened(base_ + i);
            say(i, R"({"type":"hello","protocol":1})");
            say(i, Json{{"type", "join"}, {"table", links_.table}, {"token", tokens[i]}}.dump());
            wire_.wait_for(i, before, R"("type":"state")");
        }
    }
    void say(std::size_t place, std::string_view text) { host_->received(base_ + place, text); }
    // Until everything that was sent is answered, and what waited for the storage is done: this waits too, and is refused.
    void settle(std::size_t place) {
        const std::string id = "settle" + std::to_string(++settled_);
        const std::size_t before = wire_.count(place);
        say(place, Json{{"type", "seat"}, {"id", id}, {"seat", 63}, {"bot", ""}}.dump());
        wire_.wait_for(place, before, id);
    }
    Json state(std::size_t place) { return wire_.state(place); }
    std::string draw_id() { return "id" + std::to_string(++settled_); }
    void begin_again() {
        host_.reset();
        begin();
    }

private:
    void begin() { host_ = std::make_unique<tgdl::Host>(shelf(), *store_, wire_, options_); }

    tgdl::HostOptions options_;
    FuzzWire wire_;
    std::unique_ptr<tgdl::Store> store_ = tgdl::open_memory();
    std::unique_ptr<tgdl::Host> host_;
    tgdl::TableLinks links_;
    tgdl::ConnectionId base_ = 0;
    int settled_ = 0;
};

void send_line(Session& session, std::string_view line) {
    const char first = line.empty() ? ' ' : line[0];
    const auto is_one_of = [&](char from) { return first >= from && first < from + static_cast<char>(kConnections); };
    const auto place = static_cast<std::size_t>(first) % kConnections; // '0', '@' and '`' are multiples of it
    if (is_one_of('0')) {
        session.say(place, line.substr(1));
        session.settle(place);
    } else if (is_one_of('`')) {
        const Json state = session.state(place);
        const std::string decision = state.is_object() ? state.value("decision", "") : "";
        const std::size_t option = std::strtoul(std::string(line.substr(1, 3)).c_str(), nullptr, 10);
        session.say(
            place,
            Json{{"type", "choose"}, {"id", session.draw_id()}, {"decision", decision}, {"option", option}}.dump());
        session.settle(place);
    } else if (is_one_of('@')) {
        session.say(place, Json{{"type", "undo"}, {"id", session.draw_id()}}.dump());
        session.settle(place);
    } else {
        session.say(0, line);
        session.settle(0);
    }
}

// All that says how the match stands. Where bots play it may go on at any time.
std::string standing(Session& session) {
    std::string all;
    for (std::size_t i = 0; i < kConnections; ++i) {
        Json state = session.state(i);
        for (const Json& seat : state.at("seats")) {
            if (seat.at("bot") != "") {
                return {};
            }
        }
        state.erase("seats");
        all += state.dump() + "\n";
    }
    return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)tgdl::read_client_message(text);
    Session session;
    session.join_all();
    for (std::size_t i = 0; i < kMostLines && !text.empty(); ++i) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        send_line(session, text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (size % 4 == 0) { // it takes as long as all the rest
        session.join_all();
        const std::string before = standing(session);
        session.begin_again();
        session.join_all();
        insist(before == standing(session), "another table after a new start", before);
    }
    return 0;
}
