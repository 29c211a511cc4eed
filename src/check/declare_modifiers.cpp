// Computed attributes and `modify`: each becomes a function that reading the attribute runs.
#include "check/declaring.h"
#include "check/prios.h"
#include "check/suggest.h"

#include <algorithm>
#include <vector>

namespace tgdl {

namespace {

FunctionId add_function(Declaring& declaring, FunctionKind kind, Symbol name, CodeRef place, TypeDefId owner,
                        TypeId returns) {
    const FunctionId id(declaring.program.functions.size());
    Function function;
    function.name = name;
    function.kind = kind;
    function.owner = owner;
    function.place = place;
    function.slot = id;
    function.returns = returns;
    function.has_effect = declaring.tree(place).child(place.node, code_role(kind)).valid();
    declaring.program.functions.push_back(std::move(function));
    return id;
}

bool is_computed(const CheckedProgram& program, CodeRef place) {
    return place.valid() && program.tree(place).kind(place.node) == NodeKind::ComputedAttribute;
}

InputId add_input(CheckedProgram& program, Symbol name, TypeId type, CodeRef place) {
    Input input;
    input.name = name;
    input.type = type;
    input.place = place;
    input.mode = Input::Mode::Function;
    const InputId id(program.inputs.size());
    program.inputs.push_back(input);
    return id;
}

class ModifierDeclaring {
public:
    explicit ModifierDeclaring(Declaring& declaring) : declaring_(declaring), program_(declaring.program) {}

    // `owner`: the type whose instances have it; none at top level.
    void declare(CodeRef place, TypeDefId owner) {
        const Tree& tree = declaring_.tree(place);
        const NodeId target = tree.child(place.node, Role::Target);
        if (!target.valid() || tree.kind(target) != NodeKind::TypeName || !tree.main_symbol(target).valid()) {
            return; // reported by the parser
        }
        Modifier modifier;
        modifier.place = place;
        modifier.owner = owner;
        modifier.prio = declared_prio(tree, place.node);
        if (!find_attribute(tree, target, modifier)) {
            return;
        }
        const Attribute& attribute = program_.attribute(modifier.attribute);
        const Symbol name = attribute.name;
        const TypeId type = attribute.type;
        const TypeId whose = program_.def(modifier.target).type;
        const InputId seen = add_input(program_, declaring_.symbol(place), whose, place);
        const InputId before = add_input(program_, program_.names.intern("value"), type, {});
        modifier.block = add_function(declaring_, FunctionKind::Modifier, name, place, owner, type);
        program_.functions[modifier.block.index()].inputs = {seen, before};
        if (tree.has(place.node, Role::Condition)) {
            modifier.condition =
                add_function(declaring_, FunctionKind::ModifierCondition, name, place, owner, program_.types.boolean);
            program_.functions[modifier.condition.index()].inputs = {seen};
        }
        program_.attributes[modifier.attribute.index()].runs_code = true;
        program_.attributes[modifier.attribute.index()].modifiers.push_back(
            static_cast<std::uint32_t>(program_.modifiers.size()));
        program_.modifiers.push_back(modifier);
    }

private:
    bool find_attribute(const Tree& tree, NodeId target, Modifier& modifier) {
        const FileId file = modifier.place.file;
        const std::vector<NodeId> words = words_before(tree, target);
        const Span span = tree.name_span(target);
        const Symbol name = tree.main_symbol(target);
        if (words.empty()) {
            declaring_.diagnostics.report(DiagnosticKind::ModifiesNoAttribute, span, program_.text(name))
                .with_help("say whose attribute it is: `modify Creature.power c { … }`");
            return false;
        }
        modifier.target = type_of_words(declaring_, file, words);
        if (!modifier.target.valid()) {
            return false;
        }
        const TypeDef& type = program_.def(modifier.target);
        const Member* member = program_.find_member(modifier.target, name);
        const bool is_attribute = member != nullptr && member->kind == MemberKind::Attribute;
        if (is_attribute && program_.attribute(AttributeId(member->index)).place.valid()) {
            modifier.attribute = AttributeId(member->index);
            return true;
        }
        if (is_attribute || predefined_member(type.kind, program_.text(name)) != nullptr) {
            declaring_.diagnostics.report(DiagnosticKind::ModifiesNoAttribute, span, program_.text(name))
                .with_help("it is not declared by the rules; `modify` changes how attributes of their own are read");
        } else if (!type.incomplete) {
            Diagnostic& problem = declaring_.diagnostics.report(DiagnosticKind::UnknownAttribute, span,
                                                                program_.text(type.name), program_.text(name));
            if (suggests(declaring_.diagnostics)) {
                suggest(declaring_.diagnostics, problem, span, program_.text(name),
                        member_names(program_, modifier.target, MemberKind::Attribute));
            }
        }
        return false;
    }

    Declaring& declaring_;
    CheckedProgram& program_;
};

} // namespace

void declare_computed(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    for (std::size_t i = 0; i < program.attributes.size(); ++i) {
        const Attribute attribute = program.attributes[i];
        if (is_computed(program, attribute.place)) {
            const FunctionId function = add_function(declaring, FunctionKind::Computed, attribute.name, attribute.place,
                                                     attribute.owner, attribute.type);
            program.attributes[i].computed = function;
            program.attributes[i].runs_code = true;
        }
    }
    for (std::size_t type = 0; type < program.type_defs.size(); ++type) {
        for (std::size_t i = 0; i < program.type_defs[type].overrides.size(); ++i) {
            const AttributeOverride given = program.type_defs[type].overrides[i];
            if (!given.attribute.valid() || !is_computed(program, given.place)) {
                continue;
            }
            if (given.attribute == program.connection_distance) {
                declaring.diagnostics.report(DiagnosticKind::ComputedDistance, declaring.name_span(given.place))
                    .with_help("give it a value: `override number distance = 2;`");
                continue;
            }
            const Attribute attribute = program.attribute(given.attribute);
            program.type_defs[type].overrides[i].computed = add_function(
                declaring, FunctionKind::Computed, attribute.name, given.place, TypeDefId(type), attribute.type);
            program.attributes[given.attribute.index()].runs_code = true;
        }
    }
}

void declare_modifiers(Declaring& declaring) {
    struct Found {
        NodeId node;
        TypeDefId owner;
    };
    ModifierDeclaring modifiers(declaring);
    // In the order of the text, imports first. An extension of an unknown type was reported.
    std::size_t next_part = 0;
    for (const FileId file : declaring.program.import_order) {
        const Tree& tree = declaring.program.tree(file);
        std::vector<Found> found;
        const auto collect = [&](NodeId parent, TypeDefId owner) {
            for (const NodeId item : tree.children(parent, Role::Item)) {
                if (tree.kind(item) == NodeKind::Modify) {
                    found.push_back({item, owner});
                }
            }
        };
        collect(tree.root(), {});
        // Those of groups and of entries of `contents` too, which have parts of their own.
        for (; next_part < declaring.parts.size() && declaring.parts[next_part].place.file == file; ++next_part) {
            collect(declaring.parts[next_part].place.node, declaring.parts[next_part].type);
        }
        std::ranges::sort(found, {}, [&](const Found& each) { return tree.span(each.node).begin; });
        for (const Found& each : found) {
            modifiers.declare({file, each.node}, each.owner);
        }
    }
    sort_modifiers(declaring.program);
}

} // namespace tgdl
