// Runs a playthrough: its choices, then its bots.
#pragma once

#include "api/engine.h"
#include "playthrough/playthrough.h"

namespace tgdl {

// `rules` has a program. Goes on after what came out differently, as long as the choices are options.
Transcript run_playthrough(const Playthrough& playthrough, const LoadedRules& rules);

} // namespace tgdl
