#include "compile/make_plain.h"

#include <algorithm>

namespace tgdl {

namespace {

void make_plain(Chunk& chunk) {
    for (Instruction& instruction : chunk.code) {
        // The lowering leaves the arguments of an intrinsic where a call of the native wants them: in its window.
        if (const std::optional<NativeId> native = native_of_intrinsic(instruction.op)) {
            instruction = {Operation::Native, instruction.a, static_cast<std::uint16_t>(*native),
                           static_cast<std::uint16_t>(native_arguments(*native))};
        } else if (instruction.op == Operation::Walk) {
            instruction.op = Operation::Snapshot;
        }
    }
    chunk.writes = true;
    chunk.may_fail = true;
    chunk.constant = kNone;
    chunk.word = 0;
}

} // namespace

void make_plain(Program& program) {
    std::ranges::for_each(program.chunks, [](Chunk& chunk) { make_plain(chunk); });
    for (ClassInfo& info : program.classes) {
        info.holders.clear();
        info.kept = true;
    }
    for (ActionInfo& action : program.actions) {
        action.may_cancel = true;
        action.may_fail = true;
    }
    for (TurnInfo& turn : program.turns) {
        std::ranges::for_each(turn.phases, [](PhaseInfo& phase) { phase.may_fail = true; });
    }
    std::ranges::for_each(program.setups, [](PhaseInfo& setup) { setup.may_fail = true; });
    std::ranges::for_each(program.inputs, [](InputInfo& input) { input.source = {}; });
    program.any_fail = true;
}

} // namespace tgdl
