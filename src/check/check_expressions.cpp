// Expressions: one type and one meaning each.
#include "check/body_checker.h"
#include "check/declare.h"
#include "check/suggest.h"
#include "syntax/lexer.h"

#include <utility>

namespace tgdl {

void BodyChecker::record(NodeId node, TypeId type) {
    program_.files[file_.index()].types[node.index()] = type;
}

void BodyChecker::record(NodeId node, MeaningKind meaning, std::uint32_t index, std::uint32_t extra) {
    program_.files[file_.index()].meanings[node.index()] = {meaning, index, extra};
}

const Meaning& BodyChecker::meaning(NodeId node) const {
    return program_.files[file_.index()].meanings[node.index()];
}

std::string BodyChecker::phrase(TypeId type) const {
    switch (kind(type)) {
    case TypeKind::Number: return "a number";
    case TypeKind::String: return "a string";
    case TypeKind::Bool: return "true or false";
    case TypeKind::Player: return "a player";
    case TypeKind::Shape: return "a shape";
    case TypeKind::Null: return "`null`";
    case TypeKind::Nothing: return "nothing";
    case TypeKind::AnyKey: return "a key of unknown type";
    case TypeKind::Direction: return "a direction";
    case TypeKind::Movement: return "a movement";
    case TypeKind::Root:
        if (types_.get(type).root == RootKind::Class) {
            return "any instance";
        }
        return (types_.get(type).root == RootKind::Interactable || types_.get(type).root == RootKind::Event ? "an `"
                                                                                                            : "a `")
               + program_.type_text(type) + "`";
    case TypeKind::Error:
    case TypeKind::List:
    case TypeKind::Table:
    case TypeKind::Stack:
    case TypeKind::Instance:
    case TypeKind::GridTile:
    case TypeKind::GroupOf:
    case TypeKind::Discards:
    case TypeKind::Enum:
    case TypeKind::BoundMovement: break;
    }
    const std::string name = program_.type_text(type);
    const bool vowel = !name.empty() && std::string_view("AEIOUaeiou").find(name.front()) != std::string_view::npos;
    return (vowel ? "an `" : "a `") + name + "`";
}

Span BodyChecker::name_place(NodeId node) const {
    return tree_->kind(node) == NodeKind::Member ? tree_->name_span(node) : tree_->span(node);
}

std::string BodyChecker::parts_of_type(TypeId thing, TypeId type) const {
    constexpr std::size_t kMostParts = 3;
    std::string parts;
    std::size_t count = 0;
    for (TypeDefId def = relations_.def_of(thing); def.valid(); def = program_.def(def).base) {
        for (const AttributeId id : program_.def(def).attributes) {
            const Attribute& attribute = program_.attribute(id);
            if (attribute.type == type && count < kMostParts) {
                parts += (parts.empty() ? "`." : ", `.") + text(attribute.name) + "`";
                ++count;
            }
        }
    }
    return parts;
}

Given BodyChecker::check_value(NodeId node, TypeId expected) {
    const Given value = check_expression(node, expected);
    if (kind(value.type) == TypeKind::Nothing) {
        Diagnostic& problem = report(DiagnosticKind::GivesNothing, span(node));
        NodeId last = node;
        for (const NodeId suffix : tree_->children(node, Role::Item)) {
            last = suffix;
        }
        const MeaningKind called = meaning(last).kind;
        problem.with_help(called == MeaningKind::Function || called == MeaningKind::BaseFunction
                              ? "a function that should give one says which kind: `function number F() { … }`"
                              : "it does something and gives nothing back: write it on a line of its own");
        return error_value();
    }
    return value;
}

Given BodyChecker::check_fits(NodeId node, TypeId wanted) {
    return check_given(node, check_value(node, wanted), wanted);
}

Given BodyChecker::check_given(NodeId node, const Given& value, TypeId wanted) {
    if (relations_.fits(value.type, wanted)) {
        return value;
    }
    if (tree_->kind(node) == NodeKind::Conditional || tree_->kind(node) == NodeKind::NullElse
        || tree_->kind(node) == NodeKind::SwitchValue) {
        return error_value(); // its arms are checked one by one
    }
    if (!is_told_of_variable(node, value.type, wanted)) {
        Diagnostic& problem = report(DiagnosticKind::WrongType, span(node), phrase(wanted), phrase(value.type));
        help_with_misfit(problem, node, value.type, wanted);
        explain_variable(problem, node, value.type, wanted);
    }
    return error_value();
}

// `Card best = hand.max(c: c.rank);` wants the element, not the number.
bool BodyChecker::help_with_extreme(Diagnostic& problem, NodeId node, TypeId wanted) {
    NodeId call;
    NodeId name;
    NodeId receiver;
    for (const NodeId part : tree_->children(node)) {
        receiver = name;
        name = call;
        call = part;
    }
    const bool asks =
        call.valid() && tree_->kind(node) == NodeKind::Postfix && meaning(call).kind == MeaningKind::Question;
    const auto id = static_cast<BuiltinId>(asks ? meaning(call).index : 0);
    if (!asks || !receiver.valid() || (id != BuiltinId::AskMax && id != BuiltinId::AskMin)) {
        return false;
    }
    const TypeId element = relations_.element_of(program_.files[file_.index()].types[receiver.index()]);
    if (!element.valid() || !relations_.fits(element, wanted)) {
        return false;
    }
    const std::string meant = id == BuiltinId::AskMax ? "highest" : "lowest";
    problem
        .with_help("`" + std::string(builtin(id).name) + "` gives the number; the element is given by `" + meant + "`")
        .replace(tree_->name_span(name), meant);
    return true;
}

void BodyChecker::help_with_misfit(Diagnostic& problem, NodeId node, TypeId given, TypeId wanted) {
    if (help_with_extreme(problem, node, wanted) || help_with_players(problem, node)
        || help_with_owned_by_seat(problem, node, given, wanted)) {
        return;
    }
    const std::string parts = parts_of_type(given, wanted);
    const NodeId literal = literal_text(node);
    const std::string words = literal.valid() ? string_value(tree_->text(tree_->node(literal).main)) : std::string();
    if (relations_.is_instance(given) && relations_.is_instance(wanted) && relations_.fits(wanted, given)) {
        problem.with_help("if it is known to be one, say so: `… as " + program_.type_text(wanted) + "`");
    } else if (kind(given) == TypeKind::Stack && relations_.is_kind(wanted, RootKind::Stack)) {
        problem.with_help("`clone()` and `copy()` of a deck give a plain Stack of its cards: write `"
                          + program_.type_text(given) + "`, or `push` the cards onto a deck");
    } else if (kind(wanted) == TypeKind::List && relations_.fits(given, types_.get(wanted).a)) {
        problem.with_help("a list is wanted: write `{ … }` around it; `xs.add(…)` puts one element into a list");
    } else if (kind(given) == TypeKind::List && kind(wanted) == TypeKind::Stack) {
        problem.with_help("a List is not a Stack: `push` its elements one by one, or write them out: `{ … }`");
    } else if (program_.enum_of(wanted).valid()) {
        help_with_enum(problem, wanted, given, node);
    } else if (literal.valid() && relations_.is_number(wanted) && number_value(words)) {
        problem.with_help("a number stands without quotes").replace(span(node), words);
    } else if (kind(given) == TypeKind::String && kind(wanted) == TypeKind::Number) {
        problem.with_help("to read a number from a string write `… as number`");
    } else if (kind(wanted) == TypeKind::Player && relations_.is_instance(given)) {
        problem.with_help("for its owner write `….player`");
    } else if (!parts.empty()) {
        problem.with_help("say which part of it you mean: " + parts);
    } else if (kind(wanted) == TypeKind::String) {
        problem.with_help("for its text write `… as string`, or put it in a string: `$\"{…}\"`");
    } else if (kind(given) == TypeKind::Direction) {
        problem.with_help(
            "`direction.up` and its like stand only where a direction is wanted; its number depends on the board");
    }
}

// Names a value of the enum: the one that a text was meant to be, else the first.
void BodyChecker::help_with_enum(Diagnostic& problem, TypeId enumeration, TypeId given, NodeId node) {
    const TypeDef& def = program_.def(program_.enum_of(enumeration));
    if (def.values.empty()) {
        return;
    }
    const NodeId literal = node.valid() ? literal_text(node) : NodeId();
    const std::string words = literal.valid() ? string_value(tree_->text(tree_->node(literal).main)) : std::string();
    const EnumValue* meant = nullptr;
    for (const EnumValue& value : def.values) {
        if (program_.text(value.name) == words || value.label == words) {
            meant = &value;
            break;
        }
    }
    const std::string type = written_type(program_.enum_of(enumeration));
    const std::string named = type + "." + text(meant != nullptr ? meant->name : def.values.front().name);
    if (meant != nullptr) {
        problem.with_help("write the value of the enum: `" + named + "`").replace(span(literal), named);
    } else if (kind(given) == TypeKind::String || kind(given) == TypeKind::Number) {
        problem.with_help("write one of its values, such as `" + named + "`, or turn it into one: `… as " + type + "`");
    } else {
        problem.with_help("write one of its values, such as `" + named + "`");
    }
}

void BodyChecker::check_number(NodeId node) {
    check_fits(node, types_.number);
}

void BodyChecker::check_player(NodeId node) {
    check_fits(node, types_.player);
}

Given BodyChecker::check_expression(NodeId node, TypeId expected) {
    Given value = error_value();
    switch (tree_->kind(node)) {
    case NodeKind::NumberLiteral: value = {types_.number, Nullness::NotNull}; break;
    case NodeKind::StringLiteral:
        check_plain_text(node);
        value = {types_.string, Nullness::NotNull};
        break;
    case NodeKind::BoolLiteral: value = {types_.boolean, Nullness::NotNull}; break;
    case NodeKind::NullLiteral: value = {types_.null, Nullness::Null}; break;
    case NodeKind::Interpolation: value = check_interpolation(node); break;
    case NodeKind::Name: value = value_of(check_name(node)); break;
    case NodeKind::This:
        if (body().this_is_group) {
            value = {types_.group_of(body().group), Nullness::NotNull};
        } else if (body().this_type.valid()) {
            value = {program_.def(body().this_type).type, Nullness::NotNull};
        } else if (body().movement.valid()) {
            value = {types_.root(RootKind::Interactable), Nullness::NotNull};
        } else {
            report(DiagnosticKind::NoThis, span(node))
                .with_help("name the thing you mean, or move the code into its class");
        }
        break;
    case NodeKind::BaseWord:
        report(DiagnosticKind::NotAValue, span(node), "base", "what an `override` replaces")
            .with_help("call it: `base.F()`");
        break;
    case NodeKind::Paren:
        if (const NodeId inside = child(node, Role::Value); inside.valid()) {
            value = check_expression(inside, expected);
        }
        break;
    case NodeKind::New: value = check_new(node, expected); break;
    case NodeKind::ShapeLiteral: value = check_shape_literal(node); break;
    case NodeKind::Suppose: value = check_suppose(node, expected); break;
    case NodeKind::CollectionLiteral: value = check_collection_literal(node, expected); break;
    case NodeKind::Infix: value = check_infix(node); break;
    case NodeKind::Test: value = check_test(node); break;
    case NodeKind::Power: value = check_power(node); break;
    case NodeKind::Unary: value = check_unary(node); break;
    case NodeKind::Not: value = check_not(node); break;
    case NodeKind::Range: value = check_range(node); break;
    case NodeKind::NullElse: value = check_null_else(node, expected); break;
    case NodeKind::Conditional: value = check_conditional(node, expected); break;
    case NodeKind::SwitchValue: value = check_switch_value(node, expected); break;
    case NodeKind::Postfix: value = check_postfix(node); break;
    default: break; // a missing or wrong piece, reported by the parser
    }
    record(node, value.type);
    return value;
}

Given BodyChecker::check_new(NodeId node, TypeId expected) {
    static_cast<void>(expected);
    const NodeId type_node = child(node, Role::Type);
    const NodeId initialiser = child(node, Role::Initialiser);
    const TypeId type = type_node.valid() ? resolve_type(program_, file_, type_node, diagnostics_) : types_.error;
    const TypeDefId id = relations_.def_of(type);
    if (!id.valid()) {
        if (!relations_.is_error(type) && !types_.is_collection(type)) {
            Diagnostic& problem = report(DiagnosticKind::NewOfNoClass, span(node), phrase(type));
            if (kind(type) == TypeKind::Root) {
                problem.with_help("name the class to make, one of your own");
            }
        }
        if (const NodeId literal = child(node, Role::Value); literal.valid()) {
            check_expression(literal, types_.is_collection(type) ? type : types_.error);
        }
        if (initialiser.valid()) {
            for (const NodeId entry : tree_->children(initialiser, Role::Item)) {
                const NodeId value = child(entry, Role::Value);
                if (value.valid() && tree_->kind(value) != NodeKind::CollectionLiteral) {
                    check_expression(value);
                }
            }
        }
        return {types_.is_collection(type) ? type : types_.error, Nullness::NotNull};
    }
    const TypeDef& def = program_.def(id);
    const std::string name = text(def.name);
    if (def.scope == ScopeKind::Global) {
        report(DiagnosticKind::NewOfOne, span(node), name, "there is one, made before `setup`")
            .with_help("reach it by its name: `" + name + "`");
    } else if (def.scope == ScopeKind::Player) {
        report(DiagnosticKind::NewOfOne, span(node), name, "each player has one, made before `setup`")
            .with_help("reach it by its player: `" + name + "[player.active()]`");
    } else if (id == program_.blank_tile) {
        report(DiagnosticKind::NewOfOne, span(node), name, "there is one blank tile");
    } else if (def.predefined && def.kind == DefKind::Event) {
        report(DiagnosticKind::NewOfOne, span(node), name, "the game itself makes this event");
    } else if (!def.abstract.empty()) {
        const Function& missing = program_.function(def.abstract.front());
        Diagnostic& problem = report(DiagnosticKind::NewAbstract, span(node), name, text(missing.name));
        problem.note(program_.tree(missing.place).name_span(missing.place.node),
                     "it is declared here without an effect");
        problem.with_help("make one of a class derived from it, that says `override function " + text(missing.name)
                          + "`");
    } else {
        add_call(CallSite::Kind::Create, id.value, span(node));
    }
    record(node, MeaningKind::TypeName, id.value);
    if (initialiser.valid()) {
        check_initialiser(initialiser, id);
    }
    facts_.forget_attributes();
    return {type, Nullness::NotNull};
}

void BodyChecker::check_initialiser(NodeId node, TypeDefId type) {
    std::vector<std::pair<Symbol, Span>> seen;
    for (const NodeId entry : tree_->children(node, Role::Item)) {
        const NodeId value = child(entry, Role::Value);
        if (!tree_->node(entry).main.valid() || tree_->kind(entry) != NodeKind::InitialiserEntry) {
            continue; // definitions of an entry of `contents`
        }
        const Symbol name = tree_->main_symbol(entry);
        const Span place = tree_->name_span(entry);
        for (const auto& [other, first] : seen) {
            if (other == name) {
                report(DiagnosticKind::AttributeTwiceInNew, place, text(name)).note(first, "it is given here first");
                break;
            }
        }
        seen.emplace_back(name, place);
        const Member* member = program_.find_member(type, name);
        if (member != nullptr && member->kind == MemberKind::Attribute) {
            record(entry, MeaningKind::Attribute, member->index);
            refuse_computed(AttributeId(member->index), type, place);
            if (value.valid()) {
                check_fits(value, program_.attribute(AttributeId(member->index)).type);
            }
            continue;
        }
        if (program_.def(type).kind == DefKind::Connection && program_.text(name) == "distance") {
            record(entry, MeaningKind::Builtin, static_cast<std::uint32_t>(BuiltinId::ConnectionDistance));
            if (value.valid()) {
                check_number(value);
            }
            continue;
        }
        if (program_.def(type).kind == DefKind::Connection && program_.text(name) == "to") {
            record(entry, MeaningKind::Builtin, static_cast<std::uint32_t>(BuiltinId::ConnectionTo));
            if (value.valid()) {
                check_fits(value, types_.root(RootKind::Tile));
            }
            continue;
        }
        const bool can_turn =
            program_.def(type).kind == DefKind::Tile || program_.def(type).kind == DefKind::Interactable;
        if (can_turn && member == nullptr && program_.text(name) == "turned") {
            record(entry, MeaningKind::Builtin, static_cast<std::uint32_t>(BuiltinId::Turned));
            if (value.valid()) {
                check_number(value);
            }
            continue;
        }
        if (value.valid() && tree_->kind(value) != NodeKind::CollectionLiteral) {
            check_expression(value);
        }
        if (program_.def(type).incomplete) {
            continue; // its base was reported; this may be from there
        }
        Diagnostic& problem =
            report(DiagnosticKind::UnknownAttributeInNew, place, text(program_.def(type).name), text(name));
        if (!suggests(diagnostics_)) {
            continue;
        }
        std::vector<std::string_view> names;
        for (TypeDefId def = type; def.valid(); def = program_.def(def).base) {
            for (const AttributeId attribute : program_.def(def).attributes) {
                names.push_back(program_.text(program_.attribute(attribute).name));
            }
        }
        suggest(diagnostics_, problem, place, program_.text(name), names);
    }
}

// Does this word stand for something here: a variable, a member or a definition?
bool BodyChecker::is_known_name(std::string_view word) {
    const Symbol name = program_.names.find(word);
    const TypeDefId owner = body().this_type;
    return name.valid()
           && (find_binding(name) != nullptr || (owner.valid() && program_.find_member(owner, name) != nullptr)
               || program_.files[file_.index()].visible.contains(name));
}

// A plain text with `{points}` in it, where something is called `points`: most likely its `$` was forgotten.
void BodyChecker::check_plain_text(NodeId node) {
    const TokenId token = tree_->node(node).main;
    const std::string_view written = tree_->text(token);
    if (written.starts_with('`')) {
        return; // reported by the lexer
    }
    const auto in_name = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (const std::size_t sign = written.find('$'); sign != std::string_view::npos) { // `"$coins"`
        std::size_t end = sign + 1;
        while (end < written.size() && in_name(written[end])) {
            ++end;
        }
        const std::string_view name = written.substr(sign + 1, end - sign - 1);
        if (is_known_name(name) || name == "player") {
            const std::uint32_t begin = tree_->token(token).begin + static_cast<std::uint32_t>(sign);
            report(DiagnosticKind::NameBehindDollar, {file_, begin, begin + static_cast<std::uint32_t>(end - sign)},
                   std::string(name))
                .with_help("to show the value, write a `$` before the text and braces around the name: `$\"{"
                           + std::string(name == "player" ? "player.active()" : name) + "}\"`");
            return;
        }
    }
    for (std::size_t open = written.find('{'); open != std::string_view::npos; open = written.find('{', open + 1)) {
        std::size_t end = open + 1;
        while (end < written.size() && in_name(written[end])) {
            ++end;
        }
        const std::size_t close = written.find_first_of("{}", end);
        const bool escaped = open > 0 && written[open - 1] == '\\';
        const bool ends_name =
            end < written.size() && (written[end] == '}' || written[end] == '.' || written[end] == ':');
        if (escaped || !ends_name || close == std::string_view::npos || written[close] == '{') {
            continue;
        }
        const std::string_view word = written.substr(open + 1, end - open - 1);
        const bool asks =
            written[end] == '.' && (word == "player" || word == "turn" || word == "event" || word == "this");
        if (asks || is_known_name(word)) {
            const std::uint32_t begin = tree_->token(token).begin;
            const Span place{file_, begin + static_cast<std::uint32_t>(open),
                             begin + static_cast<std::uint32_t>(close) + 1};
            report(DiagnosticKind::HoleWithoutDollar, place, std::string(written.substr(open + 1, close - open - 1)))
                .with_help("to show the value, write a `$` before the text; to show the braces, write `\\{` and `\\}`")
                .replace({file_, begin, begin}, "$");
            return;
        }
    }
}

Given BodyChecker::check_interpolation(NodeId node) {
    for (const NodeId hole : tree_->children(node, Role::Item)) {
        const NodeId inside = child(hole, Role::Value);
        if (!inside.valid()) {
            continue;
        }
        const Given value = check_value(inside);
        const bool format = tree_->node(hole).main.valid();
        if (format && !relations_.is_number(value.type)) {
            report(DiagnosticKind::FormatOfNoNumber, span(inside), phrase(value.type));
        }
    }
    return {types_.string, Nullness::NotNull};
}

// `suppose { … return x; }`: the statements are a part of their own, and whatever they change is taken back.
Given BodyChecker::check_suppose(NodeId node, TypeId expected) {
    const NodeId block = child(node, Role::Body);
    if (!block.valid()) {
        return error_value();
    }
    const bool is_wanted = expected.valid() && !relations_.is_error(expected) && kind(expected) != TypeKind::AnyKey
                           && kind(expected) != TypeKind::Nothing;
    TypeId found = types_.null;
    TypeId* const outer_supposed = std::exchange(supposed_, is_wanted ? nullptr : &found);
    const bool outer_action = std::exchange(in_action_, false); // nothing is there to be cancelled
    const int outer_loops = std::exchange(loops_, 0);
    const std::size_t before = bindings_.size();
    const Facts known = facts_;
    const BodyId outer = begin_part(BodyKind::Suppose, block);
    body().returns = is_wanted ? expected : types_.error;
    const bool reached = check_block(block);
    if (reached) {
        report(DiagnosticKind::MissingReturn, tree_->span(TokenId(tree_->node(block).end.index() - 1)), "`suppose`")
            .with_help("every way through it must end in `return` or `fail`");
    }
    const TypeId given = is_wanted ? expected : found;
    body().returns = given;
    finish_part(outer);
    facts_ = known;
    unbind_to(before);
    loops_ = outer_loops;
    in_action_ = outer_action;
    supposed_ = outer_supposed;
    return {given, Nullness::Unknown};
}

Given BodyChecker::check_conditional(NodeId node, TypeId expected) {
    const NodeId condition = child(node, Role::Condition);
    const NodeId then_node = child(node, Role::Then);
    const NodeId else_node = child(node, Role::Else);
    if (condition.valid()) {
        check_condition(condition);
    }
    if (!condition.valid() || !then_node.valid() || !else_node.valid()) {
        return error_value();
    }
    const Facts before = facts_;
    assume(condition, true);
    const bool wanted = expected.valid() && !relations_.is_error(expected);
    const auto arm = [&](NodeId each) {
        if (!wanted) {
            return check_value(each);
        }
        check_fits(each, expected);
        return Given{program_.files[file_.index()].types[each.index()], Nullness::Unknown};
    };
    const Given first = arm(then_node);
    facts_ = before;
    assume(condition, false);
    const Given second = arm(else_node);
    facts_ = before;
    if (wanted && relations_.fits(first.type, expected) && relations_.fits(second.type, expected)) {
        const TypeId both = relations_.common(first.type, second.type);
        return {relations_.is_error(both) || kind(both) == TypeKind::Null ? expected : both, Nullness::Unknown};
    }
    if (wanted) {
        return error_value();
    }
    const TypeId both = relations_.common(relations_.plain(first.type), relations_.plain(second.type));
    if (relations_.is_error(both) && !relations_.is_error(first.type) && !relations_.is_error(second.type)) {
        report(DiagnosticKind::WrongType, span(else_node), phrase(first.type), phrase(second.type));
    }
    return {both, Nullness::Unknown};
}

} // namespace tgdl
