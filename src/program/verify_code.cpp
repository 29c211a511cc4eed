#include "program/verify_code.h"

#include "program/cell_geometry.h"
#include "program/operands.h"

#include <algorithm>

#include <fmt/format.h>

namespace tgdl {
namespace {

class CodeVerifier {
public:
    CodeVerifier(const Program& program, const Chunk& chunk) : program_(program), chunk_(chunk) {}

    std::string verify();

private:
    std::string verify_instruction(std::uint32_t at);
    std::string verify_operand(const Operand& operand);
    std::string verify_meaning(const Instruction& instruction, std::uint32_t at);
    std::string verify_native(const Instruction& instruction);
    [[nodiscard]] bool is_instance_type(std::uint32_t type) const {
        return type < program_.types.size() && program_.types[type].kind == ValueKind::Instance;
    }
    // Does the instruction look up a cell, of a group that is still in its register when it has not run?
    [[nodiscard]] bool is_cell(std::uint32_t at) const {
        if (at >= chunk_.code.size()) {
            return false;
        }
        const bool is_moved =
            at > 0 && (chunk_.code[at - 1].op == Operation::Move || chunk_.code[at - 1].op == Operation::MoveGroup)
            && chunk_.code[at - 1].a == chunk_.code[at].a;
        return chunk_.code[at].op == Operation::QuickGroupCell
               || (chunk_.code[at].op == Operation::QuickGroupGet && is_moved);
    }

    const Program& program_;
    const Chunk& chunk_;
};

std::string CodeVerifier::verify_operand(const Operand& operand) {
    const auto outside = [&](std::size_t size, std::string_view what) {
        return operand.number < size ? std::string() : fmt::format("there is no {} {}", what, operand.number);
    };
    switch (operand.kind) {
    case OperandKind::Written:
    case OperandKind::Read:
    case OperandKind::Changed: return outside(chunk_.registers, "register");
    case OperandKind::Jump: return outside(chunk_.code.size(), "instruction");
    case OperandKind::Constant: return outside(program_.constants.size(), "constant");
    case OperandKind::Chunk: return outside(program_.chunks.size(), "code");
    case OperandKind::Input: return outside(program_.inputs.size(), "input");
    case OperandKind::Class: return outside(program_.classes.size(), "class");
    case OperandKind::Type: return outside(program_.types.size(), "type");
    case OperandKind::Region: return outside(program_.coverage_regions.size(), "region");
    case OperandKind::Window: // together with its length
    case OperandKind::Number:
    case OperandKind::None: break;
    }
    return {};
}

std::string CodeVerifier::verify_native(const Instruction& instruction) {
    if (instruction.b >= kNativeCount) {
        return fmt::format("there is no native {}", instruction.b);
    }
    const auto native = static_cast<NativeId>(instruction.b);
    const int wanted = native_arguments(native);
    if (wanted >= 0 && instruction.c != wanted) {
        return fmt::format("{} wants {} arguments", native_name(native), wanted);
    }
    return {};
}

std::string CodeVerifier::verify_meaning(const Instruction& instruction, std::uint32_t at) {
    switch (instruction.op) {
    case Operation::Native: return verify_native(instruction);
    case Operation::IsClass:
    case Operation::AsClass:
        return is_instance_type(instruction.c) ? "" : fmt::format("type {} is no class", instruction.c);
    case Operation::NextFitting: {
        const bool has_type = at + 1 < chunk_.code.size() && chunk_.code[at + 1].op == Operation::Nop
                              && is_instance_type(chunk_.code[at + 1].c);
        return has_type ? "" : "the type to fit is missing";
    }
    case Operation::NextFittingAgain: {
        const std::uint32_t type = operands_of(instruction, at)[1].number - 1;
        const bool has_type = type < chunk_.code.size() && chunk_.code[type].op == Operation::Nop
                              && is_instance_type(chunk_.code[type].c);
        return has_type ? "" : "the type to fit is missing";
    }
    case Operation::JumpIfClass:
    case Operation::JumpUnlessClass:
        return is_instance_type(instruction.b) ? "" : fmt::format("type {} is no class", instruction.b);
    case Operation::WalkLine: {
        const bool goes_on = at + 1 < chunk_.code.size() && chunk_.code[at + 1].op == Operation::NextOnLine
                             && chunk_.code[at + 1].a == instruction.a;
        return goes_on ? "" : "its NextOnLine does not follow";
    }
    case Operation::MoveGroup: {
        const Instruction next = at + 1 < chunk_.code.size() ? chunk_.code[at + 1] : Instruction{};
        const bool goes_on = next.op == Operation::QuickGroupGet && next.a == instruction.a && next.b != instruction.a
                             && next.c != instruction.a;
        if (!has_plain_groups(program_)) {
            return "the groups are not plain";
        }
        return goes_on ? "" : "its QuickGroupGet does not follow";
    }
    case Operation::WalkConstants:
        return static_cast<std::size_t>(instruction.b) + instruction.c <= program_.constants.size()
                   ? ""
                   : "there are not so many constants";
    case Operation::Ask:
    case Operation::AskAuto: {
        const InputInfo& input = program_.inputs[instruction.wide()];
        if (instruction.a != input.reg) {
            return fmt::format("the input belongs into register {}", input.reg);
        }
        return at + (input.has_else ? 2 : 1) < chunk_.code.size() ? "" : "nothing follows the input";
    }
    case Operation::GetGlobal:
    case Operation::GetGlobalWord:
    case Operation::SetGlobalWord:
        return instruction.b < program_.globals.size() ? "" : fmt::format("there is no global {}", instruction.b);
    case Operation::GetConstant:
        return instruction.b < program_.match_constants.size() ? ""
                                                               : fmt::format("there is no constant {}", instruction.b);
    case Operation::GetSeat:
        return instruction.c < program_.seats.size() ? "" : fmt::format("there is no player class {}", instruction.c);
    case Operation::New:
        return program_.classes[instruction.wide()].abstract ? "an abstract class is instantiated" : "";
    case Operation::Winner:
        return instruction.b <= static_cast<std::uint16_t>(WinnerKind::Draw) ? "" : "there is no such way to win";
    default: return {};
    }
}

std::string CodeVerifier::verify_instruction(std::uint32_t at) {
    const Instruction& instruction = chunk_.code[at];
    if (static_cast<std::size_t>(instruction.op) >= kOperationCount) {
        return "there is no such operation";
    }
    for (const Operand& operand : operands_of(instruction, at)) {
        if (std::string wrong = verify_operand(operand); !wrong.empty()) {
            return wrong;
        }
    }
    const std::uint32_t window = window_size(program_, instruction);
    const bool uses_window = operation_operands(instruction.op).starts_with('x') || window > 1;
    if (uses_window && instruction.a + window > chunk_.registers) {
        return fmt::format("its registers go beyond {}", chunk_.registers);
    }
    return verify_meaning(instruction, at);
}

std::string CodeVerifier::verify() {
    if (chunk_.parameters > chunk_.registers) {
        return fmt::format("`{}` has fewer registers than parameters", chunk_.name);
    }
    if (chunk_.code.empty() || !ends_code(chunk_.code.back().op)) {
        return fmt::format("`{}` does not end", chunk_.name);
    }
    if (chunk_.places.size() != chunk_.code.size()) {
        return fmt::format("`{}` has not one place for each instruction", chunk_.name);
    }
    for (const LocationIndex place : chunk_.places) {
        if (place >= program_.places.size()) {
            return fmt::format("`{}`: there is no place {}", chunk_.name, place);
        }
    }
    for (const DebugVariable& variable : chunk_.variables) {
        if (variable.reg >= chunk_.registers) {
            return fmt::format("`{}`: there is no register for `{}`", chunk_.name, variable.name);
        }
        if (variable.call != kNone && variable.call >= chunk_.inlined.size()) {
            return fmt::format("`{}`: there is no call that `{}` belongs to", chunk_.name, variable.name);
        }
        if (variable.lookup != kNone && !is_cell(variable.lookup)) {
            return fmt::format("`{}`: instruction {} looks up no cell for `{}`", chunk_.name, variable.lookup,
                               variable.name);
        }
    }
    for (const InlinedCall& call : chunk_.inlined) {
        if (call.chunk >= program_.chunks.size() || call.place >= program_.places.size()) {
            return fmt::format("`{}`: there is no code {} to be inlined", chunk_.name, call.chunk);
        }
    }
    for (std::uint32_t at = 0; at < chunk_.code.size(); ++at) {
        if (std::string wrong = verify_instruction(at); !wrong.empty()) {
            return fmt::format("`{}`, instruction {}: {}", chunk_.name, at, wrong);
        }
    }
    return {};
}

} // namespace

std::string verify_code(const Program& program, const Chunk& chunk) {
    return CodeVerifier(program, chunk).verify();
}

} // namespace tgdl
