#include "check/value_bounds.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tgdl {

namespace {

constexpr std::size_t kDeepest = 32; // expressions within expressions that are looked into

} // namespace

TokenKind mirrored(TokenKind sign) {
    switch (sign) {
    case TokenKind::Less: return TokenKind::Greater;
    case TokenKind::Greater: return TokenKind::Less;
    case TokenKind::LessEqual: return TokenKind::GreaterEqual;
    case TokenKind::GreaterEqual: return TokenKind::LessEqual;
    default: return sign; // the same from both sides
    }
}

TokenKind negated(TokenKind sign) {
    switch (sign) {
    case TokenKind::Less: return TokenKind::GreaterEqual;
    case TokenKind::Greater: return TokenKind::LessEqual;
    case TokenKind::LessEqual: return TokenKind::Greater;
    case TokenKind::GreaterEqual: return TokenKind::Less;
    case TokenKind::EqualEqual: return TokenKind::BangEqual;
    case TokenKind::BangEqual: return TokenKind::EqualEqual;
    default: return sign; // no comparison
    }
}

bool compares(TokenKind sign) {
    return negated(sign) != sign;
}

std::optional<bool> decide(Bounds left, TokenKind sign, Bounds right) {
    switch (sign) {
    case TokenKind::Less:
        return left.most < right.least    ? std::optional(true)
               : left.least >= right.most ? std::optional(false)
                                          : std::nullopt;
    case TokenKind::EqualEqual:
        return left.most < right.least || right.most < left.least ? std::optional(false) : std::nullopt;
    case TokenKind::Greater: return decide(right, TokenKind::Less, left);
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::BangEqual: {
        const std::optional<bool> opposite = decide(left, negated(sign), right);
        return opposite ? std::optional(!*opposite) : std::nullopt;
    }
    default: return std::nullopt; // no comparison
    }
}

ValueBounds::ValueBounds(const CheckedProgram& program, FileId file)
    : program_(program), reader_(program, file), tree_(reader_.tree()) {
    for (const Action& action : program.actions) {
        for (const ActionTrigger& trigger : action.triggers) {
            changes_inputs_ = changes_inputs_ || trigger.mode == ActionTrigger::Mode::Before;
        }
    }
}

void ValueBounds::enter(NodeId node) {
    switch (tree_.kind(node)) {
    case NodeKind::Local: declared_.push_back(node); break;
    case NodeKind::Block: scopes_.push_back({node, declared_.size()}); break;
    case NodeKind::For:
    case NodeKind::ForEach:
        scopes_.push_back({node, declared_.size()});
        loops_.push_back({node, false, 0, std::nullopt});
        if (tree_.kind(node) == NodeKind::ForEach) {
            declared_.push_back(node);
        }
        break;
    default: break; // nothing else declares a variable
    }
}

void ValueBounds::leave(NodeId node) {
    if (!loops_.empty() && loops_.back().node == node) {
        loops_.pop_back();
    }
    if (!scopes_.empty() && scopes_.back().node == node) {
        declared_.resize(scopes_.back().kept);
        scopes_.pop_back();
    }
}

// May the child not run although its parent does?
bool ValueBounds::is_conditional(NodeId parent, NodeId child) const {
    switch (tree_.kind(parent)) {
    case NodeKind::If:
        return tree_.node(child).role != Role::Condition || child != tree_.child(parent, Role::Condition);
    case NodeKind::Conditional:
    case NodeKind::Switch:
    case NodeKind::SwitchValue: return tree_.node(child).role != Role::Condition;
    case NodeKind::Infix: return child != tree_.child(parent, Role::Operand) && reader_.is_logic(parent);
    case NodeKind::NullElse: return child != tree_.child(parent, Role::Operand);
    case NodeKind::While:
    case NodeKind::Choose:
    case NodeKind::Input:
    case NodeKind::Argument: return true; // a question, or a filter, may have nothing to ask about
    default: return false;                // the rounds of other loops are looked at in last_reached
    }
}

bool ValueBounds::enter_part_of_loop(NodeId parent, NodeId child) {
    const bool is_unsure = is_conditional(parent, child);
    conditions_ += is_unsure ? 1 : 0;
    if (loops_.back().node == parent && tree_.node(child).role == Role::Body) {
        loops_.back().in_body = true;
        loops_.back().conditions = conditions_;
    }
    return is_unsure;
}

Bounds ValueBounds::of(NodeId expression) {
    const NodeId node = reader_.inside(expression);
    if (!node.valid() || depth_ > kDeepest) {
        return {};
    }
    ++depth_;
    Bounds found;
    const auto number = reader_.constant_number(node);
    const Meaning last = reader_.meaning(reader_.last_part(node));
    if (last.kind == MeaningKind::Constant) {
        found = of_constant(program_.constants[last.index]);
    } else if (number) {
        found = {*number, *number, tree_.kind(node) != NodeKind::NumberLiteral && tree_.kind(node) != NodeKind::Unary};
    } else if (reader_.type_kind(node) == TypeKind::Player && program_.max_players > 0) {
        found = {0, program_.max_players - 1.0};
    } else if (tree_.kind(node) == NodeKind::Infix) {
        found = of_infix(node);
    } else if (tree_.kind(node) == NodeKind::Name) {
        found = of_name(node);
    } else {
        found = of_call(node);
    }
    --depth_;
    return found;
}

Bounds ValueBounds::of_constant(const Constant& constant) const {
    if (program_.types.kind(constant.type) != TypeKind::Number) {
        return {};
    }
    if (!constant.is_option) {
        const bool is_known = constant.value.kind == ConstantValue::Kind::Number;
        return is_known ? Bounds{constant.value.number, constant.value.number, true} : Bounds();
    }
    Bounds found{Bounds::kFar, -Bounds::kFar};
    for (const ConstantValue& value : constant.of) {
        if (value.kind != ConstantValue::Kind::Number) {
            return {};
        }
        found.least = std::min(found.least, value.number);
        found.most = std::max(found.most, value.number);
    }
    return constant.of.empty() ? Bounds() : found;
}

NodeId ValueBounds::declaration_of(Meaning local, Symbol name) const {
    for (std::size_t i = declared_.size(); i-- > 0;) {
        const Meaning declared = reader_.meaning(declared_[i]);
        if (declared.kind == MeaningKind::Local && declared.index == local.index
            && tree_.main_symbol(declared_[i]) == name) {
            return declared_[i];
        }
    }
    return {};
}

Bounds ValueBounds::of_name(NodeId name) {
    const Meaning meaning = reader_.meaning(name);
    if (reader_.type_kind(name) != TypeKind::Number) {
        return {};
    }
    if (meaning.kind == MeaningKind::Input) {
        return of_input(InputId(meaning.index));
    }
    const Symbol symbol = tree_.main_symbol(name);
    const NodeId declared = meaning.kind == MeaningKind::Local ? declaration_of(meaning, symbol) : NodeId();
    if (!declared.valid()) {
        return {};
    }
    for (std::size_t i = loops_.size(); i-- > 0;) {
        if (loops_[i].node == declared || tree_.child(loops_[i].node, Role::Init) == declared) {
            const Bounds bounds = of_loop(loops_[i]);
            const bool counts_up = bounds.is_known() && step_of(loops_[i].node, symbol).value_or(0) > 0;
            return loops_[i].in_body ? bounds
                   : counts_up       ? Bounds{bounds.least, Bounds::kFar, bounds.from_constant}
                                     : Bounds();
        }
    }
    const NodeId value = tree_.kind(declared) == NodeKind::Local ? tree_.child(declared, Role::Value) : NodeId();
    const Bounds bounds = value.valid() ? of(value) : Bounds();
    return bounds.is_known() && !is_assigned(symbol) ? bounds : Bounds();
}

Bounds ValueBounds::of_input(InputId id) {
    const Input& input = program_.input(id);
    if (changes_inputs_ || !input.place.valid() || input.place.file != reader_.file()) {
        return {};
    }
    for (const NodeId clause : tree_.children(input.place.node, Role::Item)) {
        if (tree_.kind(clause) == NodeKind::RangeClause) {
            const Bounds low = of(tree_.child(clause, Role::Low));
            const Bounds high = of(tree_.child(clause, Role::High));
            const Bounds both{low.least, high.most, low.from_constant || high.from_constant};
            return both.is_known() && both.least <= both.most && !is_assigned(input.name) ? both : Bounds();
        }
    }
    return {};
}

Bounds ValueBounds::of_loop(Loop& loop) {
    if (!loop.bounds) {
        loop.bounds = Bounds(); // asked for while it is found out
        loop.bounds = find_bounds(loop.node);
    }
    return *loop.bounds;
}

// By how much each round changes the variable of a `for`; none when it is not plain.
std::optional<double> ValueBounds::step_of(NodeId loop, Symbol variable) const {
    const NodeId post = tree_.kind(loop) == NodeKind::For ? tree_.child(loop, Role::Post) : NodeId();
    const NodeId target = post.valid() ? tree_.child(post, Role::Target) : NodeId();
    if (!target.valid() || tree_.kind(target) != NodeKind::Name || tree_.main_symbol(target) != variable) {
        return std::nullopt;
    }
    const TokenKind sign = tree_.token(tree_.node(post).main).kind;
    if (tree_.kind(post) == NodeKind::Increment) {
        return sign == TokenKind::PlusPlus ? 1 : -1;
    }
    const auto step = reader_.constant_number(tree_.child(post, Role::Value));
    return step && *step > 0 && sign == TokenKind::PlusEqual    ? step
           : step && *step > 0 && sign == TokenKind::MinusEqual ? std::optional(-*step)
                                                                : std::nullopt;
}

Bounds ValueBounds::counted_from(NodeId loop) {
    const NodeId init = tree_.kind(loop) == NodeKind::For ? tree_.child(loop, Role::Init) : NodeId();
    const NodeId start =
        init.valid() && tree_.kind(init) == NodeKind::Local ? tree_.child(init, Role::Value) : NodeId();
    const auto step = start.valid() ? step_of(loop, tree_.main_symbol(init)) : std::nullopt;
    return step && *step > 0 ? Bounds{of(start).least, Bounds::kFar} : Bounds();
}

// Of a loop's variable in its body.
Bounds ValueBounds::find_bounds(NodeId loop) {
    const NodeId body = tree_.child(loop, Role::Body);
    if (tree_.kind(loop) == NodeKind::ForEach) {
        const NodeId range = tree_.child(loop, Role::Value);
        const bool is_range = range.valid() && tree_.kind(range) == NodeKind::Range;
        const NodeId first = is_range ? tree_.child(range, Role::Low) : NodeId();
        const NodeId last = is_range ? tree_.child(range, Role::High) : NodeId();
        if (!last.valid() || !body.valid()) {
            return {};
        }
        const Bounds low = of(first);
        const Bounds high = of(last);
        const Bounds both{std::trunc(low.least), std::trunc(high.most), low.from_constant || high.from_constant};
        return both.is_known() && both.least <= both.most && !assigns(body, tree_.main_symbol(loop)) ? both : Bounds();
    }
    const NodeId init = tree_.child(loop, Role::Init);
    const NodeId start =
        init.valid() && tree_.kind(init) == NodeKind::Local ? tree_.child(init, Role::Value) : NodeId();
    if (!start.valid() || !body.valid()) {
        return {};
    }
    const Symbol variable = tree_.main_symbol(init);
    const auto step = step_of(loop, variable);
    Bounds bounds = of(start);
    if (!step || !bounds.is_known() || assigns(body, variable)) {
        return {};
    }
    const bool is_whole = bounds.is_single() && bounds.least == std::trunc(bounds.least) && *step == std::trunc(*step);
    *step > 0 ? bounds.most = Bounds::kFar : bounds.least = -Bounds::kFar;
    const NodeId condition = reader_.inside(tree_.child(loop, Role::Condition));
    const NodeId left = condition.valid() && tree_.kind(condition) == NodeKind::Infix
                            ? tree_.child(condition, Role::Operand)
                            : NodeId();
    const NodeId right = left.valid() ? tree_.node(left).next : NodeId();
    if (!right.valid() || tree_.node(right).next.valid() || tree_.kind(left) != NodeKind::Name
        || tree_.main_symbol(left) != variable) {
        return bounds;
    }
    const TokenKind sign = sign_before(right);
    const Bounds limit = of(right);
    bounds.from_constant = bounds.from_constant || limit.from_constant;
    if (*step > 0 && limit.most < Bounds::kFar) {
        bounds.most = sign == TokenKind::LessEqual ? limit.most
                      : sign != TokenKind::Less    ? Bounds::kFar
                      : is_whole                   ? std::ceil(limit.most) - 1
                                                   : std::nextafter(limit.most, -Bounds::kFar);
    } else if (*step < 0 && limit.least > -Bounds::kFar) {
        bounds.least = sign == TokenKind::GreaterEqual ? limit.least
                       : sign != TokenKind::Greater    ? -Bounds::kFar
                       : is_whole                      ? std::floor(limit.least) + 1
                                                       : std::nextafter(limit.least, Bounds::kFar);
    }
    return bounds.least <= bounds.most ? bounds : Bounds();
}

std::optional<double> ValueBounds::last_reached(NodeId expression) {
    const NodeId name = reader_.inside(expression);
    if (!name.valid() || tree_.kind(name) != NodeKind::Name || !reader_.tree().main_symbol(name).valid()) {
        return std::nullopt;
    }
    const Meaning meaning = reader_.meaning(name);
    const NodeId declared =
        meaning.kind == MeaningKind::Local ? declaration_of(meaning, tree_.main_symbol(name)) : NodeId();
    bool surely_runs = true; // every loop inside of the one that counts
    for (std::size_t i = loops_.size(); i-- > 0;) {
        Loop& loop = loops_[i];
        const NodeId init = tree_.child(loop.node, Role::Init);
        if (!declared.valid() || (loop.node != declared && init != declared)) {
            const Bounds inner = of_loop(loop);
            surely_runs = surely_runs && inner.least > -Bounds::kFar && inner.most < Bounds::kFar;
            continue;
        }
        const Bounds bounds = of_loop(loop);
        const bool by_one =
            tree_.kind(loop.node) == NodeKind::ForEach || step_of(loop.node, tree_.main_symbol(name)) == 1.0;
        const bool is_plain = bounds.least == std::trunc(bounds.least) && bounds.most == std::trunc(bounds.most);
        // Every end must be that of the written numbers, not of a range of them.
        const NodeId start = init.valid() ? tree_.child(init, Role::Value) : NodeId();
        const bool is_exact = !init.valid() || of(start).is_single();
        const bool is_certain =
            loop.in_body && loop.conditions == conditions_ && !leaves(tree_.child(loop.node, Role::Body));
        return surely_runs && by_one && is_plain && is_exact && is_certain && has_single_end(loop.node)
                   ? std::optional(bounds.most)
                   : std::nullopt;
    }
    return std::nullopt;
}

// Is the end of the loop one number?
bool ValueBounds::has_single_end(NodeId loop) {
    if (tree_.kind(loop) == NodeKind::ForEach) {
        const NodeId range = tree_.child(loop, Role::Value);
        return of(tree_.child(range, Role::Low)).is_single() && of(tree_.child(range, Role::High)).is_single();
    }
    const NodeId condition = reader_.inside(tree_.child(loop, Role::Condition));
    const NodeId right = tree_.node(tree_.child(condition, Role::Operand)).next;
    return of(right).is_single();
}

Bounds ValueBounds::of_infix(NodeId infix) {
    const NodeId left = tree_.child(infix, Role::Operand);
    const NodeId right = tree_.node(left).next;
    if (!right.valid() || tree_.node(right).next.valid()) {
        return {};
    }
    const Bounds first = of(left);
    const Bounds second = of(right);
    const bool from_constant = first.from_constant || second.from_constant;
    switch (sign_before(right)) {
    case TokenKind::Plus: return {first.least + second.least, first.most + second.most, from_constant};
    case TokenKind::Minus: return {first.least - second.most, first.most - second.least, from_constant};
    case TokenKind::Percent: {
        if (!second.is_single() || second.least == 0) {
            return {};
        }
        const double below = std::nextafter(std::abs(second.least), 0.0);
        return {first.least >= 0 ? 0 : -below, below, from_constant};
    }
    default: return {};
    }
}

Bounds ValueBounds::of_call(NodeId node) {
    const std::optional<BuiltinId> asked = reader_.builtin_at_end(node);
    if (!asked) {
        return {};
    }
    switch (*asked) {
    case BuiltinId::ListLength:
    case BuiltinId::TableLength:
    case BuiltinId::StackLength:
    case BuiltinId::StringLength:
    case BuiltinId::AskCount:
    case BuiltinId::MathAbs:
    case BuiltinId::MathSqrt: return {0, Bounds::kFar};
    case BuiltinId::ListIndexOf:
    case BuiltinId::StringIndexOf: return {-1, Bounds::kFar};
    case BuiltinId::PlayerCount: {
        const FileUnit& unit = program_.files[reader_.file().index()];
        const bool is_known = program_.max_players > 1 && unit.is_main && unit.is_game;
        return is_known ? Bounds{double(program_.min_players), double(program_.max_players)} : Bounds{1, 64};
    }
    case BuiltinId::Random: {
        const NodeId call = reader_.last_part(node);
        const NodeId second = reader_.argument(call, 1);
        const Bounds low = of(reader_.argument(call, 0));
        const Bounds high = second.valid() ? of(second) : Bounds();
        const Bounds drawn = second.valid() ? Bounds{std::trunc(low.least), std::trunc(high.most),
                                                     low.from_constant || high.from_constant}
                                            : Bounds{0, std::trunc(low.most) - 1, low.from_constant};
        return drawn.least <= drawn.most ? drawn : Bounds();
    }
    default: return {};
    }
}

TokenKind ValueBounds::sign_before(NodeId operand) const {
    return tree_.token(tree_.operator_before(operand)).kind;
}

bool ValueBounds::is_assigned(Symbol name) {
    if (!knows_assigned_) {
        knows_assigned_ = true;
        collect_assigned(tree_.root());
    }
    return assigned_.contains(name);
}

void ValueBounds::collect_assigned(NodeId node) {
    const NodeKind kind = tree_.kind(node);
    if (kind == NodeKind::Assign || kind == NodeKind::Increment) {
        const NodeId target = reader_.inside(tree_.child(node, Role::Target));
        if (target.valid() && tree_.kind(target) == NodeKind::Name) {
            assigned_.insert(tree_.main_symbol(target));
        }
    }
    for (const NodeId child : tree_.children(node)) {
        collect_assigned(child);
    }
}

bool ValueBounds::assigns(NodeId node, Symbol name) const {
    const NodeKind kind = tree_.kind(node);
    if (kind == NodeKind::Assign || kind == NodeKind::Increment) {
        const NodeId target = reader_.inside(tree_.child(node, Role::Target));
        if (target.valid() && tree_.kind(target) == NodeKind::Name && tree_.main_symbol(target) == name) {
            return true;
        }
    }
    for (const NodeId child : tree_.children(node)) {
        if (assigns(child, name)) {
            return true;
        }
    }
    return false;
}

// Holds the code a statement that may end it before its end?
bool ValueBounds::leaves(NodeId node) const {
    switch (tree_.kind(node)) {
    case NodeKind::Break:
    case NodeKind::Continue:
    case NodeKind::Return:
    case NodeKind::Winner:
    case NodeKind::Draw:
    case NodeKind::Fail:
    case NodeKind::Cancel: return true;
    default: break;
    }
    for (const NodeId child : tree_.children(node)) {
        if (leaves(child)) {
            return true;
        }
    }
    return false;
}

// Is the variable only read, or given new values at places that it has?
bool ValueBounds::keeps_length(NodeId node, Symbol name, std::size_t length) const {
    for (const NodeId child : tree_.children(node)) {
        if (tree_.kind(child) != NodeKind::Name || tree_.main_symbol(child) != name) {
            if (!keeps_length(child, name, length)) {
                return false;
            }
            continue;
        }
        if (tree_.kind(node) == NodeKind::Hole) {
            continue; // shown
        }
        const NodeId part = tree_.kind(node) == NodeKind::Postfix ? tree_.child(node, Role::Item) : NodeId();
        if (!part.valid()) {
            return false; // given to somebody, who may change it
        }
        if (tree_.kind(part) == NodeKind::Index) {
            const auto place = reader_.constant_number(tree_.child(part, Role::Value));
            const bool is_target = tree_.node(node).role == Role::Target && !tree_.node(part).next.valid();
            if (is_target && (!place || std::trunc(*place) == static_cast<double>(length))) {
                return false; // may put one more at its end
            }
        } else if (tree_.kind(part) != NodeKind::Member || reader_.meaning(part).kind != MeaningKind::Builtin
                   || static_cast<BuiltinId>(reader_.meaning(part).index) != BuiltinId::ListLength) {
            return false;
        }
    }
    return true;
}

std::optional<std::size_t> ValueBounds::length_of(NodeId expression) {
    const NodeId node = reader_.inside(expression);
    if (!node.valid() || tree_.kind(node) != NodeKind::Name || reader_.type_kind(node) != TypeKind::List) {
        return std::nullopt;
    }
    const Meaning meaning = reader_.meaning(node);
    if (meaning.kind == MeaningKind::Constant) {
        const Constant& constant = program_.constants[meaning.index];
        return constant.value.kind == ConstantValue::Kind::List && !constant.depends_on_match
                   ? std::optional(constant.value.items.size())
                   : std::nullopt;
    }
    const Symbol name = tree_.main_symbol(node);
    const NodeId declared = meaning.kind == MeaningKind::Local ? declaration_of(meaning, name) : NodeId();
    const NodeId value =
        declared.valid() && tree_.kind(declared) == NodeKind::Local ? tree_.child(declared, Role::Value) : NodeId();
    if (!value.valid() || tree_.kind(value) != NodeKind::CollectionLiteral || scopes_.empty()) {
        return std::nullopt;
    }
    std::size_t length = 0;
    for ([[maybe_unused]] const NodeId item : tree_.children(value, Role::Item)) {
        ++length;
    }
    return keeps_length(scopes_.front().node, name, length) ? std::optional(length) : std::nullopt;
}

} // namespace tgdl
