#include "compile/eliminate_common_lookups.h"
#include "compile/peephole.h"
#include "compile/register_use.h"
#include "program/operands.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace tgdl {

namespace {

constexpr int kMostRounds = 20;
constexpr std::uint16_t kLargestCoordinate = 255; // in QuickGroupCell
constexpr std::uint32_t kLastShortConstant = std::numeric_limits<std::uint16_t>::max();

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

} // namespace

bool PeepholeOptimizer::is_shown(std::uint32_t number, std::uint32_t reg) const {
    return std::ranges::any_of(code_.variables, [&](const DebugVariable& variable) {
        return variable.reg == reg && variable.from <= number && number < variable.to;
    });
}

const LiveRegisters& PeepholeOptimizer::live() {
    return live_ ? *live_ : live_.emplace(program_, code_);
}

bool PeepholeOptimizer::is_done_after(std::uint32_t number, std::uint32_t reg) {
    return !live().after(number, reg) && !is_shown(number, reg);
}

// The instruction that reads what `Move t y` copies, as the only one before t is written again: it could read y itself.
// kNone if there is none.
std::uint32_t PeepholeOptimizer::find_reader(std::uint32_t number) {
    const Instruction move = code_.instructions[number].code;
    for (std::uint32_t at = code_.after(number); at < code_.size() && !is_target_[at] && !is_fixed_[at];
         at = code_.after(at)) {
        const EditedInstruction& edited = code_.instructions[at];
        const RegisterUse use = register_use(program_, edited.code);
        if (is_shown(at, move.a) || use.seen_below > move.a || use.read_window.has(move.a)) {
            return kNone;
        }
        if (use.reads_register(move.a)) {
            const Operand first = operands_of(edited.code, 0)[0];
            const bool is_changed = first.kind == OperandKind::Changed && first.number == move.a;
            return !is_changed && (use.writes.has(move.a) || !live().after(at, move.a)) ? at : kNone;
        }
        if (use.writes.has(move.a) || use.writes.has(move.b) || edited.target != kNone || ends_code(edited.code.op)) {
            return kNone;
        }
    }
    return kNone;
}

// `Move t y` before something that reads t: that reads y. Gives the reader, or kNone.
std::uint32_t PeepholeOptimizer::join_copy(std::uint32_t number) {
    const Instruction move = at(number).code;
    const std::uint32_t reader = find_reader(number);
    if (reader == kNone) {
        return kNone;
    }
    Instruction& user = at(reader).code;
    const std::array<Operand, 3> operands = operands_of(user, 0);
    const std::array<std::uint16_t*, 3> fields = {&user.a, &user.b, &user.c};
    for (std::size_t field = 0; field < fields.size(); ++field) {
        if (operands.at(field).kind == OperandKind::Read && operands.at(field).number == move.a) {
            *fields.at(field) = move.b;
        }
    }
    at(number).removed = true;
    return reader;
}

// Something that writes t before `Move x t`: that writes x.
bool PeepholeOptimizer::join_target(std::uint32_t first, std::uint32_t second) {
    const Instruction move = at(second).code;
    Instruction& maker = at(first).code;
    if (maker.a != move.b || move.a == move.b || !has_free_target(program_, maker.op)
        || !is_done_after(second, move.b)) {
        return false;
    }
    maker.a = move.a;
    at(second).removed = true;
    return true;
}

bool PeepholeOptimizer::join_constant(std::uint32_t first, std::uint32_t second) {
    const Instruction load = at(first).code;
    Instruction& user = at(second).code;
    if (load.wide() > kLastShortConstant) {
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
bool PeepholeOptimizer::join_test(std::uint32_t first, std::uint32_t second) {
    const Instruction maker = at(first).code;
    const Operation test = op(second);
    if (!is_done_after(second, maker.a)) {
        return false;
    }
    Instruction joined;
    if (const std::optional<Operation> jump = as_jump(maker.op); jump && is_bool_test(test)) {
        joined = {test == Operation::JumpIf ? *jump : opposite_jump(*jump), maker.b, maker.c, 0};
    } else if (maker.op == Operation::QuickTileEmpty && is_bool_test(test)) {
        joined = {test == Operation::JumpIf ? Operation::JumpIfEmpty : Operation::JumpUnlessEmpty, maker.a, maker.b, 0};
    } else if (maker.op == Operation::IsClass && is_bool_test(test)) {
        joined = {test == Operation::JumpIf ? Operation::JumpIfClass : Operation::JumpUnlessClass, maker.b, maker.c, 0};
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

bool PeepholeOptimizer::join_member(std::uint32_t first, std::uint32_t second) {
    const Instruction global = at(first).code;
    Instruction& member = at(second).code;
    if (member.op != Operation::GetWord || member.b != global.a
        || (member.a != global.a && !is_done_after(second, global.a))) {
        return false;
    }
    member = {Operation::GetGlobalWord, member.a, global.b, member.c};
    at(first).removed = true;
    return true;
}

// The end of a round of a range: its test stays for those who come from elsewhere.
bool PeepholeOptimizer::join_counting(std::uint32_t first, std::uint32_t second) {
    const Instruction add = at(first).code;
    const EditedInstruction& test = at(second);
    if (add.a != add.b || program_.constants[add.c] != Value::number(1) || test.code.op != Operation::JumpIfLessEqual
        || test.code.a != add.a || test.code.b == add.a) {
        return false;
    }
    at(first).code = {Operation::CountUp, test.code.a, test.code.b, 0};
    at(first).target = test.target;
    at(second).removed = !is_target_[second];
    return true;
}

// Two constants before QuickGroupGet are its coordinates.
bool PeepholeOptimizer::join_cell(std::uint32_t first, std::uint32_t second) {
    const std::uint32_t third = code_.after(second);
    if (third >= code_.size() || op(third) != Operation::QuickGroupGet || is_target_[third]) {
        return false;
    }
    const Instruction get = at(third).code;
    const std::optional<std::uint16_t> column = whole_number(at(first).code);
    const std::optional<std::uint16_t> row = whole_number(at(second).code);
    if (!column || !row || *column > kLargestCoordinate || *row > kLargestCoordinate || at(first).code.a != get.b
        || at(second).code.a != get.c || !is_done_after(third, get.b) || !is_done_after(third, get.c)) {
        return false;
    }
    at(third).code = {Operation::QuickGroupCell, get.a, get.a, static_cast<std::uint16_t>(*column | (*row << 8U))};
    at(first).removed = true;
    at(second).removed = true;
    return true;
}

bool PeepholeOptimizer::remove_unused(std::uint32_t number) {
    const Instruction& code = at(number).code;
    const bool is_null = code.op == Operation::LoadNull && code.b == 1;
    if ((!only_writes(code.op) && !is_null) || live().after(number, code.a)) {
        return false;
    }
    at(number).removed = true;
    return true;
}

// Most pairs have nothing to join: which instruction stands first or second tells that without a call.
bool PeepholeOptimizer::join(std::uint32_t first, std::uint32_t second) {
    const Operation made = op(first);
    if (made == Operation::AddConstant && join_counting(first, second)) {
        return true;
    }
    if (is_target_[second]) {
        return false;
    }
    const bool is_load = made == Operation::LoadConstant;
    return (is_load && join_cell(first, second)) || (op(second) == Operation::Move && join_target(first, second))
           || (is_load && join_constant(first, second))
           || (at(second).target != kNone && at(second).code.a == at(first).code.a && join_test(first, second))
           || (made == Operation::GetGlobal && join_member(first, second));
}

bool PeepholeOptimizer::join_instructions() {
    bool changed = false;
    for (std::uint32_t number = code_.standing(0); number < code_.size();) {
        const std::uint32_t next = code_.after(number);
        const bool is_free = !is_fixed_[number] && next < code_.size() && !is_fixed_[next];
        if (!is_fixed_[number] && remove_unused(number)) {
            changed = true;
        } else if (const std::uint32_t reader = is_free && op(number) == Operation::Move ? join_copy(number) : kNone;
                   reader != kNone) {
            changed = true;
            number = code_.after(reader);
            continue;
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

// Until nothing changes any more.
void PeepholeOptimizer::join_all() {
    bool changed = true;
    bool is_led = true; // only a jump that leads elsewhere leaves something unreachable
    for (int round = 0; changed && round < kMostRounds; ++round) {
        if (is_led) {
            remove_unreachable();
        }
        find_targets();
        live_.reset();
        is_led = lead_jumps();
        changed = is_led || join_instructions();
    }
}

void PeepholeOptimizer::run() {
    find_targets();
    simplify_walks();
    join_all();
    if (std::optional<EditedCode> shared = eliminate_common_lookups(program_, code_)) {
        code_ = std::move(*shared);
        join_all();
    }
}

} // namespace tgdl
