// Forms of other designs where a value stands: questions written with arrows, comprehensions, `call F with …`, and bodies that
// only their indentation shows.
#include "syntax/parser_core.h"

namespace tgdl {

// A form of its own that begins here; none when there is none.
NodeId Parser::parse_foreign_value() {
    if (!has_mistakes() || !at(TokenKind::Identifier) || declares_type(token().symbol)) {
        return {};
    }
    const bool calls = text() == "call" && at(TokenKind::Identifier, 1) && !on_new_line(1);
    if (calls) {
        const std::string name(text(1));
        mistake(DiagnosticKind::OlderConstruct, span(id(), id(1)), "call " + name)
            .help("a function is called by its name: `" + name + "(a: 1)`");
        const NodeId error = open(NodeKind::Error);
        while (!at(TokenKind::Semicolon) && !at(TokenKind::RightParen) && !at(TokenKind::RightBrace)
               && !at(TokenKind::EndOfFile) && !(on_new_line() && indent() <= item_indent_)) {
            if (at(TokenKind::LeftBrace) || at(TokenKind::LeftParen)) {
                skip_group();
            } else {
                advance();
            }
        }
        return close(error);
    }
    if (!at(TokenKind::LeftParen, 1)) {
        return {};
    }
    ++at_;
    const bool comprehension = holds_comprehension();
    --at_;
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
        report.help("a question names one element: `xs.sort(x: x.cost)`");
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
