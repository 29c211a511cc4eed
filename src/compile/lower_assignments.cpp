// Assignments: the target is worked out first, once; then the value; then it is stored.
#include "compile/code_lowering.h"

namespace tgdl {

namespace {

bool takes_away(TokenKind sign) {
    return sign == TokenKind::MinusEqual || sign == TokenKind::MinusMinus;
}
bool adds(TokenKind sign) {
    return sign == TokenKind::PlusEqual || sign == TokenKind::PlusPlus || takes_away(sign);
}

} // namespace

CodeLowering::Target CodeLowering::lower_target(NodeId node) {
    Target target;
    target.node = reader_.inside(node);
    const Chain chain = chain_of(node);
    const NodeId last = chain.back();
    const Meaning it = meaning(last);
    if (tree_.kind(last) == NodeKind::Index) {
        lower_target_index(chain, target);
        return target;
    }
    switch (it.kind) {
    case MeaningKind::Local:
        target.reg = locals_[it.index];
        target.type = frame().locals[it.index].type;
        return target;
    case MeaningKind::Input: {
        const Input& input = checked_.input(InputId(it.index));
        target.reg = input_register(InputId(it.index));
        target.type = input.mode == Input::Mode::Players ? TypeId() : input.type;
        return target;
    }
    default: lower_target_member(chain, target); return target;
    }
}

void CodeLowering::lower_target_member(const Chain& chain, Target& target) {
    const std::size_t member = chain.size() - 1;
    const Meaning it = meaning(chain[member]);
    if (it.kind == MeaningKind::ActionAllowed) {
        target.kind = Target::Kind::Allowed;
        target.action = ActionId(it.index);
        target.type = checked_.types.boolean;
        if (checked_.action(target.action).owner.valid()) {
            target.reg = push_receiver(chain, member - 1);
        }
        return;
    }
    if (it.kind == MeaningKind::Builtin) {
        const bool turns = static_cast<BuiltinId>(it.index) == BuiltinId::Turned;
        target.kind = turns ? Target::Kind::Turned : Target::Kind::Distance; // of a connection
        target.type = checked_.types.number;
        target.reg = receiver(chain, member);
        return;
    }
    target.attribute = AttributeId(it.index);
    target.type = checked_.attribute(target.attribute).type;
    const Meaning before = member > 0 ? meaning(chain[member - 1]) : Meaning{};
    if (before.kind == MeaningKind::GlobalInstance && !lowering_.is_observed(target.attribute)) {
        target.kind = Target::Kind::GlobalAttribute;
        target.global = lowering_.global_index(TypeDefId(before.index));
        return;
    }
    target.kind = Target::Kind::Attribute;
    target.reg = receiver(chain, member);
    refuse_computed(target.attribute, target.reg, target.node);
    if (lowering_.is_observed(target.attribute)) {
        refuse_blank(chain, member, target.reg, checked_.text(checked_.attribute(target.attribute).name));
    }
}

void CodeLowering::lower_target_index(const Chain& chain, Target& target) {
    const NodeId index = chain.back();
    const TypeId collection = chain_type(chain, chain.size() - 1);
    target.kind = kind(collection) == TypeKind::Table ? Target::Kind::TableItem : Target::Kind::ListItem;
    target.type = checked_.types.get(collection).a;
    target.reg = push_chain(chain, chain.size() - 1, Missing::IsMade);
    push(child(index, Role::Value), key_type(collection));
}

void CodeLowering::store_attribute(const Target& target, Register value) {
    const std::uint16_t offset = lowering_.attribute_offset(target.attribute);
    if (target.kind == Target::Kind::GlobalAttribute) {
        writer_.emit(Operation::SetGlobalWord, value, target.global, offset);
        return;
    }
    if (!lowering_.is_observed(target.attribute)) {
        writer_.emit(Operation::SetWord, target.reg, value, offset);
        return;
    }
    const Register window = writer_.push(2);
    writer_.move(window, target.reg);
    writer_.move(static_cast<Register>(window + 1), value);
    writer_.emit(Operation::SetObserved, window, lowering_.attribute_number(target.attribute));
    writer_.set_top(window);
}

// r[value] is stored; where the target stands in a window, the value is right above it.
void CodeLowering::store(const Target& target, Register value) {
    set_place(target.node);
    switch (target.kind) {
    case Target::Kind::Variable: writer_.move(target.reg, value); return;
    case Target::Kind::Attribute:
    case Target::Kind::GlobalAttribute: store_attribute(target, value); return;
    case Target::Kind::ListItem: writer_.native(NativeId::ListSet, target.reg, 3); return;
    case Target::Kind::TableItem: writer_.native(NativeId::TableSet, target.reg, 3); return;
    case Target::Kind::Distance: emit_native_of_two(NativeId::ConnectionSetDistance, top(), target.reg, value); return;
    case Target::Kind::Turned: emit_native_of_two(NativeId::SetTurned, top(), target.reg, value); return;
    case Target::Kind::Allowed: break;
    }
    const Register window = top();
    const bool of_a_type = checked_.action(target.action).owner.valid();
    if (of_a_type) {
        writer_.move(writer_.push(), target.reg);
        push_number(lowering_.action_slot(target.action));
    } else {
        push_number(lowering_.action_index(target.action));
    }
    writer_.move(writer_.push(), value);
    finish_native(of_a_type ? NativeId::SetAllowed : NativeId::SetGameActionAllowed, window, window);
}

void CodeLowering::assign_value(const Target& target, NodeId value) {
    switch (target.kind) {
    case Target::Kind::Variable: lower(value, target.reg, target.type); return;
    case Target::Kind::ListItem:
    case Target::Kind::TableItem: store(target, push(value, target.type)); return;
    case Target::Kind::Attribute:
    case Target::Kind::GlobalAttribute:
    case Target::Kind::Allowed:
    case Target::Kind::Turned:
    case Target::Kind::Distance: store(target, operand(value, target.type)); return;
    }
}

void CodeLowering::push_old_value(const Target& target, TokenId op) {
    const Register old = writer_.push();
    set_place(target.node);
    switch (target.kind) {
    case Target::Kind::Variable: writer_.move(old, target.reg); return;
    case Target::Kind::Attribute: read_attribute(target.attribute, target.reg, old); return;
    case Target::Kind::GlobalAttribute:
        writer_.emit(Operation::GetGlobalWord, old, target.global, lowering_.attribute_offset(target.attribute));
        return;
    case Target::Kind::ListItem:
    case Target::Kind::TableItem: {
        const Register key = writer_.push();
        writer_.move(old, target.reg);
        writer_.move(key, static_cast<Register>(target.reg + 1));
        const bool from_zero =
            adds(sign(op)) && kind(target.type) == TypeKind::Number; // a missing number starts from 0
        const bool list = target.kind == Target::Kind::ListItem;
        finish_native(list ? NativeId::ListGet : from_zero ? NativeId::TableGetNumber : NativeId::TableGet, old, old);
        writer_.push();
        return;
    }
    case Target::Kind::Distance:
        writer_.move(old, target.reg);
        writer_.native(NativeId::ConnectionDistance, old, 1);
        return;
    case Target::Kind::Turned:
        writer_.move(old, target.reg);
        writer_.native(NativeId::GetTurned, old, 1);
        return;
    case Target::Kind::Allowed: writer_.load_null(old); return; // a bool has no arithmetic
    }
}

// What `+=` and its like make of the old value.
void CodeLowering::combine(TokenId op, Register target, Register old, TypeId type_of_old, Register value,
                           TypeId value_type) {
    if (kind(type_of_old) == TypeKind::String) {
        emit_native_of_two(NativeId::JoinTexts, target, old, value);
        return;
    }
    const bool player = kind(type_of_old) == TypeKind::Player;
    if (player && !(adds(sign(op)) && kind(value_type) == TypeKind::Number)) {
        emit_arithmetic(op, top(), old, type_of_old, value, value_type);
        writer_.emit(Operation::ToPlayer, target, top());
        return;
    }
    emit_arithmetic(op, target, old, type_of_old, value, value_type);
}

Register CodeLowering::push_one() {
    const Register one = top();
    push_number(1);
    return one;
}

void CodeLowering::change_value(const Target& target, TokenId op, NodeId value_node) {
    const TypeId own = value_node.valid() ? type(value_node) : checked_.types.number;
    const bool number = kind(target.type) != TypeKind::String;
    const TypeId wanted = number && is_turn(own) ? checked_.types.number : TypeId();
    Register old = target.reg;
    if (target.kind != Target::Kind::Variable) { // a variable cannot change meanwhile
        old = top();
        push_old_value(target, op);
    }
    const std::optional<double> step = value_node.valid() ? reader_.constant_number(value_node) : std::optional(1.0);
    if (adds(sign(op)) && step && kind(target.type) == TypeKind::Number) {
        set_place(tree_.span(op));
        emit_add(old, old, takes_away(sign(op)) ? -*step : *step);
    } else {
        const Register value = value_node.valid() ? operand(value_node, wanted) : push_one();
        set_place(tree_.span(op));
        combine(op, old, old, target.type, value, wanted.valid() ? wanted : own);
    }
    if (target.kind != Target::Kind::Variable) {
        writer_.set_top(static_cast<Register>(old + 1));
        store(target, old);
    }
}

void CodeLowering::lower_assign(NodeId node) {
    const Register save = top();
    const TokenId op = tree_.node(node).main;
    const Target target = lower_target(child(node, Role::Target));
    if (!op.valid() || sign(op) == TokenKind::Equal) {
        assign_value(target, child(node, Role::Value));
    } else {
        change_value(target, op, child(node, Role::Value));
    }
    writer_.set_top(save);
}

void CodeLowering::lower_increment(NodeId node) {
    const Register save = top();
    const Target target = lower_target(child(node, Role::Target));
    change_value(target, tree_.node(node).main, {});
    writer_.set_top(save);
}

} // namespace tgdl
