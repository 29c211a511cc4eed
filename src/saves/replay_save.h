// Replays a saved game under rules that may have changed since, and reports exactly where it differs.
//
//   ReplayedSave replayed = replay_save(rules.program, saved);
//   if (replayed.stop) {
//       print(describe_difference(*replayed.stop));   // choice 12: player 1 chose …, which is not offered any more
//   }
//   replayed.game                                     // can be played on from there
//
// A game that runs while its rules change is replayed in the same way: replay_save(program, saved_game(game, file)).
#pragma once

#include "saves/save.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tgdl {

enum class DifferenceKind : std::uint8_t {
    OtherOptions,  // the choice can still be made, among others than before: the game goes on
    NotOffered,    // the same player is asked the same, but the choice is none of the options any more
    OtherQuestion, // the player is asked something else
    OtherPlayer,   // somebody else is asked
    Finished,      // the game has ended already
    Stuck,         // nobody can do anything
    Error,         // the rules end in an error
    Players,       // the game is not for so many players
    Options,       // the game has no such option, or not this value of it
};

struct Difference {
    DifferenceKind kind = DifferenceKind::OtherOptions;
    std::size_t choice = 0;         // which one, from 0; for Error and Stuck the first that cannot be made
    std::optional<ChoiceMade> then; // the choice as it was made; none: all were made, or it is about players
    std::optional<Asked> now;       // what is asked instead; none: nothing
    std::string players;            // Players: for how many the game is, `2 to 4`; Options: what is wrong
};

struct ReplayedSave {
    std::optional<Game> game; // after all choices that could be made; none: DifferenceKind::Players, Options
    std::optional<Difference> changed_options; // the first OtherOptions
    std::optional<Difference> stop;            // why it does not go on to the last choice; any other kind
    bool has_same_rules = false;

    // The earlier of the two; null: the game goes as it did.
    [[nodiscard]] const Difference* first() const {
        return changed_options ? &*changed_options : stop ? &*stop : nullptr;
    }
};

ReplayedSave replay_save(std::shared_ptr<const Program> program, const SavedGame& saved, const Limits& limits = {});

// For people: what was chosen, what is asked now, what the options are. Lines without a line end behind the last one.
std::string describe_difference(const Difference& difference);
// The first difference and, on a line of its own, what it does not go on with, if that is another one. Empty: none.
std::string describe_differences(const ReplayedSave& replayed);

} // namespace tgdl
