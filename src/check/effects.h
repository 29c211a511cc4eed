// Effects: what running a piece of code may do to the game besides giving a value.
#pragma once

#include <cstdint>

namespace tgdl {

enum class Effect : std::uint16_t {
    Writes = 1,      // changes an attribute, a collection, a place, an owner
    Asks = 2,        // asks a player (input, choose, move)
    Throws = 4,      // event.throw, throw_sync
    Random = 8,      // random, shuffle, reshuffle, List.random
    Passes = 16,     // turn.use, turn.pass
    Ends = 32,       // winner, draw
    Fails = 64,      // fail
    Cancels = 128,   // cancel
    Logs = 256,      // log
    Tells = 512,     // tell
    Prevents = 1024, // event.prevent
    Shuffles = 2048, // shuffle, reshuffle (also Random)
};

class Effects {
public:
    constexpr Effects() = default;
    constexpr Effects(Effect effect) : bits_(static_cast<std::uint16_t>(effect)) {} // NOLINT: an effect is a set of one

    [[nodiscard]] constexpr bool has(Effect effect) const { return (bits_ & static_cast<std::uint16_t>(effect)) != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    constexpr bool operator==(const Effects&) const = default;
    friend constexpr Effects operator|(Effects a, Effects b) {
        Effects both;
        both.bits_ = static_cast<std::uint16_t>(a.bits_ | b.bits_);
        return both;
    }
    constexpr Effects& operator|=(Effects other) { return *this = *this | other; }

private:
    std::uint16_t bits_ = 0;
};

constexpr Effects operator|(Effect a, Effect b) {
    return Effects(a) | Effects(b);
}

// What a hypothetical block must not do (docs/reference/actions.md#21).
inline constexpr Effects kForbiddenInHypothetical = Effects(Effect::Asks) | Effect::Throws | Effect::Random
                                                    | Effect::Passes | Effect::Ends | Effect::Logs | Effect::Tells
                                                    | Effect::Shuffles | Effect::Prevents;

} // namespace tgdl
