// The one layout of TGDL text (docs/formatting.md), and the rewriting of older spellings.
//
//   in   the tree of one file
//   out  the same tokens and comments, laid out anew; O(tokens)
//
// Formatting what was formatted changes nothing. It is meant for texts that the parser had nothing against; a tree in
// which something fits nowhere or is missing gives its text back unchanged.
#pragma once

#include "format/older_spellings.h"
#include "syntax/tree.h"

#include <string>

namespace tgdl {

// Rewrites the older spellings that the file itself does not use as names.
std::string format_source(const Tree& tree);

// The same for a file whose imports are known: `spellings` has seen every file of the program.
std::string format_source(const Tree& tree, const OlderSpellings& spellings);

} // namespace tgdl
