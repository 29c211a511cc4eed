#include "program/single_step_movements.h"

#include "program/pure_code.h"

#include <algorithm>
#include <vector>

namespace tgdl {

namespace {

// What a register of a condition may hold, whenever that is.
enum Holds : std::uint8_t {
    kThePiece = 1,  // the one that moves
    kTheTile = 2,   // the one that is asked about
    kItsPiece = 4,  // the first on that tile
    kPlainValue = 8 // a number, a truth, null
};

// Data flow through a part of a movement: does it read owners and which tiles are empty, and nothing else?
class OwnerDependence {
public:
    explicit OwnerDependence(const Chunk& chunk) : chunk_(chunk), holds_(chunk.registers + std::size_t{1}, 0) {
        constexpr std::uint8_t kParameters[] = {kThePiece, kTheTile};
        std::copy_n(std::begin(kParameters), std::min<std::size_t>(chunk.parameters, 2), holds_.begin());
    }

    [[nodiscard]] bool is_all() {
        if (std::ranges::any_of(chunk_.code, goes_back)) {
            return false; // what is asked once for all tiles costs no steps: it must be short
        }
        // A register may be read before the instruction that says what it holds is met, so until nothing is new.
        do {
            is_new_ = false;
            if (!std::ranges::all_of(chunk_.code, [this](const Instruction& code) { return propagate(code); })) {
                return false;
            }
        } while (is_new_);
        return true;
    }

private:
    void put(std::uint16_t reg, std::uint8_t what) {
        is_new_ = is_new_ || (holds_[reg] | what) != holds_[reg];
        holds_[reg] |= what;
    }
    [[nodiscard]] bool may_hold(std::uint16_t reg, std::uint8_t what) const { return (holds_[reg] & what) != 0; }

    // False when it looks at anything else.
    bool propagate(const Instruction& code) {
        switch (code.op) {
        case Operation::Move: put(code.a, holds_[code.b]); return true;
        case Operation::LoadNull:
            for (std::uint16_t reg = code.a; reg < code.a + code.b; ++reg) {
                put(reg, kPlainValue);
            }
            return true;
        case Operation::QuickOwnerOf: put(code.a, kPlainValue); return !may_hold(code.b, kTheTile);
        case Operation::QuickTilePiece: put(code.a, kItsPiece); return !may_hold(code.b, kThePiece | kItsPiece);
        case Operation::QuickTileEmpty:
        case Operation::JumpIfEmpty:
        case Operation::JumpUnlessEmpty: put(code.a, kPlainValue); return !may_hold(code.b, kThePiece | kItsPiece);
        case Operation::NewList: // of directions
        case Operation::LoadConstant:
        case Operation::Add:
        case Operation::Subtract:
        case Operation::Multiply:
        case Operation::AddConstant:
        case Operation::PlayerAdd:
        case Operation::PlayerSubtract:
        case Operation::Less:
        case Operation::LessEqual:
        case Operation::EqualNumber:
        case Operation::Not: put(code.a, kPlainValue); return true;
        case Operation::Jump:
        case Operation::JumpIf:
        case Operation::JumpUnless:
        case Operation::JumpIfNull:
        case Operation::JumpUnlessNull:
        case Operation::JumpIfLess:
        case Operation::JumpUnlessLess:
        case Operation::JumpIfLessEqual:
        case Operation::JumpUnlessLessEqual:
        case Operation::JumpIfSameNumber:
        case Operation::JumpUnlessSameNumber:
        case Operation::JumpIfSameConstant:
        case Operation::JumpUnlessSameConstant:
        case Operation::JumpIfBelow:
        case Operation::JumpUnlessBelow:
        case Operation::JumpIfAtMost:
        case Operation::JumpUnlessAtMost:
        case Operation::JumpIfAbove:
        case Operation::JumpUnlessAbove:
        case Operation::JumpIfAtLeast:
        case Operation::JumpUnlessAtLeast:
        case Operation::Return: return true; // a truth, a direction or a number: by its type it is no thing
        default: return false;               // whatever looks at something else
        }
    }

    const Chunk& chunk_;
    std::vector<std::uint8_t> holds_; // by register: a set of Holds
    bool is_new_ = false;
};

class MovementFinder {
public:
    explicit MovementFinder(const Program& program) : program_(program) {}

    void find(MovementInfo& movement) const {
        movement.is_single_step = movement.inputs.empty() && movement.requirements.empty()
                                  && std::ranges::all_of(movement.alternatives, [this](const MovementAlternative& one) {
                                         return is_single_step(one);
                                     });
        for (MovementAlternative& alternative : movement.alternatives) {
            alternative.through_by_owner = are_by_owner(alternative.through);
            alternative.onto_by_owner = are_by_owner(alternative.onto);
            for (MovementStep& step : alternative.steps) {
                step.by_owner = are_by_owner({step.directions, step.directions_to, step.count, step.dx, step.dy});
            }
        }
    }

private:
    [[nodiscard]] bool has_no_effect(ChunkIndex part) const {
        return part == kNone || (!program_.chunks[part].writes && !program_.chunks[part].may_fail);
    }
    [[nodiscard]] bool have_no_effect(const std::vector<ChunkIndex>& parts) const {
        return std::ranges::all_of(parts, [this](ChunkIndex part) { return has_no_effect(part); });
    }
    [[nodiscard]] bool is_single_step(const MovementAlternative& alternative) const {
        if (alternative.repeat || alternative.steps.size() != 1) {
            return false;
        }
        const MovementStep& step = alternative.steps[0];
        return (step.kind == StepKind::Line || step.kind == StepKind::Coord) && have_no_effect(alternative.through)
               && have_no_effect(alternative.onto)
               && have_no_effect({step.directions, step.directions_to, step.count, step.dx, step.dy});
    }
    [[nodiscard]] bool are_by_owner(const std::vector<ChunkIndex>& parts) const {
        return std::ranges::all_of(parts, [this](ChunkIndex part) {
            return has_no_effect(part) && (part == kNone || OwnerDependence(program_.chunks[part]).is_all());
        });
    }

    const Program& program_;
};

} // namespace

void find_single_step_movements(Program& program) {
    for (MovementInfo& movement : program.movements) {
        MovementFinder(program).find(movement);
    }
}

} // namespace tgdl
