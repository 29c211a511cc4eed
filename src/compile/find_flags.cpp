#include "compile/find_flags.h"

#include "check/visibility.h"

#include <algorithm>

namespace tgdl {

namespace {

bool fails(Effects effects) {
    return effects.has(Effect::Fails);
}

class HiddenFinder {
public:
    explicit HiddenFinder(Lowering& lowering)
        : lowering_(lowering), checked_(lowering.checked), visibility_(lowering.checked) {}

    void find() {
        for (std::size_t i = 0; i < checked_.type_defs.size(); ++i) {
            const TypeDef& def = checked_.type_defs[i];
            if (visibility_.of(TypeDefId(i)) != Sight::Everyone) {
                hide(TypeDefId(i));
            }
            if (def.kind == DefKind::Stack && hides_contents(TypeDefId(i))) {
                hide_cards(def.holds);
            }
            hide_named_attributes(TypeDefId(i));
        }
        for (std::size_t i = 0; i < checked_.attributes.size(); ++i) {
            const TypeDefId owner = checked_.attributes[i].owner;
            if (owner.valid() && lowering_.hidden_types[owner.index()]) {
                lowering_.attributes[i].hidden = true;
            }
        }
    }

private:
    // Without a `visible` nobody sees what lies in it, or its owner alone does.
    [[nodiscard]] bool hides_contents(TypeDefId stack) const {
        for (TypeDefId at = stack; at.valid(); at = checked_.def(at).base) {
            for (const CodeRef& visible : checked_.def(at).visibles) {
                if (!checked_.tree(visible).has(visible.node, Role::Name)) {
                    return visibility_.of(stack) != Sight::Everyone;
                }
            }
        }
        return true;
    }

    // The type, and its bases: their variables may hold it.
    void hide(TypeDefId type) {
        for (; type.valid(); type = checked_.def(type).base) {
            lowering_.hidden_types[type.index()] = true;
        }
    }

    void hide_cards(TypeId held) {
        const TypeDefId card = held.valid() ? checked_.types.get(held).def : TypeDefId();
        if (card.valid()) {
            hide(card);
        }
        for (std::size_t i = 0; i < checked_.type_defs.size(); ++i) {
            const bool fits = checked_.type_defs[i].kind == DefKind::Interactable
                              && (!card.valid() || checked_.derives(TypeDefId(i), card));
            if (fits) {
                lowering_.hidden_types[i] = true;
            }
        }
    }

    void hide_named_attributes(TypeDefId type) {
        for (const CodeRef& visible : checked_.def(type).visibles) {
            const Tree& tree = checked_.tree(visible);
            if (read_visible(checked_, visible) == Sight::Everyone) {
                continue;
            }
            for (const NodeId name : tree.children(visible.node, Role::Name)) {
                const Member* member = checked_.find_member(type, tree.main_symbol(name));
                if (member != nullptr && member->kind == MemberKind::Attribute) {
                    lowering_.attributes[member->index].hidden = true;
                }
            }
        }
    }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    Visibility visibility_;
};

bool is_choice(const CheckedProgram& program, const ActionTrigger& trigger) {
    return trigger.event == program.player_choice_event || trigger.event == program.off_turn_choice_event;
}

} // namespace

void find_flags(Lowering& lowering) {
    const CheckedProgram& checked = lowering.checked;
    Program& program = lowering.program;
    program.chance = checked.traits.chance;
    program.simultaneous = checked.traits.simultaneous_choice;
    program.hides = checked.traits.hidden_information;
    program.any_fail = std::any_of(checked.bodies.begin(), checked.bodies.end(), [](const Body& body) {
        return !is_hypothetical(body.kind) && (fails(body.effects) || body.effects.has(Effect::Cancels));
    });
    if (program.hides) {
        HiddenFinder(lowering).find();
    }
}

Failing::Failing(const CheckedProgram& program) {
    for (const Action& action : program.actions) {
        for (const ActionTrigger& trigger : action.triggers) {
            if (is_choice(program, trigger)) {
                continue;
            }
            reactions_fail_ = reactions_fail_ || fails(action.effects);
            const bool engine = trigger.event.valid() && program.def(trigger.event).predefined;
            observes_changes_ = observes_changes_ || engine;
        }
    }
    for (const Body& body : program.bodies) {
        const bool of_turn = body.turn.valid() && !is_hypothetical(body.kind);
        reactions_fail_ = reactions_fail_ || (of_turn && fails(body.effects));
    }
}

bool Failing::may_fail(Effects own) const {
    const bool causes = own.has(Effect::Throws) || own.has(Effect::Passes) || observes_changes_;
    return fails(own) || own.has(Effect::Cancels) || (causes && reactions_fail_);
}

} // namespace tgdl
