#include "compile/register_use.h"

#include "program/operands.h"

#include <string_view>

namespace tgdl {

namespace {

// In a game that hides something, these may ask the rules who sees it.
bool asks_who_sees(Operation operation) {
    switch (operation) {
    case Operation::EqualIdentity:
    case Operation::EqualAny:
    case Operation::JumpIfIdentical:
    case Operation::JumpUnlessIdentical:
    case Operation::GetHiddenWord:
    case Operation::GetHiddenLength:
    case Operation::IsClass:
    case Operation::AsClass:
    case Operation::JumpIfClass:
    case Operation::JumpUnlessClass:
    case Operation::NextFitting:
    case Operation::NextFittingAgain: return true;
    default: return native_of_intrinsic(operation).has_value();
    }
}

// One that gives the next element of a walk: its state in two registers, the element in a third.
bool gives_next(Operation operation) {
    switch (operation) {
    case Operation::Next:
    case Operation::NextAgain:
    case Operation::NextFitting:
    case Operation::NextFittingAgain:
    case Operation::NextConstant:
    case Operation::NextConstantAgain:
    case Operation::NextOnLine:
    case Operation::NextOnLineAgain:
    case Operation::NextAdjacent:
    case Operation::NextAdjacentAgain: return true;
    default: return false;
    }
}

// Its window is worked on without other code.
bool keeps_to_itself(Operation operation) {
    switch (operation) {
    case Operation::NewList:
    case Operation::NewStack:
    case Operation::NewTable: return true;
    default: return gives_next(operation);
    }
}

// How many registers it reads from its window on.
std::uint32_t arguments_of(const Program& program, const Instruction& instruction) {
    const bool takes_none =
        (instruction.op == Operation::Native && instruction.c == 0)
        || (instruction.op == Operation::Winner && static_cast<WinnerKind>(instruction.b) == WinnerKind::Draw);
    return takes_none ? 0 : window_size(program, instruction);
}

} // namespace

RegisterUse register_use(const Program& program, const Instruction& instruction) {
    RegisterUse use;
    const std::array<Operand, 3> operands = operands_of(instruction, 0);
    for (std::size_t field = 0; field < operands.size(); ++field) {
        const Operand& operand = operands.at(field);
        switch (operand.kind) {
        case OperandKind::Changed: use.writes = {operand.number, operand.number + 1}; [[fallthrough]];
        case OperandKind::Read: use.reads.at(field) = operand.number; break;
        case OperandKind::Written: use.writes = {operand.number, operand.number + 1}; break;
        case OperandKind::Window:
            use.read_window = {operand.number, operand.number + arguments_of(program, instruction)};
            use.writes = {operand.number, operand.number + 1};
            use.seen_below = keeps_to_itself(instruction.op) ? 0 : operand.number;
            break;
        default: break; // no register
        }
    }
    const std::uint32_t a = instruction.a;
    switch (instruction.op) {
    case Operation::LoadNull: use.writes = {a, a + instruction.b}; break;
    case Operation::Snapshot:
    case Operation::Walk:
    case Operation::WalkConstants:
    case Operation::WalkLine:
    case Operation::WalkAdjacents: use.writes = {a, a + 2}; break;
    default: break;
    }
    if (gives_next(instruction.op)) {
        use.read_window = {a, a + 2};
        use.writes = {a, a + 3};
    }
    if (program.hides && asks_who_sees(instruction.op)) {
        use.seen_below = kNone;
    }
    return use;
}

bool has_free_target(const Program& program, Operation operation) {
    switch (operation) {
    case Operation::Move:
    case Operation::LoadConstant:
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::Remainder:
    case Operation::Power:
    case Operation::Negate:
    case Operation::AddConstant:
    case Operation::PlayerAdd:
    case Operation::PlayerSubtract:
    case Operation::ToPlayer:
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::LessText:
    case Operation::LessEqualText:
    case Operation::EqualNumber:
    case Operation::EqualIdentity:
    case Operation::EqualText:
    case Operation::EqualAny:
    case Operation::Not:
    case Operation::And:
    case Operation::Or:
    case Operation::Xor:
    case Operation::Nand:
    case Operation::GetWord:
    case Operation::GetTileWord:
    case Operation::GetGlobal:
    case Operation::GetConstant:
    case Operation::GetGlobalWord:
    case Operation::GetSeat:
    case Operation::IsClass:
    case Operation::AsClass: return true;
    default: break;
    }
    return !program.hides && native_of_intrinsic(operation).has_value()
           && operation_operands(operation).starts_with('w') && operation != Operation::JumpIfEmpty
           && operation != Operation::JumpUnlessEmpty;
}

bool only_writes(Operation operation) {
    switch (operation) {
    case Operation::Move:
    case Operation::LoadConstant:
    case Operation::GetGlobal:
    case Operation::GetConstant:
    case Operation::QuickPlayerActive: return true;
    default: return false;
    }
}

} // namespace tgdl
