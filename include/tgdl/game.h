// A game being played: a match with its history of choices, steps back and forth, what people were told, and saves.
//
//   Result<Game> game = Game::start(rules, {.players = 2, .seed = 42});
//   while (game->status() == MatchStatus::Waiting) {
//       Result<Decision> decision = game->decision();     // who, what, the options
//       game->choose(0);                                  // the first of them
//   }
//   game->result()->places;
//
// A call that gives an error has changed nothing. A game belongs to one thread at a time; different games, also of the same
// rules, do not know of each other. One that was moved from can only be assigned to or destroyed.
#pragma once

#include <tgdl/match.h>
#include <tgdl/rules.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl::v1 {

// How much rules may take, so that those of a stranger can be played without worry. What goes further ends the match in a
// fault. One transaction is a choice with everything it causes.
struct Limits {
    std::uint64_t steps = 10'000'000; // instructions of one transaction
    std::uint32_t depth = 1000;       // nested calls; more than 1000 is taken for 1000
    std::uint64_t memory_bytes =
        256U << 20U;                        // of the match's memory; registers and options may each take as much again
    std::uint32_t output_bytes = 1U << 24U; // of texts delivered in one transaction
    // Asked about every millisecond while rules run; true: what runs ends as if its steps were used up, and from then on it
    // must stay true. It and its context must outlive the game, its copies, samples and bots. Null: nobody ever asks.
    bool (*stop)(const void* context) = nullptr;
    const void* stop_context = nullptr;
};

struct GameStart {
    std::uint32_t players = 0; // 0: as few as the rules allow
    // The same rules, players, seed and choices give the same game, everywhere.
    std::uint64_t seed = 0;
    std::string seed_key{}; // where a seed must not be guessed: 64 hexadecimal digits, instead of the number
    Limits limits{};
};

// A choice that was made.
struct Choice {
    std::uint32_t player = 0;
    std::string question;   // as in Decision
    std::size_t option = 0; // its number
    std::string text;       // of the option, as the player read it
};

// A text for people, as one viewer reads it.
struct Text {
    std::string text;
    std::optional<std::uint32_t> to; // a player (`tell`); none: everyone (`log`)
    std::size_t number = 0;          // among the texts of the game, from 0
};

// What a choice gave away. docs/decisions/0013 says what counts.
enum class Disclosure {
    Nothing,     // whoever takes it back leaves nobody wiser
    Chance,      // random numbers were drawn
    SecretShown, // somebody sees now what was hidden from them before
    SecretUsed,  // the rules looked at what not everybody sees, so what follows may tell of it
    Answered,    // another player has chosen since, by what not everybody sees or by what was drawn
};

struct Replayed;

class Game {
public:
    // Plays up to the first decision; a game whose `setup` goes wrong is one in the status Error.
    // Error: NotPlayable, WrongPlayers, WrongSeed.
    static Result<Game> start(const Rules& rules, const GameStart& start = {}) noexcept;
    // A game from what save() gave, also of another process or machine: plays all choices again, so that no text,
    // whoever wrote it, makes a game that the rules do not allow. Error: NotPlayable, BadSave, OtherRules.
    static Result<Game> load(const Rules& rules, std::string_view save, const Limits& limits = {}) noexcept;
    // The same under rules that may have changed since: goes as far as the choices can be made.
    // Error: NotPlayable, BadSave, WrongPlayers.
    static Result<Replayed> replay(const Rules& rules, std::string_view save, const Limits& limits = {}) noexcept;

    Game(Game&&) noexcept;
    Game& operator=(Game&&) noexcept;
    Game(const Game&) = delete; // copy() says that it costs
    Game& operator=(const Game&) = delete;
    ~Game();

    // With all of its history. O(size of the match × snapshots kept).
    [[nodiscard]] Game copy() const noexcept;

    [[nodiscard]] Rules rules() const noexcept;
    [[nodiscard]] std::uint32_t players() const noexcept;
    [[nodiscard]] std::string seed() const noexcept; // a number, or the digits of a key

    // ---- the match
    [[nodiscard]] MatchStatus status() const noexcept;
    // Error: WrongState, unless it is Waiting. O(options); option_count() alone is quicker.
    [[nodiscard]] Result<Decision> decision() const noexcept;
    [[nodiscard]] Result<std::uint32_t> player_asked() const noexcept;
    [[nodiscard]] Result<std::size_t> option_count() const noexcept;
    // What the player who decides cannot choose, and why, as JSON: docs/view.md. Worked out anew. Error: WrongState.
    [[nodiscard]] Result<std::string> refusals() const noexcept;
    // Forgets what could be redone. Error: WrongState, unless it is Waiting; NoSuchOption.
    Result<void> choose(std::size_t option) noexcept;
    // Error: WrongState, unless it is Finished.
    [[nodiscard]] Result<MatchResult> result() const noexcept;
    // Error: WrongState, unless it ended in an Error.
    [[nodiscard]] Result<Fault> fault() const noexcept;
    // The same for games that go on in the same way, whatever way led there. Random numbers to come are no part of it.
    [[nodiscard]] std::uint64_t hash() const noexcept;
    // The match as it stands, without its history: to look ahead on, knowing everything. O(size of the match).
    [[nodiscard]] Match match() const noexcept;

    // What people are called from now on in the texts that they read (`{p.name}` of the rules) and in views: by player,
    // empty where nobody is known. It changes neither the match, its hash nor its save.
    void set_player_names(const std::vector<std::string>& names) noexcept;

    // ---- its history
    [[nodiscard]] std::size_t position() const noexcept;        // how many choices are made
    [[nodiscard]] std::vector<Choice> choices() const noexcept; // those to redo included
    // One choice back or forth. O(choices since the last snapshot): a handful. Error: WrongState, when there is none.
    Result<void> undo() noexcept;
    Result<void> redo() noexcept;
    // To the state after that many choices. Error: WrongState, when there are not so many.
    Result<void> go_to(std::size_t position) noexcept;
    // What choice number `choice`, from 0, gave away, and so whether taking it back is fair. Error: WrongState, when it is
    // not made.
    [[nodiscard]] Result<Disclosure> disclosure_of(std::size_t choice) const noexcept;
    // The choices up to position() as a readable text: docs/saves.md. Who reads it knows all that is hidden in the game.
    // `rules_file`: where whoever loads it finds the rules; empty: rules().path(). O(choices).
    [[nodiscard]] std::string save(std::string_view rules_file = {}) const noexcept;

    // ---- what people may know; a viewer is a player, kSpectator or kAllSeeing
    // What was logged and told to that viewer, from the text with this number on. Error: NoSuchPlayer.
    [[nodiscard]] Result<std::vector<Text>> texts(std::uint32_t viewer, std::size_t first = 0) const noexcept;
    [[nodiscard]] std::size_t text_count() const noexcept; // of all viewers
    // What went wrong with automatic phases and goals, for those who write the rules.
    [[nodiscard]] std::vector<std::string> reports() const noexcept;
    // What the viewer may know, with the texts, as JSON in UTF-8: docs/view.md. Error: NoSuchPlayer.
    [[nodiscard]] Result<std::string> view(std::uint32_t viewer) const noexcept;
    // A random match that agrees with all this player has seen, with random numbers of its own: view and decision are the
    // same, what is hidden from the player may be otherwise. Keeps what the player has seen: O(choices since the last
    // sample for that player), and at first O(choices made). Error: NoSuchPlayer.
    [[nodiscard]] Result<Match> sample(std::uint32_t player, std::uint64_t seed) const noexcept;

private:
    friend class Bot;
    struct Data;
    explicit Game(std::unique_ptr<Data> data) noexcept;

    std::unique_ptr<Data> data_;
};

// How far a save goes under rules that may have changed.
struct Replayed {
    Game game;                // after all choices that could be made
    bool is_complete = false; // those were all of them
    std::string differences;  // what goes otherwise than before, for people; empty: nothing
};

} // namespace tgdl::v1
