// `suppose { … }`: statements inside an expression, whose changes are taken back.
#include "compile/code_lowering.h"

#include <algorithm>

namespace tgdl {

void CodeLowering::find_assigned(NodeId block, std::vector<Register>& found) const {
    const NodeKind form = tree_.kind(block);
    if (form == NodeKind::Assign || form == NodeKind::Increment) {
        const NodeId target = child(block, Role::Target);
        const std::optional<Register> variable = target.valid() ? variable_of(target) : std::nullopt;
        if (variable && std::find(found.begin(), found.end(), *variable) == found.end()) {
            found.push_back(*variable);
        }
    }
    for (const NodeId part : tree_.children(block)) {
        find_assigned(part, found);
    }
}

// Registers are not undone with the match: the variables that the block assigns are kept below it, and put back. Variables
// that the block declares are not in scope yet.
void CodeLowering::lower_suppose(NodeId node, Register target) {
    const NodeId block = child(node, Role::Body);
    const Register save = top();
    std::vector<Register> assigned;
    find_assigned(block, assigned);
    for (const Register variable : assigned) {
        writer_.move(writer_.push(), variable);
    }
    const Label failed = writer_.new_label();
    const Label end = writer_.new_label();
    const Suppose own{writer_.push(), type(node), writer_.new_label()};
    writer_.load_null(own.answer);
    writer_.jump_wide(Operation::BeginHypothetical, 0, failed);
    const Suppose* const outer = std::exchange(suppose_, &own);
    const std::optional<Label> outer_after = std::exchange(after_block_, std::nullopt);
    lower_scoped(block);
    after_block_ = outer_after;
    suppose_ = outer;
    writer_.bind(own.end);
    const Register window = writer_.push();
    writer_.move(window, own.answer);
    set_place(node);
    finish_native(NativeId::ForgetMade, window, own.answer);
    writer_.emit(Operation::EndHypothetical);
    writer_.jump(end);
    writer_.bind(failed);
    if (kind(own.type) == TypeKind::Bool) {
        load_truth(own.answer, false);
    } else {
        writer_.load_null(own.answer);
    }
    writer_.bind(end);
    for (std::size_t i = 0; i < assigned.size(); ++i) {
        writer_.move(assigned[i], static_cast<Register>(save + i));
    }
    writer_.set_top(save);
    writer_.move(target, own.answer);
}

} // namespace tgdl
