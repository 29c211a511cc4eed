#include "check/visibility.h"

#include "check/code_reading.h"

#include <ranges>

namespace tgdl {

namespace {

// Both must admit a viewer.
Sight both(Sight a, Sight b) {
    if (a == Sight::Nobody || b == Sight::Nobody) {
        return Sight::Nobody;
    }
    if (a == Sight::Everyone) {
        return b;
    }
    return b == Sight::Everyone || a == b ? a : Sight::Depends;
}

// `this.player`, or `player` alone.
bool is_owner(const CodeReader& reader, NodeId expression) {
    const NodeId node = reader.inside(expression);
    const Tree& tree = reader.tree();
    if (!node.valid()) {
        return false;
    }
    if (tree.kind(node) == NodeKind::Postfix) {
        const NodeId root = tree.child(node, Role::Operand);
        return root.valid() && tree.kind(root) == NodeKind::This && tree.children(node, Role::Item).size() == 1
               && reader.builtin_at_end(node) == BuiltinId::InstancePlayer;
    }
    const Meaning meaning = reader.meaning(node);
    return meaning.kind == MeaningKind::Builtin
           && meaning.index == static_cast<std::uint32_t>(BuiltinId::InstancePlayer);
}

} // namespace

Sight read_visible(const CheckedProgram& program, CodeRef visible) {
    const CodeReader reader(program, visible.file);
    const Tree& tree = reader.tree();
    const NodeId block = tree.child(visible.node, Role::Body);
    if (const auto constant = reader.constant_block(block)) {
        return *constant ? Sight::Everyone : Sight::Nobody;
    }
    const NodeId only = block.valid() ? tree.child(block, Role::Item) : NodeId();
    if (!only.valid() || tree.kind(only) != NodeKind::Return) {
        return Sight::Depends;
    }
    const NodeId infix = reader.inside(tree.child(only, Role::Value));
    if (!infix.valid() || tree.kind(infix) != NodeKind::Infix) {
        return Sight::Depends;
    }
    const NodeId left = tree.child(infix, Role::Operand);
    const NodeId right = left.valid() ? tree.node(left).next : NodeId();
    if (!right.valid() || tree.node(right).next.valid()
        || tree.token(tree.operator_before(right)).kind != TokenKind::EqualEqual) {
        return Sight::Depends;
    }
    const Symbol viewer = tree.main_symbol(visible.node);
    const auto is_viewer = [&](NodeId node) {
        return tree.kind(node) == NodeKind::Name && tree.main_symbol(node) == viewer;
    };
    const bool compares = (is_viewer(left) && is_owner(reader, right)) || (is_viewer(right) && is_owner(reader, left));
    return compares ? Sight::Owner : Sight::Depends;
}

Visibility::Visibility(const CheckedProgram& program)
    : program_(program),
      attributes_(program.attributes.size(), Sight::Everyone),
      types_(program.type_defs.size(), Sight::Everyone),
      says_something_(program.type_defs.size()) {
    const std::vector<TypeDefId> order = bases_first();
    for (const TypeDefId id : order) {
        read_type(id);
    }
    // Bases of one that has a `visible` of its own: their variables may hold it.
    for (const TypeDefId id : std::ranges::reverse_view(order)) {
        const TypeDefId base = program.def(id).base;
        if (base.valid() && says_something_[id.index()]) {
            says_something_[base.index()] = true;
        }
    }
}

void Visibility::read_type(TypeDefId id) {
    const TypeDef& def = program_.def(id);
    if (def.base.valid()) {
        types_[id.index()] = types_[def.base.index()];
        says_something_[id.index()] = says_something_[def.base.index()];
    }
    for (const CodeRef& visible : def.visibles) {
        const Tree& tree = program_.tree(visible);
        const Sight sight = read_visible(program_, visible);
        if (!tree.has(visible.node, Role::Name)) {
            types_[id.index()] = both(types_[id.index()], sight);
            says_something_[id.index()] = true;
            continue;
        }
        for (const NodeId name : tree.children(visible.node, Role::Name)) {
            const auto member = def.members.find(tree.main_symbol(name));
            if (member != def.members.end() && member->second.kind == MemberKind::Attribute) {
                Sight& attribute = attributes_[member->second.index];
                attribute = both(attribute, sight);
            }
        }
    }
}

// Every type once, each after its base.
std::vector<TypeDefId> Visibility::bases_first() const {
    std::vector<TypeDefId> order;
    std::vector<bool> placed(program_.type_defs.size());
    std::vector<TypeDefId> chain;
    for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
        for (TypeDefId at{i}; at.valid() && !placed[at.index()]; at = program_.def(at).base) {
            placed[at.index()] = true;
            chain.push_back(at);
        }
        order.insert(order.end(), chain.rbegin(), chain.rend());
        chain.clear();
    }
    return order;
}

bool Visibility::hides_contents(TypeDefId stack) const {
    const TypeDef& def = program_.def(stack);
    return def.kind == DefKind::Stack && !def.predefined && def.scope != ScopeKind::Player
           && !says_something_[stack.index()];
}

} // namespace tgdl
