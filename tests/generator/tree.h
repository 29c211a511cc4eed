// Tree of a generated program: text in nested parts, each with a mark that says what a shrinker may do with it.
//
//   Node sum = compose({"(", left, " + ", right, ")"});
//   sum.simpler = "0";             // a shrinker may write 0 in its place
//   block.children.push_back(line({std::move(sum)}));
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

template <typename T>
concept PartOfNode = requires(T part) { as_node(std::forward<T>(part)); };

// Texts and nodes one after the other. Written in braces, they are made from left to right: a seed gives the same program
// whatever the compiler.
struct Parts {
    std::vector<Node> nodes;

    template <PartOfNode... Each>
    Parts(Each&&... parts) {
        nodes.reserve(sizeof...(parts));
        (nodes.push_back(as_node(std::forward<Each>(parts))), ...);
    }
};

[[nodiscard]] inline Node compose(Parts parts) {
    Node node;
    node.children = std::move(parts.nodes);
    return node;
}
// The same as an expression that a shrinker may replace.
[[nodiscard]] inline Node expression(std::string simpler, Parts parts) {
    Node node = compose(std::move(parts));
    node.simpler = std::move(simpler);
    return node;
}
// The same as a statement or a definition that may be left out.
[[nodiscard]] inline Node line(Parts parts) {
    Node node = compose(std::move(parts));
    node.form = Node::Form::Line;
    node.can_be_left_out = true;
    return node;
}
struct HeadAndChildren {
    Node head;
    std::vector<Node> children;
};
[[nodiscard]] Node block(HeadAndChildren parts);

[[nodiscard]] std::string print(const Node& root);
[[nodiscard]] std::size_t count_nodes(const Node& root);

} // namespace tgdl::generator
