#include "tables/table_session.h"

#include <algorithm>

namespace tgdl {

namespace {

const Refused kNoTable = {Reason::NoTable, "there is no such table, or the link is not one of its links"};

} // namespace

TableSession::TableSession(std::string id, const TableServices& services, std::shared_ptr<Strand> strand)
    : id_(std::move(id)), services_(services), strand_(std::move(strand)), used_(services.clock.now()) {}

// ---- into memory ----------------------------------------------------------------------------------------------------

void TableSession::join(ConnectionId connection, const std::string& token) {
    used_ = services_.clock.now();
    if (status_ == Status::Open) {
        admit(connection, token);
        return;
    }
    waiting_.emplace_back(connection, token);
    if (status_ == Status::Closed) {
        open();
    }
}

void TableSession::open() {
    status_ = Status::Opening;
    services_.store.open(id_, services_.owner, services_.options.lease,
                         from_store([](TableSession& self, tl::expected<OpenedTable, std::string> answer) {
                             self.found(std::move(answer));
                         }));
}

void TableSession::found(tl::expected<OpenedTable, std::string> answer) {
    if (!answer) {
        fail_to_open({Reason::Storage, "the table cannot be read now; try again a little later"});
        return;
    }
    if (!answer->found) {
        fail_to_open(kNoTable);
        return;
    }
    if (answer->epoch == 0) {
        for (const auto& [connection, token] : std::exchange(waiting_, {})) {
            services_.send(connection, {{"type", "moved"}, {"url", url_of(answer->owner)}});
        }
        close();
        return;
    }
    epoch_ = answer->epoch;
    if (!read_table(*answer)) {
        fail_to_open({Reason::Broken, "this table was kept in a form that this version does not read"});
        return;
    }
    refuse_strangers();
    if (waiting_.empty()) {
        release_lease(epoch_);
        close();
        return;
    }
    find_rules();
}

bool TableSession::read_table(const OpenedTable& opened) {
    std::optional<TableHead> head = read_head(id_, opened.head);
    if (!head) {
        return false;
    }
    head_ = std::move(*head);
    entries_to_apply_.clear();
    for (const std::string& text : opened.entries) {
        std::optional<Entry> entry = read_entry(text);
        if (!entry) {
            return false;
        }
        entries_to_apply_.push_back(std::move(*entry));
    }
    return true;
}

// Before any work is done for them.
void TableSession::refuse_strangers() {
    std::erase_if(waiting_, [&](const auto& one) {
        const bool is_stranger = !Table::admit(head_, one.second);
        if (is_stranger) {
            services_.refuse(one.first, "", kNoTable);
        }
        return is_stranger;
    });
}

// Those that others play by, if they are the same; else those that were kept with the table.
void TableSession::find_rules() {
    std::vector<std::uint64_t> wanted = {head_.rules};
    for (const Entry& entry : entries_to_apply_) {
        if (entry.kind == EntryKind::Rules) {
            wanted.push_back(entry.rules);
        }
    }
    for (const std::uint64_t hash : wanted) {
        std::shared_ptr<const PlayableRules>& rules = rules_by_hash_[hash];
        rules = rules ? rules : services_.rules.find(hash);
        if (!rules) {
            services_.store.find(rules_name(hash), from_store([hash](TableSession& self, const auto& answer) {
                                     self.load_rules_of(hash, answer);
                                 }));
            return;
        }
    }
    set_up();
}

void TableSession::load_rules_of(std::uint64_t hash,
                                 const tl::expected<std::optional<std::string>, std::string>& answer) {
    if (!answer) {
        fail_to_open({Reason::Storage, "the rules of the table cannot be read now; try again a little later"});
        return;
    }
    RulesArchive kept;
    if (*answer && read_archive(**answer, kept)) {
        ArchiveLoader loader(kept);
        if (auto rules = load_playable(loader, kept.files.front().path)) {
            rules_by_hash_[hash] = *rules;
            services_.rules.add(*rules);
            find_rules();
            return;
        }
    }
    fail_to_open({Reason::Broken, "the rules of this table cannot be played by this version"});
}

void TableSession::set_up() {
    rules_ = rules_by_hash_.at(head_.rules);
    if (!accepts_players(rules_->program(), static_cast<std::uint32_t>(head_.seats.size()))) {
        fail_to_open({Reason::Broken, "this table has more or fewer seats than its rules allow"});
        return;
    }
    const std::shared_ptr<const Program> program = services_.rules.find_program(*rules_, head_.options);
    if (!program) {
        fail_to_open({Reason::Broken, "this table has options that its rules do not allow"});
        return;
    }
    table_ = std::make_unique<Table>(head_, program, services_.options.limits);
    apply_some();
}

// A long past in pieces, so that others have their turn.
void TableSession::apply_some() {
    constexpr int kAtOnce = 500;
    for (int i = 0; i < kAtOnce && !entries_to_apply_.empty(); ++i) {
        const Entry entry = std::move(entries_to_apply_.front());
        entries_to_apply_.pop_front();
        if (entry.kind == EntryKind::Rules) {
            rules_ = rules_by_hash_.at(entry.rules);
            (void)table_->switch_rules(entry, rules_->rules.program);
        } else if (!table_->apply(entry)) {
            fail_to_open({Reason::Broken, "the choices at this table do not go with its rules in this version"});
            return;
        }
    }
    if (entries_to_apply_.empty()) {
        finish_opening();
    } else {
        on_strand([](TableSession& self) { self.apply_some(); })();
    }
}

// Clocks that ran when the table left the memory go on from now: nobody could choose meanwhile.
void TableSession::finish_opening() {
    rules_by_hash_.clear();
    if (!table_->next_deadline() || is_full()) {
        admit_waiting();
        return;
    }
    Entry entry;
    entry.kind = EntryKind::Resume;
    entry.by = Actor::Clock;
    entry.time = services_.clock.wall_time();
    append(entry, [entry](TableSession& self, const std::string& problem) {
        if (problem.empty() && self.table_->apply(entry)) {
            self.admit_waiting();
        } else {
            self.fail_to_open({Reason::Storage, "the table cannot be used now; try again a little later"});
        }
    });
}

void TableSession::admit_waiting() {
    status_ = Status::Open;
    for (const auto& [connection, token] : std::exchange(waiting_, {})) {
        admit(connection, token);
    }
    reload_file();
    go_on();
}

void TableSession::fail_to_open(const Refused& refused) {
    for (const auto& [connection, token] : std::exchange(waiting_, {})) {
        services_.refuse(connection, "", refused);
    }
    if (epoch_ != 0) {
        release_lease(epoch_);
    }
    close();
}

void TableSession::admit(ConnectionId connection, const std::string& token) {
    const std::optional<Table::Admission> admitted = Table::admit(head_, token);
    if (!admitted) {
        services_.refuse(connection, "", kNoTable);
        return;
    }
    const std::vector<bool> before = seats_here();
    const Client client{admitted->viewer, admitted->is_host, {}};
    clients_[connection] = client;
    if (is_designer(client)) {
        constexpr std::size_t kMostBytes = 2'000'000; // of a file of rules, as JSON
        services_.wire.allow_messages(connection, kMostBytes);
    }
    send_welcome(connection, client);
    if (seats_here() != before) {
        publish();
    }
    go_on(); // bots wait for people
}

// ---- out of memory --------------------------------------------------------------------------------------------------

void TableSession::leave(ConnectionId connection) {
    used_ = services_.clock.now();
    std::erase_if(waiting_, [&](const auto& one) { return one.first == connection; });
    const auto found = clients_.find(connection);
    if (found == clients_.end()) {
        return;
    }
    const std::vector<bool> before = seats_here();
    const Viewer viewer = found->second.viewer;
    clients_.erase(found);
    const auto has_viewer = [&](const auto& client) { return client.second.viewer == viewer; };
    if (std::ranges::none_of(clients_, has_viewer)) {
        feeds_.erase(viewer);
    }
    if (seats_here() != before) {
        publish();
    }
    close_if_idle();
}

// Those who are here come again, and find out what is written, or who has the table.
void TableSession::give_up() {
    for (const auto& [connection, client] : std::exchange(clients_, {})) {
        services_.send(connection, {{"type", "moved"}, {"url", ""}});
    }
    close();
}

void TableSession::lose_lease() {
    if (status_ == Status::Open) {
        give_up();
    }
}

void TableSession::run_out_of_memory() {
    const Refused refused{Reason::Full, "the server has too little memory for this match; try again later"};
    for (const auto& [connection, client] : std::exchange(clients_, {})) {
        services_.refuse(connection, "", refused);
    }
    fail_to_open(refused);
}

void TableSession::close() {
    ++generation_;
    status_ = Status::Closed;
    epoch_ = 0;
    entries_to_apply_.clear();
    rules_by_hash_.clear();
    table_.reset();
    rules_.reset();
    clients_.clear();
    feeds_.clear();
    queue_.clear();
    is_busy_ = false;
    thinking_.reset();
    bot_result_.reset();
    wakes_at_.reset();
    count_bytes();
    services_.closed(*this);
}

void TableSession::count_bytes() {
    const std::size_t bytes = table_ ? table_->held_bytes() : 0;
    services_.all_bytes += bytes - bytes_;
    bytes_ = bytes;
}

void TableSession::close_if_idle() {
    if (status_ != Status::Open || !clients_.empty() || is_busy_) {
        return;
    }
    // Where nothing goes on any more there is nothing to wait for, and large tables do not wait where there are many.
    constexpr std::size_t kManyPart = 4;
    const bool takes_room =
        bytes_ > services_.options.large_bytes && services_.all_bytes > services_.options.all_bytes / kManyPart;
    const bool is_old = services_.clock.now() - used_ >= services_.options.idle;
    if (table_->status() != MatchStatus::Waiting || takes_room || is_old) {
        release_lease(epoch_);
        close();
    }
}

void TableSession::release_lease(std::uint64_t epoch) {
    services_.store.release(id_, epoch,
                            [ticket = services_.pending_callbacks.ticket()](const std::string& /*problem*/) {});
}

void TableSession::give_lease_back() {
    if (epoch_ != 0) {
        release_lease(epoch_);
    }
}

} // namespace tgdl
