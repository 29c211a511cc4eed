// One record for every attribute, function, action, goal and group, in the order of the text; extensions find what they
// extend.
#include "check/declaring.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

FunctionId make_function(Declaring& declaring, CodeRef place, TypeDefId owner, bool from_extension) {
    const FunctionId id(declaring.program.functions.size());
    Function function;
    function.name = declaring.symbol(place);
    function.owner = owner;
    function.place = place;
    function.slot = id;
    function.from_extension = from_extension;
    declaring.program.functions.push_back(function);
    return id;
}

ActionId make_action(Declaring& declaring, CodeRef place, TypeDefId owner, bool from_extension) {
    const ActionId id(declaring.program.actions.size());
    Action action;
    action.name = declaring.symbol(place);
    action.owner = owner;
    action.place = place;
    action.slot = id;
    action.is_goal = declaring.tree(place).kind(place.node) == NodeKind::Goal;
    action.from_extension = from_extension;
    declaring.program.actions.push_back(action);
    return id;
}

void make_part(Declaring& declaring, CodeRef place, TypeDefId type, bool is_extension);

// Has the group attributes, functions or other members of its own?
bool has_members(const Tree& tree, NodeId group) {
    for (const NodeId item : tree.children(group, Role::Item)) {
        switch (tree.kind(item)) {
        case NodeKind::Attribute:
        case NodeKind::ComputedAttribute:
        case NodeKind::Modify:
        case NodeKind::LongAttribute:
        case NodeKind::Constant:
        case NodeKind::Function:
        case NodeKind::ShortFunction: return true;
        default: break; // what every group says
        }
    }
    return false;
}

// The members of a group belong to a type that has no name of its own in the rules.
TypeDefId make_group_type(Declaring& declaring, CodeRef place, GroupId group) {
    CheckedProgram& program = declaring.program;
    const TypeDefId id(program.type_defs.size());
    TypeDef def;
    def.name = declared_name(declaring.tree(place), place.node);
    def.kind = DefKind::Group;
    def.place = place;
    def.type = program.types.group_of(group);
    program.type_defs.push_back(std::move(def));
    declaring.bases_first.push_back(id);
    make_part(declaring, place, id, false);
    return id;
}

void make_member(Declaring& declaring, TypePart& part, CodeRef place) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = declaring.tree(place);
    MemberDeclaration member;
    member.node = place.node;
    member.is_override = tree.has(place.node, Role::Override);
    switch (tree.kind(place.node)) {
    case NodeKind::Attribute:
    case NodeKind::ComputedAttribute:
    case NodeKind::LongAttribute: {
        member.kind = MemberKind::Attribute;
        if (program.def(part.type).kind == DefKind::Enum) {
            return; // reported with the other members that cannot stand there
        }
        if (member.is_override) {
            break;
        }
        member.index = static_cast<std::uint32_t>(program.attributes.size());
        Attribute attribute;
        attribute.name = declared_name(tree, place.node);
        attribute.owner = part.type;
        attribute.place = place;
        program.attributes.push_back(attribute);
        break;
    }
    case NodeKind::Function:
    case NodeKind::ShortFunction:
        member.kind = MemberKind::Function;
        member.index = make_function(declaring, place, part.type, part.is_extension).value;
        break;
    case NodeKind::Constant:
        member.kind = MemberKind::Constant;
        if (!member.is_override) {
            member.index = add_constant(program, place, part.type).value;
        }
        break;
    case NodeKind::Action: {
        const DefKind kind = program.def(part.type).kind;
        if (kind != DefKind::Class && kind != DefKind::Interactable) {
            return; // reported with the other members that cannot stand there
        }
        member.kind = MemberKind::Action;
        member.index = make_action(declaring, place, part.type, part.is_extension).value;
        break;
    }
    case NodeKind::Group: {
        if (program.def(part.type).kind != DefKind::Board || part.is_extension) {
            return;
        }
        member.kind = MemberKind::Group;
        member.index = static_cast<std::uint32_t>(program.groups.size());
        Group group;
        group.name = declared_name(tree, place.node);
        group.board = part.type;
        group.place = place;
        program.groups.push_back(group);
        if (has_members(tree, place.node)) {
            const GroupId id(std::size_t{member.index});
            const TypeDefId type = make_group_type(declaring, place, id);
            program.groups[id.index()].type = type;
        }
        break;
    }
    default: // clauses without a name
        return;
    }
    part.members.push_back(member);
}

// A word alone, and a `visible` that could not be read, declare no name.
bool may_declare(const Tree& tree, NodeId error) {
    const Node& node = tree.node(error);
    return node.begin.index() + 1 < node.end.index() && tree.text(node.begin) != "visible";
}

void make_part(Declaring& declaring, CodeRef place, TypeDefId type, bool is_extension) {
    TypePart part;
    part.place = place;
    part.type = type;
    part.is_extension = is_extension;
    const Tree& tree = declaring.tree(place);
    for (const NodeId item : tree.children(place.node, Role::Item)) {
        const bool nameless = tree.kind(item) == NodeKind::Attribute && !tree.node(item).main.valid();
        if (nameless || (tree.kind(item) == NodeKind::Error && may_declare(tree, item))) { // reported by the parser
            declaring.program.def(type).incomplete = true;
        }
        make_member(declaring, part, {place.file, item});
    }
    declaring.parts.push_back(std::move(part));
}

void make_nameless_parts(Declaring& declaring, CodeRef stack) {
    const Tree& tree = declaring.tree(stack);
    const auto& nameless = declaring.program.files[stack.file.index()].nameless;
    for (const NodeId contents : tree.children(stack.node, Role::Item)) {
        if (tree.kind(contents) != NodeKind::Contents) {
            continue;
        }
        for (const NodeId entry : tree.children(contents, Role::Item)) {
            if (const auto found = nameless.find(entry.value); found != nameless.end()) {
                make_part(declaring, {stack.file, entry}, found->second, false);
            }
        }
    }
}

// The definition a name stands for in a file, `alias.Name` included; null when there is none.
const Definition* find_definition(const CheckedProgram& program, FileId file, NodeId type_name) {
    const Tree& tree = program.tree(file);
    const DefinitionMap* definitions = &program.files[file.index()].visible;
    for (const NodeId word : tree.children(type_name, Role::Name)) {
        const auto alias = definitions->find(tree.main_symbol(word));
        if (alias == definitions->end() || alias->second.kind != DefinitionKind::Alias
            || alias->second.index >= program.files.size()) {
            return nullptr;
        }
        definitions = &program.files[alias->second.index].own;
    }
    const auto found = definitions->find(tree.main_symbol(type_name));
    return found == definitions->end() ? nullptr : &found->second;
}

void extend_turn(Declaring& declaring, CodeRef place, NodeId target) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = declaring.tree(place);
    const Definition* definition = find_definition(program, place.file, target);
    const Span span = tree.span(target);
    const std::string_view name = program.text(tree.main_symbol(target));
    if (definition == nullptr) {
        Diagnostic& diagnostic = declaring.diagnostics.report(DiagnosticKind::UnknownType, span, "turn", name);
        std::vector<std::string_view> turns;
        if (suggests(declaring.diagnostics)) {
            for (const Turn& turn : program.turns) {
                turns.push_back(program.text(turn.name));
            }
        }
        suggest(declaring.diagnostics, diagnostic, span, name, turns);
        return;
    }
    if (definition->kind != DefinitionKind::Turn) {
        declaring.diagnostics
            .report(DiagnosticKind::WrongKindOfName, span, name, definition_with_article(program, *definition),
                    "a turn")
            .note(declaring.name_span(definition->place), "defined here");
        return;
    }
    declaring.turn_parts.push_back({place, TurnId(definition->index), true});
}

void make_extension(Declaring& declaring, CodeRef place) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = declaring.tree(place);
    const NodeId target = tree.child(place.node, Role::Target);
    const NodeId kind_node = tree.child(place.node, Role::Kind);
    if (!target.valid() || !kind_node.valid() || tree.kind(target) != NodeKind::TypeName
        || !tree.main_symbol(target).valid()) {
        return; // reported by the parser
    }
    if (is_turn_word(tree, kind_node)) {
        extend_turn(declaring, place, target);
        return;
    }
    const std::optional<DefKind> kind = kind_of_word(tree, kind_node);
    if (!kind) {
        return;
    }
    const TypeDefId type = resolve_definition(program, place.file, target, *kind, declaring.diagnostics);
    if (!type.valid()) {
        return;
    }
    if (program.def(type).predefined) {
        declaring.diagnostics.report(DiagnosticKind::ExtendsBuiltin, tree.span(target),
                                     program.text(program.def(type).name), "extended");
        return;
    }
    make_part(declaring, place, type, true);
}

void set_index(CheckedProgram& program, CodeRef place, Symbol name, std::uint32_t index) {
    DefinitionMap& own = program.files[place.file.index()].own;
    const auto found = own.find(name);
    if (found != own.end() && found->second.place == place) {
        found.value().index = index;
    }
}

// The definitions of functions, actions and goals in the maps of all files get the index of their record.
void spread_indexes(CheckedProgram& program) {
    for (FileUnit& unit : program.files) {
        for (auto entry = unit.visible.begin(); entry != unit.visible.end(); ++entry) {
            Definition& definition = entry.value();
            if (definition.index == Symbol::kNone && definition.kind != DefinitionKind::Alias) {
                const DefinitionMap& own = program.files[definition.place.file.index()].own;
                definition.index = own.find(entry->first)->second.index;
            }
        }
    }
}

} // namespace

void declare_records(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    std::size_t next_type = declaring.predefined_count; // declare_names made them in the same order
    std::size_t next_turn = 0;
    for (const FileId file : program.import_order) {
        const Tree& tree = program.tree(file);
        for (const NodeId item : tree.children(tree.root(), Role::Item)) {
            const CodeRef place{file, item};
            switch (tree.kind(item)) {
            case NodeKind::TypeDefinition:
                make_part(declaring, place, TypeDefId(next_type++), false);
                make_nameless_parts(declaring, place);
                break;
            case NodeKind::Extension: make_extension(declaring, place); break;
            case NodeKind::Turn: declaring.turn_parts.push_back({place, TurnId(next_turn++), false}); break;
            case NodeKind::Function:
            case NodeKind::ShortFunction:
                set_index(program, place, declared_name(tree, item), make_function(declaring, place, {}, false).value);
                break;
            case NodeKind::Action:
            case NodeKind::Goal: {
                const ActionId action = make_action(declaring, place, {}, false);
                program.game_actions.push_back(action);
                set_index(program, place, declared_name(tree, item), action.value);
                break;
            }
            default: // directives, setups, movements: nothing to record here
                break;
            }
        }
    }
    spread_indexes(program);
    declaring.parts_of.resize(program.type_defs.size());
    for (const bool extensions : {false, true}) { // a definition may stand after its extension
        for (std::uint32_t i = 0; i < declaring.parts.size(); ++i) {
            if (declaring.parts[i].is_extension == extensions) {
                declaring.parts_of[declaring.parts[i].type.index()].push_back(i);
            }
        }
    }
}

} // namespace tgdl
