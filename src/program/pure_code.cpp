#include "program/pure_code.h"

#include <algorithm>

namespace tgdl {

bool goes_back(const Instruction& instruction) {
    const std::string_view operands = operation_operands(instruction.op);
    if (operands.ends_with("J16")) {
        return static_cast<std::int16_t>(instruction.c) < 0;
    }
    return operands.ends_with("J") && static_cast<std::int32_t>(instruction.wide()) < 0;
}

bool writes_parameters(const Chunk& chunk) {
    return std::ranges::any_of(chunk.code, [&](const Instruction& instruction) {
        const std::string_view operands = operation_operands(instruction.op);
        const bool writes = !operands.empty() && (operands[0] == 'w' || operands[0] == 'x' || operands[0] == 'u');
        return writes && instruction.a < chunk.parameters;
    });
}

void mark_pure_chunks(Program& program) {
    for (Chunk& chunk : program.chunks) {
        // The arguments must still be there when eval_pure() meets something unusual and the chunk is run after all.
        chunk.pure = !chunk.writes && !chunk.may_fail && !writes_parameters(chunk);
        for (std::size_t at = 0; at < chunk.code.size() && chunk.pure; ++at) {
            chunk.pure = is_pure(chunk.code[at].op) && !goes_back(chunk.code[at]);
        }
    }
}

} // namespace tgdl
