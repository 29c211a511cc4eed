// Shared state of the passes of declare(): the program being filled, and what is known about it before members are
// joined.
//
// The order of the passes, each over all files, imports first:
//   predefined types · names · joined imports · bases · records of members · heads (types of inputs, attributes)
//   · members joined, bases first · scores, computed attributes, modifiers · triggers · boards, decks · turns, movements, setups
#pragma once

#include "check/declare.h"
#include "check/suggest.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// A member as it is written in one definition or extension.
struct MemberDeclaration {
    MemberKind kind{};
    std::uint32_t index = Symbol::kNone; // its record; none for `override T name = expr;`
    NodeId node;
    bool is_override = false;
};

// A type's definition, or one extension of it.
struct TypePart {
    CodeRef place;
    TypeDefId type;
    bool is_extension = false;
    std::vector<MemberDeclaration> members;
};

// A turn's definition, or one extension of it.
struct TurnPart {
    CodeRef place;
    TurnId turn;
    bool is_extension = false;
};

// The name a node declares; none when it is missing or a reserved word (both reported by the parser).
Symbol declared_name(const Tree& tree, NodeId node);

using TileNames = tsl::robin_map<Symbol, std::uint32_t>; // index into Group::tiles

struct Declaring {
    CheckedProgram& program;
    Diagnostics& diagnostics;

    std::vector<TypePart> parts;                      // in the order of the text, imports first
    std::vector<std::vector<std::uint32_t>> parts_of; // by TypeDefId: the definition, then extensions in order
    std::vector<TurnPart> turn_parts;
    std::vector<TypeDefId> bases_first; // every declared type after its base
    std::vector<TileNames> tile_names;  // by GroupId
    std::size_t predefined_count = 0;   // type_defs below this are not declared in any file

    [[nodiscard]] const Tree& tree(CodeRef ref) const { return program.tree(ref); }
    [[nodiscard]] Span name_span(CodeRef ref) const { return program.tree(ref).name_span(ref.node); }
    [[nodiscard]] std::string name(Symbol symbol) const { return std::string(program.text(symbol)); }
    [[nodiscard]] Symbol symbol(CodeRef ref) const { return declared_name(program.tree(ref), ref.node); }
};

// The passes. Each is in the file of its name: declare_names.cpp …
void declare_predefined(CheckedProgram& program);
void declare_names(Declaring& declaring);
void join_imports(Declaring& declaring);
void declare_bases(Declaring& declaring);
void declare_records(Declaring& declaring);
void declare_enums(Declaring& declaring);
void declare_heads(Declaring& declaring);
void join_members(Declaring& declaring);
void join_clauses(Declaring& declaring, TypeDefId type); // part of join_members
void declare_scores(Declaring& declaring);
void declare_computed(Declaring& declaring);
void declare_modifiers(Declaring& declaring);
void declare_triggers(Declaring& declaring);
void declare_boards(Declaring& declaring);
void declare_stacks(Declaring& declaring);
void declare_turns(Declaring& declaring);
void declare_movements(Declaring& declaring);
void declare_setups(Declaring& declaring);
void declare_players(Declaring& declaring);

// `X.attr`, `alias.X.attr`: the words before the last one, and the type they name (reported when there is none).
std::vector<NodeId> words_before(const Tree& tree, NodeId target);
TypeDefId type_of_words(Declaring& declaring, FileId file, const std::vector<NodeId>& words);
// The definitions of the file with this alias; null when no alias is called so.
const DefinitionMap* definitions_of_alias(const CheckedProgram& program, FileId file, Symbol name);
// Suggests a definition of the kinds that fit for a misspelt one.
void suggest_definition(Declaring& declaring, Diagnostic& diagnostic, Span span, Symbol wrong,
                        const DefinitionMap& definitions, bool (*fits)(DefinitionKind));
// The plain number after `prio`; 0 when there is none (check/prios.h reads others).
double declared_prio(const Tree& tree, NodeId action);
ConstantId add_constant(CheckedProgram& program, CodeRef place, TypeDefId owner);
void declare_constants(Declaring& declaring); // types, overrides at top level
// Gives a constant the value of an `override`; reports one of another type.
void override_constant(Declaring& declaring, ConstantId id, CodeRef place);

// Words for messages.
std::string_view kind_word(DefKind kind);              // "interactable"
std::string_view kind_with_article(DefKind kind);      // "an interactable"
std::string_view scope_word(ScopeKind scope);          // "global"
std::string_view member_with_article(MemberKind kind); // "an attribute"
std::string_view definition_with_article(const CheckedProgram& program, const Definition& definition);

// The kind a Kind word stands for, older spellings included; none for `turn` and for a missing word.
std::optional<DefKind> kind_of_word(const Tree& tree, NodeId word);
bool is_turn_word(const Tree& tree, NodeId word);

// The declared type a TypeName names, when it is one of this kind; otherwise it is reported and none is given.
TypeDefId resolve_definition(CheckedProgram& program, FileId file, NodeId type_name, DefKind wanted,
                             Diagnostics& diagnostics);

// Why no definition may have this name: "a built-in function"; empty when it may.
std::string_view reserved_reason(const CheckedProgram& program, Symbol name);

// Where an input stands decides what it may be.
enum class InputPlace : std::uint8_t { Statement, Clause, Function, Movement };
InputId make_input(CheckedProgram& program, FileId file, NodeId node, InputPlace place, Diagnostics& diagnostics);
// Makes the inputs that are children of `owner` with this role; equal names are reported.
std::vector<InputId> make_inputs(Declaring& declaring, CodeRef owner, Role role, InputPlace place);
// Reports when an override's own inputs are not those of what it replaces; true when they may be taken for the same.
bool same_inputs(const CheckedProgram& program, const std::vector<InputId>& own, const std::vector<InputId>& replaced);

// Did the parser report something inside this node? Then what seems to be missing in it may be there, misspelt.
bool is_misread(const CheckedProgram& program, CodeRef place);

// The value of a number written out, with or without a sign or parentheses; none for any other expression.
std::optional<double> constant_number(const Tree& tree, NodeId expression);

// The names of all members of this kind, inherited ones included, to suggest a misspelt one.
std::vector<std::string_view> member_names(const CheckedProgram& program, TypeDefId type, MemberKind kind);

// The member a type of this kind has without declaring it (`tile.x`, `stack.push`).
bool is_predefined_member(DefKind kind, std::string_view name);
// The built-in that every type of the kind has under this name, also one that a type may declare anew; or null.
const struct Builtin* predefined_member(DefKind kind, std::string_view name);
// The prio of an action or goal, in its head or as a clause; none when it has none.
NodeId prio_of(const Tree& tree, NodeId action);

void check_group_edges(Declaring& declaring, ConstantEvaluator& evaluator, GroupId group);
void check_borders(Declaring& declaring, ConstantEvaluator& evaluator, TypeDefId board, CodeRef borders);

} // namespace tgdl
