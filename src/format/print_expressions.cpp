#include "format/tree_printer.h"

#include <algorithm>

namespace tgdl::format {

namespace {

bool is_type(NodeKind kind) {
    return kind == NodeKind::TypeName || kind == NodeKind::GenericType || kind == NodeKind::ArrayType
           || kind == NodeKind::TypeArguments;
}

// Operands of arithmetic and joined texts fill the line; those of logic and comparisons get a line each.
bool fills_lines(TokenKind kind) {
    return kind == TokenKind::Plus || kind == TokenKind::Minus || kind == TokenKind::Star || kind == TokenKind::Slash
           || kind == TokenKind::Percent;
}

// After these a value that cannot be broken may move to the next line.
bool lets_value_move(TokenKind kind) {
    return kind == TokenKind::Equal || kind == TokenKind::PlusEqual || kind == TokenKind::MinusEqual
           || kind == TokenKind::StarEqual || kind == TokenKind::SlashEqual || kind == TokenKind::PercentEqual
           || kind == TokenKind::LeftParen;
}

} // namespace

void TreePrinter::expression(NodeId id, Frame frame) {
    const NodeKind kind = tree_.kind(id);
    if (fits(id, frame.tail) || kind == NodeKind::Interpolation || is_type(kind)) {
        put_flat(tree_.node(id).begin, tree_.node(id).end);
    } else if (kind == NodeKind::Infix || kind == NodeKind::NullElse) {
        infix(id, frame);
    } else if (kind == NodeKind::Conditional) {
        conditional(id, frame);
    } else if (kind == NodeKind::Postfix) {
        postfix(id, frame);
    } else if (kind == NodeKind::Call) {
        brackets(parts_of(tree_, id), frame);
    } else if (kind == NodeKind::CollectionLiteral || kind == NodeKind::Initialiser) {
        literal(id, frame);
    } else if (kind == NodeKind::Suppose) {
        continue_line_at(frame.indent + kIndent);
        put(tree_.node(id).main);
        braces(parts_of(tree_, tree_.child(id, Role::Body)), frame.indent + kIndent);
    } else {
        sequence(parts_of(tree_, id), frame);
    }
}

// The columns that the part takes at least on the line where it begins, with the gap before it.
int TreePrinter::first_width(const Part& part) const {
    const TokenId begin = begin_of(tree_, part);
    return measures_.gap(begin) + measures_.width(begin, next_token(begin));
}

// After a `,` or `;`, and before the arrow of an edge.
bool TreePrinter::may_break_before(Parts parts, std::size_t at) const {
    if (at == 0 || !parts[at].child.valid()) {
        return false;
    }
    const TokenKind previous = tree_.token(previous_token(begin_of(tree_, parts[at]))).kind;
    return previous == TokenKind::Comma || previous == TokenKind::Semicolon
           || tree_.kind(parts[at].child) == NodeKind::EdgeLink;
}

// Whether the expression has no place of its own for a line break.
bool TreePrinter::is_unbroken(NodeId id) const {
    const NodeKind kind = tree_.kind(id);
    if (kind == NodeKind::Unary || kind == NodeKind::Not) {
        const NodeId operand = tree_.child(id, Role::Operand);
        return operand.valid() && is_unbroken(operand);
    }
    if (kind == NodeKind::Postfix) {
        for (const NodeId link : tree_.children(id, Role::Item)) {
            if (has_arguments(link)) {
                return false;
            }
        }
        return is_unbroken(tree_.child(id, Role::Operand));
    }
    return kind == NodeKind::NumberLiteral || kind == NodeKind::StringLiteral || kind == NodeKind::Interpolation
           || kind == NodeKind::BoolLiteral || kind == NodeKind::NullLiteral || kind == NodeKind::Name
           || kind == NodeKind::This || kind == NodeKind::BaseWord;
}

bool TreePrinter::has_arguments(NodeId call) const {
    return tree_.kind(call) == NodeKind::Call && tree_.has(call, Role::Item);
}

// The columns of the tokens between the part and the next child, or the end.
int TreePrinter::tail_behind(Parts parts, std::size_t at, int tail) const {
    int width = 0;
    for (std::size_t i = at + 1; i < parts.size(); ++i) {
        if (parts[i].child.valid() || measures_.must_break_before(parts[i].token)) {
            return width;
        }
        width += first_width(parts[i]);
    }
    return width + tail;
}

// Words, signs and children in a row. Lists without brackets (`winner a, b, c`, rows of a grid) fill the lines.
void TreePrinter::sequence(Parts parts, Frame frame) {
    std::vector<int> tails(parts.size(), frame.tail);
    for (std::size_t i = parts.size(); i-- > 1;) {
        const bool line_ends = may_break_before(parts, i) || measures_.must_break_before(begin_of(tree_, parts[i]));
        const int rest = parts[i].child.valid() ? 0 : tails[i];
        tails[i - 1] = line_ends ? 0 : first_width(parts[i]) + rest;
    }
    const int hanging = frame.indent + kIndent;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (const std::size_t count = parameter_list(parts.subspan(i)); count != 0) {
            brackets(parts.subspan(i, count), {frame.indent, frame.margin, tails[i + count - 1]});
            i += count - 1;
            continue;
        }
        if (parts[i].token.valid()) {
            put(parts[i].token);
            continue;
        }
        const NodeId child = parts[i].child;
        const bool moves = i != 0 && is_unbroken(child) && fits_at(hanging, child, tails[i])
                           && lets_value_move(tree_.token(previous_token(begin_of(tree_, parts[i]))).kind);
        if (!fits(child, tails[i]) && (moves || may_break_before(parts, i))) {
            continue_line_at(hanging);
        }
        expression(child, {frame.indent, frame.margin, tails[i]});
    }
}

// How many parts the parameter list of a short function takes that begins here; 0 when none does.
std::size_t TreePrinter::parameter_list(Parts parts) const {
    if (parts.size() < 2 || !is_token(tree_, parts[0], TokenKind::LeftParen) || !parts[1].child.valid()
        || tree_.kind(parts[1].child) != NodeKind::Parameter) {
        return 0;
    }
    std::size_t count = 2;
    while (count < parts.size() && !is_token(tree_, parts[count - 1], TokenKind::RightParen)) {
        ++count;
    }
    return count;
}

// `(a, b, c)`: on one line if it fits, else one entry a line. A single entry stays behind its bracket.
void TreePrinter::brackets(Parts parts, Frame frame) {
    if (fits(begin_of(tree_, parts.front()), end_of(tree_, parts.back()), frame.tail)) {
        put_flat(parts);
        return;
    }
    const int hanging = frame.indent + kIndent;
    const auto entries = std::count_if(parts.begin(), parts.end(), [](const Part& p) { return p.child.valid(); });
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].token.valid()) {
            put(parts[i].token);
            continue;
        }
        const NodeId entry = parts[i].child;
        const int tail = tail_behind(parts, i, frame.tail);
        if (entries == 1) {
            const NodeId value = tree_.child(entry, Role::Value);
            if (!fits(entry, tail) && value.valid() && is_unbroken(value) && fits_at(hanging, entry, tail)) {
                continue_line_at(hanging);
            }
            expression(entry, {frame.indent, frame.margin, tail});
        } else {
            continue_line_at(hanging);
            expression(entry, {hanging, hanging, tail});
        }
    }
}

// `{ a, b }` and `{ a = 1, b = 2 }`: the brace stays on the line, the entries get a line each; entries that cannot be
// broken themselves, such as numbers, fill the lines.
void TreePrinter::literal(NodeId id, Frame frame) {
    const std::vector<Part> parts = parts_of(tree_, id);
    const int hanging = frame.indent + kIndent;
    const bool fills = std::all_of(parts.begin(), parts.end(),
                                   [&](const Part& part) { return !part.child.valid() || is_unbroken(part.child); });
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].child.valid()) {
            const int tail = tail_behind(Parts(parts).first(parts.size() - 1), i, 0);
            const bool follows =
                fills && i > 1 && fits(parts[i].child, tail) && !measures_.must_break_before(begin_of(tree_, parts[i]));
            if (!follows) {
                continue_line_at(hanging);
            }
            expression(parts[i].child, {hanging, hanging, tail});
            continue;
        }
        if (is_token(tree_, parts[i], TokenKind::RightBrace)) {
            break_line({.indent = frame.indent, .comment_indent = hanging});
        }
        put(parts[i].token);
    }
}

// Operands under each other, each further line led by its operator:
//
//   if (SameOwner(a: x, b: y)
//    || SameOwner(a: y, b: z))
void TreePrinter::infix(NodeId id, Frame frame) {
    const std::vector<Part> parts = parts_of(tree_, id);
    const int column = column_of(tree_.node(id).begin);
    const bool aligned = may_align(parts, column, frame);
    int operand_column = aligned ? column : frame.indent;
    int margin = frame.margin;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].child.valid()) {
            const bool last = i + 1 == parts.size();
            expression(parts[i].child, {operand_column, margin, last ? frame.tail : 0});
            continue;
        }
        const TokenId token = parts[i].token;
        const int width = measures_.width(token, next_token(token));
        const bool follows = fills_lines(tree_.token(token).kind) && i + 1 < parts.size()
                             && !measures_.must_break_before(token)
                             && fits(token, end_of(tree_, parts[i + 1]), i + 2 == parts.size() ? frame.tail : 0);
        if (!follows) {
            margin = aligned ? column - width - 1 : frame.indent + kIndent;
            operand_column = margin + width + 1;
            continue_line_at(margin);
        }
        put(token);
    }
}

// Whether the operands may stand under the first one: the operators need room to the left of them, and no operand may
// lose its place on one line by it.
bool TreePrinter::may_align(Parts parts, int column, Frame frame) const {
    for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
        if (!parts[i].token.valid() || !parts[i + 1].child.valid()) {
            continue;
        }
        const int width = measures_.width(parts[i].token, next_token(parts[i].token));
        const int tail = i + 2 >= parts.size() ? frame.tail : 0;
        const NodeId operand = parts[i + 1].child;
        const bool loses =
            !fits_at(column, operand, tail) && fits_at(frame.indent + kIndent + width + 1, operand, tail);
        if (column - width - 1 <= frame.margin || loses) {
            return false;
        }
    }
    return true;
}

// `? a` and `: b` lead lines of their own; of several in a row each has one line, `: c ? a`.
void TreePrinter::conditional(NodeId id, Frame frame) {
    const int hanging = frame.indent + kIndent;
    const Frame inner{.indent = hanging, .margin = hanging};
    const auto otherwise = [&](NodeId rung) { return tree_.child(rung, Role::Else); };
    const bool ladder = tree_.kind(otherwise(id)) == NodeKind::Conditional;
    Frame condition = frame;
    NodeId rung = id;
    while (true) {
        const NodeId then = tree_.child(rung, Role::Then);
        condition.tail = 0;
        expression(tree_.child(rung, Role::Condition), condition);
        if (!ladder) {
            continue_line_at(hanging);
        }
        put(previous_token(tree_.node(then).begin));
        expression(then, inner);
        continue_line_at(hanging);
        put(previous_token(tree_.node(otherwise(rung)).begin));
        if (tree_.kind(otherwise(rung)) != NodeKind::Conditional) {
            expression(otherwise(rung), {hanging, hanging, frame.tail});
            return;
        }
        rung = otherwise(rung);
        condition = inner;
    }
}

// `a.b(c).d(e)`: with several calls that take arguments, those after the first get a line each, led by the `.`.
void TreePrinter::postfix(NodeId id, Frame frame) {
    const std::vector<Part> parts = parts_of(tree_, id);
    const auto calls = std::count_if(parts.begin(), parts.end(),
                                     [&](const Part& part) { return part.child.valid() && has_arguments(part.child); });
    const auto is_kind = [&](std::size_t i, NodeKind kind) {
        return i < parts.size() && parts[i].child.valid() && tree_.kind(parts[i].child) == kind;
    };
    const auto leads_line = [&](std::size_t i) {
        return calls > 1 && is_kind(i, NodeKind::Member)
               && (is_kind(i + 1, NodeKind::Call)
                   || (is_kind(i + 1, NodeKind::TypeArguments) && is_kind(i + 2, NodeKind::Call)));
    };
    std::vector<int> tails(parts.size(), frame.tail);
    for (std::size_t i = parts.size() - 1; i > 0; --i) {
        const bool breaks = is_kind(i, NodeKind::Call) && has_arguments(parts[i].child);
        const int whole = measures_.width(begin_of(tree_, parts[i]), end_of(tree_, parts[i])) + tails[i];
        const bool line_ends = leads_line(i) || measures_.must_break_before(begin_of(tree_, parts[i]));
        tails[i - 1] = line_ends ? 0 : breaks ? 1 : whole;
    }
    Frame link = frame;
    bool after_call = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (after_call && leads_line(i)) {
            link.indent = frame.indent + kIndent;
            continue_line_at(link.indent);
        }
        link.tail = tails[i];
        if (parts[i].child.valid()) {
            expression(parts[i].child, link);
        } else {
            put(parts[i].token);
        }
        after_call = after_call || is_kind(i, NodeKind::Call);
    }
}

} // namespace tgdl::format
