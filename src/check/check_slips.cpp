// What newcomers write, and what they meant.
#include "check/body_checker.h"
#include "check/declaring.h"
#include "check/suggest.h"
#include "syntax/lexer.h"
#include "syntax/words.h"

#include "base/nearest_name.h"

#include <algorithm>
#include <utility>

namespace tgdl {

// `Bank.gold` of a class that is not global, `Purse[0]` of one that no player has: told once for each class. False when it
// is no such thing.
bool BodyChecker::report_used_as_one(const Link& link, UsedAs used, Symbol member) {
    const TypeDefId id(link.index);
    const TypeDef& def = program_.def(id);
    const bool may_be_one = def.kind == DefKind::Class || def.kind == DefKind::Board || def.kind == DefKind::Stack;
    const bool is_single = def.scope == ScopeKind::Global || def.scope == ScopeKind::Player;
    if (!may_be_one || is_single || def.predefined || def.base.valid() || !def.derived.empty()) {
        return false;
    }
    const bool is_near = !member.valid() || program_.find_member(id, member) != nullptr
                         || find_value_builtin(def.type, program_.text(member)) != nullptr
                         || !nearest_name(program_.text(member), member_names(def.type)).empty();
    if (!is_near) {
        return false;
    }
    if (std::ranges::find(used_as_one_, id) == used_as_one_.end()) {
        used_as_one_.push_back(id);
        const std::string name = text(def.name);
        const std::string declaration = std::string(kind_word(def.kind)) + " " + name;
        report(DiagnosticKind::ClassUsedAsOne, name_place(link.node), name, kind_with_article(def.kind))
            .with_help(used == UsedAs::TheOne
                           ? "did you mean `global " + declaration + "`? Then there is one, reached by its name"
                           : "did you mean `player " + declaration + "`? Then each player has one, `" + name
                                 + "[p]` that of player p")
            .note(program_.tree(def.place).name_span(def.place.node), "declared here");
    }
    return true;
}

// `winner none;`, `winner null;`, `winner max(gold);`: nobody who could win is named.
bool BodyChecker::refuse_no_winner(NodeId value) {
    NodeId inside = value;
    while (tree_->kind(inside) == NodeKind::Paren && child(inside, Role::Value).valid()) {
        inside = child(inside, Role::Value);
    }
    const auto is_unknown = [&](NodeId name, Symbol word) {
        return tree_->kind(name) == NodeKind::Name && tree_->main_symbol(name) == word && find_binding(word) == nullptr
               && !program_.files[file_.index()].visible.contains(word);
    };
    const bool is_null = tree_->kind(inside) == NodeKind::NullLiteral;
    if (is_null || is_unknown(inside, word::none)) {
        Diagnostic& problem = is_null
                                  ? report(DiagnosticKind::CertainlyNull, span(value), "it ends the game with an error")
                                  : report(DiagnosticKind::OlderConstruct, span(value), "winner none");
        problem.with_help("write `winner {};` when nobody wins, `draw;` when all share the first place");
        return true;
    }
    const NodeId called = tree_->kind(inside) == NodeKind::Postfix ? child(inside, Role::Operand) : NodeId();
    if (called.valid() && (is_unknown(called, word::max) || is_unknown(called, word::min))) {
        report(DiagnosticKind::ForeignForm, span(value), "winner " + written(span(called)))
            .with_help("`winner highest t;` ranks by a `Table<player, number>`; with `score p { return …; }` write "
                       "`winner by score;`");
        return true;
    }
    return false;
}

// `count = 3;` where nothing is called `count`: the variable that is meant has the type of its value.
void BodyChecker::explain_new_variable(NodeId target, NodeId value) {
    const std::size_t told = *std::exchange(misses_type_, std::nullopt);
    std::string type = "T";
    if (tree_->kind(value) == NodeKind::CollectionLiteral) {
        const NodeId first = child(value, Role::Item);
        const bool holds_values = first.valid() && tree_->kind(first) != NodeKind::CollectionLiteral;
        const Given element = holds_values ? check_expression(first) : error_value();
        type = "List<" + (relations_.is_error(element.type) ? "…" : program_.type_text(element.type)) + ">";
    } else {
        const TypeId given = check_expression(value).type;
        const bool is_known =
            !relations_.is_error(given) && kind(given) != TypeKind::Null && kind(given) != TypeKind::Nothing;
        type = is_known ? program_.type_text(relations_.plain(given)) : type;
    }
    diagnostics_.at(told).with_help("a new variable begins with its type: `" + type + " " + written(span(target))
                                    + " = …;`");
}

// `Card` alone, as in `isinstance(c, Card)`.
bool BodyChecker::names_type(NodeId expression) const {
    const DefinitionMap& visible = program_.files[file_.index()].visible;
    const auto found =
        tree_->kind(expression) == NodeKind::Name ? visible.find(tree_->main_symbol(expression)) : visible.end();
    return found != visible.end() && found->second.kind == DefinitionKind::Type;
}

// Did the parser tell something about this call, such as `k => …` in it?
bool BodyChecker::is_told_inside(Span whole) const {
    return std::ranges::any_of(diagnostics_.all(), [&](const Diagnostic& one) {
        return one.kind == DiagnosticKind::ForeignForm && one.span.file == whole.file && one.span.begin >= whole.begin
               && one.span.end <= whole.end;
    });
}

BodyChecker::SeatMember BodyChecker::find_seat_member(Symbol name) const {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
        const TypeDefId id(i);
        if (program_.def(id).scope != ScopeKind::Player) {
            continue;
        }
        if (program_.find_member(id, name) != nullptr) {
            return {text(program_.def(id).name), text(name)};
        }
        for (const auto& entry : program_.def(id).members) {
            names.push_back(program_.text(entry.first));
        }
    }
    const std::string_view near = suggests(diagnostics_) ? nearest_name(program_.text(name), names) : "";
    const Symbol meant = near.empty() ? Symbol() : program_.names.find(near);
    return meant.valid() && meant != name ? find_seat_member(meant) : SeatMember();
}

// `p.gold`: what each player has is reached through the class.
void BodyChecker::help_with_seat(Diagnostic& problem, const SeatMember& meant, NodeId member) const {
    const std::uint32_t end = tree_->span(tree_->node(member).main).end;
    std::string who = written({file_, chain_begin_, tree_->span(tree_->node(member).main).begin});
    who.erase(who.find_last_not_of(" \t\n.") + 1);
    const std::string instead = meant.type + "[" + who + "]." + meant.member;
    problem.with_help("a player is a number; what each has is in `" + meant.type + "`: write `" + instead + "`")
        .replace({file_, chain_begin_, end}, instead);
}

std::string BodyChecker::written(Span place) const {
    return std::string(tree_->source().text().substr(place.begin, place.end - place.begin));
}

// `x is Goods.Wool`, `mark is cross`, `t is none`: a value where a test wants a type. False: it may be a type.
bool BodyChecker::refuse_value_behind_is(NodeId test, NodeId type_node) {
    const TokenId op = tree_->operator_before(type_node);
    if (tree_->kind(type_node) != NodeKind::TypeName || !op.valid() || tree_->token(op).kind == TokenKind::As) {
        return false;
    }
    const NodeId before = child(type_node, Role::Name); // `Goods` of `Goods.Wool`
    const Symbol name = tree_->main_symbol(before.valid() ? before : type_node);
    if (!name.valid() || is_builtin_type(name) || is_root_type(name) || program_.predefined.contains(name)) {
        return false;
    }
    const DefinitionMap& visible = program_.files[file_.index()].visible;
    const auto found = visible.find(name);
    const bool is_defined = found != visible.end();
    const TypeDefId owner = body().this_type;
    const Member* const member = owner.valid() ? program_.find_member(owner, name) : nullptr;
    const bool is_variable = find_binding(name) != nullptr
                             || (member != nullptr
                                 && (member->kind == MemberKind::Attribute || member->kind == MemberKind::Constant
                                     || member->kind == MemberKind::EnumValue));
    std::string meant = written(span(type_node));
    bool is_value = false;
    if (before.valid()) {
        is_value = is_variable || (is_defined && found->second.kind != DefinitionKind::Alias);
    } else if (is_defined) {
        is_value = found->second.kind == DefinitionKind::Constant;
    } else if (is_variable) {
        is_value = true;
    } else if (meant == "none" || meant == "None") {
        is_value = true;
        meant = "null";
    } else if (const std::string value = enum_value_called(name); !value.empty()) {
        is_value = true;
        meant = value;
    }
    if (!is_value) {
        return false;
    }
    const bool is_not = tree_->token(op).kind == TokenKind::Not;
    const std::string instead = (is_not ? "!= " : "== ") + meant;
    Diagnostic& problem =
        report(DiagnosticKind::WrongKindOfName, span(type_node), written(span(type_node)), "a value", "a type");
    problem.with_help("`is` asks for a kind of thing: `x is Card`; to compare a value write `" + instead + "`");
    const NodeId operand = child(test, Role::Operand);
    const bool is_alone =
        operand.valid() && tree_->kind(operand) != NodeKind::Unary && tree_->children(test, Role::Type).size() == 1;
    if (is_alone) {
        const TokenId is = is_not ? TokenId(op.index() - 1) : op;
        problem.replace({file_, tree_->span(is).begin, span(type_node).end}, instead);
    }
    return true;
}

// `x is Pawn or Rook`, `p adj Field`: a type where a value of its own is wanted.
bool BodyChecker::refuse_type_as_operand(TokenId op, NodeId left, NodeId operand) {
    const Token& sign = tree_->token(op);
    const bool joins = sign.kind == TokenKind::Or || sign.kind == TokenKind::And || sign.kind == TokenKind::PipePipe
                       || sign.kind == TokenKind::AmpersandAmpersand;
    const bool asks_near = sign.kind == TokenKind::Identifier && sign.symbol == word::adj;
    const bool asks_kind = joins && tree_->kind(left) == NodeKind::Test;
    if ((!asks_near && !asks_kind) || !names_type(operand)) {
        return false;
    }
    const TypeDefId id(program_.files[file_.index()].visible.find(tree_->main_symbol(operand))->second.index);
    const TypeDef& def = program_.def(id);
    const std::string name = text(def.name);
    if (asks_kind && def.scope == ScopeKind::Local && def.kind != DefKind::Enum) {
        const std::string instead = written(span(child(left, Role::Operand))) + " is " + name;
        report(DiagnosticKind::NotAValue, span(operand), name, "a kind of thing")
            .with_help("each test stands by itself: write `" + instead + "`")
            .replace(span(operand), instead);
        return true;
    }
    if (!asks_near || (def.kind != DefKind::Tile && def.kind != DefKind::Interactable)) {
        return false;
    }
    const TypeId given = program_.files[file_.index()].types[left.index()];
    const bool is_piece = given.valid() && relations_.is_kind(given, RootKind::Interactable);
    const std::string tile = written(span(left)) + (is_piece ? ".tile" : "");
    const std::string instead =
        tile + ".adjacents().any(t: t"
        + (def.kind == DefKind::Tile ? " is " + name : ".interactables.any(i: i is " + name + ")") + ")";
    Diagnostic& problem = report(DiagnosticKind::NotAValue, span(operand), name, "a kind of thing");
    problem.with_help("`adj` asks about two tiles; to ask for a kind of thing write `" + instead + "`");
    if (tree_->kind(left) == NodeKind::Name || tree_->kind(left) == NodeKind::Postfix) {
        problem.replace({file_, span(left).begin, span(operand).end}, instead);
    }
    return true;
}

// `hand += card;`
bool BodyChecker::refuse_sum_of_list(NodeId assign, const Given& target, const Given& value) {
    const bool adds = tree_->token(tree_->node(assign).main).kind == TokenKind::PlusEqual;
    const TypeId element = relations_.element_of(target.type);
    const bool is_list = kind(target.type) == TypeKind::List;
    if (!adds || !element.valid() || kind(target.type) == TypeKind::String) {
        return false;
    }
    const bool is_one = relations_.fits(value.type, element);
    if (!is_one && !(is_list && relations_.fits(value.type, target.type))) {
        return false;
    }
    const NodeId left = child(assign, Role::Target);
    const NodeId right = child(assign, Role::Value);
    const std::string call = !is_list ? "push" : is_one ? "add" : "append";
    const std::string instead = written(span(left)) + "." + call + "(" + written(span(right)) + ")";
    report(DiagnosticKind::WrongOperands, span(assign), "+=", phrase(target.type), phrase(value.type))
        .with_help("write `" + instead + "`")
        .replace({file_, span(left).begin, span(right).end}, instead);
    return true;
}

// `players` alone in a class: those who have the instance, where all players or their number are meant.
bool BodyChecker::help_with_players(Diagnostic& problem, NodeId node) {
    const Meaning it = node.valid() && tree_->kind(node) == NodeKind::Name ? meaning(node) : Meaning{};
    if (it.kind != MeaningKind::Builtin || static_cast<BuiltinId>(it.index) != BuiltinId::InstancePlayers) {
        return false;
    }
    problem.with_help("`players` is who has this thing; write `player.count()` for how many play, `player.all()` for "
                      "all of them");
    return true;
}

// A player where what each player has is wanted: `Miner m = p;`, `p as Miner`, `this == p`.
bool BodyChecker::help_with_owned_by_seat(Diagnostic& problem, NodeId node, TypeId given, TypeId wanted) {
    const TypeDefId id = relations_.def_of(wanted);
    if (kind(given) != TypeKind::Player || !id.valid() || program_.def(id).scope != ScopeKind::Player
        || !node.valid()) {
        return false;
    }
    const std::string instead = text(program_.def(id).name) + "[" + written(span(node)) + "]";
    problem.with_help("a player is a number; what each has is in `" + text(program_.def(id).name) + "`: write `"
                      + instead + "`");
    return true;
}

// The variable that a chain begins with, where it is declared as any `group`, `tile`, `board` … and a class of them is wanted.
const BodyChecker::Binding* BodyChecker::loose_variable(NodeId node, TypeId given, TypeId wanted) const {
    const NodeId first = tree_->kind(node) == NodeKind::Postfix ? child(node, Role::Operand) : node;
    if (!first.valid() || tree_->kind(first) != NodeKind::Name || kind(given) != TypeKind::Root
        || !relations_.is_instance(wanted) || !relations_.fits(wanted, given)) {
        return nullptr;
    }
    const Binding* const binding = find_binding(tree_->main_symbol(first));
    return binding != nullptr && kind(binding->type) == TypeKind::Root ? binding : nullptr;
}

bool BodyChecker::is_told_of_variable(NodeId node, TypeId given, TypeId wanted) {
    const Binding* const variable = loose_variable(node, given, wanted);
    return variable != nullptr && !loose_variables_.insert(variable->span.begin).second;
}

void BodyChecker::explain_variable(Diagnostic& problem, NodeId node, TypeId given, TypeId wanted) {
    const Binding* const variable = loose_variable(node, given, wanted);
    if (variable == nullptr || kind(variable->type) != TypeKind::Root
        || types_.get(variable->type).root != RootKind::Group) {
        return;
    }
    problem.note(variable->span, "as a `group` it does not say of which class its tiles are");
    problem.with_help("write the group itself, such as `board.Field`, or say what the tile is: `(" + written(span(node))
                      + " as " + program_.type_text(wanted) + ")`");
}

// `"up"` is a slip for `direction.up`.
void BodyChecker::report_no_direction(NodeId value) {
    Diagnostic& problem = report(DiagnosticKind::NoDirection, span(value));
    const NodeId literal = literal_text(value);
    const std::string name = literal.valid() ? string_value(tree_->text(tree_->node(literal).main)) : std::string();
    if (find_builtin(Receiver::DirectionWord, name) != nullptr) {
        problem.replace(span(value), "direction." + name);
    }
}

} // namespace tgdl
