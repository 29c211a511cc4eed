// libtgdl: rules from memory or disk, and games played by them. docs/embedding.md shows how to use it.
//
//   MemoryLoader loader;
//   loader.add("game.tgdl", text);
//   LoadedRules rules = load_rules(loader, "game.tgdl");
//   Game game(rules.program, {.players = 2, .seed = MatchSeed::from(42)});
//   while (game.status() == MatchStatus::Waiting) {
//       game.choose(0);                        // the first option of game.decision()
//   }
//
// No global state. A Program never changes and is shared by any number of games on any number of threads; a Game belongs
// to one thread at a time.
#pragma once

#include "api/asked.h"
#include "api/front_end.h"
#include "compile/compile.h"
#include "diagnostics/render.h"
#include "match/disclosure.h"
#include "match/match.h"
#include "match/view.h"

#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// What became of the files of a game.
struct LoadedRules {
    LoadProblem problem = LoadProblem::None; // of the main file; otherwise nothing is in the other members
    std::string path;                        // of the main file, as shown to people
    SourceSet sources;
    Diagnostics diagnostics;                     // sorted; warnings and hints too
    bool is_library = false;                     // without `game`: it can be checked, not played
    std::shared_ptr<const Program> program;      // null when there are errors, and for a library
    std::shared_ptr<const Program> instrumented; // the same with coverage, if that was asked for
};

// Loads, checks and compiles.
LoadedRules load_rules(Loader& loader, std::string_view path, Coverage coverage = Coverage::Off,
                       Optimise optimise = Optimise::Yes);

// A runtime error as people read it: message, source line with the place underlined, calls, values. Ends with a newline.
std::string render_fault(const LoadedRules& rules, const Fault& fault, Colour colour);
// Where in the text it happened; of no file: unknown.
Span fault_span(const LoadedRules& rules, const Fault& fault);

// What one viewer, a player or kSpectator, is told of it; null: nothing.
const std::string* text_for(const Delivered& delivered, std::uint32_t viewer, std::uint32_t players);

struct GameStart {
    std::uint32_t players = 0; // 0: as few as the rules allow
    MatchSeed seed;
    Limits limits;
};

bool accepts_players(const Program& program, std::uint32_t players);
// `2`, or `2 to 4`.
std::string describe_players(const Program& program);

// A match with its history: what was chosen, what people were told, steps back and forth.
class Game {
public:
    // `start.players` must be accepted by the program.
    Game(std::shared_ptr<const Program> program, const GameStart& start);
    Game(const Game& other);
    Game(Game&&) noexcept = default;
    Game& operator=(const Game&) = delete;
    Game& operator=(Game&&) noexcept = default;
    ~Game() = default;

    [[nodiscard]] const Program& program() const { return match_.program(); }
    [[nodiscard]] std::uint32_t players() const { return match_.players(); }
    [[nodiscard]] MatchStatus status() const { return match_.status(); }
    [[nodiscard]] const Decision& decision() { return match_.decision(); } // only while Waiting
    [[nodiscard]] std::vector<std::string> option_texts();
    [[nodiscard]] const MatchResult& result() const { return match_.result(); }
    [[nodiscard]] const Fault& fault() const { return match_.fault(); }
    // The match itself, to ask it more. Choices are made here, not there: the history would not know of them.
    [[nodiscard]] Match& match() { return match_; }

    // What people are called from now on in texts that they read: by player, empty where nobody is known. No part of the
    // match, its hash or its save.
    void set_player_names(std::vector<std::string> names);

    // index < decision().options.size(). Forgets what could be redone.
    void choose(std::size_t index);

    // ---- history: with GameStart and the program, all that the match follows from (saves/save.h writes it down)
    [[nodiscard]] const MatchSeed& seed() const { return start_.seed; }
    [[nodiscard]] const std::vector<ChoiceMade>& choices() const { return choices_; } // those to redo included
    [[nodiscard]] std::size_t position() const { return position_; }                  // how many of them are made
    // Roughly how many bytes of matches it holds: this one, and those to go back to.
    [[nodiscard]] std::size_t held_bytes() const { return (snapshots_.size() + 1) * match_.held_bytes(); }
    // One choice back or forth; false when there is none. O(choices since the last snapshot).
    bool undo();
    bool redo();
    // To the state after that many choices; false when there are not so many.
    bool go_to(std::size_t position);
    // What choice number `index` < position(), from 0, gave away. Nothing: whoever takes it back leaves nobody wiser.
    // docs/decisions/0013 says what counts. O(choices since the last snapshot) for each choice of the same move.
    [[nodiscard]] Disclosure disclosure_of(std::size_t index) const;
    // All that people were told up to here.
    [[nodiscard]] const std::vector<Delivered>& texts() const { return texts_; }
    [[nodiscard]] const std::vector<std::string>& reports() const { return reports_; }

    [[nodiscard]] std::uint64_t hash() const { return match_.hash(); }

    // ---- what one seat knows
    // A player, or kSpectator. See docs/view.md.
    [[nodiscard]] nlohmann::json view(std::uint32_t viewer);
    // A random match that agrees with all this player has seen, with random numbers of its own: what bots search on
    // (bots/seat_observer.h). Plays the match again to find out what that is: O(choices made). SeatReplay keeps it.
    [[nodiscard]] Match determinize(std::uint32_t player, std::uint64_t seed);

private:
    struct Snapshot {
        std::size_t position = 0;
        std::size_t texts = 0;
        std::size_t reports = 0;
        Match match;
    };
    void apply(std::uint32_t choice);
    [[nodiscard]] const Snapshot& snapshot_before(std::size_t position) const;
    [[nodiscard]] bool follows_others(std::size_t index) const;
    [[nodiscard]] bool is_answered(std::size_t index) const;
    [[nodiscard]] DisclosedChoice find_disclosure(std::size_t index) const;
    void take_texts();
    void keep_snapshot();

    GameStart start_;
    Match match_;
    std::vector<ChoiceMade> choices_;
    std::vector<bool> goes_on_;         // by choice: it was made in the middle of a move
    std::vector<std::uint64_t> rounds_; // by choice: Decision::simultaneous_since
    std::size_t position_ = 0;
    std::vector<Delivered> texts_;
    std::vector<std::string> reports_;
    std::vector<Snapshot> snapshots_; // by position; the first is the start
    std::size_t interval_ = 8;        // choices between two snapshots
};

} // namespace tgdl
