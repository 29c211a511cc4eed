// Operators, tests of types, and conditions as jumps.
#include "compile/code_lowering.h"
#include "syntax/words.h"

#include <limits>

namespace tgdl {

namespace {

bool is_and(TokenKind kind) {
    return kind == TokenKind::AmpersandAmpersand || kind == TokenKind::And;
}
bool is_or(TokenKind kind) {
    return kind == TokenKind::PipePipe || kind == TokenKind::Or;
}
bool is_equality(TokenKind kind) {
    return kind == TokenKind::EqualEqual || kind == TokenKind::BangEqual;
}
bool is_order(TokenKind kind) {
    return kind == TokenKind::Less || kind == TokenKind::Greater || kind == TokenKind::LessEqual
           || kind == TokenKind::GreaterEqual;
}
// `a > b` is `b < a`.
bool is_turned(TokenKind kind) {
    return kind == TokenKind::Greater || kind == TokenKind::GreaterEqual;
}
bool is_strict(TokenKind kind) {
    return kind == TokenKind::Less || kind == TokenKind::Greater;
}

// The instruction for an operator on two numbers or two bools; Nop for every other.
Operation plain_operation(TokenKind kind) {
    switch (kind) {
    case TokenKind::Plus:
    case TokenKind::PlusEqual:
    case TokenKind::PlusPlus: return Operation::Add;
    case TokenKind::Minus:
    case TokenKind::MinusEqual:
    case TokenKind::MinusMinus: return Operation::Subtract;
    case TokenKind::Star:
    case TokenKind::StarEqual: return Operation::Multiply;
    case TokenKind::Slash:
    case TokenKind::SlashEqual: return Operation::Divide;
    case TokenKind::Percent:
    case TokenKind::PercentEqual: return Operation::Remainder;
    case TokenKind::Ampersand: return Operation::And;
    case TokenKind::Pipe: return Operation::Or;
    case TokenKind::Xor: return Operation::Xor;
    case TokenKind::Nand: return Operation::Nand;
    default: return Operation::Nop;
    }
}

std::vector<NodeId> operands_of(const Tree& tree, NodeId infix) {
    std::vector<NodeId> operands;
    for (const NodeId operand : tree.children(infix, Role::Operand)) {
        operands.push_back(operand);
    }
    return operands;
}

} // namespace

TypeId CodeLowering::operator_type(TokenId op, TypeId left, TypeId right) const {
    switch (sign(op)) {
    case TokenKind::Plus:
        if (kind(left) == TypeKind::String || kind(right) == TypeKind::String) {
            return checked_.types.string;
        }
        [[fallthrough]];
    case TokenKind::Minus:
        return kind(left) == TypeKind::Player && kind(right) == TypeKind::Number ? left : checked_.types.number;
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::Percent: return checked_.types.number;
    case TokenKind::Identifier:
        return tree_.token(op).symbol == word::mod ? checked_.types.number : checked_.types.boolean;
    default: return checked_.types.boolean;
    }
}

TypeId CodeLowering::wanted_by_operator(TokenId op, TypeId own, TypeId other) const {
    if (is_turn(own)) {
        return is_equality(sign(op)) && !is_number(other) ? TypeId() : checked_.types.number;
    }
    return {};
}

Operation CodeLowering::equality(TypeId left, TypeId right) const {
    if (kind(left) == TypeKind::AnyKey || kind(right) == TypeKind::AnyKey) {
        return Operation::EqualAny;
    }
    if (kind(left) == TypeKind::Null || kind(right) == TypeKind::Null) {
        return Operation::EqualIdentity;
    }
    if (kind(left) == TypeKind::String || kind(right) == TypeKind::String) {
        return Operation::EqualText;
    }
    return is_number(left) || is_number(right) ? Operation::EqualNumber : Operation::EqualIdentity;
}

void CodeLowering::emit_equal(Register target, Register left, TypeId left_type, Register right, TypeId right_type) {
    writer_.emit(equality(left_type, right_type), target, left, right);
}

void CodeLowering::emit_add(Register target, Register left, double number) {
    const std::uint32_t constant = lowering_.number_constant(number);
    if (constant <= std::numeric_limits<std::uint16_t>::max()) {
        writer_.emit(Operation::AddConstant, target, left, constant);
        return;
    }
    writer_.load_constant(top(), constant);
    writer_.emit(Operation::Add, target, left, top());
}

void CodeLowering::emit_native_of_two(NativeId id, Register target, Register left, Register right) {
    const Register window = writer_.push(2);
    writer_.move(window, left);
    writer_.move(static_cast<Register>(window + 1), right);
    finish_native(id, window, target);
}

void CodeLowering::emit_arithmetic(TokenId op, Register target, Register left, TypeId left_type, Register right,
                                   TypeId right_type) {
    const Operation plain = plain_operation(sign(op));
    const bool player = kind(left_type) == TypeKind::Player && kind(right_type) == TypeKind::Number;
    if (player && plain == Operation::Add) {
        writer_.emit(Operation::PlayerAdd, target, left, right);
    } else if (player && plain == Operation::Subtract) {
        writer_.emit(Operation::PlayerSubtract, target, left, right);
    } else {
        writer_.emit(plain == Operation::Nop ? Operation::Remainder : plain, target, left, right); // `mod`
    }
}

void CodeLowering::emit_operator(TokenId op, Register target, Register left, TypeId left_type, Register right,
                                 TypeId right_type) {
    const TokenKind form = sign(op);
    if (is_equality(form)) {
        emit_equal(target, left, left_type, right, right_type);
        if (form == TokenKind::BangEqual) {
            writer_.emit(Operation::Not, target, target);
        }
        return;
    }
    if (is_order(form) && kind(left_type) == TypeKind::Enum) {
        const bool turned = is_turned(form);
        lowering_.program.places[writer_.place()].turned |= turned;
        emit_native_of_two(is_strict(form) ? NativeId::EnumLess : NativeId::EnumLessEqual, target,
                           turned ? right : left, turned ? left : right);
        return;
    }
    if (is_order(form)) {
        const bool texts = kind(left_type) == TypeKind::String || kind(right_type) == TypeKind::String;
        const Operation less = texts ? Operation::LessText : Operation::Less;
        const Operation less_equal = texts ? Operation::LessEqualText : Operation::LessEqual;
        const bool turned = is_turned(form);
        lowering_.program.places[writer_.place()].turned |= turned;
        writer_.emit(is_strict(form) ? less : less_equal, target, turned ? right : left, turned ? left : right);
        return;
    }
    if (form == TokenKind::Identifier && tree_.token(op).symbol != word::mod) {
        const bool adjacent = tree_.text(op) == "adj";
        emit_native_of_two(adjacent ? NativeId::TileAdjacent : NativeId::TileConnected, target, left, right);
        return;
    }
    emit_arithmetic(op, target, left, left_type, right, right_type);
}

// A flat row, left to right. What stands so far is in the first free register of the row.
void CodeLowering::lower_infix(NodeId node, Register target) {
    const std::vector<NodeId> operands = operands_of(tree_, node);
    const TokenKind row = sign(tree_.operator_before(operands[1]));
    if (is_and(row) || is_or(row)) {
        lower_truth(node, target);
        return;
    }
    if (row == TokenKind::Plus && kind(type(node)) == TypeKind::String) {
        lower_joined(operands, target);
        return;
    }
    const Register save = top();
    TypeId left_type = type(operands[0]);
    const TokenId first_op = tree_.operator_before(operands[1]);
    const TypeId first_wanted = wanted_by_operator(first_op, left_type, type(operands[1]));
    Register left = operand(operands[0], first_wanted);
    left_type = first_wanted.valid() ? first_wanted : left_type;
    for (std::size_t i = 1; i < operands.size(); ++i) {
        const TokenId op = tree_.operator_before(operands[i]);
        const TypeId own = type(operands[i]);
        const TypeId wanted = wanted_by_operator(op, own, left_type);
        const Register result = i + 1 == operands.size() ? target : save;
        const std::optional<double> number = reader_.constant_number(operands[i]);
        const bool adds = sign(op) == TokenKind::Plus || sign(op) == TokenKind::Minus;
        const Span place{reader_.file(), tree_.span(node).begin, tree_.span(operands[i]).end};
        if (adds && number && kind(left_type) == TypeKind::Number) {
            set_place(place);
            emit_add(result, left, sign(op) == TokenKind::Plus ? *number : -*number);
        } else {
            const Register right = operand(operands[i], wanted);
            set_place(place);
            emit_operator(op, result, left, left_type, right, wanted.valid() ? wanted : own);
        }
        left_type = operator_type(op, left_type, wanted.valid() ? wanted : own);
        writer_.set_top(save);
        if (i + 1 < operands.size()) {
            left = writer_.push();
        }
    }
    writer_.set_top(save);
}

// `1 + 2 + "a" + x`: numbers are added until the first text, from there on texts are joined, all at once.
void CodeLowering::lower_joined(const std::vector<NodeId>& operands, Register target) {
    const Register window = top();
    push(operands[0]);
    TypeId so_far = type(operands[0]);
    for (std::size_t i = 1; i < operands.size(); ++i) {
        const TokenId op = tree_.operator_before(operands[i]);
        const TypeId own = type(operands[i]);
        const TypeId result = operator_type(op, so_far, own);
        if (kind(result) == TypeKind::String) {
            if (!push_shown_attribute(operands[i], HoleMarks::Left)) {
                push(operands[i]);
            }
        } else {
            const Register right = operand(operands[i], wanted_by_operator(op, own, so_far));
            set_place(Span{reader_.file(), tree_.span(operands[0]).begin, tree_.span(operands[i]).end});
            if (is_turn(so_far)) {
                convert(window, window, so_far, checked_.types.number);
            }
            emit_operator(op, window, window, so_far, right, own);
            writer_.set_top(static_cast<Register>(window + 1));
        }
        so_far = result;
    }
    set_place(Span{reader_.file(), tree_.span(operands.front()).begin, tree_.span(operands.back()).end});
    finish_native(joining_native(), window, target);
}

void CodeLowering::lower_power(NodeId node, Register target) {
    const Register save = top();
    const NodeId left_node = child(node, Role::Left);
    const NodeId right_node = child(node, Role::Right);
    const bool bools = kind(type(left_node)) == TypeKind::Bool;
    const TypeId number = bools ? TypeId() : checked_.types.number;
    const Register left = operand(left_node, number);
    const Register right = operand(right_node, number);
    set_place(node);
    writer_.emit(bools ? Operation::Xor : Operation::Power, target, left, right);
    writer_.set_top(save);
}

void CodeLowering::lower_unary(NodeId node, Register target) {
    const TokenKind form = sign(tree_.node(node).main);
    if (form == TokenKind::Bang) {
        lower_truth(node, target);
        return;
    }
    if (const std::optional<double> number = reader_.constant_number(node)) {
        load_number(target, *number);
        return;
    }
    const Register save = top();
    const Register value = operand(child(node, Role::Operand), checked_.types.number);
    set_place(node);
    if (form == TokenKind::Minus) {
        writer_.emit(Operation::Negate, target, value);
    } else {
        emit_add(target, value, 0); // refuses null
    }
    writer_.set_top(save);
}

void CodeLowering::lower_truth(NodeId node, Register target) {
    const bool turns = tree_.kind(node) == NodeKind::Not || tree_.kind(node) == NodeKind::Unary;
    if (turns) {
        const NodeId inside = reader_.inside(child(node, Role::Operand));
        const NodeKind form = tree_.kind(inside);
        if (form != NodeKind::Infix && form != NodeKind::Not && form != NodeKind::Unary) {
            const Register save = top();
            const Register value = operand(inside, checked_.types.boolean);
            set_place(node);
            writer_.emit(Operation::Not, target, value);
            writer_.set_top(save);
            return;
        }
    }
    const Label no = writer_.new_label();
    const Label end = writer_.new_label();
    jump_on(node, JumpWhen::False, no);
    load_truth(target, true);
    writer_.jump(end);
    writer_.bind(no);
    load_truth(target, false);
    writer_.bind(end);
}

void CodeLowering::lower_test(NodeId node, Register target) {
    const Register save = top();
    const NodeId first = child(node, Role::Operand);
    Register value = operand(first);
    TypeId have = type(first);
    std::size_t left = tree_.children(node, Role::Type).size();
    for (const NodeId type_node : tree_.children(node, Role::Type)) {
        const TypeId wanted = type(type_node);
        const TokenKind word = sign(tree_.operator_before(type_node));
        --left;
        const Register result = left == 0 ? target : save;
        set_place(node);
        if (word != TokenKind::As) {
            lower_is(result, value, wanted);
            if (word == TokenKind::Not) {
                writer_.emit(Operation::Not, result, result);
            }
            have = checked_.types.boolean;
        } else {
            lower_as(result, value, have, wanted);
            have = wanted;
        }
        writer_.set_top(save);
        if (left > 0) {
            value = writer_.push();
        }
    }
}

void CodeLowering::lower_is(Register target, Register source, TypeId wanted) {
    const TypeIndex type_index = lowering_.type_of(wanted);
    if (lowering_.program.types[type_index].kind == ValueKind::Instance) {
        writer_.emit(Operation::IsClass, target, source, type_index);
        return;
    }
    // A collection by the type of its elements; turns and movements are what they are unless null.
    Register tested = source;
    if (checked_.types.is_collection(wanted)) {
        const Register window = writer_.push();
        writer_.move(window, source);
        push_type(type_index);
        finish_native(NativeId::CollectionAs, window, window);
        tested = window;
    }
    const Label no = writer_.new_label();
    const Label end = writer_.new_label();
    writer_.jump_if(Operation::JumpIfNull, tested, no);
    load_truth(target, true);
    writer_.jump(end);
    writer_.bind(no);
    load_truth(target, false);
    writer_.bind(end);
}

void CodeLowering::lower_as(Register target, Register source, TypeId from, TypeId wanted) {
    const bool is_null_or_string = kind(from) == TypeKind::String || kind(from) == TypeKind::Null;
    switch (kind(wanted)) {
    case TypeKind::String: {
        const Register window = writer_.push();
        writer_.move(window, source);
        finish_native(joining_native(), window, target);
        return;
    }
    case TypeKind::Enum: lower_as_enum(target, source, from, wanted); return;
    case TypeKind::Number:
    case TypeKind::Bool:
        if (kind(from) == TypeKind::Enum) {
            const Register window = writer_.push();
            writer_.move(window, source);
            finish_native(NativeId::EnumPlace, window, target);
            return;
        }
        if (is_null_or_string) {
            const Register window = writer_.push();
            const Label end = writer_.new_label();
            writer_.move(window, source);
            writer_.jump_if(Operation::JumpIfNull, window, end);
            const bool number = kind(wanted) == TypeKind::Number;
            writer_.native(number ? NativeId::TextToNumber : NativeId::TextToBool, window, 1);
            writer_.bind(end);
            writer_.set_top(window);
            writer_.move(target, window);
            return;
        }
        [[fallthrough]];
    case TypeKind::Player:
        if (needs_conversion(from, wanted)) {
            convert(target, source, from, wanted);
        } else {
            writer_.move(target, source);
        }
        return;
    case TypeKind::List:
    case TypeKind::Table:
    case TypeKind::Stack: {
        if (needs_conversion(from, wanted)) { // keys of a Table<T>
            convert(target, source, from, wanted);
            return;
        }
        const Register window = writer_.push();
        writer_.move(window, source);
        push_type(lowering_.type_of(wanted));
        finish_native(NativeId::CollectionAs, window, target);
        return;
    }
    default: break;
    }
    const TypeIndex type_index = lowering_.type_of(wanted);
    if (lowering_.program.types[type_index].kind == ValueKind::Instance) {
        writer_.emit(Operation::AsClass, target, source, type_index);
    } else {
        writer_.move(target, source); // a turn, a movement
    }
}

void CodeLowering::lower_as_enum(Register target, Register source, TypeId from, TypeId wanted) {
    if (kind(from) == TypeKind::Enum || kind(from) == TypeKind::Null) {
        writer_.move(target, source);
        return;
    }
    if (kind(from) == TypeKind::AnyKey) {
        convert(target, source, from, wanted);
        return;
    }
    const Register window = writer_.push();
    if (is_turn(from)) {
        convert(window, source, from, checked_.types.number);
    } else {
        writer_.move(window, source);
    }
    push_type(lowering_.type_of(wanted));
    finish_native(kind(from) == TypeKind::String ? NativeId::EnumNamed : NativeId::EnumAt, window, target);
}

void CodeLowering::jump_on(NodeId condition, JumpWhen when, Label target) {
    const NodeId node = reader_.inside(condition);
    switch (tree_.kind(node)) {
    case NodeKind::BoolLiteral:
        if ((sign(tree_.node(node).main) == TokenKind::True) == (when == JumpWhen::True)) {
            writer_.jump(target);
        }
        return;
    case NodeKind::Not:
    case NodeKind::Unary: // only `!` gives a bool
        jump_on(child(node, Role::Operand), opposite(when), target);
        return;
    case NodeKind::Infix: jump_on_infix(node, when, target); return;
    case NodeKind::Test: {
        const NodeId asked = child(node, Role::Type);
        const bool one = tree_.children(node, Role::Type).size() == 1;
        if (one && sign(tree_.operator_before(asked)) == TokenKind::Not) { // as `not x is T`, which tells the class
            const Register save = top();
            const Register value = operand(child(node, Role::Operand));
            const Register answer = writer_.push();
            set_place(node);
            lower_is(answer, value, type(asked));
            writer_.jump_if(when == JumpWhen::True ? Operation::JumpUnless : Operation::JumpIf, answer, target);
            writer_.set_top(save);
            return;
        }
        break;
    }
    case NodeKind::Postfix:
        if (jump_on_question(node, when, target)) {
            return;
        }
        break;
    default: break;
    }
    const Register save = top();
    const Register value = operand(node, checked_.types.boolean);
    set_place(node);
    writer_.jump_if(when == JumpWhen::True ? Operation::JumpIf : Operation::JumpUnless, value, target);
    writer_.set_top(save);
}

void CodeLowering::jump_on_infix(NodeId node, JumpWhen when, Label target) {
    const std::vector<NodeId> operands = operands_of(tree_, node);
    const TokenKind row = sign(tree_.operator_before(operands[1]));
    if (!is_and(row) && !is_or(row)) {
        if (jump_on_comparison(node, when, target)) {
            return;
        }
        const Register save = top();
        lower_infix(node, save);
        set_place(node);
        writer_.jump_if(when == JumpWhen::True ? Operation::JumpIf : Operation::JumpUnless, save, target);
        return;
    }
    // `a && b` is false as soon as one is false, `a || b` true as soon as one is true.
    const JumpWhen decides = is_and(row) ? JumpWhen::False : JumpWhen::True;
    if (decides == when) {
        for (const NodeId each : operands) {
            jump_on(each, when, target);
        }
        return;
    }
    const Label decided = writer_.new_label();
    for (std::size_t i = 0; i + 1 < operands.size(); ++i) {
        jump_on(operands[i], decides, decided);
    }
    jump_on(operands.back(), when, target);
    writer_.bind(decided);
}

bool CodeLowering::jump_on_null_test(NodeId left, NodeId right, JumpWhen when, Label target) {
    const bool null_left = kind(type(left)) == TypeKind::Null;
    const bool null_right = kind(type(right)) == TypeKind::Null;
    if (null_left == null_right) {
        return false;
    }
    const Register save = top();
    const NodeId tested = null_left ? right : left;
    const Register value = operand(tested);
    set_place(tested);
    writer_.jump_if(when == JumpWhen::True ? Operation::JumpIfNull : Operation::JumpUnlessNull, value, target);
    writer_.set_top(save);
    return true;
}

// Two operands of one comparison, when there is an instruction that compares and jumps.
bool CodeLowering::jump_on_comparison(NodeId node, JumpWhen when, Label target) {
    const std::vector<NodeId> operands = operands_of(tree_, node);
    const TokenId op = tree_.operator_before(operands[1]);
    const TokenKind form = sign(op);
    if (operands.size() != 2 || (!is_equality(form) && !is_order(form))) {
        return false;
    }
    const JumpWhen equal = form == TokenKind::BangEqual ? opposite(when) : when;
    if (is_equality(form) && jump_on_null_test(operands[0], operands[1], equal, target)) {
        return true;
    }
    const TypeId left_type = type(operands[0]);
    const TypeId right_type = type(operands[1]);
    const TypeId left_wanted = wanted_by_operator(op, left_type, right_type);
    const TypeId right_wanted = wanted_by_operator(op, right_type, left_type);
    const Operation same =
        is_equality(form) ? equality(left_wanted.valid() ? left_wanted : left_type, right_type) : Operation::Nop;
    const bool texts = kind(left_type) == TypeKind::String || kind(right_type) == TypeKind::String;
    const bool orders_enums = is_order(form) && kind(left_type) == TypeKind::Enum;
    if (texts || orders_enums || same == Operation::EqualText || same == Operation::EqualAny) {
        return false;
    }
    const Register save = top();
    const Register left = operand(operands[0], left_wanted);
    const Register right = operand(operands[1], right_wanted);
    set_place(node);
    if (is_equality(form)) {
        const bool identity = same == Operation::EqualIdentity;
        const Operation jump_if = identity ? Operation::JumpIfIdentical : Operation::JumpIfSameNumber;
        const Operation jump_unless = identity ? Operation::JumpUnlessIdentical : Operation::JumpUnlessSameNumber;
        writer_.jump_compare(equal == JumpWhen::True ? jump_if : jump_unless, left, right, target);
    } else {
        const bool turned = is_turned(form);
        lowering_.program.places[writer_.place()].turned |= turned;
        const Operation jump_if = is_strict(form) ? Operation::JumpIfLess : Operation::JumpIfLessEqual;
        const Operation jump_unless = is_strict(form) ? Operation::JumpUnlessLess : Operation::JumpUnlessLessEqual;
        writer_.jump_compare(when == JumpWhen::True ? jump_if : jump_unless, turned ? right : left,
                             turned ? left : right, target);
    }
    writer_.set_top(save);
    return true;
}

} // namespace tgdl
