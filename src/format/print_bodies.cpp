#include "format/tree_printer.h"

#include <algorithm>

namespace tgdl::format {

namespace {

bool is_directive(NodeKind kind) {
    return kind == NodeKind::GameDirective || kind == NodeKind::PlayersDirective || kind == NodeKind::ImportDirective;
}

} // namespace

std::string TreePrinter::run() {
    padding_.assign(tree_.tokens().size(), 0);
    file();
    return writer_.finish();
}

// Definitions of several lines are set apart by a blank line, and so are the directives from the definitions.
void TreePrinter::file() {
    const std::vector<Part> parts = parts_of(tree_, tree_.root());
    const TokenId end_of_file(tree_.tokens().size() - 1);
    bool first = true;
    bool was_tall = false;
    bool was_directive = false;
    std::size_t at = 0;
    while (at < parts.size() && begin_of(tree_, parts[at]) != end_of_file) {
        const std::size_t end = end_of_item(tree_, parts, at);
        const std::size_t first_line = writer_.line_count();
        break_line({.blank_first = !first, .blank_inner = true, .blank_last = true});
        open(begin_of(tree_, parts[at]));
        const std::size_t code_line = writer_.line_count() - 1;
        item(Parts(parts).subspan(at, end - at), 0);

        const bool tall = writer_.line_count() - 1 > code_line;
        const bool directive = parts[at].child.valid() && is_directive(tree_.kind(parts[at].child));
        if (!first && (tall || was_tall || directive != was_directive)) {
            writer_.separate(first_line, code_line);
        }
        first = false;
        was_tall = tall;
        was_directive = directive;
        at = end;
    }
    break_line({.blank_first = !first, .blank_inner = true});
    open(end_of_file);
}

// One item: its child's parts stand for the child, so that a `;` behind it is seen with them.
void TreePrinter::item(Parts parts, int indent) {
    if (!parts.front().child.valid()) {
        construct(parts, indent);
        return;
    }
    std::vector<Part> own = parts_of(tree_, parts.front().child);
    own.insert(own.end(), parts.begin() + 1, parts.end());
    construct(own, indent);
}

// A head with its body, then perhaps an `else` with another, each beginning a line.
void TreePrinter::construct(Parts parts, int indent) {
    std::size_t at = 0;
    while (at < parts.size()) {
        const std::size_t body_at = find_body(tree_, parts, at);
        const std::size_t end =
            body_at == parts.size() ? body_at : skip_semicolons(tree_, parts, end_of_body(tree_, parts, body_at));
        if (at != 0) {
            continue_line_at(indent);
        }
        hang_ = indent + kIndent;
        head_and_body(parts.subspan(at, end - at), body_at - at, indent);
        at = end;
    }
}

void TreePrinter::head_and_body(Parts parts, std::size_t body_at, int indent) {
    const TokenId begin = begin_of(tree_, parts.front());
    const TokenId end = end_of(tree_, parts.back());
    if (bodies_.allow_one_line(begin, end) && fits(begin, end, 0)) {
        put_flat(begin, end);
        return;
    }
    sequence(parts.first(body_at), {.indent = indent, .margin = indent});
    if (body_at < parts.size()) {
        body(parts.subspan(body_at), indent);
    }
}

// The body is the first part, or begins with it; the rest is `;`.
void TreePrinter::body(Parts parts, int indent) {
    const Part& front = parts.front();
    if (!front.child.valid()) {
        braces(parts, indent);
        return;
    }
    const NodeKind kind = tree_.kind(front.child);
    const std::vector<Part> own = parts_of(tree_, front.child);
    if (kind == NodeKind::Block) {
        braces(own, indent);
    } else if (kind == NodeKind::ShortFilter) {
        body(own, indent);
    } else {
        continue_line_at(indent + kIndent);
        construct(own, indent + kIndent);
    }
    put_flat(parts.subspan(1));
}

void TreePrinter::braces(Parts parts, int indent) {
    const Parts inside = items_of_body(tree_, parts, 0);
    const Parts rest = parts.subspan(inside.size() + 1);
    continue_line_at(indent);
    put_flat(parts.front());
    items(inside, indent + kIndent);
    const bool empty = inside.empty();
    if (!rest.empty() && (!empty || measures_.must_break_before(begin_of(tree_, rest.front())))) {
        break_line({.indent = indent, .comment_indent = indent + kIndent, .blank_first = !empty, .blank_inner = true});
    }
    hang_ = indent + kIndent;
    put_flat(rest);
}

void TreePrinter::items(Parts parts, int indent) {
    if (!parts.empty() && parts.front().child.valid() && tree_.kind(parts.front().child) == NodeKind::GridRow) {
        align_rows(parts, indent);
    }
    std::size_t at = 0;
    while (at < parts.size()) {
        const std::size_t end = end_of_item(tree_, parts, at);
        break_line({.indent = indent,
                    .comment_indent = indent,
                    .blank_first = at != 0,
                    .blank_inner = true,
                    .blank_last = true});
        item(parts.subspan(at, end - at), indent);
        at = end;
    }
}

// The cells of a row that may be padded; none for one that repeats a tile or holds a comment.
std::vector<NodeId> TreePrinter::plain_cells(NodeId row) const {
    const Node& node = tree_.node(row);
    for (TokenId token = next_token(node.begin); token < node.end; token = next_token(token)) {
        if (!measures_.comments(token).empty()) {
            return {};
        }
    }
    std::vector<NodeId> cells;
    for (const NodeId cell : tree_.children(row, Role::Item)) {
        if (tree_.has(cell, Role::Count)) {
            return {};
        }
        cells.push_back(cell);
    }
    return cells;
}

// Pads the cells of a grid so that its columns stand under each other, unless a row would become too long.
void TreePrinter::align_rows(Parts rows, int indent) {
    std::vector<std::vector<NodeId>> grid;
    std::vector<int> columns; // the widest cell of each column, but for the last cell of each row
    const auto width = [&](NodeId cell) { return measures_.width(tree_.node(cell).begin, tree_.node(cell).end); };
    for (const Part& row : rows) {
        if (!row.child.valid() || tree_.kind(row.child) != NodeKind::GridRow) {
            continue;
        }
        grid.push_back(plain_cells(row.child));
        const std::vector<NodeId>& cells = grid.back();
        columns.resize(std::max(columns.size(), cells.size()));
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
            columns[i] = std::max(columns[i], width(cells[i]));
        }
    }
    for (const std::vector<NodeId>& cells : grid) {
        int end = indent + 1;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            end += i + 1 < cells.size() ? columns[i] + 2 : width(cells[i]);
        }
        if (end > kMaxWidth) {
            return;
        }
    }
    for (const std::vector<NodeId>& cells : grid) {
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
            padding_[tree_.node(cells[i + 1]).begin.index()] = static_cast<std::uint8_t>(columns[i] - width(cells[i]));
        }
    }
}

} // namespace tgdl::format
