// Operators between values (the table of docs/reference/expressions.md#1).
#include "check/body_checker.h"
#include "check/declare.h"
#include "syntax/words.h"

namespace tgdl {

namespace {

bool is_and(TokenKind kind) {
    return kind == TokenKind::AmpersandAmpersand || kind == TokenKind::And;
}
bool is_or(TokenKind kind) {
    return kind == TokenKind::PipePipe || kind == TokenKind::Or;
}
// Joins two conditions.
bool is_logical(TokenKind kind) {
    return is_and(kind) || is_or(kind) || kind == TokenKind::Ampersand || kind == TokenKind::Pipe
           || kind == TokenKind::Xor || kind == TokenKind::Nand;
}

} // namespace

// A flat row: operands left to right. `and` and `or` look at the right side only if needed, so what the left side
// showed is known there.
Given BodyChecker::check_infix(NodeId node) {
    const Facts before = facts_;
    Given left;
    NodeId previous;
    bool first = true;
    bool logical = false;
    for (const NodeId operand : tree_->children(node, Role::Operand)) {
        if (first) {
            left = check_value(operand);
            first = false;
            previous = operand;
            continue;
        }
        const TokenId op = tree_->operator_before(operand);
        const TokenKind sign = tree_->token(op).kind;
        if (is_and(sign) || is_or(sign)) {
            logical = true;
            assume(previous, is_and(sign));
        }
        const Given right = refuse_type_as_operand(op, previous, operand) ? error_value() : check_value(operand);
        const bool joins_text = sign == TokenKind::Ampersand
                                && (kind(left.type) == TypeKind::String || kind(right.type) == TypeKind::String);
        if (joins_text) { // as spreadsheets do
            report(DiagnosticKind::WrongOperands, tree_->span(op), "&", phrase(left.type), phrase(right.type))
                .with_help("texts are joined with `+`")
                .replace(tree_->span(op), "+");
            left = {types_.string, Nullness::NotNull};
        } else if (is_logical(sign)) {
            expect_condition(left, previous); // after the first operator it always is one
            expect_condition(right, operand);
            left = {types_.boolean, Nullness::NotNull};
        } else {
            left =
                apply_operator({op, previous, operand, Span{file_, span(node).begin, span(operand).end}}, left, right);
        }
        previous = operand;
    }
    if (logical) {
        facts_ = before;
    }
    return left;
}

Given BodyChecker::wrong_operands(TokenId op, const Given& left, const Given& right, Span place,
                                  const Operands* operands) {
    if (relations_.is_error(left.type) || relations_.is_error(right.type)) {
        return error_value();
    }
    const std::string sign(tree_->text(op));
    Diagnostic& problem = report(DiagnosticKind::WrongOperands, place, sign, phrase(left.type), phrase(right.type));
    const std::string parts = parts_of_type(left.type, types_.number) + parts_of_type(right.type, types_.number);
    const bool one_text = kind(left.type) == TypeKind::String || kind(right.type) == TypeKind::String;
    if (operands != nullptr
        && (help_with_players(problem, operands->left) || help_with_players(problem, operands->right))) {
        return error_value();
    }
    const TokenKind kind_of_sign = tree_->token(op).kind;
    const bool compares = kind_of_sign == TokenKind::Less || kind_of_sign == TokenKind::Greater
                          || kind_of_sign == TokenKind::LessEqual || kind_of_sign == TokenKind::GreaterEqual;
    if (operands != nullptr && compares
        && (explain_enum(problem, *operands, left, right) || explain_binding(problem, *operands, left))) {
        return error_value();
    }
    if (sign == "adj" || sign == "connect") {
        problem.with_help("it asks about two tiles, or pieces that stand for theirs: `piece.tile adj other`");
    } else if (one_text && sign != "+") {
        problem.with_help("only `+` joins texts; `text as number` reads a number from one");
    } else if (!parts.empty()) {
        problem.with_help("say which part of it you mean: " + parts);
    } else if (kind(left.type) == TypeKind::AnyKey || kind(right.type) == TypeKind::AnyKey) {
        problem.with_help(
            "say what the keys are: `Table<string, number>`, or walk them with `foreach (string k in …)`");
    }
    return error_value();
}

// `a == 1 ^ b == 2`, `1 <= die <= 3`: operators that do not bind as they were meant. False when it is none of these.
bool BodyChecker::explain_binding(Diagnostic& problem, const Operands& operands, const Given& left) {
    if (tree_->kind(operands.left) == NodeKind::Power || tree_->kind(operands.right) == NodeKind::Power) {
        problem.with_help(
            "`^` binds more tightly than comparisons: put parentheses around each of them, or write `xor`");
        return true;
    }
    // The left side is what a comparison before this one in the row gave.
    const bool chained = kind(left.type) == TypeKind::Bool && span(operands.left).begin > operands.place.begin;
    if (chained) {
        problem.with_help("compare twice: `1 <= x && x <= 3`");
    }
    return chained;
}

Given BodyChecker::apply_operator(const Operands& operands, const Given& left, const Given& right) {
    const TokenId op = operands.op;
    const Span place = operands.place;
    const Token& token = tree_->token(op);
    switch (token.kind) {
    case TokenKind::Plus:
        if (kind(left.type) == TypeKind::String || kind(right.type) == TypeKind::String) {
            return {types_.string, Nullness::NotNull};
        }
        return apply_arithmetic(operands, left, right);
    case TokenKind::Minus:
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::Percent: return apply_arithmetic(operands, left, right);
    case TokenKind::Less:
    case TokenKind::Greater:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::EqualEqual:
    case TokenKind::BangEqual: return apply_comparison(operands, left, right);
    case TokenKind::Identifier:
        if (token.symbol == word::mod) {
            return apply_arithmetic(operands, left, right);
        }
        return apply_placed(op, left, right, place);
    default: return error_value();
    }
}

Given BodyChecker::apply_arithmetic(const Operands& operands, const Given& left, const Given& right) {
    const TokenId op = operands.op;
    const Span place = operands.place;
    if (!relations_.is_number(left.type) || !relations_.is_number(right.type)) {
        return wrong_operands(op, left, right, place, &operands);
    }
    expect_not_null(left, place);
    expect_not_null(right, place);
    const TokenKind sign = tree_->token(op).kind;
    const bool adds = sign == TokenKind::Plus || sign == TokenKind::Minus;
    // A player on the left plus or minus a number is a player: the next one, the one before.
    if (adds && kind(left.type) == TypeKind::Player && kind(right.type) == TypeKind::Number) {
        return {types_.player, Nullness::NotNull};
    }
    return {types_.number, Nullness::NotNull};
}

// Two enums, an enum and something else: the help names a value to compare with. False: no enum is compared.
bool BodyChecker::explain_enum(Diagnostic& problem, const Operands& operands, const Given& left, const Given& right) {
    const bool of_left = program_.enum_of(left.type).valid();
    if (!of_left && !program_.enum_of(right.type).valid()) {
        return false;
    }
    help_with_enum(problem, of_left ? left.type : right.type, of_left ? right.type : left.type,
                   of_left ? operands.right : operands.left);
    return true;
}

Given BodyChecker::apply_comparison(const Operands& operands, const Given& left, const Given& right) {
    const TokenId op = operands.op;
    const Span place = operands.place;
    const Given answer{types_.boolean, Nullness::NotNull};
    const TokenKind sign = tree_->token(op).kind;
    if (sign == TokenKind::EqualEqual || sign == TokenKind::BangEqual) {
        check_name_of_rules(operands.left, operands.right);
        check_name_of_rules(operands.right, operands.left);
        if (!relations_.comparable(left.type, right.type)) {
            Diagnostic& problem = report(DiagnosticKind::NeverEqual, place, phrase(left.type), phrase(right.type));
            const std::string parts = parts_of_type(left.type, right.type) + parts_of_type(right.type, left.type);
            if (explain_enum(problem, operands, left, right) || explain_binding(problem, operands, left)
                || help_with_players(problem, operands.left) || help_with_players(problem, operands.right)
                || help_with_owned_by_seat(problem, operands.right, right.type, left.type)
                || help_with_owned_by_seat(problem, operands.left, left.type, right.type)) {
                return answer;
            }
            problem.with_help(parts.empty() ? "`==` wants two values of the same kind"
                                            : "say which part of it you mean: " + parts);
        }
        return answer;
    }
    const bool numbers = relations_.is_number(left.type) && relations_.is_number(right.type);
    const bool texts = relations_.fits(left.type, types_.string) && relations_.fits(right.type, types_.string)
                       && kind(left.type) != TypeKind::AnyKey && kind(right.type) != TypeKind::AnyKey;
    const bool enums = program_.enum_of(left.type).valid() && left.type == right.type;
    if (!numbers && !texts && !enums) {
        wrong_operands(op, left, right, place, &operands);
    }
    expect_not_null(left, place);
    expect_not_null(right, place);
    return answer;
}

// `turn.phase.active() == "Wrok"`, `event.phase == "Wrok"`, `turn.active().name == "Mian"`: what is asked for is one of the names
// that the rules have.
void BodyChecker::check_name_of_rules(NodeId asked, NodeId text) {
    NodeId last;
    for (const NodeId part : tree_->children(asked, Role::Item)) {
        last = part;
    }
    if (!last.valid() || tree_->kind(asked) != NodeKind::Postfix) {
        return;
    }
    const Meaning& meant = meaning(last);
    if (meant.kind == MeaningKind::Builtin && static_cast<BuiltinId>(meant.index) == BuiltinId::TurnName) {
        check_turn_name(text);
        return;
    }
    const bool asks_active =
        meant.kind == MeaningKind::Builtin && static_cast<BuiltinId>(meant.index) == BuiltinId::PhaseActive;
    bool asks_event = false;
    if (meant.kind == MeaningKind::Attribute) {
        const Attribute& attribute = program_.attribute(AttributeId(meant.index));
        const bool is_of_event = program_.def(attribute.owner).predefined;
        asks_event = is_of_event && program_.text(attribute.name) == "phase";
        if (is_of_event && program_.text(attribute.name) == "turn") {
            check_turn_name(text);
        }
    }
    if (asks_active || asks_event) {
        check_phase_name(text, {});
    }
}

// `a adj b`, `a connect b`: tiles, or pieces that stand for their tiles.
Given BodyChecker::apply_placed(TokenId op, const Given& left, const Given& right, Span place) {
    const auto placed = [&](TypeId type) {
        return relations_.is_error(type) || relations_.is_kind(type, RootKind::Tile)
               || relations_.is_kind(type, RootKind::Interactable);
    };
    if (!placed(left.type) || !placed(right.type)) {
        wrong_operands(op, left, right, place);
    }
    expect_not_null(left, place);
    expect_not_null(right, place);
    return {types_.boolean, Nullness::NotNull};
}

Given BodyChecker::check_power(NodeId node) {
    const NodeId left_node = child(node, Role::Left);
    const NodeId right_node = child(node, Role::Right);
    if (!left_node.valid() || !right_node.valid()) {
        return error_value();
    }
    const Given left = check_value(left_node);
    const Given right = check_value(right_node);
    if (kind(left.type) == TypeKind::Bool && kind(right.type) == TypeKind::Bool) {
        return {types_.boolean, Nullness::NotNull};
    }
    if (!relations_.is_number(left.type) || !relations_.is_number(right.type)) {
        return wrong_operands(tree_->node(node).main, left, right, span(node));
    }
    expect_not_null(left, span(left_node));
    expect_not_null(right, span(right_node));
    return {types_.number, Nullness::NotNull};
}

Given BodyChecker::check_unary(NodeId node) {
    const NodeId operand = child(node, Role::Operand);
    if (!operand.valid()) {
        return error_value();
    }
    const Given value = check_value(operand);
    const TokenId op = tree_->node(node).main;
    const bool bang = tree_->token(op).kind == TokenKind::Bang;
    const bool fits = bang ? relations_.fits(value.type, types_.boolean) : relations_.is_number(value.type);
    if (!fits) {
        Diagnostic& problem =
            report(DiagnosticKind::WrongOperand, span(node), std::string(tree_->text(op)), phrase(value.type));
        if (bang) {
            problem.with_help(types_.is_collection(value.type) ? "ask whether nothing is in it: `….length == 0`"
                              : kind(value.type) == TypeKind::Player || relations_.is_instance(value.type)
                                  ? "ask whether there is one: `… == null`"
                              : relations_.is_number(value.type)
                                  ? "`!` turns true and false around; a number is compared: `… == 0`"
                                  : "`!` turns true and false around; for a whole test write `not …` or `!( … )`");
        }
        return error_value();
    }
    expect_not_null(value, span(operand));
    return {bang ? types_.boolean : types_.number, Nullness::NotNull};
}

Given BodyChecker::check_not(NodeId node) {
    const NodeId operand = child(node, Role::Operand);
    if (operand.valid()) {
        check_condition(operand);
    }
    return {types_.boolean, Nullness::NotNull};
}

// `a..b`: a new List<number>.
Given BodyChecker::check_range(NodeId node) {
    for (const NodeId bound : tree_->children(node)) {
        check_number(bound);
    }
    return {types_.list(types_.number), Nullness::NotNull};
}

// `a ?? b`: every part fits where the whole stands; without a wanted type they have one in common.
Given BodyChecker::check_null_else(NodeId node, TypeId expected) {
    const bool wanted = expected.valid() && !relations_.is_error(expected);
    const Facts before = facts_;
    Given whole{types_.null, Nullness::Null};
    for (const NodeId operand : tree_->children(node, Role::Operand)) {
        const bool literal = tree_->kind(operand) == NodeKind::CollectionLiteral;
        const TypeId own = literal && kind(whole.type) != TypeKind::Null ? whole.type : TypeId();
        const Given part = wanted ? check_fits(operand, expected) : check_value(operand, own);
        const TypeId both = relations_.common(relations_.plain(whole.type), relations_.plain(part.type));
        if (relations_.is_error(both) && !relations_.is_error(whole.type) && !relations_.is_error(part.type)
            && !wanted) {
            report(DiagnosticKind::WrongType, span(operand), phrase(whole.type), phrase(part.type));
        }
        const bool is_there = whole.nullness == Nullness::NotNull || part.nullness == Nullness::NotNull;
        const bool is_null = whole.nullness == Nullness::Null && part.nullness == Nullness::Null;
        whole = {both, is_there ? Nullness::NotNull : is_null ? Nullness::Null : Nullness::Unknown};
    }
    facts_ = before; // what is known after a part that may not have run
    if (wanted && (relations_.is_error(whole.type) || kind(whole.type) == TypeKind::Null)) {
        whole.type = expected;
    }
    return whole;
}

// `x is T`, `x is not T`, `x as T as U`.
Given BodyChecker::check_test(NodeId node) {
    const NodeId operand = child(node, Role::Operand);
    Given value = operand.valid() ? check_value(operand) : error_value();
    for (const NodeId type_node : tree_->children(node, Role::Type)) {
        if (refuse_value_behind_is(node, type_node)) {
            value = {types_.boolean, Nullness::NotNull};
            continue;
        }
        const TypeId wanted = resolve_type(program_, file_, type_node, diagnostics_);
        const bool is = tree_->token(tree_->operator_before(type_node)).kind != TokenKind::As;
        const bool bad = relations_.is_error(value.type) || relations_.is_error(wanted);
        // What a test showed does not make the next test a mistake: `a is Dog && not a is Cat`.
        const TypeId declared = operand.valid() ? declared_type(operand) : TypeId();
        const bool possible =
            relations_.may_be(value.type, wanted) || (declared.valid() && relations_.may_be(declared, wanted));
        if (is) {
            const bool value_type = !relations_.is_reference(value.type) && kind(value.type) != TypeKind::Null;
            if (!bad && value_type) {
                Diagnostic& problem = report(DiagnosticKind::TestOfValue, span(node), phrase(value.type));
                if (operand.valid() && tree_->kind(operand) == NodeKind::Unary) {
                    problem.with_help("`!` binds more tightly than `is`: write `not x is T` or `!(x is T)`");
                } else {
                    problem.with_help("compare plain values with `==`");
                }
            } else if (!bad && !possible) {
                report(DiagnosticKind::NeverFits, span(node), phrase(value.type), phrase(wanted));
            }
            value = {types_.boolean, Nullness::NotNull};
            continue;
        }
        if (!bad && !possible && !relations_.converts(value.type, wanted)) {
            help_with_owned_by_seat(report(DiagnosticKind::NeverFits, span(node), phrase(value.type), phrase(wanted)),
                                    operand, value.type, wanted);
        }
        const bool text = kind(wanted) == TypeKind::String;
        value = {wanted, text                               ? Nullness::NotNull
                         : value.nullness == Nullness::Null ? Nullness::Null
                                                            : Nullness::Unknown};
    }
    return value;
}

} // namespace tgdl
