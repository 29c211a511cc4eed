// A game from its text, for the tests of what shows it.
#pragma once

#include "api/engine.h"
#include "api/memory_loader.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace tgdl {

inline LoadedRules rules_from(std::string_view text) {
    MemoryLoader loader;
    loader.add("game.tgdl", std::string(text));
    LoadedRules rules = load_rules(loader, "game.tgdl");
    if (!rules.program) {
        throw std::runtime_error(render_text(rules.sources, rules.diagnostics, {.colour = Colour::Off}));
    }
    return rules;
}

inline Game game_from(std::string_view text, std::uint32_t players = 0) {
    return {rules_from(text).program, {.players = players, .seed = MatchSeed::from(1), .limits = {}}};
}

} // namespace tgdl
