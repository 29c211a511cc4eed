// Names and colours of players, which stand only in texts that people read (docs/reference/people.md).
#include "check/body_checker.h"

namespace tgdl {

// Marks what stands directly in a text for people: in its holes, joined to it, or as all of it.
void BodyChecker::expect_text_for_people(NodeId text) {
    if (!text.valid()) {
        return;
    }
    switch (tree_->kind(text)) {
    case NodeKind::Paren: expect_text_for_people(child(text, Role::Value)); break;
    case NodeKind::Postfix: texts_for_people_.insert(text.value); break;
    case NodeKind::Interpolation:
        for (const NodeId hole : tree_->children(text, Role::Item)) {
            expect_text_for_people(child(hole, Role::Value));
        }
        break;
    case NodeKind::Infix: {
        NodeId before;
        for (const NodeId operand : tree_->children(text, Role::Operand)) {
            const NodeId first = child(text, Role::Operand);
            if (operand != first && tree_->token(tree_->operator_before(operand)).kind == TokenKind::Plus) {
                expect_text_for_people(before == first ? first : NodeId());
                expect_text_for_people(operand);
            }
            before = operand;
        }
        break;
    }
    case NodeKind::Conditional:
        expect_text_for_people(child(text, Role::Then));
        expect_text_for_people(child(text, Role::Else));
        break;
    case NodeKind::NullElse:
        for (const NodeId operand : tree_->children(text, Role::Operand)) {
            expect_text_for_people(operand);
        }
        break;
    case NodeKind::SwitchValue:
        for (const NodeId arm : tree_->children(text, Role::Item)) {
            expect_text_for_people(child(arm, Role::Then));
        }
        if (const NodeId otherwise = child(text, Role::Else); otherwise.valid()) {
            expect_text_for_people(child(otherwise, Role::Then));
        }
        break;
    default: break; // nothing else passes a name on as it is
    }
}

// After each part of a chain: is it the name of a player, where there is none?
void BodyChecker::check_for_people(NodeId postfix, NodeId part, NodeId next) {
    if (tree_->kind(part) != NodeKind::Member || meaning(part).kind != MeaningKind::Builtin) {
        return;
    }
    const auto id = static_cast<BuiltinId>(meaning(part).index);
    if (id != BuiltinId::PlayerName && id != BuiltinId::PlayerColor) {
        return;
    }
    if (!next.valid() && texts_for_people_.contains(postfix.value)) {
        return;
    }
    report(DiagnosticKind::NameForPeople, tree_->name_span(part), text(tree_->main_symbol(part)))
        .with_help(
            "rules go by the player itself; a name is written into a hole of `log`, `tell`, a reason, a label or "
            "`information`");
}

} // namespace tgdl
