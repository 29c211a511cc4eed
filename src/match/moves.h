// Complete moves on top of decisions: all that a player decides for one action (docs/reference/running.md#27).
//
// A match decides one thing at a time; counting, comparing with other systems and some searches want whole moves. A list
// input counts as one set, because its elements are only offered in one order.
#pragma once

#include "base/random.h"
#include "match/match.h"
#include "match/move_list.h"
#include "match/move_walk.h"
#include "vm/machine.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace tgdl {

// Calls `visit` with the match after each complete move from `match`, which waits. The match passed to `visit` is a scratch
// copy: it may be played on. Where there is none, match.go_on_without_options() leads to the next decision.
void for_each_move(Match& match, const std::function<void(Match& after, const MoveLine& line)>& visit);

enum class CountEnd : std::uint8_t { Counted, Error, TooLong };

// counts[d] is the number of different lines of d + 1 complete moves. When a line ended in a runtime error `failed` is left
// at it. A line of more than kMostDecisions is too long.
CountEnd count_moves(Match& start, std::size_t depth, std::vector<std::uint64_t>& counts, Match& failed);

// Plays complete legal moves at random, each as likely as any other, unless there are too many to list them: then each of
// its choices is as likely as the others. One for each program: it works out once for which
// actions a move is complete with its last input, so that most moves are listed without being tried.
class RandomMover {
public:
    explicit RandomMover(const Match& like);

    // One move. `match` must wait; it is left after the move. False when it came to its end without one.
    bool play(Match& match, RandomState& random);

private:
    struct Line {
        std::size_t begins = kNoBeginning; // with a move of beginnings_, which asks for more
        MoveLine options;
    };
    static constexpr std::size_t kNoBeginning = ~std::size_t{0};

    static constexpr std::size_t kMostListed = 20'000; // lines, and as many choices made to find them

    bool play_one(Match& match, RandomState& random);
    static void play_by_choices(Match& match, RandomState& random);
    bool list(Match& match);
    Outcome list_beginnings(Match& match, std::uint32_t first, std::uint32_t& past);
    void list_lines(Match& match, std::size_t level);
    void list_walked();
    [[nodiscard]] bool is_too_much() const {
        return listed_.size() >= kMostListed || choices_made_ >= kMostListed || walk_.gave_up();
    }
    void list_option(Match& match, std::size_t level, std::uint32_t option);
    [[nodiscard]] bool completes(const Match& match, const Decision& decision, const Option& option) const;
    bool try_line(Match& match, const Line& line);
    Match& scratch(std::size_t level, const Match& like);

    std::vector<bool> asks_inside_;               // by action: its transaction may ask for more than its inputs
    std::vector<std::unique_ptr<Match>> scratch_; // by number of decisions made
    std::vector<Line> listed_;
    std::size_t choices_made_ = 0;
    Line line_;           // while listing: decisions made so far
    MoveList moves_;      // those that need no stepping
    MoveList beginnings_; // those whose first steps need none
    MoveWalk walk_;       // for what only making it tells
};

} // namespace tgdl
