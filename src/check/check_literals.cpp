// Collection literals: `{ 1, 2 }` takes its type from where it stands (docs/reference/collections.md#1).
#include "check/body_checker.h"
#include "check/declaring.h"
#include "syntax/lexer.h"

#include <fmt/format.h>
#include <map>

namespace tgdl {

Given BodyChecker::check_collection_literal(NodeId node, TypeId expected) {
    const auto check_items = [&] {
        for (const NodeId item : tree_->children(node, Role::Item)) {
            if (tree_->kind(item) != NodeKind::CollectionLiteral) {
                check_expression(item);
            }
        }
    };
    if (!expected.valid() || kind(expected) == TypeKind::AnyKey) {
        check_items();
        report(DiagnosticKind::LiteralWithoutType, span(node))
            .with_help("put it in a variable first: `List<number> xs = { … };`");
        return error_value();
    }
    switch (kind(expected)) {
    case TypeKind::Error: check_items(); return error_value();
    case TypeKind::List:
    case TypeKind::Stack: return check_sequence_literal(node, types_.get(expected).a, expected);
    case TypeKind::Table: return check_table_literal(node, expected);
    default: break;
    }
    check_items();
    Diagnostic& problem = report(DiagnosticKind::WrongLiteral, span(node), phrase(expected));
    if (relations_.is_kind(expected, RootKind::Stack)) {
        problem.with_help("a deck is made with `new` and filled by `contents`, `default` or `push`");
    } else if (kind(expected) != TypeKind::Bool) {
        problem.with_help("to hold several, declare a `List<" + program_.type_text(expected) + ">`");
    }
    return {expected, Nullness::NotNull};
}

Given BodyChecker::check_sequence_literal(NodeId node, TypeId element, TypeId whole) {
    for (const NodeId item : tree_->children(node, Role::Item)) {
        check_fits(item, element);
    }
    return {whole, Nullness::NotNull};
}

// What a key that is written out is worth, the same for every way to write it: `1.0` is `1`. Empty for any other key.
std::string BodyChecker::written_key(NodeId key) const {
    while (tree_->kind(key) == NodeKind::Paren && child(key, Role::Value).valid()) {
        key = child(key, Role::Value);
    }
    if (tree_->kind(key) == NodeKind::StringLiteral) {
        return "text " + string_value(tree_->text(tree_->node(key).main));
    }
    if (tree_->kind(key) == NodeKind::BoolLiteral) {
        return std::string(tree_->text(tree_->node(key).main));
    }
    if (const std::optional<double> number = constant_number(*tree_, key)) {
        return number_text(*number);
    }
    NodeId last = key;
    for (const NodeId suffix : tree_->children(key, Role::Item)) {
        last = suffix;
    }
    const Meaning it = meaning(last);
    return it.kind == MeaningKind::EnumValue ? fmt::format("value {} {}", it.index, it.extra) : std::string();
}

Given BodyChecker::check_table_literal(NodeId node, TypeId table) {
    const Type type = types_.get(table);
    std::map<std::string, Span> keys; // those written out, by what they are worth
    bool told = false;                // a `:` for a pair was told by the parser
    for (const NodeId item : tree_->children(node, Role::Item)) {
        told = told || tree_->token(tree_->operator_before(item)).kind == TokenKind::Colon;
    }
    for (const NodeId item : tree_->children(node, Role::Item)) {
        const Tree::ChildRange parts = tree_->children(item, Role::Item);
        if (tree_->kind(item) != NodeKind::CollectionLiteral || parts.size() != 2) {
            if (!told) { // a flat list of values is one mistake
                report(DiagnosticKind::NotAPair, span(item));
            }
            told = true;
            continue;
        }
        auto part = parts.begin();
        const NodeId key = *part;
        ++part;
        if (type.b.valid()) {
            check_fits(key, type.b);
        } else {
            expect_not_null(check_value(key), span(key));
        }
        check_fits(*part, type.a);
        if (const std::string value = written_key(key); !value.empty()) {
            const Span where = span(key);
            const auto [first, is_new] = keys.emplace(value, where);
            if (!is_new) {
                const std::string name(tree_->source().text().substr(where.begin, where.end - where.begin));
                report(DiagnosticKind::KeyTwice, where, name).note(first->second, "it stands here first");
            }
        }
    }
    return {table, Nullness::NotNull};
}

// `shape { "##", ".#" }`: rows that are written out, with at least one square.
Given BodyChecker::check_shape_literal(NodeId node) {
    const NodeId literal = child(node, Role::Value);
    if (!literal.valid()) {
        return {types_.shape, Nullness::NotNull};
    }
    std::vector<std::string> written;
    bool told = false;
    for (const NodeId row : tree_->children(literal, Role::Item)) {
        if (tree_->kind(row) == NodeKind::StringLiteral) {
            written.push_back(string_value(tree_->text(tree_->node(row).main)));
        } else if (!told && tree_->kind(row) != NodeKind::Missing) {
            report(DiagnosticKind::ShapeRow, span(row))
                .with_help("write each row as a string: `shape { \"##\", \".#\" }`");
            told = true;
        }
    }
    const std::vector<ShapeSquare> squares = shape_squares(written);
    std::uint32_t width = 0;
    for (const ShapeSquare& square : squares) {
        width = std::max(width, square.x + 1);
    }
    if (squares.empty() && !told) {
        report(DiagnosticKind::EmptyShape, span(node)).with_help("write `#` for each square that belongs to it");
    } else if (width > kMostShapeRows || (!squares.empty() && squares.back().y >= kMostShapeRows)) {
        report(DiagnosticKind::LargeShape, span(node), std::to_string(width), std::to_string(squares.back().y + 1),
               std::to_string(kMostShapeRows));
    }
    return {types_.shape, Nullness::NotNull};
}

Given BodyChecker::check_free_literal(NodeId node) {
    TypeId element = types_.null;
    for (const NodeId item : tree_->children(node, Role::Item)) {
        const bool nested = tree_->kind(item) == NodeKind::CollectionLiteral;
        const Given value = nested ? check_free_literal(item) : check_value(item);
        const TypeId both = relations_.common(element, relations_.plain(value.type));
        if (relations_.is_error(both) && !relations_.is_error(value.type) && !relations_.is_error(element)) {
            report(DiagnosticKind::WrongType, span(item), phrase(element), phrase(value.type));
            element = types_.error;
            break;
        }
        element = both;
    }
    const TypeId list = types_.list(kind(element) == TypeKind::Null ? types_.error : element);
    record(node, list);
    return {list, Nullness::NotNull};
}

} // namespace tgdl
