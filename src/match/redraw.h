// Random numbers that could have been others for all that a player has seen: dice under another's cup, a secret that was
// drawn by lot. Matches in which they are others.
//
// Found by playing the match again from its start with one number changed: if the player is then told and shown exactly
// the same, and the same choices can be made, it could have been another number.
#pragma once

#include "match/draw_tape.h"
#include "match/match.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tgdl {

// A match with the rules, players, seed and limits of another, at its first decision. What chance does in it is written on
// the tape, which must outlive it or be taken away.
std::unique_ptr<Match> begin_again(const Match& match, DrawTape& tape);

class Redraw {
public:
    explicit Redraw(std::uint32_t player) : player_(player) {}

    // Is there anything to change? Only attributes that some do not see: cards are dealt by sample().
    [[nodiscard]] static bool is_needed(const Program& program);

    // `match` is the one that these choices lead to; `into` one like it with other numbers. False when there is none.
    bool sample(Match& match, std::span<const std::uint32_t> choices, std::uint64_t seed, Match& into);

private:
    enum class Draw : std::uint8_t { Untested, Free, Seen };

    // Plays it again, with `tape_.changed`. Empty when it goes another way.
    std::unique_ptr<Match> play_again(Match& match, std::span<const std::uint32_t> choices, std::string& shown);
    void find_free(Match& match, std::span<const std::uint32_t> choices);
    bool is_free(Match& match, std::span<const std::uint32_t> choices, std::size_t draw);

    std::uint32_t player_;
    DrawTape tape_;
    std::vector<std::uint64_t> bounds_; // of all draws of the match
    std::vector<Draw> draws_;
    std::size_t choices_ = ~std::size_t{0}; // when find_free() was last called
    bool is_repeated_ = false;              // the choices do lead to the match
    std::string shown_;                     // to the player, in the real match
};

} // namespace tgdl
