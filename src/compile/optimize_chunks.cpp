#include "compile/optimize_chunks.h"

#include "compile/eliminate_common_lookups.h"
#include "compile/inline_calls.h"
#include "compile/live_registers.h"
#include "compile/register_use.h"
#include "compile/sink_cell_lookups.h"
#include "program/cell_geometry.h"
#include "program/operands.h"
#include "program/tile_types.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace tgdl {

namespace {

// Code that is longer stays as it is: short jumps would not reach everywhere.
constexpr std::size_t kLongestCode = 20'000;
constexpr int kMostRounds = 20;
constexpr std::uint16_t kLargestCoordinate = 255; // in QuickGroupCell
constexpr std::uint32_t kLargestShort = std::numeric_limits<std::uint16_t>::max();

// What jumps when the instruction would not; itself when there is no such one.
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

// Sets what the rules of a game never do once a board is made.
void find_fixed(Program& program) {
    program.fixed_groups = true;
    program.fixed_connections = true;
    for (const Chunk& chunk : program.chunks) {
        for (const Instruction& code : chunk.code) {
            switch (code.op == Operation::Native ? static_cast<NativeId>(code.b) : NativeId::PlayerCount) {
            case NativeId::GroupSet:
            case NativeId::GroupAdd:
            case NativeId::GroupRemove: program.fixed_groups = false; [[fallthrough]];
            case NativeId::TileConnect:
            case NativeId::TileDisconnect:
            case NativeId::ConnectionsAdd:
            case NativeId::ConnectionsRemove:
            case NativeId::ConnectionsRemoveAt:
            case NativeId::ConnectionsClear:
            case NativeId::TileConnections: program.fixed_connections = false; break; // looking makes them things
            default: break;
            }
        }
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

// Does the instruction jump when this constant is in its register? Nothing: it asks something else.
std::optional<bool> Optimizer::is_jump_taken(const Instruction& test, Value constant) const {
    if (is_test(test.op)) {
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

std::optional<std::uint16_t> Optimizer::whole_number(const Instruction& load) const {
    const Value constant = load.op == Operation::LoadConstant ? program_.constants[load.wide()] : Value::null();
    const double number = constant.is_number() ? constant.as_number() : -1;
    return number >= 0 && number <= kLargestShort && std::trunc(number) == number
               ? std::optional(static_cast<std::uint16_t>(number))
               : std::nullopt;
}

// ---- walks

// The walk that begins right after its list was made in the same register, and whose head comes next; kNone if there is
// none.
std::uint32_t Optimizer::find_walk(std::uint32_t made) const {
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
bool Optimizer::lists_any_tile(std::uint32_t native) const {
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
void Optimizer::walk_tiles(std::uint32_t native) {
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
void Optimizer::count_destinations(std::uint32_t native) {
    Instruction& code = at(native).code;
    const std::uint32_t length = code_.after(native);
    if (static_cast<NativeId>(code.b) == NativeId::PieceDestinations && length < code_.size() && !is_target_[length]
        && op(length) == Operation::QuickListLength && at(length).code.b == code.a && at(length).code.a == code.a) {
        code.b = static_cast<std::uint16_t>(NativeId::PieceDestinationCount);
        at(length).removed = true;
    }
}

// A list of constants that is only walked stands among the constants of the program.
void Optimizer::walk_constants(std::uint32_t first) {
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

void Optimizer::simplify_walks() {
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

bool Optimizer::lead_jump(std::uint32_t number) {
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
bool Optimizer::lead_constant(std::uint32_t number) {
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

const LiveRegisters& Optimizer::live() {
    return live_ ? *live_ : live_.emplace(program_, code_);
}

bool Optimizer::is_done_after(std::uint32_t number, std::uint32_t reg) {
    return !live().after(number, reg) && !is_shown(number, reg);
}

// The instruction that reads what `Move t y` copies, as the only one before t is written again: it could read y itself.
// kNone if there is none.
std::uint32_t Optimizer::find_reader(std::uint32_t number) {
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
std::uint32_t Optimizer::join_copy(std::uint32_t number) {
    const Instruction move = at(number).code;
    const std::uint32_t reader = move.op == Operation::Move ? find_reader(number) : kNone;
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
        joined = {test == Operation::JumpIf ? *jump : opposite_jump(*jump), maker.b, maker.c, 0};
    } else if (maker.op == Operation::QuickTileEmpty && is_test(test)) {
        joined = {test == Operation::JumpIf ? Operation::JumpIfEmpty : Operation::JumpUnlessEmpty, maker.a, maker.b, 0};
    } else if (maker.op == Operation::IsClass && is_test(test)) {
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

bool Optimizer::remove_unused(std::uint32_t number) {
    const Instruction& code = at(number).code;
    const bool is_null = code.op == Operation::LoadNull && code.b == 1;
    if ((!only_writes(code.op) && !is_null) || live().after(number, code.a)) {
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
           && (join_cell(first, second) || join_target(first, second) || join_constant(first, second)
               || join_test(first, second) || join_member(first, second));
}

bool Optimizer::join_instructions() {
    bool changed = false;
    for (std::uint32_t number = code_.standing(0); number < code_.size();) {
        const std::uint32_t next = code_.after(number);
        const bool is_free = !is_fixed_[number] && next < code_.size() && !is_fixed_[next];
        if (!is_fixed_[number] && remove_unused(number)) {
            changed = true;
        } else if (const std::uint32_t reader = is_free ? join_copy(number) : kNone; reader != kNone) {
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
void Optimizer::join_all() {
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

void Optimizer::run() {
    find_targets();
    simplify_walks();
    join_all();
    if (std::optional<EditedCode> shared = eliminate_common_lookups(program_, code_)) {
        code_ = std::move(*shared);
        join_all();
    }
}

// `Move t group` and the QuickGroupGet of t after it are done at once. Nothing else knows MoveGroup: this comes last.
void join_group_moves(Chunk& chunk) {
    for (std::size_t at = 0; at + 1 < chunk.code.size(); ++at) {
        Instruction& move = chunk.code[at];
        const Instruction& get = chunk.code[at + 1];
        if (move.op == Operation::Move && get.op == Operation::QuickGroupGet && get.a == move.a && get.b != move.a
            && get.c != move.a) {
            move.op = Operation::MoveGroup;
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
    find_fixed(program);
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
    const bool are_groups_plain = has_plain_groups(program);
    for (Chunk& chunk : program.chunks) {
        sink_cell_lookups(program, chunk);
        if (are_groups_plain) {
            join_group_moves(chunk);
        }
    }
}

} // namespace tgdl
