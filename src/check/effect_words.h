// Names of effects for people, and sets of effects taken apart.
#pragma once

#include "check/effects.h"

#include <array>
#include <string>
#include <string_view>

namespace tgdl {

struct EffectWords {
    Effect effect;
    std::string_view word; // in dumps: `writes`
    std::string_view noun; // "{noun} cannot stand in it": `log`
    std::string_view verb; // "here it {verb}": logs
};

// Every effect, in the order in which they are listed.
inline constexpr std::array<EffectWords, 12> kEffectWords = {{
    {Effect::Writes, "writes", "a change of the game", "changes the game"},
    {Effect::Asks, "asks", "a decision of a player", "asks a player"},
    {Effect::Throws, "throws", "throwing an event", "throws an event"},
    {Effect::Shuffles, "shuffles", "shuffling", "shuffles"},
    {Effect::Random, "random", "a random number", "draws a random number"},
    {Effect::Passes, "passes", "`turn.use` or `turn.pass`", "moves the turn on"},
    {Effect::Ends, "ends", "the end of the game", "ends the game"},
    {Effect::Fails, "fails", "`fail`", "fails"},
    {Effect::Cancels, "cancels", "`cancel`", "cancels"},
    {Effect::Logs, "logs", "`log`", "logs"},
    {Effect::Tells, "tells", "`tell`", "tells a player something"},
    {Effect::Prevents, "prevents", "`event.prevent`", "prevents an action"},
}};

const EffectWords& words_of(Effect effect);

// Those of `effects` that are not in `others`, and those that are in both.
Effects without(Effects effects, Effects others);
Effects common(Effects effects, Effects others);

// "a `Card`", "an `Ace`".
std::string with_article(std::string_view name);

// `writes, asks`, or `nothing`.
std::string describe_effects(Effects effects);

} // namespace tgdl
