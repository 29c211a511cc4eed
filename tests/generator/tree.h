// Tree of a generated program: text in nested parts, each with a mark that says what a shrinker may do with it.
//
//   Node sum = compose("(", left, " + ", right, ")");
//   sum.simpler = "0";             // a shrinker may write 0 in its place
//   block.children.push_back(line(std::move(sum)));
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tgdl::generator {

struct Node {
    enum class Form : unsigned char {
        Inline, // its text stands where it is
        Line,   // begins a line
        Block,  // a line with its head, then its children between braces
    };
    Form form = Form::Inline;
    std::string head; // stands before the children
    std::vector<Node> children;
    std::string simpler; // what may stand in its place; empty: nothing
    bool can_be_left_out = false;
};

[[nodiscard]] inline Node text(std::string words) {
    Node node;
    node.head = std::move(words);
    return node;
}
[[nodiscard]] inline Node as_node(Node node) {
    return node;
}
[[nodiscard]] inline Node as_node(std::string_view words) {
    return text(std::string(words));
}

// Texts and nodes one after the other.
template <typename... Parts>
[[nodiscard]] Node compose(Parts&&... parts) {
    Node node;
    (node.children.push_back(as_node(std::forward<Parts>(parts))), ...);
    return node;
}
// The same as an expression that a shrinker may replace.
template <typename... Parts>
[[nodiscard]] Node expression(std::string simpler, Parts&&... parts) {
    Node node = compose(std::forward<Parts>(parts)...);
    node.simpler = std::move(simpler);
    return node;
}
// The same as a statement or a definition that may be left out.
template <typename... Parts>
[[nodiscard]] Node line(Parts&&... parts) {
    Node node = compose(std::forward<Parts>(parts)...);
    node.form = Node::Form::Line;
    node.can_be_left_out = true;
    return node;
}
[[nodiscard]] Node block(Node head, std::vector<Node> children);

[[nodiscard]] std::string print(const Node& root);
[[nodiscard]] std::size_t count_nodes(const Node& root);

} // namespace tgdl::generator
