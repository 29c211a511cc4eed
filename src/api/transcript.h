// A match as lines of text: what `tgdl run` prints, what playthroughs hold, and how a choice is written.
#pragma once

#include "match/match.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// What people were told: `text`, or `[to 1] text`. It may hold line ends of its own.
std::string log_line(const Delivered& delivered);
// `scores: 12 9`, if it was won by them, and `result: [[0],[1]]`.
std::vector<std::string> result_lines(const MatchResult& result);
// For what is no result: `result: stuck`, `unfinished`, `error`.
std::string result_line(std::string_view word);

// Which option a written choice takes: the first with this text, else the one with this number from 0.
std::optional<std::size_t> find_option(Match& match, const Decision& decision, std::string_view choice);
// `0=Grid(0,0)`, `1=Grid(1,0)`, …
std::vector<std::string> numbered_options(Match& match, const Decision& decision);

} // namespace tgdl
