#include "check/constant_run.h"

#include "base/arithmetic.h"
#include "base/numbers.h"
#include "syntax/lexer.h"
#include "syntax/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::uint64_t kMostSteps = 1'000'000;
constexpr std::uint64_t kMostOfAll = 20'000'000; // of all constants together
constexpr std::size_t kMostItems = 100'000;
constexpr double kMostDigits = 100;

using Kind = ConstantValue::Kind;

} // namespace

// NOLINTBEGIN(misc-no-recursion): the parser bounds how deep code is nested, depth_ how deep calls are

Evaluated ConstantRun::run(CodeRef expression, TypeId wanted) {
    Frame frame;
    frame.file = expression.file;
    frame_ = &frame;
    result_.place = tree().span(expression.node);
    ConstantValue seen = value(expression.node);
    if (wanted.valid()) {
        seen = fitted(std::move(seen), wanted);
    }
    evaluator_.steps_ += steps_;
    if (result_.status == Evaluated::Status::Known) {
        result_.value = std::move(seen);
        if (!result_.value.is_known()) {
            result_.status = Evaluated::Status::Later;
        }
    }
    return std::move(result_);
}

bool ConstantRun::step(std::uint64_t count) {
    steps_ += count;
    if (steps_ > kMostSteps && !is_over()) {
        result_.status = Evaluated::Status::Fault;
        result_.why = fmt::format("more than {} steps were needed", kMostSteps);
    } else if (evaluator_.steps_ + steps_ > kMostOfAll) {
        leave();
    }
    return !is_over();
}

ConstantValue ConstantRun::leave() {
    if (!is_over()) {
        result_.status = Evaluated::Status::Later;
    }
    return {};
}

ConstantValue ConstantRun::leave_to_match() {
    if (!is_over()) {
        result_.status = Evaluated::Status::InMatch;
    }
    return {};
}

ConstantValue ConstantRun::fault(NodeId place, std::string why) {
    if (!is_over()) {
        result_.status = Evaluated::Status::Fault;
        result_.place = tree().span(place);
        result_.why = std::move(why);
    }
    return {};
}

void ConstantRun::set_local(std::uint32_t index, ConstantValue given) {
    if (frame_->locals.size() <= index) {
        frame_->locals.resize(index + 1, ConstantValue::null());
    }
    frame_->locals[index] = std::move(given);
}

bool ConstantRun::truth(NodeId node) {
    const ConstantValue seen = value(node);
    if (!is_over() && seen.kind == Kind::Null) {
        fault(node, "a condition is null, neither true nor false");
    }
    return seen.number != 0;
}

double ConstantRun::number(NodeId node) {
    const ConstantValue seen = value(node);
    if (!is_over() && seen.kind != Kind::Number) {
        seen.kind == Kind::Null ? fault(node, "null is used as a number") : leave();
    }
    return seen.number;
}

ConstantValue ConstantRun::value(NodeId node) {
    if (!node.valid() || !step()) {
        return {};
    }
    switch (tree().kind(node)) {
    case NodeKind::NumberLiteral:
    case NodeKind::StringLiteral:
    case NodeKind::BoolLiteral:
    case NodeKind::NullLiteral: return literal(node);
    case NodeKind::Interpolation: return interpolation(node);
    case NodeKind::Paren: return value(child(node, Role::Value));
    case NodeKind::CollectionLiteral: return collection(node);
    case NodeKind::New: return child(node, Role::Initialiser).valid() ? leave() : collection(node);
    case NodeKind::Infix: return infix(node);
    case NodeKind::Power: {
        const ConstantValue left = value(child(node, Role::Left));
        const ConstantValue right = value(child(node, Role::Right));
        if (left.kind == Kind::Bool && right.kind == Kind::Bool) {
            return ConstantValue::of_bool(left.number != right.number);
        }
        return apply(TokenKind::Caret, left, right, node);
    }
    case NodeKind::Unary: {
        const NodeId operand = child(node, Role::Operand);
        const TokenKind sign = tree().token(tree().node(node).main).kind;
        if (sign == TokenKind::Bang) {
            return ConstantValue::of_bool(!truth(operand));
        }
        const double seen = number(operand);
        return ConstantValue::of_number(sign == TokenKind::Minus ? -seen : seen);
    }
    case NodeKind::Not: return ConstantValue::of_bool(!truth(child(node, Role::Operand)));
    case NodeKind::Test: return test(node);
    case NodeKind::Conditional:
        return value(child(node, truth(child(node, Role::Condition)) ? Role::Then : Role::Else));
    case NodeKind::SwitchValue: return switched(node);
    case NodeKind::Range: return range(node);
    case NodeKind::Name: return name(node);
    case NodeKind::This: return frame_->self;
    case NodeKind::Postfix: return postfix(node);
    default: return leave();
    }
}

ConstantValue ConstantRun::literal(NodeId node) {
    const std::string_view written = tree().text(tree().node(node).main);
    switch (tree().kind(node)) {
    case NodeKind::NumberLiteral: return ConstantValue::of_number(number_value(written).value_or(0));
    case NodeKind::StringLiteral: return ConstantValue::of_text(string_value(written));
    case NodeKind::BoolLiteral:
        return ConstantValue::of_bool(tree().token(tree().node(node).main).kind == TokenKind::True);
    default: return ConstantValue::null();
    }
}

ConstantValue ConstantRun::collection(NodeId node) {
    const Type type = program_.types.get(reader().type(node));
    if (type.kind != TypeKind::List && type.kind != TypeKind::Stack && type.kind != TypeKind::Table) {
        return leave();
    }
    ConstantValue seen = made(type.kind);
    const NodeId literal = tree().kind(node) == NodeKind::New ? child(node, Role::Value) : node;
    for (const NodeId item : tree().children(literal, Role::Item)) {
        if (seen.kind != Kind::Table) {
            ConstantValue element = fitted(value(item), type.a);
            if (seen.kind == Kind::List || element.kind != Kind::Null) { // pushing null does nothing
                seen.items.push_back(std::move(element));
            }
            continue;
        }
        std::vector<ConstantValue> pair;
        for (const NodeId part : tree().children(item, Role::Item)) {
            pair.push_back(fitted(value(part), pair.empty() ? type.b : type.a));
        }
        if (is_over() || pair.size() != 2) {
            return leave();
        }
        set_entry(seen, std::move(pair[0]), std::move(pair[1]), item);
    }
    return is_over() || seen.items.size() > kMostItems ? leave() : seen;
}

// `1..9`, both ends truncated.
ConstantValue ConstantRun::range(NodeId node) {
    ConstantValue seen = made(TypeKind::List);
    const double low = std::trunc(number(child(node, Role::Low)));
    const double high = std::trunc(number(child(node, Role::High)));
    for (double at = low; at <= high && step(); ++at) {
        seen.items.push_back(ConstantValue::of_number(at));
    }
    return is_over() ? ConstantValue() : seen;
}

ConstantValue ConstantRun::interpolation(NodeId node) {
    std::vector<ConstantValue> shown; // all of them before the first one's text, as in a match
    for (const NodeId hole : tree().children(node, Role::Item)) {
        shown.push_back(value(child(hole, Role::Value)));
    }
    std::string joined;
    const auto add_text = [&](TokenId token) { joined += string_value(tree().text(token)); };
    if (shown.empty()) {
        add_text(TokenId(tree().node(node).end.index() - 1));
        return ConstantValue::of_text(std::move(joined));
    }
    std::size_t at = 0;
    for (const NodeId hole : tree().children(node, Role::Item)) {
        add_text(tree().operator_before(hole));
        const ConstantValue& seen = shown[at++];
        const TokenId format = tree().node(hole).main;
        if (is_over() || !step(joined.size() / 8)) {
            return {};
        }
        if (!format.valid()) {
            joined += text(seen);
            continue;
        }
        const std::string_view written = tree().text(format);
        const bool pads = written.size() > 1 && written.front() == '0';
        const double digits = number_value(pads ? written.substr(1) : written).value_or(0);
        if (seen.kind != Kind::Number || digits > kMostDigits) {
            return seen.kind == Kind::Null ? fault(hole, "null is used as a number") : leave();
        }
        const auto count = static_cast<std::size_t>(digits);
        joined += pads ? number_with_zeros(seen.number, count) : number_with_decimals(seen.number, count);
    }
    add_text(TokenId(tree().node(node).end.index() - 1));
    return ConstantValue::of_text(std::move(joined));
}

ConstantValue ConstantRun::infix(NodeId node) {
    ConstantValue left;
    bool is_first = true;
    for (const NodeId operand : tree().children(node, Role::Operand)) {
        if (is_first) {
            left = value(operand);
            is_first = false;
            continue;
        }
        const TokenId op = tree().operator_before(operand);
        const TokenKind sign = tree().token(op).kind;
        if (is_over()) {
            return {};
        }
        if (sign == TokenKind::AmpersandAmpersand || sign == TokenKind::And || sign == TokenKind::PipePipe
            || sign == TokenKind::Or) {
            return logic(node);
        }
        const ConstantValue right = value(operand);
        if (is_over()) {
            return {};
        }
        if (sign == TokenKind::Identifier && tree().token(op).symbol != word::mod) {
            return leave();
        }
        if ((left.is_collection() || right.is_collection()) && tree().node(operand).next.valid()) {
            return leave(); // its text is made behind the last operand
        }
        left = apply(sign == TokenKind::Identifier ? TokenKind::Percent : sign, left, right, node);
    }
    return left;
}

// `a && b`, `a || b`: the right side only if needed.
ConstantValue ConstantRun::logic(NodeId infix) {
    bool seen = false;
    bool is_first = true;
    for (const NodeId operand : tree().children(infix, Role::Operand)) {
        if (!is_first) {
            const TokenKind sign = tree().token(tree().operator_before(operand)).kind;
            const bool all = sign == TokenKind::AmpersandAmpersand || sign == TokenKind::And;
            if (seen != all) {
                continue;
            }
        }
        is_first = false;
        seen = truth(operand);
    }
    return is_over() ? ConstantValue() : ConstantValue::of_bool(seen);
}

ConstantValue ConstantRun::apply(TokenKind op, const ConstantValue& left, const ConstantValue& right, NodeId place) {
    if (is_over() || !left.is_known() || !right.is_known()) {
        return leave();
    }
    switch (op) {
    case TokenKind::EqualEqual:
    case TokenKind::BangEqual:
        if (left.is_collection() && right.is_collection()) {
            return leave(); // the same thing or not: only a match knows
        }
        return ConstantValue::of_bool((left == right) == (op == TokenKind::EqualEqual));
    case TokenKind::Less:
    case TokenKind::Greater:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual: return compare(op, left, right, place);
    case TokenKind::Plus:
        if (left.kind == Kind::Text || right.kind == Kind::Text) {
            std::string joined = text(left) + text(right);
            return step(joined.size() / 8) ? ConstantValue::of_text(std::move(joined)) : ConstantValue();
        }
        break;
    case TokenKind::Ampersand:
    case TokenKind::Pipe:
    case TokenKind::Xor:
    case TokenKind::Nand: {
        if (left.kind != Kind::Bool || right.kind != Kind::Bool) {
            return fault(place, "a condition is null, neither true nor false");
        }
        const bool a = left.number != 0;
        const bool b = right.number != 0;
        return ConstantValue::of_bool(op == TokenKind::Ampersand ? a && b
                                      : op == TokenKind::Pipe    ? a || b
                                      : op == TokenKind::Xor     ? a != b
                                                                 : !(a && b));
    }
    default: break;
    }
    if (left.kind != Kind::Number || right.kind != Kind::Number) {
        return fault(place, "null is used as a number");
    }
    return arithmetic(op, left.number, right.number, place);
}

ConstantValue ConstantRun::compare(TokenKind op, const ConstantValue& left, const ConstantValue& right, NodeId place) {
    int order = 0;
    if (left.kind == Kind::Null || right.kind == Kind::Null) {
        return fault(place, "null is compared");
    }
    if (left.kind == Kind::Text && right.kind == Kind::Text) {
        if (!is_ascii(left.text) || !is_ascii(right.text)) {
            return leave(); // by code unit
        }
        order = left.text.compare(right.text);
    } else {
        order = static_cast<int>(left.number > right.number) - static_cast<int>(left.number < right.number);
    }
    return ConstantValue::of_bool(op == TokenKind::Less        ? order < 0
                                  : op == TokenKind::Greater   ? order > 0
                                  : op == TokenKind::LessEqual ? order <= 0
                                                               : order >= 0);
}

ConstantValue ConstantRun::arithmetic(TokenKind op, double left, double right, NodeId place) {
    double seen = 0;
    switch (op) {
    case TokenKind::Plus:
    case TokenKind::PlusEqual: seen = left + right; break;
    case TokenKind::Minus:
    case TokenKind::MinusEqual: seen = left - right; break;
    case TokenKind::Star:
    case TokenKind::StarEqual: seen = left * right; break;
    case TokenKind::Slash:
    case TokenKind::SlashEqual:
    case TokenKind::Percent:
    case TokenKind::PercentEqual:
        if (right == 0) {
            return fault(place, fmt::format("{} is divided by zero", number_text(left)));
        }
        seen = op == TokenKind::Slash || op == TokenKind::SlashEqual ? left / right : std::fmod(left, right);
        break;
    case TokenKind::Caret: seen = power(left, right); break;
    default: return leave();
    }
    if (!std::isfinite(seen)) {
        return fault(place, "the result is not a finite number");
    }
    // A player plus or minus a number is a player.
    return fitted(ConstantValue::of_number(seen), reader().type(place));
}

ConstantValue ConstantRun::test(NodeId node) {
    ConstantValue seen = value(child(node, Role::Operand));
    for (const NodeId type_node : tree().children(node, Role::Type)) {
        if (is_over() || tree().token(tree().operator_before(type_node)).kind == TokenKind::Is) {
            return leave();
        }
        seen = converted(seen, reader().type(type_node));
    }
    return seen;
}

ConstantValue ConstantRun::converted(const ConstantValue& from, TypeId to) {
    const TypeKind wanted = program_.types.kind(to);
    if (wanted == TypeKind::String) {
        return ConstantValue::of_text(text(from));
    }
    if (from.kind == Kind::Null) {
        return from;
    }
    if (wanted == TypeKind::Number) {
        if (from.kind == Kind::Number || from.kind == Kind::Enum) {
            return ConstantValue::of_number(from.number);
        }
        const bool has_sign = !from.text.empty() && (from.text[0] == '-' || from.text[0] == '+');
        const std::optional<double> read = number_value(std::string_view(from.text).substr(has_sign ? 1 : 0));
        return read ? ConstantValue::of_number(from.text[0] == '-' ? -*read : *read) : ConstantValue::null();
    }
    if (wanted == TypeKind::Bool && from.kind == Kind::Text) {
        return from.text == "true" || from.text == "false" ? ConstantValue::of_bool(from.text == "true")
                                                           : ConstantValue::null();
    }
    if (wanted == TypeKind::Bool && from.kind == Kind::Bool) {
        return from;
    }
    if (wanted == TypeKind::Player && from.kind == Kind::Number) {
        return fitted(from, to);
    }
    if (wanted != TypeKind::Enum) {
        return leave();
    }
    const TypeDefId def = program_.enum_of(to);
    const std::vector<EnumValue>& values = program_.def(def).values;
    if (from.kind == Kind::Enum) {
        return from;
    }
    if (from.kind == Kind::Number) {
        const double place_of = std::trunc(from.number);
        return place_of >= 0 && place_of < static_cast<double>(values.size())
                   ? ConstantValue::of_enum(def, static_cast<std::size_t>(place_of))
                   : ConstantValue::null();
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (program_.text(values[i].name) == from.text) {
            return ConstantValue::of_enum(def, i);
        }
    }
    return ConstantValue::null();
}

bool ConstantRun::matches(NodeId case_node, const ConstantValue& asked) {
    for (const NodeId each : tree().children(case_node, Role::Value)) {
        if (value(each) == asked) {
            return !is_over();
        }
    }
    return false;
}

ConstantValue ConstantRun::switched(NodeId node) {
    const ConstantValue asked = value(child(node, Role::Condition));
    NodeId otherwise;
    for (const NodeId arm : tree().children(node, Role::Item)) {
        if (tree().kind(arm) == NodeKind::SwitchElse) {
            otherwise = arm;
        } else if (matches(arm, asked)) {
            return value(child(arm, Role::Returns));
        }
    }
    if (is_over()) {
        return {};
    }
    if (asked.kind == Kind::Null) {
        return fault(node, "what `switch` asks is null");
    }
    return otherwise.valid() ? value(child(otherwise, Role::Returns)) : leave();
}

ConstantValue ConstantRun::constant(ConstantId id) {
    const ConstantValue& known = program_.constant(id).value;
    return known.is_known() && step(known.text.size() / 64) ? known : leave();
}

ConstantValue ConstantRun::name(NodeId node) {
    const Meaning it = reader().meaning(node);
    switch (it.kind) {
    case MeaningKind::None: return reader().is_null(node) ? ConstantValue::null() : leave(); // `none`
    case MeaningKind::Constant: return constant(ConstantId(it.index));
    case MeaningKind::EnumValue: return ConstantValue::of_enum(TypeDefId(it.extra), it.index);
    case MeaningKind::Local:
        if (it.index >= frame_->locals.size() || !step(frame_->locals[it.index].text.size() / 64)) {
            return ConstantValue::null();
        }
        return frame_->locals[it.index];
    case MeaningKind::Input: {
        const auto found =
            std::ranges::find(frame_->inputs, InputId(it.index), &std::pair<InputId, ConstantValue>::first);
        return found == frame_->inputs.end() || !step(found->second.text.size() / 64) ? leave() : found->second;
    }
    default: return leave();
    }
}

ConstantValue ConstantRun::indexed(const ConstantValue& from, const ConstantValue& key, NodeId index) {
    if (is_over()) {
        return {};
    }
    if (from.kind == Kind::Null || key.kind == Kind::Null) {
        return fault(index, "`[ ]` is asked of null, or given null");
    }
    if (from.kind == Kind::Table) {
        for (std::size_t at = 0; at < from.items.size(); at += 2) {
            if (from.items[at] == key) {
                return from.items[at + 1];
            }
        }
        return step(from.items.size()) ? ConstantValue::null() : ConstantValue();
    }
    const double place = std::trunc(key.number);
    if (from.kind == Kind::Text && is_ascii(from.text)) {
        const bool is_inside = place >= 0 && place < static_cast<double>(from.text.size());
        return is_inside ? ConstantValue::of_text(std::string(1, from.text[static_cast<std::size_t>(place)]))
                         : ConstantValue::null();
    }
    if (from.kind != Kind::List && from.kind != Kind::Stack) {
        return leave();
    }
    return place >= 0 && place < static_cast<double>(from.items.size()) ? from.items[static_cast<std::size_t>(place)]
                                                                        : ConstantValue::null();
}

// `Goods.Wool`, `coins[1]`, `math.max(a, b)`, `F(1)`, `g.Heavy()`.
ConstantValue ConstantRun::postfix(NodeId node, NodeId until) {
    const NodeId primary = child(node, Role::Operand);
    const MeaningKind first = reader().meaning(primary).kind;
    const bool has_value = tree().kind(primary) != NodeKind::Name || first == MeaningKind::Constant
                           || first == MeaningKind::EnumValue || first == MeaningKind::Local
                           || first == MeaningKind::Input;
    ConstantValue seen = has_value && tree().kind(primary) != NodeKind::BaseWord ? value(primary) : frame_->self;
    const TypeId outer = asked_type_;
    NodeId before = primary;
    for (const NodeId suffix : tree().children(node, Role::Item)) {
        if (is_over() || suffix == until) {
            break;
        }
        const Meaning it = reader().meaning(suffix);
        const NodeKind kind = tree().kind(suffix);
        if (it.kind == MeaningKind::EnumValue) {
            seen = ConstantValue::of_enum(TypeDefId(it.extra), it.index);
        } else if (it.kind == MeaningKind::Constant) {
            seen = constant(ConstantId(it.index));
        } else if (kind == NodeKind::Call) {
            seen = call(seen, suffix);
        } else if (kind == NodeKind::Index) {
            const ConstantValue at = key(suffix, reader().type(before));
            ConstantValue found = indexed(seen, at, suffix);
            const bool creates =
                found.kind == Kind::Null && seen.kind == Kind::Table && is_changed_through(suffix, until);
            seen = creates ? made_for(suffix, seen, at) : std::move(found);
        } else if (kind == NodeKind::Member) {
            asked_type_ = reader().type(before);
            const NodeId next = tree().node(suffix).next;
            const bool is_called = next.valid() && tree().kind(next) == NodeKind::Call;
            if (!is_called && it.kind == MeaningKind::Builtin) {
                seen = property(static_cast<BuiltinId>(it.index), seen, suffix);
            }
        }
        before = suffix;
    }
    asked_type_ = outer;
    return is_over() ? ConstantValue() : seen;
}

// NOLINTEND(misc-no-recursion)

} // namespace tgdl
