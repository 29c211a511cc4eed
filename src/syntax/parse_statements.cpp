// Statements (docs/reference/statements.md). `if`, loops and choices are in parse_control.cpp.
#include "syntax/lexer.h"
#include "syntax/parser_core.h"

namespace tgdl {

NodeId Parser::parse_block(std::string_view what) {
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    const NodeId node = open(NodeKind::Block);
    parse_body(node, Level::Statements, what, [&] { add(node, Role::Item, parse_statement()); });
    return close(node);
}

// The body of an `if` or a loop: a block, or one statement.
NodeId Parser::parse_body_statement(std::string_view what) {
    if (at(TokenKind::Colon) && on_new_line(1) && !at(TokenKind::LeftBrace, 1)) {
        return skip_indented_body(what);
    }
    if (at(TokenKind::Colon)) { // `if (c):`
        if (!told_on_this_line()) {
            mistake(DiagnosticKind::Unexpected, span(), text())
                .help("leave it out; what belongs to " + std::string(what) + " stands in braces `{ }`")
                .replace(span(), "");
        }
        advance();
    }
    if (at(TokenKind::LeftBrace)) {
        return parse_block(what);
    }
    if (at(TokenKind::Semicolon)) {
        mistake(DiagnosticKind::EmptyStatement, span())
            .help("leave it out: it would end " + std::string(what) + " before its body")
            .replace(span(), "");
        const NodeId error = skip_token();
        return at(TokenKind::LeftBrace) ? parse_block(what) : error;
    }
    if (at(TokenKind::RightBrace) || at(TokenKind::EndOfFile) || at(TokenKind::Else)) {
        mistake(DiagnosticKind::MissingBody, after_previous(), what);
        return missing();
    }
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    return parse_statement();
}

// Words that begin a statement and nothing else.
bool Parser::starts_statement_word() const {
    switch (kind()) {
    case TokenKind::If:
    case TokenKind::While:
    case TokenKind::For:
    case TokenKind::Foreach:
    case TokenKind::Return:
    case TokenKind::Break:
    case TokenKind::Continue:
    case TokenKind::Winner:
    case TokenKind::Fail:
    case TokenKind::Cancel:
    case TokenKind::Choose:
    case TokenKind::Else: return true;
    default: return false;
    }
}

// Statements whose words people also use in other ways.
NodeId Parser::parse_worded_statement() {
    switch (kind()) {
    case TokenKind::For: return parse_for();
    case TokenKind::Foreach: return parse_foreach(open(NodeKind::ForEach));
    case TokenKind::Return: return parse_return();
    case TokenKind::Choose: return parse_choose();
    default: return parse_winner();
    }
}

NodeId Parser::parse_statement() {
    switch (kind()) {
    case TokenKind::If: return parse_if();
    case TokenKind::While: return parse_while();
    case TokenKind::For:
    case TokenKind::Foreach:
    case TokenKind::Return:
    case TokenKind::Winner:
    case TokenKind::Choose: {
        const NodeId foreign = parse_written_form(FormPlace::Statement);
        return foreign.valid() ? foreign : parse_worded_statement();
    }
    case TokenKind::Fail: return parse_with_reason(NodeKind::Fail);
    case TokenKind::Cancel: return parse_with_reason(NodeKind::Cancel);
    case TokenKind::Break:
    case TokenKind::Continue: {
        const NodeId node = open(at(TokenKind::Break) ? NodeKind::Break : NodeKind::Continue);
        advance();
        expect_semicolon();
        return close(node);
    }
    case TokenKind::Else: {
        mistake(DiagnosticKind::ElseWithoutIf, span()).help("an `else` follows the body of an `if` directly");
        const NodeId error = open(NodeKind::Error);
        advance();
        if (at(TokenKind::If)) {
            parse_if();
        } else {
            parse_body_statement("`else`");
        }
        return close(error);
    }
    case TokenKind::LeftBrace: {
        mistake(DiagnosticKind::BlockAlone, span())
            .help("leave out its braces, or put an `if`, a loop or another statement before it");
        const NodeId block = parse_block("this block");
        accept_end_of_body();
        return block;
    }
    case TokenKind::Semicolon:
        mistake(DiagnosticKind::EmptyStatement, span()).help("leave it out").replace(span(), "");
        return skip_token();
    default: return parse_simple_statement();
    }
}

NodeId Parser::parse_simple_statement() {
    if (at_dashed_comment()) {
        return skip_dashed_comment();
    }
    if (at_input()) {
        const NodeId node = parse_input();
        return node;
    }
    if (at_word(word::draw) && at(TokenKind::Semicolon, 1)) {
        const NodeId node = open(NodeKind::Draw);
        advance();
        advance();
        return close(node);
    }
    if (at_switch()) {
        return parse_switch();
    }
    const NodeId foreign = parse_foreign_statement();
    if (foreign.valid()) {
        return foreign;
    }
    if (at_old_pass()) {
        return parse_old_pass();
    }
    if (const NodeId older = parse_written_form(FormPlace::Statement); older.valid()) {
        return older;
    }
    if (const NodeId call = parse_call_without_brackets(); call.valid()) {
        return call;
    }
    if (at(TokenKind::Effect) || at(TokenKind::Require) || at(TokenKind::Trigger) || starts_member()
        || starts_definition()) {
        return parse_misplaced("among statements");
    }
    const NodeId misspelt = parse_misspelt_statement();
    if (misspelt.valid()) {
        return misspelt;
    }
    if (at_local()) {
        return parse_local();
    }
    const bool begins = starts_operand() || at(TokenKind::Class) || at(TokenKind::LeftBracket)
                        || at(TokenKind::PlusPlus) || at(TokenKind::MinusMinus);
    if (!begins) {
        unexpected();
        return missing();
    }
    return parse_expression_statement();
}

// A statement where none can stand, which is reported already: only the blocks inside it are looked at closely.
NodeId Parser::parse_stray_statement() {
    panic_ = true;
    const NodeId node = as_error(parse_statement());
    const TokenKind last = at_ == 0 ? TokenKind::EndOfFile : tokens()[places_[at_ - 1].token].kind;
    panic_ = last != TokenKind::Semicolon && last != TokenKind::RightBrace;
    return node;
}

// Words of other languages, at the beginning of a statement. None when it is something else.
NodeId Parser::parse_foreign_statement() {
    if (at_any({word::elif, word::elseif, word::elsif}) && at(TokenKind::LeftParen, 1)) {
        mistake(DiagnosticKind::ElseWithoutIf, span()).help("write `else if`, right behind the body of an `if`");
        const NodeId error = open(NodeKind::Error);
        advance();
        parse_condition("else if");
        parse_body_statement("`else if`");
        return close(error);
    }
    const bool declares =
        at_any({word::let, word::var, word::const_}) && at(TokenKind::Identifier, 1) && !declares_type(token().symbol);
    if (!declares) {
        return {};
    }
    const NodeId node = open(NodeKind::Local);
    const bool typed = type_length(1) > 0 && at(TokenKind::Identifier, 1 + type_length(1));
    mistake(DiagnosticKind::ForeignWord, span(), text())
        .help(typed
                  ? "leave it out: a variable begins with its type"
                  : "begin with the type of the variable: `" + guessed_type(3) + " " + std::string(text(1)) + " = …;`");
    advance();
    add(node, Role::Type, typed ? parse_type("this variable") : missing());
    set_main(node, expect_name("this variable"));
    if (at(TokenKind::Colon) && starts_type(1)) {
        advance();
        parse_type("this variable");
    }
    if (accept(TokenKind::Equal)) {
        add(node, Role::Value, parse_expression());
    }
    expect_semicolon();
    return close(node);
}

// `retrun x.y;`, `winer 0;`: a word that is nearly one that begins a statement, before what never follows a name. It is
// read as that statement. None when it is something else.
NodeId Parser::parse_misspelt_statement() {
    const bool before_name = at(TokenKind::Identifier, 1) && !at(TokenKind::Equal, 2) && !at(TokenKind::Semicolon, 2)
                             && !at_any({word::adj, word::connect, word::mod}, 1);
    const bool before_value = !at(TokenKind::Identifier, 1) && starts_operand(1) && !at(TokenKind::LeftParen, 1)
                              && !at(TokenKind::Minus, 1) && !at(TokenKind::Plus, 1);
    if (!at(TokenKind::Identifier) || on_new_line(1) || !(before_name || before_value)) {
        return {};
    }
    const std::string_view meant = nearest(text(), {"return", "winner", "fail", "cancel", "choose"});
    if (meant.empty() || declares_type(token().symbol)) {
        return {};
    }
    mistake(DiagnosticKind::UnknownStatement, span(), text())
        .help("did you mean `" + std::string(meant) + "`?")
        .replace(span(), std::string(meant));
    if (meant == "return") {
        return parse_return();
    }
    if (meant == "winner") {
        return parse_winner();
    }
    if (meant == "choose") {
        return parse_choose();
    }
    return parse_with_reason(meant == "fail" ? NodeKind::Fail : NodeKind::Cancel);
}

// `T name`, with any type; also with a reserved word in the place of the name.
bool Parser::at_local() const {
    const std::size_t length = type_length();
    const bool builtin = at_any({word::number, word::string, word::bool_});
    if (builtin && (at(TokenKind::Equal, 1) || at(TokenKind::Semicolon, 1))) {
        return true; // without its name
    }
    if (at(TokenKind::Number, length) && length > 0 && !number_value(text(length))) {
        return true; // `number 2nd`
    }
    if (length == 0) {
        return at_any({word::List, word::Table, word::Stack}) && at(TokenKind::Less, 1);
    }
    if (at(TokenKind::RightBracket, length - 1) && length > 1) {
        return true; // `T[]` can be nothing else
    }
    if (at(TokenKind::Identifier, length)) {
        const bool infix = at_any({word::adj, word::connect, word::mod}, length) && starts_operand(length + 1)
                           && at(TokenKind::Identifier);
        return !infix;
    }
    if (length > 1 && at(TokenKind::Greater, length - 1)) {
        return at_any({word::List, word::Table, word::Stack});
    }
    switch (kind(length)) {
    case TokenKind::And:
    case TokenKind::Or:
    case TokenKind::Xor:
    case TokenKind::Nand:
    case TokenKind::Is:
    case TokenKind::As:
    case TokenKind::In: return builtin && at(TokenKind::Equal, length + 1);
    default:
        return is_reserved(kind(length)) && !on_new_line(length)
               && (at(TokenKind::Equal, length + 1) || at(TokenKind::Semicolon, length + 1));
    }
}

NodeId Parser::parse_local_without_semicolon() {
    const NodeId node = open(NodeKind::Local);
    const bool holds_text = at_word(word::string);
    add(node, Role::Type, parse_type("this variable"));
    set_main(node, expect_name("this variable"));
    if (at(TokenKind::EqualEqual)) {
        wrong_sign("=", "a first value is given with `=`; `==` compares");
        add(node, Role::Value, parse_expression());
    } else if (has_mistakes() && at_value_without_sign()) { // `Card c new Card();`, `number n 3;`
        mistake(DiagnosticKind::MissingSign, after_previous(), "=")
            .help("a first value is given with `=`")
            .replace(after_previous(), " =");
        add(node, Role::Value, parse_expression());
    } else if (accept(TokenKind::Equal)) {
        refuse_values_without_new(node);
        add(node, Role::Value,
            holds_text && at_text_without_quotes() ? skip_text_without_quotes() : parse_expression());
    }
    return close(node);
}

bool Parser::at_value_without_sign() const {
    const bool value = at(TokenKind::New) || at(TokenKind::Number) || at(TokenKind::String) || at(TokenKind::True)
                       || at(TokenKind::False) || at(TokenKind::TextBegin) || at(TokenKind::TextWhole);
    return value && !on_new_line();
}

// `, r = 4` behind the first variable, which is told: a name that is not unknown afterwards.
NodeId Parser::parse_further_name() {
    const NodeId node = open(NodeKind::Name);
    set_main(node, expect_name("this variable"));
    close(node);
    if (accept(TokenKind::Equal)) {
        parse_expression();
    }
    return as_error(node);
}

NodeId Parser::parse_local() {
    const NodeId local = parse_local_without_semicolon();
    if (at(TokenKind::Comma) && at(TokenKind::Identifier, 1) && !on_new_line(1)) {
        const std::string type = node_text(builder_.tree().child(local, Role::Type));
        mistake(DiagnosticKind::SeveralNames, span())
            .help("end this one with `;` and begin the next with its type: `; " + type + " " + std::string(text(1))
                  + "`")
            .replace(span(), "; " + type);
        while (accept(TokenKind::Comma)) {
            add(local, Role::Item, parse_further_name());
        }
    }
    expect_semicolon();
    return close(local);
}

// `gold =+ 1;`: it runs, and does not add.
void Parser::warn_of_sign_after_equal() {
    const bool sign = at(TokenKind::Plus, 1) || at(TokenKind::Minus, 1);
    if (!at(TokenKind::Equal) || !sign || token(1).begin != token().end || token(2).begin == token(1).end) {
        return;
    }
    const std::string meant = std::string(text(1)) + "=";
    mistake(DiagnosticKind::SignAfterEqual, span(id(), id(1)), text(1))
        .help("to change it by so much, write `" + meant + "`")
        .replace(span(id(), id(1)), meant);
}

// A call, an assignment, `x++`; without the `;`.
NodeId Parser::parse_bare_expression_statement() {
    const NodeId target = parse_conditional();
    if (at(TokenKind::PlusPlus) || at(TokenKind::MinusMinus)) {
        const NodeId node = open_at(NodeKind::Increment, target);
        add(node, Role::Target, target);
        set_main(node, advance());
        return close(node);
    }
    switch (kind()) {
    case TokenKind::Equal:
    case TokenKind::PlusEqual:
    case TokenKind::MinusEqual:
    case TokenKind::StarEqual:
    case TokenKind::SlashEqual:
    case TokenKind::PercentEqual: {
        const NodeId node = open_at(NodeKind::Assign, target);
        add(node, Role::Target, target);
        warn_of_sign_after_equal();
        set_main(node, advance());
        add(node, Role::Value, parse_expression());
        return close(node);
    }
    default: {
        const NodeId node = open_at(NodeKind::Evaluate, target);
        add(node, Role::Value, target);
        return close(node);
    }
    }
}

NodeId Parser::parse_expression_statement() {
    const bool begins_with_name = at(TokenKind::Identifier);
    const TokenId first = id();
    const NodeId statement = parse_bare_expression_statement();
    const NodeKind made = builder_.tree().kind(statement);
    const bool block_follows = at(TokenKind::LeftBrace) && begins_with_name && made == NodeKind::Evaluate;
    if (block_follows && !panic_) {
        // `whil (x) { … }`: the block shows that a statement with a body was meant.
        const std::string_view meant =
            nearest(text(first), {"if", "while", "for", "foreach", "choose", "else", "option", "effect"});
        Report report = mistake(DiagnosticKind::UnknownStatement, builder_.tree().span(first), text(first));
        if (!meant.empty()) {
            report.help("did you mean `" + std::string(meant) + "`?")
                .replace(builder_.tree().span(first), std::string(meant));
        } else {
            report.help("statements with a body are `if`, `while`, `for`, `foreach`, `switch` and `choose`");
        }
        parse_block("this");
        if (text(first) == "do" && accept(TokenKind::While)) {
            parse_condition("while");
        }
        accept_end_of_body();
        return as_error(statement);
    }
    expect_semicolon();
    return close(statement);
}

NodeId Parser::parse_return() {
    const NodeId node = open(NodeKind::Return);
    advance();
    const bool over =
        at(TokenKind::Semicolon) || at(TokenKind::RightBrace) || (on_new_line() && indent() <= item_indent_);
    if (!over) {
        add(node, Role::Value, parse_expression());
    }
    expect_semicolon();
    return close(node);
}

NodeId Parser::parse_with_reason(NodeKind node_kind) {
    const NodeId node = open(node_kind);
    advance();
    const bool over =
        at(TokenKind::Semicolon) || at(TokenKind::RightBrace) || (on_new_line() && indent() <= item_indent_);
    if (!over) {
        add(node, Role::Text, at_text_without_quotes() ? skip_text_without_quotes() : parse_expression());
    }
    expect_semicolon();
    return close(node);
}

NodeId Parser::parse_winner() {
    const NodeId node = open(NodeKind::Winner);
    advance();
    const bool over =
        at(TokenKind::Semicolon) || at(TokenKind::RightBrace) || (on_new_line() && indent() <= item_indent_);
    if (over) {
        mistake(DiagnosticKind::WinnerWithoutPlayer, after_previous())
            .help("write `winner p;` for player p, `draw;` when all share the first place, `winner {};` when nobody "
                  "wins");
        expect_semicolon();
        return close(node);
    }
    const bool sign = at(TokenKind::Minus, 1) || at(TokenKind::Plus, 1) || at(TokenKind::Not, 1);
    if (at_any({word::highest, word::lowest}) && starts_operand(1) && !sign) {
        add(node, Role::Mode, word_node());
    } else if (at_word(word::by) && at_word(word::score, 1)) {
        advance();
        add(node, Role::Mode, word_node());
        if (at(TokenKind::Semicolon) || at(TokenKind::RightBrace)) { // all players
            expect_semicolon();
            return close(node);
        }
    } else if (at(TokenKind::Equal) || at(TokenKind::EqualEqual) || at(TokenKind::Colon) || at(TokenKind::Is)) {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("write `winner p;`").replace(span(), "");
        advance();
    }
    do {
        add(node, Role::Value, parse_expression());
    } while (accept(TokenKind::Comma));
    expect_semicolon();
    return close(node);
}

// The older `pass e to p;`. `pass` may also be a name of the game's own, so the `to` decides.
bool Parser::at_old_pass() const {
    if (!at_word(word::pass) || !starts_operand(1)) {
        return false;
    }
    for (std::size_t ahead = 1; ahead < kLookahead; ++ahead) {
        switch (kind(ahead)) {
        case TokenKind::Semicolon:
        case TokenKind::LeftBrace:
        case TokenKind::RightBrace:
        case TokenKind::EndOfFile:
        case TokenKind::Equal: return false;
        default:
            if (at_word(word::to, ahead) && ahead > 1 && at(TokenKind::Identifier, ahead + 1)) {
                return true;
            }
        }
    }
    return false;
}

NodeId Parser::parse_old_pass() {
    const NodeId node = open(NodeKind::OldPass);
    const TokenId first = advance();
    const NodeId player = parse_expression();
    add(node, Role::Value, player);
    if (!accept_word(word::to)) {
        unexpected();
        return close(node);
    }
    const TokenId phase = expect_name("the phase");
    set_main(node, phase);
    if (phase.valid()) {
        const std::string newer = "turn.pass(" + node_text(player) + ", \"" + std::string(text(phase)) + "\")";
        hint_older(span(first, phase), "pass … to", "turn.pass", newer);
    }
    expect_semicolon();
    return close(node);
}

} // namespace tgdl
