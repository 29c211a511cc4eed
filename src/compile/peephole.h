// Peephole optimisation of one chunk: reads and rewrites instructions that stand beside each other, until nothing changes.
//
//   in   a chunk that is edited, with small functions inlined
//   out  the same with jumps led to where they end, copies and tests joined with what they serve, walks over tiles and
//        constants without a list, and nothing that is never reached or never read
#pragma once

#include "compile/edited_code.h"
#include "compile/live_registers.h"
#include "program/program.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tgdl {

class PeepholeOptimizer {
public:
    PeepholeOptimizer(Program& program, EditedCode& code) : program_(program), code_(code) {}

    void run();

private:
    EditedInstruction& at(std::uint32_t number) { return code_.instructions[number]; }
    [[nodiscard]] Operation op(std::uint32_t number) const { return code_.instructions[number].code.op; }

    void find_targets();
    void remove_unreachable();
    void simplify_walks();
    void walk_tiles(std::uint32_t native);
    [[nodiscard]] bool lists_any_tile(std::uint32_t native) const;
    void count_destinations(std::uint32_t native);
    void walk_constants(std::uint32_t first);
    [[nodiscard]] std::uint32_t find_walk(std::uint32_t made) const;
    bool lead_jumps();
    bool lead_jump(std::uint32_t number);
    bool lead_constant(std::uint32_t number);
    bool enter_counting(std::uint32_t number);
    void join_all();
    bool join_instructions();
    bool join(std::uint32_t first, std::uint32_t second);
    [[nodiscard]] std::uint32_t find_reader(std::uint32_t number);
    std::uint32_t join_copy(std::uint32_t number);
    bool join_target(std::uint32_t first, std::uint32_t second);
    bool join_constant(std::uint32_t first, std::uint32_t second);
    bool join_test(std::uint32_t first, std::uint32_t second);
    bool join_member(std::uint32_t first, std::uint32_t second);
    bool join_counting(std::uint32_t first, std::uint32_t second);
    bool join_cell(std::uint32_t first, std::uint32_t second);
    bool remove_unused(std::uint32_t number);
    // The value is not wanted any more after the instruction, nor shown when that one faults.
    [[nodiscard]] bool is_done_after(std::uint32_t number, std::uint32_t reg);
    [[nodiscard]] bool is_shown(std::uint32_t number, std::uint32_t reg) const;
    [[nodiscard]] const LiveRegisters& live();
    [[nodiscard]] std::optional<bool> is_jump_taken(const Instruction& test, Value constant) const;
    [[nodiscard]] std::optional<std::uint16_t> whole_number(const Instruction& load) const;

    Program& program_;
    EditedCode& code_;
    std::vector<bool> is_target_;       // something else than the instruction before may lead here
    std::vector<bool> is_fixed_;        // belongs to the instruction before
    std::optional<LiveRegisters> live_; // once asked for in a round
};

// What jumps when the instruction would not; itself when there is no such one.
[[nodiscard]] Operation opposite_jump(Operation op);

[[nodiscard]] inline bool is_bool_test(Operation op) {
    return op == Operation::JumpIf || op == Operation::JumpUnless;
}

} // namespace tgdl
