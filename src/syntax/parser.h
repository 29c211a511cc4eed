// Turns tokens into the lossless tree of one file, by recursive descent.
//
//   in   any text
//   out  a Tree that holds every token; mistakes are reported and skipped, one message each
//
// Linear in the number of tokens; a text with mistakes is read twice, the second time with an eye on its lines. Nesting
// deeper than kMaxNesting is reported and skipped, so neither the parser nor those who walk the tree can run out of stack.
#pragma once

#include "diagnostics/diagnostic.h"
#include "syntax/tree.h"

namespace tgdl {

inline constexpr int kMaxNesting = 256;

// Lexes and parses.
Tree parse(const SourceFile& source, FileId file, Interner& names, Diagnostics& diagnostics);

// A text dump of the tokens, one line each, and of the tree, one line a node, for `tgdl dump` and golden tests.
std::string dump_tokens(const Tree& tree);
std::string dump_tree(const Tree& tree);

} // namespace tgdl
