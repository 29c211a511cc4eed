// Calls and statements of functions that constants use.
#include "base/numbers.h"
#include "check/constant_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
    inner.returns = function.returns;
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
                inner.inputs.emplace_back(function.inputs[i], fitted(value(child(argument, Role::Value)),
                                                                     program_.input(function.inputs[i]).type));
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
            ConstantValue standard =
                fitted(value(program_.tree(place).child(place.node, Role::Value)), program_.input(input).type);
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
        ConstantValue all = made(TypeKind::List);
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
    case BuiltinId::ListCopy:
    case BuiltinId::ListClone:
    case BuiltinId::TableCopy:
    case BuiltinId::TableClone:
    case BuiltinId::StackCopy:
    case BuiltinId::StackClone: {
        ConstantValue copy = made(receiver.kind == Kind::List    ? TypeKind::List
                                  : receiver.kind == Kind::Stack ? TypeKind::Stack
                                                                 : TypeKind::Table);
        if (step(receiver.items.size())) {
            copy.items.changed() = receiver.items.all();
        }
        return copy;
    }
    default: break;
    }
    switch (entry.receiver) {
    case Receiver::List: return call_list(id, receiver, call);
    case Receiver::Table: return call_table(id, receiver, call);
    case Receiver::Stack: return call_stack(id, receiver, call);
    case Receiver::Asked: return call_asked(id, receiver, call);
    case Receiver::String: return call_text(id, receiver, call);
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
    case BuiltinId::StringLength:
        return receiver.kind == Kind::Null ? fault(node, "`length` is asked of null") : call_text(id, receiver, node);
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
    const std::uint64_t outside = std::exchange(outside_, made_);
    ConstantValue answer = answered(id, receiver, call, local);
    outside_ = outside;
    if (id != BuiltinId::ListSortBy) {
        return answer;
    }
    ConstantValue list = receiver;
    if (std::vector<ConstantValue>* const items = changed(list, call); items != nullptr) {
        *items = answer.items.all();
    }
    return ConstantValue::null();
}

ConstantValue ConstantRun::answered(BuiltinId id, const ConstantValue& receiver, NodeId call, std::uint32_t local) {
    const NodeId expression = reader().argument(call, 0);
    if (id == BuiltinId::ListSortBy || id == BuiltinId::AskSortedBy) {
        return sorted(receiver, call, expression, local);
    }
    if (id == BuiltinId::AskHighest || id == BuiltinId::AskLowest) {
        return best(receiver, expression, local, id == BuiltinId::AskHighest);
    }
    ConstantValue list = made(TypeKind::List);
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
        set_local(reader().meaning(node).index, fitted(std::move(first), reader().type(child(node, Role::Type))));
        return Flow::Next;
    }
    case NodeKind::Evaluate: value(child(node, Role::Value)); return Flow::Next;
    case NodeKind::Assign: assign(node); return Flow::Next;
    case NodeKind::Increment: increment(node); return Flow::Next;
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
            frame_->result = fitted(value(given), frame_->returns);
        }
        return Flow::Return;
    default: leave(); return Flow::Return;
    }
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
    std::vector<ConstantValue> items; // as they are now
    if (tree().kind(over) == NodeKind::Range) {
        const double low = std::trunc(number(child(over, Role::Low)));
        const double high = std::trunc(number(child(over, Role::High)));
        for (double at = low; at <= high && step(); ++at) {
            items.push_back(ConstantValue::of_number(at));
        }
    } else {
        const ConstantValue walked = value(over);
        const std::size_t stride = walked.kind == Kind::Table ? 2 : 1;
        if (!walked.is_collection()) {
            leave();
        }
        for (std::size_t i = 0; i < walked.items.size() && step(); i += stride) {
            items.push_back(walked.items[i]);
        }
    }
    for (ConstantValue& item : items) {
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
