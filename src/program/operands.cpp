#include "program/operands.h"

#include <algorithm>
#include <string_view>

namespace tgdl {
namespace {

constexpr OperandKind kind_of(char letter) {
    switch (letter) {
    case 'w': return OperandKind::Written;
    case 'r': return OperandKind::Read;
    case 'u': return OperandKind::Changed;
    case 'x': return OperandKind::Window;
    case 'n': return OperandKind::Number;
    case 'J': return OperandKind::Jump;
    case 'K': return OperandKind::Constant;
    case 'H': return OperandKind::Chunk;
    case 'I': return OperandKind::Input;
    case 'C': return OperandKind::Class;
    case 'T': return OperandKind::Type;
    case 'P': return OperandKind::Region;
    default: return OperandKind::None;
    }
}

constexpr std::string_view kShort = "16"; // after a letter of a wide operand: it has 16 bits like the others

struct Field {
    OperandKind kind = OperandKind::None;
    bool is_wide = false;
};
using Fields = std::array<Field, 3>;

constexpr Fields read_letters(std::string_view letters) {
    Fields fields{};
    for (std::size_t field = 0; field < fields.size() && !letters.empty(); ++field) {
        const OperandKind kind = kind_of(letters.front());
        letters.remove_prefix(1);
        const bool is_short = letters.starts_with(kShort);
        letters.remove_prefix(is_short ? kShort.size() : 0);
        fields.at(field) = {kind, kind > OperandKind::Number && !is_short};
    }
    return fields;
}

constexpr std::array kFields = {
#define TGDL_INSTRUCTION(name, operands, does) read_letters(operands),
#include "program/instruction.def"
#undef TGDL_INSTRUCTION
};

inline Operand operand_of(Field field, std::uint16_t given, const Instruction& instruction, std::uint32_t at) {
    const std::uint32_t number = field.is_wide ? instruction.wide() : given;
    if (field.kind != OperandKind::Jump) {
        return {field.kind, number};
    }
    const std::int32_t offset = field.is_wide ? static_cast<std::int32_t>(number) : static_cast<std::int16_t>(given);
    return {field.kind, at + 1 + static_cast<std::uint32_t>(offset)};
}

} // namespace

// Asked of every instruction several times before a game begins.
std::array<Operand, 3> operands_of(const Instruction& instruction, std::uint32_t at) {
    const Fields& fields = kFields.at(static_cast<std::size_t>(instruction.op));
    return {operand_of(fields[0], instruction.a, instruction, at),
            operand_of(fields[1], instruction.b, instruction, at),
            operand_of(fields[2], instruction.c, instruction, at)};
}

std::uint32_t window_size(const Program& program, const Instruction& instruction) {
    switch (instruction.op) {
    case Operation::Native:
    case Operation::CallMethod: return std::max<std::uint32_t>(instruction.c, 1);
    case Operation::LoadNull:
    case Operation::NewList:
    case Operation::NewStack: return std::max<std::uint32_t>(instruction.b, 1);
    case Operation::NewTable: return std::max<std::uint32_t>(2U * instruction.b, 1);
    case Operation::Call:
    case Operation::CallReader:
    case Operation::CallPublic: {
        const ChunkIndex called = instruction.wide();
        const bool exists = called < program.chunks.size();
        return std::max<std::uint32_t>(exists ? program.chunks[called].parameters : 0, 1);
    }
    case Operation::SetObserved:
    case Operation::MovePiece:
    case Operation::Snapshot:
    case Operation::Walk:
    case Operation::WalkConstants: return 2;
    case Operation::Next:
    case Operation::NextAgain:
    case Operation::NextFitting:
    case Operation::NextFittingAgain:
    case Operation::NextConstant:
    case Operation::NextConstantAgain:
    case Operation::WalkLine:
    case Operation::NextOnLine:
    case Operation::NextOnLineAgain:
    case Operation::WalkAdjacents:
    case Operation::NextAdjacent:
    case Operation::NextAdjacentAgain: return 3;
    case Operation::Choose: return 2U + instruction.b;
    case Operation::CallAction:
    case Operation::ActionPossible: return 1U + instruction.c;
    default: return 1;
    }
}

} // namespace tgdl
