#include "compile/peephole.h"

#include "compile/register_use.h"
#include "program/operands.h"
#include "program/tile_types.h"

#include <array>
#include <cmath>
#include <limits>

namespace tgdl {

namespace {

constexpr std::uint32_t kLargestShort = std::numeric_limits<std::uint16_t>::max();

// What ends a round of a walk whose head it is; Nop if it is none.
Operation again(Operation op) {
    switch (op) {
    case Operation::Next: return Operation::NextAgain;
    case Operation::NextFitting: return Operation::NextFittingAgain;
    case Operation::NextConstant: return Operation::NextConstantAgain;
    case Operation::NextOnLine: return Operation::NextOnLineAgain;
    case Operation::NextAdjacent: return Operation::NextAdjacentAgain;
    default: return Operation::Nop;
    }
}

} // namespace

Operation opposite_jump(Operation op) {
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
        {Operation::JumpIfClass, Operation::JumpUnlessClass},
    });
    for (const auto& [when, unless] : kPairs) {
        if (op == when || op == unless) {
            return op == when ? unless : when;
        }
    }
    return op;
}

void PeepholeOptimizer::find_targets() {
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

void PeepholeOptimizer::remove_unreachable() {
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

// Does the instruction jump when this constant is in its register? Nothing: it asks something else.
std::optional<bool> PeepholeOptimizer::is_jump_taken(const Instruction& test, Value constant) const {
    if (is_bool_test(test.op)) {
        return constant.is(Tag::Bool) ? std::optional(constant.as_bool() == (test.op == Operation::JumpIf))
                                      : std::nullopt;
    }
    if (test.op == Operation::JumpIfNull || test.op == Operation::JumpUnlessNull) {
        return constant.is_null() == (test.op == Operation::JumpIfNull);
    }
    if (!constant.is_number() || !operation_operands(test.op).starts_with("rK16")) {
        return std::nullopt;
    }
    const double left = constant.as_number();
    const double right = program_.constants[test.b].as_number();
    switch (test.op) {
    case Operation::JumpIfSameConstant: return left == right;
    case Operation::JumpUnlessSameConstant: return left != right;
    case Operation::JumpIfBelow: return left < right;
    case Operation::JumpUnlessBelow: return left >= right;
    case Operation::JumpIfAtMost: return left <= right;
    case Operation::JumpUnlessAtMost:
    case Operation::JumpIfAbove: return left > right;
    case Operation::JumpUnlessAbove: return left <= right;
    case Operation::JumpIfAtLeast: return left >= right;
    case Operation::JumpUnlessAtLeast: return left < right;
    default: return std::nullopt;
    }
}

std::optional<std::uint16_t> PeepholeOptimizer::whole_number(const Instruction& load) const {
    const Value constant = load.op == Operation::LoadConstant ? program_.constants[load.wide()] : Value::null();
    const double number = constant.is_number() ? constant.as_number() : -1;
    return number >= 0 && number <= kLargestShort && std::trunc(number) == number
               ? std::optional(static_cast<std::uint16_t>(number))
               : std::nullopt;
}

// ---- walks

// The walk that begins right after its list was made in the same register, and whose head comes next; kNone if there is
// none.
std::uint32_t PeepholeOptimizer::find_walk(std::uint32_t made) const {
    const std::uint16_t list = code_.instructions[made].code.a;
    const std::uint32_t walk = code_.after(made);
    const std::uint32_t head = walk < code_.size() ? code_.after(walk) : code_.size();
    if (head >= code_.size() || is_target_[walk] || (op(walk) != Operation::Walk && op(walk) != Operation::Snapshot)) {
        return kNone;
    }
    const bool is_same = code_.instructions[walk].code.a == list && code_.instructions[walk].code.b == list
                         && code_.instructions[head].code.a == list;
    return is_same && (op(head) == Operation::Next || op(head) == Operation::NextFitting) ? walk : kNone;
}

// Is the list that a native makes one of every tile? Its type is loaded right before.
bool PeepholeOptimizer::lists_any_tile(std::uint32_t native) const {
    if (native == 0) {
        return false;
    }
    const Instruction& load = code_.instructions[native - 1].code;
    const Instruction& call = code_.instructions[native].code;
    if (load.op != Operation::LoadConstant || load.a + 1 != call.a + call.c) {
        return false;
    }
    const double number = program_.constants[load.wide()].as_number();
    const TypeIndex element = program_.types[static_cast<TypeIndex>(number)].element;
    return element != kNone && fits_every_tile(program_, element);
}

// The tiles of a line, or those next to one, need no list.
void PeepholeOptimizer::walk_tiles(std::uint32_t native) {
    const auto id = static_cast<NativeId>(at(native).code.b);
    const bool is_line = id == NativeId::TileLine && program_.fixed_groups;
    const bool is_around = id == NativeId::TileAdjacents && program_.fixed_connections;
    // A walk does not look at the class of what it finds.
    const std::uint32_t walk = (is_line || is_around) && lists_any_tile(native) ? find_walk(native) : kNone;
    if (walk == kNone) {
        return;
    }
    const std::uint16_t tile = at(native).code.a;
    const auto direction = static_cast<std::uint16_t>(tile + 1);
    at(walk).code = is_line ? Instruction{Operation::WalkLine, tile, tile, direction}
                            : Instruction{Operation::WalkAdjacents, tile, tile, 0};
    at(walk).place = at(native).place;
    at(native).removed = true;
    const std::uint32_t head = code_.after(walk);
    if (op(head) == Operation::NextFitting) {
        EditedInstruction& test = at(code_.after(head));
        const std::uint16_t type = test.code.c;
        test.removed = fits_every_tile(program_, type) && !program_.hides; // asking may have an end of its own
        test.code = {Operation::JumpUnlessClass, static_cast<std::uint16_t>(tile + 2), type, 0};
        test.target = head;
    }
    at(head).code.op = is_line ? Operation::NextOnLine : Operation::NextAdjacent;
}

// Destinations that are only counted need no list.
void PeepholeOptimizer::count_destinations(std::uint32_t native) {
    Instruction& code = at(native).code;
    const std::uint32_t length = code_.after(native);
    if (static_cast<NativeId>(code.b) == NativeId::PieceDestinations && length < code_.size() && !is_target_[length]
        && op(length) == Operation::QuickListLength && at(length).code.b == code.a && at(length).code.a == code.a) {
        code.b = static_cast<std::uint16_t>(NativeId::PieceDestinationCount);
        at(length).removed = true;
    }
}

// A list of constants that is only walked stands among the constants of the program.
void PeepholeOptimizer::walk_constants(std::uint32_t first) {
    const std::uint16_t list = at(first).code.a;
    std::vector<std::uint32_t> loads;
    std::uint32_t number = first;
    while (number < code_.size() && op(number) == Operation::LoadConstant && at(number).code.a == list + loads.size()
           && (number == first || !is_target_[number])) {
        loads.push_back(number);
        number = code_.after(number);
    }
    if (number >= code_.size() || op(number) != Operation::NewList || is_target_[number] || at(number).code.a != list
        || at(number).code.b != loads.size() || program_.constants.size() + loads.size() > kLargestShort) {
        return;
    }
    const std::uint32_t walk = find_walk(number);
    if (walk == kNone || op(code_.after(walk)) != Operation::Next) {
        return;
    }
    const auto begin = static_cast<std::uint16_t>(program_.constants.size());
    for (const std::uint32_t load : loads) {
        program_.constants.push_back(program_.constants[at(load).code.wide()]);
        at(load).removed = true;
    }
    at(number).removed = true;
    at(walk).code = {Operation::WalkConstants, list, begin, static_cast<std::uint16_t>(loads.size())};
    at(code_.after(walk)).code.op = Operation::NextConstant;
}

void PeepholeOptimizer::simplify_walks() {
    for (std::uint32_t number = code_.standing(0); number < code_.size(); number = code_.after(number)) {
        if (op(number) == Operation::Native) {
            walk_tiles(number);
            count_destinations(number);
        } else if (op(number) == Operation::LoadConstant) {
            walk_constants(number);
        }
    }
}

// ---- jumps

bool PeepholeOptimizer::lead_jump(std::uint32_t number) {
    EditedInstruction& edited = at(number);
    const std::uint32_t target = code_.target_of(number);
    if (op(target) == Operation::Jump && code_.target_of(target) != target && at(target).target != edited.target
        && edited.code.op != Operation::NextFittingAgain) { // a jump to a jump
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
        const Operation round = again(op(target));
        if (round != Operation::Nop && code_.target_of(target) == next) {
            const std::uint32_t body = code_.after(target);
            edited.code = {round, at(target).code.a, 0, 0};
            edited.place = at(target).place;
            edited.target = op(target) == Operation::NextFitting ? code_.after(body) : body;
            is_target_[code_.standing(edited.target)] = true;
            return true;
        }
        return false;
    }
    // Over a jump: its opposite jumps there itself.
    const Operation other = opposite_jump(edited.code.op);
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
bool PeepholeOptimizer::lead_constant(std::uint32_t number) {
    const Instruction load = at(number).code;
    if (is_fixed_[number]) {
        return false;
    }
    const std::uint32_t next = code_.after(number);
    const bool jumps = next < code_.size() && op(next) == Operation::Jump;
    const std::uint32_t test = jumps ? code_.target_of(next) : next;
    if (test >= code_.size() || at(test).target == kNone || at(test).code.a != load.a) {
        return false;
    }
    const std::optional<bool> is_taken = is_jump_taken(at(test).code, program_.constants[load.wide()]);
    if (!is_taken) {
        return false;
    }
    const std::uint32_t target = *is_taken ? code_.target_of(test) : code_.after(test);
    if (target >= code_.size() || live().before(target, load.a) || is_shown(test, load.a)) {
        return false;
    }
    at(number) = {{Operation::Jump, 0, 0, 0}, at(number).place, target, false};
    is_target_[target] = true;
    return true;
}

// The first round of a range with constant ends is sure: the jump to its test goes to the body.
bool PeepholeOptimizer::enter_counting(std::uint32_t number) {
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

bool PeepholeOptimizer::lead_jumps() {
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

} // namespace tgdl
