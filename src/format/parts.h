// Parts of a node, in the order of the text: its own tokens and its children.
//
// The layout of definitions and statements rests on three questions about such a row of parts: where a body begins,
// where it ends, and where an item of a body ends.
#pragma once

#include "syntax/tree.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tgdl::format {

// A child, or a token that belongs to the node itself.
struct Part {
    TokenId token; // none for a child
    NodeId child;  // none for a token
};

using Parts = std::span<const Part>;

std::vector<Part> parts_of(const Tree& tree, NodeId id);
// The same into a list that is used again and again.
void collect_parts(const Tree& tree, NodeId id, std::vector<Part>& parts);
TokenId begin_of(const Tree& tree, const Part& part);
TokenId end_of(const Tree& tree, const Part& part); // one past its last token

bool is_token(const Tree& tree, const Part& part, TokenKind kind);
inline TokenId next_token(TokenId id) {
    return TokenId(id.index() + 1);
}
inline TokenId previous_token(TokenId id) {
    return TokenId(id.index() - 1);
}

// The first body at or after `from`: a `{` of the node itself, a Block, or a statement that stands for one; the number
// of parts when there is none. The parts are those of a definition, a clause or a statement, not of an expression.
std::size_t find_body(const Tree& tree, Parts parts, std::size_t from);
// One past the body that begins at `at`, with its `}`, without a `;` after it.
std::size_t end_of_body(const Tree& tree, Parts parts, std::size_t at);
// What stands between the braces of the body whose `{` is at `at`.
Parts items_of_body(const Tree& tree, Parts parts, std::size_t at);
// One past the item of a body that begins at `at`, with the `;` after it.
std::size_t end_of_item(const Tree& tree, Parts parts, std::size_t at);
// One past the `;` that may stand at `at`.
std::size_t skip_semicolons(const Tree& tree, Parts parts, std::size_t at);

// Which runs of tokens may stand on one line, as far as bodies are concerned.
//
// A body of one line holds at most one item, and no other body that is not empty; an `else` begins a line.
class Bodies {
public:
    explicit Bodies(const Tree& tree); // O(tokens)

    // Whether the tokens from `begin` up to `end` may be one line. O(1).
    [[nodiscard]] bool allow_one_line(TokenId begin, TokenId end) const;

private:
    void visit(const Tree& tree, NodeId id, std::vector<Part>& parts);

    // For each token, how many there are before it:
    std::vector<std::uint32_t> filled_; // bodies that hold something
    std::vector<std::uint32_t> tall_;   // bodies that hold several things, and `else`
};

} // namespace tgdl::format
