// Finds where code changes the game itself, as opposed to a list it has made for its own use.
#pragma once

#include "check/checked_program.h"
#include "check/code_reading.h"

#include <vector>

namespace tgdl {

// The places in the body, not in those that stand inside it. A change of a collection that a local variable holds is
// taken for one of its own, though the variable may name a list of the game. O(size of the body).
std::vector<Span> find_writes_of_the_game(const CheckedProgram& program, const BodyPlaces& places, BodyId body);

} // namespace tgdl
