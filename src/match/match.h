// One match: start it, ask what is to be decided, decide, and so on to the result.
//
//   Match match(program, 2, MatchSeed::from(42));
//   while (match.status() == MatchStatus::Waiting) {
//       match.choose(0);                            // the first option of match.decision()
//   }
//   match.result();
//
// A match is a value: copy_from() costs a few memcpys. No global state; a Program is shared by any number of matches on
// any number of threads, one thread for each match at a time.
#pragma once

#include "match/decision.h"
#include "program/program.h"
#include "vm/fault.h"
#include "vm/machine.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

class MatchFlow; // match/flow.h
struct DrawTape; // match/draw_tape.h

inline constexpr std::uint32_t kSpectator = 0xfffffffeU; // sees what all players see
inline constexpr std::uint32_t kAllSeeing = 0xfffffffdU; // `tgdl run`: sees everything

enum class MatchStatus : std::uint8_t {
    Waiting,  // decision() says for what
    Finished, // result()
    Stuck,    // nobody can do anything, or the limit of decisions was reached
    Error,    // fault(), or `setup` failed
};

// Outcome of the transaction that a choice belongs to, or begins.
enum class TransactionOutcome : std::uint8_t {
    Open,   // more is to be decided in it
    Kept,   // also: it met a runtime error, or there is none, as when an offer is declined
    Undone, // it failed
};

struct MatchSeed {
    std::array<std::uint32_t, 8> key{};
    std::optional<std::uint64_t> number; // that the key was made of, if it was

    static MatchSeed from(std::uint64_t seed); // the key that base/random.h makes of it
    // As people write it: any 64-bit number, or a key of 64 hexadecimal digits.
    static std::optional<MatchSeed> read(std::string_view text);
    [[nodiscard]] std::string text() const;
    bool operator==(const MatchSeed&) const = default;
};

// A text for people. `seen` has one text of a `log` for each player, then one for a spectator, where things can be hidden.
struct Delivered {
    std::string text;         // `log`: as one who sees everything; `tell`: as that player sees it
    std::uint32_t to = kNone; // a player (`tell`); kNone: everyone (`log`)
    std::vector<std::string> seen;
};

struct MatchResult {
    std::vector<std::vector<std::uint32_t>> places; // first to last; empty: nobody wins
    bool by_scores = false;
    std::vector<std::optional<double>> scores; // by seat
};

// Whose names stand in a text: those of the persons as far as they are known, or of the seats alone.
enum class NamesOf : std::uint8_t { Persons, Seats };

class Match {
public:
    // One line for each step of a cascade: events, triggers considered, clauses that refused, what ran.
    using Tracer = void (*)(void* context, const std::string& line);

    // Plays up to the first decision; a tracer follows that too. A tape must outlive the match or be taken away.
    Match(std::shared_ptr<const Program> program, std::uint32_t players, const MatchSeed& seed,
          const Limits& limits = {}, Tracer tracer = nullptr, void* tracer_context = nullptr, DrawTape* tape = nullptr);
    ~Match();
    Match(Match&&) noexcept;
    Match& operator=(Match&&) noexcept;
    Match(const Match& other);
    Match& operator=(const Match&) = delete; // copy_from() says what it costs

    [[nodiscard]] const Program& program() const;
    [[nodiscard]] std::uint32_t players() const;
    [[nodiscard]] MatchStatus status() const;
    // Only while Waiting. Worked out when first asked for after a choice; the reference is good until the next choice.
    [[nodiscard]] const Decision& decision();
    // As decision(), but without trying out each option: some of its options may fail. For choose_tentatively().
    [[nodiscard]] const Decision& untried_decision();
    // index < decision().options.size(). After it the match waits again, or is at its end.
    TransactionOutcome choose(std::size_t index);
    // Chooses from untried_decision(). Undone: the match is as before, random numbers included.
    TransactionOutcome choose_tentatively(std::size_t index);
    // For a decision of which every option is known to be undone in the end: goes on as if nothing had been offered.
    TransactionOutcome go_on_without_options();
    [[nodiscard]] const MatchResult& result() const; // only when Finished
    // What a seat has now, in a game that has a `score`; none: that met a runtime error. Reads everything.
    [[nodiscard]] std::optional<double> score(std::uint32_t seat);
    [[nodiscard]] const std::string& setup_failure() const; // only on Error: why `setup` failed; empty: a fault
    [[nodiscard]] const Fault& fault() const;
    // Texts since the last call, in order. Reports of undone phases and goals come separately.
    std::vector<Delivered> take_texts();
    std::vector<std::string> take_reports();

    // Texts of the decision's options as the player who decides reads them (docs/reference/running.md#19).
    [[nodiscard]] std::string option_text(const Decision& decision, std::size_t index,
                                          NamesOf names = NamesOf::Persons);
    // The same for an option that means the same: in another match of these players that went another way, or at a later
    // decision. What the player does not see is told apart by its place among the options alone.
    [[nodiscard]] std::uint64_t option_key(const Option& option) const;
    // What the decision cannot take and why; worked out anew.
    [[nodiscard]] std::vector<Refusal> refusals();
    // What is asked: `an action`, `chosen [TickTile]`.
    [[nodiscard]] std::string question_text(const Decision& decision) const;
    // `player 0 chooses chosen [TickTile]`
    [[nodiscard]] std::string decision_text(const Decision& decision) const;

    // What people are called in the texts that are taken from now on: by player, empty where nobody is known. The seat's
    // name stands in for it, and `player 0` for that. Changes nothing of the match itself; a copy has the names too.
    void set_player_names(std::shared_ptr<const std::vector<std::string>> names);
    [[nodiscard]] std::string player_name(std::uint32_t player) const;

    void copy_from(const Match& other);       // of the same program and number of players
    [[nodiscard]] std::uint64_t hash() const; // of everything that matters to the rest of the match, but the generator
    [[nodiscard]] std::size_t state_bytes() const; // what a copy copies, but the options of the decision
    [[nodiscard]] std::size_t held_bytes() const;  // those and texts that were not taken too

    // How many decisions were made; how many complete moves began.
    [[nodiscard]] std::uint64_t decisions_made() const;
    [[nodiscard]] std::uint32_t active_player() const;

    // Of a program compiled with coverage: did the region run, in what was not taken back, or was it asked?
    [[nodiscard]] bool has_run(std::uint32_t region) const;

    // `viewer`: for whom the lines are; what reacts unseen by them is left out.
    void set_tracer(Tracer tracer, void* context, std::uint32_t viewer = kAllSeeing);

    // Every random number drawn from now on is written down there, and may be changed; null: no more. See draw_tape.h.
    void set_tape(DrawTape* tape);

    [[nodiscard]] MatchFlow& flow() { return *flow_; } // for view.h, determinize.h and tests
    [[nodiscard]] const MatchFlow& flow() const { return *flow_; }

private:
    std::unique_ptr<MatchFlow> flow_;
};

} // namespace tgdl
