// Calls of functions and actions: arguments as written, each where its parameter stands.
#include "compile/code_lowering.h"

#include <algorithm>

namespace tgdl {

namespace {

constexpr std::uint32_t kOfTheGame = 0x8000; // in CallAction: an action of the game itself

} // namespace

void CodeLowering::lower_call(const Chain& chain, std::size_t count, Register target) {
    const NodeId call = chain[count - 1];
    const Meaning it = meaning(call);
    switch (it.kind) {
    case MeaningKind::Function: call_function(chain, count, FunctionId(it.index), target); return;
    case MeaningKind::BaseFunction: call_base_function(call, FunctionId(it.index), target); return;
    case MeaningKind::Action: call_action(chain, count, ActionId(it.index), Operation::CallAction, target); return;
    case MeaningKind::ActionPossible:
        call_action(chain, count, ActionId(it.index), Operation::ActionPossible, target);
        return;
    case MeaningKind::BaseAction: call_base_action(call, ActionId(it.index), target); return;
    case MeaningKind::Movement: {
        const MovementId id(it.index);
        const Register window = top();
        const Value movement = Value::item(ProgramItem::Movement, lowering_.movement_index(id));
        writer_.load_constant(writer_.push(), lowering_.constant(movement));
        push_arguments(call, checked_.movements[id.index()].inputs, kNoRegister);
        set_place(call);
        finish_native(NativeId::BindMovement, window, target);
        return;
    }
    case MeaningKind::Question: lower_question(chain, count, target); return;
    case MeaningKind::Builtin: lower_builtin(chain, count, static_cast<BuiltinId>(it.index), target); return;
    default: writer_.load_null(target); return; // nothing else is called in a program without errors
    }
}

// Which parameter an argument is for. Positions leave out what only the engine fills.
std::size_t CodeLowering::parameter_of(NodeId argument, std::size_t position,
                                       std::span<const InputId> parameters) const {
    const bool named = tree_.node(argument).main.valid();
    std::size_t at = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const Input& input = checked_.input(parameters[i]);
        if (named) {
            if (input.name == tree_.main_symbol(argument)) {
                return i;
            }
        } else if (input.mode != Input::Mode::Auto) {
            if (at == position) {
                return i;
            }
            ++at;
        }
    }
    return 0;
}

// Values that were pushed as written move to where the parameters stand: value i belongs to place wanted[i].
void CodeLowering::arrange(Register first, std::vector<std::size_t> wanted) {
    const Register spare = top();
    const auto at = [first](std::size_t i) { return static_cast<Register>(first + i); };
    for (std::size_t start = 0; start < wanted.size(); ++start) {
        while (wanted[start] != start) { // what stands here changes places with what stands where it belongs
            const std::size_t other = wanted[start];
            writer_.move(spare, at(other));
            writer_.move(at(other), at(start));
            writer_.move(at(start), spare);
            std::swap(wanted[start], wanted[other]);
        }
    }
}

void CodeLowering::push_default(InputId id, Register receiver_register) {
    const Input& input = checked_.input(id);
    const CodeReader reader(checked_, input.place.file);
    const NodeId value = reader.tree().child(input.place.node, Role::Value);
    const BodyId default_body = lowering_.bodies.find(input.place.file, value);
    if (!value.valid() || !default_body.valid()) {
        writer_.load_null(writer_.push());
        return;
    }
    if (const std::optional<double> number = reader.constant_number(value);
        number && kind(input.type) == TypeKind::Number) {
        push_number(*number);
        return;
    }
    // A chunk of its own: it belongs to the function's file, and `this` there is the one called.
    const bool method = receiver_register != kNoRegister;
    auto found = lowering_.default_chunks.find(id.value);
    ChunkIndex chunk = found == lowering_.default_chunks.end() ? kNone : found->second;
    if (chunk == kNone) {
        ChunkShape shape;
        shape.name = "default of " + std::string(checked_.text(input.name));
        if (method) {
            shape.parameters.push_back(register_this());
        }
        chunk = lowering_.reserve_chunk();
        lowering_.default_chunks[id.value] = chunk; // before its code: that may call the same function
        Chunk code = lower_chunk(lowering_, default_body, value, shape, input.type);
        lowering_.program.chunks[chunk] = std::move(code);
    }
    const Register window = top();
    if (method) {
        writer_.move(window, receiver_register);
    }
    writer_.emit_wide(Operation::Call, window, chunk);
    writer_.push();
}

void CodeLowering::push_arguments(NodeId call, std::span<const InputId> parameters, Register receiver_register) {
    const Register first = top();
    std::vector<std::size_t> places; // of what is pushed
    std::vector<bool> given(parameters.size(), false);
    std::size_t position = 0;
    for (const NodeId argument : tree_.children(call, Role::Item)) {
        const std::size_t parameter = parameter_of(argument, position++, parameters);
        const Input& input = checked_.input(parameters[parameter]);
        push(child(argument, Role::Value), input.mode == Input::Mode::Players ? TypeId() : input.type);
        places.push_back(parameter);
        given[parameter] = true;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!given[i]) {
            push_default(parameters[i], receiver_register);
            places.push_back(i);
        }
    }
    arrange(first, std::move(places));
}

void CodeLowering::call_function(const Chain& chain, std::size_t count, FunctionId id, Register target) {
    const Function& function = checked_.function(id);
    const std::size_t callee = count - 2;
    const Register window = top();
    const bool method = function.owner.valid();
    const std::optional<Register> variable = callee == 1 ? register_of(chain[0]) : std::nullopt;
    const bool of_this = method && (callee == 0 || (variable && *variable == this_));
    if (method) {
        push_receiver(chain, callee);
    }
    std::vector<InputId> parameters;
    std::ranges::copy_if(function.inputs, std::back_inserter(parameters),
                         [&](InputId input) { return checked_.input(input).mode == Input::Mode::Function; });
    push_arguments(chain[count - 1], parameters, method ? window : kNoRegister);
    set_name_place(chain[callee]);
    if (method) {
        refuse_blank(chain, callee, window, checked_.text(function.name));
    }
    const std::uint32_t slot = method ? lowering_.method_slot(id) : kNone;
    if (slot != kNone) {
        writer_.emit(Operation::CallMethod, window, slot, static_cast<std::uint32_t>(top() - window));
    } else {
        if (method && !of_this) {
            writer_.emit(Operation::CheckNotNull, window);
        }
        writer_.emit_wide(Operation::Call, window, lowering_.function_chunk(id));
    }
    writer_.set_top(window);
    writer_.move(target, window);
}

void CodeLowering::call_base_function(NodeId call, FunctionId id, Register target) {
    const Function& function = checked_.function(id);
    const Register window = writer_.push();
    writer_.move(window, this_);
    std::vector<InputId> parameters;
    std::ranges::copy_if(function.inputs, std::back_inserter(parameters),
                         [&](InputId input) { return checked_.input(input).mode == Input::Mode::Function; });
    push_arguments(call, parameters, window);
    set_place(call);
    writer_.emit_wide(Operation::Call, window, lowering_.function_chunk(id));
    writer_.set_top(window);
    writer_.move(target, window);
}

// What the caller leaves open is marked as such; the match fills it.
void CodeLowering::push_action_inputs(NodeId call, ActionId id) {
    const std::vector<InputId>& inputs = checked_.action(id).inputs;
    const Register first = top();
    std::vector<std::size_t> places;
    std::vector<bool> given(inputs.size(), false);
    std::size_t position = 0;
    for (const NodeId argument : tree_.children(call, Role::Item)) {
        const std::size_t parameter = parameter_of(argument, position++, inputs);
        const Input& input = checked_.input(inputs[parameter]);
        push(child(argument, Role::Value), input.mode == Input::Mode::Players ? TypeId() : input.type);
        places.push_back(parameter);
        given[parameter] = true;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!given[i]) {
            writer_.load_constant(writer_.push(), lowering_.constant(Value::absent()));
            places.push_back(i);
        }
    }
    arrange(first, std::move(places));
}

void CodeLowering::call_action(const Chain& chain, std::size_t count, ActionId id, Operation op, Register target) {
    const bool of_a_type = checked_.action(id).owner.valid();
    const std::size_t callee = op == Operation::CallAction ? count - 2 : count - 3; // `A`, `A.possible`
    const Register window = top();
    if (of_a_type) {
        push_receiver(chain, callee);
    } else {
        writer_.load_null(writer_.push());
    }
    push_action_inputs(chain[count - 1], id);
    set_name_place(chain[callee]);
    const std::uint32_t inputs = top() - window - 1U;
    const std::uint32_t action = of_a_type ? lowering_.action_slot(id) : (lowering_.action_index(id) | kOfTheGame);
    writer_.emit(op, window, action, inputs);
    writer_.set_top(window);
    writer_.move(target, window);
}

// `base.A(…)`: the replaced effect with the inputs at hand, where the call gives no others.
void CodeLowering::call_base_action(NodeId call, ActionId id, Register target) {
    const std::vector<InputId>& inputs = checked_.action(id).inputs;
    const Register window = writer_.push();
    writer_.move(window, this_);
    const Register event = writer_.push();
    if (event_ == kNoRegister || !body().event_type.valid()) {
        writer_.load_null(event);
    } else {
        writer_.move(event, event_);
    }
    const Register first = top();
    std::vector<std::size_t> places;
    std::vector<bool> given(inputs.size(), false);
    std::size_t position = 0;
    for (const NodeId argument : tree_.children(call, Role::Item)) {
        const std::size_t parameter = parameter_of(argument, position++, inputs);
        push(child(argument, Role::Value), checked_.input(inputs[parameter]).type);
        places.push_back(parameter);
        given[parameter] = true;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (given[i]) {
            continue;
        }
        const Register at_hand = input_register(inputs[i]);
        const Register copy = writer_.push();
        if (at_hand == kNoRegister) {
            writer_.load_null(copy);
        } else {
            writer_.move(copy, at_hand);
        }
        places.push_back(i);
    }
    arrange(first, std::move(places));
    set_place(call);
    writer_.emit_wide(Operation::Call, window, lowering_.action_chunk(id));
    writer_.set_top(window);
    writer_.move(target, window);
}

} // namespace tgdl
