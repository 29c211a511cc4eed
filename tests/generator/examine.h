// Plays a program at random, optimised and plain in lockstep, and says what is wrong with it.
//
// What counts as wrong:
//   differs   the two ways show something different (api/lockstep_for_test.h), or list other moves
//   promise   a choice that was offered does not fit the clauses of its input (statement_inputs.cpp)
//   fault     a runtime error in a careful program
//   invalid   the verifier refuses what the compiler made
#pragma once

#include <cstdint>
#include <string>

namespace tgdl::generator {

struct Verdict {
    enum class Kind : unsigned char { Fine, Refused, Wrong };
    Kind kind = Kind::Fine;
    std::string what; // Refused: what the checker says. Wrong: its kind, a colon, and what shows it
    std::uint64_t games = 0;
    std::uint64_t choices = 0;
};

[[nodiscard]] Verdict examine(const std::string& program, bool careful, std::uint64_t seed);

} // namespace tgdl::generator
