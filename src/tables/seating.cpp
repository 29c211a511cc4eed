#include "tables/seating.h"

#include "tables/secrets.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

namespace {

using Json = nlohmann::json;

const Refused kNoTable = {Reason::NoTable, "there is no such table, or the link is not one of its links"};

// What a player may be called: no more than the words themselves.
std::string clean_name(const std::string& name) {
    std::string clean;
    for (const char character : name) {
        clean += static_cast<unsigned char>(character) < ' ' || character == '\x7f' ? ' ' : character;
    }
    const std::size_t begin = std::min(clean.find_first_not_of(' '), clean.size());
    const std::size_t end = clean.find_last_not_of(' ');
    return end == std::string::npos ? std::string() : clean.substr(begin, end + 1 - begin);
}

std::string id_of(const Json& message) {
    return message.value("id", std::string());
}

Json lines_of(const std::vector<ToldLine>& told, std::size_t from) {
    Json lines = Json::array();
    for (std::size_t i = from; i < told.size(); ++i) {
        lines.push_back({{"text", told[i].text}, {"private", told[i].is_private}});
    }
    return lines;
}

} // namespace

Seating::Seating(std::string id, const HostParts& parts, std::shared_ptr<Strand> strand)
    : id_(std::move(id)), parts_(parts), strand_(std::move(strand)), used_(std::chrono::steady_clock::now()) {}

template <typename Work>
auto Seating::on_strand(Work work) {
    return [self = shared_from_this(), work = std::move(work)](auto&&... arguments) {
        self->strand_->post([self, work, ... kept = std::forward<decltype(arguments)>(arguments)]() mutable {
            work(*self, std::move(kept)...);
        });
    };
}

// ---- into memory ----------------------------------------------------------------------------------------------------

void Seating::join(ConnectionId connection, std::string token) {
    used_ = std::chrono::steady_clock::now();
    if (status_ == Status::Open) {
        admit(connection, token);
        return;
    }
    waiting_.emplace_back(connection, std::move(token));
    if (status_ == Status::Closed) {
        open();
    }
}

void Seating::open() {
    status_ = Status::Opening;
    parts_.store.open(id_, parts_.owner, parts_.options.lease,
                      on_strand([](Seating& self, tl::expected<OpenedTable, std::string> answer) {
                          self.found(std::move(answer));
                      }));
}

void Seating::found(tl::expected<OpenedTable, std::string> answer) {
    if (!answer) {
        fail_to_open({Reason::Storage, "the table cannot be read now; try again later"});
        return;
    }
    opened_ = std::move(*answer);
    if (!opened_.found) {
        fail_to_open(kNoTable);
        return;
    }
    if (opened_.epoch == 0) {
        const std::string url = opened_.owner.substr(0, opened_.owner.find(' '));
        for (const auto& [connection, token] : std::exchange(waiting_, {})) {
            parts_.send(connection, {{"type", "moved"}, {"url", url}});
        }
        status_ = Status::Closed;
        return;
    }
    std::optional<TableHead> head = read_head(id_, opened_.head);
    bool is_whole = head.has_value();
    kept_.clear();
    for (const std::string& text : opened_.entries) {
        std::optional<Entry> entry = read_entry(text);
        is_whole = is_whole && entry;
        kept_.push_back(std::move(entry).value_or(Entry{}));
    }
    if (!is_whole) {
        fail_to_open({Reason::Broken, "this table was kept in a form that this version does not read"});
        return;
    }
    head_ = std::move(*head);
    find_rules();
}

// Those on the shelf, if they are the same; else those that were kept with the table.
void Seating::find_rules() {
    std::vector<std::uint64_t> wanted = {head_.rules};
    for (const Entry& entry : kept_) {
        if (entry.deed == Deed::Rules) {
            wanted.push_back(entry.rules);
        }
    }
    for (const std::uint64_t hash : wanted) {
        if (rules_.contains(hash)) {
            continue;
        }
        const ShelfGame* game = parts_.shelf.find(head_.game);
        if (game != nullptr && game->rules->rules.program->hash == hash) {
            rules_[hash] = game->rules;
            continue;
        }
        parts_.store.find(rules_name(hash), on_strand([hash](Seating& self, auto answer) {
            KeptRules kept;
            if (answer && *answer && read_kept(**answer, kept)) {
                KeptLoader loader(kept);
                if (auto rules = load_playable(loader, kept.files.front().path)) {
                    self.rules_[hash] = *rules;
                    self.find_rules();
                    return;
                }
            }
            self.fail_to_open({Reason::Broken, "the rules of this table cannot be read by this version"});
        }));
        return;
    }
    set_up();
}

void Seating::set_up() {
    const std::shared_ptr<const Program>& program = rules_.at(head_.rules)->rules.program;
    if (!accepts_players(*program, static_cast<std::uint32_t>(head_.seats.size()))) {
        fail_to_open({Reason::Broken, "this table has more or fewer seats than its rules allow"});
        return;
    }
    auto table = std::make_unique<Table>(head_, program, parts_.options.limits);
    for (const Entry& entry : kept_) {
        const bool goes_on = entry.deed == Deed::Rules
                                 ? table->follow_rules(entry, rules_.at(entry.rules)->rules.program).stop
                                           .value_or(Difference{}).kind != DifferenceKind::Players
                                 : table->apply(entry);
        if (!goes_on) {
            fail_to_open({Reason::Broken, "the choices at this table do not go with its rules in this version"});
            return;
        }
    }
    table_ = std::move(table);
    epoch_ = opened_.epoch;
    opened_ = {};
    kept_.clear();
    status_ = Status::Open;
    for (const auto& [connection, token] : std::exchange(waiting_, {})) {
        admit(connection, token);
    }
    go_on();
}

void Seating::fail_to_open(const Refused& refused) {
    status_ = Status::Closed;
    for (const auto& [connection, token] : std::exchange(waiting_, {})) {
        parts_.refuse(connection, "", refused);
    }
}

void Seating::admit(ConnectionId connection, const std::string& token) {
    const std::optional<Table::Guest> admitted = table_->admit(token);
    if (!admitted) {
        parts_.refuse(connection, "", kNoTable);
        return;
    }
    const Guest guest{admitted->viewer, admitted->is_host};
    guests_[connection] = guest;
    welcome(connection, guest);
    publish();
    go_on();
}

void Seating::leave(ConnectionId connection) {
    used_ = std::chrono::steady_clock::now();
    std::erase_if(waiting_, [&](const auto& one) { return one.first == connection; });
    if (guests_.erase(connection) == 0) {
        return;
    }
    std::erase_if(feeds_, [&](const auto& feed) {
        return std::ranges::none_of(guests_, [&](const auto& guest) { return guest.second.viewer == feed.first; });
    });
    publish();
}

void Seating::give_up(const std::string& url) {
    for (const auto& [connection, guest] : std::exchange(guests_, {})) {
        parts_.send(connection, {{"type", "moved"}, {"url", url}});
    }
    feeds_.clear();
    later_.clear();
    table_.reset();
    rules_.clear();
    status_ = Status::Closed;
}

void Seating::give_lease_back() {
    if (status_ == Status::Open) {
        parts_.store.release(id_, epoch_, [](const std::string& /*problem*/) {});
    }
}

bool Seating::leave_memory_if_idle() {
    if (status_ == Status::Open && guests_.empty() && !is_busy_
        && std::chrono::steady_clock::now() - used_ >= parts_.options.idle) {
        give_lease_back();
        give_up({});
    }
    return status_ == Status::Closed && waiting_.empty();
}

// ---- what is asked for ----------------------------------------------------------------------------------------------

void Seating::receive(ConnectionId connection, Json message) {
    const auto found = guests_.find(connection);
    if (found == guests_.end()) {
        parts_.refuse(connection, id_of(message), {Reason::NotSeated, "you are at no table"});
        return;
    }
    Request request{connection, found->second, std::move(message)};
    const std::string& type = request.message.at("type").get_ref<const std::string&>();
    if (type == "why") {
        explain(request);
    } else if (type == "replay") {
        replay(request);
    } else if (type == "react") {
        react(request);
    } else if (is_busy_) {
        constexpr std::size_t kMostWaiting = 1000;
        if (later_.size() < kMostWaiting) {
            later_.push_back(std::move(request));
        } else {
            parts_.refuse(connection, id_of(request.message), {Reason::TooFast, "the table is busy; try again"});
        }
    } else {
        change(request);
    }
}

void Seating::change(const Request& request) {
    const std::string id = id_of(request.message);
    const ConnectionId connection = request.connection;
    const auto accept = [this, connection, id] { parts_.send(connection, {{"type", "accepted"}, {"id", id}}); };
    const auto refuse = [this, connection, id](const Refused& refused) { parts_.refuse(connection, id, refused); };
    const std::uint32_t seat =
        request.message.value("seat", request.guest.viewer == kSpectator ? kNone : request.guest.viewer);
    if (seat < table_->seats().size() && !id.empty() && table_->was_done(seat, id)) {
        accept();
        return;
    }
    Table::Considered entry = consider(request);
    if (!entry) {
        refuse(entry.error());
        return;
    }
    entry->id = id;
    entry->time = wall_clock();
    commit(std::move(*entry), accept, refuse);
}

Table::Considered Seating::consider(const Request& request) {
    const Json& message = request.message;
    const std::string& type = message.at("type").get_ref<const std::string&>();
    if (table_->entries() >= parts_.options.entries) {
        return tl::unexpected(Refused{Reason::NotAllowed, "so much has been done at this table that it is closed"});
    }
    if (type == "seat") {
        return consider_seat(request);
    }
    const std::uint32_t seat = request.guest.viewer;
    if (seat >= table_->seats().size()) {
        return tl::unexpected(Refused{Reason::NotSeated, "you look on; only players may do that"});
    }
    if (type == "choose") {
        return table_->consider_choice(seat, message.at("decision").get_ref<const std::string&>(),
                                       message.at("option").get<std::uint64_t>());
    }
    if (type == "undo") {
        return table_->consider_undo(seat);
    }
    if (type == "name") {
        Entry entry;
        entry.deed = Deed::Name;
        entry.seat = seat;
        entry.text = clean_name(message.at("name").get<std::string>());
        return entry;
    }
    return tl::unexpected(Refused{Reason::NotAllowed, "that can be done only where a game is designed"});
}

Table::Considered Seating::consider_seat(const Request& request) {
    const auto seat = request.message.at("seat").get<std::uint32_t>();
    const std::string& bot = request.message.at("bot").get_ref<const std::string&>();
    if (seat >= table_->seats().size()) {
        return tl::unexpected(Refused{Reason::Illegal, "there is no such seat"});
    }
    if (!bot.empty() && parts_.find_bot(bot) == nullptr) {
        return tl::unexpected(Refused{Reason::Illegal, "there is no such bot"});
    }
    if (request.guest.viewer != seat && !(request.guest.is_host && !seats_here()[seat])) {
        return tl::unexpected(
            Refused{Reason::NotSeated, "a seat is given away by who sits there, or by the host while nobody does"});
    }
    Entry entry;
    entry.deed = Deed::Seat;
    entry.seat = seat;
    entry.text = bot;
    return entry;
}

void Seating::explain(const Request& request) {
    const std::uint32_t seat = request.guest.viewer;
    const std::string id = id_of(request.message);
    const std::string asked = seat < table_->seats().size() ? table_->decision_id(seat) : std::string();
    if (asked.empty()) {
        parts_.refuse(request.connection, id, {Reason::NotAsked, "it is not your turn to choose"});
    } else if (asked != request.message.at("decision").get_ref<const std::string&>()) {
        parts_.refuse(request.connection, id, {Reason::Stale, "the table has moved on; look again"});
    } else {
        parts_.send(request.connection,
                    {{"type", "reasons"}, {"id", id}, {"refusals", table_->refusals(seat)}});
    }
}

void Seating::replay(const Request& request) {
    const std::string id = id_of(request.message);
    if (table_->game().status() == MatchStatus::Waiting) {
        parts_.refuse(request.connection, id, {Reason::NotAllowed, "one can look back once the match has ended"});
        return;
    }
    const auto position = std::min(request.message.at("position").get<std::size_t>(), table_->game().position());
    std::string choice;
    Json view = table_->replay(request.guest.viewer, position, choice);
    parts_.send(request.connection, {{"type", "replayed"},
                                     {"id", id},
                                     {"position", position},
                                     {"view", std::move(view)},
                                     {"choice", choice}});
}

void Seating::react(const Request& request) {
    const bool sits = request.guest.viewer < table_->seats().size();
    const auto text = dump_message({{"type", "reaction"},
                                    {"seat", sits ? Json(request.guest.viewer) : Json(-1)},
                                    {"sign", request.message.at("sign")}});
    for (const auto& [connection, guest] : guests_) {
        parts_.wire.send(connection, text);
    }
}

void Seating::commit(Entry entry, std::function<void()> accepted, std::function<void(const Refused&)> refused) {
    is_busy_ = true;
    NewEntries entries{.table = id_, .epoch = epoch_, .first = table_->entries(), .entries = {write_entry(entry)}};
    parts_.store.append(
        std::move(entries),
        on_strand([entry = std::move(entry), accepted = std::move(accepted), refused = std::move(refused)](
                      Seating& self, const std::string& problem) {
            self.is_busy_ = false;
            if (self.status_ != Status::Open) {
                return;
            }
            if (!problem.empty()) {
                refused({Reason::Storage, "it could not be written down, so it was not done"});
                self.give_up({});
                return;
            }
            self.table_->apply(entry);
            accepted();
            self.publish();
            self.go_on();
        }));
}

// What the table does by itself, then what came meanwhile.
void Seating::go_on() {
    while (!is_busy_ && status_ == Status::Open) {
        watch_clock();
        if (table_->bot_to_move() && !guests_.empty()) {
            let_bot_think();
        } else if (later_.empty()) {
            return;
        } else {
            const Request request = std::move(later_.front());
            later_.pop_front();
            change(request);
        }
    }
}

void Seating::let_bot_think() {
    is_busy_ = true;
    const auto began = std::chrono::steady_clock::now();
    const std::uint32_t seat = *table_->bot_to_move();
    parts_.bot_workers.post([self = shared_from_this(), ask = table_->prepare_bot(), seat, began] {
        const BotChoice choice = ask();
        const auto done = self->on_strand([choice, seat](Seating& here) {
            if (here.status_ != Status::Open) {
                here.is_busy_ = false;
                return;
            }
            Entry entry;
            entry.by = DoneBy::Bot;
            entry.seat = seat;
            entry.option = static_cast<std::uint32_t>(choice.value_or(0));
            entry.time = wall_clock();
            here.commit(std::move(entry), [] {}, [](const Refused& /*refused*/) {});
        });
        const auto spent =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
        self->parts_.timers.after(std::max(self->parts_.options.bot_pause - spent, std::chrono::milliseconds(0)), done);
    });
}

void Seating::watch_clock() {
    const std::optional<std::int64_t> deadline = table_->next_deadline();
    const std::uint64_t turn = ++clock_turn_;
    if (!deadline) {
        return;
    }
    const std::chrono::milliseconds left(std::max<std::int64_t>(*deadline - wall_clock(), 0) + 1);
    parts_.timers.after(left, on_strand([turn](Seating& self) {
        if (self.clock_turn_ == turn) {
            self.choose_for_late();
        }
    }));
}

void Seating::choose_for_late() {
    if (is_busy_ || status_ != Status::Open) {
        return; // go_on() looks at the clock again
    }
    if (std::optional<Entry> entry = table_->choose_for_late(wall_clock(), draw_number())) {
        commit(std::move(*entry), [] {}, [](const Refused& /*refused*/) {});
    } else {
        go_on();
    }
}

// ---- what is told ---------------------------------------------------------------------------------------------------

std::vector<bool> Seating::seats_here() const {
    std::vector<bool> here(table_->seats().size());
    for (const auto& [connection, guest] : guests_) {
        if (guest.viewer < here.size()) {
            here[guest.viewer] = true;
        }
    }
    return here;
}

void Seating::publish() {
    for (const auto& [viewer, feed] : feeds_) {
        tell(viewer);
    }
}

// Those with the same eyes get the same bytes; nothing when nothing is new to them.
void Seating::tell(Viewer viewer) {
    Feed& feed = feeds_.at(viewer);
    if (feed.texts > table_->kept_texts()) {
        feed.lines = table_->count_told(viewer, table_->kept_texts());
        feed.texts = table_->kept_texts();
    }
    Json state = table_->state(viewer, seats_here(), wall_clock());
    std::string now = state.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::vector<ToldLine> told = table_->told(viewer, feed.texts);
    const std::size_t from = feed.lines;
    feed.texts = table_->game().texts().size();
    feed.lines += told.size();
    if (now == feed.sent && told.empty()) {
        return;
    }
    feed.sent = std::move(now);
    state["log_from"] = from;
    state["log"] = lines_of(told, 0);
    const auto text = dump_message(state);
    for (const auto& [connection, guest] : guests_) {
        if (guest.viewer == viewer) {
            parts_.wire.send(connection, text);
        }
    }
}

void Seating::welcome(ConnectionId connection, const Guest& guest) {
    constexpr std::size_t kMostLines = 300;
    const std::vector<ToldLine> told = table_->told(guest.viewer, 0);
    const std::size_t from = told.size() - std::min(told.size(), kMostLines);
    const ShelfGame* on_shelf = parts_.shelf.find(head_.game);
    const ShelfGame game = on_shelf != nullptr
                               ? *on_shelf
                               : ShelfGame{.key = head_.game, .folder = {}, .style = {}, .rules = rules_.at(head_.rules)};
    parts_.send(connection, {{"type", "joined"},
                             {"table", id_},
                             {"game", describe_game(game)},
                             {"seat", guest.viewer == kSpectator ? Json(-1) : Json(guest.viewer)},
                             {"host", guest.is_host},
                             {"bots", describe_bots(parts_.options.bots)},
                             {"log", lines_of(told, from)},
                             {"log_from", from}});
    Feed& feed = feeds_[guest.viewer];
    feed.texts = table_->game().texts().size();
    feed.lines = told.size();
    feed.sent.clear(); // so that the state is told again
}

} // namespace tgdl
