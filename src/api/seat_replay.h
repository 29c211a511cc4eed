// Observations of one seat of a game, kept up with its choices, and random matches that agree with them.
#pragma once

#include "bots/seat_observer.h"
#include "match/draw_tape.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tgdl {

class Game;

class SeatReplay {
public:
    explicit SeatReplay(std::uint32_t player) : player_(player), seat_(player) {}
    SeatReplay(const SeatReplay&) = delete;
    SeatReplay& operator=(const SeatReplay&) = delete;

    // A random match that agrees with all the seat has seen in the game, with random numbers of its own. Always of the same
    // game, at any position. Plays the choices that are new to it: O(choices since the last call), all of them at first
    // and after one was taken back.
    [[nodiscard]] Match determinize(Game& game, std::uint64_t seed);

private:
    void restart(Game& game);
    void catch_up(Game& game);

    std::uint32_t player_;
    SeatObserver seat_;
    DrawTape tape_;                // since the last choice
    std::unique_ptr<Match> match_; // plays the same choices from the beginning; null before the first determinization
    std::vector<std::uint32_t> made_; // the choices in it
};

} // namespace tgdl
