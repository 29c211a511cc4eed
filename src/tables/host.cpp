#include "tables/host.h"

#include "tables/seating.h"
#include "tables/secrets.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

namespace {

using Json = nlohmann::json;

std::shared_ptr<const std::string> describe_lobby(const Shelf& shelf, const std::vector<OfferedBot>& bots) {
    Json games = Json::array();
    for (const ShelfGame& game : shelf.games()) {
        games.push_back(describe_game(game));
    }
    return dump_message({{"type", "lobby"}, {"games", std::move(games)}, {"bots", describe_bots(bots)}});
}

TableHead make_head(const ShelfGame& game, const Json& message) {
    TableHead head;
    head.id = draw_table_id();
    head.game = game.key;
    head.rules = game.rules->rules.program->hash;
    head.seed = draw_seed();
    for (const Json& bot : message.at("bots")) {
        head.seats.push_back({draw_token(), bot.get<std::string>()});
    }
    head.spectator = draw_token();
    head.host = draw_token();
    if (message.contains("clock")) {
        const Json& clock = message.at("clock");
        head.clock = ClockRule{clock.at("seconds").get<std::uint32_t>(), clock.at("bonus").get<std::uint32_t>()};
    }
    head.created = wall_clock();
    return head;
}

Json describe_links(const TableHead& head, const std::string& id) {
    Json seats = Json::array();
    for (std::size_t i = 0; i < head.seats.size(); ++i) {
        seats.push_back({{"seat", i}, {"token", head.seats[i].token}});
    }
    return {{"type", "created"},
            {"id", id},
            {"table", head.id},
            {"seats", std::move(seats)},
            {"spectator", head.spectator},
            {"host", head.host}};
}

} // namespace

std::vector<OfferedBot> usual_bots() {
    return {{"random", "Random"},
            {"mcts:30", "Beginner"},
            {"mcts:300", "Skilled"},
            {"mcts:1000ms", "Strong (thinks for a second)"}};
}

Json describe_bots(const std::vector<OfferedBot>& bots) {
    Json list = Json::array();
    for (const OfferedBot& bot : bots) {
        list.push_back({{"word", bot.word}, {"label", bot.label}});
    }
    return list;
}

Limits HostOptions::modest_limits() {
    Limits limits;
    limits.steps = 10'000'000;
    limits.words = 1U << 18U;
    limits.output = 1U << 16U;
    return limits;
}

std::shared_ptr<const std::string> dump_message(const Json& message) {
    return std::make_shared<const std::string>(message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::int64_t wall_clock() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

void HostParts::send(ConnectionId connection, const Json& message) const {
    wire.send(connection, dump_message(message));
}

void HostParts::refuse(ConnectionId connection, const std::string& id, const Refused& refused) const {
    send(connection, {{"type", "refused"}, {"id", id}, {"reason", word_of(refused.reason)}, {"text", refused.text}});
}

const OfferedBot* HostParts::find_bot(std::string_view word) const {
    const auto found = std::ranges::find(options.bots, word, &OfferedBot::word);
    return found == options.bots.end() ? nullptr : &*found;
}

Host::Host(const Shelf& shelf, Store& store, Wire& wire, HostOptions options)
    : options_(std::move(options)),
      shelf_(shelf),
      workers_(options_.workers),
      bot_workers_(options_.bot_workers),
      parts_{store,  wire,     bot_workers_, timers_,
             shelf_, options_, fmt::format("{} {}", options_.url, draw_token())},
      lobby_(describe_lobby(shelf, options_.bots)) {
    renew_leases();
    look_for_idle();
}

Host::~Host() {
    stop();
}

void Host::stop() {
    if (stops_.exchange(true)) {
        return;
    }
    timers_.stop();
    bot_workers_.stop();
    workers_.stop();
    const std::lock_guard lock(mutex_);
    for (const auto& [id, kept] : tables_) {
        kept.seating->give_lease_back();
    }
}

// ---- connections ----------------------------------------------------------------------------------------------------

void Host::opened(ConnectionId connection) {
    const std::lock_guard lock(mutex_);
    connections_.try_emplace(connection);
}

void Host::closed(ConnectionId connection) {
    leave(connection);
    const std::lock_guard lock(mutex_);
    connections_.erase(connection);
}

void Host::hurried(ConnectionId connection) {
    parts_.refuse(connection, "", {Reason::TooFast, "too many messages in a short time; some were not read"});
}

void Host::received(ConnectionId connection, std::string_view text) {
    tl::expected<Json, Refused> message = read_client_message(text);
    if (!message) {
        parts_.refuse(connection, "", message.error());
        return;
    }
    const std::string& type = message->at("type").get_ref<const std::string&>();
    if (type == "hello") {
        greet(connection, *message);
        return;
    }
    std::shared_ptr<Seating> seating;
    {
        const std::lock_guard lock(mutex_);
        const auto found = connections_.find(connection);
        if (found == connections_.end()) {
            return;
        }
        if (!found->second.greeted) {
            parts_.refuse(connection, "", {Reason::Protocol, "the first message must be `hello`"});
            return;
        }
        seating = found->second.seating;
    }
    if (type == "lobby") {
        parts_.wire.send(connection, lobby_);
    } else if (type == "create") {
        create(connection, *message);
    } else if (type == "join") {
        join(connection, *message);
    } else if (seating) {
        seating->strand().post([seating, connection, kept = std::move(*message)]() mutable {
            seating->receive(connection, std::move(kept));
        });
    } else {
        parts_.refuse(connection, message->value("id", std::string()), {Reason::NotSeated, "you are at no table"});
    }
}

void Host::greet(ConnectionId connection, const Json& message) {
    if (message.at("protocol").get<std::int64_t>() != protocol_version()) {
        parts_.refuse(connection, "",
                      {Reason::Protocol, fmt::format("this server speaks version {} of the protocol: load the page again",
                                                     protocol_version())});
        return;
    }
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    if (found != connections_.end()) {
        found->second.greeted = true;
    }
}

// ---- tables ---------------------------------------------------------------------------------------------------------

bool Host::may_create(ConnectionId connection) {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    if (found == connections_.end()) {
        return false;
    }
    Connection& one = found->second;
    const auto now = std::chrono::steady_clock::now();
    if (now - one.created_since > std::chrono::minutes(1)) {
        one.created = 0;
        one.created_since = now;
    }
    return ++one.created <= options_.creations;
}

void Host::create(ConnectionId connection, const Json& message) {
    const std::string id = message.at("id").get<std::string>();
    const ShelfGame* game = shelf_.find(message.at("game").get_ref<const std::string&>());
    const auto refuse = [&](Reason reason, std::string text) {
        parts_.refuse(connection, id, {reason, std::move(text)});
    };
    if (game == nullptr) {
        return refuse(Reason::Illegal, "there is no such game here");
    }
    const Program& program = *game->rules->rules.program;
    const auto players = message.at("players").get<std::uint32_t>();
    const Json& bots = message.at("bots");
    if (!accepts_players(program, players) || bots.size() != players) {
        return refuse(Reason::Illegal, fmt::format("this game is for {} players", describe_players(program)));
    }
    for (const Json& bot : bots) {
        const std::string& word = bot.get_ref<const std::string&>();
        if (!word.empty() && parts_.find_bot(word) == nullptr) {
            return refuse(Reason::Illegal, "there is no such bot");
        }
    }
    if (!may_create(connection)) {
        return refuse(Reason::TooFast, "too many tables in a minute");
    }
    TableHead head = make_head(*game, message);
    NewTable table{head.id, write_head(head), parts_.owner, options_.lease};
    const auto answer = [this, connection, id, head](const std::string& problem) {
        if (problem.empty()) {
            parts_.send(connection, describe_links(head, id));
        } else {
            parts_.refuse(connection, id, {Reason::Storage, "the table could not be written down"});
        }
    };
    parts_.store.keep(rules_name(head.rules), write_kept(game->rules->files), [](const std::string& /*problem*/) {});
    parts_.store.create(std::move(table), answer);
}

void Host::join(ConnectionId connection, const Json& message) {
    leave(connection);
    const std::string id = message.at("table").get<std::string>();
    std::shared_ptr<Seating> seating;
    {
        const std::lock_guard lock(mutex_);
        const auto found = tables_.find(id);
        if (found == tables_.end() && tables_.size() >= options_.tables) {
            parts_.refuse(connection, "", {Reason::Full, "the server holds as many tables as it can; try again later"});
            return;
        }
        Kept& kept = found != tables_.end() ? found->second : tables_[id];
        if (!kept.seating) {
            kept.seating = std::make_shared<Seating>(id, parts_, workers_.make_strand());
        }
        seating = kept.seating;
        ++kept.joining;
        const auto one = connections_.find(connection);
        if (one == connections_.end()) {
            --kept.joining;
            return;
        }
        one->second.seating = seating;
    }
    seating->strand().post([this, seating, connection, token = message.at("token").get<std::string>()] {
        seating->join(connection, token);
        const std::lock_guard lock(mutex_);
        --tables_.at(seating->id()).joining;
    });
}

void Host::leave(ConnectionId connection) {
    std::shared_ptr<Seating> seating;
    {
        const std::lock_guard lock(mutex_);
        const auto found = connections_.find(connection);
        if (found != connections_.end()) {
            seating = std::exchange(found->second.seating, nullptr);
        }
    }
    if (seating) {
        seating->strand().post([seating, connection] { seating->leave(connection); });
    }
}

// ---- from time to time ----------------------------------------------------------------------------------------------

void Host::renew_leases() {
    parts_.store.renew(parts_.owner, options_.lease, [this](tl::expected<std::vector<std::string>, std::string> lost) {
        if (!lost || stops_) {
            return;
        }
        const std::lock_guard lock(mutex_);
        for (const std::string& id : *lost) {
            const auto found = tables_.find(id);
            if (found != tables_.end()) {
                const std::shared_ptr<Seating> seating = found->second.seating;
                seating->strand().post([seating] { seating->give_up({}); });
            }
        }
    });
    timers_.after(options_.lease / 3, [this] { renew_leases(); });
}

void Host::look_for_idle() {
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, kept] : tables_) {
            const std::shared_ptr<Seating> seating = kept.seating;
            seating->strand().post([this, seating] {
                const std::lock_guard inner(mutex_);
                const auto found = tables_.find(seating->id());
                if (found != tables_.end() && found->second.joining == 0 && seating->leave_memory_if_idle()) {
                    tables_.erase(found);
                }
            });
        }
    }
    timers_.after(std::min(options_.idle / 4, std::chrono::milliseconds(30'000)), [this] { look_for_idle(); });
}

} // namespace tgdl
