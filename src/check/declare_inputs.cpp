// Inputs of actions, goals, phases, setups and functions, and those in the middle of an effect.
#include "check/declaring.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

Input::Mode mode_of(const Tree& tree, NodeId node) {
    const NodeId word_node = tree.child(node, Role::Mode);
    const TokenId main = word_node.valid() ? tree.node(word_node).main : TokenId();
    if (!main.valid()) {
        return Input::Mode::Choice;
    }
    const Token& token = tree.token(main);
    if (token.kind == TokenKind::Function) {
        return Input::Mode::Function;
    }
    if (token.kind == TokenKind::Player) {
        return Input::Mode::Player;
    }
    if (token.symbol == word::players) {
        return Input::Mode::Players;
    }
    return token.symbol == word::auto_ ? Input::Mode::Auto : Input::Mode::Choice;
}

// The clauses in the block of an input.
struct InputClauses {
    NodeId options;
    NodeId range;
    NodeId count;
    NodeId upto;
    NodeId total;
    NodeId first; // any, a filter included
};

InputClauses clauses_of(const Tree& tree, NodeId node, Diagnostics& diagnostics) {
    InputClauses clauses;
    const auto set = [&](NodeId& slot, NodeId clause, std::string_view name) {
        if (slot.valid()) {
            diagnostics.report(DiagnosticKind::GivenTwice, tree.span(clause), name)
                .note(tree.span(slot), "first given here");
        } else {
            slot = clause;
        }
    };
    for (const NodeId item : tree.children(node, Role::Item)) {
        const NodeKind kind = tree.kind(item);
        if (!clauses.first.valid()) {
            clauses.first = item;
        }
        if (kind == NodeKind::Options) {
            set(clauses.options, item, "options");
        } else if (kind == NodeKind::RangeClause) {
            set(clauses.range, item, "range");
        } else if (kind == NodeKind::CountClause) {
            set(clauses.count, item, "count");
        } else if (kind == NodeKind::UptoClause) {
            set(clauses.upto, item, "upto");
        } else if (kind == NodeKind::TotalClause) {
            set(clauses.total, item, "total");
        }
    }
    return clauses;
}

void check_name(CheckedProgram& program, FileId file, NodeId node, Diagnostics& diagnostics) {
    const Tree& tree = program.tree(file);
    const Symbol name = declared_name(tree, node);
    if (!name.valid()) {
        return;
    }
    const std::string_view reason =
        is_root_type(name) || may_be_hidden_by_names(name) ? std::string_view() : reserved_reason(program, name);
    if (!reason.empty()) {
        diagnostics.report(DiagnosticKind::InputRepeatsName, tree.name_span(node), program.text(name), reason);
        return;
    }
    const DefinitionMap& visible = program.files[file.index()].visible;
    const auto found = visible.find(name);
    if (found != visible.end()) {
        Diagnostic& diagnostic =
            diagnostics.report(DiagnosticKind::InputRepeatsName, tree.name_span(node), program.text(name),
                               fmt::format("{} of the game", definition_with_article(program, found->second)));
        const CodeRef place = found->second.place;
        diagnostic.note(program.tree(place).name_span(place.node), "defined here");
    }
}

// What may stand where: `function` inputs in functions alone.
bool check_mode(const Tree& tree, NodeId node, Input::Mode mode, InputPlace place, Diagnostics& diagnostics) {
    const NodeId word_node = tree.child(node, Role::Mode);
    if (mode != Input::Mode::Function && place == InputPlace::Movement) {
        diagnostics.report(DiagnosticKind::InputNotAllowed, tree.name_span(node), "a choice", "a movement")
            .with_help("write `function input`: what the movement is used with, as in `piece.move(Ride(steps: 3))`");
        return false;
    }
    if (mode == Input::Mode::Function && place != InputPlace::Function && place != InputPlace::Movement) {
        diagnostics
            .report(DiagnosticKind::InputNotAllowed, tree.span(word_node), "a `function input`",
                    place == InputPlace::Statement ? "an effect" : "what is not a function")
            .with_help("leave out `function`: then a player chooses it");
        return false;
    }
    return true;
}

// Does the language know candidates for an input of this type?
enum class Candidates : std::uint8_t { Known, NeedRange, NeedOptions };

Candidates candidates_of(const CheckedProgram& program, TypeId type) {
    const Type& seen = program.types.get(type);
    switch (seen.kind) {
    case TypeKind::Error:
    case TypeKind::Bool:
    case TypeKind::Player:
    case TypeKind::Enum:
    case TypeKind::Instance:
    case TypeKind::GridTile: return Candidates::Known;
    case TypeKind::Number: return Candidates::NeedRange;
    case TypeKind::Root: return seen.root == RootKind::Turn ? Candidates::NeedOptions : Candidates::Known;
    case TypeKind::Nothing:
    case TypeKind::Null:
    case TypeKind::String:
    case TypeKind::Shape:
    case TypeKind::List:
    case TypeKind::Table:
    case TypeKind::Stack:
    case TypeKind::AnyKey:
    case TypeKind::GroupOf:
    case TypeKind::Discards:
    case TypeKind::Direction:
    case TypeKind::BoundMovement:
    case TypeKind::Movement: return Candidates::NeedOptions;
    }
    return Candidates::Known;
}

// An input of amounts: `upto`, perhaps `total` and filters, and nothing else. False: it is none.
bool check_amounts(const CheckedProgram& program, const Tree& tree, TypeId type, const InputClauses& clauses,
                   Diagnostics& diagnostics) {
    const Type& seen = program.types.get(type);
    const bool fits = seen.kind == TypeKind::Table && seen.b.valid() && seen.a == program.types.number;
    const NodeId clause = clauses.upto.valid() ? clauses.upto : clauses.total;
    if (!clause.valid()) {
        return false;
    }
    if (!fits) {
        diagnostics
            .report(DiagnosticKind::AmountsType, tree.span(clause), clauses.upto.valid() ? "upto" : "total",
                    program.type_text(type))
            .with_help("amounts are a table from what is counted to how many: `input Table<string, number> …`");
        return true;
    }
    if (!clauses.upto.valid()) {
        diagnostics.report(DiagnosticKind::TotalWithoutUpto, tree.span(clause))
            .with_help("say what there is to choose from: `upto …;` with a table of how many there are");
        return true;
    }
    for (const NodeId other : {clauses.options, clauses.range, clauses.count}) {
        if (other.valid()) {
            diagnostics
                .report(DiagnosticKind::InputClauseNotAllowed, tree.span(other), "an input with `upto`",
                        other == clauses.options ? "`options`"
                        : other == clauses.range ? "a `range`"
                                                 : "a `count`")
                .with_help("`upto` says what may be chosen, `total` how much in all");
        }
    }
    return true;
}

void check_clauses(const CheckedProgram& program, const Tree& tree, NodeId node, TypeId type,
                   const InputClauses& clauses, Diagnostics& diagnostics) {
    if (type == program.types.error) {
        return;
    }
    if (check_amounts(program, tree, type, clauses, diagnostics)) {
        return;
    }
    const Type& seen = program.types.get(type);
    const bool is_list = seen.kind == TypeKind::List;
    const TypeId element = is_list ? seen.a : type;
    const std::string of_type = fmt::format("an input of type `{}`", program.type_text(type));
    if (clauses.count.valid() && !is_list) {
        diagnostics.report(DiagnosticKind::InputClauseNotAllowed, tree.span(clauses.count), of_type, "a `count`")
            .with_help(fmt::format("a count is for a list: `input List<{}> …`", program.type_text(type)));
    }
    if (clauses.range.valid() && element != program.types.number) {
        diagnostics.report(DiagnosticKind::InputClauseNotAllowed, tree.span(clauses.range), of_type, "a `range`")
            .with_help("a range is for numbers; use `options`");
        return;
    }
    if (clauses.range.valid() && clauses.options.valid()) {
        diagnostics.report(DiagnosticKind::InputClauseNotAllowed, tree.span(clauses.options), "an input with a `range`",
                           "`options` too");
        return;
    }
    if (clauses.range.valid() || clauses.options.valid()) {
        return;
    }
    const Candidates candidates = candidates_of(program, element);
    if (candidates == Candidates::Known || is_misread(program, {tree.file(), node})) {
        return;
    }
    const bool range = candidates == Candidates::NeedRange;
    const std::string_view name = program.text(tree.main_symbol(node));
    diagnostics
        .report(DiagnosticKind::InputNeedsCandidates, tree.name_span(node), name,
                fmt::format("{} `{}` needs {}", is_list ? "a list of" : "a", program.type_text(element),
                            range ? "a `range`" : "`options`"))
        .with_help(range ? fmt::format("say it in a block: `{} {{ range 1..10; }}`", name)
                         : fmt::format("say it in a block: `{} {{ options …; }}`", name));
}

InputId add(CheckedProgram& program, Input input) {
    program.inputs.push_back(input);
    return InputId(program.inputs.size() - 1);
}

std::string_view text_of(const Tree& tree, TokenId token) {
    return tree.text(token);
}

// The same tokens, whatever lies between them.
bool same_tokens(const Tree& a, NodeId first, const Tree& b, NodeId second) {
    if (first.valid() != second.valid()) {
        return false;
    }
    if (!first.valid()) {
        return true;
    }
    const Node& left = a.node(first);
    const Node& right = b.node(second);
    const std::size_t count = left.end.index() - left.begin.index();
    if (count != right.end.index() - right.begin.index()) {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (text_of(a, TokenId(left.begin.index() + i)) != text_of(b, TokenId(right.begin.index() + i))) {
            return false;
        }
    }
    return true;
}

bool same_clauses(const Tree& a, NodeId first, const Tree& b, NodeId second) {
    if (!same_tokens(a, a.child(first, Role::Player), b, b.child(second, Role::Player))) {
        return false;
    }
    std::vector<NodeId> left;
    std::vector<NodeId> right;
    for (const NodeId item : a.children(first, Role::Item)) {
        left.push_back(item);
    }
    for (const NodeId item : b.children(second, Role::Item)) {
        right.push_back(item);
    }
    if (left.size() != right.size()) {
        return false;
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (!same_tokens(a, left[i], b, right[i])) {
            return false;
        }
    }
    return true;
}

} // namespace

InputId make_input(CheckedProgram& program, FileId file, NodeId node, InputPlace place, Diagnostics& diagnostics) {
    const Tree& tree = program.tree(file);
    Input input;
    input.name = declared_name(tree, node);
    input.place = {file, node};
    input.type = resolve_type(program, file, tree.child(node, Role::Type), diagnostics);
    input.has_default = tree.has(node, Role::Value);
    if (place != InputPlace::Statement) { // there the names of locals count too, see check_inputs.cpp
        check_name(program, file, node, diagnostics);
    }
    if (tree.kind(node) == NodeKind::Parameter) {
        input.mode = Input::Mode::Function;
        return add(program, input);
    }
    input.optional = tree.has(node, Role::Optional);
    input.mode = mode_of(tree, node);
    const bool allowed = check_mode(tree, node, input.mode, place, diagnostics);
    const InputClauses clauses = clauses_of(tree, node, diagnostics);
    if (!allowed) {
        return add(program, input);
    }
    if (input.mode == Input::Mode::Function) {
        if (clauses.first.valid()) {
            diagnostics
                .report(DiagnosticKind::InputClauseNotAllowed, tree.span(clauses.first), "a `function input`",
                        "a block")
                .with_help("the caller gives its value; check it in the effect");
        }
    } else {
        const NodeId value = tree.child(node, Role::Value);
        if (!value.valid()) {
            check_clauses(program, tree, node, input.type, clauses, diagnostics);
            const Type& seen = program.types.get(input.type);
            input.is_amounts = clauses.upto.valid() && seen.kind == TypeKind::Table && seen.b.valid();
        } else {
            diagnostics
                .report(DiagnosticKind::InputClauseNotAllowed, tree.span(value), "an input that is chosen", "a default")
                .with_help(tree.kind(value) == NodeKind::Range
                               ? "what may be chosen stands in braces behind the name: `{ range 1..3; }`"
                               : "only a `function input` has one");
            input.has_default = false;
        }
    }
    const NodeId otherwise = tree.child(node, Role::Else);
    if (otherwise.valid() && place != InputPlace::Statement) {
        diagnostics
            .report(DiagnosticKind::InputClauseNotAllowed, tree.span(otherwise), "an input before the effect",
                    "an `else`")
            .with_help("only an input in the middle of an effect has one");
    }
    return add(program, input);
}

InputId declare_input(CheckedProgram& program, FileId file, NodeId input_node, Diagnostics& diagnostics) {
    return make_input(program, file, input_node, InputPlace::Statement, diagnostics);
}

std::vector<InputId> make_inputs(Declaring& declaring, CodeRef owner, Role role, InputPlace place) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = declaring.tree(owner);
    std::vector<InputId> inputs;
    tsl::robin_map<Symbol, NodeId> names;
    for (const NodeId node : tree.children(owner.node, role)) {
        if (tree.kind(node) != NodeKind::Input && tree.kind(node) != NodeKind::Parameter) {
            continue;
        }
        inputs.push_back(make_input(program, owner.file, node, place, declaring.diagnostics));
        const Symbol name = program.input(inputs.back()).name;
        if (!name.valid()) {
            continue;
        }
        const auto [first, added] = names.emplace(name, node);
        if (!added) {
            declaring.diagnostics.report(DiagnosticKind::InputTwice, tree.name_span(node), program.text(name))
                .note(tree.name_span(first->second), "the first one is here");
        }
    }
    return inputs;
}

bool same_inputs(const CheckedProgram& program, const std::vector<InputId>& own, const std::vector<InputId>& replaced) {
    if (own.size() != replaced.size()) {
        return false;
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
        const Input& a = program.input(own[i]);
        const Input& b = program.input(replaced[i]);
        const bool unknown = a.type == program.types.error || b.type == program.types.error;
        if (a.name != b.name || (a.type != b.type && !unknown) || a.mode != b.mode || a.optional != b.optional) {
            return false;
        }
        const Tree& tree_a = program.tree(a.place);
        const Tree& tree_b = program.tree(b.place);
        const bool same_default = !a.has_default
                                  || same_tokens(tree_a, tree_a.child(a.place.node, Role::Value), tree_b,
                                                 tree_b.child(b.place.node, Role::Value));
        if (!same_default || !same_clauses(tree_a, a.place.node, tree_b, b.place.node)) {
            return false;
        }
    }
    return true;
}

} // namespace tgdl
