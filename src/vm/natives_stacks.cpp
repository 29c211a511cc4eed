#include "vm/native_call.h"

namespace tgdl {

namespace {

Outcome length_of_stack(NativeCall& call) {
    return call.give(Value::number(stack_length(call.machine, call.handle(0))));
}

Outcome get_from_stack(NativeCall& call) {
    if (call.argument(1).is_null()) {
        return call.null_argument();
    }
    const std::optional<std::uint32_t> at = call.position(1, stack_length(call.machine, call.handle(0)));
    return call.give(at ? stack_get(call.machine, call.handle(0), *at) : Value::null());
}

using Push = bool (*)(Machine&, Handle, Value);

// Pushing null does nothing.
Outcome push_with(NativeCall& call, Push push) {
    const Value element = call.argument(1);
    if (element.is_null()) {
        return call.give_nothing();
    }
    if (!element_fits(call.machine, call.handle(0), element)) {
        return call.wrong_element(element);
    }
    return call.give_nothing_if(push(call.machine, call.handle(0), element));
}

Outcome push_top(NativeCall& call) {
    return push_with(call, stack_push);
}

Outcome push_front(NativeCall& call) {
    return push_with(call, stack_push_front);
}

Outcome pop_top(NativeCall& call) {
    const std::uint32_t length = stack_length(call.machine, call.handle(0));
    return call.give(length == 0 ? Value::null() : stack_remove_at(call.machine, call.handle(0), length - 1));
}

Outcome pop_front(NativeCall& call) {
    const std::uint32_t length = stack_length(call.machine, call.handle(0));
    return call.give(length == 0 ? Value::null() : stack_remove_at(call.machine, call.handle(0), 0));
}

Outcome peek(NativeCall& call) {
    const std::uint32_t length = stack_length(call.machine, call.handle(0));
    return call.give(length == 0 ? Value::null() : stack_get(call.machine, call.handle(0), length - 1));
}

// Where the second argument stands, the first from the top; kNone if nowhere.
std::uint32_t find_in_stack(const NativeCall& call) {
    for (std::uint32_t i = stack_length(call.machine, call.handle(0)); i > 0; --i) {
        if (same_value(call.machine, stack_get(call.machine, call.handle(0), i - 1), call.argument(1))) {
            return i - 1;
        }
    }
    return kNone;
}

Outcome stack_contains(NativeCall& call) {
    return call.give(Value::boolean(find_in_stack(call) != kNone));
}

Outcome remove_from_stack(NativeCall& call) {
    const std::uint32_t at = find_in_stack(call);
    if (at != kNone) {
        stack_remove_at(call.machine, call.handle(0), at);
    }
    return call.give(Value::boolean(at != kNone));
}

Outcome clear_stack(NativeCall& call) {
    stack_clear(call.machine, call.handle(0));
    return call.give_nothing();
}

Outcome copy_stack(NativeCall& call) {
    return call.give_made(copy_collection(call.machine, call.handle(0)));
}

constexpr auto kStackNatives = std::to_array<NativeEntry>({
    {NativeId::StackLength, native<"length", length_of_stack>},
    {NativeId::StackGet, native<"[ ]", get_from_stack>},
    {NativeId::StackPush, native<"push", push_top>},
    {NativeId::StackPushFront, native<"push_front", push_front>},
    {NativeId::StackPop, native<"pop", pop_top>},
    {NativeId::StackPopFront, native<"pop_front", pop_front>},
    {NativeId::StackPeek, native<"peek", peek>},
    {NativeId::StackContains, native<"contains", stack_contains>},
    {NativeId::StackRemove, native<"remove", remove_from_stack>},
    {NativeId::StackClear, native<"clear", clear_stack>},
    {NativeId::StackCopy, native<"copy", copy_stack>},
});

} // namespace

std::span<const NativeEntry> stack_natives() {
    return kStackNatives;
}

} // namespace tgdl
