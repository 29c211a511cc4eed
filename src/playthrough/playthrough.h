// A playthrough: a game, who plays it, what is chosen, and what must come of it. docs/playthroughs.md shows the form.
//
//   text ─read_playthrough→ Playthrough ─run_playthrough→ Transcript (run_playthrough.h)
//   Playthrough + Transcript ─find_difference→ where the two part
//                            ─write_playthrough→ the text with what came out now
//   SavedGame ─record→ the text of a playthrough                     (record_playthrough.h)
//
// The text may come from anybody: it is read without trust, and anything that is not understood is said with its line.
#pragma once

#include "bots/bot.h"
#include "match/match.h"
#include "program/options.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

enum class PlayLineKind : std::uint8_t {
    Remark,    // a comment or an empty line
    Choice,    // what somebody chose, written by a person
    BotChoice, // what a bot chose when the choices had run out
    Log,       // what the game said
};

struct PlayLine {
    PlayLineKind kind = PlayLineKind::Remark;
    std::string text;                  // Remark: as written; otherwise without what marks its kind
    std::optional<std::uint32_t> seat; // who chooses; a Choice need not say it
    std::size_t number = 0;            // in the file, from 1
};

struct Playthrough {
    std::vector<std::string> head; // its lines as written, without the empty one that ends it
    std::string game;              // the path as written
    std::size_t game_line = 0;
    std::optional<std::uint64_t> players; // none: as few as the game allows
    MatchSeed seed = MatchSeed::from(0);
    std::vector<OptionChoice> options; // the others have their defaults
    std::vector<BotPlan> bots;         // none: nobody decides when the choices have run out
    bool single_options_unasked = false;
    std::uint64_t limit = 0;     // of decisions
    std::vector<PlayLine> lines; // what follows the head
};

// What is wrong, and where.
struct PlayProblem {
    std::size_t line = 0;
    std::string text;
    std::vector<std::string> details; // more lines, such as the options that there are
};

// What was played, without remarks, and how it ended.
struct Transcript {
    std::vector<PlayLine> lines;        // the last is the `result: …`, if there is no problem
    std::optional<PlayProblem> problem; // a choice that is no option: play stopped there
    std::vector<std::string> reports;   // phases and goals that failed, and the runtime error, if it ended in one
};

// A line of what is written and what came out, held against each other.
struct ComparedLine {
    enum class Side : std::uint8_t { Both, Written, Played };
    Side side = Side::Both;
    PlayLine line;
};

struct PlayDifference {
    std::size_t line = 0;               // in the file: of the first that differs, or the last one if there is no more
    std::size_t choices = 0;            // how many were made before it
    std::optional<PlayLine> choice;     // the last of them
    std::optional<PlayLine> expected;   // the first line that differs; none: nothing more
    std::optional<PlayLine> got;        // likewise
    std::vector<ComparedLine> compared; // a few lines before, then all up to the next choice; long ones are cut
};

tl::expected<Playthrough, PlayProblem> read_playthrough(std::string_view text);

// A line as it stands in the file.
std::string write_line(const PlayLine& line);
// What was told, as lines that can be compared: a text may hold line ends, and spaces at the end do not count.
std::vector<PlayLine> split_log_lines(std::string_view text);

// The first one. A transcript with a problem may end early without being different.
std::optional<PlayDifference> find_difference(const Playthrough& playthrough, const Transcript& transcript);

// The first choice that the match was over before; null when all were taken.
const PlayLine* find_left_over(const Playthrough& playthrough, const Transcript& transcript);

// The same choices and remarks, with what came out. No choice is left over, and the transcript has no problem.
std::string write_playthrough(const Playthrough& playthrough, const Transcript& transcript);

} // namespace tgdl
