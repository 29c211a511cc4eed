// Commands of people at a table besides choosing, the same for every kind of screen: take back, save, ask why not.
#pragma once

#include "saves/save.h"
#include "terminal/hot_seat.h"
#include "terminal/question.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tgdl {

enum class UndoRule : std::uint8_t {
    GivesNothingAway, // never past something hidden that was revealed, nor past a random draw
    Free,             // everybody agrees
};

struct TableSetup {
    LoadedRules rules;
    std::string game_file; // as the user named it
    std::string save_file; // where the game is kept; empty: a new file in the current folder
    UndoRule undo = UndoRule::GivesNothingAway;
};

// Why something cannot be chosen.
struct RefusedOption {
    std::string text;
    std::string about; // the id of the instance it is about; may be empty
    std::string reason;
    std::string place; // `chess.tgdl:76`, the rule that refuses; may be empty
};

class PlayTable {
public:
    PlayTable(TableSetup setup, HotSeat hot_seat);

    [[nodiscard]] HotSeat& hot_seat() { return hot_seat_; }
    [[nodiscard]] const LoadedRules& rules() const { return setup_.rules; }
    [[nodiscard]] const std::string& game_file() const { return setup_.game_file; }

    // What the person who decides is asked; only while hot_seat().waits_for_person().
    [[nodiscard]] Question question(const Json& view);
    [[nodiscard]] std::vector<RefusedOption> refusals();

    // Each says what happened, or why it did not.
    std::string undo();
    std::string redo();
    std::string save();
    // Would something that a person chose be lost if everybody left now?
    [[nodiscard]] bool is_unsaved();

    // The same game under other rules, as far as it goes.
    void change_rules(LoadedRules rules, Game game);
    // The game as a save in this folder holds it.
    [[nodiscard]] SavedGame saved();

    // The error that the rules ended in, as people read it.
    [[nodiscard]] std::string error_text();

private:
    struct Moment {
        std::size_t position = 0;
        std::uint64_t hash = 0;

        bool operator==(const Moment&) const = default;
    };
    [[nodiscard]] Moment now() { return {hot_seat_.game().position(), hot_seat_.game().hash()}; }

    TableSetup setup_;
    HotSeat hot_seat_;
    Moment saved_; // what the file holds; at first the beginning
};

} // namespace tgdl
