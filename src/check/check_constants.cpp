// Code that is worked out before a match: values of constants and options, numbers that boards are written with.
#include "check/body_checker.h"
#include "check/declaring.h"

namespace tgdl {

void BodyChecker::check_constant(ConstantId id) {
    const Constant constant = program_.constant(id);
    check_constant_value(constant.place, Role::Value, constant.type, constant.owner);
    if (constant.given != constant.place) {
        check_constant_value(constant.given, Role::Value, constant.type, constant.owner);
    }
    const NodeId of =
        constant.values.valid() ? program_.tree(constant.values).child(constant.values.node, Role::Of) : NodeId();
    if (!of.valid()) {
        return;
    }
    const Tree& tree = program_.tree(constant.values);
    if (tree.kind(of) == NodeKind::Error) {
        return;
    }
    const bool is_known = !relations_.is_error(constant.type);
    if (tree.kind(of) == NodeKind::Range && is_known && kind(constant.type) != TypeKind::Number) {
        report(DiagnosticKind::WrongType, tree.span(of), phrase(constant.type), "a range of numbers")
            .with_help("write the values out: `of { … }`");
        return;
    }
    for (const NodeId value : tree.children(of)) {
        check_early({constant.values.file, value}, constant.type, {});
    }
}

void BodyChecker::check_constant_value(CodeRef place, Role role, TypeId type, TypeDefId owner) {
    const NodeId value = program_.tree(place).child(place.node, role);
    if (value.valid()) {
        check_early({place.file, value}, type, owner);
    }
}

void BodyChecker::check_early(CodeRef expression, TypeId type, TypeDefId owner) {
    enter_file(expression.file);
    Body body;
    body.kind = BodyKind::ConstantValue;
    body.place = expression;
    body.this_type = owner;
    in_action_ = false;
    begin(std::move(body));
    if (relations_.is_error(type)) {
        if (tree_->kind(expression.node) != NodeKind::CollectionLiteral) {
            check_expression(expression.node);
        }
    } else {
        check_fits(expression.node, type);
    }
    finish();
}

// Sizes of grids, coordinates and distances that are not plain numbers.
void BodyChecker::check_written_numbers(CodeRef place) {
    const Tree& tree = program_.tree(place);
    for (const NodeId part : tree.children(place.node)) {
        const bool is_number = tree.node(part).role == Role::Low || tree.node(part).role == Role::High
                               || tree.node(part).role == Role::Count;
        switch (tree.kind(place.node)) {
        case NodeKind::GridSize:
        case NodeKind::GridCell:
        case NodeKind::EdgeEnd:
        case NodeKind::EdgeLink:
            if (is_number && !constant_number(tree, part) && tree.kind(part) != NodeKind::Missing
                && tree.kind(part) != NodeKind::Error) {
                check_early({place.file, part}, types_.number, {});
            }
            break;
        case NodeKind::Group:
        case NodeKind::Grid:
        case NodeKind::GridRow:
        case NodeKind::Adjacency:
        case NodeKind::Borders:
        case NodeKind::EdgeChain: check_written_numbers({place.file, part}); break;
        default: return;
        }
    }
}

} // namespace tgdl
