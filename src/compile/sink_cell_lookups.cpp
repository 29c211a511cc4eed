#include "compile/sink_cell_lookups.h"

#include "compile/edited_code.h"
#include "compile/live_registers.h"
#include "compile/register_use.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace tgdl {

namespace {

// A bit for each register. Code with more of them is left alone, and code that is longer or has more variables.
using Registers = std::uint64_t;
constexpr std::uint32_t kMostRegisters = 64;
constexpr std::size_t kLongestSinkableCode = 1000;
constexpr std::size_t kMostVariables = 128;
// A lookup is put off behind so many tests, each so many instructions on.
constexpr int kMostTests = 8;
constexpr int kFarthest = 32;

Registers bit(std::uint32_t reg) {
    return reg == kNone ? 0 : Registers{1} << reg;
}

// Instructions that give r[a] = a cell, or what an outside place gives. They stand together, but for removed ones.
struct Lookup {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint16_t result = 0;
    Registers reads = 0; // the group and the coordinates
};

class CellSinking {
public:
    CellSinking(const Program& program, EditedCode& code) : program_(program), code_(code) { find_targets(); }

    void run();

private:
    [[nodiscard]] const Instruction& at(std::uint32_t number) const { return code_.instructions[number].code; }
    void find_targets();
    void bring_move(std::uint32_t move);
    [[nodiscard]] std::optional<Lookup> lookup_at(std::uint32_t number) const;
    [[nodiscard]] bool passes(std::uint32_t number, std::uint32_t result, Registers reads) const;
    [[nodiscard]] std::uint32_t find_test(const Lookup& lookup) const;
    [[nodiscard]] bool is_shown(std::uint32_t number, std::uint32_t reg, std::uint32_t since) const;
    void put_behind(std::uint32_t first, std::uint32_t last, std::uint32_t behind);
    void show_put_off(const Lookup& lookup, std::uint32_t behind);
    void find_known(std::span<const Lookup> lookups);
    [[nodiscard]] Registers known_after(std::uint32_t number) const;

    const Program& program_;
    EditedCode& code_;
    std::vector<bool> is_target_;  // of a jump, or of an input with what it goes on
    std::vector<bool> is_fixed_;   // belongs to the input before
    std::vector<Registers> known_; // by instruction: what is surely not null before it
    std::vector<Registers> asked_; // by instruction: what it has faulted for if it is null
};

void CellSinking::find_targets() {
    is_target_.assign(code_.size() + 1, false);
    is_fixed_.assign(code_.size() + 1, false);
    for (std::uint32_t number = code_.standing(0); number < code_.size(); number = code_.after(number)) {
        if (code_.instructions[number].target != kNone) {
            is_target_[code_.target_of(number)] = true;
        }
        if (at(number).op == Operation::Ask || at(number).op == Operation::AskAuto) {
            const std::uint32_t next = code_.after(number);
            is_fixed_[next] = true;
            is_target_[next] = true;
            is_target_[code_.after(next)] = true;
        }
    }
}

// May a lookup of these registers as well be done after the instruction as before it? Not what may run other code.
bool CellSinking::passes(std::uint32_t number, std::uint32_t result, Registers reads) const {
    const RegisterUse use = register_use(program_, at(number));
    bool is_changed = use.reads_register(result) || use.writes.has(result);
    for (std::uint32_t reg = use.writes.from; reg < use.writes.to; ++reg) {
        is_changed = is_changed || (reads & bit(reg)) != 0;
    }
    return !is_target_[number] && !is_changed && is_pure(at(number).op) && !ends_code(at(number).op);
}

// Is the register a variable that reports of faults at the instruction show, in scope up to `since` already?
bool CellSinking::is_shown(std::uint32_t number, std::uint32_t reg, std::uint32_t since) const {
    return std::ranges::any_of(code_.variables, [&](const DebugVariable& variable) {
        return variable.reg == reg && variable.from <= number && number < variable.to
               && (variable.from <= since || variable.lookup != kNone);
    });
}

// The instructions first … last come after those up to `behind`, none of which anything jumps to.
void CellSinking::put_behind(std::uint32_t first, std::uint32_t last, std::uint32_t behind) {
    const auto begin = code_.instructions.begin();
    std::rotate(begin + first, begin + last + 1, begin + behind + 1);
    const std::uint32_t count = last + 1 - first;
    const auto move = [&](std::uint32_t& end) {
        if (first < end && end <= behind) {
            end = std::max(end, first + count) - count;
        }
    };
    for (DebugVariable& variable : code_.variables) {
        move(variable.from);
        move(variable.to);
        if (first <= variable.lookup && variable.lookup <= behind) {
            variable.lookup = variable.lookup <= last ? variable.lookup + behind - last : variable.lookup - count;
        }
    }
    for (InlinedCall& call : code_.inlined) {
        move(call.from);
        move(call.to);
    }
}

// The variables that hold what the lookup gives, which will come after `behind`: up to there it is not yet in its register.
void CellSinking::show_put_off(const Lookup& lookup, std::uint32_t behind) {
    std::vector<DebugVariable> all;
    for (DebugVariable& variable : code_.variables) {
        if (variable.reg == lookup.result && variable.lookup == kNone && lookup.last < variable.from
            && variable.from <= behind) {
            DebugVariable put_off = variable;
            put_off.to = std::min(variable.to, behind + 1);
            put_off.lookup = lookup.last;
            all.push_back(put_off);
            variable.from = behind + 1;
            variable.to = std::max(variable.to, variable.from);
        }
        all.push_back(variable);
    }
    code_.variables = std::move(all);
}

// `Move t group`, some others, `QuickGroupGet t`: the first goes to the last.
void CellSinking::bring_move(std::uint32_t move) {
    const Instruction copy = at(move);
    std::uint32_t last = move;
    std::uint32_t next = code_.after(move);
    for (int i = 0; i < kFarthest && next < code_.size(); ++i) {
        if (at(next).op == Operation::QuickGroupGet && at(next).a == copy.a) {
            if (last != move && !is_target_[next]) {
                put_behind(move, move, last);
            }
            return;
        }
        if (code_.instructions[next].target != kNone || !passes(next, copy.a, bit(copy.b))
            || is_shown(next, copy.a, next)) {
            return;
        }
        last = next;
        next = code_.after(next);
    }
}

std::optional<Lookup> CellSinking::lookup_at(std::uint32_t number) const {
    const Instruction& first = at(number);
    if (first.op == Operation::QuickGroupCell) {
        return Lookup{number, number, first.a, bit(first.b)};
    }
    const std::uint32_t next = first.op == Operation::Move ? code_.after(number) : code_.size();
    if (next >= code_.size() || is_target_[next] || at(next).op != Operation::QuickGroupGet || at(next).a != first.a
        || at(next).b == first.a || at(next).c == first.a) {
        return std::nullopt;
    }
    return Lookup{number, next, first.a, bit(first.b) | bit(at(next).b) | bit(at(next).c)};
}

// The next test behind which the lookup could come, if what it gives is not wanted where that leads; kNone: there is none.
std::uint32_t CellSinking::find_test(const Lookup& lookup) const {
    std::uint32_t number = code_.after(lookup.last);
    for (int i = 0; i < kFarthest && number < code_.size() && passes(number, lookup.result, lookup.reads)
                    && !is_shown(number, lookup.result, lookup.last);
         ++i) {
        if (code_.instructions[number].target != kNone) {
            return number;
        }
        number = code_.after(number);
    }
    return kNone;
}

// What is surely not null after the instruction: it would have been a fault.
Registers CellSinking::known_after(std::uint32_t number) const {
    const Instruction& code = at(number);
    const RegisterRange written = register_use(program_, code).writes;
    const bool is_harmless = is_pure(code.op) || code.op == Operation::SetWord || code.op == Operation::SetGlobalWord;
    Registers known = is_harmless ? known_[number] | asked_[number] : 0;
    for (std::uint32_t reg = written.from; reg < written.to; ++reg) {
        known &= ~bit(reg);
    }
    switch (code.op) {
    case Operation::LoadConstant: return known | (program_.constants[code.wide()].is_null() ? 0 : bit(code.a));
    case Operation::Move: return known | ((known_[number] & bit(code.b)) != 0 ? bit(code.a) : 0);
    case Operation::Add:
    case Operation::Subtract:
    case Operation::AddConstant: return known | bit(code.a);
    default: return known;
    }
}

void CellSinking::find_known(std::span<const Lookup> lookups) {
    asked_.assign(code_.size(), 0);
    for (const Lookup& lookup : lookups) {
        asked_[lookup.last] = lookup.reads;
    }
    const std::vector<std::uint32_t> fails = find_fail_targets(code_);
    known_.assign(code_.size() + 1, ~Registers{0});
    known_[code_.standing(0)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t number = code_.standing(0); number < code_.size(); number = code_.after(number)) {
            const Registers after = known_after(number);
            const std::array<std::uint32_t, 3> next = successors(program_, code_, number, fails[number]);
            for (std::size_t way = 0; way < next.size(); ++way) {
                if (next.at(way) != kNone) {
                    const bool is_taken_back = way == 2;
                    const Registers known = known_[next.at(way)] & (is_taken_back ? 0 : after);
                    changed = changed || known != known_[next.at(way)];
                    known_[next.at(way)] = known;
                }
            }
        }
    }
}

void CellSinking::run() {
    std::vector<Lookup> lookups;
    bool has_tests = false;
    for (std::uint32_t number = code_.standing(0); number < code_.size(); number = code_.after(number)) {
        if (is_fixed_[number]) {
            continue;
        }
        if (at(number).op == Operation::Move) {
            bring_move(number);
        }
        if (const std::optional<Lookup> lookup = lookup_at(number)) {
            lookups.push_back(*lookup);
            has_tests = has_tests || find_test(*lookup) != kNone;
        }
    }
    if (!has_tests) {
        return;
    }
    find_known(lookups);
    const LiveRegisters live(program_, code_);
    // From the last on: those before it stay where they are. What is known and live where jumps lead stays so, too.
    for (Lookup& lookup : std::views::reverse(lookups)) {
        if ((lookup.reads & ~known_[lookup.first]) != 0) {
            continue;
        }
        for (int i = 0; i < kMostTests && code_.variables.size() <= kMostVariables; ++i) {
            const std::uint32_t test = find_test(lookup);
            if (test == kNone || live.before(code_.target_of(test), lookup.result)) {
                break;
            }
            show_put_off(lookup, test);
            put_behind(lookup.first, lookup.last, test);
            lookup.first += test - lookup.last;
            lookup.last = test;
        }
    }
}

} // namespace

void sink_cell_lookups(const Program& program, Chunk& chunk) {
    const auto is_cell = [](const Instruction& code) {
        return code.op == Operation::QuickGroupGet || code.op == Operation::QuickGroupCell;
    };
    if (program.hides || chunk.registers > kMostRegisters || chunk.code.size() > kLongestSinkableCode
        || std::ranges::none_of(chunk.code, is_cell)) {
        return;
    }
    EditedCode code(chunk);
    CellSinking(program, code).run();
    code.write(chunk);
}

} // namespace tgdl
