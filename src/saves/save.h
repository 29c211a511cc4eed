// A saved game: a readable text from which the match is played again, choice by choice. docs/saves.md shows its form.
//
//   Game ─saved_game→ SavedGame ─write_save→ text ─read_save→ SavedGame ─load_game→ Game
//                                                                       ─replay_save→ as far as other rules let it go
//
// The text may come from anybody: it is read without trust, and anything that is not understood is said with its line. It
// holds the seed and every choice, so whoever reads it knows all that is hidden in the game.
#pragma once

#include "api/engine.h"
#include "program/options.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

// The form of the text, as its first line names it: another number is another form, which is not read.
inline constexpr std::string_view kSaveFormat = "1";

// Who sits at the table; both may be empty.
struct SavedSeat {
    std::string name; // of a person or a bot, as they want to be called
    std::string bot;  // the words of `--bots` that name it; empty: a person

    bool operator==(const SavedSeat&) const = default;
};

struct SavedGame {
    std::string game;             // the main file of the rules; in a file on disk from the folder of the save
    std::uint64_t rules = 0;      // Program::hash
    std::vector<SavedSeat> seats; // one for each player
    MatchSeed seed;
    std::vector<OptionChoice> options; // every option of the rules; none: all have their defaults
    std::vector<ChoiceMade> choices;
    std::size_t first_line = 0; // of the choices, in the text it was read from

    bool operator==(const SavedGame&) const = default;
};

// What is wrong with a save, and where.
struct SaveProblem {
    std::size_t line = 0; // from 1; 0: it is about the whole file
    std::string text;
};

// `seats` may be shorter than the number of players. The choices up to position() are saved, not those to redo.
SavedGame saved_game(const Game& game, std::string game_file, std::vector<SavedSeat> seats = {});

std::string write_save(const SavedGame& saved);
tl::expected<SavedGame, SaveProblem> read_save(std::string_view text);

// The game that a save of these very rules holds. Refuses other rules (replay_save() does not), and choices that do not go
// with the rest.
tl::expected<Game, SaveProblem> load_game(std::shared_ptr<const Program> program, const SavedGame& saved,
                                          const Limits& limits = {});

} // namespace tgdl
