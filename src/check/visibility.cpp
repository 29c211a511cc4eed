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

// `viewer == this.player`
bool compares_owner(const CodeReader& reader, NodeId expression, Symbol viewer) {
    const Tree& tree = reader.tree();
    const NodeId infix = reader.inside(expression);
    if (!infix.valid() || tree.kind(infix) != NodeKind::Infix) {
        return false;
    }
    const NodeId left = tree.child(infix, Role::Operand);
    const NodeId right = left.valid() ? tree.node(left).next : NodeId();
    if (!right.valid() || tree.node(right).next.valid()
        || tree.token(tree.operator_before(right)).kind != TokenKind::EqualEqual) {
        return false;
    }
    const auto is_viewer = [&](NodeId node) {
        return tree.kind(node) == NodeKind::Name && tree.main_symbol(node) == viewer;
    };
    return (is_viewer(left) && is_owner(reader, right)) || (is_viewer(right) && is_owner(reader, left));
}

bool mentions(const Tree& tree, NodeId code, Symbol name) {
    if (tree.kind(code) == NodeKind::Name && tree.main_symbol(code) == name) {
        return true;
    }
    for (const NodeId child : tree.children(code)) {
        if (mentions(tree, child, name)) {
            return true;
        }
    }
    return false;
}

bool calls_function(const CodeReader& reader, NodeId code) {
    const Tree& tree = reader.tree();
    if (reader.meaning(code).kind == MeaningKind::Function) {
        return true;
    }
    for (const NodeId child : tree.children(code)) {
        if (calls_function(reader, child)) {
            return true;
        }
    }
    return false;
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
    const bool compares = compares_owner(reader, tree.child(only, Role::Value), tree.main_symbol(visible.node));
    return compares ? Sight::Owner : Sight::Depends;
}

void collect_asked(const CheckedProgram& program, CodeRef code, AskedAttribute::As as,
                   std::vector<AskedAttribute>& out) {
    using As = AskedAttribute::As;
    const CodeReader reader(program, code.file);
    const Tree& tree = reader.tree();
    const auto note = [&](NodeId node, As how) {
        if (const Meaning meaning = reader.meaning(node); meaning.kind == MeaningKind::Attribute) {
            out.push_back({AttributeId(meaning.index), how});
        }
    };
    As inside = As::Value; // what is asked of the parts
    switch (tree.kind(code.node)) {
    case NodeKind::Paren:
    case NodeKind::Filter:
    case NodeKind::ShortFilter:
    case NodeKind::Return: inside = as; break;
    case NodeKind::Block: inside = tree.children(code.node).size() == 1 ? as : As::Value; break;
    case NodeKind::Unary:
    case NodeKind::Not:
        if (as != As::Value) {
            inside = as == As::True ? As::False : As::True;
        }
        break;
    case NodeKind::Infix: inside = reader.is_logic(code.node) ? as : As::Value; break;
    case NodeKind::Name: note(code.node, as); return;
    case NodeKind::Postfix: {
        const NodeId last = reader.last_part(code.node);
        for (const NodeId part : tree.children(code.node)) {
            note(part, part == last ? as : As::Value);
            if (tree.kind(part) != NodeKind::Name) {
                for (const NodeId child : tree.children(part)) {
                    collect_asked(program, {code.file, child}, As::Value, out);
                }
            }
        }
        return;
    }
    default: break; // its parts decide by what they are
    }
    for (const NodeId child : tree.children(code.node)) {
        collect_asked(program, {code.file, child}, inside, out);
    }
}

Visibility::Visibility(const CheckedProgram& program)
    : program_(program),
      attributes_(program.attributes.size(), Sight::Everyone),
      owner_or_when_(program.attributes.size()),
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
                if (attribute == Sight::Everyone && sight == Sight::Depends) {
                    read_attribute(AttributeId(member->second.index), visible);
                } else {
                    owner_or_when_[member->second.index].is_known = false; // several must hold
                }
                attribute = both(attribute, sight);
            }
        }
    }
}

// `return viewer == this.player || this.shown || !this.alive;`
void Visibility::read_attribute(AttributeId attribute, CodeRef visible) {
    const CodeReader reader(program_, visible.file);
    const Tree& tree = reader.tree();
    const NodeId block = tree.child(visible.node, Role::Body);
    const NodeId only = block.valid() ? tree.child(block, Role::Item) : NodeId();
    if (!only.valid() || tree.node(only).next.valid() || tree.kind(only) != NodeKind::Return) {
        return;
    }
    const NodeId either = reader.inside(tree.child(only, Role::Value));
    if (!either.valid() || tree.kind(either) != NodeKind::Infix) {
        return;
    }
    OwnerOrWhen& known = owner_or_when_[attribute.index()];
    const Symbol viewer = tree.main_symbol(visible.node);
    bool has_owner = false;
    for (const NodeId operand : tree.children(either, Role::Operand)) {
        const TokenKind joined = tree.token(tree.operator_before(operand)).kind;
        const bool is_first = operand == tree.child(either, Role::Operand);
        if (!is_first && joined != TokenKind::PipePipe && joined != TokenKind::Or) {
            return;
        }
        if (compares_owner(reader, operand, viewer)) {
            has_owner = true;
        } else if (mentions(tree, operand, viewer) || calls_function(reader, operand)) {
            return; // who sees it depends on more
        } else {
            collect_asked(program_, {visible.file, operand}, AskedAttribute::As::True, known.when);
        }
    }
    known.is_known = has_owner;
    std::erase_if(known.when, [&](const AskedAttribute& asked) { return asked.attribute == attribute; });
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
