// Walks the complete moves of a match: makes every choice on a scratch copy and sees what comes of it.
//
// A choice that is undone, at once or by whatever is decided after it, is no move. Where all that a decision offers is
// undone the match goes on as if it had offered nothing: an input takes its `else`, and the line has kNoOption there.
#pragma once

#include "match/match.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

namespace tgdl {

// The options of one decision after the other that make a complete move.
using MoveLine = std::vector<std::uint32_t>;

inline constexpr std::uint32_t kNoOption = std::numeric_limits<std::uint32_t>::max();

// Of one line: each has a copy of the match, and a place on the stack.
inline constexpr std::size_t kMostDecisions = 1'000;

class MoveWalk {
public:
    // Gets the match after a complete move, which may be played on, and the number of decisions made so far.
    using Visit = std::function<void(Match& after, std::size_t level)>;

    // The moves that begin with the decision that `match` waits for; how many there are. Costs one copy for each choice.
    std::size_t walk(Match& match, std::size_t level, const Visit& visit);
    // The same in the middle of a move. `match` may be left at a later decision of it.
    std::size_t walk_on(Match& match, std::size_t level, const Visit& visit);
    // Of the move being visited, from where the walk began.
    [[nodiscard]] const MoveLine& line() const { return line_; }

    // How many choices it may make before it gives up; without end if nothing is said.
    void allow(std::size_t choices) {
        choices_left_ = choices;
        is_too_long_ = false;
    }
    [[nodiscard]] bool gave_up() const { return choices_left_ == 0 || is_too_long_; }
    // It gave up because a line has more than kMostDecisions.
    [[nodiscard]] bool is_too_long() const { return is_too_long_; }

private:
    bool take_within_move(Match& match, std::uint32_t option, std::size_t level);
    bool can_be_kept(Match& match, std::size_t level);
    std::size_t walk_option(Match& match, std::uint32_t option, std::size_t level, const Visit& visit);

    std::vector<std::unique_ptr<Match>> scratch_; // by level
    MoveLine line_;
    std::size_t choices_left_ = std::numeric_limits<std::size_t>::max();
    bool is_too_long_ = false;
};

// The match is at its end, or at the first decision of a move.
bool is_between_moves(Match& match);

} // namespace tgdl
