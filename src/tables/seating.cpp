#include "tables/seating.h"

#include <algorithm>

namespace tgdl {

namespace {

const Refused kNoTable = {Reason::NoTable, "there is no such table, or the link is not one of its links"};

} // namespace

Seating::Seating(std::string id, const HostParts& parts, std::shared_ptr<Strand> strand)
    : id_(std::move(id)), parts_(parts), strand_(std::move(strand)), used_(Clock::now()) {}

// ---- into memory ----------------------------------------------------------------------------------------------------

void Seating::join(ConnectionId connection, const std::string& token) {
    used_ = Clock::now();
    if (status_ == Status::Open) {
        admit(connection, token);
        return;
    }
    waiting_.emplace_back(connection, token);
    if (status_ == Status::Closed) {
        open();
    }
}

void Seating::open() {
    status_ = Status::Opening;
    parts_.store.open(id_, parts_.owner, parts_.options.lease,
                      from_store([](Seating& self, tl::expected<OpenedTable, std::string> answer) {
                          self.found(std::move(answer));
                      }));
}

void Seating::found(tl::expected<OpenedTable, std::string> answer) {
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
            parts_.send(connection, {{"type", "moved"}, {"url", url_of(answer->owner)}});
        }
        close();
        return;
    }
    epoch_ = answer->epoch;
    if (!read_table(*answer)) {
        fail_to_open({Reason::Broken, "this table was kept in a form that this version does not read"});
        return;
    }
    turn_strangers_away();
    if (waiting_.empty()) {
        release_lease(epoch_);
        close();
        return;
    }
    find_rules();
}

bool Seating::read_table(const OpenedTable& opened) {
    std::optional<TableHead> head = read_head(id_, opened.head);
    if (!head) {
        return false;
    }
    head_ = std::move(*head);
    kept_.clear();
    for (const std::string& text : opened.entries) {
        std::optional<Entry> entry = read_entry(text);
        if (!entry) {
            return false;
        }
        kept_.push_back(std::move(*entry));
    }
    return true;
}

// Before any work is done for them.
void Seating::turn_strangers_away() {
    std::erase_if(waiting_, [&](const auto& one) {
        const bool is_stranger = !Table::admit(head_, one.second);
        if (is_stranger) {
            parts_.refuse(one.first, "", kNoTable);
        }
        return is_stranger;
    });
}

// Those that others play by, if they are the same; else those that were kept with the table.
void Seating::find_rules() {
    std::vector<std::uint64_t> wanted = {head_.rules};
    for (const Entry& entry : kept_) {
        if (entry.deed == Deed::Rules) {
            wanted.push_back(entry.rules);
        }
    }
    for (const std::uint64_t hash : wanted) {
        std::shared_ptr<const PlayableRules>& rules = rules_by_hash_[hash];
        rules = rules ? rules : parts_.rules.find(hash);
        if (!rules) {
            parts_.store.find(rules_name(hash), from_store([hash](Seating& self, const auto& answer) {
                                  self.load_rules_of(hash, answer);
                              }));
            return;
        }
    }
    set_up();
}

void Seating::load_rules_of(std::uint64_t hash, const tl::expected<std::optional<std::string>, std::string>& answer) {
    if (!answer) {
        fail_to_open({Reason::Storage, "the rules of the table cannot be read now; try again a little later"});
        return;
    }
    KeptRules kept;
    if (*answer && read_kept(**answer, kept)) {
        KeptLoader loader(kept);
        if (auto rules = load_playable(loader, kept.files.front().path)) {
            rules_by_hash_[hash] = *rules;
            parts_.rules.add(*rules);
            find_rules();
            return;
        }
    }
    fail_to_open({Reason::Broken, "the rules of this table cannot be played by this version"});
}

void Seating::set_up() {
    rules_ = rules_by_hash_.at(head_.rules);
    if (!accepts_players(rules_->program(), static_cast<std::uint32_t>(head_.seats.size()))) {
        fail_to_open({Reason::Broken, "this table has more or fewer seats than its rules allow"});
        return;
    }
    table_ = std::make_unique<Table>(head_, rules_->rules.program, parts_.options.limits);
    apply_some();
}

// A long past in pieces, so that others have their turn.
void Seating::apply_some() {
    constexpr int kAtOnce = 500;
    for (int i = 0; i < kAtOnce && !kept_.empty(); ++i) {
        const Entry entry = std::move(kept_.front());
        kept_.pop_front();
        if (entry.deed == Deed::Rules) {
            rules_ = rules_by_hash_.at(entry.rules);
            (void)table_->follow_rules(entry, rules_->rules.program);
        } else if (!table_->apply(entry)) {
            fail_to_open({Reason::Broken, "the choices at this table do not go with its rules in this version"});
            return;
        }
    }
    if (kept_.empty()) {
        finish_opening();
    } else {
        on_strand([](Seating& self) { self.apply_some(); })();
    }
}

// Clocks that ran when the table left the memory go on from now: nobody could choose meanwhile.
void Seating::finish_opening() {
    rules_by_hash_.clear();
    if (!table_->next_deadline() || is_full()) {
        let_in();
        return;
    }
    Entry entry;
    entry.deed = Deed::Resume;
    entry.by = DoneBy::Clock;
    entry.time = wall_clock();
    append(entry, [entry](Seating& self, const std::string& problem) {
        if (problem.empty() && self.table_->apply(entry)) {
            self.let_in();
        } else {
            self.fail_to_open({Reason::Storage, "the table cannot be used now; try again a little later"});
        }
    });
}

void Seating::let_in() {
    status_ = Status::Open;
    for (const auto& [connection, token] : std::exchange(waiting_, {})) {
        admit(connection, token);
    }
    follow_file();
    go_on();
}

void Seating::fail_to_open(const Refused& refused) {
    for (const auto& [connection, token] : std::exchange(waiting_, {})) {
        parts_.refuse(connection, "", refused);
    }
    if (epoch_ != 0) {
        release_lease(epoch_);
    }
    close();
}

void Seating::admit(ConnectionId connection, const std::string& token) {
    const std::optional<Table::Guest> admitted = Table::admit(head_, token);
    if (!admitted) {
        parts_.refuse(connection, "", kNoTable);
        return;
    }
    const std::vector<bool> before = seats_here();
    const Guest guest{admitted->viewer, admitted->is_host, {}};
    guests_[connection] = guest;
    if (is_designer(guest)) {
        constexpr std::size_t kMostBytes = 2'000'000; // of a file of rules, as JSON
        parts_.wire.allow_messages(connection, kMostBytes);
    }
    welcome(connection, guest);
    if (seats_here() != before) {
        publish();
    }
    go_on(); // bots wait for people
}

// ---- out of memory --------------------------------------------------------------------------------------------------

void Seating::leave(ConnectionId connection) {
    used_ = Clock::now();
    std::erase_if(waiting_, [&](const auto& one) { return one.first == connection; });
    const auto found = guests_.find(connection);
    if (found == guests_.end()) {
        return;
    }
    const std::vector<bool> before = seats_here();
    const Viewer viewer = found->second.viewer;
    guests_.erase(found);
    const auto has_viewer = [&](const auto& guest) { return guest.second.viewer == viewer; };
    if (std::ranges::none_of(guests_, has_viewer)) {
        feeds_.erase(viewer);
    }
    if (seats_here() != before) {
        publish();
    }
    close_if_idle();
}

// Those who are here come again, and find out what is written, or who has the table.
void Seating::give_up() {
    for (const auto& [connection, guest] : std::exchange(guests_, {})) {
        parts_.send(connection, {{"type", "moved"}, {"url", ""}});
    }
    close();
}

void Seating::lose_lease() {
    if (status_ == Status::Open) {
        give_up();
    }
}

void Seating::close() {
    ++generation_;
    status_ = Status::Closed;
    epoch_ = 0;
    kept_.clear();
    rules_by_hash_.clear();
    table_.reset();
    rules_.reset();
    guests_.clear();
    feeds_.clear();
    later_.clear();
    is_busy_ = false;
    thinking_.reset();
    bot_result_.reset();
    wakes_at_.reset();
    count_bytes();
    parts_.closed(*this);
}

void Seating::count_bytes() {
    const std::size_t bytes = table_ ? table_->held_bytes() : 0;
    parts_.all_bytes += bytes - bytes_;
    bytes_ = bytes;
}

void Seating::close_if_idle() {
    if (status_ != Status::Open || !guests_.empty() || is_busy_) {
        return;
    }
    // Where nothing goes on any more there is nothing to wait for, and large tables do not wait where there are many.
    constexpr std::size_t kManyPart = 4;
    const bool takes_room =
        bytes_ > parts_.options.large_bytes && parts_.all_bytes > parts_.options.all_bytes / kManyPart;
    const bool is_old = Clock::now() - used_ >= parts_.options.idle;
    if (table_->status() != MatchStatus::Waiting || takes_room || is_old) {
        release_lease(epoch_);
        close();
    }
}

void Seating::release_lease(std::uint64_t epoch) {
    parts_.store.release(id_, epoch, [ticket = parts_.outstanding.ticket()](const std::string& /*problem*/) {});
}

void Seating::give_lease_back() {
    if (epoch_ != 0) {
        release_lease(epoch_);
    }
}

} // namespace tgdl
