// Turn of a bot, apart from its table, so that the bot can think on any thread while the table goes on.
//
//   const BotTurn turn = table.bot_turn();
//   …on another thread…
//   std::size_t option = think(turn);
//
// A bot knows what its seat knows: it looks on from that seat while the match is played again from its beginning.
#pragma once

#include "api/engine.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tgdl {

struct BotTurn {
    std::string bot; // a word of `--bots`
    std::uint32_t seat = 0;
    std::shared_ptr<const Match> match; // waits for that seat; a copy
    MatchSeed seed;                     // with the choices, the match from its beginning
    Limits limits;
    std::vector<std::uint32_t> choices; // all that were made, if the bot has to know of them
    bool begins_move = false;           // Decision::begins_move
    std::uint64_t random_number = 0;    // what the bot draws by lot depends on it
};

// Does this bot need BotTurn::choices there? Not where it sees all that matters, nor if it looks at nothing.
bool needs_choices(const std::string& bot, const Program& program);

// The number of an option of turn.match. A bot that fails takes any. Takes as long as the bot wants.
std::size_t think(const BotTurn& turn);

} // namespace tgdl
