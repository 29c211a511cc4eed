// Texts of `log` and `tell`: parts that each viewer sees by what they may see.
#include "compile/code_lowering.h"

namespace tgdl {

// A text of `log` and `tell`. Each viewer sees its holes by what they may see, so they stay values of their own.
void CodeLowering::lower_log(NodeId text, NativeId id, Register window) {
    const NodeId inside = reader_.inside(text);
    const Register save = top();
    // docs/reference/visibility.md#12: which of several texts is told is up to the rules.
    const auto lower_arm_text = [&](NodeId value) { lower_log(value, id, window); };
    if (tree_.kind(inside) == NodeKind::Conditional) {
        lower_either(inside, lower_arm_text);
        return;
    }
    if (tree_.kind(inside) == NodeKind::SwitchValue) {
        lower_switch_arms(inside, lower_arm_text, [] {});
        return;
    }
    push_log_parts(inside);
    if (top() == save) {
        load_text(writer_.push(), "");
    }
    set_place(text);
    writer_.native(id, window, static_cast<std::uint32_t>(top() - window));
    writer_.set_top(save);
}

void CodeLowering::push_log_parts(NodeId text) {
    const NodeId inside = reader_.inside(text);
    if (tree_.kind(inside) == NodeKind::Interpolation) {
        for_viewers_ = true;
        push_text_parts(inside);
        for_viewers_ = false;
        return;
    }
    std::vector<NodeId> operands;
    if (tree_.kind(inside) == NodeKind::Infix && kind(type(inside)) == TypeKind::String) {
        for (const NodeId each : tree_.children(inside, Role::Operand)) {
            operands.push_back(each);
        }
    }
    const bool joins = operands.size() > 1
                       && (kind(type(operands[0])) == TypeKind::String || kind(type(operands[1])) == TypeKind::String);
    if (!joins) {
        push_log_part(inside, [&] { push(inside); });
        return;
    }
    for (const NodeId each : operands) {
        push_log_parts(each);
    }
}

// A value between two marks, which know after this who may not see what the value was made from.
void CodeLowering::push_log_part(NodeId expression, const std::function<void()>& push_value) {
    if (!may_read_hidden(expression)) {
        push_value();
        return;
    }
    if (push_shown_attribute(expression, HoleMarks::Put)) {
        return;
    }
    const Register mark = writer_.push();
    writer_.native(NativeId::BeginHole, mark, 0);
    push_value();
    const Register end = writer_.push();
    writer_.move(end, mark);
    writer_.native(NativeId::EndHole, end, 1);
}

bool CodeLowering::push_shown_attribute(NodeId expression, HoleMarks marks) {
    const Chain chain = chain_of(expression);
    const NodeId last = chain.back();
    const Meaning it = meaning(last);
    const bool is_read = tree_.kind(last) == NodeKind::Name || tree_.kind(last) == NodeKind::Member;
    if (!is_read || it.kind != MeaningKind::Attribute) {
        return false;
    }
    const AttributeId attribute(it.index);
    if (!lowering_.has_else(attribute)) {
        return false;
    }
    const Value number = Value::item(ProgramItem::Shown, lowering_.attribute_number(attribute));
    writer_.load_constant(writer_.push(), lowering_.constant(number));
    const Register mark = top();
    if (marks == HoleMarks::Put) {
        writer_.native(NativeId::BeginHole, writer_.push(), 0);
    }
    const Register instance = top();
    if (chain.size() > 1) {
        push_chain(chain, chain.size() - 1);
    } else {
        writer_.move(writer_.push(), this_);
    }
    if (marks == HoleMarks::Put) {
        const Register end = writer_.push();
        writer_.move(end, mark);
        writer_.native(NativeId::EndHole, end, 1);
    }
    // Read it all the same: a trial ends here, null is a fault, and a text around this one is made from it.
    set_name_place(last);
    read_attribute(attribute, instance, top());
    if (const ChunkIndex reader = lowering_.reader_chunk(attribute); reader != kNone) {
        const Register window = writer_.push();
        writer_.move(window, instance);
        writer_.emit_wide(Operation::CallReader, window, reader);
        writer_.set_top(window);
    }
    return true;
}

// More than literals and variables?
bool CodeLowering::may_read_hidden(NodeId expression) const {
    const NodeId inside = reader_.inside(expression);
    if (!lowering_.program.hides || !inside.valid()) {
        return false;
    }
    switch (tree_.kind(inside)) {
    case NodeKind::NumberLiteral:
    case NodeKind::StringLiteral:
    case NodeKind::BoolLiteral:
    case NodeKind::NullLiteral:
    case NodeKind::This: return false;
    default: break;
    }
    const MeaningKind meant = meaning(inside).kind;
    return meant != MeaningKind::Local && meant != MeaningKind::Input && meant != MeaningKind::Chooser
           && meant != MeaningKind::EventInHand;
}

} // namespace tgdl
