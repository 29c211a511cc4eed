// One table: a match, who sits at it, and what they may do. No network, no storage, no threads.
//
//   Table table(head, program, limits);
//   for (const Entry& entry : kept) { table.apply(entry); }       // as it was
//   auto entry = table.consider_choice(seat, decision, option);   // may this be done?
//   …write it down…
//   table.apply(*entry);
//   table.state(viewer);                                          // what to show to whom
//
// Everything that changes a table is an Entry, which is written down before it is applied: the same entries always make the
// same table.
//
// Players who choose at the same time need not wait for each other, though the match asks one after the other: what somebody
// is going to be asked is found on a copy of the match in which those before have chosen anything, and the answer waits
// until the match has come there.
#pragma once

#include "api/engine.h"
#include "bots/seats.h"
#include "saves/follow.h"
#include "tables/protocol.h"
#include "tables/table_log.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

// Whoever looks at a table: a player's number, or kSpectator.
using Viewer = std::uint32_t;

struct TableSeat {
    std::string name;
    std::string bot;               // empty: a person
    std::uint64_t choices = 0;     // of this seat, ever
    std::int64_t left = 0;         // milliseconds to think, when it was last counted; with a clock
    std::deque<std::string> ids;   // of the last messages that were applied
    std::deque<ChoiceMade> ahead;  // answers that wait until the match asks for them
    std::unique_ptr<Match> asking; // a copy of the match that asks this seat, while the match itself asks somebody else
};

// A line of the log as one viewer reads it.
struct ToldLine {
    std::string text;
    bool is_private = false;
};

class Table {
public:
    // `program` takes head.seats.size() players.
    Table(TableHead head, std::shared_ptr<const Program> program, const Limits& limits);

    [[nodiscard]] const TableHead& head() const { return head_; }
    [[nodiscard]] Game& game() { return game_; }
    [[nodiscard]] const std::vector<TableSeat>& seats() const { return seats_; }
    [[nodiscard]] std::uint64_t entries() const { return entries_; } // how many were applied
    [[nodiscard]] const std::string& game_key() const { return head_.game; }

    // ---- who may come in
    // Whose link has this token? None: nobody's.
    struct Guest {
        Viewer viewer = kSpectator;
        bool is_host = false;
    };
    [[nodiscard]] std::optional<Guest> admit(std::string_view token) const;

    // ---- what may be done: the entry that does it, or why not. `time`, `id` and `by` are the caller's to fill in.
    using Considered = tl::expected<Entry, Refused>;
    Considered consider_choice(std::uint32_t seat, std::string_view decision, std::uint64_t option);
    Considered consider_undo(std::uint32_t seat);
    // Was a message with this id of this seat applied already?
    [[nodiscard]] bool was_done(std::uint32_t seat, const std::string& id) const;

    // Does what the entry says. False: it does not go with what was done before, so the table cannot be trusted any more.
    // Entries that bring other rules are not for here: follow_rules().
    bool apply(const Entry& entry);
    // The match goes on under other rules as far as it can.
    Followed follow_rules(const Entry& entry, std::shared_ptr<const Program> program);

    // ---- what the table does unasked
    // The bot that the match waits for. None: nobody, or a person.
    [[nodiscard]] std::optional<std::uint32_t> bot_to_move();
    // Asks it. What is given back may take long and may run on any thread; until it has, nothing may be applied.
    std::function<BotChoice()> prepare_bot();
    // With a clock: when the time of somebody runs out, in milliseconds since 1970; none: nobody's runs.
    [[nodiscard]] std::optional<std::int64_t> next_deadline();
    // What is chosen for somebody whose time has run out: to decline if that can be, else anything.
    std::optional<Entry> choose_for_late(std::int64_t now, std::uint64_t luck);

    // ---- what to show
    // The decision that this seat is asked now; empty: it is asked nothing.
    [[nodiscard]] std::string decision_id(std::uint32_t seat);
    // A `state` message without `log` and `log_from`; `here`: by seat, whether somebody is connected.
    nlohmann::json state(Viewer viewer, const std::vector<bool>& here, std::int64_t now);
    // A `reasons` message's list. Only while that seat is asked.
    nlohmann::json refusals(std::uint32_t seat);
    // The view after so many choices, once the match has ended.
    nlohmann::json replay(Viewer viewer, std::size_t position, std::string& choice);
    // The texts that were told, from one of them on, as the viewer reads them.
    [[nodiscard]] std::vector<ToldLine> told(Viewer viewer, std::size_t from) const;
    // How many of the first so many texts the viewer was told.
    [[nodiscard]] std::size_t count_told(Viewer viewer, std::size_t texts) const;
    // How many of the texts stand as they did before the last entry.
    [[nodiscard]] std::size_t kept_texts() const { return kept_texts_; }

private:
    enum class Manner : std::uint8_t { Asked, Unasked };
    struct Made {
        bool by_person = false;
        bool begins_move = false;
    };

    // The match that asks this seat now: the real one, or the copy; null: none does.
    Match* asked_of(std::uint32_t seat);
    bool apply_choice(const Entry& entry);
    void apply_undo(std::uint32_t seat);
    void begin(const MatchSeed& seed);
    void start_anew();
    void note_history();
    void make(std::size_t option, Manner manner);
    void settle();
    void ask_ahead();
    std::unique_ptr<Match> copy_that_asks(std::uint32_t seat);
    // After how many choices the seat's last one would be taken back; none: it may not be.
    std::optional<std::size_t> undo_target(std::uint32_t seat);
    void count_time(std::int64_t now);
    std::int64_t time_left(std::uint32_t seat, std::int64_t now);
    void seat_bots();
    [[nodiscard]] std::vector<std::string> running_move(std::uint32_t seat);
    [[nodiscard]] std::vector<std::uint32_t> waiting();

    TableHead head_;
    Limits limits_;
    std::shared_ptr<const Program> program_;
    Game game_;
    std::vector<TableSeat> seats_;
    std::vector<Made> made_;         // by position
    std::unique_ptr<BotTable> bots_; // null: nobody is a bot
    std::unique_ptr<Game> replayed_; // to look back at
    std::uint64_t entries_ = 0;
    std::uint64_t undone_ = 0;    // how often something was taken back, or begun anew
    std::size_t kept_texts_ = 0;
    bool is_clock_running_ = false; // somebody has chosen something
    std::int64_t counted_ = 0;      // until when the time of those who think was counted
};

} // namespace tgdl
