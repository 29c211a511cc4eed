// Use of registers by an instruction: which it reads and writes.
//
//   in   an instruction
//   out  which registers it reads and writes, and below which register everything must be what the rules still hold
#pragma once

#include "program/program.h"

#include <array>
#include <cstdint>

namespace tgdl {

struct RegisterRange {
    std::uint32_t from = 0;
    std::uint32_t to = 0; // one past the last

    [[nodiscard]] bool has(std::uint32_t reg) const { return from <= reg && reg < to; }
};

struct RegisterUse {
    std::array<std::uint32_t, 3> reads{kNone, kNone, kNone}; // single ones; kNone: none
    RegisterRange read_window;
    RegisterRange writes;
    // Other code may run and ask what is tracked: all registers below count as read.
    std::uint32_t seen_below = 0;

    [[nodiscard]] bool reads_register(std::uint32_t reg) const {
        return reads[0] == reg || reads[1] == reg || reads[2] == reg || read_window.has(reg);
    }
};

RegisterUse register_use(const Program& program, const Instruction& instruction);

// Writes one register, which could as well be another one.
bool has_free_target(const Program& program, Operation operation);
// Does nothing but write its register.
bool only_writes(Operation operation);

} // namespace tgdl
