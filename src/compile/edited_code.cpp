#include "compile/edited_code.h"

#include "program/operands.h"

#include <string_view>

namespace tgdl {

EditedCode::EditedCode(const Chunk& chunk)
    : variables(chunk.variables), inlined(chunk.inlined), registers(chunk.registers) {
    instructions.reserve(chunk.code.size());
    for (std::uint32_t at = 0; at < chunk.code.size(); ++at) {
        EditedInstruction edited{chunk.code[at], chunk.places[at], kNone, false};
        for (const Operand& operand : operands_of(chunk.code[at], at)) {
            if (operand.kind == OperandKind::Jump) {
                edited.target = operand.number;
            }
        }
        instructions.push_back(edited);
    }
}

void EditedCode::write(Chunk& chunk) const {
    std::vector<std::uint32_t> moved(size() + 1); // where each instruction, or the next that stands, will be
    std::uint32_t count = 0;
    for (std::uint32_t at = 0; at < size(); ++at) {
        moved[at] = count;
        count += instructions[at].removed ? 0U : 1U;
    }
    moved[size()] = count;
    chunk.code.clear();
    chunk.places.clear();
    for (const EditedInstruction& edited : instructions) {
        if (edited.removed) {
            continue;
        }
        Instruction code = edited.code;
        if (edited.target != kNone) {
            const auto at = static_cast<std::uint32_t>(chunk.code.size());
            const std::uint32_t target = moved[edited.target];
            if (operation_operands(code.op).ends_with("J16")) {
                code.c = static_cast<std::uint16_t>(target - (at + 1));
            } else {
                code = wide_jump(code.op, code.a, at, target);
            }
        }
        chunk.code.push_back(code);
        chunk.places.push_back(edited.place);
    }
    chunk.registers = static_cast<std::uint16_t>(registers);
    chunk.variables = variables;
    for (DebugVariable& variable : chunk.variables) {
        variable.from = moved[variable.from];
        variable.to = moved[variable.to];
        variable.lookup = variable.lookup == kNone ? kNone : moved[variable.lookup];
    }
    chunk.inlined = inlined;
    for (InlinedCall& call : chunk.inlined) {
        call.from = moved[call.from];
        call.to = moved[call.to];
    }
}

} // namespace tgdl
