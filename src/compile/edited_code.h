// The code of a chunk while it is being changed: jumps by the instruction they lead to, what is removed stays in its place
// until write().
//
//   EditedCode code(chunk);
//   code.instructions[3].removed = true;
//   code.write(chunk);
#pragma once

#include "program/program.h"

#include <cstdint>
#include <vector>

namespace tgdl {

struct EditedInstruction {
    Instruction code;
    LocationIndex place = 0;
    std::uint32_t target = kNone; // of a jump: the number of the instruction it leads to
    bool removed = false;
};

class EditedCode {
public:
    EditedCode() = default;
    explicit EditedCode(const Chunk& chunk);

    std::vector<EditedInstruction> instructions;
    std::vector<DebugVariable> variables;
    std::vector<InlinedCall> inlined;
    std::uint32_t registers = 0;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(instructions.size()); }
    // The first one from `at` on that is not removed; size() if there is none.
    [[nodiscard]] std::uint32_t standing(std::uint32_t at) const {
        while (at < size() && instructions[at].removed) {
            ++at;
        }
        return at;
    }
    [[nodiscard]] std::uint32_t after(std::uint32_t at) const { return standing(at + 1); }
    [[nodiscard]] std::uint32_t target_of(std::uint32_t at) const { return standing(instructions[at].target); }

    void write(Chunk& chunk) const;
};

} // namespace tgdl
