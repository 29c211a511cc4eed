#include "program/typed_code.h"

#include "program/operands.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace tgdl {

namespace {

// A join that has changed so often is widened: then it ends. Types have few steps upwards, so code never comes near.
constexpr std::uint32_t kMostVisits = 200;

bool may_jump(const Instruction& code) {
    return operation_operands(code.op).ends_with("J") || operation_operands(code.op).ends_with("J16");
}

} // namespace

TypedCode::TypedCode(const Program& program, TypeVerifier& verifier, const Chunk& chunk)
    : program_(program),
      verifier_(verifier),
      types_(verifier.types),
      chunk_(chunk),
      is_leader_(chunk.code.size() + 2, false),
      before_(chunk.code.size()),
      visits_(chunk.code.size(), 0),
      is_waiting_(chunk.code.size() + 1, false),
      outer_(chunk.code.size(), kNone) {}

bool TypedCode::skips_next(const Instruction& code) const {
    const bool asks = code.op == Operation::Ask || code.op == Operation::AskAuto;
    return code.op == Operation::MoveGroup || (asks && program_.inputs[code.wide()].has_else);
}

// Where paths meet or part: targets, and what follows an instruction that does not always go on.
void TypedCode::find_leaders() {
    is_leader_[0] = true;
    for (std::uint32_t at = 0; at < chunk_.code.size(); ++at) {
        const Instruction& code = chunk_.code[at];
        for (const Operand& operand : operands_of(code, at)) {
            if (operand.kind == OperandKind::Jump) {
                is_leader_[operand.number] = true;
                is_leader_[at + 1] = true;
            }
        }
        if (skips_next(code)) {
            is_leader_[at + 1] = true;
            is_leader_[at + 2] = true;
        }
    }
}

void TypedCode::flow_to(std::uint32_t at, const RegisterState& state) {
    if (at >= chunk_.code.size()) {
        refuse("the code does not end");
        return;
    }
    RegisterState& known = before_[at];
    if (!known.is_reached()) {
        known = state;
        is_waiting_[at] = true;
        return;
    }
    if (known.block != state.block) {
        refuse(fmt::format("instruction {} is reached from inside and from outside of a hypothetical block", at));
        return;
    }
    bool changed = false;
    for (std::size_t reg = 0; reg < known.types.size(); ++reg) {
        if (known.types[reg] != state.types[reg]) {
            const StaticTypeId joined = visits_[at] < kMostVisits ? types_.join(known.types[reg], state.types[reg])
                                                                  : types_.with(StaticTypes::kAny, kIsUndefined);
            changed = changed || joined != known.types[reg];
            known.types[reg] = joined;
        }
    }
    is_waiting_[at] = is_waiting_[at] || changed;
}

// `fail` inside of a hypothetical block goes on behind it. Whatever the instruction would have written is open there.
void TypedCode::flow_to_failure(std::uint32_t at) {
    const Instruction& code = chunk_.code[at];
    if (now_.block == kNone || is_pure(code.op)) {
        return;
    }
    RegisterState failed = now_;
    if (operation_operands(code.op).starts_with('x')) {
        std::fill(failed.types.begin() + code.a, failed.types.end(), StaticTypeId{StaticTypes::kUndefined});
    }
    failed.block = outer_[now_.block];
    flow_to(operands_of(chunk_.code[now_.block], now_.block)[1].number, failed);
}

void TypedCode::flow_on(std::uint32_t at) {
    const Instruction& code = chunk_.code[at];
    const auto change = [this](RegisterState& state, Way way) {
        for (const Change& each : changes_) {
            if (each.way == Way::Both || each.way == way) {
                state.types[each.reg] = each.type;
            }
        }
    };
    const bool jumps = may_jump(code) && code.op != Operation::BeginHypothetical;
    const bool skips = skips_next(code);
    if (jumps || skips) {
        const std::size_t operand = operation_operands(code.op).ends_with("J16") ? 2 : 1;
        RegisterState elsewhere = now_;
        change(elsewhere, Way::Jumps);
        flow_to(jumps ? operands_of(code, at).at(operand).number : at + 2, elsewhere);
    }
    change(now_, Way::GoesOn);
}

// All instructions from a leader to the next one.
void TypedCode::run_block(std::uint32_t first, RegisterTypes* kept) {
    now_ = before_[first];
    for (std::uint32_t at = first; wrong_.empty(); ++at) {
        const Instruction& code = chunk_.code[at];
        if (kept != nullptr) {
            (*kept)[at] = now_.types;
        }
        changes_.clear();
        flow_to_failure(at);
        step(code, at);
        if (!wrong_.empty()) {
            wrong_ = fmt::format("`{}`, instruction {}: {}", chunk_.name, at, wrong_);
            return;
        }
        flow_on(at);
        if (ends_code(code.op)) {
            return;
        }
        if (is_leader_[at + 1]) {
            flow_to(at + 1, now_);
            return;
        }
    }
}

std::string TypedCode::verify(RegisterTypes* kept) {
    if (chunk_.parameter_types.size() != chunk_.parameters) {
        return fmt::format("`{}` does not say of what types its parameters are", chunk_.name);
    }
    if (kept != nullptr) {
        kept->assign(chunk_.code.size(), {});
    }
    find_leaders();
    RegisterState start;
    start.types.assign(std::max<std::size_t>(chunk_.registers, 1), StaticTypes::kUndefined);
    for (std::uint32_t parameter = 0; parameter < chunk_.parameters; ++parameter) {
        start.types[parameter] = verifier_.parameter_of(chunk_, parameter);
    }
    flow_to(0, start);
    // Round by round from the first instruction on: a loop needs another round only for what it has changed.
    for (bool again = true; again && wrong_.empty();) {
        again = false;
        for (std::uint32_t at = 0; at < chunk_.code.size() && wrong_.empty(); ++at) {
            if (is_waiting_[at]) {
                is_waiting_[at] = false;
                ++visits_[at];
                again = true;
                run_block(at, kept);
            }
        }
    }
    return wrong_;
}

// ---- registers

StaticTypeId TypedCode::read(std::uint32_t reg) {
    const StaticTypeId type = now_.types[reg];
    if (types_[type].may_be(kIsUndefined)) {
        refuse(fmt::format("register {} holds nothing that may be read", reg));
    }
    return type;
}

StaticTypeId TypedCode::want(std::uint32_t reg, std::uint32_t kinds, std::string_view what) {
    const StaticTypeId type = read(reg);
    if (!types_[type].is_only(kinds)) {
        refuse(fmt::format("register {} holds {}, where {} is wanted", reg, types_.text(type), what));
    }
    return type;
}

StaticTypeId TypedCode::want_kind(std::uint32_t reg, ClassKind kind, std::string_view what) {
    const StaticTypeId type = read(reg);
    if (!types_.is_of_kind(type, kind)) {
        refuse(fmt::format("register {} holds {}, where {} is wanted", reg, types_.text(type), what));
    }
    return type;
}

void TypedCode::want_fitting(std::uint32_t reg, StaticTypeId wanted) {
    const StaticTypeId type = read(reg);
    if (!types_.fits(type, wanted)) {
        refuse(fmt::format("register {} holds {}, where {} is wanted", reg, types_.text(type), types_.text(wanted)));
    }
}

void TypedCode::want_not_null(std::uint32_t reg) {
    if (!types_[now_.types[reg]].may_be(kNotNull)) {
        refuse(fmt::format("register {} may hold null", reg));
    }
}

void TypedCode::want_no_blank(std::uint32_t reg) {
    if (types_[now_.types[reg]].may_be(kIsBlank)) {
        refuse(fmt::format("register {} may hold the blank tile", reg));
    }
}

// The type of a word of the instance in the register. An attribute of the blank tile is none.
StaticTypeId TypedCode::word_of(std::uint32_t instance, std::uint32_t offset, bool tests_blank) {
    const StaticTypeId type = want(instance, kIsInstance | kIsBlank, "an instance");
    if (!tests_blank) {
        want_no_blank(instance);
    }
    if (!types_[type].may_be(kIsInstance)) {
        return StaticTypes::kNull; // it is null, which is a fault, or the blank tile, likewise
    }
    const StaticTypeId word = types_.word_of(type, offset);
    if (word == StaticTypes::kUndefined) {
        refuse(fmt::format("{} in register {} has no attribute in word {}", types_.text(type), instance, offset));
    }
    return word;
}

std::uint32_t TypedCode::constant_number(std::uint32_t reg) {
    const std::uint32_t constant = types_[read(reg)].constant;
    if (constant == kNone || !program_.constants[constant].is_number()) {
        refuse(fmt::format("register {} holds no constant number", reg));
        return kNone;
    }
    const double number = program_.constants[constant].as_number();
    return number >= 0 && number < kNone ? static_cast<std::uint32_t>(number) : kNone;
}

const ValueType* TypedCode::constant_type(std::uint32_t reg) {
    const std::uint32_t index = constant_number(reg);
    if (index >= program_.types.size()) {
        refuse(fmt::format("register {} names no type", reg));
        return nullptr;
    }
    return &program_.types[index];
}

void TypedCode::set(std::uint32_t reg, StaticTypeId type, Way way) {
    changes_.push_back({reg, type, way});
}

// Other code runs, in registers from this one on: what it leaves above is not ours. It may ask what is tracked, and all
// registers below count as held by the rules.
void TypedCode::leave_to_others(std::uint32_t reg) {
    for (std::uint32_t each = chunk_.parameters; each < reg; ++each) {
        if (types_[now_.types[each]].may_be(kIsUndefined)) {
            refuse(fmt::format("register {} holds nothing, below what other code is given", each));
        }
    }
    for (std::uint32_t each = reg + 1; each < now_.types.size(); ++each) {
        if (now_.types[each] != StaticTypes::kUndefined) {
            set(each, StaticTypes::kUndefined);
        }
    }
}

} // namespace tgdl
