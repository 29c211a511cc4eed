// A finished or saved game, watched choice by choice: forwards, backwards, with the eyes of any player.
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
void replay_plain(Game game, const ReplaySetup& setup, std::istream& in, std::ostream& out);

} // namespace tgdl
