#include "check/declare.h"

#include "check/builtins.h"
#include "check/declaring.h"
#include "syntax/lexer.h"
#include "syntax/words.h"

#include <algorithm>

namespace tgdl {

std::string_view kind_word(DefKind kind) {
    return kind_with_article(kind).substr(kind_with_article(kind).find(' ') + 1);
}

std::string_view kind_with_article(DefKind kind) {
    switch (kind) {
    case DefKind::Class: return "a class";
    case DefKind::Interactable: return "an interactable";
    case DefKind::Tile: return "a tile";
    case DefKind::Board: return "a board";
    case DefKind::Stack: return "a stack";
    case DefKind::Connection: return "a connection";
    case DefKind::Event: return "an event";
    case DefKind::Enum: return "an enum";
    case DefKind::Group: return "a group";
    }
    return "a type";
}

std::string_view scope_word(ScopeKind scope) {
    switch (scope) {
    case ScopeKind::Local: return "local";
    case ScopeKind::Group: return "group";
    case ScopeKind::Global: return "global";
    case ScopeKind::Player: return "player";
    }
    return "local";
}

std::string_view member_with_article(MemberKind kind) {
    switch (kind) {
    case MemberKind::Attribute: return "an attribute";
    case MemberKind::Function: return "a function";
    case MemberKind::Action: return "an action";
    case MemberKind::Group: return "a group";
    case MemberKind::EnumValue: return "a value";
    case MemberKind::Constant: return "a constant";
    }
    return "a member";
}

std::string_view definition_with_article(const CheckedProgram& program, const Definition& definition) {
    switch (definition.kind) {
    case DefinitionKind::Type: return kind_with_article(program.type_defs[definition.index].kind);
    case DefinitionKind::Function: return "a function";
    case DefinitionKind::Action: return "an action";
    case DefinitionKind::Goal: return "a goal";
    case DefinitionKind::Turn: return "a turn";
    case DefinitionKind::Movement: return "a movement";
    case DefinitionKind::Constant: return program.constants[definition.index].is_option ? "an option" : "a constant";
    case DefinitionKind::Alias: return "the name of an import";
    }
    return "a definition";
}

std::optional<DefKind> kind_of_word(const Tree& tree, NodeId word_node) {
    const TokenId main = word_node.valid() ? tree.node(word_node).main : TokenId();
    if (!main.valid()) {
        return std::nullopt;
    }
    const Token& token = tree.token(main);
    if (token.kind == TokenKind::Class || token.symbol == word::state) {
        return DefKind::Class;
    }
    if (token.kind == TokenKind::Event) {
        return DefKind::Event;
    }
    struct KindWord {
        Symbol name;
        DefKind kind;
    };
    static constexpr KindWord kWords[] = {
        {word::interactable, DefKind::Interactable},
        {word::tile, DefKind::Tile},
        {word::boardcell, DefKind::Tile},
        {word::board, DefKind::Board},
        {word::stack, DefKind::Stack},
        {word::connection, DefKind::Connection},
        {word::enum_, DefKind::Enum},
    };
    for (const KindWord& entry : kWords) {
        if (token.symbol == entry.name) {
            return entry.kind;
        }
    }
    return std::nullopt;
}

bool is_turn_word(const Tree& tree, NodeId word_node) {
    const TokenId main = word_node.valid() ? tree.node(word_node).main : TokenId();
    return main.valid() && tree.token(main).kind == TokenKind::Turn;
}

Symbol declared_name(const Tree& tree, NodeId node) {
    const TokenId main = tree.node(node).main;
    return main.valid() && tree.token(main).kind == TokenKind::Identifier ? tree.token(main).symbol : Symbol();
}

bool is_misread(const CheckedProgram& program, CodeRef place) {
    const std::vector<std::uint32_t>& misread = program.files[place.file.index()].misread;
    if (misread.empty()) {
        return false;
    }
    const Span span = program.tree(place).span(place.node);
    const auto first = std::lower_bound(misread.begin(), misread.end(), span.begin);
    return first != misread.end() && *first <= span.end + 1; // what is missing at its end is reported after it
}

std::optional<double> constant_number(const Tree& tree, NodeId expression) {
    double sign = 1;
    for (NodeId at = expression; at.valid();) {
        const TokenId main = tree.node(at).main;
        switch (tree.kind(at)) {
        case NodeKind::NumberLiteral: {
            const std::optional<double> value = main.valid() ? number_value(tree.text(main)) : std::nullopt;
            return value ? std::optional<double>(sign * *value) : std::nullopt;
        }
        case NodeKind::Paren: at = tree.child(at, Role::Value); break;
        case NodeKind::Unary:
            if (!main.valid() || tree.token(main).kind == TokenKind::Bang) {
                return std::nullopt;
            }
            sign = tree.token(main).kind == TokenKind::Minus ? -sign : sign;
            at = tree.child(at, Role::Operand);
            break;
        default: // any other expression is worked out when the game runs
            return std::nullopt;
        }
    }
    return std::nullopt;
}

std::vector<std::string_view> member_names(const CheckedProgram& program, TypeDefId type, MemberKind kind) {
    std::vector<std::string_view> names;
    for (TypeDefId at = type; at.valid(); at = program.def(at).base) {
        for (const auto& [name, member] : program.def(at).members) {
            if (member.kind == kind) {
                names.push_back(program.text(name));
            }
        }
    }
    return names;
}

const Builtin* predefined_member(DefKind kind, std::string_view name) {
    if (kind == DefKind::Enum) {
        return nullptr;
    }
    const auto find = [name](std::initializer_list<Receiver> receivers) -> const Builtin* {
        for (const Receiver receiver : receivers) {
            if (const Builtin* entry = find_builtin(receiver, name)) {
                return entry;
            }
        }
        return nullptr;
    };
    if (const Builtin* entry = find({Receiver::Instance})) {
        return entry;
    }
    switch (kind) {
    case DefKind::Class:
    case DefKind::Enum: return nullptr;
    case DefKind::Interactable: {
        // What it only has for its tile is no member of its own.
        const Builtin* const placed = find({Receiver::Placed});
        return placed != nullptr && may_be_declared_anew(*placed) ? placed : find({Receiver::Interactable});
    }
    case DefKind::Tile: return find({Receiver::Tile, Receiver::Placed});
    case DefKind::Board: return find({Receiver::Board});
    case DefKind::Stack: return find({Receiver::Stack, Receiver::Asked, Receiver::Deck});
    case DefKind::Connection: return find({Receiver::Connection});
    case DefKind::Group: return find({Receiver::Group});
    case DefKind::Event: break;
    }
    return nullptr;
}

bool is_predefined_member(DefKind kind, std::string_view name) {
    const bool of_event = kind == DefKind::Event && (name == "throw" || name == "throw_sync" || name == "prevent");
    const Builtin* const entry = predefined_member(kind, name);
    return of_event || (entry != nullptr && !may_be_declared_anew(*entry));
}

void declare(CheckedProgram& program, Diagnostics& diagnostics) {
    Declaring declaring{program, diagnostics, {}, {}, {}, {}, {}, 0};
    declare_predefined(program);
    declaring.predefined_count = program.type_defs.size();
    declare_names(declaring);
    join_imports(declaring);
    declare_players(declaring);
    declare_bases(declaring);
    declare_records(declaring);
    declare_enums(declaring);
    declare_constants(declaring);
    declare_heads(declaring);
    join_members(declaring);
    declare_scores(declaring);
    declare_computed(declaring);
    declare_modifiers(declaring);
    declare_triggers(declaring);
    declare_boards(declaring);
    declare_stacks(declaring);
    declare_turns(declaring);
    declare_movements(declaring);
    declare_setups(declaring);
}

} // namespace tgdl
