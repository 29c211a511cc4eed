// Values: literals, names, `new`, and what a value becomes where another type is wanted.
#include "compile/code_lowering.h"
#include "syntax/lexer.h"

#include <utility>

namespace tgdl {

bool CodeLowering::is_turn(TypeId id) const {
    return kind(id) == TypeKind::Root && checked_.types.get(id).root == RootKind::Turn;
}

bool CodeLowering::is_number(TypeId id) const {
    return kind(id) == TypeKind::Number || kind(id) == TypeKind::Player;
}

TypeId CodeLowering::element_of(TypeId id) const {
    const Type& it = checked_.types.get(id);
    switch (it.kind) {
    case TypeKind::List:
    case TypeKind::Stack:
    case TypeKind::Discards: return it.a;
    case TypeKind::Instance: return checked_.def(it.def).holds;
    default: return {}; // the elements of any other are instances, which stay what they are
    }
}

void CodeLowering::load_number(Register target, double number) {
    writer_.load_constant(target, lowering_.number_constant(number));
}

void CodeLowering::load_text(Register target, std::string_view text) {
    writer_.load_constant(target, lowering_.text_constant(text));
}

void CodeLowering::load_truth(Register target, bool truth) {
    writer_.load_constant(target, lowering_.constant(Value::boolean(truth)));
}

Register CodeLowering::input_register(InputId id) const {
    Register found = kNoRegister;
    for (const InputPlace& place : inputs_) {
        found = place.id == id ? place.reg : found;
    }
    return found;
}

// Of a variable of the code around that a test there has told the class of: only that code knows of the test.
std::optional<TypeIndex> CodeLowering::narrowed_outside(NodeId node) const {
    const std::optional<Register> variable = variable_of(node);
    if (!variable || *variable >= around_) {
        return std::nullopt;
    }
    const TypeIndex seen = lowering_.type_of(type(reader_.inside(node)));
    const bool is_same = seen == writer_.parameter_types[*variable];
    return is_same || lowering_.program.types[seen].kind != ValueKind::Instance ? std::nullopt : std::optional(seen);
}

bool CodeLowering::is_live_connections(Meaning it) const {
    return it.kind == MeaningKind::Local && frame().locals[it.index].is_live_connections;
}

std::optional<Register> CodeLowering::register_of(NodeId node) const {
    return narrowed_outside(node) ? std::nullopt : variable_of(node);
}

std::optional<Register> CodeLowering::variable_of(NodeId node) const {
    const auto known = [](Register reg) { return reg == kNoRegister ? std::nullopt : std::optional(reg); };
    const NodeId inside = reader_.inside(node);
    if (tree_.kind(inside) == NodeKind::This) {
        return known(this_);
    }
    if (tree_.kind(inside) != NodeKind::Name) {
        return std::nullopt;
    }
    const Meaning it = meaning(inside);
    switch (it.kind) {
    case MeaningKind::Local: return is_live_connections(it) ? std::nullopt : known(locals_[it.index]);
    case MeaningKind::Input: return known(input_register(InputId(it.index)));
    case MeaningKind::Chooser: return known(chooser_);
    case MeaningKind::EventInHand: return known(event_);
    default: return std::nullopt; // everything else is not in a register
    }
}

Register CodeLowering::push(NodeId node, TypeId wanted) {
    const Register target = top();
    lower(node, target, wanted);
    return writer_.push();
}

Register CodeLowering::operand(NodeId node, TypeId wanted) {
    const std::optional<Register> variable = register_of(node);
    if (variable && !needs_conversion(type(node), wanted)) {
        return *variable;
    }
    return push(node, wanted);
}

bool CodeLowering::needs_conversion(TypeId from, TypeId to) const {
    if (!from.valid() || !to.valid()) {
        return false;
    }
    const TypeKind have = kind(from);
    const TypeKind want = kind(to);
    if (want == TypeKind::Error || want == TypeKind::AnyKey || want == TypeKind::Nothing) {
        return false;
    }
    if (have == TypeKind::AnyKey) {
        return true;
    }
    if (want == TypeKind::Player) {
        return have == TypeKind::Number || is_turn(from);
    }
    if (want == TypeKind::Number) {
        return is_turn(from);
    }
    return want == TypeKind::List && have == TypeKind::List && needs_conversion(element_of(from), element_of(to));
}

void CodeLowering::convert(Register target, Register source, TypeId from, TypeId to) {
    const Register save = top();
    if (kind(from) == TypeKind::AnyKey) {
        const Register window = writer_.push(1);
        writer_.move(window, source);
        push_type(lowering_.type_of(to));
        finish_native(NativeId::CheckKey, window, target);
    } else if (is_turn(from)) {
        finish_native(NativeId::PlayerActive, save, target);
    } else if (kind(to) == TypeKind::List) {
        convert_list(target, source, element_of(from), element_of(to));
    } else {
        writer_.emit(Operation::ToPlayer, target, source);
    }
    writer_.set_top(save);
}

// A list that nobody else holds (results of questions and `keys()`): a new one takes its place.
void CodeLowering::convert_list(Register target, Register source, TypeId from_element, TypeId to_element) {
    const Register walk = top();
    writer_.emit(Operation::Walk, walk, source);
    writer_.push(2);
    const Register element = writer_.push();
    const Register list = writer_.push();
    writer_.emit(Operation::NewList, list, 0, lowering_.list_type(lowering_.type_of(to_element)));
    const Label next = writer_.new_label();
    const Label end = writer_.new_label();
    writer_.bind(next);
    writer_.jump_wide(Operation::Next, walk, end);
    convert(element, element, from_element, to_element);
    writer_.emit(Operation::Append, list, element);
    writer_.jump(next);
    writer_.bind(end);
    writer_.set_top(walk);
    writer_.move(target, list);
}

void CodeLowering::lower(NodeId node, Register target, TypeId wanted) {
    const NodeId inside = reader_.inside(node);
    if (tree_.kind(inside) == NodeKind::Conditional) {
        lower_conditional(inside, target, wanted);
        return;
    }
    if (tree_.kind(inside) == NodeKind::SwitchValue) {
        lower_switch_value(inside, target, wanted);
        return;
    }
    if (tree_.kind(inside) == NodeKind::NullElse) {
        lower_null_else(inside, target, wanted);
        return;
    }
    const TypeId from = type(inside);
    if (!needs_conversion(from, wanted)) {
        lower_plain(inside, target, wanted);
        return;
    }
    const Register save = top();
    if (kind(wanted) == TypeKind::List && reader_.builtin_at_end(inside) == BuiltinId::TableKeys) {
        const Chain chain = chain_of(inside);
        lower_table_keys(chain, chain.size(), element_of(wanted), target);
        return;
    }
    const std::optional<Register> variable = register_of(inside);
    Register source = save;
    if (variable) {
        source = *variable;
    } else {
        lower_plain(inside, save, {});
    }
    set_place(inside);
    convert(target, source, from, wanted);
}

bool CodeLowering::becomes_list_of(NodeId node, TypeId element) const {
    return (kind(type(node)) == TypeKind::Stack && kind(element) == TypeKind::Player) // read as a List
           || (kind(type(node)) == TypeKind::List && needs_conversion(element_of(type(node)), element));
}

void CodeLowering::lower_list_of(NodeId node, Register target, TypeId element) {
    if (!becomes_list_of(node, element)) {
        lower(node, target);
        return;
    }
    const Register save = top();
    lower(node, save);
    convert_list(target, save, element_of(type(node)), element);
}

void CodeLowering::lower_plain(NodeId node, Register target, TypeId wanted) {
    const std::optional<Register> variable = variable_of(node);
    if (variable) {
        move_variable(node, target);
        return;
    }
    set_place(node);
    const TokenId main = tree_.node(node).main;
    switch (tree_.kind(node)) {
    case NodeKind::NumberLiteral: load_number(target, number_value(tree_.text(main)).value_or(0)); return;
    case NodeKind::StringLiteral: load_text(target, string_value(tree_.text(main))); return;
    case NodeKind::BoolLiteral: load_truth(target, sign(main) == TokenKind::True); return;
    case NodeKind::Interpolation: lower_interpolation(node, target); return;
    case NodeKind::Name: lower_name(node, target); return;
    case NodeKind::New: lower_new(node, target); return;
    case NodeKind::ShapeLiteral: lower_shape(node, target); return;
    case NodeKind::Suppose: lower_suppose(node, target); return;
    case NodeKind::CollectionLiteral: lower_literal(node, target); return;
    case NodeKind::Infix: lower_infix(node, target); return;
    case NodeKind::Test: lower_test(node, target); return;
    case NodeKind::Power: lower_power(node, target); return;
    case NodeKind::Unary: lower_unary(node, target); return;
    case NodeKind::Not: lower_truth(node, target); return;
    case NodeKind::Range: lower_range(node, target); return;
    case NodeKind::NullElse: lower_null_else(node, target, wanted); return;
    case NodeKind::Conditional: lower_conditional(node, target, wanted); return;
    case NodeKind::SwitchValue: lower_switch_value(node, target, wanted); return;
    case NodeKind::Postfix: {
        const Chain chain = chain_of(node);
        lower_chain(chain, chain.size(), target);
        return;
    }
    default: writer_.load_null(target); return; // `null`, and nothing else in a program without errors
    }
}

void CodeLowering::lower_name(NodeId node, Register target) {
    lower_chain({node}, 1, target);
}

void CodeLowering::lower_conditional(NodeId node, Register target, TypeId wanted) {
    lower_either(node, [&](NodeId value) { lower(value, target, wanted); });
}

void CodeLowering::lower_either(NodeId conditional, const std::function<void(NodeId)>& lower_value) {
    const auto lower_noted = [&](NodeId value) {
        emit_coverage(CoverageRegionKind::Value, tree_.span(value), tree_.span(value));
        lower_value(value);
    };
    const Label otherwise = writer_.new_label();
    const Label end = writer_.new_label();
    jump_on(child(conditional, Role::Condition), JumpWhen::False, otherwise);
    lower_noted(child(conditional, Role::Then));
    writer_.jump(end);
    writer_.bind(otherwise);
    lower_noted(child(conditional, Role::Else));
    writer_.bind(end);
}

// The value is worked out apart from the target, which a later part may still read.
void CodeLowering::lower_null_else(NodeId node, Register target, TypeId wanted) {
    const Register value = top();
    const Label end = writer_.new_label();
    std::size_t left = tree_.children(node, Role::Operand).size();
    for (const NodeId part : tree_.children(node, Role::Operand)) {
        --left;
        emit_coverage(CoverageRegionKind::Value, tree_.span(part), tree_.span(part));
        if (left == 0) {
            lower(part, value, wanted);
            break;
        }
        const Label next = writer_.new_label();
        lower(part, value);
        set_place(part);
        writer_.jump_if(Operation::JumpIfNull, value, next);
        if (needs_conversion(type(part), wanted)) {
            writer_.push();
            convert(value, value, type(part), wanted);
            writer_.set_top(value);
        }
        writer_.jump(end);
        writer_.bind(next);
    }
    writer_.bind(end);
    writer_.move(target, value);
}

void CodeLowering::lower_range(NodeId node, Register target) {
    const Register window = push(child(node, Role::Low), checked_.types.number);
    push(child(node, Role::High), checked_.types.number);
    push_type(lowering_.type_of(type(node)));
    set_place(node);
    finish_native(NativeId::RangeList, window, target);
}

void CodeLowering::push_hole(NodeId hole) {
    const bool has_format = tree_.node(hole).main.valid();
    if (std::exchange(for_viewers_, false)) { // texts inside the hole are made for nobody
        push_log_part(has_format ? hole : child(hole, Role::Value), [&] { push_hole_value(hole); });
        for_viewers_ = true;
        return;
    }
    if (has_format || !push_shown_attribute(child(hole, Role::Value), HoleMarks::Left)) {
        push_hole_value(hole);
    }
}

void CodeLowering::push_hole_value(NodeId hole) {
    const NodeId value = child(hole, Role::Value);
    const TokenId format = tree_.node(hole).main;
    if (!format.valid()) {
        push(value);
        return;
    }
    const std::string_view written = tree_.text(format);
    const bool pads = written.size() > 1 && written.front() == '0';
    const Register window = push(value, checked_.types.number);
    push_number(number_value(pads ? written.substr(1) : written).value_or(0));
    push_number(pads ? 1 : 0);
    set_place(hole);
    finish_native(NativeId::FormatNumber, window, window);
    writer_.push();
}

// Each text between holes and each hole as one value, in order.
void CodeLowering::push_text_parts(NodeId interpolation) {
    const auto push_text = [&](TokenId token) {
        const std::string text = string_value(tree_.text(token));
        if (!text.empty()) {
            load_text(top(), text);
            writer_.push();
        }
    };
    for (const NodeId hole : tree_.children(interpolation, Role::Item)) {
        push_text(tree_.operator_before(hole));
        push_hole(hole);
    }
    push_text(TokenId(tree_.node(interpolation).end.index() - 1));
}

void CodeLowering::lower_interpolation(NodeId node, Register target) {
    const Register window = top();
    push_text_parts(node);
    if (tree_.children(node, Role::Item).empty()) { // a text as any other
        writer_.set_top(window);
        load_text(target, string_value(tree_.text(TokenId(tree_.node(node).end.index() - 1))));
        return;
    }
    set_place(node);
    finish_native(joining_native(), window, target);
}

void CodeLowering::lower_literal(NodeId node, Register target) {
    constexpr std::size_t kLongList = 200; // more values would need too many registers at once
    const TypeId whole = type(node);
    const Type& it = checked_.types.get(whole);
    const TypeIndex type_index = lowering_.type_of(whole);
    const Tree::ChildRange items = tree_.children(node, Role::Item);
    if (it.kind == TypeKind::List && items.size() > kLongList) {
        lower_long_list(node, type_index, it.a, target);
        return;
    }
    const Register window = top();
    std::uint32_t count = 0;
    for (const NodeId item : items) {
        if (it.kind == TypeKind::Table) {
            auto part = tree_.children(reader_.inside(item), Role::Item).begin();
            push(*part, it.b);
            ++part;
            push(*part, it.a);
        } else {
            push(item, it.a);
        }
        ++count;
    }
    set_place(node);
    writer_.set_top(window);
    const Operation op = it.kind == TypeKind::Table   ? Operation::NewTable
                         : it.kind == TypeKind::Stack ? Operation::NewStack
                                                      : Operation::NewList;
    writer_.emit(op, window, count, type_index);
    writer_.move(target, window);
}

void CodeLowering::lower_shape(NodeId node, Register target) {
    std::vector<std::string> rows;
    for (const NodeId row : tree_.children(child(node, Role::Value), Role::Item)) {
        rows.push_back(string_value(tree_.text(tree_.node(row).main)));
    }
    writer_.load_constant(target, lowering_.shape_constant(rows));
}

void CodeLowering::lower_long_list(NodeId node, TypeIndex list_type, TypeId element, Register target) {
    const Register list = top();
    writer_.emit(Operation::NewList, list, 0, list_type);
    writer_.push();
    for (const NodeId item : tree_.children(node, Role::Item)) {
        const Register value = operand(item, element);
        writer_.emit(Operation::Append, list, value);
        writer_.set_top(static_cast<Register>(list + 1));
    }
    writer_.set_top(list);
    writer_.move(target, list);
}

void CodeLowering::lower_new(NodeId node, Register target) {
    const TypeId made = type(node);
    const TypeKind form = kind(made);
    if (const NodeId literal = child(node, Role::Value); literal.valid()) {
        lower_literal(literal, target);
        return;
    }
    if (form == TypeKind::List || form == TypeKind::Stack || form == TypeKind::Table) {
        const Operation op = form == TypeKind::Table   ? Operation::NewTable
                             : form == TypeKind::Stack ? Operation::NewStack
                                                       : Operation::NewList;
        const Register window = top();
        writer_.emit(op, window, 0, lowering_.type_of(made));
        writer_.move(target, window);
        return;
    }
    lower_new_instance(TypeDefId(meaning(node).index), child(node, Role::Initialiser), target);
}

void CodeLowering::lower_new_instance(TypeDefId def, NodeId initialiser, Register target) {
    const LocationIndex place = writer_.place();
    const Register instance = top();
    lowering_.record_making(lowering_.class_of(def));
    writer_.emit_wide(Operation::New, instance, lowering_.class_of(def));
    writer_.push();
    writer_.emit(Operation::CallInit, instance);
    if (initialiser.valid()) {
        initialise(initialiser, instance);
    }
    writer_.set_place(place);
    writer_.emit(Operation::CallDefaults, instance);
    writer_.emit(Operation::Made, instance);
    writer_.set_top(instance);
    writer_.move(target, instance);
}

void CodeLowering::initialise(NodeId initialiser, Register instance) {
    const Register save = top();
    for (const NodeId entry : tree_.children(initialiser, Role::Item)) {
        if (tree_.kind(entry) != NodeKind::InitialiserEntry) {
            continue; // definitions of an entry of `contents`
        }
        const NodeId value = child(entry, Role::Value);
        const Meaning it = meaning(entry);
        if (it.kind == MeaningKind::Attribute) {
            const AttributeId attribute(it.index);
            const Register given = operand(value, checked_.attribute(attribute).type);
            set_name_place(entry);
            writer_.emit(Operation::SetWord, instance, given, lowering_.attribute_offset(attribute));
        } else { // `distance` and `to` of a connection, `turned`
            const auto id = static_cast<BuiltinId>(it.index);
            const bool is_tile = id == BuiltinId::ConnectionTo;
            const Register window = writer_.push();
            writer_.move(window, instance);
            push(value, is_tile ? TypeId() : checked_.types.number);
            set_name_place(entry);
            writer_.native(is_tile                   ? NativeId::ConnectionSetTo
                           : id == BuiltinId::Turned ? NativeId::SetTurned
                                                     : NativeId::ConnectionSetDistance,
                           window, 2);
        }
        writer_.set_top(save);
    }
}

} // namespace tgdl
