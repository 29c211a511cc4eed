// Expressions, from the loosest operators to the tightest (docs/reference/expressions.md#1). Primaries are in
// parse_primary.cpp.
#include "syntax/parser_core.h"

namespace tgdl {

namespace {

// Rows of the table of operators.
constexpr int kLoosestInfix = 16;
constexpr int kNotRow = 11;
constexpr int kEqualityRow = 10;
constexpr int kCompareRow = 9;
constexpr int kRangeRow = 8;

bool is_assignment(TokenKind kind) {
    switch (kind) {
    case TokenKind::Equal:
    case TokenKind::PlusEqual:
    case TokenKind::MinusEqual:
    case TokenKind::StarEqual:
    case TokenKind::SlashEqual:
    case TokenKind::PercentEqual: return true;
    default: return false;
    }
}

int sign_row(TokenKind kind) {
    switch (kind) {
    case TokenKind::Star:
    case TokenKind::Slash:
    case TokenKind::Percent: return 6;
    case TokenKind::Plus:
    case TokenKind::Minus: return 7;
    case TokenKind::DotDot: return kRangeRow;
    case TokenKind::Less:
    case TokenKind::Greater:
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::ThickArrow: return kCompareRow;
    case TokenKind::EqualEqual:
    case TokenKind::BangEqual: return kEqualityRow;
    case TokenKind::Ampersand: return 12;
    case TokenKind::Xor:
    case TokenKind::Nand: return 13;
    case TokenKind::Pipe: return 14;
    case TokenKind::AmpersandAmpersand:
    case TokenKind::And: return 15;
    case TokenKind::PipePipe:
    case TokenKind::Or: return kLoosestInfix;
    default: return 0;
    }
}

} // namespace

// An expression whose value is used: an assignment in its place is a mistake.
NodeId Parser::parse_expression() {
    const NodeId value = parse_conditional();
    const bool changes = is_assignment(kind()) || at(TokenKind::PlusPlus) || at(TokenKind::MinusMinus);
    return changes ? refuse_assignment(value, false) : refuse_foreign_tail(value);
}

NodeId Parser::refuse_assignment(NodeId value, bool condition) {
    if (at(TokenKind::PlusPlus) || at(TokenKind::MinusMinus)) {
        mistake(DiagnosticKind::IncrementAsValue, span(), text())
            .help("write it on a line of its own, before or after this one");
        advance();
        return as_error(value);
    }
    if (condition && at(TokenKind::Equal)) {
        mistake(DiagnosticKind::AssignmentInCondition, span()).help("to compare, write `==`").replace(span(), "==");
    } else {
        Report report = mistake(DiagnosticKind::AssignmentAsValue, span());
        report.help("write it as a statement of its own; to compare, write `==`");
    }
    while (is_assignment(kind())) {
        advance();
        parse_conditional();
    }
    return as_error(value);
}

NodeId Parser::parse_conditional() {
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    const NodeId condition = parse_null_else();
    if (!at(TokenKind::Question)) {
        return condition;
    }
    const NodeId node = open_at(NodeKind::Conditional, condition);
    add(node, Role::Condition, condition);
    advance();
    add(node, Role::Then, parse_conditional());
    if (at(TokenKind::Else)) { // `c ? 1 else 2`
        wrong_sign(":", "write `c ? a : b`");
        add(node, Role::Else, parse_conditional());
    } else if (expect(TokenKind::Colon)) {
        add(node, Role::Else, parse_conditional());
    } else {
        add(node, Role::Else, missing());
    }
    return close(node);
}

// `a ?? b`: a unless it is null.
NodeId Parser::parse_null_else() {
    const NodeId first = parse_infix(kLoosestInfix);
    if (!at(TokenKind::QuestionQuestion)) {
        return first;
    }
    const NodeId node = open_at(NodeKind::NullElse, first);
    add(node, Role::Operand, first);
    while (accept(TokenKind::QuestionQuestion)) {
        add(node, Role::Operand, parse_infix(kLoosestInfix));
    }
    return close(node);
}

int Parser::operator_row() const {
    if (at(TokenKind::DotDot) && range_ends_) {
        return 0;
    }
    if (!at(TokenKind::Identifier)) {
        return sign_row(kind());
    }
    const bool between = starts_operand(1) && !at(TokenKind::LeftBrace, 1);
    if (at_word(word::mod)) {
        return between ? 6 : 0;
    }
    return at_any({word::adj, word::connect}) && between ? kCompareRow : 0;
}

// `=>` in an expression: it stands before what an attribute is computed from, and nowhere else.
void Parser::refuse_thick_arrow() {
    mistake(DiagnosticKind::ForeignSign, span(), text())
        .help("to compare, write `>=`; a question names the element with `:`, as in `where(c: c.cost > 2)`");
}

void Parser::take_operator() {
    if (at_word(word::mod)) {
        hint_older(span(), "mod", "%", "%");
    }
    if (at(TokenKind::ThickArrow)) {
        refuse_thick_arrow();
        builder_.take_for(id(), TokenKind::GreaterEqual, {});
    }
    advance();
}

NodeId Parser::parse_infix(int loosest) {
    NodeId left = at(TokenKind::Not) ? parse_not(loosest) : parse_test();
    for (;;) {
        const int row = operator_row();
        if (row == 0 || row > loosest) {
            return left;
        }
        if (row == kRangeRow) {
            left = parse_range(left);
            continue;
        }
        const NodeId node = open_at(NodeKind::Infix, left);
        add(node, Role::Operand, left);
        while (operator_row() == row) {
            take_operator();
            add(node, Role::Operand, parse_infix(row - 1));
        }
        left = close(node);
    }
}

// `not` binds loosely: after a tighter operator it would tear the expression apart, so brackets are asked for.
NodeId Parser::parse_not(int loosest) {
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    if (loosest < kNotRow) {
        mistake(DiagnosticKind::NotWithoutBrackets, span()).help("write `(not …)` or `!…`");
    }
    const NodeId node = open(NodeKind::Not);
    set_main(node, advance());
    const int operand_row = loosest < kNotRow ? loosest : kEqualityRow;
    add(node, Role::Operand, at(TokenKind::Not) ? parse_not(kNotRow) : parse_infix(operand_row));
    return close(node);
}

NodeId Parser::parse_test() {
    const NodeId operand = parse_unary();
    if (!at(TokenKind::Is) && !at(TokenKind::As)) {
        return operand;
    }
    const NodeId node = open_at(NodeKind::Test, operand);
    add(node, Role::Operand, operand);
    while (at(TokenKind::Is) || at(TokenKind::As)) {
        const std::string word = "`" + std::string(text()) + "`";
        const bool is = at(TokenKind::Is);
        advance();
        const bool negated = is && accept(TokenKind::Not);
        if (is && has_mistakes() && at_word(word::adj) && starts_operand(1)) { // `p is adj q`
            mistake(DiagnosticKind::OlderConstruct, span(), "a is adj b")
                .help(negated ? "write `!(a adj b)`" : "write `a adj b`");
            advance();
            parse_unary();
            return as_error(close(node));
        }
        if (is && starts_operand() && !at(TokenKind::Not) && (!starts_type() || asks_player())) {
            // `x is 3`, `p is player.active()`
            const TokenId sign(id().index() - (negated ? 2 : 1));
            mistake(DiagnosticKind::ForeignForm, span(sign, TokenId(id().index() - 1)),
                    negated ? "x is not y" : "x is y")
                .help(std::string("values are compared with `") + (negated ? "!=" : "==")
                      + "`; `is` asks for a kind of thing")
                .replace(span(sign, TokenId(id().index() - 1)), negated ? "!=" : "==");
            parse_unary();
            return as_error(close(node));
        }
        add(node, Role::Type, parse_type(word));
    }
    return close(node);
}

NodeId Parser::parse_unary() {
    if (at(TokenKind::PlusPlus) || at(TokenKind::MinusMinus)) {
        const std::string sign(text());
        mistake(DiagnosticKind::Unexpected, span(), sign).help("write `x" + sign + ";`, on a line of its own");
        const NodeId error = open(NodeKind::Error);
        advance();
        if (starts_operand()) {
            parse_postfix();
        }
        return close(error);
    }
    if (!at(TokenKind::Minus) && !at(TokenKind::Plus) && !at(TokenKind::Bang)) {
        return parse_power();
    }
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    const NodeId node = open(NodeKind::Unary);
    set_main(node, advance());
    add(node, Role::Operand, parse_unary());
    return close(node);
}

// `2 ^ 3 ^ 2` is 2 ^ (3 ^ 2); the right side may have a sign.
NodeId Parser::parse_power() {
    const NodeId left = parse_postfix();
    if (!at(TokenKind::Caret)) {
        return left;
    }
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    const NodeId node = open_at(NodeKind::Power, left);
    add(node, Role::Left, left);
    set_main(node, advance());
    const bool sign = at(TokenKind::Minus) || at(TokenKind::Plus) || at(TokenKind::Bang);
    add(node, Role::Right, sign ? parse_unary() : parse_power());
    return close(node);
}

NodeId Parser::parse_postfix() {
    const NodeId primary = parse_primary();
    NodeId node;
    for (;;) {
        NodeId item;
        switch (kind()) {
        case TokenKind::Dot:
        case TokenKind::Arrow: item = parse_member_access(); break;
        case TokenKind::Question:
            if (!at(TokenKind::Dot, 1) || token(1).begin != token().end) {
                return node.valid() ? close(node) : primary;
            }
            mistake(DiagnosticKind::ForeignSign, span(id(), id(1)), "?.")
                .help("test for null first, as in `if (x != null) { … }`");
            advance();
            item = parse_member_access();
            break;
        case TokenKind::LeftBrace:
            if (has_mistakes() && node.valid() && refuse_question_in_braces()) {
                return as_error(close(node));
            }
            return node.valid() ? close(node) : primary;
        case TokenKind::LeftParen: item = parse_call(); break;
        case TokenKind::LeftBracket: item = parse_index(); break;
        case TokenKind::Colon:
            if (!at(TokenKind::Colon, 1) || token(1).begin != token().end || !is_word(kind(2))) {
                return node.valid() ? close(node) : primary;
            }
            refuse_double_colon();
            item = parse_member_access();
            break;
        default:
            if (!at_type_arguments()) {
                return node.valid() ? close(node) : primary;
            }
            item = parse_type_arguments();
        }
        if (!node.valid()) {
            node = open_at(NodeKind::Postfix, primary);
            add(node, Role::Operand, primary);
        }
        add(node, Role::Item, item);
    }
}

// `1..13`, behind its lower end: a List<number>.
NodeId Parser::parse_range(NodeId low) {
    const NodeId node = open_at(NodeKind::Range, low);
    add(node, Role::Low, low);
    advance();
    add(node, Role::High, parse_infix(kRangeRow - 1));
    return close(node);
}

// An expression that a `..` of the clause around it may follow: `range 1..10`, `count 0..3`.
NodeId Parser::parse_bound() {
    const RangeEnds ends(*this, true);
    return parse_expression();
}

} // namespace tgdl
