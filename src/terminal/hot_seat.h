// Hot seat: a game played by people and bots at one terminal. Who decides, what goes on by itself, for whom the screen is.
//
//   HotSeat hot_seat(std::move(game), seats, seed);
//   while (hot_seat.game().status() == MatchStatus::Waiting) {
//       hot_seat.choose(…);            // an option of hot_seat.game().decision(), for a person
//   }
//
// Whoever draws it takes hot_seat.view(), which is the viewer's and nobody else's.
#pragma once

#include "api/engine.h"
#include "bots/bot_table.h"
#include "terminal/faces.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

// A choice that was made, as it is told afterwards.
struct MadeChoice {
    std::string text;  // of the option
    std::string about; // the id of the instance it was about; may be empty
    std::uint32_t player = 0;
    bool begins_move = false;
    bool automatic = false; // there was nothing to choose, or a bot chose
};

// A Match::Tracer that adds the line to a std::vector<std::string>, up to a number that somebody may still read.
void keep_traced_line(void* lines, const std::string& line);

class HotSeat {
public:
    // `seats`: none is a person, as are those that the list is too short for.
    HotSeat(Game game, std::vector<SeatPlan> seats, std::uint64_t seed);

    [[nodiscard]] Game& game() { return game_; }
    [[nodiscard]] const std::vector<SeatPlan>& seats() const { return seats_; }

    // ---- choosing
    // Does a person decide next? Otherwise a bot does, or the game is at its end.
    [[nodiscard]] bool waits_for_person();
    // index < game().decision().options.size(). For a person; go_on() does the rest.
    void choose(std::size_t index);
    // Lets bots decide, and makes choices that lead to another of the same player and leave no other way, until a person
    // must decide or the game ends. Where nobody is a person, one choice of a bot.
    void go_on();
    // Why a bot did not decide, so that a person has its seat now. Empty when nothing happened since the last call.
    [[nodiscard]] std::string take_bot_problem() { return std::exchange(bot_problem_, {}); }
    // What the player who decides has chosen so far in the running move.
    [[nodiscard]] std::vector<MadeChoice> running_move();
    [[nodiscard]] const std::vector<MadeChoice>& made() const { return made_; } // up to here
    // What came of the last choice of a person and what followed: events, what reacted, what refused.
    [[nodiscard]] const std::vector<std::string>& cascade() const { return cascade_; }

    // ---- steps back and forth
    // To the state after so many choices. What was chosen stays to be redone.
    void go_to(std::size_t position);
    // After how many choices a person chose last, or chooses next of those undone; the position itself if there is none.
    [[nodiscard]] std::size_t previous_position() const;
    [[nodiscard]] std::size_t next_position() const;
    // Other rules, or another game, take the place of this one.
    void replace(Game game);

    // ---- viewers
    // For whom the table is drawn: who decides, if it is a person; else the only person, else a spectator.
    [[nodiscard]] std::uint32_t viewer();
    [[nodiscard]] Json view();
    // Must the others look away before the viewer may look? False when `seen_by` looked last.
    [[nodiscard]] bool needs_hand_over(std::uint32_t seen_by);

private:
    [[nodiscard]] std::size_t people() const;
    [[nodiscard]] bool is_person(std::uint32_t seat) const { return !seats_[seat]; }
    enum class Initiator : std::uint8_t { Person, Program };
    [[nodiscard]] BotChoice ask_bot();
    void make(std::size_t index, Initiator initiator);
    void record(std::size_t index, Initiator initiator);
    void rebuild_history();
    void inform_bots(std::size_t position);

    Game game_;
    std::vector<SeatPlan> seats_;
    std::uint64_t seed_;
    std::unique_ptr<BotTable> bots_; // they know the game up to its position
    std::vector<MadeChoice> made_;   // up to the position of the game
    std::vector<MadeChoice> undone_; // those to redo, the next one last
    std::vector<std::string> cascade_;
    std::string bot_problem_;
};

} // namespace tgdl
