// Conditions, and what is known about variables after them (docs/reference/types.md#17).
#include "check/body_checker.h"

namespace tgdl {

void BodyChecker::check_condition(NodeId node) {
    expect_condition(check_value(node, types_.boolean), node);
}

void BodyChecker::expect_condition(const Given& value, NodeId node) {
    if (!relations_.fits(value.type, types_.boolean)) {
        Diagnostic& problem = report(DiagnosticKind::NotACondition, span(node), phrase(value.type));
        if (kind(value.type) == TypeKind::Player) {
            problem.with_help("ask whether there is one: `… != null`; to ask who it is, compare: `… == p`");
        } else if (relations_.is_number(value.type)) {
            problem.with_help("compare it: `… > 0`, `… == 1`");
        } else if (types_.is_collection(value.type)) {
            problem.with_help("ask whether something is in it: `….length > 0`");
        } else if (relations_.is_reference(value.type)) {
            problem.with_help("ask whether there is one: `… != null`");
        }
    }
    expect_not_null(value, span(node));
}

// The variable that an expression reads, when it is one that facts can speak of.
Path BodyChecker::path_of(NodeId node) const {
    while (node.valid() && tree_->kind(node) == NodeKind::Paren) {
        node = tree_->child(node, Role::Value);
    }
    Path path;
    if (!node.valid()) {
        return path;
    }
    const auto root_of_name = [&](NodeId name) {
        const Meaning& it = meaning(name);
        switch (it.kind) {
        case MeaningKind::Local:
            path.root = Path::Root::Local;
            path.index = it.index;
            break;
        case MeaningKind::Input:
            path.root = Path::Root::Input;
            path.index = it.index;
            break;
        case MeaningKind::Attribute:
            path.root = Path::Root::This;
            path = path.then(AttributeId(it.index));
            break;
        case MeaningKind::GlobalInstance:
            path.root = Path::Root::Global;
            path.index = it.index;
            break;
        case MeaningKind::EventInHand: path.root = Path::Root::Event; break;
        default: break;
        }
    };
    switch (tree_->kind(node)) {
    case NodeKind::Name: root_of_name(node); return path;
    case NodeKind::This: path.root = Path::Root::This; return path;
    case NodeKind::Postfix: break;
    default: return path;
    }
    const NodeId primary = tree_->child(node, Role::Operand);
    if (!primary.valid()) {
        return path;
    }
    if (tree_->kind(primary) == NodeKind::This) {
        path.root = Path::Root::This;
    } else if (tree_->kind(primary) == NodeKind::Name) {
        root_of_name(primary);
    } else {
        path = path_of(primary);
    }
    for (const NodeId suffix : tree_->children(node, Role::Item)) {
        const Meaning& it = meaning(suffix);
        path = it.kind == MeaningKind::Attribute ? path.then(AttributeId(it.index)) : Path();
    }
    return path;
}

// The type a variable or attribute was declared with; none for any other expression.
TypeId BodyChecker::declared_type(NodeId node) {
    NodeId last = node;
    while (last.valid() && tree_->kind(last) == NodeKind::Paren) {
        last = tree_->child(last, Role::Value);
    }
    if (last.valid() && tree_->kind(last) == NodeKind::Postfix) {
        for (const NodeId suffix : tree_->children(last, Role::Item)) {
            last = suffix;
        }
    }
    if (!last.valid()) {
        return {};
    }
    const Meaning& it = meaning(last);
    switch (it.kind) {
    case MeaningKind::Local: return frame().locals[it.index].type;
    case MeaningKind::Input:
        return find_binding(program_.input(InputId(it.index)).name) != nullptr
                   ? find_binding(program_.input(InputId(it.index)).name)->type
                   : program_.variable_type(InputId(it.index));
    case MeaningKind::Attribute: return program_.attribute(AttributeId(it.index)).type;
    default: return {};
    }
}

void BodyChecker::assume(NodeId condition, bool holds) {
    switch (tree_->kind(condition)) {
    case NodeKind::Paren:
        if (const NodeId inside = child(condition, Role::Value); inside.valid()) {
            assume(inside, holds);
        }
        return;
    case NodeKind::Not:
    case NodeKind::Unary: {
        const TokenId op = tree_->node(condition).main;
        const bool turns = tree_->kind(condition) == NodeKind::Not || tree_->token(op).kind == TokenKind::Bang;
        const NodeId inside = child(condition, Role::Operand);
        if (turns && inside.valid()) {
            assume(inside, !holds);
        }
        return;
    }
    case NodeKind::Infix: assume_comparison(condition, holds); return;
    case NodeKind::Test: {
        const NodeId operand = child(condition, Role::Operand);
        const NodeId type_node = child(condition, Role::Type);
        const bool one = tree_->children(condition, Role::Type).size() == 1;
        const TokenKind word = one ? tree_->token(tree_->operator_before(type_node)).kind : TokenKind::As;
        if (!operand.valid() || word != (holds ? TokenKind::Is : TokenKind::Not)) {
            return;
        }
        const TypeId wanted = program_.files[file_.index()].types[type_node.index()];
        const TypeId now = program_.files[file_.index()].types[operand.index()];
        Fact fact;
        fact.path = path_of(operand);
        fact.nullness = Nullness::NotNull;
        // A test for a base says nothing new about the type.
        fact.type = wanted.valid() && now.valid() && !relations_.fits(now, wanted) ? wanted : now;
        facts_.set(fact);
        return;
    }
    default: return;
    }
}

void BodyChecker::assume_comparison(NodeId infix, bool holds) {
    NodeId left;
    NodeId right;
    bool first = true;
    std::size_t count = 0;
    for (const NodeId operand : tree_->children(infix, Role::Operand)) {
        if (!first) {
            const TokenKind sign = tree_->token(tree_->operator_before(operand)).kind;
            const bool all_hold =
                sign == TokenKind::AmpersandAmpersand || sign == TokenKind::And || sign == TokenKind::Ampersand;
            const bool none_holds = sign == TokenKind::PipePipe || sign == TokenKind::Or || sign == TokenKind::Pipe;
            if ((all_hold && holds) || (none_holds && !holds)) {
                if (count == 1) {
                    assume(left, holds);
                }
                assume(operand, holds);
            }
        }
        first = false;
        (count == 0 ? left : right) = operand;
        ++count;
    }
    if (count != 2) {
        return;
    }
    const TokenKind sign = tree_->token(tree_->operator_before(right)).kind;
    const bool equal = sign == TokenKind::EqualEqual;
    if (!equal && sign != TokenKind::BangEqual) {
        return;
    }
    const auto is_null = [&](NodeId node) {
        const TypeId type = program_.files[file_.index()].types[node.index()];
        return type.valid() && kind(type) == TypeKind::Null;
    };
    if (is_null(left)) {
        std::swap(left, right);
    }
    if (!is_null(right) || is_null(left)) {
        return;
    }
    Fact fact;
    fact.path = path_of(left);
    if (const Fact* known = facts_.find(fact.path)) {
        fact.type = known->type;
    }
    fact.nullness = equal == holds ? Nullness::Null : Nullness::NotNull;
    facts_.set(fact);
}

} // namespace tgdl
