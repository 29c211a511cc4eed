// What blocks that run by themselves come to: scores, computed attributes, modifiers.
#include "vm/native_positions.h"

namespace tgdl {

namespace {

Outcome block_fails(Machine& machine, std::uint32_t window, std::uint32_t /*count*/) {
    return machine.fault_with(FaultId::BlockFails, {text_utf8(machine, machine.values[window])});
}

Outcome null_score(Machine& machine, std::uint32_t window, std::uint32_t /*count*/) {
    return machine.fault_with(FaultId::NullScore, {text_utf8(machine, machine.values[window]),
                                                   plain_text(machine, machine.values[window + 1])});
}

Outcome computed_assigned(Machine& machine, std::uint32_t window, std::uint32_t /*count*/) {
    return machine.fault_with(FaultId::ComputedAssigned, {text_utf8(machine, machine.values[window + 1]),
                                                          plain_text(machine, machine.values[window])});
}

// The code that runs applies the modifiers of one attribute to the instance in its first register.
Outcome begin_modifiers(NativeCall& call) {
    const Machine& machine = call.machine;
    if (!call.charge(machine.frames.size(), 1)) {
        return call.budget_spent();
    }
    const Frame& own = machine.frames.back();
    for (const Frame* frame = machine.frames.begin(); frame + 1 != machine.frames.end(); ++frame) {
        if (frame->kind == FrameKind::Code && frame->code == own.code
            && machine.values[frame->base] == call.argument(0)) {
            return call.fault(FaultId::ReadInOwnBlock,
                              {text_utf8(machine, call.argument(1)), plain_text(machine, call.argument(0))});
        }
    }
    return call.give_nothing();
}

Outcome see_modifier(NativeCall& call) {
    const Outcome seen = check_may_read(call.machine, call.handle(0));
    return seen == Outcome::Next ? call.give_nothing() : seen;
}

constexpr auto kBlockNatives = std::to_array<NativeEntry>({
    {NativeId::BlockFails, block_fails},
    {NativeId::NullScore, null_score},
    {NativeId::ComputedAssigned, computed_assigned},
    {NativeId::BeginModifiers, native<"modify", begin_modifiers>},
    {NativeId::SeeModifier, native<"modify", see_modifier>},
});

} // namespace

std::span<const NativeEntry> block_natives() {
    return kBlockNatives;
}

} // namespace tgdl
