#include "compile/inline_calls.h"

#include "compile/register_use.h"
#include "program/operands.h"

#include <algorithm>

namespace tgdl {

namespace {

constexpr std::size_t kLargestCallee = 40; // instructions
constexpr std::size_t kLargestResult = 1000;

// Such code belongs to a frame of its own: the parts of an input see its registers, a block goes back to it.
bool needs_frame(Operation operation) {
    switch (operation) {
    case Operation::Ask:
    case Operation::AskAuto:
    case Operation::Choose:
    case Operation::CallAction:
    case Operation::ActionPossible:
    case Operation::ThrowSync:
    case Operation::MovePiece:
    case Operation::BeginHypothetical:
    case Operation::EndHypothetical: return true;
    default: return false;
    }
}

bool is_small(const Program& program, ChunkIndex index) {
    const std::vector<Instruction>& code = program.chunks[index].code;
    return code.size() <= kLargestCallee && std::ranges::none_of(code, [index](const Instruction& each) {
               return needs_frame(each.op) || (each.op == Operation::Call && each.wide() == index)
                      || (each.op == Operation::Native // it is found again by its frame
                          && static_cast<NativeId>(each.b) == NativeId::BeginModifiers);
           });
}

bool is_inlinable(const Program& program, const std::vector<bool>& is_finished, const Instruction& code) {
    return code.op == Operation::Call && is_finished[code.wide()] && is_small(program, code.wide());
}

class Inlining {
public:
    Inlining(const Program& program, const EditedCode& code, const std::vector<bool>& is_finished)
        : program_(program), code_(code), is_finished_(is_finished) {}

    EditedCode run();

private:
    [[nodiscard]] bool is_inlined(const Instruction& code) const;
    void add_callee(const EditedInstruction& call);
    void add_returning(const EditedInstruction& from, std::uint32_t window, bool is_last);
    [[nodiscard]] std::vector<std::uint32_t> places_of_parameters(const Chunk& callee, std::uint32_t window);
    [[nodiscard]] std::uint32_t find_argument(std::uint32_t reg, std::uint32_t window) const;
    void find_jump_targets();

    const Program& program_;
    const EditedCode& code_;
    const std::vector<bool>& is_finished_;
    EditedCode out_;
    std::vector<bool> is_target_;      // of a jump, by instruction of the caller
    std::uint32_t block_ = 0;          // where what runs without a jump up to here begins, in out_
    std::vector<std::uint32_t> moved_; // where each instruction of the caller stands in out_
};

bool Inlining::is_inlined(const Instruction& code) const {
    return is_inlinable(program_, is_finished_, code)
           && out_.instructions.size() + code_.instructions.size() < kLargestResult;
}

void Inlining::find_jump_targets() {
    is_target_.assign(code_.size() + 1, false);
    for (const EditedInstruction& edited : code_.instructions) {
        if (edited.target != kNone) {
            is_target_[edited.target] = true;
        }
    }
}

// The instruction of out_ that copies a variable of the caller to the register, for the call that comes next; kNone if
// the register is filled otherwise, or somebody may look at it before the call.
std::uint32_t Inlining::find_argument(std::uint32_t reg, std::uint32_t window) const {
    std::vector<RegisterRange> written;
    for (std::uint32_t at = out_.size(); at > block_; --at) {
        const EditedInstruction& edited = out_.instructions[at - 1];
        if (edited.removed) {
            continue;
        }
        const RegisterUse use = register_use(program_, edited.code);
        if (use.writes.has(reg)) {
            const bool is_copy = edited.code.op == Operation::Move && edited.code.b < window;
            const bool is_kept =
                std::ranges::none_of(written, [&](const RegisterRange& range) { return range.has(edited.code.b); });
            return is_copy && is_kept ? at - 1 : kNone;
        }
        if (use.reads_register(reg) || use.seen_below > reg || edited.target != kNone || ends_code(edited.code.op)) {
            return kNone;
        }
        written.push_back(use.writes);
    }
    return kNone;
}

// Where each parameter stands: those that are copies of the caller's variables need none, as long as the callee does not
// change them and nobody can see the register that would hold them.
std::vector<std::uint32_t> Inlining::places_of_parameters(const Chunk& callee, std::uint32_t window) {
    std::vector<std::uint32_t> places(callee.parameters);
    std::vector<bool> is_fixed(callee.parameters, true);
    bool is_seen = false;
    for (const Instruction& code : callee.code) {
        const RegisterUse use = register_use(program_, code);
        is_seen = is_seen || use.seen_below > 0;
        for (std::uint32_t parameter = 0; parameter < callee.parameters; ++parameter) {
            is_fixed[parameter] = is_fixed[parameter] && !use.writes.has(parameter) && !use.read_window.has(parameter);
        }
    }
    for (std::uint32_t parameter = 0; parameter < callee.parameters; ++parameter) {
        places[parameter] = window + parameter;
        const std::uint32_t copied =
            is_fixed[parameter] && !is_seen ? find_argument(window + parameter, window) : kNone;
        if (copied != kNone) {
            places[parameter] = out_.instructions[copied].code.b;
            out_.instructions[copied].removed = true;
        }
    }
    return places;
}

// `return`: the result goes to the window's first register.
void Inlining::add_returning(const EditedInstruction& from, std::uint32_t window, bool is_last) {
    const auto target = static_cast<std::uint16_t>(window);
    EditedInstruction result = from;
    result.code = from.code.op == Operation::Return ? Instruction{Operation::Move, target, from.code.a, 0}
                                                    : Instruction{Operation::LoadNull, target, 1, 0};
    result.removed = result.code.op == Operation::Move && result.code.a == result.code.b;
    out_.instructions.push_back(result);
    if (!is_last) {
        out_.instructions.push_back({{Operation::Jump, 0, 0, 0}, from.place, kNone, false});
    }
}

void Inlining::add_callee(const EditedInstruction& call) {
    const Chunk& chunk = program_.chunks[call.code.wide()];
    const std::uint32_t window = call.code.a;
    const std::vector<std::uint32_t> parameters = places_of_parameters(chunk, window);
    const auto place_of = [&](std::uint32_t reg) {
        return static_cast<std::uint16_t>(reg < parameters.size() ? parameters[reg] : window + reg);
    };
    const EditedCode callee(chunk);
    const std::uint32_t from = out_.size();
    std::vector<std::uint32_t> moved;
    std::vector<std::uint32_t> to_end; // jumps behind the callee's code
    for (std::uint32_t at = 0; at < callee.size(); ++at) {
        moved.push_back(out_.size());
        EditedInstruction edited = callee.instructions[at];
        const std::array<Operand, 3> operands = operands_of(edited.code, 0);
        const std::array<std::uint16_t*, 3> fields = {&edited.code.a, &edited.code.b, &edited.code.c};
        for (std::size_t field = 0; field < fields.size(); ++field) {
            const OperandKind kind = operands.at(field).kind;
            if (kind == OperandKind::Read || kind == OperandKind::Written || kind == OperandKind::Changed
                || kind == OperandKind::Window) {
                *fields.at(field) = place_of(*fields.at(field));
            }
        }
        if (edited.code.op != Operation::Return && edited.code.op != Operation::ReturnNothing) {
            out_.instructions.push_back(edited);
            continue;
        }
        add_returning(edited, window, at + 1 == callee.size());
        if (at + 1 < callee.size()) {
            to_end.push_back(out_.size() - 1);
        }
    }
    for (std::uint32_t at = from; at < out_.size(); ++at) {
        if (out_.instructions[at].target != kNone) {
            out_.instructions[at].target = moved[out_.instructions[at].target];
        }
    }
    for (const std::uint32_t at : to_end) {
        out_.instructions[at].target = out_.size();
    }
    moved.push_back(out_.size());
    const auto number = static_cast<std::uint32_t>(out_.inlined.size());
    out_.inlined.push_back({call.code.wide(), call.place, from, out_.size()});
    for (InlinedCall inner : chunk.inlined) {
        inner.from = moved[inner.from];
        inner.to = moved[inner.to];
        out_.inlined.push_back(inner);
    }
    for (DebugVariable variable : chunk.variables) {
        variable.reg = place_of(variable.reg);
        variable.from = moved[variable.from];
        variable.to = moved[variable.to];
        variable.call = variable.call == kNone ? number : number + 1 + variable.call;
        out_.variables.push_back(variable);
    }
    out_.registers = std::max(out_.registers, window + chunk.registers);
}

EditedCode Inlining::run() {
    find_jump_targets();
    out_.registers = code_.registers;
    std::vector<bool> is_callers; // by instruction of out_
    for (std::uint32_t at = 0; at < code_.size(); ++at) {
        moved_.push_back(out_.size());
        if (is_target_[at]) {
            block_ = out_.size();
        }
        if (is_inlined(code_.instructions[at].code)) {
            add_callee(code_.instructions[at]);
            is_callers.resize(out_.size(), false);
            block_ = out_.size();
        } else {
            out_.instructions.push_back(code_.instructions[at]);
            is_callers.push_back(true);
        }
    }
    moved_.push_back(out_.size());
    for (std::uint32_t at = 0; at < out_.size(); ++at) {
        EditedInstruction& edited = out_.instructions[at];
        if (is_callers[at] && edited.target != kNone) {
            edited.target = moved_[edited.target];
        }
    }
    for (DebugVariable variable : code_.variables) {
        variable.from = moved_[variable.from];
        variable.to = moved_[variable.to];
        out_.variables.push_back(variable);
    }
    return std::move(out_);
}

} // namespace

EditedCode inline_calls(const Program& program, EditedCode code, const std::vector<bool>& is_finished) {
    const bool any = std::ranges::any_of(code.instructions, [&](const EditedInstruction& edited) {
        return is_inlinable(program, is_finished, edited.code);
    });
    return any ? Inlining(program, code, is_finished).run() : std::move(code);
}

} // namespace tgdl
