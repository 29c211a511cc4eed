// Calls and statements of functions that constants use.
#include "base/numbers.h"
#include "check/constant_run.h"

#include <algorithm>
#include <cmath>

namespace tgdl {

namespace {

constexpr std::uint32_t kDeepest = 400; // nested calls

using Kind = ConstantValue::Kind;

} // namespace

// NOLINTBEGIN(misc-no-recursion): the parser bounds how deep code is nested, depth_ how deep calls are

ConstantValue ConstantRun::call(const ConstantValue& receiver, NodeId call) {
    const Meaning it = reader().meaning(call);
    switch (it.kind) {
    case MeaningKind::Function:
    case MeaningKind::BaseFunction: return call_function(FunctionId(it.index), receiver, call);
    case MeaningKind::Builtin: return call_builtin(static_cast<BuiltinId>(it.index), receiver, call);
    case MeaningKind::Question: return ask(static_cast<BuiltinId>(it.index), receiver, call, it.extra);
    default: return leave();
    }
}

ConstantValue ConstantRun::call_function(FunctionId id, const ConstantValue& receiver, NodeId call) {
    const Function& function = program_.function(id);
    Frame inner;
    inner.file = function.place.file;
    inner.self = function.owner.valid() ? receiver : ConstantValue();
    if (function.owner.valid() && receiver.kind == Kind::Null) {
        return fault(call, "a function is asked of null");
    }
    std::size_t position = 0;
    for (const NodeId argument : tree().children(call, Role::Item)) {
        const bool is_named = tree().node(argument).main.valid();
        for (std::size_t i = 0; i < function.inputs.size(); ++i) {
            const bool fits =
                is_named ? program_.input(function.inputs[i]).name == tree().main_symbol(argument) : i == position;
            if (fits) {
                inner.inputs.emplace_back(function.inputs[i], value(child(argument, Role::Value)));
                break;
            }
        }
        ++position;
    }
    if (is_over()) {
        return {};
    }
    if (depth_ == kDeepest) {
        return fault(call, "calls are nested too deep");
    }
    const NodeId body = program_.tree(function.place).child(function.place.node, Role::Effect);
    Frame* const outer = frame_;
    frame_ = &inner;
    ++depth_;
    for (const InputId input : function.inputs) {
        const auto given = std::ranges::find(inner.inputs, input, &std::pair<InputId, ConstantValue>::first);
        const CodeRef place = program_.input(input).place;
        if (given == inner.inputs.end() && place.valid()) {
            ConstantValue standard = value(program_.tree(place).child(place.node, Role::Value));
            inner.inputs.emplace_back(input, std::move(standard));
        }
    }
    inner.result = ConstantValue::null();
    block(body);
    --depth_;
    frame_ = outer;
    return is_over() ? ConstantValue() : std::move(inner.result);
}

ConstantValue ConstantRun::call_math(BuiltinId id, NodeId call) {
    std::vector<double> numbers;
    for (const NodeId argument : tree().children(call, Role::Item)) {
        numbers.push_back(number(child(argument, Role::Value)));
    }
    if (is_over() || numbers.empty()) {
        return leave();
    }
    const double first = numbers.front();
    switch (id) {
    case BuiltinId::MathFloor: return ConstantValue::of_number(std::floor(first));
    case BuiltinId::MathCeil: return ConstantValue::of_number(std::ceil(first));
    case BuiltinId::MathRound: return ConstantValue::of_number(std::round(first));
    case BuiltinId::MathAbs: return ConstantValue::of_number(std::abs(first));
    case BuiltinId::MathSign: return ConstantValue::of_number(first > 0 ? 1 : (first < 0 ? -1 : 0));
    case BuiltinId::MathSqrt:
        return first < 0 ? fault(call, number_text(first) + " is below zero and has no square root")
                         : ConstantValue::of_number(std::sqrt(first));
    case BuiltinId::MathMin: return ConstantValue::of_number(*std::ranges::min_element(numbers));
    case BuiltinId::MathMax: return ConstantValue::of_number(*std::ranges::max_element(numbers));
    default: return leave();
    }
}

ConstantValue ConstantRun::call_builtin(BuiltinId id, const ConstantValue& receiver, NodeId call) {
    const Builtin& entry = builtin(id);
    if (entry.receiver == Receiver::MathWord) {
        return call_math(id, call);
    }
    if (id == BuiltinId::EnumAll) {
        ConstantValue all;
        all.kind = Kind::List;
        const TypeDefId def = program_.enum_of(program_.types.get(reader().type(call)).a);
        for (std::size_t i = 0; def.valid() && i < program_.def(def).values.size() && step(); ++i) {
            all.items.push_back(ConstantValue::of_enum(def, i));
        }
        return all;
    }
    if (receiver.kind == Kind::Null) {
        return fault(call, "`" + std::string(entry.name) + "` is asked of null");
    }
    switch (id) {
    case BuiltinId::ListLength:
    case BuiltinId::TableLength:
    case BuiltinId::StackLength: return property(id, receiver, call);
    case BuiltinId::ListFirst: return receiver.items.empty() ? ConstantValue::null() : receiver.items.front();
    case BuiltinId::ListLast: return receiver.items.empty() ? ConstantValue::null() : receiver.items.back();
    case BuiltinId::ListCopy:
    case BuiltinId::ListClone:
    case BuiltinId::TableCopy:
    case BuiltinId::TableClone: return step(receiver.items.size()) ? receiver : ConstantValue();
    case BuiltinId::ListContains:
    case BuiltinId::ListIndexOf: {
        const ConstantValue wanted = value(reader().argument(call, 0));
        if (!step(receiver.items.size())) {
            return {};
        }
        const auto found = std::ranges::find(receiver.items, wanted);
        const bool is_there = found != receiver.items.end();
        return id == BuiltinId::ListContains
                   ? ConstantValue::of_bool(is_there)
                   : ConstantValue::of_number(is_there ? static_cast<double>(found - receiver.items.begin()) : -1);
    }
    default: return leave();
    }
}

ConstantValue ConstantRun::property(BuiltinId id, const ConstantValue& receiver, NodeId node) {
    switch (id) {
    case BuiltinId::MathPi: return ConstantValue::of_number(3.141592653589793);
    case BuiltinId::ListLength:
    case BuiltinId::StackLength:
    case BuiltinId::TableLength: {
        if (!receiver.is_collection()) {
            return receiver.kind == Kind::Null ? fault(node, "`length` is asked of null") : leave();
        }
        const std::size_t length = receiver.kind == Kind::Table ? receiver.items.size() / 2 : receiver.items.size();
        return ConstantValue::of_number(static_cast<double>(length));
    }
    default: return leave();
    }
}

// ---- questions

ConstantValue ConstantRun::best(const ConstantValue& receiver, NodeId expression, std::uint32_t local, bool highest) {
    ConstantValue found = ConstantValue::null();
    ConstantValue most;
    for (const ConstantValue& item : receiver.items) {
        set_local(local, item);
        ConstantValue answer = value(expression);
        if (is_over()) {
            return {};
        }
        if (answer.kind == Kind::Null) {
            return fault(expression, "a question gives null");
        }
        const bool better =
            !most.is_known()
            || compare(highest ? TokenKind::Greater : TokenKind::Less, answer, most, expression).number != 0;
        if (better) {
            found = item;
            most = std::move(answer);
        }
    }
    return found;
}

ConstantValue ConstantRun::ask(BuiltinId id, const ConstantValue& receiver, NodeId call, std::uint32_t local) {
    if (receiver.kind != Kind::List && receiver.kind != Kind::Stack) {
        return receiver.kind == Kind::Null ? fault(call, "a question is asked of null") : leave();
    }
    const NodeId expression = reader().argument(call, 0);
    if (id == BuiltinId::AskHighest || id == BuiltinId::AskLowest) {
        return best(receiver, expression, local, id == BuiltinId::AskHighest);
    }
    ConstantValue list;
    list.kind = Kind::List;
    double sum = 0;
    std::size_t holding = 0;
    for (const ConstantValue& item : receiver.items) {
        set_local(local, item);
        ConstantValue answer = value(expression);
        if (is_over()) {
            return {};
        }
        if (answer.kind == Kind::Null && id != BuiltinId::AskMap) {
            return fault(expression, "a question gives null");
        }
        holding += answer.number != 0 ? 1 : 0;
        if ((id == BuiltinId::AskAny && holding != 0) || (id == BuiltinId::AskEvery && answer.number == 0)) {
            return ConstantValue::of_bool(id == BuiltinId::AskAny);
        }
        sum += answer.number;
        if (id == BuiltinId::AskMap) {
            list.items.push_back(std::move(answer));
        } else if (id == BuiltinId::AskWhere && answer.number != 0) {
            list.items.push_back(item);
        }
    }
    switch (id) {
    case BuiltinId::AskWhere:
    case BuiltinId::AskMap: return list;
    case BuiltinId::AskAny: return ConstantValue::of_bool(false);
    case BuiltinId::AskEvery: return ConstantValue::of_bool(true);
    case BuiltinId::AskCount: return ConstantValue::of_number(static_cast<double>(holding));
    case BuiltinId::AskSum: return std::isfinite(sum) ? ConstantValue::of_number(sum) : leave();
    default: return leave();
    }
}

// ---- statements

ConstantRun::Flow ConstantRun::block(NodeId node) {
    if (tree().kind(node) != NodeKind::Block) {
        return statement(node);
    }
    for (const NodeId each : tree().children(node, Role::Item)) {
        const Flow flow = statement(each);
        if (flow != Flow::Next || is_over()) {
            return flow;
        }
    }
    return Flow::Next;
}

ConstantRun::Flow ConstantRun::statement(NodeId node) {
    if (!step()) {
        return Flow::Return;
    }
    switch (tree().kind(node)) {
    case NodeKind::Local: {
        const NodeId given = child(node, Role::Value);
        ConstantValue first = given.valid() ? value(given) : ConstantValue::null();
        if (first.is_collection() && tree().kind(reader().inside(given)) != NodeKind::CollectionLiteral) {
            leave(); // two names for one list
        }
        set_local(reader().meaning(node).index, std::move(first));
        return Flow::Next;
    }
    case NodeKind::Evaluate: leave(); return Flow::Return; // it is there to change something
    case NodeKind::Assign: {
        const TokenKind op = tree().token(tree().node(node).main).kind;
        const NodeId target = child(node, Role::Target);
        const ConstantValue old = op == TokenKind::Equal ? ConstantValue() : value(target);
        ConstantValue given = value(child(node, Role::Value));
        if (is_over()) {
            return Flow::Return;
        }
        if (op == TokenKind::PlusEqual && old.kind == Kind::Text) {
            given = apply(TokenKind::Plus, old, given, node);
        } else if (op != TokenKind::Equal) {
            given = old.kind == Kind::Number && given.kind == Kind::Number
                        ? arithmetic(op, old.number, given.number, child(node, Role::Value))
                        : leave();
        }
        assign(target, std::move(given));
        return Flow::Next;
    }
    case NodeKind::Increment: {
        const bool up = tree().token(tree().node(node).main).kind == TokenKind::PlusPlus;
        const NodeId target = child(node, Role::Target);
        assign(target, ConstantValue::of_number(number(target) + (up ? 1 : -1)));
        return Flow::Next;
    }
    case NodeKind::If: return branch(node);
    case NodeKind::While: return loop(node);
    case NodeKind::For:
        if (const NodeId init = child(node, Role::Init); init.valid()) {
            statement(init);
        }
        return loop(node);
    case NodeKind::ForEach: return walk(node);
    case NodeKind::Switch: return switch_block(node);
    case NodeKind::Break: return Flow::Break;
    case NodeKind::Continue: return Flow::Continue;
    case NodeKind::Return:
        if (const NodeId given = child(node, Role::Value); given.valid()) {
            frame_->result = value(given);
        }
        return Flow::Return;
    default: leave(); return Flow::Return;
    }
}

// Variables alone: what else could be assigned may be known by another name.
void ConstantRun::assign(NodeId target, ConstantValue given) {
    const NodeId name = reader().inside(target);
    const Meaning it = reader().meaning(name);
    if (!is_over() && tree().kind(name) == NodeKind::Name && !given.is_collection()) {
        if (it.kind == MeaningKind::Local) {
            set_local(it.index, std::move(given));
            return;
        }
        const auto input =
            std::ranges::find(frame_->inputs, InputId(it.index), &std::pair<InputId, ConstantValue>::first);
        if (it.kind == MeaningKind::Input && input != frame_->inputs.end()) {
            input->second = std::move(given);
            return;
        }
    }
    leave();
}

ConstantRun::Flow ConstantRun::branch(NodeId node) {
    bool holds = false;
    for (const NodeId part : tree().children(node)) {
        switch (tree().node(part).role) {
        case Role::Condition: holds = truth(part); break;
        case Role::Then:
            if (holds || is_over()) {
                return block(part);
            }
            break;
        case Role::Else: return block(part);
        default: break;
        }
    }
    return Flow::Next;
}

ConstantRun::Flow ConstantRun::loop(NodeId node) {
    const NodeId condition = child(node, Role::Condition);
    while (step() && (!condition.valid() || truth(condition))) {
        const Flow flow = block(child(node, Role::Body));
        if (flow == Flow::Return || is_over()) {
            return Flow::Return;
        }
        if (flow == Flow::Break) {
            break;
        }
        if (const NodeId post = child(node, Role::Post); post.valid()) {
            statement(post);
        }
    }
    return Flow::Next;
}

ConstantRun::Flow ConstantRun::walk(NodeId node) {
    const NodeId over = child(node, Role::Value);
    const std::uint32_t local = reader().meaning(node).index;
    ConstantValue items;
    if (tree().kind(over) == NodeKind::Range) {
        const double low = std::trunc(number(child(over, Role::Low)));
        const double high = std::trunc(number(child(over, Role::High)));
        for (double at = low; at <= high && step(); ++at) {
            items.items.push_back(ConstantValue::of_number(at));
        }
    } else {
        const ConstantValue walked = value(over);
        const std::size_t stride = walked.kind == Kind::Table ? 2 : 1;
        if (!walked.is_collection()) {
            leave();
        }
        for (std::size_t i = 0; i < walked.items.size() && step(); i += stride) {
            items.items.push_back(walked.items[i]);
        }
    }
    for (ConstantValue& item : items.items) {
        if (is_over()) {
            break;
        }
        set_local(local, std::move(item));
        const Flow flow = block(child(node, Role::Body));
        if (flow == Flow::Return) {
            return flow;
        }
        if (flow == Flow::Break) {
            break;
        }
    }
    return is_over() ? Flow::Return : Flow::Next;
}

ConstantRun::Flow ConstantRun::switch_block(NodeId node) {
    const ConstantValue asked = value(child(node, Role::Condition));
    for (const NodeId each : tree().children(node, Role::Item)) {
        if (matches(each, asked)) {
            return block(child(each, Role::Body));
        }
    }
    if (asked.kind == Kind::Null) {
        fault(node, "what `switch` asks is null");
        return Flow::Return;
    }
    const NodeId otherwise = child(node, Role::Else);
    return otherwise.valid() && !is_over() ? block(otherwise) : Flow::Next;
}

// NOLINTEND(misc-no-recursion)

} // namespace tgdl
