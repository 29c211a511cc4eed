#include "format/parts.h"

namespace tgdl::format {

std::vector<Part> parts_of(const Tree& tree, NodeId id) {
    std::vector<Part> parts;
    collect_parts(tree, id, parts);
    return parts;
}

void collect_parts(const Tree& tree, NodeId id, std::vector<Part>& parts) {
    parts.clear();
    TokenId at = tree.node(id).begin;
    const auto add_tokens_until = [&](TokenId end) {
        for (; at < end; at = next_token(at)) {
            parts.push_back({at, NodeId()});
        }
    };
    for (const NodeId child : tree.children(id)) {
        const Node& node = tree.node(child);
        if (node.begin == node.end) {
            continue;
        }
        add_tokens_until(node.begin);
        parts.push_back({TokenId(), child});
        at = node.end;
    }
    add_tokens_until(tree.node(id).end);
}

TokenId begin_of(const Tree& tree, const Part& part) {
    return part.child.valid() ? tree.node(part.child).begin : part.token;
}

TokenId end_of(const Tree& tree, const Part& part) {
    return part.child.valid() ? tree.node(part.child).end : next_token(part.token);
}

bool is_token(const Tree& tree, const Part& part, TokenKind kind) {
    return part.token.valid() && tree.token(part.token).kind == kind;
}

std::size_t find_body(const Tree& tree, Parts parts, std::size_t from) {
    for (std::size_t at = from; at < parts.size(); ++at) {
        if (is_token(tree, parts[at], TokenKind::LeftBrace)) {
            return at;
        }
        if (!parts[at].child.valid()) {
            continue;
        }
        const Node& child = tree.node(parts[at].child);
        if (child.kind == NodeKind::Block || child.kind == NodeKind::ShortFilter || child.role == Role::Then
            || child.role == Role::Else || child.role == Role::Body) {
            return at;
        }
    }
    return parts.size();
}

std::size_t end_of_body(const Tree& tree, Parts parts, std::size_t at) {
    if (!is_token(tree, parts[at], TokenKind::LeftBrace)) {
        return at + 1;
    }
    while (at < parts.size() && !is_token(tree, parts[at], TokenKind::RightBrace)) {
        ++at;
    }
    return at < parts.size() ? at + 1 : at;
}

Parts items_of_body(const Tree& tree, Parts parts, std::size_t at) {
    std::size_t end = end_of_body(tree, parts, at);
    if (is_token(tree, parts[end - 1], TokenKind::RightBrace)) {
        --end;
    }
    return parts.subspan(at + 1, end - at - 1);
}

std::size_t skip_semicolons(const Tree& tree, Parts parts, std::size_t at) {
    while (at < parts.size() && is_token(tree, parts[at], TokenKind::Semicolon)) {
        ++at;
    }
    return at;
}

std::size_t end_of_item(const Tree& tree, Parts parts, std::size_t at) {
    // An item is a child of its own, or begins with a word of the parent: `effect { … }`, `returns number;`.
    const bool own_child = parts[at].child.valid();
    while (at < parts.size()) {
        const Part& part = parts[at++];
        const bool ends = part.child.valid() ? own_child || tree.kind(part.child) == NodeKind::Block
                                             : tree.token(part.token).kind == TokenKind::Semicolon;
        if (ends) {
            break;
        }
    }
    // First values in an entry of `contents` may have commas between them.
    const bool is_value = parts[at - 1].child.valid() && tree.kind(parts[at - 1].child) == NodeKind::InitialiserEntry;
    if (is_value && at < parts.size() && is_token(tree, parts[at], TokenKind::Comma)) {
        ++at;
    }
    return skip_semicolons(tree, parts, at);
}

Bodies::Bodies(const Tree& tree) : filled_(tree.tokens().size() + 1), tall_(tree.tokens().size() + 1) {
    std::vector<Part> parts;
    visit(tree, tree.root(), parts);
    for (std::size_t i = 1; i < filled_.size(); ++i) {
        filled_[i] += filled_[i - 1];
        tall_[i] += tall_[i - 1];
    }
}

// Marks each body at the token after its first one, so that the sums tell how many began before a token.
void Bodies::visit(const Tree& tree, NodeId id, std::vector<Part>& parts) {
    const NodeKind kind = tree.kind(id);
    for (const NodeId child : tree.children(id)) {
        visit(tree, child, parts);
        const Node& node = tree.node(child);
        const bool statement = node.role == Role::Then || node.role == Role::Else || node.role == Role::Body;
        if (statement && kind != NodeKind::Conditional && node.kind != NodeKind::Block) {
            filled_[node.begin.index() + 1] = 1;
        }
    }
    if (kind == NodeKind::CollectionLiteral || kind == NodeKind::Initialiser || kind == NodeKind::SwitchValue) {
        return;
    }
    collect_parts(tree, id, parts);
    for (std::size_t at = 0; at < parts.size(); ++at) {
        if (is_token(tree, parts[at], TokenKind::Else)) {
            tall_[parts[at].token.index() + 1] = 1;
        }
        if (!is_token(tree, parts[at], TokenKind::LeftBrace)) {
            continue;
        }
        const std::size_t mark = parts[at].token.index() + 1;
        const Parts items = items_of_body(tree, parts, at);
        filled_[mark] = items.empty() ? 0 : 1;
        tall_[mark] = !items.empty() && end_of_item(tree, items, 0) < items.size() ? 1 : 0;
        at += items.size();
    }
}

bool Bodies::allow_one_line(TokenId begin, TokenId end) const {
    // The first token may itself begin a body, or be an `else`.
    return filled_[end.index()] - filled_[begin.index() + 1] <= 1 && tall_[end.index()] - tall_[begin.index() + 1] == 0;
}

} // namespace tgdl::format
