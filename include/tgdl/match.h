// One match as it stands: what is asked, what can be chosen, what each player sees, what came of it.
//
//   Result<Match> guess = game.sample(player, seed);
//   while (guess->status() == MatchStatus::Waiting) {
//       guess->choose(0);                                 // the first option
//   }
//   guess->result()->payoffs[player];
//
// A Match has no history: it is what Game::sample() and Game::match() give, to look ahead on. tgdl/game.h has the game itself.
// A match belongs to one thread at a time. One that was moved from can only be assigned to or destroyed.
#pragma once

#include <tgdl/rules.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tgdl::v1 {

// Players are counted from 0. Whose eyes something is shown to is a player, or one of these two.
inline constexpr std::uint32_t kSpectator = 0xfffffffeU; // sees what all players see
inline constexpr std::uint32_t kAllSeeing = 0xfffffffdU; // sees everything: for tests and referees

enum class MatchStatus {
    Waiting,  // decision() says for what
    Finished, // result()
    Stuck,    // nobody can do anything, or the rules' limit of decisions was reached
    Error,    // fault()
};

enum class DecisionKind {
    Action,  // which action
    Input,   // a value of an input, or one more element of a list
    Choose,  // an option of `choose`
    Move,    // a destination of `piece.move`
    OffTurn, // an action off turn, or none
};

// One question to one player.
struct Decision {
    DecisionKind kind{};
    std::uint32_t player = 0;
    std::string question;             // `an action`, `chosen [TickTile]`
    std::string text;                 // `player 0 chooses an action`
    std::vector<std::string> options; // as that player reads them, at least one; choose() takes their numbers
    bool begins_move = false;         // it is the first decision of a complete move
};

struct MatchResult {
    std::vector<std::vector<std::uint32_t>> places; // players, first to last; empty: nobody wins
    std::vector<std::optional<double>> scores;      // by player; empty: it was not won by scores
    std::vector<double> payoffs;                    // by player, from -1 (behind everybody) to 1 (before everybody)
};

// A runtime error of the rules.
struct Fault {
    std::string code; // `R0802`; empty: `setup` failed
    std::string message;
    std::optional<Place> place;
    std::string text; // as `tgdl run` shows it: source line, calls, values; ends with a newline
};

class Match {
public:
    Match(Match&&) noexcept;
    Match& operator=(Match&&) noexcept;
    Match(const Match&) = delete; // copy() and copy_from() say that it costs
    Match& operator=(const Match&) = delete;
    ~Match();

    // O(size of the match).
    [[nodiscard]] Match copy() const noexcept;
    // The same into a match that is there already, without new memory. Error: OtherRules, when the two are not of the
    // same rules and number of players.
    Result<void> copy_from(const Match& other) noexcept;

    [[nodiscard]] std::uint32_t players() const noexcept;
    [[nodiscard]] MatchStatus status() const noexcept;
    // Error: WrongState, unless it is Waiting. O(options); option_count() alone is quicker.
    [[nodiscard]] Result<Decision> decision() const noexcept;
    [[nodiscard]] Result<std::uint32_t> player_asked() const noexcept;
    [[nodiscard]] Result<std::size_t> option_count() const noexcept;
    // Error: WrongState, unless it is Waiting; NoSuchOption.
    Result<void> choose(std::size_t option) noexcept;
    // Error: WrongState, unless it is Finished.
    [[nodiscard]] Result<MatchResult> result() const noexcept;
    // Error: WrongState, unless it ended in an Error.
    [[nodiscard]] Result<Fault> fault() const noexcept;

    // The same for matches that go on in the same way, whatever way led there. Random numbers to come are no part of it.
    [[nodiscard]] std::uint64_t hash() const noexcept;
    // What that player, or kSpectator or kAllSeeing, may know, as JSON in UTF-8: docs/view.md. Error: NoSuchPlayer.
    [[nodiscard]] Result<std::string> view(std::uint32_t viewer) const noexcept;

private:
    friend class Game;
    struct Data;
    explicit Match(std::unique_ptr<Data> data) noexcept;

    std::unique_ptr<Data> data_;
};

} // namespace tgdl::v1
