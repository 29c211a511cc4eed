// Requests of the clients of a table.
#include "tables/player_name.h"
#include "tables/secrets.h"
#include "tables/table_session.h"

#include <algorithm>

namespace tgdl {

void TableSession::receive(ConnectionId connection, nlohmann::json message) {
    const auto found = clients_.find(connection);
    const Client client = found != clients_.end() ? found->second : Client{};
    Request request{connection, client, std::move(message)};
    if (found == clients_.end()) {
        services_.refuse(connection, request.id(), {Reason::NotSeated, "you are at no table"});
        return;
    }
    used_ = services_.clock.now();
    const std::string& type = request.type();
    if (type == "why") {
        explain(request);
    } else if (type == "replay") {
        replay(request);
    } else if (type == "react") {
        react(request);
    } else if (type == "check") {
        check(request);
    } else {
        change(std::move(request));
    }
}

// ---- what changes nothing -------------------------------------------------------------------------------------------

void TableSession::explain(const Request& request) {
    const std::uint32_t seat = request.client.viewer;
    const std::string asked = seat < table_->seats().size() ? table_->decision_id(seat) : std::string();
    if (asked.empty()) {
        services_.refuse(request.connection, request.id(), {Reason::NotAsked, "it is not your turn to choose"});
    } else if (asked != request.message.at("decision").get_ref<const std::string&>()) {
        services_.refuse(request.connection, request.id(), {Reason::Stale, "the table has moved on; look again"});
    } else {
        services_.send(request.connection,
                       {{"type", "reasons"}, {"id", request.id()}, {"refusals", table_->refusals(seat)}});
    }
}

void TableSession::replay(const Request& request) {
    if (table_->status() == MatchStatus::Waiting) {
        services_.refuse(request.connection, request.id(),
                         {Reason::NotAllowed, "one can look back once the match has ended"});
        return;
    }
    const Viewer viewer = request.client.viewer;
    const std::size_t moment = std::min(request.message.at("position").get<std::size_t>(), table_->last_moment(viewer));
    nlohmann::json replayed = table_->replay(viewer, moment);
    replayed["type"] = "replayed";
    replayed["id"] = request.id();
    replayed["position"] = moment;
    services_.send(request.connection, replayed);
}

void TableSession::react(const Request& request) {
    Client& client = clients_.at(request.connection);
    if (services_.clock.now() - client.reacted < services_.options.reaction_pause) {
        services_.refuse(request.connection, "", {Reason::TooFast, "one reaction after the other"});
        return;
    }
    client.reacted = services_.clock.now();
    const bool sits = client.viewer < table_->seats().size();
    const auto message = dump_message({{"type", "reaction"},
                                       {"seat", sits ? nlohmann::json(client.viewer) : nlohmann::json(-1)},
                                       {"sign", request.message.at("sign")}});
    for (const auto& [connection, other] : clients_) {
        services_.wire.send(connection, message);
    }
}

// ---- what changes the table -----------------------------------------------------------------------------------------

void TableSession::change(Request request) {
    if (!is_busy_ && queue_.empty()) {
        perform(request);
        return;
    }
    constexpr std::size_t kMostQueued = 200;
    constexpr std::ptrdiff_t kMostOfOne = 8;
    const ConnectionId connection = request.connection;
    if (queue_.size() >= kMostQueued || std::ranges::count(queue_, connection, &QueuedWork::connection) >= kMostOfOne) {
        services_.refuse(connection, request.id(), {Reason::TooFast, "the table is busy; try again"});
        return;
    }
    queue_.push_back({connection, [this, kept = std::move(request)] { perform(kept); }});
}

void TableSession::perform(const Request& request) {
    if (request.type() == "rules") {
        write_rules(request);
        return;
    }
    const auto accept = [this, connection = request.connection, id = request.id()] {
        services_.send(connection, {{"type", "accepted"}, {"id", id}});
    };
    const bool sits = request.client.viewer < table_->seats().size();
    const Actor by = sits ? Actor::Person : Actor::Host;
    if ((sits || request.client.is_host) && table_->was_done(by, sits ? request.client.viewer : 0, request.id())) {
        accept();
        return;
    }
    Table::Considered entry = consider(request);
    if (!entry) {
        services_.refuse(request.connection, request.id(), entry.error());
        return;
    }
    entry->by = by;
    entry->id = request.id();
    entry->time = services_.clock.wall_time();
    commit(*entry, accept);
}

bool TableSession::is_full() const {
    const bool takes_others_room =
        bytes_ > services_.options.large_bytes && services_.all_bytes > services_.options.all_bytes;
    return table_->entries() >= services_.options.entries || table_->history_bytes() >= services_.options.history_bytes
           || takes_others_room;
}

Table::Considered TableSession::consider(const Request& request) {
    const auto refuse = [](Reason reason, std::string text) {
        return tl::unexpected(Refused{reason, std::move(text)});
    };
    const nlohmann::json& message = request.message;
    const std::string& type = request.type();
    if (is_full()) {
        return refuse(Reason::NotAllowed, "so much has happened at this table that it is closed");
    }
    if (type == "seat") {
        return consider_seat(request);
    }
    Entry entry;
    if (type == "again") {
        if (!is_designer(request.client)) {
            return tl::unexpected(kNotDesigner);
        }
        entry.kind = EntryKind::Again;
        entry.seed = draw_seed();
        return entry;
    }
    const std::uint32_t seat = request.client.viewer;
    if (seat >= table_->seats().size()) {
        return refuse(Reason::NotSeated, "you look on; only players may do that");
    }
    if (type == "choose") {
        return table_->consider_choice(seat, message.at("decision").get_ref<const std::string&>(),
                                       message.at("option").get<std::uint64_t>());
    }
    if (type == "undo") {
        return table_->consider_undo(seat);
    }
    entry.kind = EntryKind::Name;
    entry.seat = seat;
    entry.text = clean_name(message.at("name").get_ref<const std::string&>());
    return entry;
}

Table::Considered TableSession::consider_seat(const Request& request) {
    const auto refuse = [](Reason reason, std::string text) {
        return tl::unexpected(Refused{reason, std::move(text)});
    };
    const auto seat = request.message.at("seat").get<std::uint32_t>();
    const std::string& bot = request.message.at("bot").get_ref<const std::string&>();
    if (seat >= table_->seats().size()) {
        return refuse(Reason::Illegal, "there is no such seat");
    }
    if (!bot.empty() && services_.find_bot(bot) == nullptr) {
        return refuse(Reason::Illegal, "there is no such bot");
    }
    const bool is_own = request.client.viewer == seat;
    if (!is_own && !request.client.is_host) {
        return refuse(Reason::NotSeated, "a seat is given away by who sits there, or by the host");
    }
    if (!is_own && seats_here()[seat]) {
        return refuse(Reason::NotAllowed, "somebody is at that seat");
    }
    Entry entry;
    entry.kind = EntryKind::Seat;
    entry.seat = seat;
    entry.text = bot;
    return entry;
}

// ---- written down, applied, told ------------------------------------------------------------------------------------

void TableSession::commit(const Entry& entry, std::function<void()> done) {
    is_busy_ = true;
    append(entry, [entry, done = std::move(done)](TableSession& self, const std::string& problem) {
        self.is_busy_ = false;
        if (!problem.empty() || !self.table_->apply(entry)) {
            self.give_up();
            return;
        }
        done();
        self.retract_lines();
        self.publish();
        self.go_on();
    });
}

// What has waited, then what the table does by itself.
void TableSession::go_on() {
    while (!is_busy_ && status_ == Status::Open && !queue_.empty()) {
        const QueuedWork next = std::move(queue_.front());
        queue_.pop_front();
        next.work();
    }
    count_bytes();
    if (is_busy_ || status_ != Status::Open || is_full()) {
        return;
    }
    if (const std::optional<BotResult> result = std::exchange(bot_result_, std::nullopt)) {
        take_bot_result(*result);
    }
    let_bot_think();
    schedule_clock();
}

} // namespace tgdl
