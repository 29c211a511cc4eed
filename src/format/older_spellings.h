// Rewrites what was once written differently: `state` for `class`, `T[]` for `List<T>` (docs/reference/text.md#26).
//
//   OlderSpellings spellings;
//   spellings.rewrite_names_only_at(places);   // where the checker has found one
//   std::string text = rewrite_older_spellings(tree, spellings);
//
// Some stand where no name can, `priority` before a number. The others are older spellings only where no such name is
// declared: that is for the checker to say. Without it a program with an attribute called `none` keeps every `none` it has.
#pragma once

#include "syntax/tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

class OlderSpellings {
public:
    // Leaves alone every word that this file declares, or names as something declared elsewhere. O(nodes).
    void keep_names_of(const Tree& tree);

    // Of words that could be names, those that begin at these bytes are older spellings, and no others.
    void rewrite_names_only_at(std::vector<std::uint32_t> places);

    // Of a word that could be a name, at this byte.
    [[nodiscard]] bool rewrites(Symbol older, std::uint32_t place) const;

private:
    std::vector<Symbol> kept_; // at most one entry for each older spelling
    std::optional<std::vector<std::uint32_t>> places_;
};

// Does the file have a word that could be a name or an older spelling?
[[nodiscard]] bool may_have_older_names(const Tree& tree);

// The whole text of the file with today's spellings; everything else stays byte for byte.
std::string rewrite_older_spellings(const Tree& tree, const OlderSpellings& spellings);

} // namespace tgdl
