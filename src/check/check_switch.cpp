// `switch`: as a statement and as an expression. Whether its cases are constant, different and enough is looked at when the
// constants are known (check_cases.cpp).
#include "check/body_checker.h"
#include "check/code_reading.h"

#include <algorithm>
#include <vector>

namespace tgdl {

TypeId BodyChecker::check_asked(NodeId node) {
    const NodeId asked = child(node, Role::Condition);
    if (!asked.valid()) {
        return types_.error;
    }
    const Given value = check_value(asked);
    switch (kind(value.type)) {
    case TypeKind::Number:
    case TypeKind::String:
    case TypeKind::Bool:
    case TypeKind::Player:
    case TypeKind::Enum:
    case TypeKind::Error: return value.type;
    default: break;
    }
    report(DiagnosticKind::SwitchOfOther, span(asked), phrase(value.type))
        .with_help("compare other things with `if (…) { … } else if (…) { … }`");
    return types_.error;
}

void BodyChecker::check_case_values(NodeId node, NodeId condition, TypeId asked) {
    for (const NodeId value : tree_->children(node, Role::Value)) {
        if (condition.valid()) {
            check_name_of_rules(condition, value);
        }
        if (relations_.is_error(asked)) {
            check_expression(value);
        } else {
            check_fits(value, asked);
        }
    }
}

// Both truth values, or all values that the enum has in the whole program, stand in cases: one of them is taken.
bool BodyChecker::names_everything(NodeId node, TypeId asked) const {
    const TypeDefId enumeration = program_.enum_of(asked);
    const bool is_bool = kind(asked) == TypeKind::Bool;
    if (!is_bool && !enumeration.valid()) {
        return false;
    }
    std::vector<bool> named(is_bool ? 2 : program_.def(enumeration).values.size());
    const CodeReader reader(program_, file_);
    for (const NodeId each : tree_->children(node, Role::Item)) {
        for (const NodeId value : tree_->children(each, Role::Value)) {
            const NodeId inside = reader.inside(value);
            const NodeKind form = tree_->kind(inside);
            if (is_bool && form == NodeKind::BoolLiteral) {
                named[tree_->token(tree_->node(inside).main).kind == TokenKind::True ? 1 : 0] = true;
            } else if (form == NodeKind::Name || form == NodeKind::Postfix) {
                const Meaning it = meaning(reader.last_part(inside));
                if (it.kind == MeaningKind::EnumValue && it.index < named.size()) {
                    named[it.index] = true;
                }
            }
        }
    }
    return std::ranges::find(named, false) == named.end();
}

bool BodyChecker::check_switch(NodeId node) {
    const TypeId asked = check_asked(node);
    const Facts before = facts_;
    Facts merged;
    bool reached = false;
    const auto arm = [&](NodeId block) {
        facts_ = before;
        if (!block.valid() || !check_statement(block)) {
            return;
        }
        reached ? merged.keep_common(facts_) : static_cast<void>(merged = facts_);
        reached = true;
    };
    for (const NodeId each : tree_->children(node, Role::Item)) {
        facts_ = before;
        check_case_values(each, child(node, Role::Condition), asked);
        arm(child(each, Role::Body));
    }
    const NodeId otherwise = child(node, Role::Else);
    if (otherwise.valid()) {
        arm(otherwise);
    } else if (!names_everything(node, asked)) {
        reached ? merged.keep_common(before) : static_cast<void>(merged = before);
        reached = true;
    }
    facts_ = reached ? merged : before;
    return reached;
}

Given BodyChecker::check_switch_value(NodeId node, TypeId expected) {
    const TypeId asked = check_asked(node);
    const Facts before = facts_;
    const bool wanted = expected.valid() && !relations_.is_error(expected);
    TypeId common = types_.null;
    bool all_fit = true;
    bool is_first = true;
    for (const NodeId arm : tree_->children(node, Role::Item)) {
        facts_ = before;
        check_case_values(arm, child(node, Role::Condition), asked);
        const NodeId result = child(arm, Role::Returns);
        if (!result.valid()) {
            continue;
        }
        TypeId given;
        if (wanted) {
            check_fits(result, expected);
            given = program_.files[file_.index()].types[result.index()];
            all_fit = all_fit && given.valid() && relations_.fits(given, expected);
        } else {
            given = relations_.plain(check_value(result).type);
        }
        const TypeId both = is_first ? given : relations_.common(common, given);
        const bool is_known = given.valid() && !relations_.is_error(given) && !relations_.is_error(common);
        if (!wanted && !is_first && is_known && relations_.is_error(both)) {
            report(DiagnosticKind::WrongType, span(result), phrase(common), phrase(given));
        }
        common = both.valid() ? both : types_.error;
        is_first = false;
    }
    facts_ = before;
    if (!wanted) {
        return {is_first ? types_.error : common, Nullness::Unknown};
    }
    if (!all_fit) {
        return error_value();
    }
    const bool is_open = relations_.is_error(common) || kind(common) == TypeKind::Null;
    return {is_open ? expected : common, Nullness::Unknown};
}

} // namespace tgdl
