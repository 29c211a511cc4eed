// The names at top level of each file, and what imports add to them.
#include "check/declaring.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

ScopeKind scope_of(const Tree& tree, NodeId definition) {
    const NodeId scope = tree.child(definition, Role::Scope);
    const TokenId main = scope.valid() ? tree.node(scope).main : TokenId();
    if (!main.valid()) {
        return ScopeKind::Local;
    }
    const Token& token = tree.token(main);
    if (token.kind == TokenKind::Player) {
        return ScopeKind::Player;
    }
    if (token.symbol == word::global) {
        return ScopeKind::Global;
    }
    return token.symbol == word::group ? ScopeKind::Group : ScopeKind::Local;
}

// Adds a name to those of its file, unless it is taken.
void define(Declaring& declaring, Symbol name, const Definition& definition) {
    if (!name.valid()) {
        return; // a missing name was reported by the parser
    }
    const Span span = declaring.name_span(definition.place);
    const bool is_switch = definition.kind == DefinitionKind::Function && name == word::switch_;
    const std::string_view reason = is_switch ? "a statement with brackets" : reserved_reason(declaring.program, name);
    if (!reason.empty()) {
        declaring.diagnostics.report(DiagnosticKind::NameOfTheLanguage, span, declaring.program.text(name))
            .with_help(fmt::format("`{}` is {}; choose another name", declaring.program.text(name), reason));
        return;
    }
    DefinitionMap& own = declaring.program.files[definition.place.file.index()].own;
    const auto [first, added] = own.emplace(name, definition);
    if (!added) {
        declaring.diagnostics.report(DiagnosticKind::DefinedTwice, span, declaring.program.text(name))
            .note(declaring.name_span(first->second.place), "first defined here");
    }
}

void define_type(Declaring& declaring, CodeRef place) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = program.tree(place);
    const TypeDefId id(program.type_defs.size());
    TypeDef def;
    def.name = declared_name(tree, place.node);
    def.kind = kind_of_word(tree, tree.child(place.node, Role::Kind)).value_or(DefKind::Class);
    def.scope = scope_of(tree, place.node);
    def.sealed = tree.has(place.node, Role::Sealed);
    def.place = place;
    def.type = def.kind == DefKind::Enum ? program.types.enumeration(id) : program.types.instance(id);
    const DefKind kind = def.kind;
    const Symbol name = def.name;
    program.type_defs.push_back(std::move(def));
    if (kind == DefKind::Tile && name == word::b) {
        declaring.diagnostics.report(DiagnosticKind::TileCalledB, tree.name_span(place.node))
            .with_help("choose another name");
        return;
    }
    define(declaring, name, {DefinitionKind::Type, id.value, place});
}

// The entries of a stack's `contents` that hold definitions, each a type of its own.
void define_nameless(Declaring& declaring, CodeRef stack) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = program.tree(stack);
    for (const NodeId contents : tree.children(stack.node, Role::Item)) {
        if (tree.kind(contents) != NodeKind::Contents) {
            continue;
        }
        for (const NodeId entry : tree.children(contents, Role::Item)) {
            const NodeId type_name = tree.child(entry, Role::Type);
            if (tree.kind(entry) != NodeKind::ContentsEntry || !tree.has(entry, Role::Item) || !type_name.valid()
                || !tree.main_symbol(type_name).valid()) {
                continue;
            }
            const TypeDefId id(program.type_defs.size());
            TypeDef def;
            def.name = tree.main_symbol(type_name);
            def.kind = DefKind::Interactable;
            def.nameless = true;
            def.place = {stack.file, entry};
            def.type = program.types.instance(id);
            program.type_defs.push_back(std::move(def));
            program.files[stack.file.index()].nameless.emplace(entry.value, id);
        }
    }
}

void define_item(Declaring& declaring, CodeRef place) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = program.tree(place);
    const Symbol name = declared_name(tree, place.node);
    const auto define_later = [&](DefinitionKind kind) { define(declaring, name, {kind, Symbol::kNone, place}); };
    switch (tree.kind(place.node)) {
    case NodeKind::TypeDefinition: define_type(declaring, place); break;
    case NodeKind::Function:
    case NodeKind::ShortFunction: define_later(DefinitionKind::Function); break;
    case NodeKind::Action: define_later(DefinitionKind::Action); break;
    case NodeKind::Goal: define_later(DefinitionKind::Goal); break;
    case NodeKind::Turn: {
        Turn turn;
        turn.name = name;
        turn.place = place;
        program.turns.push_back(turn);
        define(declaring, name, {DefinitionKind::Turn, static_cast<std::uint32_t>(program.turns.size() - 1), place});
        break;
    }
    case NodeKind::Constant:
    case NodeKind::OptionDefinition: {
        if (tree.has(place.node, Role::Override)) {
            break; // changes one of another file
        }
        const ConstantId id = add_constant(program, place, {});
        define(declaring, name, {DefinitionKind::Constant, id.value, place});
        break;
    }
    case NodeKind::Movement: {
        Movement movement;
        movement.name = name;
        movement.place = place;
        program.movements.push_back(movement);
        define(declaring, name,
               {DefinitionKind::Movement, static_cast<std::uint32_t>(program.movements.size() - 1), place});
        break;
    }
    default: // directives, setups, extensions: they define no name
        break;
    }
}

// The definitions of one imported file that are there already, so that one message speaks for all.
struct Clash {
    Symbol name;
    Definition here;
    Definition there;
    std::size_t count = 0;
};

void join_import(Declaring& declaring, FileUnit& unit, const FileUnit::Import& import) {
    CheckedProgram& program = declaring.program;
    Clash clash;
    for (const auto& [name, definition] : program.files[import.file.index()].own) {
        const auto [present, added] = unit.visible.emplace(name, definition);
        const Definition& known = present->second;
        if (added || known.place == definition.place) {
            continue;
        }
        if (known.place.file == unit.file) {
            declaring.diagnostics
                .report(DiagnosticKind::DefinedTwice, declaring.name_span(known.place), program.text(name))
                .note(declaring.name_span(definition.place), "also defined in this imported file")
                .with_help("rename one of them, or give the import a name of its own: `import … as lib;`");
            continue;
        }
        if (clash.count == 0 || definition.place.node < clash.there.place.node) {
            clash.name = name;
            clash.here = known;
            clash.there = definition;
        }
        clash.count += 1;
    }
    if (clash.count != 0) {
        const std::string more = clash.count > 1 ? fmt::format(" (and {} more names)", clash.count - 1) : "";
        declaring.diagnostics
            .report(DiagnosticKind::ImportsClash, unit.tree->name_span(import.node), program.text(clash.name), more)
            .note(declaring.name_span(clash.here.place), "one definition is here")
            .note(declaring.name_span(clash.there.place), "the other is here")
            .with_help("give one import a name of its own: `import … as lib;`, and write `lib.Name`");
    }
}

void join_alias(Declaring& declaring, FileUnit& unit, const FileUnit::Import& import) {
    CheckedProgram& program = declaring.program;
    const NodeId alias = unit.tree->child(import.node, Role::Alias);
    const Span span = unit.tree->span(alias);
    if (const std::string_view reason = reserved_reason(program, import.alias); !reason.empty()) {
        declaring.diagnostics.report(DiagnosticKind::NameOfTheLanguage, span, program.text(import.alias))
            .with_help(fmt::format("`{}` is {}; choose another name", program.text(import.alias), reason));
        return;
    }
    const Definition definition{DefinitionKind::Alias, import.file.value, {unit.file, alias}};
    const auto [present, added] = unit.visible.emplace(import.alias, definition);
    const bool same = present->second.kind == DefinitionKind::Alias && present->second.index == definition.index;
    if (!added && !same) {
        declaring.diagnostics.report(DiagnosticKind::DefinedTwice, span, program.text(import.alias))
            .note(declaring.name_span(present->second.place), "first defined here");
    }
}

} // namespace

void declare_names(Declaring& declaring) {
    for (const FileId file : declaring.program.import_order) {
        const Tree& tree = declaring.program.tree(file);
        for (const NodeId item : tree.children(tree.root(), Role::Item)) {
            define_item(declaring, {file, item});
        }
    }
    for (const FileId file : declaring.program.import_order) { // behind those with names, which are counted by place
        const Tree& tree = declaring.program.tree(file);
        for (const NodeId item : tree.children(tree.root(), Role::Item)) {
            if (tree.kind(item) == NodeKind::TypeDefinition) {
                define_nameless(declaring, {file, item});
            }
        }
    }
}

void join_imports(Declaring& declaring) {
    for (FileUnit& unit : declaring.program.files) {
        unit.visible = unit.own;
        for (const FileUnit::Import& import : unit.imports) {
            if (import.file.valid() && !import.alias.valid() && !unit.tree->has(import.node, Role::Alias)) {
                join_import(declaring, unit, import);
            }
        }
        for (const FileUnit::Import& import : unit.imports) {
            if (import.alias.valid()) {
                join_alias(declaring, unit, import); // also of a file that could not be loaded: the name is known
            }
        }
    }
}

} // namespace tgdl
