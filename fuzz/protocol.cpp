// Whatever is sent to a server with tables: it answers in the words of the protocol, and a table that is read from its
// storage again is the one that was there.
//
// Each line of the input is sent by one of four connections (two seats, a spectator, the host), by its first letter:
//   0 1 2 3   the rest of the line as it is
//   ` a b c   `choose` for the decision that the connection was last asked, with the rest of the line as the option's number
//   @ A B C   `undo`
// Other lines are sent by the first connection. At the end the host starts again.
#include "api/memory_loader.h"
#include "tables/host.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Json = nlohmann::json;

constexpr std::size_t kConnections = 4;
constexpr std::size_t kMostLines = 60;

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

// Does everything at once.
class InstantStore final : public tgdl::Store {
public:
    void create(tgdl::NewTable table, Done done) override {
        tables_[table.table].head = table.head;
        done({});
    }
    void append(tgdl::NewEntries entries, Done done) override {
        std::vector<std::string>& kept = tables_.at(entries.table).entries;
        insist(kept.size() == entries.first, "another number of entries", entries.entries.front());
        kept.insert(kept.end(), entries.entries.begin(), entries.entries.end());
        done({});
    }
    void open(std::string table, std::string owner, std::chrono::milliseconds /*lease*/,
              Answer<tgdl::OpenedTable> answer) override {
        const auto found = tables_.find(table);
        if (found == tables_.end()) {
            answer(tgdl::OpenedTable{});
        } else {
            answer(tgdl::OpenedTable{true, std::move(owner), 1, found->second.head, found->second.entries});
        }
    }
    void renew(std::string /*owner*/, std::chrono::milliseconds /*lease*/,
               Answer<std::vector<std::string>> answer) override {
        answer(std::vector<std::string>());
    }
    void release(std::string /*table*/, std::uint64_t /*epoch*/, Done done) override { done({}); }
    void keep(std::string name, std::string text, Done done) override {
        kept_[name] = std::move(text);
        done({});
    }
    void find(std::string name, Answer<std::optional<std::string>> answer) override {
        const auto found = kept_.find(name);
        answer(found == kept_.end() ? std::nullopt : std::optional(found->second));
    }

private:
    struct StoredTable {
        std::string head;
        std::vector<std::string> entries;
    };
    std::map<std::string, StoredTable> tables_;
    std::map<std::string, std::string> kept_;
};

// Holds what is sent to the protocol, and notes the last state of each place: connections that follow each other there share
// its number.
class FuzzWire final : public tgdl::Wire {
public:
    void send(tgdl::ConnectionId connection, std::shared_ptr<const std::string> message) override {
        const Json read = Json::parse(*message, nullptr, false);
        insist(!read.is_discarded() && tgdl::find_flaw(read).empty(), "no message of the protocol", *message);
        if (read.at("type") == "state") {
            states_[connection % kConnections] = read;
        }
    }
    void close(tgdl::ConnectionId /*connection*/, std::string /*reason*/) override {}

    [[nodiscard]] const Json& state(std::size_t place) const { return states_[place]; }

private:
    std::array<Json, kConnections> states_;
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
        options_.workers = 0;
        options_.bot_workers = 0;
        options_.bot_pause = std::chrono::milliseconds(0);
        options_.bots = {{"random", "Random"}};
        begin();
        host_->create_table({shelf().games().front().key, {"", ""}, std::nullopt, false},
                            [&](const tgdl::Host::Created& created) { links_ = *created; });
    }

    // Others take the places of those who were there.
    void join_all() {
        const std::array<std::string, kConnections> tokens = {links_.seats[0], links_.seats[1], links_.spectator,
                                                              links_.host};
        for (std::size_t i = 0; i < kConnections; ++i) {
            host_->closed(base_ + i);
        }
        base_ += kConnections;
        for (std::size_t i = 0; i < kConnections; ++i) {
            host_->opened(base_ + i);
            say(i, R"({"type":"hello","protocol":1})");
            say(i, Json{{"type", "join"}, {"table", links_.table}, {"token", tokens[i]}}.dump());
        }
    }
    void say(std::size_t place, std::string_view text) {
        host_->received(base_ + place, text);
        host_->run_all();
    }
    [[nodiscard]] const Json& state(std::size_t place) const { return wire_.state(place); }
    std::string draw_id() { return "id" + std::to_string(++ids_); }
    void begin() {
        host_.reset();
        host_ = std::make_unique<tgdl::Host>(shelf(), store_, wire_, options_);
    }

private:
    tgdl::HostOptions options_;
    FuzzWire wire_;
    InstantStore store_;
    std::unique_ptr<tgdl::Host> host_;
    tgdl::TableLinks links_;
    tgdl::ConnectionId base_ = 0;
    int ids_ = 0;
};

void send_line(Session& session, std::string_view line) {
    const char first = line.empty() ? ' ' : line[0];
    const auto is_one_of = [&](char from) { return first >= from && first < from + static_cast<char>(kConnections); };
    const auto place = static_cast<std::size_t>(first) % kConnections; // '0', '@' and '`' are multiples of it
    if (is_one_of('0')) {
        session.say(place, line.substr(1));
    } else if (is_one_of('`')) {
        const std::string decision = session.state(place).value("decision", "");
        const std::size_t option = std::strtoul(std::string(line.substr(1, 3)).c_str(), nullptr, 10);
        session.say(
            place,
            Json{{"type", "choose"}, {"id", session.draw_id()}, {"decision", decision}, {"option", option}}.dump());
    } else if (is_one_of('@')) {
        session.say(place, Json{{"type", "undo"}, {"id", session.draw_id()}}.dump());
    } else {
        session.say(0, line);
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
    session.join_all();
    const std::string before = standing(session);
    session.begin();
    session.join_all();
    insist(before == standing(session), "another table after a new start", before);
    return 0;
}
