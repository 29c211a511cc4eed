#include "compile/find_hidden.h"

#include "check/visibility.h"

#include <algorithm>

namespace tgdl {

namespace {

class HiddenFinder {
public:
    explicit HiddenFinder(Lowering& lowering)
        : lowering_(lowering),
          checked_(lowering.checked),
          program_(lowering.program),
          visibility_(lowering.checked),
          named_(lowering.checked.type_defs.size()),
          can_hide_(lowering.program.classes.size()) {}

    void find() {
        for (std::size_t i = 0; i < checked_.type_defs.size(); ++i) {
            const TypeDef& def = checked_.type_defs[i];
            if (visibility_.of(TypeDefId(i)) != Sight::Everyone) {
                hide(TypeDefId(i));
                if (def.kind != DefKind::Stack) { // its `visible` speaks of what lies in it
                    can_hide(TypeDefId(i));
                }
            }
            if (def.kind == DefKind::Stack && hides_contents(TypeDefId(i))) {
                hide_cards(def.holds);
            }
            hide_named_attributes(TypeDefId(i));
        }
        while (hide_what_is_held()) {
        }
        for (std::size_t i = 0; i < checked_.attributes.size(); ++i) {
            const TypeDefId owner = checked_.attributes[i].owner;
            if (owner.valid() && lowering_.hidden_types[owner.index()]) {
                lowering_.attributes[i].hidden = true;
            }
        }
        give_public_numbers();
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

    // Instances of exactly this class can be hidden as a whole.
    void can_hide(TypeDefId type) {
        if (const ClassIndex index = lowering_.class_of(type); index != kNone) {
            can_hide_[index] = true;
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
                can_hide(TypeDefId(i));
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
                    lowering_.attributes[member->index].has_else = lowering_.attributes[member->index].has_else
                                                                   || tree.has(visible.node, Role::Else)
                                                                   || tree.has(visible.node, Role::Mode);
                    named_[type.index()].emplace_back(member->index);
                }
            }
        }
    }

    // Does a `visible` of the type or its bases hide the attribute?
    [[nodiscard]] bool hides_by_name(TypeDefId type, AttributeId attribute) const {
        for (; type.valid(); type = checked_.def(type).base) {
            const std::vector<AttributeId>& named = named_[type.index()];
            if (std::ranges::find(named, attribute) != named.end()) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool hides_some_by_name(TypeDefId type) const {
        for (; type.valid(); type = checked_.def(type).base) {
            if (!named_[type.index()].empty()) {
                return true;
            }
        }
        return false;
    }

    // ---- held by what is hidden. Each gives whether something new was found.

    bool hide_what_is_held() {
        bool found = false;
        for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
            const TypeDefId type = lowering_.defs[index];
            for (TypeDefId at = type; at.valid(); at = checked_.def(at).base) {
                for (const AttributeId attribute : checked_.def(at).attributes) {
                    if (can_hide_[index] || hides_by_name(type, attribute)) {
                        found = hide_held(lowering_.type_of(checked_.attribute(attribute).type)) || found;
                    }
                }
            }
        }
        return found;
    }

    bool hide_held(TypeIndex index) {
        if (index == kNone) {
            return false;
        }
        const ValueType& type = program_.types[index];
        if (type.kind == ValueKind::List || type.kind == ValueKind::Stack || type.kind == ValueKind::Table) {
            const TypeIndex key = type.key;
            const bool found = hide_held(type.element);
            return hide_held(key) || found;
        }
        bool found = false;
        for (ClassIndex held = type.first_class; type.kind == ValueKind::Instance && held <= type.last_class; ++held) {
            found = hide_held_class(held, type.first_class) || found;
        }
        return found;
    }

    // `first`: of the classes that the attribute can hold.
    bool hide_held_class(ClassIndex held, ClassIndex first) {
        ClassInfo& info = program_.classes[held];
        if (info.scope == Scope::Global || info.scope == Scope::Player || info.kind == ClassKind::Event
            || held == program_.blank_tile) {
            return false; // always reached, or never held
        }
        ClassIndex as = held;
        while (program_.classes[as].base != kNone && program_.classes[as].base >= first) {
            as = program_.classes[as].base;
        }
        info.held_as = std::min(info.held_as, as); // bases come first
        if (can_hide_[held]) {
            return false;
        }
        can_hide_[held] = true;
        if (const TypeDefId type = lowering_.defs[held]; type.valid()) {
            hide(type);
        }
        return true;
    }

    void give_public_numbers() {
        for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
            ClassInfo& info = program_.classes[index];
            const bool is_concerned = can_hide_[index] || hides_some_by_name(lowering_.defs[index]);
            if (is_concerned && info.scope != Scope::Global && info.kind != ClassKind::Event) {
                info.public_word = info.size++;
                program_.public_numbers = true;
            }
        }
    }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    Program& program_;
    Visibility visibility_;
    std::vector<std::vector<AttributeId>> named_; // by TypeDefId: attributes that its own `visible` blocks hide
    std::vector<bool> can_hide_;                  // by ClassIndex
};

} // namespace

void find_hidden(Lowering& lowering) {
    HiddenFinder(lowering).find();
}

} // namespace tgdl
