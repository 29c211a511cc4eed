// Replay of a finished or saved game, choice by choice: forwards, backwards, as any player sees it.
#pragma once

#include "terminal/display.h"
#include "terminal/replay.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace tgdl {

struct ReplaySetup {
    std::uint32_t viewer = kSpectator; // a player, kSpectator or kAllSeeing
    std::string note;                  // what to tell at first: where the game differs from what was saved
};

// The game's choices are those to be watched, wherever it stands.
void replay_on_screen(Game game, const ReplaySetup& setup, Display& display);
// By lines: Enter for the next choice, or a command.
void replay_line_mode(Game game, const ReplaySetup& setup, std::istream& in, std::ostream& out);

} // namespace tgdl
