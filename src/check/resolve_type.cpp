#include "check/declaring.h"
#include "syntax/words.h"
#include "syntax/written_forms.h"

#include <fmt/format.h>

namespace tgdl {

bool is_builtin_name(Symbol name) {
    return name == word::log || name == word::tell || name == word::random || name == word::math || name == word::all
           || name == word::direction || name == word::score || name == word::raw || name == word::rows;
}

bool may_be_hidden_by_names(Symbol builtin) {
    return builtin == word::direction || builtin == word::score || builtin == word::raw || builtin == word::rows;
}

bool is_builtin_type(Symbol name) {
    return name == word::number || name == word::string || name == word::bool_ || name == word::shape
           || name == word::List || name == word::Table || name == word::Stack;
}

bool is_root_type(Symbol name) {
    return name == word::interactable || name == word::tile || name == word::group || name == word::board
           || name == word::stack || name == word::connection || name == word::movement;
}

std::string_view reserved_reason(const CheckedProgram& program, Symbol name) {
    if (is_builtin_name(name)) {
        return "a built-in name";
    }
    if (is_builtin_type(name) || is_root_type(name)) {
        return "a built-in type";
    }
    const auto found = program.predefined.find(name);
    if (found != program.predefined.end()) {
        return program.def(found->second).kind == DefKind::Event ? "a built-in event" : "a built-in type";
    }
    return {};
}

namespace {

// What a type name is looked up for: words and suggestions of the messages depend on it.
struct Wanted {
    std::string_view noun;       // "type", "event"
    std::optional<DefKind> kind; // suggest only these; none: any type
};

// The built-in type a word stands for; none when it is no such word.
TypeId builtin_type(CheckedProgram& program, const Token& token) {
    TypeTable& types = program.types;
    switch (token.kind) {
    case TokenKind::Player: return types.player;
    case TokenKind::Class: return types.root(RootKind::Class);
    case TokenKind::Event: return types.root(RootKind::Event);
    case TokenKind::Turn: return types.root(RootKind::Turn);
    default: // every other word is known by its symbol
        break;
    }
    const Symbol name = token.symbol;
    if (name == word::number) {
        return types.number;
    }
    if (name == word::string) {
        return types.string;
    }
    if (name == word::bool_) {
        return types.boolean;
    }
    if (name == word::shape) {
        return types.shape;
    }
    if (name == word::movement) {
        return types.movement;
    }
    struct RootWord {
        Symbol name;
        RootKind kind;
    };
    static constexpr RootWord kRootWords[] = {
        {word::interactable, RootKind::Interactable},
        {word::tile, RootKind::Tile},
        {word::group, RootKind::Group},
        {word::board, RootKind::Board},
        {word::stack, RootKind::Stack},
        {word::connection, RootKind::Connection},
    };
    for (const RootWord& root : kRootWords) {
        if (root.name == name) {
            return types.root(root.kind);
        }
    }
    return {};
}

// Older spellings of types; the new word, or nothing.
std::string_view newer_type_word(Symbol name) {
    if (name == word::decimal) {
        return "number";
    }
    if (name == word::boardcell) {
        return "tile";
    }
    if (name == word::state) {
        return "class";
    }
    return {};
}

std::vector<std::string_view> type_candidates(const CheckedProgram& program, const DefinitionMap& definitions,
                                              const Wanted& wanted, bool with_builtins) {
    std::vector<std::string_view> candidates;
    for (const auto& [name, definition] : definitions) {
        const bool fits = definition.kind == DefinitionKind::Type
                          && (!wanted.kind || program.type_defs[definition.index].kind == *wanted.kind);
        if (fits) {
            candidates.push_back(program.text(name));
        }
    }
    if (!with_builtins) {
        return candidates;
    }
    for (const auto& [name, type] : program.predefined) {
        if (!wanted.kind || program.def(type).kind == *wanted.kind) {
            candidates.push_back(program.text(name));
        }
    }
    if (!wanted.kind) {
        for (const char* name :
             {"number", "string", "bool", "player", "shape", "List", "Table", "Stack", "interactable", "tile", "group",
              "board", "stack", "connection", "event", "class", "movement", "decimal"}) {
            candidates.emplace_back(name);
        }
    }
    return candidates;
}

// `p is cross`, `p is not cross`: the sign that compares values so. Empty: the name stands behind no `is`.
std::string_view comparison_for_is(const Tree& tree, Span name) {
    std::string_view before = tree.source().text().substr(0, name.begin);
    before = before.substr(0, before.find_last_not_of(" \t") + 1);
    return before.ends_with(" is") ? "==" : before.ends_with(" is not") ? "!=" : "";
}

// `boardCell`, which stood for any tile.
bool tile_words(std::string_view name) {
    return name == "boardCell" || name == "BoardCell" || name == "board_cell";
}

// Where else a name could have been meant: `shapes.Square` for `Square`, a file that is imported by an import only.
void explain_unknown(CheckedProgram& program, FileId file, Span span, Symbol name, const Wanted& wanted,
                     Diagnostics& diagnostics, Diagnostic& diagnostic) {
    if (!suggests(diagnostics)) {
        return;
    }
    const FileUnit& unit = program.files[file.index()];
    for (const FileUnit::Import& import : unit.imports) {
        if (!import.alias.valid() || !import.file.valid()) {
            continue;
        }
        const DefinitionMap& own = program.files[import.file.index()].own;
        const auto found = own.find(name);
        if (found != own.end() && found->second.kind == DefinitionKind::Type) {
            const std::string full = fmt::format("{}.{}", program.text(import.alias), program.text(name));
            diagnostic.with_help(fmt::format("it is imported as `{}`", full)).replace(span, full);
            return;
        }
    }
    const std::string_view wrong = program.text(name);
    const Symbol event = program.names.find(std::string(wrong) + "Event");
    if (event.valid() && program.predefined.contains(event)) {
        diagnostic.with_help(fmt::format("did you mean `{}Event`?", wrong))
            .replace(span, fmt::format("{}Event", wrong));
        return;
    }
    if (const std::string_view event_meant = observed_event(wrong);
        wanted.kind == DefKind::Event && !event_meant.empty()) {
        diagnostic.with_help(fmt::format("did you mean `{}`?", event_meant)).replace(span, std::string(event_meant));
        return;
    }
    if (const std::string_view help = help_with_foreign_name(wrong); !help.empty()) {
        diagnostic.with_help(std::string(help));
        return;
    }
    if (std::string help = help_with_library_name(wrong, type_candidates(program, unit.visible, wanted, false));
        !help.empty()) {
        diagnostic.with_help(std::move(help));
        return;
    }
    if (wanted.kind == DefKind::Tile && tile_words(wrong)) {
        diagnostic.with_help("name a class of your own: `tile Land { … }`");
        return;
    }
    suggest(diagnostics, diagnostic, span, wrong, type_candidates(program, unit.visible, wanted, true));
    if (diagnostic.replacement && diagnostic.replacement->text == "decimal") {
        diagnostic.with_help("did you mean `number`?").replace(span, "number");
    }
    const std::string_view sign = comparison_for_is(program.tree(file), span);
    if (!sign.empty() && wrong == "owner") { // `land is owner`: of a thing, `player` is no kind
        diagnostic.help.clear();
        diagnostic.replacement.reset();
    }
    if (diagnostic.help.empty() && !sign.empty()) {
        diagnostic.with_help(
            fmt::format("`is` asks for a kind of thing: `x is Card`; to compare a value write `{}`", sign));
    }
}

TypeId record(CheckedProgram& program, FileId file, NodeId node, TypeId type) {
    FileUnit& unit = program.files[file.index()];
    if (node.index() < unit.types.size()) {
        unit.types[node.index()] = type;
        const Type& seen = program.types.get(type);
        const bool is_declared = seen.kind == TypeKind::Instance || seen.kind == TypeKind::Enum;
        if (is_declared && node.index() < unit.meanings.size()) {
            unit.meanings[node.index()] = {MeaningKind::TypeName, seen.def.value, 0};
        }
    }
    return type;
}

TypeId type_of_definition(CheckedProgram& program, const Definition& definition, Symbol name, Span span,
                          const Wanted& wanted, Diagnostics& diagnostics) {
    if (definition.kind == DefinitionKind::Type) {
        return program.type_defs[definition.index].type;
    }
    const std::string a_type = wanted.kind ? std::string(kind_with_article(*wanted.kind)) : "a type";
    Diagnostic& diagnostic = diagnostics.report(DiagnosticKind::WrongKindOfName, span, program.text(name),
                                                definition_with_article(program, definition), a_type);
    if (definition.place.valid()) {
        diagnostic.note(program.tree(definition.place).name_span(definition.place.node), "defined here");
    }
    if (definition.kind == DefinitionKind::Movement) {
        diagnostic.with_help("a variable that holds a movement is of type `movement`");
    }
    return program.types.error;
}

TypeId resolve_qualified(CheckedProgram& program, FileId file, NodeId node, const Wanted& wanted,
                         Diagnostics& diagnostics) {
    const Tree& tree = program.tree(file);
    std::vector<NodeId> words;
    for (const NodeId word : tree.children(node, Role::Name)) {
        words.push_back(word);
    }
    const Symbol alias = tree.main_symbol(words.front());
    const Symbol name = tree.main_symbol(node);
    if (!alias.valid() || !name.valid()) {
        return program.types.error;
    }
    const FileUnit& unit = program.files[file.index()];
    const auto found = unit.visible.find(alias);
    if (words.size() > 1 || found == unit.visible.end() || found->second.kind != DefinitionKind::Alias) {
        Diagnostic& diagnostic =
            diagnostics.report(DiagnosticKind::UnknownAlias, tree.span(words.front()), program.text(alias));
        std::vector<std::string_view> aliases;
        for (const FileUnit::Import& import : unit.imports) {
            if (import.alias.valid()) {
                aliases.push_back(program.text(import.alias));
            }
        }
        if (found != unit.visible.end() && found->second.kind == DefinitionKind::Type
            && program.find_member(TypeDefId(found->second.index), name) != nullptr) {
            diagnostic.with_help(
                fmt::format("an action is observed by `trigger after action {0}.{1};`, an attribute by "
                            "`trigger change {0}.{1};`",
                            program.text(alias), program.text(name)));
            return program.types.error;
        }
        suggest(diagnostics, diagnostic, tree.span(words.front()), program.text(alias), aliases);
        return program.types.error;
    }
    const FileId imported(found->second.index);
    if (!imported.valid() || imported.index() >= program.files.size()) {
        return program.types.error; // the import itself was reported
    }
    const DefinitionMap& own = program.files[imported.index()].own;
    const auto definition = own.find(name);
    if (definition == own.end()) {
        const Span span = tree.name_span(node);
        Diagnostic& diagnostic = diagnostics.report(DiagnosticKind::UnknownType, span, wanted.noun,
                                                    fmt::format("{}.{}", program.text(alias), program.text(name)));
        if (suggests(diagnostics)) {
            suggest(diagnostics, diagnostic, span, program.text(name), type_candidates(program, own, wanted, false));
        }
        return program.types.error;
    }
    return type_of_definition(program, definition->second, name, tree.span(node), wanted, diagnostics);
}

TypeId resolve_name(CheckedProgram& program, FileId file, NodeId node, const Wanted& wanted, Diagnostics& diagnostics) {
    const Tree& tree = program.tree(file);
    const TokenId main = tree.node(node).main;
    if (!main.valid()) {
        return program.types.error;
    }
    if (tree.has(node, Role::Name)) {
        return resolve_qualified(program, file, node, wanted, diagnostics);
    }
    const Token token = tree.token(main);
    if (!token.symbol.valid()) {
        return program.types.error;
    }
    const Span span = tree.span(main);
    if (const TypeId known = builtin_type(program, token); known.valid()) {
        return known;
    }
    if (token.symbol == word::List || token.symbol == word::Table || token.symbol == word::Stack) {
        const std::string_view name = program.text(token.symbol);
        diagnostics
            .report(DiagnosticKind::TypeArgumentCount, span, name,
                    token.symbol == word::Table ? "one or two types" : "one type", "none")
            .with_help(fmt::format("say what it holds: `{}<number>`", name));
        return program.types.error;
    }
    const FileUnit& unit = program.files[file.index()];
    const auto found = unit.visible.find(token.symbol);
    if (found != unit.visible.end()) {
        return type_of_definition(program, found->second, token.symbol, span, wanted, diagnostics);
    }
    const auto predefined = program.predefined.find(token.symbol);
    if (predefined != program.predefined.end()) {
        return program.def(predefined->second).type;
    }
    if (const std::string_view newer = newer_type_word(token.symbol); !newer.empty()) {
        diagnostics.report(DiagnosticKind::OlderSpelling, span, program.text(token.symbol), newer)
            .with_help(older_spelling_help(newer, unit.formatting()))
            .replace(span, std::string(newer));
        return newer == "number" ? program.types.number
                                 : program.types.root(newer == "tile" ? RootKind::Tile : RootKind::Class);
    }
    if (unit.misses_import || !program.files[file.index()].unknown_types.insert(token.symbol).second) {
        return program.types.error; // it may be from there, or was told
    }
    Diagnostic& diagnostic =
        diagnostics.report(DiagnosticKind::UnknownType, span, wanted.noun, program.text(token.symbol));
    explain_unknown(program, file, span, token.symbol, wanted, diagnostics, diagnostic);
    return program.types.error;
}

TypeId resolve_generic(CheckedProgram& program, FileId file, NodeId node, Diagnostics& diagnostics) {
    const Tree& tree = program.tree(file);
    std::vector<TypeId> arguments;
    for (const NodeId argument : tree.children(node, Role::Type)) {
        arguments.push_back(resolve_type(program, file, argument, diagnostics));
    }
    const Symbol name = tree.main_symbol(node);
    const std::size_t most = name == word::Table ? 2 : 1;
    if (name != word::List && name != word::Stack && name != word::Table) {
        return program.types.error; // the parser has told that it takes no types
    }
    if (arguments.empty() || arguments.size() > most) {
        diagnostics.report(DiagnosticKind::TypeArgumentCount, tree.name_span(node), program.text(name),
                           most == 2 ? "one or two types" : "one type",
                           arguments.empty() ? std::string("none") : std::to_string(arguments.size()));
        return program.types.error;
    }
    for (const TypeId argument : arguments) {
        if (argument == program.types.error) {
            return program.types.error;
        }
    }
    if (name == word::List) {
        return program.types.list(arguments.front());
    }
    if (name == word::Stack) {
        return program.types.stack(arguments.front());
    }
    return arguments.size() == 1 ? program.types.table(arguments[0]) : program.types.table(arguments[1], arguments[0]);
}

TypeId resolve_wanted(CheckedProgram& program, FileId file, NodeId node, const Wanted& wanted,
                      Diagnostics& diagnostics) {
    if (!node.valid()) {
        return program.types.error;
    }
    const FileUnit& unit = program.files[file.index()];
    if (node.index() < unit.types.size() && unit.types[node.index()].valid()) {
        return unit.types[node.index()]; // asked before, and reported then
    }
    const Tree& tree = program.tree(file);
    TypeId type = program.types.error;
    if (tree.kind(node) == NodeKind::TypeName) {
        type = resolve_name(program, file, node, wanted, diagnostics);
    } else if (tree.kind(node) == NodeKind::GenericType) {
        type = resolve_generic(program, file, node, diagnostics);
    } else if (tree.kind(node) == NodeKind::ArrayType) {
        const TypeId element = resolve_type(program, file, tree.child(node, Role::Type), diagnostics);
        type = element == program.types.error ? element : program.types.list(element);
    }
    return record(program, file, node, type);
}

} // namespace

TypeId resolve_type(CheckedProgram& program, FileId file, NodeId type_node, Diagnostics& diagnostics) {
    return resolve_wanted(program, file, type_node, {"type", std::nullopt}, diagnostics);
}

TypeDefId find_type(const CheckedProgram& program, FileId file, NodeId node) {
    if (!node.valid()) {
        return {};
    }
    const Tree& tree = program.tree(file);
    const Symbol name = tree.main_symbol(node);
    if (tree.kind(node) != NodeKind::TypeName || !name.valid()) {
        return {};
    }
    const DefinitionMap* definitions = &program.files[file.index()].visible;
    bool qualified = false;
    for (const NodeId word : tree.children(node, Role::Name)) {
        const auto alias = definitions->find(tree.main_symbol(word));
        if (qualified || alias == definitions->end() || alias->second.kind != DefinitionKind::Alias
            || alias->second.index >= program.files.size()) {
            return {};
        }
        definitions = &program.files[alias->second.index].own;
        qualified = true;
    }
    const auto found = definitions->find(name);
    if (found != definitions->end()) {
        return found->second.kind == DefinitionKind::Type ? TypeDefId(found->second.index) : TypeDefId();
    }
    const auto predefined = program.predefined.find(name);
    return !qualified && predefined != program.predefined.end() ? predefined->second : TypeDefId();
}

TypeDefId resolve_definition(CheckedProgram& program, FileId file, NodeId type_name, DefKind wanted,
                             Diagnostics& diagnostics) {
    const TypeId type = resolve_wanted(program, file, type_name, {kind_word(wanted), wanted}, diagnostics);
    const Type& seen = program.types.get(type);
    if (seen.kind == TypeKind::Error) {
        return {};
    }
    const Tree& tree = program.tree(file);
    if (seen.kind == TypeKind::Instance || seen.kind == TypeKind::Enum) {
        if (program.def(seen.def).kind == wanted) {
            return seen.def;
        }
        const TypeDef& def = program.def(seen.def);
        Diagnostic& diagnostic =
            diagnostics.report(DiagnosticKind::WrongKindOfName, tree.span(type_name), program.text(def.name),
                               kind_with_article(def.kind), kind_with_article(wanted));
        if (def.place.valid()) {
            diagnostic.note(program.tree(def.place).name_span(def.place.node), "defined here");
        }
        return {};
    }
    diagnostics.report(DiagnosticKind::WrongKindOfName, tree.span(type_name), program.type_text(type),
                       "a built-in type", fmt::format("{} of the game", kind_with_article(wanted)));
    return {};
}

} // namespace tgdl
