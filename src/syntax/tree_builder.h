// Builds the nodes of a Tree. Nodes are made whole first and get their parent afterwards, so that `a + b` can take in
// the `a` that was read before the `+` was seen.
//
//   NodeId sum = builder.open(NodeKind::Infix, builder.begin_of(left));
//   builder.add(sum, Role::Operand, left);
//   …
//   builder.close(sum, end);
//
// A node without a parent is lost, its tokens then belong to the node around it; children are added in the order of
// the text.
#pragma once

#include "syntax/tree.h"

#include <vector>

namespace tgdl {

class TreeBuilder {
public:
    explicit TreeBuilder(Tree tree) : tree_(std::move(tree)) {}

    NodeId open(NodeKind kind, TokenId begin);
    void close(NodeId id, TokenId end) { tree_.nodes_[id.index()].end = end; }
    void add(NodeId parent, Role role, NodeId child);
    void set_main(NodeId id, TokenId main) { tree_.nodes_[id.index()].main = main; }
    void set_role(NodeId id, Role role) { tree_.nodes_[id.index()].role = role; }
    // `to` takes the children of `from`, behind its own.
    void move_children(NodeId from, NodeId to);
    void set_kind(NodeId id, NodeKind kind) { tree_.nodes_[id.index()].kind = kind; }

    // A misspelt word counts as the one that is meant; the text stays as it is.
    void take_for(TokenId id, TokenKind kind, Symbol symbol) {
        tree_.tokens_[id.index()].kind = kind;
        tree_.tokens_[id.index()].symbol = symbol;
    }

    [[nodiscard]] TokenId begin_of(NodeId id) const { return tree_.node(id).begin; }
    [[nodiscard]] const Tree& tree() const { return tree_; }

    // The builder is spent afterwards.
    Tree finish(NodeId root);

private:
    Tree tree_;
    std::vector<NodeId> last_child_; // by node
};

} // namespace tgdl
