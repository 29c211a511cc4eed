#include "tables/host.h"

#include "tables/seating.h"
#include "tables/secrets.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tgdl {

namespace {

TableHead make_head(const TableWish& wish, const Program& program) {
    TableHead head;
    head.id = draw_table_id();
    head.game = wish.game;
    head.rules = program.hash;
    head.seed = draw_seed();
    for (const std::string& bot : wish.bots) {
        head.seats.push_back({draw_token(), bot});
    }
    head.spectator = draw_token();
    head.host = draw_token();
    head.clock = wish.clock;
    head.is_design = wish.is_design;
    head.created = wall_clock();
    return head;
}

TableLinks links_of(const TableHead& head) {
    TableLinks links{head.id, {}, head.spectator, head.host};
    for (const HeadSeat& seat : head.seats) {
        links.seats.push_back(seat.token);
    }
    return links;
}

nlohmann::json describe_links(const TableLinks& links, const std::string& id) {
    nlohmann::json seats = nlohmann::json::array();
    for (std::size_t i = 0; i < links.seats.size(); ++i) {
        seats.push_back({{"seat", i}, {"token", links.seats[i]}});
    }
    return {{"type", "created"},
            {"id", id},
            {"table", links.table},
            {"seats", std::move(seats)},
            {"spectator", links.spectator},
            {"host", links.host}};
}

TableWish read_wish(const nlohmann::json& message) {
    TableWish wish;
    wish.game = message.at("game").get<std::string>();
    wish.bots = message.at("bots").get<std::vector<std::string>>();
    if (message.contains("clock")) {
        const nlohmann::json& clock = message.at("clock");
        wish.clock = ClockRule{clock.at("seconds").get<std::uint32_t>(), clock.at("bonus").get<std::uint32_t>()};
    }
    return wish;
}

} // namespace

Host::Host(const Shelf& shelf, Store& store, Wire& wire, HostOptions options)
    : options_(std::move(options)),
      rules_(shelf, options_.design),
      workers_(options_.workers, Workers::Haste::Urgent),
      bot_workers_(options_.bot_workers),
      parts_{.store = store,
             .wire = wire,
             .bot_workers = bot_workers_,
             .timers = timers_,
             .rules = rules_,
             .outstanding = outstanding_,
             .all_bytes = all_bytes_,
             .options = options_,
             .owner = owner_of(options_.url),
             .closed = [this](const Seating& table) { forget_if_closed(table); },
             .rules_changed = [this] { describe_lobby(); }} {
    describe_lobby();
    renew_leases();
    look_for_idle();
}

Host::~Host() {
    stop();
    outstanding_.wait_for_none();
}

void Host::stop() {
    if (stops_.exchange(true)) {
        return;
    }
    timers_.stop();
    bot_workers_.stop();
    workers_.stop();
    for (const std::shared_ptr<Seating>& seating : all_seatings()) {
        seating->give_lease_back();
    }
}

void Host::run_all() {
    while (workers_.run_all() || bot_workers_.run_all()) {
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
    tl::expected<nlohmann::json, Refused> message = read_client_message(text);
    if (!message) {
        parts_.refuse(connection, "", message.error());
        return;
    }
    const std::string& type = message->at("type").get_ref<const std::string&>();
    if (type == "hello") {
        greet(connection, *message);
    } else if (!is_greeted(connection)) {
        parts_.refuse(connection, "", {Reason::Protocol, "the first message must be `hello`"});
    } else if (type == "lobby") {
        send_lobby(connection);
    } else if (type == "create") {
        create(connection, *message);
    } else if (type == "join") {
        join(connection, *message);
    } else {
        pass_on(connection, std::move(*message));
    }
}

void Host::greet(ConnectionId connection, const nlohmann::json& message) {
    if (message.at("protocol").get<std::int64_t>() != protocol_version()) {
        parts_.refuse(
            connection, "",
            {Reason::Protocol,
             fmt::format("this server speaks version {} of the protocol: load the page again", protocol_version())});
        return;
    }
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    if (found != connections_.end()) {
        found->second.is_greeted = true;
    }
}

bool Host::is_greeted(ConnectionId connection) {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    return found != connections_.end() && found->second.is_greeted;
}

// To the table where the connection is.
void Host::pass_on(ConnectionId connection, nlohmann::json message) {
    constexpr std::size_t kMostWaiting = 2000;
    std::shared_ptr<Seating> seating;
    {
        const std::lock_guard lock(mutex_);
        const auto found = connections_.find(connection);
        seating = found != connections_.end() ? found->second.seating : nullptr;
    }
    if (!seating) {
        parts_.refuse(connection, message.value("id", std::string()), {Reason::NotSeated, "you are at no table"});
    } else if (seating->strand().length() >= kMostWaiting) {
        parts_.refuse(connection, message.value("id", std::string()),
                      {Reason::TooFast, "the table is busy; try again"});
    } else {
        seating->strand().post([seating, connection, kept = std::move(message)]() mutable {
            seating->receive(connection, std::move(kept));
        });
    }
}

// ---- the lobby ------------------------------------------------------------------------------------------------------

void Host::describe_lobby() {
    nlohmann::json games = nlohmann::json::array();
    for (const ShelfGame& game : rules_.games()) {
        games.push_back(describe_game(game));
    }
    const auto lobby =
        dump_message({{"type", "lobby"}, {"games", std::move(games)}, {"bots", describe_bots(options_.bots)}});
    const std::lock_guard lock(mutex_);
    lobby_ = lobby;
}

void Host::send_lobby(ConnectionId connection) {
    std::shared_ptr<const std::string> lobby;
    {
        const std::lock_guard lock(mutex_);
        lobby = lobby_;
    }
    parts_.wire.send(connection, lobby);
}

bool Host::may_create(ConnectionId connection) {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    if (found == connections_.end()) {
        return false;
    }
    Connection& one = found->second;
    const Clock::time_point now = Clock::now();
    if (now - one.created_since > std::chrono::minutes(1)) {
        one.created = 0;
        one.created_since = now;
    }
    return ++one.created <= options_.creations;
}

void Host::create(ConnectionId connection, const nlohmann::json& message) {
    const auto id = message.at("id").get<std::string>();
    const TableWish wish = read_wish(message);
    if (wish.bots.size() != message.at("players").get<std::size_t>()) {
        parts_.refuse(connection, id, {Reason::Illegal, "there must be a bot, or nobody, for each seat"});
        return;
    }
    if (!may_create(connection)) {
        parts_.refuse(connection, id, {Reason::TooFast, "too many tables in a minute"});
        return;
    }
    create_table(wish, [this, connection, id](const Created& created) {
        if (created) {
            parts_.send(connection, describe_links(*created, id));
        } else {
            parts_.refuse(connection, id, created.error());
        }
    });
}

void Host::create_table(const TableWish& wish, std::function<void(const Created&)> done) {
    const auto refuse = [&](std::string text) { done(tl::unexpected(Refused{Reason::Illegal, std::move(text)})); };
    const std::optional<ShelfGame> game = rules_.find_game(wish.game);
    if (!game) {
        return refuse("there is no such game here");
    }
    const Program& program = game->rules->program();
    if (!accepts_players(program, static_cast<std::uint32_t>(wish.bots.size()))) {
        return refuse(fmt::format("this game is for {} players", describe_players(program)));
    }
    for (const std::string& bot : wish.bots) {
        if (!bot.empty() && parts_.find_bot(bot) == nullptr) {
            return refuse("there is no such bot");
        }
    }
    const TableHead head = make_head(wish, program);
    bool are_rules_kept = false;
    {
        const std::lock_guard lock(mutex_);
        are_rules_kept = kept_rules_.contains(head.rules);
    }
    if (are_rules_kept) {
        write_table(head, done);
        return;
    }
    // Without its rules a table could not be opened again.
    parts_.store.keep(rules_name(head.rules), write_kept(game->rules->files),
                      [this, head, done, ticket = outstanding_.ticket()](const std::string& problem) {
                          if (!problem.empty()) {
                              done(tl::unexpected(Refused{Reason::Storage, "the rules could not be written down"}));
                              return;
                          }
                          {
                              const std::lock_guard lock(mutex_);
                              kept_rules_.insert(head.rules);
                          }
                          write_table(head, done);
                      });
}

void Host::write_table(const TableHead& head, const std::function<void(const Created&)>& done) {
    parts_.store.create({head.id, write_head(head), parts_.owner, options_.lease},
                        [links = links_of(head), done, ticket = outstanding_.ticket()](const std::string& problem) {
                            if (problem.empty()) {
                                done(links);
                            } else {
                                done(tl::unexpected(Refused{Reason::Storage, "the table could not be written down"}));
                            }
                        });
}

// ---- tables ---------------------------------------------------------------------------------------------------------

// Whoever comes from another table leaves that one first: nothing of it must be told behind what is told of the new one.
void Host::join(ConnectionId connection, const nlohmann::json& message) {
    const auto id = message.at("table").get<std::string>();
    {
        const std::lock_guard lock(mutex_);
        const auto found = connections_.find(connection);
        if (found == connections_.end()) {
            return;
        }
        const bool has_room = tables_.size() < options_.tables && all_bytes_ < options_.all_bytes;
        if (has_room || tables_.contains(id)) {
            Connection& one = found->second;
            KeptSeating& kept = tables_[id];
            if (!kept.seating) {
                kept.seating = std::make_shared<Seating>(id, parts_, workers_.make_strand());
            }
            ++kept.joining;
            const std::shared_ptr<Seating> before = std::exchange(one.seating, kept.seating);
            auto token = message.at("token").get<std::string>();
            if (before && !one.behind) {
                before->strand().post([before, connection] { before->leave(connection); });
                one.behind = before != kept.seating ? before : nullptr;
            }
            if (one.behind) {
                one.behind->strand().post([this, connection, table = kept.seating, token = std::move(token)] {
                    arrive(connection, table, token);
                });
            } else {
                let_join(connection, kept.seating, token);
            }
            return;
        }
    }
    leave(connection);
    parts_.refuse(connection, "", {Reason::Full, "the server holds as many tables as it can; try again later"});
}

// The table before has been left. The connection may be gone by then, or on its way to yet another table.
void Host::arrive(ConnectionId connection, const std::shared_ptr<Seating>& table, const std::string& token) {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    if (found != connections_.end() && found->second.seating == table) {
        found->second.behind = nullptr;
        let_join(connection, table, token);
    } else {
        table->strand().post([this, table] { has_joined(*table); });
    }
}

// Under the lock, so that whoever leaves at the same time leaves after they have joined.
void Host::let_join(ConnectionId connection, const std::shared_ptr<Seating>& table, const std::string& token) {
    table->strand().post([this, table, connection, token] {
        table->join(connection, token);
        has_joined(*table);
    });
}

// On the strand of that table: somebody is not on the way to it any more.
void Host::has_joined(const Seating& table) {
    {
        const std::lock_guard lock(mutex_);
        --tables_.at(table.id()).joining;
    }
    forget_if_closed(table);
}

void Host::leave(ConnectionId connection) {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    if (found == connections_.end() || !found->second.seating) {
        return;
    }
    const std::shared_ptr<Seating> seating = std::exchange(found->second.seating, nullptr);
    seating->strand().post([seating, connection] { seating->leave(connection); });
}

// On the strand of that table. Those who were there keep it until they leave or come again, but it holds nothing any more.
void Host::forget_if_closed(const Seating& table) {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(table.id());
    if (found != tables_.end() && found->second.seating.get() == &table && found->second.joining == 0
        && table.is_closed()) {
        tables_.erase(found);
    }
}

std::vector<std::shared_ptr<Seating>> Host::all_seatings() {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Seating>> seatings;
    seatings.reserve(tables_.size());
    for (const auto& [id, kept] : tables_) {
        seatings.push_back(kept.seating);
    }
    return seatings;
}

void Host::rules_changed() {
    for (const std::shared_ptr<Seating>& seating : all_seatings()) {
        seating->strand().post([seating] { seating->follow_file(); });
    }
}

// ---- from time to time ----------------------------------------------------------------------------------------------

void Host::renew_leases() {
    using Lost = tl::expected<std::vector<std::string>, std::string>;
    parts_.store.renew(parts_.owner, options_.lease, [this, ticket = outstanding_.ticket()](const Lost& lost) {
        const std::lock_guard lock(mutex_);
        for (const std::string& id : lost ? *lost : std::vector<std::string>()) {
            if (const auto found = tables_.find(id); found != tables_.end()) {
                const std::shared_ptr<Seating> seating = found->second.seating;
                seating->strand().post([seating] { seating->lose_lease(); });
            }
        }
    });
    timers_.after(options_.lease / 3, [this] { renew_leases(); });
}

void Host::look_for_idle() {
    for (const std::shared_ptr<Seating>& seating : all_seatings()) {
        seating->strand().post([seating] { seating->close_if_idle(); });
    }
    timers_.after(std::min(options_.idle / 4, std::chrono::milliseconds(30'000)), [this] { look_for_idle(); });
}

} // namespace tgdl
