// `X.attr`, `X.A`, `alias.X.attr`: what a trigger or a modifier speaks of.
#include "check/declaring.h"
#include "check/suggest.h"

namespace tgdl {

std::vector<NodeId> words_before(const Tree& tree, NodeId target) {
    std::vector<NodeId> words;
    for (const NodeId word_node : tree.children(target, Role::Name)) {
        words.push_back(word_node);
    }
    return words;
}

const DefinitionMap* definitions_of_alias(const CheckedProgram& program, FileId file, Symbol name) {
    const DefinitionMap& visible = program.files[file.index()].visible;
    const auto found = visible.find(name);
    if (found == visible.end() || found->second.kind != DefinitionKind::Alias) {
        return nullptr;
    }
    return found->second.index < program.files.size() ? &program.files[found->second.index].own : nullptr;
}

void suggest_definition(Declaring& declaring, Diagnostic& diagnostic, Span span, Symbol wrong,
                        const DefinitionMap& definitions, bool (*fits)(DefinitionKind)) {
    if (!suggests(declaring.diagnostics)) {
        return;
    }
    std::vector<std::string_view> candidates;
    for (const auto& [name, definition] : definitions) {
        if (fits(definition.kind)) {
            candidates.push_back(declaring.program.text(name));
        }
    }
    suggest(declaring.diagnostics, diagnostic, span, declaring.program.text(wrong), candidates);
}

TypeDefId type_of_words(Declaring& declaring, FileId file, const std::vector<NodeId>& words) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = program.tree(file);
    const DefinitionMap* definitions = &program.files[file.index()].visible;
    if (words.size() > 1) {
        definitions = definitions_of_alias(program, file, tree.main_symbol(words.front()));
        if (definitions == nullptr || words.size() > 2) {
            declaring.diagnostics.report(DiagnosticKind::UnknownAlias, tree.span(words.front()),
                                         program.text(tree.main_symbol(words.front())));
            return {};
        }
    }
    const Symbol name = tree.main_symbol(words.back());
    if (!name.valid()) {
        return {};
    }
    const Span span = tree.span(words.back());
    if (!declared_name(tree, words.back()).valid() || is_root_type(name) || is_builtin_type(name)) {
        declaring.diagnostics.report(DiagnosticKind::WrongKindOfName, span, program.text(name), "a built-in type",
                                     "a type of the game");
        return {};
    }
    const auto found = definitions->find(name);
    if (found == definitions->end()) {
        const auto predefined = program.predefined.find(name);
        if (predefined != program.predefined.end()) {
            return predefined->second;
        }
        Diagnostic& diagnostic =
            declaring.diagnostics.report(DiagnosticKind::UnknownType, span, "type", program.text(name));
        suggest_definition(declaring, diagnostic, span, name, *definitions,
                           [](DefinitionKind kind) { return kind == DefinitionKind::Type; });
        return {};
    }
    if (found->second.kind != DefinitionKind::Type) {
        declaring.diagnostics.report(DiagnosticKind::WrongKindOfName, span, program.text(name),
                                     definition_with_article(program, found->second), "a type");
        return {};
    }
    return TypeDefId(found->second.index);
}

} // namespace tgdl
