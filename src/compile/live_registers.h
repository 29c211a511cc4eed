// Liveness analysis: registers that matter at each instruction of a piece of code, read later or variables in scope,
// which reports of faults show.
#pragma once

#include "compile/edited_code.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tgdl {

class LiveRegisters {
public:
    // O(instructions × registers) for code without loops, a few times that with them.
    LiveRegisters(const Program& program, const EditedCode& code);

    [[nodiscard]] bool before(std::uint32_t at, std::uint32_t reg) const { return has(at * words_, reg); }
    [[nodiscard]] bool after(std::uint32_t at, std::uint32_t reg) const;

private:
    [[nodiscard]] bool has(std::size_t row, std::uint32_t reg) const {
        return ((live_[row + reg / 64] >> (reg % 64)) & 1U) != 0;
    }
    // What the instruction makes live before it, and what it makes not so.
    void add_uses(std::uint32_t at, std::uint64_t* made, std::uint64_t* ended) const;

    const Program& program_;
    const EditedCode& code_;
    std::size_t words_;                // of a row
    std::vector<std::uint64_t> live_;  // a row of bits for each instruction, those before it
    std::vector<std::uint32_t> fails_; // by instruction: where `fail` goes on; kNone: it leaves the code
};

// Which instructions may run after one: at most three, kNone where there are fewer. `fails`: see above.
std::array<std::uint32_t, 3> successors(const Program& program, const EditedCode& code, std::uint32_t at,
                                        std::uint32_t fails);
// By instruction: where `fail` goes on, kNone where it leaves the code.
std::vector<std::uint32_t> find_fail_targets(const EditedCode& code);

} // namespace tgdl
