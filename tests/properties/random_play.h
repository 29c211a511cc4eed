// Random positions of a game, for properties that must hold in all of them.
#pragma once

#include "api/disk_loader.h"
#include "api/engine.h"
#include "bots/bot_table.h"

#include <cstdio>
#include <fmt/format.h>

namespace tgdl {

// The rules of a file; no program, and a word about it, when it is no game without errors.
inline LoadedRules load_game(const std::string& path) {
    DiskLoader loader;
    LoadedRules rules = load_rules(loader, path);
    if (!rules.program && !rules.is_library) {
        fmt::print("{}: it cannot be played\n{}", path, render_text(rules.sources, rules.diagnostics));
    }
    return rules;
}

// Plays game after game at random, with each number of players in turn, and calls visit(match, choice) at every decision
// before the choice is made, and visit(match, none) at the end; until visit gives false.
template <typename Visit>
void play_at_random(const LoadedRules& rules, const Visit& visit) {
    const Program& program = *rules.program;
    for (std::uint64_t seed = 0;; ++seed) {
        const auto players =
            static_cast<std::uint32_t>(program.min_players + seed % (program.max_players - program.min_players + 1));
        Match match(rules.program, players, MatchSeed::from(seed));
        BotTable bots(seat_plans(*read_bots("random"), players), match, seed);
        while (match.status() == MatchStatus::Waiting) {
            const std::size_t choice = *bots.decide(match);
            if (!visit(match, std::optional(choice))) {
                return;
            }
            match.choose(choice);
        }
        if (!visit(match, std::optional<std::size_t>())) {
            return;
        }
    }
}

} // namespace tgdl
