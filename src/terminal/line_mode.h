// Line mode: a game played line by line, for screen readers, pipes, and terminals that can do nothing else.
//
//   out  what was told and what changed, then the question with its options, each on a line
//   in   an option's text, its number, or as much of its text as tells it from the others; or a command
#pragma once

#include "terminal/interruption.h"
#include "terminal/play_table.h"

#include <iosfwd>

namespace tgdl {

// `interruption`, which may be null, is looked at before each question and after each line.
void play_line_mode(PlayTable& table, std::istream& in, std::ostream& out, Interruption* interruption = nullptr);

} // namespace tgdl
