#include "check/code_reading.h"

#include "check/effect_words.h"
#include "syntax/lexer.h"

namespace tgdl {

namespace {

std::uint64_t key_of(CodeRef place) {
    return (std::uint64_t{place.file.value} << 32U) | place.node.value;
}

} // namespace

std::uint64_t written_number_key(FileId file, NodeId node) {
    return key_of({file, node});
}

BodyPlaces::BodyPlaces(const CheckedProgram& program) {
    bodies_.reserve(program.bodies.size());
    for (std::size_t i = 0; i < program.bodies.size(); ++i) {
        bodies_.insert({key_of(program.bodies[i].place), BodyId(i)});
    }
}

BodyId BodyPlaces::find(CodeRef place) const {
    const auto found = place.valid() ? bodies_.find(key_of(place)) : bodies_.end();
    return found == bodies_.end() ? BodyId() : found->second;
}

Meaning CodeReader::meaning(NodeId node) const {
    return node.index() < unit_->meanings.size() ? unit_->meanings[node.index()] : Meaning{};
}

TypeId CodeReader::type(NodeId node) const {
    const TypeId type = node.index() < unit_->types.size() ? unit_->types[node.index()] : TypeId();
    return type.valid() ? type : program_->types.error;
}

NodeId CodeReader::inside(NodeId expression) const {
    while (expression.valid() && tree_->kind(expression) == NodeKind::Paren) {
        expression = tree_->child(expression, Role::Value);
    }
    return expression;
}

bool CodeReader::is_null(NodeId expression) const {
    const NodeId node = inside(expression);
    if (!node.valid() || tree_->kind(node) != NodeKind::Name) {
        return node.valid() && tree_->kind(node) == NodeKind::NullLiteral;
    }
    return meaning(node).kind == MeaningKind::None && type_kind(node) == TypeKind::Null;
}

NodeId CodeReader::last_part(NodeId expression) const {
    NodeId last = inside(expression);
    if (last.valid() && tree_->kind(last) == NodeKind::Postfix) {
        for (const NodeId part : tree_->children(last)) {
            last = part;
        }
    }
    return last;
}

Meaning CodeReader::called(NodeId call, NodeId before) const {
    const Meaning own = meaning(call);
    return own.kind != MeaningKind::None ? own : meaning(before);
}

bool CodeReader::is_logic(NodeId infix) const {
    bool is_first = true;
    for (const NodeId operand : tree_->children(infix, Role::Operand)) {
        switch (is_first ? TokenKind::And : tree_->token(tree_->operator_before(operand)).kind) {
        case TokenKind::And:
        case TokenKind::Or:
        case TokenKind::AmpersandAmpersand:
        case TokenKind::PipePipe:
        case TokenKind::Ampersand:
        case TokenKind::Pipe: break;
        default: return false;
        }
        is_first = false;
    }
    return true;
}

std::optional<BuiltinId> CodeReader::builtin_at_end(NodeId expression) const {
    const NodeId whole = inside(expression);
    if (!whole.valid() || tree_->kind(whole) != NodeKind::Postfix) {
        return std::nullopt;
    }
    NodeId before;
    NodeId last;
    for (const NodeId part : tree_->children(whole)) {
        if (tree_->kind(part) != NodeKind::TypeArguments) {
            before = last;
            last = part;
        }
    }
    const Meaning found = tree_->kind(last) == NodeKind::Call ? called(last, before) : meaning(last);
    if (found.kind != MeaningKind::Builtin && found.kind != MeaningKind::Question) {
        return std::nullopt;
    }
    return static_cast<BuiltinId>(found.index);
}

NodeId CodeReader::argument(NodeId call, std::size_t position) const {
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        if (position == 0) {
            return tree_->child(argument, Role::Value);
        }
        --position;
    }
    return {};
}

std::optional<bool> CodeReader::constant_bool(NodeId expression) const {
    const NodeId node = inside(expression);
    if (!node.valid()) {
        return std::nullopt;
    }
    switch (tree_->kind(node)) {
    case NodeKind::BoolLiteral: return tree_->token(tree_->node(node).main).kind == TokenKind::True;
    case NodeKind::Not: break;
    case NodeKind::Unary:
        if (tree_->token(tree_->node(node).main).kind != TokenKind::Bang) {
            return std::nullopt;
        }
        break;
    default: return std::nullopt; // every other kind of node depends on something
    }
    const std::optional<bool> operand = constant_bool(tree_->child(node, Role::Operand));
    return operand ? std::optional(!*operand) : std::nullopt;
}

std::optional<bool> CodeReader::constant_block(NodeId block) const {
    if (!block.valid() || tree_->kind(block) != NodeKind::Block) {
        return std::nullopt;
    }
    const NodeId only = tree_->child(block, Role::Item);
    if (!only.valid() || tree_->kind(only) != NodeKind::Return) {
        return std::nullopt;
    }
    return constant_bool(tree_->child(only, Role::Value));
}

std::optional<double> CodeReader::constant_number(NodeId expression) const {
    const NodeId node = inside(expression);
    if (!node.valid()) {
        return std::nullopt;
    }
    if (tree_->kind(node) == NodeKind::NumberLiteral && tree_->node(node).main.valid()) {
        return number_value(tree_->text(tree_->node(node).main));
    }
    if (tree_->kind(node) == NodeKind::Unary && tree_->token(tree_->node(node).main).kind == TokenKind::Minus) {
        const std::optional<double> operand = constant_number(tree_->child(node, Role::Operand));
        return operand ? std::optional(-*operand) : std::nullopt;
    }
    if (const Meaning it = meaning(last_part(node)); it.kind == MeaningKind::Constant) {
        const Constant& constant = program_->constants[it.index];
        const bool is_number = constant.value.kind == ConstantValue::Kind::Number && !constant.is_option;
        if (is_number && program_->types.kind(constant.type) == TypeKind::Number) {
            return constant.value.number;
        }
    }
    const auto written = program_->written_numbers.find(written_number_key(file(), expression));
    return written == program_->written_numbers.end() ? std::nullopt : std::optional(written->second);
}

Effects CodeReader::effects_of(Meaning called) const {
    switch (called.kind) {
    case MeaningKind::Function:
    case MeaningKind::BaseFunction: return program_->functions[called.index].effects;
    case MeaningKind::Action: return without(program_->actions[called.index].effects, Effect::Cancels);
    case MeaningKind::BaseAction: return program_->actions[called.index].effects;
    case MeaningKind::Builtin:
    case MeaningKind::Question: return builtin(static_cast<BuiltinId>(called.index)).effects;
    default: return {}; // nothing else is called
    }
}

Effects CodeReader::own_effects(NodeId node) const {
    switch (tree_->kind(node)) {
    case NodeKind::Postfix: {
        Effects effects;
        NodeId before;
        for (const NodeId part : tree_->children(node)) {
            if (tree_->kind(part) == NodeKind::Call) {
                effects |= effects_of(called(part, before));
            }
            before = tree_->kind(part) == NodeKind::TypeArguments ? before : part;
        }
        return effects;
    }
    case NodeKind::New: {
        const Type& made = program_->types.get(type(node));
        return made.kind == TypeKind::Instance ? program_->def(made.def).creation : Effects();
    }
    case NodeKind::Assign:
    case NodeKind::Increment: return Effect::Writes;
    case NodeKind::Input: {
        const Meaning input = meaning(node);
        return input.kind != MeaningKind::Input
                   ? Effects()
                   : program_->input(InputId(input.index)).effects_of_asking(tree_->has(node, Role::Else));
    }
    case NodeKind::Choose: return Effect::Asks;
    case NodeKind::OldPass: return Effect::Passes;
    case NodeKind::Winner:
    case NodeKind::Draw: return Effect::Ends;
    case NodeKind::Fail: return Effect::Fails;
    case NodeKind::Cancel: return Effect::Cancels;
    default: return {}; // other nodes do what their parts do
    }
}

Effects CodeReader::whole_effects(NodeId node) const {
    Effects effects = own_effects(node);
    for (const NodeId child : tree_->children(node)) {
        const NodeKind kind = tree_->kind(child);
        // Filters, options and questions are tried out only; what they did is undone.
        const bool tried = tree_->kind(node) == NodeKind::Input && tree_->node(child).role == Role::Item;
        const bool asked = kind == NodeKind::Argument && meaning(node).kind == MeaningKind::Question;
        if (!tried && !asked) {
            effects |= whole_effects(child);
        }
    }
    return effects;
}

} // namespace tgdl
