#include "program/operands.h"

#include <string_view>

namespace tgdl {
namespace {

OperandKind kind_of(char letter) {
    switch (letter) {
    case 'w': return OperandKind::Written;
    case 'r': return OperandKind::Read;
    case 'x': return OperandKind::Window;
    case 'n': return OperandKind::Number;
    case 'J': return OperandKind::Jump;
    case 'K': return OperandKind::Constant;
    case 'H': return OperandKind::Chunk;
    case 'I': return OperandKind::Input;
    case 'C': return OperandKind::Class;
    case 'T': return OperandKind::Type;
    default: return OperandKind::None;
    }
}

constexpr std::string_view kShort = "16"; // after a letter of a wide operand: it has 16 bits like the others

} // namespace

std::array<Operand, 3> operands_of(const Instruction& instruction, std::uint32_t at) {
    const std::array<std::uint16_t, 3> fields = {instruction.a, instruction.b, instruction.c};
    std::string_view letters = operation_operands(instruction.op);
    std::array<Operand, 3> operands{};
    for (std::size_t field = 0; field < fields.size() && !letters.empty(); ++field) {
        const OperandKind kind = kind_of(letters.front());
        const bool is_register =
            kind == OperandKind::Written || kind == OperandKind::Read || kind == OperandKind::Window;
        const bool is_plain = kind == OperandKind::Number || kind == OperandKind::None;
        letters.remove_prefix(1);
        const bool is_short = letters.starts_with(kShort);
        if (is_short) {
            letters.remove_prefix(kShort.size());
        }
        operands.at(field).kind = kind;
        if (is_register || is_plain || (is_short && kind != OperandKind::Jump)) {
            operands.at(field).number = fields.at(field);
        } else if (is_short) {
            const auto offset = static_cast<std::int16_t>(fields.at(field));
            operands.at(field).number = at + 1 + static_cast<std::uint32_t>(static_cast<std::int32_t>(offset));
        } else {
            operands.at(field).number = instruction.wide();
        }
    }
    return operands;
}

} // namespace tgdl
