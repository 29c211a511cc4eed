#include "tree.h"

namespace tgdl::generator {

namespace {

class Printer {
public:
    void add(const Node& node) {
        switch (node.form) {
        case Node::Form::Inline: add_inside(node); return;
        case Node::Form::Line:
            new_line();
            add_inside(node);
            return;
        case Node::Form::Block: add_block(node); return;
        }
    }

    std::string out;

private:
    void new_line() {
        out += '\n';
        out.append(4 * depth_, ' ');
    }
    void add_inside(const Node& node) {
        out += node.head;
        for (const Node& child : node.children) {
            add(child);
        }
    }
    // The first child is the head.
    void add_block(const Node& node) {
        new_line();
        add(node.children.front());
        new_line();
        out += '{';
        ++depth_;
        for (std::size_t i = 1; i < node.children.size(); ++i) {
            add(node.children[i]);
        }
        --depth_;
        new_line();
        out += '}';
    }

    std::size_t depth_ = 0;
};

} // namespace

Node block(HeadAndChildren parts) {
    Node node;
    node.form = Node::Form::Block;
    node.can_be_left_out = true;
    node.children.push_back(std::move(parts.head));
    for (Node& child : parts.children) {
        node.children.push_back(std::move(child));
    }
    return node;
}

std::string print(const Node& root) {
    Printer printer;
    printer.add(root);
    return printer.out + "\n";
}

std::size_t count_nodes(const Node& root) {
    std::size_t count = 1;
    for (const Node& child : root.children) {
        count += count_nodes(child);
    }
    return count;
}

} // namespace tgdl::generator
