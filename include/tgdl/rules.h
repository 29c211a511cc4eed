// Rules of a game: loaded from memory or disk, checked and compiled, with all that the checker has to say.
//
//   Result<Rules> rules = Rules::load_file("games/war/war.tgdl");
//   if (!rules) { … rules.error().message … }                        // the file cannot be read
//   if (!rules->is_playable()) { … rules->diagnostics_text() … }     // it has mistakes, or is a library
//
// Rules never change. A copy costs O(1) and shares what was loaded; any number of games on any number of threads use the
// same rules.
#pragma once

#include <tgdl/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl::v1 {

enum class Severity { Error, Warning, Hint };

// Whether a text for people has escape sequences for a terminal.
enum class Colour { Off, On };

// A stretch of a file. Lines and columns count from 1, columns in characters; the end is behind the last character.
struct Place {
    std::string path;
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::uint32_t end_line = 1;
    std::uint32_t end_column = 1;
};

// Another place that helps to understand a diagnostic.
struct Note {
    std::string message;
    std::optional<Place> place;
};

// A change of the text that would mend it.
struct Replacement {
    Place place;
    std::string text;
};

// What the checker has to say about one place. docs/diagnostics.md lists them by code.
struct Diagnostic {
    Severity severity{};
    std::string code; // `E0201`
    std::string message;
    std::optional<Place> place;
    std::vector<Note> notes;
    std::string help; // empty: none
    std::optional<Replacement> replacement;
};

// A file that the program has in memory.
struct SourceText {
    std::string_view path; // relative, with `/` between its parts; imports are resolved by it
    std::string_view text;
};

class Rules {
public:
    // From the disk. Imports are read from the project's folder alone: the nearest one upwards that holds a `tgdl.json`,
    // else the folder of the file. Error: CannotRead. Mistakes in the rules are no error here, but diagnostics.
    static Result<Rules> load_file(std::string_view path) noexcept;
    // From memory: the disk is not touched. Error: CannotRead, when no file is called `main`.
    static Result<Rules> load_texts(std::span<const SourceText> files, std::string_view main) noexcept;
    // The same for rules of one file.
    static Result<Rules> load_text(std::string_view text, std::string_view path = "game.tgdl") noexcept;

    Rules(const Rules&) noexcept;
    Rules(Rules&&) noexcept;
    Rules& operator=(const Rules&) noexcept;
    Rules& operator=(Rules&&) noexcept;
    ~Rules();

    // ---- what the checker says
    // Sorted by file and place; errors, warnings and hints. Of each severity the first 20,000.
    [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const noexcept;
    // Those that are not kept included.
    [[nodiscard]] std::size_t count(Severity severity) const noexcept;
    // As `tgdl check` shows them, up to a hundred, with the lines of the text; empty when there are none.
    [[nodiscard]] std::string diagnostics_text(Colour colour = Colour::Off) const noexcept;
    // As `tgdl check --json` writes them: docs/diagnostics-json.md.
    [[nodiscard]] std::string diagnostics_json() const noexcept;

    // ---- what they are
    // Without errors, and with a `game`: Game::start() takes them.
    [[nodiscard]] bool is_playable() const noexcept;
    // Without errors and without a `game`: for other rules to import.
    [[nodiscard]] bool is_library() const noexcept;
    [[nodiscard]] const std::string& path() const noexcept; // of the main file, as it was given

    // ---- only of rules that are playable; else empty, 0 and false
    [[nodiscard]] std::string_view name() const noexcept; // as written behind `game`
    [[nodiscard]] std::uint32_t min_players() const noexcept;
    [[nodiscard]] std::uint32_t max_players() const noexcept;
    [[nodiscard]] bool has_chance() const noexcept;               // something is drawn or shuffled
    [[nodiscard]] bool has_hidden_information() const noexcept;   // something may be hidden from somebody
    [[nodiscard]] bool has_simultaneous_choices() const noexcept; // several choose without seeing what the others do
    [[nodiscard]] std::uint64_t hash() const noexcept;            // of the text of all files: a save belongs to it

private:
    friend class Game;
    friend class Match;
    struct Data;
    explicit Rules(std::shared_ptr<const Data> data) noexcept;

    std::shared_ptr<const Data> data_;
};

} // namespace tgdl::v1
