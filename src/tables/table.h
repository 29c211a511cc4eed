// Table: a match, who sits at it, and what they may do. No network, no storage, no threads.
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
// Players who choose at the same time need not wait for each other, though the match asks one after the other. While people
// still choose, the match stands where it asked the first of them: their answers are gathered here. What somebody is going
// to be asked is found on a copy of that match in which others choose anything, so nothing of what they have chosen can
// show. Once all people have answered, the match goes on through their answers, and asks the bots among them.
#pragma once

#include "api/engine.h"
#include "tables/bot_turn.h"
#include "tables/protocol.h"
#include "tables/table_log.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
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
    std::string bot;                 // empty: a person
    std::uint64_t asked = 0;         // grows whenever something else is asked here, or nothing any more
    std::int64_t left = 0;           // milliseconds to think, when it was last counted; with a clock
    std::vector<ChoiceMade> answers; // gathered
    std::unique_ptr<Match> asking;   // while answers are gathered: asks this seat next; null: it has given its answers
};

// A line of the log as one viewer reads it.
struct LogLine {
    std::string text;
    bool is_private = false;
};

// Result of a change of rules during a match.
struct RulesSwitch {
    std::string difference; // describe_differences()
    std::size_t kept = 0;   // choices that could be made again
    std::size_t of = 0;
};

class Table {
public:
    // `program` takes head.seats.size() players, and has the options of the head.
    Table(TableHead head, std::shared_ptr<const Program> program, const Limits& limits);

    [[nodiscard]] const TableHead& head() const { return head_; }
    [[nodiscard]] const Program& program() const { return game_.program(); }
    [[nodiscard]] MatchStatus status() const { return game_.status(); }
    [[nodiscard]] std::size_t position() const { return game_.position(); } // how many choices were made
    [[nodiscard]] const std::vector<TableSeat>& seats() const { return seats_; }
    [[nodiscard]] std::uint64_t entries() const { return entries_; } // how many were applied
    // Roughly how many bytes its past takes up; what waits to be decided left out.
    [[nodiscard]] std::size_t history_bytes() const { return history_bytes_; }
    // The same of all that it holds.
    [[nodiscard]] std::size_t held_bytes() const { return game_.held_bytes() + history_bytes_; }
    // Another one whenever the match has gone on or back, or somebody else plays for a seat.
    [[nodiscard]] std::uint64_t moment() const { return moment_; }

    // ---- who may come in
    // Whose link has this token? None: nobody's.
    struct Admission {
        Viewer viewer = kSpectator;
        bool is_host = false;
    };
    static std::optional<Admission> admit(const TableHead& head, std::string_view token);

    // ---- what may be done: the entry that does it, or why not. `time` and `id` are the caller's to fill in.
    using Considered = tl::expected<Entry, Refused>;
    Considered consider_choice(std::uint32_t seat, std::string_view decision, std::uint64_t option);
    Considered consider_undo(std::uint32_t seat);
    // Was a message with this id applied already, of this seat, or of the host?
    [[nodiscard]] bool was_done(Actor by, std::uint32_t seat, const std::string& id) const;

    // Does what the entry says. False: it does not go with what was done before, so the table cannot be trusted any more.
    // Entries that bring other rules are not for here: switch_rules().
    bool apply(const Entry& entry);
    // The match goes on under other rules, for as many players, as far as it can: with those of its options that they allow.
    RulesSwitch switch_rules(const Entry& entry, std::shared_ptr<const Program> program);

    // ---- bots and the clock
    // The bot that the match waits for. None: nobody, or a person.
    [[nodiscard]] std::optional<std::uint32_t> bot_to_move();
    // While it waits for a bot.
    BotTurn bot_turn(std::uint64_t random_number);
    // While it waits for a bot, which has thought.
    Entry bot_entry(std::size_t option);
    // With a clock: when the time of somebody runs out, in milliseconds since 1970; none: nobody's runs.
    [[nodiscard]] std::optional<std::int64_t> next_deadline();
    // What is chosen for somebody whose time has run out: to decline if that can be, else anything.
    std::optional<Entry> choose_for_late(std::int64_t now, std::uint64_t random_number);

    // ---- what to show
    // The decision that this seat is asked now; empty: it is asked nothing.
    [[nodiscard]] std::string decision_id(std::uint32_t seat);
    // A `state` message without what state_of_seats() and log_lines() give.
    nlohmann::json state(Viewer viewer);
    // The list `seats` of a `state`; `here`: by seat, whether somebody is connected. Without `now` no clock is shown.
    nlohmann::json state_of_seats(const std::vector<bool>& here, std::optional<std::int64_t> now);
    // A `reasons` message's list. Only while that seat is asked.
    nlohmann::json refusals(std::uint32_t seat);
    // Once the match has ended: the last moment that replay() shows to this viewer.
    std::size_t last_moment(Viewer viewer);
    // How the viewer saw the table at a moment up to the last, and what led there: `view` and `choice` of `replayed`.
    nlohmann::json replay(Viewer viewer, std::size_t moment);
    // The lines of the log, from one text on, as the viewer reads them.
    [[nodiscard]] std::vector<LogLine> log_lines(Viewer viewer, std::size_t from) const;
    // How many of the first so many texts are lines of the viewer's log.
    [[nodiscard]] std::size_t count_log_lines(Viewer viewer, std::size_t texts) const;
    [[nodiscard]] std::size_t texts() const { return game_.texts().size(); }
    // How many of the texts stood before the last entry and still do.
    [[nodiscard]] std::size_t unchanged_texts() const { return unchanged_texts_; }

private:
    friend class TableForTest; // tests/properties/table_leaks.cpp

    struct Made {
        Actor actor = Actor::Nobody;
        bool begins_move = false;
        std::uint64_t round = Decision::kNotSimultaneous; // Decision::simultaneous_since
    };
    struct Undoable {
        std::uint32_t seat = 0;
        std::size_t target = 0; // goes back to so many choices
    };
    using Ids = std::deque<std::string>; // of the last messages that were applied

    // ---- choices (table.cpp)
    // The match that asks this seat now: the real one, or a copy; null: none does.
    Match* asked_of(std::uint32_t seat);
    bool apply_choice(const Entry& entry);
    bool apply_undo(std::uint32_t seat);
    void apply_seat(const Entry& entry);
    void go_on_with(Game game);
    void tell_names();
    void make(std::size_t option, Actor actor);
    void record_next(Actor actor);
    void settle();
    bool make_decided();
    void begin_round(std::uint64_t round);
    void end_round();
    void ask_on_copy(std::uint32_t seat);
    void ask_anew();
    std::optional<Undoable> undo_target();
    const std::optional<Undoable>& undoable();
    [[nodiscard]] std::vector<std::uint32_t> waiting();
    Ids& done_by(const Entry& entry);

    // ---- time (table_clock.cpp)
    void count_time(std::int64_t now);
    [[nodiscard]] bool has_time_running(std::uint32_t seat);
    std::int64_t time_left(std::uint32_t seat, std::int64_t now);

    // ---- what is shown (table_state.cpp)
    [[nodiscard]] std::vector<std::string> running_move(std::uint32_t seat);
    const std::vector<std::size_t>& moments(Viewer viewer);
    [[nodiscard]] std::string choices_between(Viewer viewer, std::size_t from, std::size_t to) const;

    TableHead head_;
    Limits limits_;
    Game game_;
    std::vector<TableSeat> seats_;
    std::vector<Ids> done_;  // by seat; the host's last
    std::vector<Made> made_; // by position
    // Of those who choose together at present: Decision::simultaneous_since; kNotSimultaneous: nobody does.
    std::uint64_t round_ = Decision::kNotSimultaneous;
    bool is_overloaded_ = false; // so much is offered that it can be shown to nobody: the match cannot go on
    bool is_gathering_ = false;  // their answers; the match has not gone on through them
    std::uint64_t entries_ = 0;
    std::uint64_t moment_ = 0;
    std::size_t history_bytes_ = 0;
    std::size_t unchanged_texts_ = 0;
    bool is_clock_running_ = false; // somebody has chosen something
    std::int64_t counted_ = 0;      // until when the time of those who think was counted

    // ---- worked out when it is asked for
    bool is_undo_known_ = false;
    std::optional<Undoable> undoable_;                   // by whoever may, outside of gathering
    std::map<Viewer, std::vector<std::size_t>> moments_; // positions of the moments to look back at
};

} // namespace tgdl
