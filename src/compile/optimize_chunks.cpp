#include "compile/optimize_chunks.h"

#include "compile/inline_calls.h"
#include "compile/live_registers.h"
#include "compile/register_use.h"
#include "program/operands.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace tgdl {

namespace {

// Code that is longer stays as it is: short jumps would not reach everywhere.
constexpr std::size_t kLongestCode = 20'000;
constexpr int kMostRounds = 20;
constexpr std::uint32_t kLargestShort = std::numeric_limits<std::uint16_t>::max();

// What jumps when the instruction would not; itself when there is no such one.
Operation opposite(Operation op) {
    constexpr auto kPairs = std::to_array<std::array<Operation, 2>>({
        {Operation::JumpIf, Operation::JumpUnless},
        {Operation::JumpIfNull, Operation::JumpUnlessNull},
        {Operation::JumpIfLess, Operation::JumpUnlessLess},
        {Operation::JumpIfLessEqual, Operation::JumpUnlessLessEqual},
        {Operation::JumpIfSameNumber, Operation::JumpUnlessSameNumber},
        {Operation::JumpIfIdentical, Operation::JumpUnlessIdentical},
        {Operation::JumpIfSameConstant, Operation::JumpUnlessSameConstant},
        {Operation::JumpIfBelow, Operation::JumpUnlessBelow},
        {Operation::JumpIfAtMost, Operation::JumpUnlessAtMost},
        {Operation::JumpIfAbove, Operation::JumpUnlessAbove},
        {Operation::JumpIfAtLeast, Operation::JumpUnlessAtLeast},
        {Operation::JumpIfNullWord, Operation::JumpUnlessNullWord},
        {Operation::JumpIfEmpty, Operation::JumpUnlessEmpty},
    });
    for (const auto& [when, unless] : kPairs) {
        if (op == when || op == unless) {
            return op == when ? unless : when;
        }
    }
    return op;
}

// A comparison of two registers as one of r[a] with a constant, which stands on the left or on the right.
std::optional<Operation> with_constant(Operation op, bool is_left) {
    switch (op) {
    case Operation::JumpIfSameNumber: return Operation::JumpIfSameConstant;
    case Operation::JumpUnlessSameNumber: return Operation::JumpUnlessSameConstant;
    case Operation::JumpIfLess: return is_left ? Operation::JumpIfAbove : Operation::JumpIfBelow;
    case Operation::JumpUnlessLess: return is_left ? Operation::JumpUnlessAbove : Operation::JumpUnlessBelow;
    case Operation::JumpIfLessEqual: return is_left ? Operation::JumpIfAtLeast : Operation::JumpIfAtMost;
    case Operation::JumpUnlessLessEqual: return is_left ? Operation::JumpUnlessAtLeast : Operation::JumpUnlessAtMost;
    default: return std::nullopt;
    }
}

// A comparison whose result is tested at once.
std::optional<Operation> as_jump(Operation op) {
    switch (op) {
    case Operation::EqualNumber: return Operation::JumpIfSameNumber;
    case Operation::EqualIdentity: return Operation::JumpIfIdentical;
    case Operation::Less: return Operation::JumpIfLess;
    case Operation::LessEqual: return Operation::JumpIfLessEqual;
    default: return std::nullopt;
    }
}

bool is_test(Operation op) {
    return op == Operation::JumpIf || op == Operation::JumpUnless;
}

class Optimizer {
public:
    Optimizer(Program& program, EditedCode& code) : program_(program), code_(code) {}

    void run();

private:
    EditedInstruction& at(std::uint32_t number) { return code_.instructions[number]; }
    [[nodiscard]] Operation op(std::uint32_t number) const { return code_.instructions[number].code.op; }

    void find_targets();
    void remove_unreachable();
    bool lead_jumps();
    bool lead_jump(std::uint32_t number);
    bool lead_constant(std::uint32_t number);
    bool enter_counting(std::uint32_t number);
    bool join_instructions();
    bool join(std::uint32_t first, std::uint32_t second);
    bool join_copy(std::uint32_t first, std::uint32_t second);
    bool join_target(std::uint32_t first, std::uint32_t second);
    bool join_constant(std::uint32_t first, std::uint32_t second);
    bool join_test(std::uint32_t first, std::uint32_t second);
    bool join_member(std::uint32_t first, std::uint32_t second);
    bool join_counting(std::uint32_t first, std::uint32_t second);
    bool join_cell(std::uint32_t first, std::uint32_t second);
    bool remove_unused(std::uint32_t number);
    // The value is not wanted any more after the instruction, nor shown when that one faults.
    [[nodiscard]] bool is_done_after(std::uint32_t number, std::uint32_t reg) const;
    [[nodiscard]] bool is_shown(std::uint32_t number, std::uint32_t reg) const;
    [[nodiscard]] std::optional<bool> truth_of(const Instruction& load) const;
    [[nodiscard]] std::optional<std::uint16_t> whole_number(const Instruction& load) const;

    Program& program_;
    EditedCode& code_;
    std::vector<bool> is_target_; // something else than the instruction before may lead here
    std::vector<bool> is_fixed_;  // belongs to the instruction before
    std::optional<LiveRegisters> live_;
};

void Optimizer::find_targets() {
    is_target_.assign(code_.size() + 1, false);
    is_fixed_.assign(code_.size() + 1, false);
    for (std::uint32_t number = 0; number < code_.size(); ++number) {
        const EditedInstruction& edited = at(number);
        if (edited.removed) {
            continue;
        }
        if (edited.target != kNone) {
            is_target_[code_.target_of(number)] = true;
        }
        if (edited.code.op == Operation::NextFitting) {
            is_fixed_[code_.after(number)] = true;
        }
        if (edited.code.op == Operation::Ask || edited.code.op == Operation::AskAuto) {
            const std::uint32_t next = code_.after(number);
            is_fixed_[next] = true;
            is_target_[next] = true;
            is_target_[code_.after(next)] = true;
        }
    }
}

void Optimizer::remove_unreachable() {
    const std::vector<std::uint32_t> fails = find_fail_targets(code_);
    std::vector<bool> is_reached(code_.size() + 1, false);
    std::vector<std::uint32_t> open = {code_.standing(0)};
    while (!open.empty()) {
        const std::uint32_t number = open.back();
        open.pop_back();
        if (number >= code_.size() || is_reached[number]) {
            continue;
        }
        is_reached[number] = true;
        for (const std::uint32_t next : successors(program_, code_, number, fails[number])) {
            if (next != kNone) {
                open.push_back(next);
            }
        }
    }
    for (std::uint32_t number = 0; number < code_.size(); ++number) {
        at(number).removed = at(number).removed || !is_reached[number];
    }
}

std::optional<bool> Optimizer::truth_of(const Instruction& load) const {
    const Value constant = load.op == Operation::LoadConstant ? program_.constants[load.wide()] : Value::null();
    return constant.is(Tag::Bool) ? std::optional(constant.as_bool()) : std::nullopt;
}

std::optional<std::uint16_t> Optimizer::whole_number(const Instruction& load) const {
    const Value constant = load.op == Operation::LoadConstant ? program_.constants[load.wide()] : Value::null();
    const double number = constant.is_number() ? constant.as_number() : -1;
    return number >= 0 && number <= kLargestShort && std::trunc(number) == number
               ? std::optional(static_cast<std::uint16_t>(number))
               : std::nullopt;
}

// ---- jumps

bool Optimizer::lead_jump(std::uint32_t number) {
    EditedInstruction& edited = at(number);
    const std::uint32_t target = code_.target_of(number);
    if (op(target) == Operation::Jump && code_.target_of(target) != target
        && at(target).target != edited.target) { // a jump to a jump
        edited.target = at(target).target;
        return true;
    }
    if (is_fixed_[number]) {
        return false;
    }
    const std::uint32_t next = code_.after(number);
    if (edited.code.op == Operation::Jump) {
        if (target == next) {
            edited.removed = true;
            return true;
        }
        if (op(target) == Operation::Return || op(target) == Operation::ReturnNothing) {
            edited = at(target);
            return true;
        }
        return false;
    }
    // Over a jump: its opposite jumps there itself.
    const Operation other = opposite(edited.code.op);
    if (other != edited.code.op && next < code_.size() && op(next) == Operation::Jump && !is_target_[next]
        && target == code_.after(next)) {
        edited.code.op = other;
        edited.target = at(next).target;
        at(next).removed = true;
        return true;
    }
    return false;
}

// A constant that is tested next, or after a jump: the test is already decided.
bool Optimizer::lead_constant(std::uint32_t number) {
    const Instruction load = at(number).code;
    const std::optional<bool> truth = truth_of(load);
    if (!truth || is_fixed_[number]) {
        return false;
    }
    const std::uint32_t next = code_.after(number);
    const bool jumps = next < code_.size() && op(next) == Operation::Jump;
    const std::uint32_t test = jumps ? code_.target_of(next) : next;
    if (test >= code_.size() || !is_test(op(test)) || at(test).code.a != load.a) {
        return false;
    }
    const bool is_taken = *truth == (op(test) == Operation::JumpIf);
    const std::uint32_t target = is_taken ? code_.target_of(test) : code_.after(test);
    if (target >= code_.size() || live_->before(target, load.a) || is_shown(test, load.a)) {
        return false;
    }
    at(number) = {{Operation::Jump, 0, 0, 0}, at(number).place, target, false};
    is_target_[target] = true;
    return true;
}

// The first round of a range with constant ends is sure: the jump to its test goes to the body.
bool Optimizer::enter_counting(std::uint32_t number) {
    const std::uint32_t second = code_.after(number);
    const std::uint32_t jump = second < code_.size() ? code_.after(second) : code_.size();
    if (jump >= code_.size() || op(number) != Operation::LoadConstant || op(second) != Operation::LoadConstant
        || op(jump) != Operation::Jump || is_target_[second] || is_target_[jump] || is_fixed_[jump]) {
        return false;
    }
    const std::uint32_t test = code_.target_of(jump);
    if (op(test) != Operation::JumpIfLessEqual || at(test).code.a != at(number).code.a
        || at(test).code.b != at(second).code.a || at(number).code.a == at(second).code.a) {
        return false;
    }
    const Value low = program_.constants[at(number).code.wide()];
    const Value high = program_.constants[at(second).code.wide()];
    if (!low.is_number() || !high.is_number() || low.as_number() > high.as_number()) {
        return false;
    }
    at(jump).target = at(test).target;
    return true;
}

bool Optimizer::lead_jumps() {
    bool changed = false;
    for (std::uint32_t number = 0; number < code_.size(); ++number) {
        if (at(number).removed) {
            continue;
        }
        if (at(number).target != kNone) {
            changed = lead_jump(number) || changed;
        } else if (op(number) == Operation::LoadConstant) {
            changed = enter_counting(number) || lead_constant(number) || changed;
        }
    }
    return changed;
}

// ---- neighbours

bool Optimizer::is_shown(std::uint32_t number, std::uint32_t reg) const {
    return std::ranges::any_of(code_.variables, [&](const DebugVariable& variable) {
        return variable.reg == reg && variable.from <= number && number < variable.to;
    });
}

bool Optimizer::is_done_after(std::uint32_t number, std::uint32_t reg) const {
    return !live_->after(number, reg) && !is_shown(number, reg);
}

// `Move t y` before something that reads t: that reads y.
bool Optimizer::join_copy(std::uint32_t first, std::uint32_t second) {
    const Instruction move = at(first).code;
    Instruction& user = at(second).code;
    if (move.op != Operation::Move || is_shown(second, move.a)) {
        return false;
    }
    const RegisterUse use = register_use(program_, user);
    if (!use.reads_register(move.a) || use.read_window.has(move.a) || use.seen_below > move.a
        || (live_->after(second, move.a) && !use.writes.has(move.a))) {
        return false;
    }
    const std::array<Operand, 3> operands = operands_of(user, 0);
    const std::array<std::uint16_t*, 3> fields = {&user.a, &user.b, &user.c};
    if (std::ranges::any_of(operands, [&](const Operand& operand) {
            return operand.kind == OperandKind::Changed && operand.number == move.a;
        })) {
        return false;
    }
    for (std::size_t field = 0; field < fields.size(); ++field) {
        if (operands.at(field).kind == OperandKind::Read && operands.at(field).number == move.a) {
            *fields.at(field) = move.b;
        }
    }
    at(first).removed = true;
    return true;
}

// Something that writes t before `Move x t`: that writes x.
bool Optimizer::join_target(std::uint32_t first, std::uint32_t second) {
    const Instruction move = at(second).code;
    Instruction& maker = at(first).code;
    if (move.op != Operation::Move || maker.a != move.b || move.a == move.b || !has_free_target(program_, maker.op)
        || !is_done_after(second, move.b)) {
        return false;
    }
    maker.a = move.a;
    at(second).removed = true;
    return true;
}

bool Optimizer::join_constant(std::uint32_t first, std::uint32_t second) {
    const Instruction load = at(first).code;
    Instruction& user = at(second).code;
    if (load.op != Operation::LoadConstant || load.wide() > kLargestShort) {
        return false;
    }
    const auto constant = static_cast<std::uint16_t>(load.wide());
    const bool is_left = user.a == load.a;
    const bool is_right = user.b == load.a;
    const std::optional<Operation> compare = with_constant(user.op, is_left);
    if (compare && is_left != is_right && program_.constants[constant].is_number() && is_done_after(second, load.a)) {
        user = {*compare, is_left ? user.b : user.a, constant, 0};
        at(first).removed = true;
        return true;
    }
    if (user.op == Operation::Add && user.c == load.a && user.b != load.a
        && (user.a == load.a || is_done_after(second, load.a))) {
        user = {Operation::AddConstant, user.a, user.b, constant};
        at(first).removed = true;
        return true;
    }
    return false;
}

// A value that is made only to be tested.
bool Optimizer::join_test(std::uint32_t first, std::uint32_t second) {
    const Instruction maker = at(first).code;
    const Operation test = op(second);
    if (at(second).code.a != maker.a || at(second).target == kNone || !is_done_after(second, maker.a)) {
        return false;
    }
    Instruction joined;
    if (const std::optional<Operation> jump = as_jump(maker.op); jump && is_test(test)) {
        joined = {test == Operation::JumpIf ? *jump : opposite(*jump), maker.b, maker.c, 0};
    } else if (maker.op == Operation::QuickTileEmpty && is_test(test)) {
        joined = {test == Operation::JumpIf ? Operation::JumpIfEmpty : Operation::JumpUnlessEmpty, maker.a, maker.b, 0};
    } else if (maker.op == Operation::GetWord && test == Operation::JumpIfNull) {
        joined = {Operation::JumpIfNullWord, maker.b, maker.c, 0};
    } else if (maker.op == Operation::GetWord && test == Operation::JumpUnlessNull) {
        joined = {Operation::JumpUnlessNullWord, maker.b, maker.c, 0};
    } else {
        return false;
    }
    at(second).code = joined;
    at(second).place = at(first).place;
    at(first).removed = true;
    return true;
}

bool Optimizer::join_member(std::uint32_t first, std::uint32_t second) {
    const Instruction global = at(first).code;
    Instruction& member = at(second).code;
    if (global.op != Operation::GetGlobal || member.op != Operation::GetWord || member.b != global.a
        || (member.a != global.a && !is_done_after(second, global.a))) {
        return false;
    }
    member = {Operation::GetGlobalWord, member.a, global.b, member.c};
    at(first).removed = true;
    return true;
}

// The end of a round of a range: its test stays for those who come from elsewhere.
bool Optimizer::join_counting(std::uint32_t first, std::uint32_t second) {
    const Instruction add = at(first).code;
    const EditedInstruction& test = at(second);
    if (add.op != Operation::AddConstant || add.a != add.b || program_.constants[add.c] != Value::number(1)
        || test.code.op != Operation::JumpIfLessEqual || test.code.a != add.a || test.code.b == add.a) {
        return false;
    }
    at(first).code = {Operation::CountUp, test.code.a, test.code.b, 0};
    at(first).target = test.target;
    at(second).removed = !is_target_[second];
    return true;
}

// Two constants before QuickGroupGet are its coordinates.
bool Optimizer::join_cell(std::uint32_t first, std::uint32_t second) {
    const std::uint32_t third = code_.after(second);
    if (third >= code_.size() || op(third) != Operation::QuickGroupGet || is_target_[third]) {
        return false;
    }
    const std::uint16_t window = at(third).code.a;
    const std::optional<std::uint16_t> column = whole_number(at(first).code);
    const std::optional<std::uint16_t> row = whole_number(at(second).code);
    if (!column || !row || at(first).code.a != window + 1 || at(second).code.a != window + 2) {
        return false;
    }
    at(third).code = {Operation::QuickGroupCell, window, *column, *row};
    at(first).removed = true;
    at(second).removed = true;
    return true;
}

bool Optimizer::remove_unused(std::uint32_t number) {
    const Instruction& code = at(number).code;
    const bool is_null = code.op == Operation::LoadNull && code.b == 1;
    if ((!only_writes(code.op) && !is_null) || live_->after(number, code.a)) {
        return false;
    }
    at(number).removed = true;
    return true;
}

bool Optimizer::join(std::uint32_t first, std::uint32_t second) {
    if (join_counting(first, second)) {
        return true;
    }
    return !is_target_[second]
           && (join_cell(first, second) || join_copy(first, second) || join_target(first, second)
               || join_constant(first, second) || join_test(first, second) || join_member(first, second));
}

bool Optimizer::join_instructions() {
    bool changed = false;
    for (std::uint32_t number = code_.standing(0); number < code_.size();) {
        const std::uint32_t next = code_.after(number);
        const bool is_free = !is_fixed_[number] && next < code_.size() && !is_fixed_[next];
        if (!is_fixed_[number] && remove_unused(number)) {
            changed = true;
        } else if (is_free && join(number, next)) {
            // What is live where has changed: these two wait for the next round.
            changed = true;
            number = code_.after(next);
            continue;
        }
        number = next;
    }
    return changed;
}

void Optimizer::run() {
    bool changed = true;
    for (int round = 0; changed && round < kMostRounds; ++round) {
        remove_unreachable();
        find_targets();
        live_.emplace(program_, code_);
        changed = lead_jumps();
        if (!changed) {
            changed = join_instructions();
        }
    }
}

// Chunks in an order in which what is called comes before who calls it, as far as that is possible.
class ChunkOrder {
public:
    explicit ChunkOrder(const Program& program) : program_(program), is_seen_(program.chunks.size(), false) {
        for (ChunkIndex chunk = 0; chunk < program.chunks.size(); ++chunk) {
            visit(chunk);
        }
    }

    std::vector<ChunkIndex> order;

private:
    void visit(ChunkIndex first) {
        struct Open {
            ChunkIndex chunk = 0;
            std::size_t at = 0;
        };
        std::vector<Open> open;
        const auto begin = [&](ChunkIndex chunk) {
            if (!is_seen_[chunk]) {
                is_seen_[chunk] = true;
                open.push_back({chunk, 0});
            }
        };
        begin(first);
        while (!open.empty()) {
            Open& top = open.back();
            const std::vector<Instruction>& code = program_.chunks[top.chunk].code;
            if (top.at == code.size()) {
                order.push_back(top.chunk);
                open.pop_back();
                continue;
            }
            const Instruction& instruction = code[top.at++];
            if (instruction.op == Operation::Call) {
                begin(instruction.wide());
            }
        }
    }

    const Program& program_;
    std::vector<bool> is_seen_;
};

} // namespace

void optimize_chunks(Program& program) {
    std::vector<bool> is_finished(program.chunks.size(), false);
    for (const ChunkIndex index : ChunkOrder(program).order) {
        Chunk& chunk = program.chunks[index];
        if (chunk.code.size() > kLongestCode) {
            continue;
        }
        EditedCode code = inline_calls(program, EditedCode(chunk), is_finished);
        Optimizer(program, code).run();
        code.write(chunk);
        is_finished[index] = true;
    }
}

} // namespace tgdl
