// The best end that can be reached in a game in which all is seen, nothing is left to chance, and all want the same: a
// puzzle. Positions may come again.
#pragma once

#include "solve/attempt.h"

#include <optional>
#include <string>
#include <vector>

namespace tgdl {

struct Reached {
    double value = 0;              // of the best end; 0 when there is none
    std::vector<std::string> line; // the fewest choices that lead there
};

// Looks at positions in the order of how many choices lead to them. Nothing when chance has a part in the game.
std::optional<Reached> reach_best(Attempt& attempt);

} // namespace tgdl
