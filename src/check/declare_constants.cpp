// Constants and options of a match: their types, and which of several values counts.
#include "check/declaring.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

// An option is something that can be chosen from a few.
bool may_be_option(const CheckedProgram& program, TypeId type) {
    const TypeKind kind = program.types.kind(type);
    return kind == TypeKind::Number || kind == TypeKind::String || kind == TypeKind::Bool || kind == TypeKind::Enum
           || kind == TypeKind::Error;
}

void check_option_head(Declaring& declaring, const Constant& constant) {
    const CheckedProgram& program = declaring.program;
    const Tree& tree = declaring.tree(constant.place);
    const std::string_view name = program.text(constant.name);
    if (!may_be_option(program, constant.type)) {
        declaring.diagnostics
            .report(DiagnosticKind::OptionType, tree.span(tree.child(constant.place.node, Role::Type)), name,
                    program.type_text(constant.type))
            .with_help("an option is a number, a string, a bool or a value of an enum");
        return;
    }
    const TypeKind kind = program.types.kind(constant.type);
    const bool needs_values = kind == TypeKind::Number || kind == TypeKind::String;
    if (needs_values && !tree.has(constant.place.node, Role::Of) && !is_misread(program, constant.place)) {
        declaring.diagnostics.report(DiagnosticKind::OptionWithoutValues, declaring.name_span(constant.place), name)
            .with_help(kind == TypeKind::Number ? "say which ones: `of { 9, 13, 19 }` or `of 3..9`"
                                                : "say which ones: `of { \"coast\", \"hills\" }`");
    }
}

// Where the name behind `override` is looked for: what the file sees, or what the file imported as `alias.` declares.
const DefinitionMap* definitions_meant(const CheckedProgram& program, const Tree& tree, CodeRef place) {
    const DefinitionMap& visible = program.files[place.file.index()].visible;
    const NodeId word = tree.child(place.node, Role::Name);
    if (!word.valid()) {
        return &visible;
    }
    const auto alias = visible.find(tree.main_symbol(word));
    const bool is_one = alias != visible.end() && alias->second.kind == DefinitionKind::Alias;
    return is_one && alias->second.index < program.files.size() ? &program.files[alias->second.index].own : nullptr;
}

// An `override const` or `override option` at top level: of one that the file imports.
void declare_override(Declaring& declaring, CodeRef place) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = declaring.tree(place);
    const Symbol name = declaring.symbol(place);
    if (!name.valid()) {
        return;
    }
    const bool is_option = tree.kind(place.node) == NodeKind::OptionDefinition;
    const std::string_view what = is_option ? "option" : "constant";
    const DefinitionMap* const meant = definitions_meant(program, tree, place);
    if (meant == nullptr) {
        const NodeId alias = tree.child(place.node, Role::Name);
        declaring.diagnostics.report(DiagnosticKind::OverridesNothing, tree.span(alias), "import",
                                     program.text(tree.main_symbol(alias)));
        return;
    }
    const DefinitionMap& visible = *meant;
    const auto found = visible.find(name);
    const bool is_one = found != visible.end() && found->second.kind == DefinitionKind::Constant
                        && program.constants[found->second.index].is_option == is_option;
    if (is_one) {
        override_constant(declaring, ConstantId(found->second.index), place);
        return;
    }
    if (found != visible.end()) {
        declaring.diagnostics
            .report(DiagnosticKind::OverrideOfOtherKind, declaring.name_span(place), program.text(name),
                    definition_with_article(program, found->second), is_option ? "an option" : "a constant")
            .note(declaring.name_span(found->second.place), "declared here");
        return;
    }
    if (program.files[place.file.index()].misses_import) {
        return; // it may be from there
    }
    Diagnostic& problem = declaring.diagnostics.report(DiagnosticKind::OverridesNothing, declaring.name_span(place),
                                                       what, program.text(name));
    problem.with_help("leave out `override` to add a new one");
    if (suggests(declaring.diagnostics)) {
        std::vector<std::string_view> names;
        for (const auto& [other, definition] : visible) {
            if (definition.kind == DefinitionKind::Constant
                && program.constants[definition.index].is_option == is_option) {
                names.push_back(program.text(other));
            }
        }
        suggest(declaring.diagnostics, problem, declaring.name_span(place), program.text(name), names);
    }
}

} // namespace

ConstantId add_constant(CheckedProgram& program, CodeRef place, TypeDefId owner) {
    const Tree& tree = program.tree(place);
    Constant constant;
    constant.name = declared_name(tree, place.node);
    constant.owner = owner;
    constant.place = place;
    constant.given = place;
    constant.is_option = tree.kind(place.node) == NodeKind::OptionDefinition;
    constant.values = tree.has(place.node, Role::Of) ? place : CodeRef();
    program.constants.push_back(std::move(constant));
    return ConstantId(program.constants.size() - 1);
}

void override_constant(Declaring& declaring, ConstantId id, CodeRef place) {
    CheckedProgram& program = declaring.program;
    Constant& constant = program.constants[id.index()];
    const Tree& tree = declaring.tree(place);
    const NodeId type_node = tree.child(place.node, Role::Type);
    const TypeId type =
        type_node.valid() ? resolve_type(program, place.file, type_node, declaring.diagnostics) : constant.type;
    const bool is_known =
        type.valid() && constant.type.valid() && type != program.types.error && constant.type != program.types.error;
    if (is_known && type != constant.type) {
        declaring.diagnostics
            .report(DiagnosticKind::OverrideChangesType, tree.span(type_node), program.text(constant.name),
                    program.type_text(constant.type), program.type_text(type))
            .note(declaring.name_span(constant.place), "declared here")
            .with_help("an override gives a new value, of the same type")
            .replace(tree.span(type_node), program.type_text(constant.type));
        return;
    }
    if (constant.given != constant.place) {
        declaring.diagnostics
            .report(DiagnosticKind::OverriddenTwice, declaring.name_span(place), program.text(constant.name))
            .note(declaring.name_span(constant.given), "the other extension is here");
    }
    constant.given = place;
    constant.values = tree.has(place.node, Role::Of) ? place : constant.values;
}

void declare_constants(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    for (Constant& constant : program.constants) {
        const NodeId type_node = declaring.tree(constant.place).child(constant.place.node, Role::Type);
        constant.type = type_node.valid() ? resolve_type(program, constant.place.file, type_node, declaring.diagnostics)
                                          : program.types.error;
        if (constant.is_option) {
            check_option_head(declaring, constant);
        }
    }
    for (const FileId file : program.import_order) {
        const Tree& tree = program.tree(file);
        for (const NodeId item : tree.children(tree.root(), Role::Item)) {
            const NodeKind kind = tree.kind(item);
            const bool is_constant = kind == NodeKind::Constant || kind == NodeKind::OptionDefinition;
            if (is_constant && tree.has(item, Role::Override)) {
                declare_override(declaring, {file, item});
            }
        }
    }
}

} // namespace tgdl
