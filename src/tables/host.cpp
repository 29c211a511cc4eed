#include "tables/host.h"

#include "tables/secrets.h"
#include "tables/table_session.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tgdl {

namespace {

TableHead make_head(const TableRequest& request, const Program& program, std::int64_t now) {
    TableHead head;
    head.id = draw_table_id();
    head.game = request.game;
    head.rules = program.hash;
    head.seed = draw_seed();
    for (const std::string& bot : request.bots) {
        head.seats.push_back({draw_token(), bot});
    }
    head.spectator = draw_token();
    head.host = draw_token();
    head.clock = request.clock;
    head.options = changed_options(program);
    head.is_design = request.is_design;
    head.created = now;
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

TableRequest read_table_request(const nlohmann::json& message) {
    TableRequest request;
    request.game = message.at("game").get<std::string>();
    request.bots = message.at("bots").get<std::vector<std::string>>();
    if (message.contains("clock")) {
        const nlohmann::json& clock = message.at("clock");
        request.clock = ClockRule{clock.at("seconds").get<std::uint32_t>(), clock.at("bonus").get<std::uint32_t>()};
    }
    for (const nlohmann::json& option : message.value("options", nlohmann::json::array())) {
        request.options.push_back({option.at("name").get<std::string>(), option.at("value").get<std::string>()});
    }
    return request;
}

} // namespace

Host::Host(const Shelf& shelf, Store& store, Wire& wire, HostOptions options, const Clock& clock)
    : options_(std::move(options)),
      rules_(shelf, options_.design),
      workers_(options_.workers, Workers::Priority::Urgent),
      bot_workers_(options_.bot_workers),
      timers_(clock),
      services_{.store = store,
                .wire = wire,
                .bot_workers = bot_workers_,
                .timers = timers_,
                .rules = rules_,
                .clock = clock,
                .pending_callbacks = pending_callbacks_,
                .all_bytes = all_bytes_,
                .options = options_,
                .owner = owner_of(options_.url),
                .closed = [this](const TableSession& table) { forget_if_closed(table); },
                .rules_changed = [this] { describe_lobby(); }} {
    describe_lobby();
    renew_leases();
    close_idle_sessions();
}

Host::~Host() {
    stop();
    pending_callbacks_.wait_for_none();
}

void Host::stop() {
    if (stops_.exchange(true)) {
        return;
    }
    timers_.stop();
    bot_workers_.stop();
    workers_.stop();
    for (const std::shared_ptr<TableSession>& session : all_sessions()) {
        session->give_lease_back();
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

void Host::rate_limited(ConnectionId connection) {
    services_.refuse(connection, "", {Reason::TooFast, "too many messages in a short time; some were not read"});
}

void Host::received(ConnectionId connection, std::string_view text) {
    tl::expected<nlohmann::json, Refused> message = read_client_message(text);
    if (!message) {
        services_.refuse(connection, "", message.error());
        return;
    }
    const std::string& type = message->at("type").get_ref<const std::string&>();
    if (type == "hello") {
        greet(connection, *message);
    } else if (!is_greeted(connection)) {
        services_.refuse(connection, "", {Reason::Protocol, "the first message must be `hello`"});
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
        services_.refuse(
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
    constexpr std::size_t kMostQueued = 2000;
    std::shared_ptr<TableSession> session;
    {
        const std::lock_guard lock(mutex_);
        const auto found = connections_.find(connection);
        session = found != connections_.end() ? found->second.session : nullptr;
    }
    if (!session) {
        services_.refuse(connection, message.value("id", std::string()), {Reason::NotSeated, "you are at no table"});
    } else if (session->strand().length() >= kMostQueued) {
        services_.refuse(connection, message.value("id", std::string()),
                         {Reason::TooFast, "the table is busy; try again"});
    } else {
        session->strand().post([session, connection, kept = std::move(message)]() mutable {
            session->receive(connection, std::move(kept));
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
    services_.wire.send(connection, lobby);
}

bool Host::may_create(ConnectionId connection) {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    if (found == connections_.end()) {
        return false;
    }
    Connection& one = found->second;
    const Clock::TimePoint now = services_.clock.now();
    if (now - one.created_since > std::chrono::minutes(1)) {
        one.created = 0;
        one.created_since = now;
    }
    return ++one.created <= options_.creations;
}

void Host::create(ConnectionId connection, const nlohmann::json& message) {
    const auto id = message.at("id").get<std::string>();
    const TableRequest request = read_table_request(message);
    if (request.bots.size() != message.at("players").get<std::size_t>()) {
        services_.refuse(connection, id, {Reason::Illegal, "there must be a bot, or nobody, for each seat"});
        return;
    }
    if (!may_create(connection)) {
        services_.refuse(connection, id, {Reason::TooFast, "too many tables in a minute"});
        return;
    }
    create_table(request, [this, connection, id](const Created& created) {
        if (created) {
            services_.send(connection, describe_links(*created, id));
        } else {
            services_.refuse(connection, id, created.error());
        }
    });
}

void Host::create_table(const TableRequest& request, std::function<void(const Created&)> done) {
    const auto refuse = [&](std::string text) { done(tl::unexpected(Refused{Reason::Illegal, std::move(text)})); };
    const std::optional<ShelfGame> game = rules_.find_game(request.game);
    if (!game) {
        return refuse("there is no such game here");
    }
    const Program& program = game->rules->program();
    if (!accepts_players(program, static_cast<std::uint32_t>(request.bots.size()))) {
        return refuse(fmt::format("this game is for {} players", describe_players(program)));
    }
    for (const std::string& bot : request.bots) {
        if (!bot.empty() && services_.find_bot(bot) == nullptr) {
            return refuse("there is no such bot");
        }
    }
    std::vector<OptionChoice> options = fitting_options(program, game->options);
    options.insert(options.end(), request.options.begin(), request.options.end());
    const auto chosen = with_options(game->rules->rules.program, options);
    if (!chosen) {
        return refuse(chosen.error());
    }
    const TableHead head = make_head(request, **chosen, services_.clock.wall_time());
    bool are_rules_kept = false;
    {
        const std::lock_guard lock(mutex_);
        are_rules_kept = stored_rules_.contains(head.rules);
    }
    if (are_rules_kept) {
        write_table(head, done);
        return;
    }
    // Without its rules a table could not be opened again.
    services_.store.keep(rules_name(head.rules), write_archive(game->rules->files),
                         [this, head, done, ticket = pending_callbacks_.ticket()](const std::string& problem) {
                             if (!problem.empty()) {
                                 done(tl::unexpected(Refused{Reason::Storage, "the rules could not be written down"}));
                                 return;
                             }
                             {
                                 const std::lock_guard lock(mutex_);
                                 stored_rules_.insert(head.rules);
                             }
                             write_table(head, done);
                         });
}

void Host::write_table(const TableHead& head, const std::function<void(const Created&)>& done) {
    services_.store.create(
        {head.id, write_head(head), services_.owner, options_.lease},
        [links = links_of(head), done, ticket = pending_callbacks_.ticket()](const std::string& problem) {
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
            OpenSession& kept = tables_[id];
            if (!kept.session) {
                kept.session = std::make_shared<TableSession>(id, services_, workers_.make_strand());
                kept.session->strand().on_out_of_memory([weak = std::weak_ptr(kept.session)] {
                    if (const std::shared_ptr<TableSession> session = weak.lock()) {
                        session->run_out_of_memory();
                    }
                });
            }
            ++kept.joining;
            const std::shared_ptr<TableSession> before = std::exchange(one.session, kept.session);
            auto token = message.at("token").get<std::string>();
            if (before && !one.behind) {
                before->strand().post([before, connection] { before->leave(connection); });
                one.behind = before != kept.session ? before : nullptr;
            }
            if (one.behind) {
                one.behind->strand().post([this, connection, table = kept.session, token = std::move(token)] {
                    arrive(connection, table, token);
                });
            } else {
                let_join(connection, kept.session, token);
            }
            return;
        }
    }
    leave(connection);
    services_.refuse(connection, "", {Reason::Full, "the server holds as many tables as it can; try again later"});
}

// The table before has been left. The connection may be gone by then, or on its way to yet another table.
void Host::arrive(ConnectionId connection, const std::shared_ptr<TableSession>& table, const std::string& token) {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    if (found != connections_.end() && found->second.session == table) {
        found->second.behind = nullptr;
        let_join(connection, table, token);
    } else {
        table->strand().post([this, table] { has_joined(*table); });
    }
}

// Under the lock, so that whoever leaves at the same time leaves after they have joined.
void Host::let_join(ConnectionId connection, const std::shared_ptr<TableSession>& table, const std::string& token) {
    table->strand().post([this, table, connection, token] {
        table->join(connection, token);
        has_joined(*table);
    });
}

// On the strand of that table: somebody is not on the way to it any more.
void Host::has_joined(const TableSession& table) {
    {
        const std::lock_guard lock(mutex_);
        --tables_.at(table.id()).joining;
    }
    forget_if_closed(table);
}

void Host::leave(ConnectionId connection) {
    const std::lock_guard lock(mutex_);
    const auto found = connections_.find(connection);
    if (found == connections_.end() || !found->second.session) {
        return;
    }
    const std::shared_ptr<TableSession> session = std::exchange(found->second.session, nullptr);
    session->strand().post([session, connection] { session->leave(connection); });
}

// On the strand of that table. Those who were there keep it until they leave or come again, but it holds nothing any more.
void Host::forget_if_closed(const TableSession& table) {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(table.id());
    if (found != tables_.end() && found->second.session.get() == &table && found->second.joining == 0
        && table.is_closed()) {
        tables_.erase(found);
    }
}

std::vector<std::shared_ptr<TableSession>> Host::all_sessions() {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<TableSession>> sessions;
    sessions.reserve(tables_.size());
    for (const auto& [id, kept] : tables_) {
        sessions.push_back(kept.session);
    }
    return sessions;
}

void Host::rules_changed() {
    for (const std::shared_ptr<TableSession>& session : all_sessions()) {
        session->strand().post([session] { session->reload_file(); });
    }
}

// ---- from time to time ----------------------------------------------------------------------------------------------

void Host::renew_leases() {
    using Lost = tl::expected<std::vector<std::string>, std::string>;
    services_.store.renew(services_.owner, options_.lease,
                          [this, ticket = pending_callbacks_.ticket()](const Lost& lost) {
                              const std::lock_guard lock(mutex_);
                              for (const std::string& id : lost ? *lost : std::vector<std::string>()) {
                                  if (const auto found = tables_.find(id); found != tables_.end()) {
                                      const std::shared_ptr<TableSession> session = found->second.session;
                                      session->strand().post([session] { session->lose_lease(); });
                                  }
                              }
                          });
    timers_.after(options_.lease / 3, [this] { renew_leases(); });
}

void Host::close_idle_sessions() {
    for (const std::shared_ptr<TableSession>& session : all_sessions()) {
        session->strand().post([session] { session->close_if_idle(); });
    }
    timers_.after(std::min(options_.idle / 4, std::chrono::milliseconds(30'000)), [this] { close_idle_sessions(); });
}

} // namespace tgdl
