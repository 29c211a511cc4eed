// Rewrites what was once written differently: `state` for `class`, `T[]` for `List<T>` (docs/reference/text.md#26).
//
//   OlderSpellings spellings;
//   for (const Tree& tree : program) spellings.keep_names_of(tree);
//   std::string text = rewrite_older_spellings(tree, spellings);
//
// A word is an older spelling only where no such name is declared, so a program with an attribute called `none` keeps
// every `none` it has.
#pragma once

#include "syntax/tree.h"

#include <string>
#include <vector>

namespace tgdl {

class OlderSpellings {
public:
    // Leaves alone every word that this file declares, or names as something declared elsewhere. O(nodes).
    void keep_names_of(const Tree& tree);

    [[nodiscard]] bool rewrites(Symbol older) const;

private:
    std::vector<Symbol> kept_; // at most one entry for each older spelling
};

// The whole text of the file with today's spellings; everything else stays byte for byte.
std::string rewrite_older_spellings(const Tree& tree, const OlderSpellings& spellings);

} // namespace tgdl
