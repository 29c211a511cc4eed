// The text of a game with what ran of it: in how many of the watched games each line did, and what never did.
#pragma once

#include "simulate/simulate.h"

#include <cstdint>
#include <string>

namespace tgdl {

// As HTML, each file folded: the game's own files, and of the standard library those of which something ran.
// O(text and passages).
std::string source_listings(const LoadedRules& rules, const Details& details);

// What a link to a line names.
std::string line_anchor(std::uint32_t file, std::uint32_t line);

} // namespace tgdl
