// Source listing with coverage: in how many games each line of the rules ran, and what never did.
#pragma once

#include "simulate/simulate.h"

#include <cstdint>
#include <string>

namespace tgdl {

// As HTML, each file folded: the game's own files, and of the standard library those of which something ran.
// O(text and regions).
std::string source_listings(const LoadedRules& rules, const Details& details);

// What a link to a line names.
std::string line_anchor(std::uint32_t file, std::uint32_t line);

} // namespace tgdl
