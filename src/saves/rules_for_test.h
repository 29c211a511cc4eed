// Rules from a text, for tests of saves.
#pragma once

#include "api/engine.h"
#include "api/memory_loader.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace tgdl {

inline LoadedRules rules_of(std::string_view text) {
    MemoryLoader loader;
    loader.add("game.tgdl", std::string(text));
    LoadedRules rules = load_rules(loader, "game.tgdl");
    EXPECT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
    return rules;
}

inline constexpr std::string_view kNim = R"(
game "nim";
players 2..3;

global class Heap { number stones = 5; }

action Take
{
    trigger PlayerChoiceEvent;
    input number count { range 1..2; filter { return count <= Heap.stones; } }
    effect
    {
        Heap.stones -= count;
        if (Heap.stones == 0) { winner player.active(); }
        turn.pass();
    }
}
)";

// The rules with each `from` written as `to`.
inline std::string changed(std::string_view rules, std::string_view from, std::string_view to) {
    std::string text(rules);
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    EXPECT_NE(text, rules);
    return text;
}

} // namespace tgdl
