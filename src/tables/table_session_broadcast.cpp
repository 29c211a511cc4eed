// Messages of a session to its clients.
#include "tables/table_session.h"

#include <algorithm>
#include <functional>

namespace tgdl {

namespace {

std::string dump(const nlohmann::json& value) {
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

nlohmann::json lines_of(const std::vector<LogLine>& told, std::size_t from) {
    nlohmann::json lines = nlohmann::json::array();
    for (std::size_t i = from; i < told.size(); ++i) {
        lines.push_back({{"text", told[i].text}, {"private", told[i].is_private}});
    }
    return lines;
}

// Where the lines begin that whoever comes is told: not more than somebody reads.
std::size_t first_of_last(const std::vector<LogLine>& told) {
    constexpr std::size_t kMostLines = 300;
    constexpr std::size_t kMostBytes = 200'000;
    std::size_t first = told.size();
    for (std::size_t bytes = 0; first > 0 && told.size() - first < kMostLines; --first) {
        bytes += told[first - 1].text.size();
        if (bytes > kMostBytes) {
            break;
        }
    }
    return first;
}

// A state message of its parts; the view, which is most of it, is written out only once.
std::shared_ptr<const std::string> join_state(std::string state, const std::string& seats, const std::string& lines,
                                              std::size_t lines_before) {
    state.pop_back(); // the brace
    state += ",\"seats\":" + seats + ",\"log\":" + lines + ",\"log_from\":" + std::to_string(lines_before) + "}";
    return std::make_shared<const std::string>(std::move(state));
}

std::size_t digest_of_state(const std::string& state, const std::string& seats) {
    return std::hash<std::string>()(state) * 31 + std::hash<std::string>()(seats);
}

} // namespace

std::vector<bool> TableSession::seats_here() const {
    std::vector<bool> here(head_.seats.size());
    for (const auto& [connection, client] : clients_) {
        if (client.viewer < here.size()) {
            here[client.viewer] = true;
        }
    }
    return here;
}

TableSession::SeatTexts TableSession::seat_texts() {
    const std::vector<bool> here = seats_here();
    SeatTexts texts;
    texts.compared = dump(table_->state_of_seats(here, std::nullopt));
    texts.sent = head_.clock ? dump(table_->state_of_seats(here, services_.clock.wall_time())) : texts.compared;
    return texts;
}

// Lines that the last entry has taken back are told no more.
void TableSession::retract_lines() {
    for (auto& [viewer, feed] : feeds_) {
        if (feed.texts > table_->unchanged_texts()) {
            feed.texts = table_->unchanged_texts();
            feed.lines = table_->count_log_lines(viewer, feed.texts);
        }
    }
}

void TableSession::publish() {
    if (feeds_.empty()) {
        return;
    }
    const SeatTexts seats = seat_texts();
    for (const auto& [viewer, feed] : feeds_) {
        broadcast_to(viewer, seats);
    }
}

// All clients of one viewer get the same bytes; nothing when nothing is new to them: that something happened unseen by them
// must not show.
void TableSession::broadcast_to(Viewer viewer, const SeatTexts& seats) {
    Feed& feed = feeds_.at(viewer);
    const std::vector<LogLine> told = table_->log_lines(viewer, feed.texts);
    const std::size_t before = feed.lines;
    feed.texts = table_->texts();
    feed.lines += told.size();
    std::string state = dump(table_->state(viewer));
    const std::size_t digest = digest_of_state(state, seats.compared);
    if (digest == feed.sent && told.empty()) {
        return;
    }
    feed.sent = digest;
    const auto message = join_state(std::move(state), seats.sent, dump(lines_of(told, 0)), before);
    for (const auto& [connection, client] : clients_) {
        if (client.viewer == viewer) {
            services_.wire.send(connection, message);
        }
    }
}

void TableSession::send_welcome(ConnectionId connection, const Client& client) {
    send_joined(connection, client);
    const SeatTexts seats = seat_texts();
    std::string state = dump(table_->state(client.viewer));
    Feed& feed = feeds_[client.viewer];
    feed.texts = table_->texts();
    feed.lines = table_->count_log_lines(client.viewer, feed.texts);
    feed.sent = digest_of_state(state, seats.compared);
    services_.wire.send(connection, join_state(std::move(state), seats.sent, "[]", feed.lines));
}

void TableSession::send_joined(ConnectionId connection, const Client& client) {
    const std::vector<LogLine> told = table_->log_lines(client.viewer, 0);
    const std::size_t from = first_of_last(told);
    std::optional<ShelfGame> game = services_.rules.find_game(head_.game);
    if (!game) {
        game = ShelfGame{.key = head_.game, .file = {}, .folder = {}, .style = {}, .rules = nullptr};
    }
    game->rules = rules_;
    nlohmann::json joined = {{"type", "joined"},
                             {"table", id_},
                             {"game", describe_game(*game)},
                             {"options", write_options(changed_options(table_->program()))},
                             {"seat", client.viewer == kSpectator ? nlohmann::json(-1) : nlohmann::json(client.viewer)},
                             {"host", client.is_host},
                             {"bots", describe_bots(services_.options.bots)},
                             {"log", lines_of(told, from)},
                             {"log_from", from}};
    if (is_designer(client)) {
        joined["design"] = text_of_file();
        nlohmann::json links = nlohmann::json::array();
        for (std::size_t i = 0; i < head_.seats.size(); ++i) {
            links.push_back({{"seat", i}, {"token", head_.seats[i].token}});
        }
        joined["links"] = std::move(links);
    }
    services_.send(connection, joined);
}

} // namespace tgdl
