// A rulebook from the doc comments and definitions of a game.
//
//   in   a checked game without errors
//   out  a Rulebook (document.h), to be written as Markdown or HTML
//
// Matches are started, for every number of players, to see what lies on the table at the beginning; they are looked at as
// a spectator sees them, so nothing hidden is told.
#pragma once

#include "api/front_end.h"
#include "rulebook/document.h"
#include "vm/machine.h"

namespace tgdl {

Rulebook make_rulebook(const CheckResult& checked, const Limits& limits = {});

} // namespace tgdl
