// What stands behind the classes of the public interface (include/tgdl): seen by src/interface alone.
#pragma once

#include "api/engine.h"
#include "api/seat_replay.h"

#include <cstdint>
#include <map>
#include <memory>
#include <tgdl/game.h>
#include <utility>
#include <vector>

namespace tgdl::v1 {

struct Rules::Data {
    explicit Data(LoadedRules loaded_rules);

    LoadedRules loaded;
    std::vector<Diagnostic> diagnostics;
};

struct Match::Data {
    Data(Rules of, tgdl::Match played) : rules(std::move(of)), match(std::move(played)) {}

    Rules rules;
    tgdl::Match match;
};

struct Game::Data {
    Data(Rules of, tgdl::Game played) : rules(std::move(of)), game(std::move(played)) {}

    Rules rules;
    tgdl::Game game;
    std::map<std::uint32_t, SeatReplay> replays; // by player: of those that were sampled for
};

} // namespace tgdl::v1
