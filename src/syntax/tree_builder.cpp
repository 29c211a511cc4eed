#include "syntax/tree_builder.h"

namespace tgdl {

NodeId TreeBuilder::open(NodeKind kind, TokenId begin) {
    Node node;
    node.kind = kind;
    node.begin = begin;
    node.end = begin;
    tree_.nodes_.push_back(node);
    last_child_.emplace_back();
    return NodeId(tree_.nodes_.size() - 1);
}

void TreeBuilder::add(NodeId parent, Role role, NodeId child) {
    tree_.nodes_[child.index()].role = role;
    NodeId& last = last_child_[parent.index()];
    if (last.valid()) {
        tree_.nodes_[last.index()].next = child;
    } else {
        tree_.nodes_[parent.index()].first_child = child;
    }
    last = child;
}

void TreeBuilder::move_children(NodeId from, NodeId to) {
    const NodeId first = tree_.nodes_[from.index()].first_child;
    if (!first.valid()) {
        return;
    }
    const NodeId last = last_child_[to.index()];
    (last.valid() ? tree_.nodes_[last.index()].next : tree_.nodes_[to.index()].first_child) = first;
    last_child_[to.index()] = last_child_[from.index()];
    tree_.nodes_[from.index()].first_child = NodeId();
    last_child_[from.index()] = NodeId();
}

Tree TreeBuilder::finish(NodeId root) {
    tree_.root_ = root;
    return std::move(tree_);
}

} // namespace tgdl
