#include "syntax/tree.h"

#include <algorithm>
#include <array>

namespace tgdl {

namespace {

constexpr std::array kNodeKindNames = {
#define TGDL_NODE(name) std::string_view(#name),
#include "syntax/node_kind.def"
#undef TGDL_NODE
};

constexpr std::array kRoleNames = {
#define TGDL_ROLE(name) std::string_view(#name),
#include "syntax/role.def"
#undef TGDL_ROLE
};

// The lines of `///` comments at the end of a trivia, in order. Only the comments nearest to the node count: an empty
// line or another comment between them and the node does not cut them off, code would.
std::string documentation_in(std::string_view trivia) {
    std::string text;
    bool any = false;
    std::size_t at = 0;
    while (at < trivia.size()) {
        if (trivia.compare(at, 2, "/*") == 0) {
            const std::size_t close = trivia.find("*/", at + 2);
            at = close == std::string_view::npos ? trivia.size() : close + 2;
        } else if (trivia.compare(at, 2, "//") == 0) {
            std::size_t end = std::min(trivia.find('\n', at), trivia.size());
            std::string_view line = trivia.substr(at, end - at);
            at = end;
            if (!line.starts_with("///") || line.starts_with("////")) {
                continue;
            }
            line.remove_prefix(line.starts_with("/// ") ? 4 : 3);
            while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
                line.remove_suffix(1);
            }
            text.append(any ? "\n" : "").append(line);
            any = true;
        } else {
            ++at;
        }
    }
    return text;
}

void print_node(const Tree& tree, NodeId id, std::string& out) {
    const auto print_tokens = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            out.append(tree.trivia_before(TokenId(i))).append(tree.text(TokenId(i)));
        }
    };
    std::size_t at = tree.node(id).begin.index();
    for (const NodeId child : tree.children(id)) {
        print_tokens(at, tree.node(child).begin.index());
        print_node(tree, child, out);
        at = tree.node(child).end.index();
    }
    print_tokens(at, tree.node(id).end.index());
}

} // namespace

std::string_view node_kind_name(NodeKind kind) {
    return kNodeKindNames[static_cast<std::size_t>(kind)];
}

std::string_view role_name(Role role) {
    return kRoleNames[static_cast<std::size_t>(role)];
}

std::string_view Tree::text(TokenId id) const {
    const Token& here = token(id);
    return source_->text().substr(here.begin, here.end - here.begin);
}

NodeId Tree::child(NodeId parent, Role role) const {
    for (NodeId at = node(parent).first_child; at.valid(); at = node(at).next) {
        if (node(at).role == role) {
            return at;
        }
    }
    return {};
}

Symbol Tree::main_symbol(NodeId id) const {
    const TokenId main = node(id).main;
    return main.valid() ? token(main).symbol : Symbol();
}

Span Tree::span(NodeId id) const {
    const Node& here = node(id);
    if (here.begin == here.end) {
        const std::uint32_t place = here.begin.index() == 0 ? 0 : tokens_[here.begin.index() - 1].end;
        return {file_, place, place};
    }
    return {file_, token(here.begin).begin, tokens_[here.end.index() - 1].end};
}

Span Tree::span(TokenId id) const {
    return {file_, token(id).begin, token(id).end};
}

Span Tree::name_span(NodeId id) const {
    return node(id).main.valid() ? span(node(id).main) : span(id);
}

std::string_view Tree::trivia_before(TokenId id) const {
    const std::uint32_t begin = id.index() == 0 ? 0 : tokens_[id.index() - 1].end;
    return source_->text().substr(begin, token(id).begin - begin);
}

std::string Tree::documentation(NodeId id) const {
    std::string_view trivia = trivia_before(node(id).begin);
    if (node(id).begin.index() != 0) {
        // What stands on the line of the token before belongs to that one.
        trivia.remove_prefix(std::min(trivia.find('\n'), trivia.size()));
    }
    return documentation_in(trivia);
}

std::string Tree::print() const {
    std::string out;
    if (root_.valid()) {
        print_node(*this, root_, out);
    }
    return out;
}

} // namespace tgdl
