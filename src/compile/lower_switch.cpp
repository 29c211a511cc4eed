// `switch`: all cases are compared first, then comes the code of each. And constants, where they are read.
#include "compile/code_lowering.h"

namespace tgdl {

void CodeLowering::lower_constant(ConstantId id, Register target) {
    if (const std::optional<Value> known = lowering_.known_value(checked_.constant(id))) {
        writer_.load_constant(target, lowering_.constant(*known));
    } else {
        writer_.emit(Operation::GetConstant, target, lowering_.match_constant(id));
    }
}

// Jumps to the label of the case that fits; goes on where none does.
std::vector<Label> CodeLowering::lower_cases(NodeId node) {
    const Register save = top();
    const NodeId asked_node = child(node, Role::Condition);
    const TypeId asked_type = type(asked_node);
    const Register asked = push(asked_node);
    std::vector<Label> labels;
    std::vector<std::pair<NodeId, Label>> values;
    bool has_null = false;
    for (const NodeId each : tree_.children(node, Role::Item)) {
        labels.push_back(writer_.new_label());
        for (const NodeId value : tree_.children(each, Role::Value)) {
            if (is_null_case(value)) {
                has_null = true;
                writer_.jump_if(Operation::JumpIfNull, asked, labels.back());
            } else {
                values.emplace_back(value, labels.back());
            }
        }
    }
    set_place(asked_node);
    if (!has_null) {
        const Label is_there = writer_.new_label();
        writer_.jump_if(Operation::JumpUnlessNull, asked, is_there);
        const Register window = writer_.push();
        writer_.move(window, asked);
        finish_native(NativeId::SwitchOnNull, window, window);
        writer_.bind(is_there);
    }
    // docs/reference/enums.md#17: as `==` does, so a number is not made a player: 3 is nobody where two play.
    const bool is_player = kind(asked_type) == TypeKind::Player;
    for (const auto& [value, label] : values) {
        const Register wanted = is_player ? push(value) : push(value, asked_type);
        switch (equality(asked_type, type(value))) {
        case Operation::EqualText:
            writer_.emit(Operation::EqualText, wanted, asked, wanted);
            writer_.jump_if(Operation::JumpIf, wanted, label);
            break;
        case Operation::EqualNumber: writer_.jump_compare(Operation::JumpIfSameNumber, asked, wanted, label); break;
        default: writer_.jump_compare(Operation::JumpIfIdentical, asked, wanted, label); break;
        }
        writer_.set_top(static_cast<Register>(asked + 1));
    }
    if (tree_.kind(node) == NodeKind::SwitchValue && !has_else(node)) {
        const Register window = writer_.push();
        writer_.move(window, asked);
        finish_native(NativeId::SwitchWithoutCase, window, window);
    }
    writer_.set_top(save);
    return labels;
}

// `case null`, and a constant that is null.
bool CodeLowering::is_null_case(NodeId value) const {
    const NodeId node = reader_.inside(value);
    const NodeKind form = tree_.kind(node);
    if (reader_.is_null(node) || (form != NodeKind::Name && form != NodeKind::Postfix)) {
        return reader_.is_null(node);
    }
    const Meaning it = reader_.meaning(reader_.last_part(node));
    return it.kind == MeaningKind::Constant && checked_.constants[it.index].value.kind == ConstantValue::Kind::Null;
}

bool CodeLowering::has_else(NodeId node) const {
    for (const NodeId each : tree_.children(node, Role::Item)) {
        if (tree_.kind(each) == NodeKind::SwitchElse) {
            return true;
        }
    }
    return tree_.has(node, Role::Else);
}

void CodeLowering::lower_switch(NodeId node) {
    const std::vector<Label> labels = lower_cases(node);
    const Label end = writer_.new_label();
    if (const NodeId otherwise = child(node, Role::Else); otherwise.valid()) {
        lower_arm(CoverageRegionKind::Else, tree_.span(tree_.operator_before(otherwise)), otherwise);
    }
    writer_.jump(end);
    std::size_t at = 0;
    for (const NodeId each : tree_.children(node, Role::Item)) {
        const NodeId block = child(each, Role::Body);
        writer_.bind(labels[at++]);
        const Span all = tree_.span(each);
        lower_arm(CoverageRegionKind::If, {all.file, all.begin, tree_.span(block).begin}, block);
        writer_.jump(end);
    }
    writer_.bind(end);
}

void CodeLowering::lower_switch_value(NodeId node, Register target, TypeId wanted) {
    lower_switch_arms(node, [&](NodeId value) { lower(value, target, wanted); }, [&] { writer_.load_null(target); });
}

// Of an expression. `lower_missing` is never reached: a case that is missing is a fault.
void CodeLowering::lower_switch_arms(NodeId node, const std::function<void(NodeId)>& lower_value,
                                     const std::function<void()>& lower_missing) {
    const std::vector<Label> labels = lower_cases(node);
    const Label end = writer_.new_label();
    const Label otherwise = writer_.new_label();
    if (has_else(node)) {
        writer_.jump(otherwise);
    } else {
        lower_missing();
        writer_.jump(end);
    }
    std::size_t at = 0;
    for (const NodeId each : tree_.children(node, Role::Item)) {
        const bool is_else = tree_.kind(each) == NodeKind::SwitchElse;
        const Label label = labels[at++];
        writer_.bind(is_else ? otherwise : label);
        const NodeId value = child(each, Role::Returns);
        emit_coverage(CoverageRegionKind::Value, tree_.span(value), tree_.span(value));
        lower_value(value);
        writer_.jump(end);
    }
    writer_.bind(end);
}

} // namespace tgdl
