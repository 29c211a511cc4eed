// Forms of other designs where a value stands: questions written with arrows, comprehensions, `call F with …`, and bodies that
// only their indentation shows.
#include "syntax/parser_core.h"

#include <utility>

namespace tgdl {

// A form of its own that begins here; none when there is none.
NodeId Parser::parse_foreign_value() {
    if (!has_mistakes() || !at(TokenKind::Identifier)) {
        return {};
    }
    if (declares_type(token().symbol)) {
        return parse_values_without_new();
    }
    const bool makes = at(TokenKind::Identifier, 1) && (text() == "create" || text() == "make" || text() == "spawn");
    if (makes && declares_type(token(1).symbol)) {
        mistake(DiagnosticKind::ForeignForm, span(), std::string(text()) + " …")
            .help("write `new`")
            .replace(span(), "new");
        advance();
        return parse_new(); // as behind the word
    }
    const bool called =
        at(TokenKind::This, 1) || (at(TokenKind::Identifier, 1) && !at_any({word::adj, word::connect, word::mod}, 1));
    if (text() == "call" && called && !on_new_line(1)) {
        return parse_older_call();
    }
    if (!at(TokenKind::LeftParen, 1)) {
        return {};
    }
    const std::size_t opening = at(TokenKind::LeftBracket, 2) ? 2 : 1; // `sum([x for x in xs])`
    at_ += opening;
    const bool comprehension = holds_comprehension();
    at_ -= opening;
    if (!comprehension) {
        return {};
    }
    const std::string name(text());
    mistake(DiagnosticKind::ForeignForm, span(), name + "(x for x in xs)")
        .help("ask the list: `xs.sum(x: …)`, `xs.any(x: …)`, `xs.every(x: …)`");
    const NodeId error = open(NodeKind::Error);
    advance();
    skip_group();
    return close(error);
}

// `(Card) x`, `(int) x`; none when the brackets hold no type.
NodeId Parser::parse_foreign_cast() {
    const bool number = at_word(word::number, 1) || text(1) == "int" || text(1) == "float" || text(1) == "double";
    const bool type = number || names_type(1);
    const bool operand = at(TokenKind::Identifier, 3) || at(TokenKind::Number, 3) || at(TokenKind::This, 3);
    if (!type || !at(TokenKind::RightParen, 2) || !operand || on_new_line(3)) {
        return {};
    }
    mistake(DiagnosticKind::ForeignForm, span(id(), id(2)), "(" + std::string(text(1)) + ") x")
        .help(number ? "`math.floor(x)` drops what stands behind the point; a text is read by `text as number`"
                     : "the type stands behind the value: `x as " + std::string(text(1)) + "`");
    const NodeId error = open(NodeKind::Error);
    at_ += 3;
    parse_unary();
    return close(error);
}

// `Card { cost = 2 }`: none when the type is not followed by such values.
NodeId Parser::parse_values_without_new() {
    if (!at(TokenKind::LeftBrace, 1) || !at(TokenKind::Identifier, 2) || !at(TokenKind::Equal, 3)) {
        return {};
    }
    const std::string made = "new " + std::string(text()) + "()";
    mistake(DiagnosticKind::ForeignForm, span(), std::string(text()) + " { … }")
        .help("something new is made by `" + made + " { … }`")
        .replace(span(), made);
    const NodeId error = open(NodeKind::Error);
    advance();
    skip_group();
    return close(error);
}

// `call F with { a = 1 }`, `call this.F(1)`
NodeId Parser::parse_older_call() {
    std::size_t length = 2;
    while (at(TokenKind::Dot, length) && is_word(kind(length + 1))) {
        length += 2;
    }
    const std::string name = written(length).substr(text().size() + 1);
    mistake(DiagnosticKind::OlderConstruct, span(id(), id(length - 1)), "call " + name)
        .help("a function is called by its name: `" + name + "(a: 1)`");
    const NodeId error = open(NodeKind::Error);
    at_ += length;
    if (text() == "with") {
        advance();
    }
    if (at(TokenKind::LeftBrace) || at(TokenKind::LeftParen)) {
        skip_group();
    }
    return close(error);
}

// `if (c) 1 else 2` where a value stands.
NodeId Parser::parse_if_value() {
    mistake(DiagnosticKind::ForeignForm, span(), "if c then a else b").help("write `c ? a : b`");
    const bool told = std::exchange(panic_, true);
    const NodeId error = open(NodeKind::Error);
    advance();
    parse_condition("if");
    accept_word(word::then);
    parse_conditional();
    accept(TokenKind::Else);
    parse_conditional();
    panic_ = told;
    return close(error);
}

// An argument that asks about each element as other languages do: `lambda c: …`, `key=lambda c: …`, `Card c: …`,
// `c: { return …; }`, `function(c) { … }`, `c => …`. None when it is none of these.
NodeId Parser::parse_foreign_argument(NodeId argument) {
    if (!has_mistakes()) {
        return {};
    }
    if (foreign_question_length() > 0) {
        take_sort_for_sort_by();
        return parse_foreign_question(argument);
    }
    const std::size_t key = at(TokenKind::Identifier) && at(TokenKind::Equal, 1) ? 2 : 0;
    const bool lambda = at(TokenKind::Identifier, key) && text(key) == "lambda" && at(TokenKind::Colon, key + 2);
    const std::size_t type = at(TokenKind::Colon, 1) ? 0 : type_length();
    const bool typed = type > 0 && at(TokenKind::Identifier, type) && at(TokenKind::Colon, type + 1)
                       && !at(TokenKind::Colon, type + 2);
    if (lambda || typed) {
        const std::size_t name = lambda ? key + 1 : type;
        const Span whole = span(id(), id(name));
        Report report = mistake(DiagnosticKind::ForeignForm, span(id(), id(name - 1)), source_text(whole) + ": …");
        report.help(key > 0 ? "to sort by a value of each element, write `sortBy(" + std::string(text(name)) + ": …)`"
                            : "a question names the element, and nothing else: `" + std::string(text(name)) + ": …`");
        if (key == 0) {
            report.replace(whole, std::string(text(name)));
        }
        take_sort_for_sort_by();
        at_ += name;
    }
    const bool block =
        at(TokenKind::Identifier) && at(TokenKind::Colon, 1) && at(TokenKind::LeftBrace, 2) && at(TokenKind::Return, 3);
    const bool function = at(TokenKind::Function) && at(TokenKind::LeftParen, 1);
    if (block || function) {
        const std::string element(block ? text() : at(TokenKind::Identifier, 2) ? text(2) : "x");
        mistake(DiagnosticKind::ForeignForm, span(block ? 2 : 0), block ? "{ return …; }" : "function (…) { … }")
            .help("a question is one expression: `" + element + ": …`");
        set_main(argument, id(block ? 0 : 2));
        at_ += block ? 2 : 1;
        const NodeId error = open(NodeKind::Error);
        skip_group();
        if (at(TokenKind::LeftBrace)) {
            skip_group();
        }
        add(argument, Role::Value, close(error));
        return close(argument);
    }
    return {};
}

// `Card c = { cost = 2 };`: behind the `=`.
void Parser::refuse_values_without_new(NodeId local) {
    const NodeId type = builder_.tree().child(local, Role::Type);
    if (!has_mistakes() || !at(TokenKind::LeftBrace) || !at(TokenKind::Identifier, 1) || !at(TokenKind::Equal, 2)
        || builder_.tree().kind(type) != NodeKind::TypeName) {
        return;
    }
    const std::string made = "new " + node_text(type) + "() ";
    mistake(DiagnosticKind::ForeignForm, span(id(1), id(2)), std::string(text(1)) + " = …")
        .help("first values belong to something new: `" + made + "{ " + std::string(text(1)) + " = … }`")
        .replace({file_, token().begin, token().begin}, made);
}

// At the first argument of `sort`: what asks about each element is for `sortBy`.
void Parser::take_sort_for_sort_by() {
    const TokenId name(std::size_t{places_[at_ - 2].token});
    if (text(name) == "sort") {
        builder_.take_for(name, TokenKind::Identifier, word::sortBy);
    }
}

// At an opening sign: `x for x in xs` up to the sign that closes it.
bool Parser::holds_comprehension() const {
    if (!at(TokenKind::LeftBracket) && !at(TokenKind::LeftBrace) && !at(TokenKind::LeftParen)) {
        return false;
    }
    std::size_t depth = 0;
    for (std::size_t ahead = 0; ahead < kLookahead; ++ahead) {
        switch (kind(ahead)) {
        case TokenKind::LeftBracket:
        case TokenKind::LeftBrace:
        case TokenKind::LeftParen: ++depth; break;
        case TokenKind::RightBracket:
        case TokenKind::RightBrace:
        case TokenKind::RightParen: --depth; break;
        case TokenKind::For:
            if (depth == 1 && is_word(kind(ahead + 1))) {
                return true;
            }
            break;
        case TokenKind::Semicolon:
        case TokenKind::EndOfFile: return false;
        default: break;
        }
        if (depth == 0) {
            return false;
        }
    }
    return false;
}

// How many tokens `k =>`, `k ->`, `(k) =>` or `(a, b) =>` has at the beginning of an argument; 0 when it is none of these.
std::size_t Parser::foreign_question_length() const {
    const auto arrow = [&](std::size_t ahead) {
        return at(TokenKind::ThickArrow, ahead) || at(TokenKind::Arrow, ahead);
    };
    if (at(TokenKind::Identifier) && at(TokenKind::ThickArrow, 1)) {
        return 2;
    }
    if (at(TokenKind::Identifier) && at(TokenKind::Arrow, 1)) { // `piece->tile` reaches a member
        return text(2) == text() || at(TokenKind::LeftBrace, 2) || at(TokenKind::LeftParen, 2) ? 2 : 0;
    }
    if (!at(TokenKind::LeftParen) || !at(TokenKind::Identifier, 1)) {
        return 0;
    }
    std::size_t end = 2;
    while (at(TokenKind::Comma, end) && at(TokenKind::Identifier, end + 1) && end < kLookahead) {
        end += 2;
    }
    return at(TokenKind::RightParen, end) && arrow(end + 1) ? end + 2 : 0;
}

// `xs.where(k => k.cost > 1)`: into the argument `k: k.cost > 1`.
NodeId Parser::parse_foreign_question(NodeId argument) {
    const std::size_t length = foreign_question_length();
    const std::size_t name = at(TokenKind::LeftParen) ? 1 : 0;
    const bool has_block = at(TokenKind::LeftBrace, length);
    const bool several = at(TokenKind::Comma, name + 1);
    const Span whole = span(id(), id(length - 1));
    const std::string element(text(name));
    const std::string head(builder_.tree().source().text().substr(whole.begin, whole.end - whole.begin));
    Report report = mistake(DiagnosticKind::ForeignForm, whole, head + " …");
    if (several) {
        report.help("a question names one element: `xs.sortBy(x: x.cost)`");
    } else if (has_block) {
        report.help("a question is one expression: `" + element + ": …`");
    } else {
        report.help("a question names the element with `:`, as in `where(" + element + ": …)`")
            .replace(whole, element + ":");
    }
    for (std::size_t i = 0; i < length; ++i) {
        if (i == name) {
            set_main(argument, id());
        }
        advance();
    }
    if (has_block || several) {
        const NodeId error = open(NodeKind::Error);
        while (!at(TokenKind::RightParen) && !at(TokenKind::Semicolon) && !at(TokenKind::EndOfFile)) {
            if (at(TokenKind::LeftBrace) || at(TokenKind::LeftParen)) {
                skip_group();
            } else {
                advance();
            }
        }
        add(argument, Role::Value, close(error));
        return close(argument);
    }
    add(argument, Role::Value, parse_expression());
    return close(argument);
}

// `-- takes all`: words up to the end of the line, and no `;`.
bool Parser::at_dashed_comment() const {
    if (!has_mistakes() || !at(TokenKind::MinusMinus) || !is_word(kind(1)) || on_new_line(1)) {
        return false;
    }
    return is_word(kind(2)) || on_new_line(2);
}

NodeId Parser::skip_dashed_comment() {
    mistake(DiagnosticKind::ForeignForm, span(), "-- …").help("a comment begins with `//`").replace(span(), "//");
    const NodeId error = open(NodeKind::Error);
    advance();
    while (!on_new_line() && !at(TokenKind::EndOfFile)) {
        advance();
    }
    return close(error);
}

// `Goods::Wool`; the cursor is left on the second sign, which is read as `.`.
void Parser::refuse_double_colon() {
    mistake(DiagnosticKind::ForeignSign, span(id(), id(1)), "::")
        .help("a member stands after `.`")
        .replace(span(id(), id(1)), ".");
    advance();
}

// Was something on the line of the cursor told already?
bool Parser::told_on_this_line() const {
    if (reported_at_ == kNone || reported_at_ > at_) {
        return false;
    }
    for (std::size_t i = reported_at_ + 1; i <= at_; ++i) {
        if (places_[i].first_on_line != 0) {
            return false;
        }
    }
    return true;
}

// `if (c):` and the lines below that are indented more: one mistake.
NodeId Parser::skip_indented_body(std::string_view what) {
    if (!told_on_this_line()) {
        mistake(DiagnosticKind::Unexpected, span(), text())
            .help("what belongs to " + std::string(what) + " stands in braces `{ }`, and each statement ends with `;`");
    }
    const std::uint32_t limit = item_indent_;
    const NodeId error = open(NodeKind::Error);
    advance();
    while (!at(TokenKind::EndOfFile) && !at(TokenKind::RightBrace) && indent() > limit) {
        if (at(TokenKind::LeftBrace)) {
            skip_group();
        } else {
            advance();
        }
    }
    return close(error);
}

} // namespace tgdl
