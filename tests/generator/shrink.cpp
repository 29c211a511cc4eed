#include "shrink.h"

#include <optional>

namespace tgdl::generator {

namespace {

// Part number `wanted` of the tree, counted in preorder from 0, with the list it stands in.
struct Found {
    std::vector<Node>* siblings = nullptr;
    std::size_t index = 0;
};

bool find_part(std::vector<Node>& siblings, std::size_t& left, Found& found) {
    for (std::size_t i = 0; i < siblings.size(); ++i) {
        if (left == 0) {
            found = {&siblings, i};
            return true;
        }
        --left;
        if (find_part(siblings[i].children, left, found)) {
            return true;
        }
    }
    return false;
}

// The ways to make one part smaller, each as a change of the tree it stands in. Smallest result first.
enum class Change { LeaveOut, KeepInside, Simplify };

std::optional<Node> changed(const Node& tree, std::size_t part, Change change) {
    Node copy = tree;
    std::size_t left = part;
    Found found;
    if (!find_part(copy.children, left, found)) {
        return std::nullopt;
    }
    Node& node = (*found.siblings)[found.index];
    switch (change) {
    case Change::LeaveOut:
        if (!node.can_be_left_out) {
            return std::nullopt;
        }
        found.siblings->erase(found.siblings->begin() + static_cast<std::ptrdiff_t>(found.index));
        return copy;
    case Change::KeepInside: {
        if (node.form != Node::Form::Block || !node.can_be_left_out) {
            return std::nullopt;
        }
        Node inside;
        inside.children.assign(node.children.begin() + 1, node.children.end());
        node = std::move(inside);
        return copy;
    }
    case Change::Simplify:
        if (node.simpler.empty() || (node.children.empty() && node.head == node.simpler)) {
            return std::nullopt;
        }
        node = text(node.simpler);
        return copy;
    }
    return std::nullopt;
}

} // namespace

Node shrink(Node tree, const std::function<bool(const Node&)>& shows, std::chrono::seconds most) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + most;
    bool is_smaller = true;
    while (is_smaller && Clock::now() < end) {
        is_smaller = false;
        for (std::size_t part = 0; part + 1 < count_nodes(tree) && Clock::now() < end; ++part) {
            for (const Change change : {Change::LeaveOut, Change::KeepInside, Change::Simplify}) {
                std::optional<Node> smaller = changed(tree, part, change);
                if (smaller && shows(*smaller)) {
                    tree = std::move(*smaller);
                    is_smaller = true;
                    --part; // something else stands there now
                    break;
                }
            }
        }
    }
    return tree;
}

} // namespace tgdl::generator
