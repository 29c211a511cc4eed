// The smallest expressions and what may follow them: literals, names, calls, members, `new`, collection literals and
// interpolated strings.
#include "syntax/lexer.h"
#include "syntax/parser_core.h"

namespace tgdl {

bool Parser::starts_operand(std::size_t ahead) const {
    switch (kind(ahead)) {
    case TokenKind::Identifier:
    case TokenKind::Number:
    case TokenKind::String:
    case TokenKind::TextWhole:
    case TokenKind::TextBegin:
    case TokenKind::LeftParen:
    case TokenKind::LeftBrace:
    case TokenKind::Minus:
    case TokenKind::Plus:
    case TokenKind::Bang:
    case TokenKind::Not:
    case TokenKind::New:
    case TokenKind::This:
    case TokenKind::Base:
    case TokenKind::True:
    case TokenKind::False:
    case TokenKind::Null:
    case TokenKind::Event:
    case TokenKind::Player:
    case TokenKind::Turn: return true;
    default: return false;
    }
}

NodeId Parser::parse_primary() {
    const auto leaf = [&](NodeKind node_kind) {
        const NodeId node = open(node_kind);
        set_main(node, advance());
        return close(node);
    };
    switch (kind()) {
    case TokenKind::Number: return leaf(NodeKind::NumberLiteral);
    case TokenKind::String: return leaf(NodeKind::StringLiteral);
    case TokenKind::True:
    case TokenKind::False: return leaf(NodeKind::BoolLiteral);
    case TokenKind::Null: return leaf(NodeKind::NullLiteral);
    case TokenKind::Identifier:
    case TokenKind::Player:
    case TokenKind::Turn:
    case TokenKind::Event:
    case TokenKind::Class:
        if (has_mistakes()) {
            if (const NodeId foreign = parse_foreign_value(); foreign.valid()) {
                return foreign;
            }
        }
        if (at_any({word::List, word::Table, word::Stack}) && at(TokenKind::Less, 1)) {
            mistake(DiagnosticKind::Unexpected, span(), text())
                .help("to make a new one, write `new` before it")
                .replace({file_, token().begin, token().begin}, "new ");
            return parse_new();
        }
        if (at(TokenKind::String, 1) && token(1).begin == token().end && (text() == "f" || text() == "F")) {
            if (text(1).starts_with("\"")) { // else the lexer has told
                mistake(DiagnosticKind::ForeignForm, span(), "f\"…\"").help("write `$\"…\"`").replace(span(), "$");
            }
            const NodeId error = open(NodeKind::Error);
            advance();
            advance();
            return close(error);
        }
        if (at_word(word::shape) && at(TokenKind::LeftBrace, 1)) {
            return parse_shape_literal();
        }
        if (at_word(word::suppose) && at(TokenKind::LeftBrace, 1)) {
            return parse_suppose();
        }
        return at_switch() ? parse_switch_value() : leaf(NodeKind::Name);
    case TokenKind::This: return leaf(NodeKind::This);
    case TokenKind::Base: return leaf(NodeKind::BaseWord);
    case TokenKind::TextWhole:
    case TokenKind::TextBegin: return parse_interpolation();
    case TokenKind::LeftParen: return parse_paren();
    case TokenKind::LeftBrace:
    case TokenKind::LeftBracket: return parse_collection_literal();
    case TokenKind::New: return parse_new();
    case TokenKind::If:
        if (has_mistakes() && !on_new_line() && has_else_on_its_way()) {
            return parse_if_value();
        }
        break;
    default: break;
    }
    const bool wrong_word = is_reserved(kind()) && !on_new_line() && looks_like_name_use(1);
    if (wrong_word && !at(TokenKind::In)) {
        mistake(DiagnosticKind::ReservedName, span(), text()).help("it has a meaning of its own and no value");
        return skip_token();
    }
    mistake(DiagnosticKind::MissingValue, after_previous());
    return missing();
}

NodeId Parser::parse_paren() {
    if (has_mistakes()) {
        if (const NodeId cast = parse_foreign_cast(); cast.valid()) {
            return cast;
        }
    }
    const RangeEnds ends(*this, false);
    const NodeId node = open(NodeKind::Paren);
    const TokenId opened = advance();
    add(node, Role::Value, parse_expression());
    expect_close(TokenKind::RightParen, opened);
    return close(node);
}

NodeId Parser::parse_call() {
    const RangeEnds ends(*this, false);
    const NodeId node = open(NodeKind::Call);
    const TokenId opened = advance();
    while (starts_operand() || at(TokenKind::LeftBracket) || is_reserved(kind()) || at(TokenKind::PlusPlus)) {
        const std::size_t start = at_;
        if (on_new_line() && starts_statement_word()) {
            break;
        }
        add(node, Role::Item, parse_argument());
        const std::size_t before_comma = at_;
        expect_comma_or(TokenKind::RightParen);
        const bool another = at_ > before_comma || (at_ > start && starts_operand() && reported_at_ == at_ && !panic_);
        if (!another) {
            break;
        }
        if (at(TokenKind::RightParen)) {
            mistake(DiagnosticKind::MissingValue, after_previous()).help("leave out the `,`, or add a value");
        }
    }
    expect_close(TokenKind::RightParen, opened);
    return close(node);
}

NodeId Parser::parse_argument() {
    const NodeId node = open(NodeKind::Argument);
    if (at_text_without_quotes()) {
        const bool whole_call = at_ > 1 && text(TokenId(std::size_t{places_[at_ - 2].token})) == "log";
        add(node, Role::Value, skip_text_without_quotes(whole_call ? TokenKind::RightParen : TokenKind::Comma));
        return close(node);
    }
    if (const NodeId foreign = parse_foreign_argument(node); foreign.valid()) {
        return foreign;
    }
    if (is_word(kind()) && at(TokenKind::Colon, 1) && !at(TokenKind::Colon, 2)) {
        if (is_reserved(kind())) {
            mistake(DiagnosticKind::ReservedName, span(), text()).help("choose another name");
        }
        set_main(node, advance());
        advance();
    } else if (at(TokenKind::Identifier) && at(TokenKind::Equal, 1)) {
        set_main(node, advance());
        wrong_sign(":", "the name of an argument is followed by `:`; to compare, write `==`");
    }
    add(node, Role::Value, parse_expression());
    return close(node);
}

NodeId Parser::parse_index() {
    const RangeEnds ends(*this, false);
    const NodeId node = open(NodeKind::Index);
    const TokenId opened = advance();
    const NodeId value = parse_conditional();
    add(node, Role::Value, value);
    if (at(TokenKind::Comma)) {
        mistake(DiagnosticKind::WrongSign, span(), text(), "][")
            .help("write each index in its own brackets, as in `g[1][2]`")
            .replace(span(), "][");
        advance();
        parse_expression();
    }
    expect_close(TokenKind::RightBracket, opened);
    return close(node);
}

NodeId Parser::parse_member_access() {
    const NodeId node = open(NodeKind::Member);
    if (at(TokenKind::Arrow)) {
        mistake(DiagnosticKind::ForeignSign, span(), text()).help("a member stands after `.`").replace(span(), ".");
    }
    advance();
    if (is_word(kind()) && !(on_new_line() && indent() <= item_indent_)) {
        set_main(node, advance());
    } else {
        mistake(DiagnosticKind::MissingName, after_previous(), "`.`").help("say which member is meant");
    }
    return close(node);
}

// `<` after `all` and after the member `of` opens a type; so it does after `rows` and behind such a type a bracket. Anywhere
// else it compares.
bool Parser::at_type_arguments() const {
    if (!at(TokenKind::Less) || at_ == 0) {
        return false;
    }
    const Token& before = tokens()[places_[at_ - 1].token];
    if (before.kind != TokenKind::Identifier) {
        return false;
    }
    const bool member = at_ > 1 && tokens()[places_[at_ - 2].token].kind == TokenKind::Dot;
    if (before.symbol == word::all && !member) {
        return true;
    }
    if (before.symbol != (member ? word::of : word::rows)) {
        return false;
    }
    std::size_t open_signs = 0;
    for (std::size_t ahead = 0; ahead < kLookahead; ++ahead) {
        const TokenKind here = kind(ahead);
        if (here == TokenKind::Less) {
            ++open_signs;
        } else if (here == TokenKind::Greater) {
            --open_signs;
            if (open_signs == 0) {
                return at(TokenKind::LeftParen, ahead + 1);
            }
        } else if (!starts_type(ahead) && here != TokenKind::Comma && here != TokenKind::Dot
                   && here != TokenKind::LeftBracket && here != TokenKind::RightBracket) {
            return false;
        }
    }
    return false;
}

NodeId Parser::parse_type_arguments() {
    const NodeId node = open(NodeKind::TypeArguments);
    parse_type_list(node);
    return close(node);
}

NodeId Parser::parse_new() {
    const NodeId node = open(NodeKind::New);
    accept(TokenKind::New);
    if (at_any({word::List, word::Table, word::Stack}) && at(TokenKind::LeftBrace, 1)) {
        const std::string made(text());
        mistake(DiagnosticKind::NewWithoutBrackets, span(), made)
            .help("say what it holds: `new " + made + "<number>() { … }`, or leave `new " + made + "` out");
        advance();
        skip_group();
        return as_error(close(node));
    }
    const NodeId type = parse_type("`new`");
    add(node, Role::Type, type);
    if (at(TokenKind::LeftParen)) {
        const TokenId opened = advance();
        if (!at(TokenKind::RightParen) && starts_operand()) {
            mistake(DiagnosticKind::NewWithArguments, span(), node_text(type))
                .help("give first values in braces: `new " + node_text(type) + "() { name = … }`");
            const NodeId call = open(NodeKind::Error);
            parse_argument();
            while (accept(TokenKind::Comma)) {
                parse_argument();
            }
            close(call);
        }
        expect_close(TokenKind::RightParen, opened);
    } else if (at(TokenKind::LeftBracket)) {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("to make a list, write `new List<…>()`");
        parse_index();
    } else {
        const std::string made = node_text(type);
        mistake(DiagnosticKind::NewWithoutBrackets, after_previous(), made)
            .help("write `new " + made + "()`")
            .replace(after_previous(), "()");
    }
    const NodeKind made = builder_.tree().kind(type);
    if (at(TokenKind::LeftBrace) && (made == NodeKind::GenericType || made == NodeKind::ArrayType)) {
        add(node, Role::Value, parse_collection_literal());
    } else if (at(TokenKind::LeftBrace)) {
        if (has_definitions(kLookahead)) { // what is nested is looked at again and again
            mistake(DiagnosticKind::DefinitionInNew, span(), node_text(type))
                .help("write a class derived from `" + node_text(type)
                      + "`; only entries of `contents` hold definitions");
            const NodeId wrong = open(NodeKind::Error);
            skip_group();
            close(wrong);
            return close(node);
        }
        add(node, Role::Initialiser, parse_initialiser());
    }
    return close(node);
}

// At the `{` of first values: do definitions stand among them? Everything that is no `name = value` is one.
bool Parser::has_definitions(std::size_t most_tokens) const {
    std::size_t depth = 0;
    bool begins = false;
    for (std::size_t ahead = 0; ahead < most_tokens && !at(TokenKind::EndOfFile, ahead); ++ahead) {
        const TokenKind here = kind(ahead);
        if (depth == 1 && begins && here != TokenKind::RightBrace) {
            const bool value = at(TokenKind::Equal, ahead + 1) || at(TokenKind::Colon, ahead + 1)
                               || at(TokenKind::EqualEqual, ahead + 1);
            const bool declares = is_word(kind(ahead + 1)) || at(TokenKind::LeftBrace, ahead + 1)
                                  || at(TokenKind::Less, ahead + 1) || at(TokenKind::Dot, ahead + 1);
            if (is_word(here) && !value && declares) {
                return true;
            }
        }
        const bool opens =
            here == TokenKind::LeftBrace || here == TokenKind::LeftParen || here == TokenKind::LeftBracket;
        const bool closes =
            here == TokenKind::RightBrace || here == TokenKind::RightParen || here == TokenKind::RightBracket;
        begins = here == TokenKind::LeftBrace || here == TokenKind::Semicolon || here == TokenKind::Comma
                 || here == TokenKind::RightBrace;
        depth += opens ? 1U : 0U;
        depth -= closes ? 1U : 0U;
        if (depth == 0) {
            return false;
        }
    }
    return false;
}

NodeId Parser::parse_initialiser() {
    const RangeEnds ends(*this, false);
    const NodeId node = open(NodeKind::Initialiser);
    const TokenId opened = advance();
    while (!at(TokenKind::RightBrace) && !at(TokenKind::EndOfFile)) {
        if (at(TokenKind::Dot) && is_word(kind(1)) && at(TokenKind::Equal, 2)) { // `{ .cost = 3 }`
            mistake(DiagnosticKind::Unexpected, span(), text()).help("leave it out").replace(span(), "");
            advance();
        }
        const bool entry = at(TokenKind::Equal, 1) || at(TokenKind::Colon, 1) || at(TokenKind::EqualEqual, 1);
        const bool quoted = entry && at(TokenKind::String);
        if ((!is_word(kind()) && !quoted) || (on_new_line() && (!entry || starts_outside(Level::Statements)))) {
            break;
        }
        add(node, Role::Item, parse_initialiser_entry());
        if (accept(TokenKind::Comma) || accept(TokenKind::Semicolon)) {
            continue;
        }
        if (at(TokenKind::RightBrace) || !is_word(kind()) || !at(TokenKind::Equal, 1)) {
            break;
        }
        report_missing(TokenKind::Comma).help("put a `,` between two attributes");
    }
    expect_close(TokenKind::RightBrace, opened);
    return close(node);
}

NodeId Parser::parse_initialiser_entry() {
    const NodeId node = open(NodeKind::InitialiserEntry);
    if (at(TokenKind::String)) { // `{ "cost" = 3 }`
        mistake(DiagnosticKind::ForeignForm, span(), text())
            .help("names stand without quotes")
            .replace(span(), string_value(text()));
        advance();
        if (!accept(TokenKind::Equal)) {
            advance();
        }
        parse_expression();
        return as_error(close(node));
    }
    set_main(node, expect_name("this value"));
    if (!builder_.tree().node(node).main.valid()) {
        advance();
    }
    if (at(TokenKind::Colon) || at(TokenKind::EqualEqual)) {
        wrong_sign("=", "first values are given with `=`");
    } else {
        expect(TokenKind::Equal);
    }
    add(node, Role::Value, parse_expression());
    return close(node);
}

NodeId Parser::parse_collection_literal() {
    const RangeEnds ends(*this, false);
    if (const NodeId foreign = parse_foreign_literal(); foreign.valid()) {
        return foreign;
    }
    const NodeId node = open(NodeKind::CollectionLiteral);
    const bool square = at(TokenKind::LeftBracket);
    const TokenKind closing = square ? TokenKind::RightBracket : TokenKind::RightBrace;
    if (square) {
        mistake(DiagnosticKind::SquareBrackets, span()).help("write `{ 1, 2, 3 }`");
    }
    const TokenId opened = advance();
    bool told = false;
    bool told_arrow = false;
    while (!at(closing) && !at(TokenKind::EndOfFile)) {
        if (at(TokenKind::Comma)) {
            mistake(DiagnosticKind::MissingValue, after_previous());
            while (accept(TokenKind::Comma)) {
            }
            continue;
        }
        if (!starts_operand() && !at(TokenKind::LeftBracket)) {
            break;
        }
        const std::size_t start = at_;
        const bool arrow = has_mistakes() && at(TokenKind::ThickArrow, 1);
        told_arrow = told_arrow || arrow;
        add(node, Role::Item, arrow ? parse_primary() : parse_expression());
        const std::size_t before_comma = at_;
        if (at(TokenKind::Colon) || arrow) {
            if (!told) {
                mistake(DiagnosticKind::ForeignForm, span(), arrow ? "key => value" : "key: value")
                    .help("a key and its value are a pair: `{ {\"red\", 2}, {\"green\", 1} }`");
                advance();
                told = true;
            } else {
                advance();
            }
        } else {
            expect_comma_or(closing);
        }
        const bool another = at_ > before_comma || (at_ > start && starts_operand() && reported_at_ == at_ && !panic_);
        if (!another) {
            break;
        }
    }
    expect_close(closing, opened);
    return told_arrow ? as_error(close(node)) : close(node);
}

NodeId Parser::parse_shape_literal() {
    const NodeId node = open(NodeKind::ShapeLiteral);
    set_main(node, advance());
    add(node, Role::Value, parse_collection_literal());
    return close(node);
}

NodeId Parser::parse_suppose() {
    const NodeId node = open(NodeKind::Suppose);
    set_main(node, advance());
    add(node, Role::Body, parse_block("`suppose`"));
    return close(node);
}

NodeId Parser::parse_interpolation() {
    const NodeId node = open(NodeKind::Interpolation);
    if (accept(TokenKind::TextWhole)) {
        return close(node);
    }
    advance();
    // A hole that the lexer found unclosed is reported already, so what is wrong inside it is not.
    const bool told = panic_;
    for (;;) {
        panic_ = told || !at_closed_hole();
        add(node, Role::Item, parse_hole());
        // The lexer closes every text, so the token that goes on with this one is there.
        if (!at(TokenKind::TextMiddle) && !at(TokenKind::TextEnd)) {
            unexpected();
        }
        while (!at(TokenKind::TextMiddle) && !at(TokenKind::TextEnd) && !at(TokenKind::EndOfFile)) {
            if (at(TokenKind::TextBegin)) {
                skip_group();
            } else {
                advance();
            }
        }
        if (!at(TokenKind::TextMiddle)) {
            accept(TokenKind::TextEnd);
            panic_ = told;
            return close(node);
        }
        advance();
    }
}

bool Parser::at_closed_hole() const {
    std::size_t open_texts = 0;
    for (std::size_t ahead = 0; ahead < kLookahead; ++ahead) {
        if (at(TokenKind::TextBegin, ahead)) {
            ++open_texts;
        } else if (at(TokenKind::TextEnd, ahead) && open_texts > 0) {
            --open_texts;
        } else if ((at(TokenKind::TextMiddle, ahead) || at(TokenKind::TextEnd, ahead)) && open_texts == 0) {
            return text(ahead).starts_with("}");
        }
    }
    return true;
}

NodeId Parser::parse_hole() {
    const RangeEnds ends(*this, false);
    const NodeId node = open(NodeKind::Hole);
    if (at(TokenKind::TextMiddle) || at(TokenKind::TextEnd)) {
        mistake(DiagnosticKind::MissingValue, after_previous())
            .help("put a value between `{` and `}`, or write `\\{` for a brace");
        add(node, Role::Value, missing());
        return close(node);
    }
    add(node, Role::Value, parse_expression());
    if (accept(TokenKind::Colon)) {
        const bool digits = at(TokenKind::Number) && text().find_first_not_of("0123456789") == std::string_view::npos;
        if (digits) {
            set_main(node, advance());
        } else {
            const bool nothing = at(TokenKind::TextMiddle) || at(TokenKind::TextEnd);
            lost(DiagnosticKind::BadFormat, nothing ? after_previous() : span(), nothing ? ":" : text())
                .help("`{x:2}` shows 2 decimals, `{x:0}` none, `{x:03}` pads with zeros to 3 digits");
        }
    }
    return close(node);
}

} // namespace tgdl
