// The spaces between neighbouring tokens of one line: `f(a: 1)`, `x = -y ^ 2;`, `(0,0) x-> (0,1);`.
#pragma once

#include "syntax/tree.h"

#include <cstdint>
#include <vector>

namespace tgdl::format {

// For each token, how many spaces (0 or 1) stand before it when the line goes on. O(tokens).
std::vector<std::uint8_t> spaces_before_tokens(const Tree& tree);

// The spaces on both sides of a comment that stands in the middle of a line.
int spaces_before_comment(TokenKind previous);
int spaces_after_comment(TokenKind next);

} // namespace tgdl::format
