#include "compile/live_registers.h"

#include "compile/register_use.h"

#include <algorithm>
#include <utility>

namespace tgdl {

std::vector<std::uint32_t> find_fail_targets(const EditedCode& code) {
    std::vector<std::uint32_t> fails(code.size(), kNone);
    std::vector<std::uint32_t> open;
    for (std::uint32_t at = 0; at < code.size(); ++at) {
        const EditedInstruction& edited = code.instructions[at];
        if (edited.removed) {
            continue;
        }
        fails[at] = open.empty() ? kNone : open.back();
        if (edited.code.op == Operation::BeginHypothetical) {
            open.push_back(edited.target);
        } else if (edited.code.op == Operation::EndHypothetical && !open.empty()) {
            open.pop_back();
        }
    }
    return fails;
}

std::array<std::uint32_t, 3> successors(const Program& program, const EditedCode& code, std::uint32_t at,
                                        std::uint32_t fails) {
    const EditedInstruction& edited = code.instructions[at];
    std::array<std::uint32_t, 3> next = {kNone, kNone, kNone};
    if (!ends_code(edited.code.op)) {
        next[0] = code.after(at);
    }
    if (edited.target != kNone) {
        next[1] = code.target_of(at);
    } else if ((edited.code.op == Operation::Ask || edited.code.op == Operation::AskAuto)
               && program.inputs[edited.code.wide()].has_else) {
        next[1] = code.after(next[0]);
    }
    if (fails != kNone) {
        next[2] = code.standing(fails);
    }
    return next;
}

LiveRegisters::LiveRegisters(const Program& program, const EditedCode& code)
    : program_(program),
      code_(code),
      words_((code.registers + 63) / 64),
      live_((code.size() + 1) * words_),
      fails_(find_fail_targets(code)) {
    std::vector<std::uint64_t> made((code.size() + 1) * words_);
    std::vector<std::uint64_t> ended(code.size() * words_);
    std::vector<std::array<std::uint32_t, 3>> next(code.size());
    bool has_loops = false;
    for (const DebugVariable& variable : code.variables) {
        for (std::uint32_t at = variable.from; at < variable.to; ++at) {
            made[at * words_ + variable.reg / 64] |= std::uint64_t{1} << (variable.reg % 64U);
        }
    }
    for (std::uint32_t at = 0; at < code.size(); ++at) {
        if (!code.instructions[at].removed) {
            add_uses(at, made.data() + at * words_, ended.data() + at * words_);
            next[at] = successors(program, code, at, fails_[at]);
            has_loops = has_loops || std::ranges::any_of(next[at], [at](std::uint32_t each) { return each <= at; });
        }
    }
    // What is live before an instruction follows from what is live before those that may come next.
    const auto join = [&](std::uint32_t at, std::size_t word) {
        std::uint64_t row = 0;
        for (const std::uint32_t each : next[at]) {
            row |= each == kNone ? 0 : live_[each * words_ + word];
        }
        row = (row & ~ended[at * words_ + word]) | made[at * words_ + word];
        return std::exchange(live_[at * words_ + word], row) != row;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t at = code.size(); at-- > 0;) {
            for (std::size_t word = 0; word < words_ && !code.instructions[at].removed; ++word) {
                changed = join(at, word) || changed;
            }
        }
        changed = changed && has_loops;
    }
}

bool LiveRegisters::after(std::uint32_t at, std::uint32_t reg) const {
    const std::array<std::uint32_t, 3> next = successors(program_, code_, at, fails_[at]);
    return std::ranges::any_of(next, [&](std::uint32_t each) { return each != kNone && has(each * words_, reg); });
}

void LiveRegisters::add_uses(std::uint32_t at, std::uint64_t* made, std::uint64_t* ended) const {
    const RegisterUse use = register_use(program_, code_.instructions[at].code);
    const auto set = [](std::uint64_t* row, std::uint32_t reg) { row[reg / 64] |= std::uint64_t{1} << (reg % 64); };
    for (std::uint32_t reg = use.writes.from; reg < use.writes.to; ++reg) {
        set(ended, reg);
    }
    for (const std::uint32_t reg : use.reads) {
        if (reg != kNone) {
            set(made, reg);
        }
    }
    for (std::uint32_t reg = use.read_window.from; reg < use.read_window.to; ++reg) {
        set(made, reg);
    }
    for (std::uint32_t reg = 0; reg < std::min(use.seen_below, code_.registers); ++reg) {
        set(made, reg);
    }
}

} // namespace tgdl
