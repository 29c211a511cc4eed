// The lossless tree of one file: every token belongs to a node, and printing the tree gives back the same bytes.
//
// All nodes have one form. What a node is made of is written in syntax/node_kind.def: its `main` token (a name, an
// operator, a literal) and its children, each with a Role. Children are found by role, not by position:
//
//   for (NodeId member : tree.children(definition, Role::Item)) …
//   NodeId base = tree.child(definition, Role::Base);   // none when there is no `: Base`
//
// Chains that a person does not see as nesting (a + b + c, a.b().c, else if) are flat, so the depth of a tree is
// bounded by the parser's limit on nesting, and walkers may recurse.
#pragma once

#include "source/source_file.h"
#include "syntax/token.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

using NodeId = TypedIndex<struct NodeTag>;

enum class NodeKind : std::uint8_t {
#define TGDL_NODE(name) name,
#include "syntax/node_kind.def"
#undef TGDL_NODE
};

enum class Role : std::uint8_t {
#define TGDL_ROLE(name) name,
#include "syntax/role.def"
#undef TGDL_ROLE
};

std::string_view node_kind_name(NodeKind kind);
std::string_view role_name(Role role);

struct Node {
    NodeKind kind{};
    Role role{};
    TokenId main;  // none when the construct has none, or when it is missing in a wrong text
    TokenId begin; // the first token of the node
    TokenId end;   // one past its last token; begin == end for a node of a missing part
    NodeId first_child;
    NodeId next; // the next child of the same parent
};

class Tree {
public:
    Tree(const SourceFile& source, FileId file, std::vector<Token> tokens)
        : source_(&source), file_(file), tokens_(std::move(tokens)) {}

    [[nodiscard]] FileId file() const { return file_; }
    [[nodiscard]] const SourceFile& source() const { return *source_; }
    [[nodiscard]] NodeId root() const { return root_; }

    [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id.index()]; }
    [[nodiscard]] NodeKind kind(NodeId id) const { return node(id).kind; }
    [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }
    [[nodiscard]] const Token& token(TokenId id) const { return tokens_[id.index()]; }
    [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
    [[nodiscard]] std::string_view text(TokenId id) const;

    // The first child with this role, or none.
    [[nodiscard]] NodeId child(NodeId parent, Role role) const;
    [[nodiscard]] bool has(NodeId parent, Role role) const { return child(parent, role).valid(); }

    // The children, in the order of the text. With a role: only those.
    class ChildRange;
    [[nodiscard]] ChildRange children(NodeId parent) const;
    [[nodiscard]] ChildRange children(NodeId parent, Role role) const;

    [[nodiscard]] Symbol main_symbol(NodeId id) const; // of the main token; none when it is no word
    [[nodiscard]] Span span(NodeId id) const;          // the whole node, without leading spaces and comments
    [[nodiscard]] Span span(TokenId id) const;
    [[nodiscard]] Span name_span(NodeId id) const; // the main token, or the whole node when there is none
    // The operator before an operand of an Infix or Test node.
    [[nodiscard]] TokenId operator_before(NodeId operand) const { return TokenId(node(operand).begin.index() - 1); }

    // Spaces and comments before the token.
    [[nodiscard]] std::string_view trivia_before(TokenId id) const;
    // The text of the `///` comments right before a node, without the slashes, lines joined by '\n'; empty if none.
    [[nodiscard]] std::string documentation(NodeId id) const;

    // The same bytes as the source, made by walking the nodes (a test of the tree, not a way to get the text).
    [[nodiscard]] std::string print() const;

private:
    friend class TreeBuilder;

    const SourceFile* source_;
    FileId file_;
    std::vector<Token> tokens_;
    std::vector<Node> nodes_;
    NodeId root_;
};

class Tree::ChildRange {
public:
    class Iterator {
    public:
        Iterator(const Tree* tree, NodeId at, bool any, Role role) : tree_(tree), at_(at), any_(any), role_(role) {
            skip();
        }
        NodeId operator*() const { return at_; }
        Iterator& operator++() {
            at_ = tree_->node(at_).next;
            skip();
            return *this;
        }
        bool operator!=(const Iterator& other) const { return at_ != other.at_; }

    private:
        void skip() {
            while (!any_ && at_.valid() && tree_->node(at_).role != role_) {
                at_ = tree_->node(at_).next;
            }
        }
        const Tree* tree_;
        NodeId at_;
        bool any_;
        Role role_;
    };

    ChildRange(const Tree& tree, NodeId parent, bool any, Role role)
        : tree_(&tree), parent_(parent), any_(any), role_(role) {}
    [[nodiscard]] Iterator begin() const { return {tree_, tree_->node(parent_).first_child, any_, role_}; }
    [[nodiscard]] Iterator end() const { return {tree_, NodeId(), true, role_}; }
    [[nodiscard]] bool empty() const { return !(begin() != end()); }
    [[nodiscard]] std::size_t size() const {
        std::size_t count = 0;
        for ([[maybe_unused]] NodeId child : *this) {
            ++count;
        }
        return count;
    }

private:
    const Tree* tree_;
    NodeId parent_;
    bool any_;
    Role role_;
};

inline Tree::ChildRange Tree::children(NodeId parent) const {
    return {*this, parent, true, Role{}};
}
inline Tree::ChildRange Tree::children(NodeId parent, Role role) const {
    return {*this, parent, false, role};
}

} // namespace tgdl
