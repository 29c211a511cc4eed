// Well-typed TGDL programs from a seed.
//
//   in   a seed, and what the checker of this build lets through where the language has changed
//   out  the tree of a program: print() gives its text. The same seed always gives the same program
#pragma once

#include "tree.h"

#include <cstdint>

namespace tgdl::generator {

struct Language {
    bool deck_clones_are_decks = false;
};

// Asks the checker of this build.
[[nodiscard]] Language probe_language();

struct GeneratedProgram {
    Node tree;
    bool careful = true; // it can end in no runtime error but those of limits
};

[[nodiscard]] GeneratedProgram generate(std::uint64_t seed, const Language& language);

} // namespace tgdl::generator
