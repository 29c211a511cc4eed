// The operands of an instruction by what they are, read from the letters of instruction.def.
#pragma once

#include "program/program.h"

#include <array>
#include <cstdint>

namespace tgdl {

enum class OperandKind : std::uint8_t {
    None,
    Written, // a register
    Read,    // a register
    Changed, // a register: read, then written
    Window,  // registers from this one on
    Number,
    Jump, // index of an instruction
    Constant,
    Chunk,
    Input,
    Class,
    Type,
    Region,
};

struct Operand {
    OperandKind kind = OperandKind::None;
    std::uint32_t number = 0;
};

// In the order they are written. A jump is given as the instruction it leads to; one that leads before the first
// instruction as a number beyond every chunk.
std::array<Operand, 3> operands_of(const Instruction& instruction, std::uint32_t at);

// How many registers an instruction reads or writes from its first operand on.
std::uint32_t window_size(const Program& program, const Instruction& instruction);

} // namespace tgdl
