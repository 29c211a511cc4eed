// The values of an enum, also as other languages write them (docs/reference/enums.md).
#include "syntax/lexer.h"
#include "syntax/parser_core.h"

#include <utility>

namespace tgdl {

// One value, and what may follow it. A reserved word before a text begins something else: `import "hand.tgdl";`.
bool Parser::at_enum_value(std::size_t ahead) const {
    return (at(TokenKind::Identifier, ahead) && at(TokenKind::String, ahead + 1))
           || (is_word(kind(ahead))
               && (at(TokenKind::Comma, ahead + 1) || at(TokenKind::Semicolon, ahead + 1)
                   || at(TokenKind::RightBrace, ahead + 1)));
}

// Also where the comma behind the first value is missing; `A B;` looks like an attribute where more follows.
bool Parser::at_enum_values() const {
    const bool sign = at(TokenKind::Equal, 1) || at(TokenKind::Colon, 1) || at(TokenKind::LeftParen, 1);
    const bool words = at(TokenKind::Identifier) && at(TokenKind::Identifier, 1) && at(TokenKind::Identifier, 2);
    if (has_mistakes() && at(TokenKind::Identifier) && at(TokenKind::Identifier, 1) && at(TokenKind::RightBrace, 2)) {
        return true;
    }
    if (has_mistakes() && (at(TokenKind::String) || (is_word(kind()) && sign) || words)) {
        return true;
    }
    const bool goes_on = at(TokenKind::Comma, 2) || at(TokenKind::String, 2)
                         || (at(TokenKind::Semicolon, 2) && at(TokenKind::RightBrace, 3));
    return at_enum_value(0) || (is_word(kind()) && goes_on && at_enum_value(1));
}

// `Wool "bale of wool", Ore;`
NodeId Parser::parse_enum_values() {
    const NodeId node = open(NodeKind::EnumValues);
    bool told = false;
    for (;;) {
        const NodeId value = open(NodeKind::EnumValue);
        parse_enum_name(value, told);
        if (at(TokenKind::String)) {
            add(value, Role::Text, parse_primary());
        }
        add(node, Role::Item, close(value));
        if (at(TokenKind::Semicolon) && is_word(kind(1))
            && (at(TokenKind::Semicolon, 2) || at(TokenKind::Comma, 2) || (told && at(TokenKind::RightBrace, 2)))) {
            if (!told) {
                mistake(DiagnosticKind::WrongSign, span(), ";", ",")
                    .help("the values of an enum are separated by `,`; the `;` stands after the last");
            }
            told = true;
            advance();
        } else if (!accept(TokenKind::Comma)) {
            if (told && at(TokenKind::Identifier)) {
                continue;
            }
            if (!misses_comma()) {
                break;
            }
            told = has_mistakes();
        } else if (at(TokenKind::RightBrace) || at(TokenKind::Semicolon)) {
            const TokenId comma = TokenId(id().index() - 1);
            mistake(DiagnosticKind::WrongSign, builder_.tree().span(comma), ",", ";")
                .help("the `;` stands after the last value")
                .replace(builder_.tree().span(comma), at(TokenKind::Semicolon) ? "" : ";");
            accept(TokenKind::Semicolon);
            return close(node);
        }
    }
    const bool unclosed = on_new_line() && starts_definition(); // told with the brace
    if (!unclosed && (!at(TokenKind::RightBrace) || !(told || foreign_head_ || told_on_this_line()))) {
        expect_semicolon();
    }
    return close(node);
}

// `enum Kind: Red, Green;`, `enum Kind (Red, Green);`, `enum Kind Red, Green;`: told behind the name, and read as values. False
// when it is none of these.
bool Parser::parse_values_without_braces(NodeId node) {
    const std::size_t sign = at(TokenKind::Colon) || at(TokenKind::LeftParen) || at(TokenKind::LeftBracket) ? 1 : 0;
    if (!has_mistakes() || on_new_line() || !at(TokenKind::Identifier, sign) || !at(TokenKind::Comma, sign + 1)) {
        return false;
    }
    mistake(DiagnosticKind::ForeignForm, span(), std::string(text()) + " …")
        .help("the values stand in braces: `enum Kind { Red, Green; }`");
    const bool told = std::exchange(panic_, true);
    at_ += sign;
    add(node, Role::Item, parse_enum_values());
    panic_ = told;
    while (!at(TokenKind::EndOfFile) && !on_new_line()) {
        advance();
    }
    return true;
}

// The name of a value, and what other languages write with it: `Red = 1`, `Red: "red"`, `Red("r")`, `"Red"`.
void Parser::parse_enum_name(NodeId value, bool& told) {
    const bool quoted = at(TokenKind::String);
    const std::size_t sign = at(TokenKind::Equal, 1) || at(TokenKind::Colon, 1) || at(TokenKind::LeftParen, 1) ? 1 : 0;
    if (!quoted && (sign == 0 || !at(TokenKind::Identifier))) {
        set_main(value, expect_name("this value"));
        return;
    }
    if (!told) {
        const std::string form = quoted                        ? std::string(text())
                                 : at(TokenKind::LeftParen, 1) ? std::string(text()) + "(…)"
                                                               : source_text(span(id(), id(1))) + " …";
        mistake(DiagnosticKind::ForeignForm, span(id(), id(sign)), form)
            .help(
                "a value is a name, and where people read another text, that behind it: `Wool \"bale of wool\", Ore;`");
    }
    told = true;
    if (quoted) {
        builder_.take_for(id(), TokenKind::Identifier, names_.find(string_value(text())));
    }
    set_main(value, advance());
    if (at(TokenKind::LeftParen)) {
        skip_group();
    } else if (sign > 0) {
        advance();
        if (!at(TokenKind::Comma) && !at(TokenKind::RightBrace)) {
            advance();
        }
    }
}

// Another value follows without a comma before it.
bool Parser::misses_comma() {
    if (on_new_line() && starts_definition()) {
        return false; // the braces are not closed
    }
    const bool another =
        has_mistakes() && at(TokenKind::Identifier) && (at(TokenKind::Identifier, 1) || at(TokenKind::RightBrace, 1));
    if (!at_enum_value(0) && !another) {
        return false;
    }
    mistake(DiagnosticKind::MissingSign, after_previous(), ",")
        .help("the values of an enum are separated by `,`")
        .replace(after_previous(), ",");
    return true;
}

} // namespace tgdl
