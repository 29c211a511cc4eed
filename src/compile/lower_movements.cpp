#include "compile/lower_movements.h"

#include "compile/lower_code.h"
#include "syntax/words.h"

#include <optional>
#include <utility>

namespace tgdl {

namespace {

std::optional<StepKind> step_kind(NodeKind kind) {
    switch (kind) {
    case NodeKind::LineStep: return StepKind::Line;
    case NodeKind::AdjacentStep: return StepKind::Adjacent;
    case NodeKind::DistanceStep: return StepKind::Distance;
    case NodeKind::CoordStep: return StepKind::Coord;
    case NodeKind::JumpStep: return StepKind::Jump;
    default: return std::nullopt; // through, onto
    }
}

class MovementLowering {
public:
    MovementLowering(Lowering& lowering, const Movement& movement)
        : lowering_(lowering),
          checked_(lowering.checked),
          inputs_(movement.inputs),
          place_(movement.place),
          tree_(lowering.checked.tree(movement.place)) {
        info_.name = checked_.text(movement.name);
    }

    MovementInfo lower(TypeIndex piece) {
        info_.piece = piece;
        for (const InputId input : inputs_) {
            info_.inputs.push_back(lower_input_of_movement(input));
        }
        std::vector<ChunkIndex> through;
        std::vector<ChunkIndex> onto;
        lower_conditions(place_.node, through, onto);
        for (const NodeId item : tree_.children(place_.node, Role::Item)) {
            if (tree_.kind(item) == NodeKind::Alternative) {
                lower_alternative(item, through, onto);
            }
        }
        return std::move(info_);
    }

private:
    MovementInput lower_input_of_movement(InputId id) {
        const Input& input = checked_.input(id);
        MovementInput made{lowering_.type_of(input.type), kNone, input.optional};
        const NodeId value = checked_.tree(input.place).child(input.place.node, Role::Value);
        const BodyId body = value.valid() ? lowering_.bodies.find(input.place.file, value) : BodyId();
        if (body.valid()) {
            made.value = lower_part(lowering_, body, value, {"default of " + info_.name, {}}, input.type);
        }
        return made;
    }

    // What stands in the registers of a condition; of a step and a `require` there is no tile.
    [[nodiscard]] std::vector<NamedRegister> parameters(NamedRegister tile) const {
        std::vector<NamedRegister> registers = {register_this()};
        if (tile.kind != NamedRegister::Kind::Unused || !inputs_.empty()) {
            registers.push_back(tile);
        }
        for (const InputId input : inputs_) {
            registers.push_back(register_input(input));
        }
        return registers;
    }

    void lower_requirement(NodeId item) {
        const BodyId body = lowering_.bodies.find(place_.file, tree_.child(item, Role::Body));
        if (body.valid()) {
            info_.requirements.push_back(
                lower_body(lowering_, body, {"require of " + info_.name, parameters({})}, checked_.types.boolean));
        }
    }

    void lower_conditions(NodeId parent, std::vector<ChunkIndex>& through, std::vector<ChunkIndex>& onto) {
        for (const NodeId item : tree_.children(parent, Role::Item)) {
            const NodeKind kind = tree_.kind(item);
            if (kind == NodeKind::Require) {
                lower_requirement(item);
            }
            if (kind != NodeKind::Through && kind != NodeKind::Onto) {
                continue;
            }
            const BodyId body = lowering_.bodies.find(place_.file, tree_.child(item, Role::Body));
            if (!body.valid()) {
                continue;
            }
            const bool is_through = kind == NodeKind::Through;
            const std::string title = std::string(is_through ? "through of " : "onto of ") + info_.name;
            (is_through ? through : onto)
                .push_back(lower_body(lowering_, body, {title, parameters(register_local(0))}, checked_.types.boolean));
        }
    }

    void lower_alternative(NodeId node, const std::vector<ChunkIndex>& through, const std::vector<ChunkIndex>& onto) {
        MovementAlternative alternative;
        alternative.repeat = tree_.has(node, Role::Mode);
        alternative.through = through;
        alternative.onto = onto;
        lower_conditions(node, alternative.through, alternative.onto);
        for (const NodeId item : tree_.children(node, Role::Item)) {
            if (const std::optional<StepKind> kind = step_kind(tree_.kind(item))) {
                alternative.steps.push_back(lower_step(item, *kind));
            }
        }
        info_.alternatives.push_back(std::move(alternative));
    }

    MovementStep lower_step(NodeId node, StepKind kind) {
        MovementStep step;
        step.kind = kind;
        const BodyId body = lowering_.bodies.find(place_.file, node);
        const TypeId number = checked_.types.number;
        const NodeId direction = tree_.child(node, Role::Direction);
        if (direction.valid() && tree_.kind(direction) == NodeKind::Range) {
            step.directions = lower_expression(body, tree_.child(direction, Role::Low), number);
            step.directions_to = lower_expression(body, tree_.child(direction, Role::High), number);
        } else {
            step.directions = lower_expression(body, direction, {});
        }
        if (const NodeId count = tree_.child(node, Role::Count); count.valid()) {
            const NodeId mode = tree_.child(count, Role::Mode);
            const Symbol word = mode.valid() ? tree_.main_symbol(mode) : Symbol();
            step.count_kind = word == word::min   ? CountKind::AtLeast
                              : word == word::max ? CountKind::AtMost
                                                  : CountKind::Exactly;
            step.count = lower_expression(body, tree_.child(count, Role::Value), number);
        }
        step.dx = lower_expression(body, tree_.child(node, Role::Low), number);
        step.dy = lower_expression(body, tree_.child(node, Role::High), number);
        step.target = lower_expression(body, tree_.child(node, Role::Value), {});
        return step;
    }

    ChunkIndex lower_expression(BodyId body, NodeId node, TypeId wanted) {
        if (!node.valid()) {
            return kNone;
        }
        return lower_part(lowering_, body, node, {"movement " + info_.name, parameters({})}, wanted);
    }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    std::vector<InputId> inputs_;
    CodeRef place_;
    const Tree& tree_;
    MovementInfo info_;
};

} // namespace

void lower_movements(Lowering& lowering) {
    for (std::size_t i = 0; i < lowering.checked.movements.size(); ++i) {
        const TypeIndex piece = lowering.piece_type(MovementId(i));
        MovementInfo info = MovementLowering(lowering, lowering.checked.movements[i]).lower(piece);
        lowering.program.movements.push_back(std::move(info));
    }
}

} // namespace tgdl
