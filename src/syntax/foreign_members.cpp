// Members and clauses that are written as in an older design or in another language: told once, and read as what was meant.
#include "syntax/parser_core.h"

#include <array>
#include <utility>

namespace tgdl {

// `public number gold;`, `public: number gold;`, `hidden number gold;`, `Board* map;`, `number[3] dice;`: told, and read as the
// attribute that it is. False when it is none of these.
bool Parser::parse_foreign_attribute(NodeId parent) {
    if (!has_mistakes()) {
        return false;
    }
    if (!at(TokenKind::Identifier) || declares_type(token().symbol)) {
        return parse_attribute_with_sign(parent);
    }
    const bool modifier = at_any({word::public_, word::private_, word::protected_, word::static_, word::const_,
                                  word::abstract, word::let, word::var, word::attribute})
                          || text() == "property" || text() == "final" || text() == "readonly" || text() == "has";
    const bool secret = at_word(word::hidden) || text() == "secret";
    if ((modifier || secret) && at(TokenKind::Colon, 1)) {
        mistake(DiagnosticKind::ForeignWord, span(id(), id(1)), source_text(span(id(), id(1))))
            .help("leave it out")
            .replace(span(id(), id(1)), "");
        add(parent, Role::Item, skip_token());
        add(parent, Role::Item, skip_token());
        return true;
    }
    if (!(modifier || secret) || !is_word(kind(1)) || !(is_word(kind(2)) || at(TokenKind::Less, 2))) {
        return parse_attribute_with_sign(parent);
    }
    Report report = mistake(DiagnosticKind::ForeignWord, span(), text());
    if (secret) {
        const std::string name(text(1 + type_length(1)));
        report.help("leave it out, and say who sees it: `visible " + name
                    + " viewer { return viewer == this.player; }`");
    } else {
        report.help("leave it out").replace(span(), "");
    }
    add(parent, Role::Item, skip_token());
    return true;
}

// `Board* map;`, `number[3] dice;`
bool Parser::parse_attribute_with_sign(NodeId parent) {
    const bool star = at(TokenKind::Identifier) && at(TokenKind::Star, 1) && at(TokenKind::Identifier, 2)
                      && (at(TokenKind::Semicolon, 3) || at(TokenKind::Equal, 3));
    const bool sized = at(TokenKind::Identifier) && at(TokenKind::LeftBracket, 1) && at(TokenKind::Number, 2)
                       && at(TokenKind::RightBracket, 3) && at(TokenKind::Identifier, 4);
    if (!star && !sized) {
        return false;
    }
    const std::string type(text());
    if (star) {
        mistake(DiagnosticKind::Unexpected, span(1), text(1))
            .help("leave it out: what holds a thing holds no copy of it")
            .replace(span(1), "");
    } else {
        mistake(DiagnosticKind::ForeignForm, span(id(), id(3)), source_text(span(id(), id(3))))
            .help("write `List<" + type + ">`: a list grows as needed")
            .replace(span(id(), id(3)), "List<" + type + ">");
    }
    const NodeId node = open(NodeKind::Attribute);
    add(node, Role::Type, star ? parse_type_name("this attribute") : missing());
    at_ += star ? 1 : 4;
    set_main(node, advance());
    if (accept(TokenKind::Equal)) {
        add(node, Role::Value, parse_expression());
    }
    expect_semicolon();
    add(parent, Role::Item, close(node));
    return true;
}

// At `cost = 2;`: the type of an attribute that this file declares by that name serves, where a base may have it.
void Parser::refuse_attribute_without_type(bool has_base) {
    const std::string name(text());
    std::string type;
    for (std::size_t i = 0; has_base && type.empty() && i + 2 < places_.size(); ++i) {
        const Token& here = tokens()[places_[i + 1].token];
        const TokenKind after = tokens()[places_[i + 2].token].kind;
        if (here.symbol == token().symbol && (after == TokenKind::Equal || after == TokenKind::Semicolon)
            && tokens()[places_[i].token].kind == TokenKind::Identifier) {
            type = std::string(text(TokenId(std::size_t{places_[i].token})));
        }
    }
    Report report = mistake(DiagnosticKind::MissingType, span(), "the attribute `" + name + "`");
    if (!type.empty()) {
        const std::string meant = "override " + type + " " + name;
        report.help("to give it another first value than the base does, write `" + meant + " = …;`")
            .replace(span(), meant);
    } else {
        report.help("write its type before its name, such as `" + guessed_type(2) + " " + name + " = …;`");
    }
}

// `action Go effect { … }`: the effect alone, without the braces of the action.
NodeId Parser::parse_effect_of_head(NodeId action) {
    advance();
    add(action, Role::Effect, parse_block("this effect"));
    accept_end_of_body();
    return close(action);
}

// `Card 10;`, `Card * 10;`, `Card x 10;`, `card Trader { cost = 2 }` in `contents`; none when it is none of these.
NodeId Parser::parse_foreign_entry() {
    if (!has_mistakes() || !starts_type()) {
        return {};
    }
    const std::size_t number = at(TokenKind::Number, 1) ? 1 : 2;
    const bool ends = at(TokenKind::Semicolon, number + 1) || at(TokenKind::Comma, number + 1)
                      || at(TokenKind::RightBrace, number + 1);
    const bool behind =
        ends && at(TokenKind::Number, number) && (number == 1 || at(TokenKind::Star, 1) || at_word(word::x, 1));
    const bool named = at(TokenKind::Identifier, 1) && at(TokenKind::LeftBrace, 2) && !declares_type(token(1).symbol)
                       && stands_for_definition();
    if (behind) {
        const std::string entry = std::string(text(number)) + " " + std::string(text());
        const Span whole = span(id(), id(number));
        mistake(DiagnosticKind::ForeignForm, whole, written(number + 1))
            .help("how many stands first: `" + entry + ";`")
            .replace(whole, entry);
    } else if (named) {
        mistake(DiagnosticKind::ForeignForm, span(id(), id(1)), written(2) + " { … }")
            .help("an entry says how many of which class: `1 Card { cost = 2 };`");
    } else {
        return {};
    }
    return skip_written_form();
}

// `3 new Card();`: told, and the type read.
NodeId Parser::parse_new_in_entry() {
    const bool brackets = at(TokenKind::LeftParen, 2) && at(TokenKind::RightParen, 3);
    const Span whole = span(id(), id(brackets ? 3 : 1));
    mistake(DiagnosticKind::ForeignForm, whole, written(2) + (brackets ? "()" : ""))
        .help("an entry says how many of which class: `3 " + std::string(text(1)) + ";`")
        .replace(whole, std::string(text(1)));
    advance();
    const NodeId type = parse_type_name("this entry");
    at_ += brackets ? 2 : 0;
    return type;
}

// The type of the value that begins `ahead`, as far as its first token tells it.
std::string Parser::guessed_type(std::size_t ahead) const {
    switch (kind(ahead)) {
    case TokenKind::String:
    case TokenKind::TextWhole:
    case TokenKind::TextBegin: return "string";
    case TokenKind::True:
    case TokenKind::False: return "bool";
    case TokenKind::New:
        return source_text(span(id(ahead + 1), id(ahead + std::max<std::size_t>(type_length(ahead + 1), 1))));
    case TokenKind::LeftBrace:
    case TokenKind::LeftBracket:
        return "List<" + (at(TokenKind::RightBrace, ahead + 1) ? "T" : guessed_type(ahead + 1)) + ">";
    case TokenKind::Player: return "player";
    case TokenKind::Identifier:
    case TokenKind::This:
    case TokenKind::Null: return "T";
    default: return "number";
    }
}

// Words that stand for `require`.
bool Parser::at_require_word() {
    static constexpr auto kWords =
        std::to_array<std::string_view>({"condition", "conditions", "Condition", "precondition", "requires",
                                         "requirement", "required", "when", "guard"});
    if (!at(TokenKind::Identifier) || declares_type(token().symbol)
        || std::ranges::find(kWords, text()) == kWords.end()) {
        return false;
    }
    return at(TokenKind::LeftBrace, 1) || at(TokenKind::Colon, 1) || starts_operand(1);
}

// `require gold > 2;`, `condition: gold > 2, "poor";`, `requires "poor" { … }`: told once, with the clause as it is written;
// `when MoveEvent;` is a trigger.
// The cursor stands on the word; none when what follows is right.
NodeId Parser::parse_foreign_require() {
    if (!has_mistakes()) {
        return {};
    }
    if (text() == "when" && at(TokenKind::Identifier, 1)
        && (at(TokenKind::Semicolon, 2) || at(TokenKind::LeftBrace, 2))) {
        mistake(DiagnosticKind::UnknownClause, span(), text(), "an action")
            .help("what an action waits for is its trigger: `trigger " + std::string(text(1)) + ";`")
            .replace(span(), "trigger");
        take_as("trigger");
        return parse_trigger();
    }
    const bool foreign_word = at_require_word();
    const bool older =
        foreign_word && text().size() > 4 && (text().ends_with("ondition") || text().ends_with("onditions"));
    const std::size_t sign = at(TokenKind::Colon, 1) || at(TokenKind::Equal, 1) ? 1 : 0;
    if (!at(TokenKind::Require) && !foreign_word) {
        return {};
    }
    at_ += 1 + sign;
    const bool value = !at(TokenKind::LeftBrace) && !at(TokenKind::Semicolon) && without_body();
    at_ -= 1 + sign;
    if (!foreign_word && sign == 0 && !value) {
        return {};
    }
    const TokenId first = id();
    const std::size_t reported = diagnostics_.all().size();
    Report report = older || (!foreign_word && sign > 0)
                        ? mistake(older ? DiagnosticKind::OlderConstruct : DiagnosticKind::Unexpected,
                                  span(older ? 0 : sign), text(older ? 0 : sign))
                    : foreign_word ? mistake(DiagnosticKind::UnknownClause, span(), text(), "an action")
                                   : mistake(DiagnosticKind::MissingBody, span(), "`require`");
    if (!value) {
        report.help(older || sign > 0 ? "write `require { return …; }`" : "did you mean `require`?");
        if (at(TokenKind::LeftBrace, 1 + sign) || at(TokenKind::String, 1 + sign)) {
            report.replace(span(first, id(sign)), "require");
        }
        if (!foreign_word) {
            return {};
        }
        const bool told = std::exchange(panic_, true);
        const NodeId node = as_error(parse_require());
        panic_ = told;
        return node;
    }
    const NodeId node = open(NodeKind::Require);
    at_ += 1 + sign;
    at_ += at(TokenKind::LeftParen) && at(TokenKind::RightParen, 1) && at(TokenKind::ThickArrow, 2) ? 3 : 0;
    accept(TokenKind::Return);
    const NodeId condition = parse_expression();
    std::string reason;
    if (accept(TokenKind::Comma)) {
        reason = " " + node_text(parse_expression());
    }
    const Span whole = span(first, id());
    if (diagnostics_.all().size() == reported + 1 && at(TokenKind::Semicolon)) {
        const std::string meant = "require" + reason + " { return " + node_text(condition) + "; }";
        report.help("write `" + meant + "`").replace(whole, meant);
    } else {
        report.help("write `require { return …; }`");
    }
    while (!at(TokenKind::Semicolon) && !at(TokenKind::RightBrace) && !at(TokenKind::EndOfFile)) {
        advance();
    }
    accept(TokenKind::Semicolon);
    return as_error(close(node));
}

// `input { Card a; Hill b { … } }`, told at the word: read as inputs of their own.
void Parser::parse_inputs_of_list(NodeId node) {
    mistake(DiagnosticKind::OlderConstruct, span(id(), id(1)), "input {").help("write each by itself: `input Card c;`");
    NodeId input = open(NodeKind::Input); // the first begins at the word, so that nothing is missed in it
    advance();
    const TokenId opened = advance();
    while (starts_type()) {
        if (at_word(word::decimal)) { // one mistake, one message
            builder_.take_for(id(), TokenKind::Identifier, word::number);
        }
        add(input, Role::Type, parse_type("this input"));
        set_main(input, expect_name("this input"));
        if (at(TokenKind::LeftBrace)) {
            parse_input_block(input);
        }
        add(node, Role::Input, close(input));
        if (!accept(TokenKind::Semicolon)) {
            accept(TokenKind::Comma);
        }
        input = open(NodeKind::Input);
    }
    expect_close(TokenKind::RightBrace, opened);
    accept(TokenKind::Semicolon);
}

// What stands behind `options`, also `{ return hand; }` and `"a", "b"`.
NodeId Parser::parse_foreign_options() {
    if (at(TokenKind::LeftBrace) && at(TokenKind::Return, 1)) {
        std::size_t end = 2;
        while (end < kLookahead && !at(TokenKind::Semicolon, end) && !at(TokenKind::RightBrace, end)) {
            ++end;
        }
        const std::string meant = source_text(span(id(2), id(end - 1)));
        const bool whole = at(TokenKind::Semicolon, end) && at(TokenKind::RightBrace, end + 1);
        Report report = mistake(DiagnosticKind::ForeignForm, span(), "options { return …; }");
        report.help("what may be chosen stands right behind the word: `options " + meant + ";`");
        if (whole) {
            report.replace(span(id(), id(end + 1)), meant + (at(TokenKind::Semicolon, end + 2) ? "" : ";"));
        }
        const NodeId error = open(NodeKind::Error);
        skip_group();
        reported_at_ = at_; // the `;` behind it
        return close(error);
    }
    const NodeId first = parse_expression();
    if (!at(TokenKind::Comma)) {
        return first;
    }
    const TokenId begin = builder_.begin_of(first);
    Report report = mistake(DiagnosticKind::ForeignForm, span(), node_text(first) + ", …");
    while (accept(TokenKind::Comma)) {
        parse_expression();
    }
    const Span values = span(begin, TokenId(id().index() - 1));
    const std::string meant = "{ " + source_text(values) + " }";
    report.help("what may be chosen is a list: `options " + meant + ";`").replace(values, meant);
    return as_error(first);
}

// `filter Card ex { … }`, `filter (ex) { … }`, `filter(Card ex) { … }`: read as `filter ex { … }`. A text may stand before the
// name, so that without brackets the first word has to be a type.
bool Parser::parse_foreign_filter_name(NodeId filter) {
    if (at(TokenKind::LeftBrace)) {
        return false;
    }
    const std::size_t bracket = at(TokenKind::LeftParen) ? 1 : 0;
    const std::size_t type = at(TokenKind::Identifier, bracket + type_length(bracket)) ? type_length(bracket) : 0;
    const std::size_t name = bracket + type;
    const bool shaped = at(TokenKind::Identifier, name) && (bracket == 0 || at(TokenKind::RightParen, name + 1))
                        && at(TokenKind::LeftBrace, name + 1 + bracket);
    if (!shaped || (bracket == 0 && (type == 0 || !names_type(0)))) {
        return false;
    }
    const Span whole = span(id(), id(name + bracket));
    const std::string meant = (bracket > 0 ? " " : "") + std::string(text(name));
    const std::string form = (bracket > 0 ? "filter" : "filter ") + source_text(whole);
    mistake(DiagnosticKind::ForeignForm, whole, form)
        .help("write `filter " + std::string(text(name)) + " { … }`")
        .replace(whole, meant);
    set_main(filter, id(name));
    at_ += name + bracket + 1;
    return true;
}

} // namespace tgdl
