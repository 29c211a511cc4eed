// Statements with bodies: `if`, loops, `choose`.
#include "syntax/parser_core.h"

namespace tgdl {

// `(c)`. Without brackets the condition reaches to the body.
NodeId Parser::parse_condition(std::string_view what) {
    if (!at(TokenKind::LeftParen)) {
        if (at(TokenKind::LeftBrace) || at(TokenKind::EndOfFile) || at(TokenKind::RightBrace)) {
            mistake(DiagnosticKind::MissingValue, after_previous()).help("write `" + std::string(what) + " (…)`");
            return missing();
        }
        const std::size_t reported = diagnostics_.all().size();
        Report report = mistake(DiagnosticKind::MissingBrackets, span(), what);
        NodeId value = parse_conditional();
        if (at(TokenKind::Equal)) {
            value = refuse_assignment(value, true);
        }
        // The report can be completed only if no other was made meanwhile.
        if (diagnostics_.all().size() == reported + 1) {
            report.help("write `" + std::string(what) + " (" + node_text(value) + ")`")
                .replace(node_span(value), "(" + node_text(value) + ")");
        }
        accept(TokenKind::RightParen); // what is left of the brackets
        accept_word(word::then);       // part of the same habit
        return value;
    }
    const TokenId opened = advance();
    NodeId value = parse_conditional();
    if (at(TokenKind::Equal) || at(TokenKind::PlusPlus) || at(TokenKind::MinusMinus)) {
        value = refuse_assignment(value, true);
    }
    value = refuse_foreign_tail(value);
    expect_close(TokenKind::RightParen, opened);
    if (at(TokenKind::RightParen)) {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("leave it out").replace(span(), "");
        advance();
    }
    return value;
}

NodeId Parser::parse_if() {
    const NodeId node = open(NodeKind::If);
    advance();
    for (;;) {
        add(node, Role::Condition, parse_condition("if"));
        if (at_word(word::then)) {
            mistake(DiagnosticKind::ForeignWord, span(), text()).help("leave it out").replace(span(), "");
            advance();
        }
        add(node, Role::Then, parse_body_statement("`if`"));
        // After a broken body the `else` may still follow.
        if (at(TokenKind::Semicolon) && at(TokenKind::Else, 1)) {
            advance();
        }
        if (at_any({word::elif, word::elseif, word::elsif})) {
            mistake(DiagnosticKind::ForeignWord, span(), text()).help("write `else if`").replace(span(), "else if");
            advance();
            continue;
        }
        if (!accept(TokenKind::Else)) {
            break;
        }
        if (!accept(TokenKind::If)) {
            add(node, Role::Else, parse_body_statement("`else`"));
            break;
        }
    }
    accept_end_of_body();
    return close(node);
}

NodeId Parser::parse_while() {
    const NodeId node = open(NodeKind::While);
    advance();
    add(node, Role::Condition, parse_condition("while"));
    if (at_word(word::then)) {
        mistake(DiagnosticKind::ForeignWord, span(), text()).help("leave it out").replace(span(), "");
        advance();
    }
    add(node, Role::Body, parse_body_statement("`while`"));
    accept_end_of_body();
    return close(node);
}

// The `;` between the parts of a `for`; another sign is reported once for each `for`.
void Parser::for_separator(bool& told) {
    if (accept(TokenKind::Semicolon)) {
        return;
    }
    if (!told && at_word(word::to)) { // `for (number i = 1 to 3)`
        told = true;
        mistake(DiagnosticKind::WrongSign, span(), text(), ";").help("write `foreach (number i in 1..3)`");
        while (!at(TokenKind::RightParen) && !at(TokenKind::EndOfFile) && !on_new_line()) {
            advance();
        }
        return;
    }
    if (at(TokenKind::Colon) || at(TokenKind::Comma)) {
        if (told) {
            advance();
            return;
        }
        told = true;
        Report report = mistake(DiagnosticKind::WrongSign, span(), text(), ";");
        report.help("the parts of a `for` are separated by `;`");
        if (at(TokenKind::Colon)) { // of two `,` one mended would not help
            report.replace(span(), ";");
        }
        advance();
        return;
    }
    if (!told) {
        told = true;
        report_missing(TokenKind::Semicolon).help("a `for` has three parts: `for (number i = 0; i < 3; i += 1)`");
    }
}

// `let i = 0` in a `for`.
NodeId Parser::parse_counter_without_type() {
    mistake(DiagnosticKind::ForeignWord, span(), text())
        .help("begin with the type: `number " + std::string(text(1)) + " = …`")
        .replace(span(), "number");
    const NodeId local = open(NodeKind::Local);
    advance();
    add(local, Role::Type, missing());
    set_main(local, advance());
    advance();
    add(local, Role::Value, parse_expression());
    return close(local);
}

// `for (k in xs)`, `for (const k of xs)`, `for (Card k : xs)`: told at the word. `declares`: a `const`, `let` or `var` stands there.
bool Parser::refuse_for_in(TokenId for_word, bool declares) {
    const std::size_t bracket = at(TokenKind::LeftParen) ? 1 : 0;
    const std::size_t skip = bracket + (declares ? 1 : 0);
    const std::size_t length = type_length(skip);
    const bool typed =
        length > 0 && at(TokenKind::Identifier, skip + length) && !(declares && at_word(word::of, skip + length));
    const std::size_t behind_name = skip + (typed ? length + 1 : 1);
    const bool java_like = typed && at(TokenKind::Colon, behind_name);
    if (!at(TokenKind::In, behind_name) && !(declares && at_word(word::of, behind_name)) && !java_like) {
        return false;
    }
    Report report = mistake(DiagnosticKind::WrongSign, span(for_word, for_word), "for", "foreach");
    const std::string name(text(behind_name - 1));
    const bool counts = text(behind_name + 1) == "range" && at(TokenKind::LeftParen, behind_name + 2);
    if (typed && bracket == 1 && !declares && !counts) {
        report.help("write `foreach (T x in …)`").replace(span(for_word, for_word), "foreach");
        return true;
    }
    report.help(counts ? "write `foreach (number " + name + " in 0..n - 1)`: both ends belong to it"
                       : "write `foreach (T " + name + " in …)`, with the type of the elements");
    return true;
}

NodeId Parser::parse_for() {
    const NodeId node = open(NodeKind::For);
    const TokenId for_word = advance();
    if (at_word(word::each)) {
        mistake(DiagnosticKind::ForeignWord, span(for_word, id()), "for each")
            .help("write `foreach`")
            .replace(span(for_word, id()), "foreach");
        builder_.set_kind(node, NodeKind::ForEach);
        return parse_foreach(node);
    }
    const std::size_t bracket = at(TokenKind::LeftParen) ? 1 : 0;
    const bool declares = at_any({word::var, word::let, word::const_}, bracket) && is_word(kind(bracket + 1));
    if (refuse_for_in(for_word, declares)) {
        builder_.set_kind(node, NodeKind::ForEach);
        return parse_foreach(node);
    }
    const TokenId opened = id();
    const bool brackets = at(TokenKind::LeftParen);
    if (brackets) {
        advance();
    } else {
        mistake(DiagnosticKind::MissingBrackets, span(), "for").help("write `for (number i = 0; i < 3; i += 1)`");
    }
    bool told = false;
    const auto part_over = [&] {
        return at(TokenKind::Semicolon) || at(TokenKind::RightParen) || at(TokenKind::LeftBrace) || at(TokenKind::Colon)
               || at(TokenKind::Comma) || at(TokenKind::EndOfFile);
    };
    if (declares && at(TokenKind::Identifier, 1) && at(TokenKind::Equal, 2)) {
        add(node, Role::Init, parse_counter_without_type());
    } else if (!part_over()) {
        add(node, Role::Init, at_local() ? parse_local_without_semicolon() : parse_bare_expression_statement());
    }
    for_separator(told);
    if (!part_over()) {
        NodeId condition = parse_conditional();
        if (at(TokenKind::Equal)) {
            condition = refuse_assignment(condition, true);
        }
        add(node, Role::Condition, condition);
    }
    for_separator(told);
    if (!part_over()) {
        add(node, Role::Post, parse_bare_expression_statement());
    }
    if (at(TokenKind::Semicolon) && at(TokenKind::RightParen, 1)) {
        mistake(DiagnosticKind::Unexpected, span(), text())
            .help("leave it out: nothing follows the last part")
            .replace(span(), "");
        advance();
    }
    if (brackets) {
        expect_close(TokenKind::RightParen, opened);
    }
    add(node, Role::Body, parse_body_statement("`for`"));
    accept_end_of_body();
    return close(node);
}

// The cursor stands on `foreach`, or behind what was written in its place.
NodeId Parser::parse_foreach(NodeId node) {
    if (at(TokenKind::Foreach) || at_word(word::each)) {
        advance();
    }
    const bool told = tokens()[builder_.begin_of(node).index()].kind == TokenKind::For;
    const TokenId opened = id();
    const bool brackets = accept(TokenKind::LeftParen);
    if (!brackets && !told) {
        mistake(DiagnosticKind::MissingBrackets, span(), "foreach").help("write `foreach (T x in …)`");
    }
    const bool untyped = is_word(kind()) && (at(TokenKind::In, 1) || at(TokenKind::Colon, 1));
    if (untyped) {
        if (!told) {
            mistake(DiagnosticKind::MissingType, span(), "`" + std::string(text()) + "`")
                .help("write the type before the name, such as `number " + std::string(text()) + "`");
        }
        add(node, Role::Type, missing());
    } else if (at_any({word::var, word::let, word::const_}) && is_word(kind(1)) && !declares_type(token().symbol)) {
        if (!told) {
            mistake(DiagnosticKind::ForeignWord, span(), text()).help("begin with the type of the elements");
        }
        advance();
        add(node, Role::Type, missing());
    } else {
        add(node, Role::Type, parse_type("the variable of `foreach`"));
    }
    set_main(node, expect_name("the variable of `foreach`"));
    const bool counts = at_word(word::from);
    if (counts) {
        refuse_counting_words();
    } else if (told && (at(TokenKind::Colon) || at_word(word::of))) {
        advance(); // reported with the `for`
    } else if (at(TokenKind::Colon) || at(TokenKind::Equal) || at_word(word::of)) {
        wrong_sign("in", "write `foreach (T x in …)`");
    } else if (!accept(TokenKind::In)) {
        report_missing(TokenKind::In).help("write `foreach (T x in …)`");
    }
    if (told && text() == "range" && at(TokenKind::LeftParen, 1)) {
        const NodeId counted = open(NodeKind::Error);
        advance();
        skip_group();
        add(node, Role::Value, close(counted));
    } else if (!counts) {
        add(node, Role::Value, parse_expression());
    }
    if (brackets) {
        expect_close(TokenKind::RightParen, opened);
    }
    add(node, Role::Body, parse_body_statement("`foreach`"));
    accept_end_of_body();
    return close(node);
}

// `foreach (number i from 1 to 3)`: told and read, up to the bracket.
void Parser::refuse_counting_words() {
    const TokenId first = id();
    Report report = mistake(DiagnosticKind::WrongSign, span(), text(), "in");
    advance();
    const NodeId low = parse_infix(7);
    if (at(TokenKind::Identifier)) {
        advance();
    } else {
        accept(TokenKind::DotDot);
    }
    const NodeId high = parse_infix(7);
    const std::string range = "in " + node_text(low) + ".." + node_text(high);
    report.help("write `foreach (number i " + range + ")`").replace(span(first, TokenId(id().index() - 1)), range);
}

// `switch (x) { case 1, 2 { … } else { … } }`
NodeId Parser::parse_switch() {
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    const NodeId node = open(NodeKind::Switch);
    advance();
    add(node, Role::Condition, parse_condition("switch"));
    bool has_else = false;
    bool told = false; // `case 1: … break;` is one mistake
    parse_body(node, Level::Statements, "`switch`", [&] {
        if (at(TokenKind::Else)
            || (at_word(word::default_) && (at(TokenKind::LeftBrace, 1) || at(TokenKind::Colon, 1)))) {
            if (!at(TokenKind::Else) && !told) {
                mistake(DiagnosticKind::ForeignWord, span(), text()).help("write `else`").replace(span(), "else");
            }
            const TokenId word = advance();
            clause_twice(has_else, "this `switch`", "else", word);
            add(node, has_else ? Role::Item : Role::Else, parse_case_body("`else`"));
            has_else = true;
            accept_end_of_body();
        } else if (at_word(word::case_)) {
            const NodeId each = open(NodeKind::SwitchCase);
            parse_case_values(each);
            told = told || at(TokenKind::Colon);
            add(each, Role::Body, parse_case_body("this case"));
            accept_end_of_body();
            add(node, Role::Item, close(each));
        } else {
            lost(DiagnosticKind::UnknownClause, span(), text(), "`switch`")
                .help("here may stand `case 1, 2 { … }` and `else { … }`");
        }
    });
    colon_told_at_ = 0;
    accept_end_of_body();
    return close(node);
}

bool Parser::at_switch() const {
    const bool without_brackets = is_word(kind(1)) && (at(TokenKind::LeftBrace, 2) || at(TokenKind::Dot, 2));
    return at_word(word::switch_) && (at(TokenKind::LeftParen, 1) || without_brackets);
}

bool Parser::at_case(std::size_t ahead) const {
    return at_word(word::case_, ahead) || at(TokenKind::Else, ahead) || at_word(word::default_, ahead);
}

// What a case does: a block. Statements without braces, with the `:` of the values of an expression before them or not, are
// reported once and read up to the next case, with the `break` that ends a case elsewhere.
NodeId Parser::parse_case_body(std::string_view what) {
    const bool has_colon = at(TokenKind::Colon);
    if (has_colon) {
        if (colon_told_at_ != braces_.size()) {
            Report report = mistake(DiagnosticKind::Unexpected, span(), text());
            report.help("what a case does stands in braces, without `break`: `case 1 { … }`");
            if (at(TokenKind::LeftBrace, 1)) {
                report.replace(span(), "");
            } else {
                colon_told_at_ = braces_.size();
            }
        }
        advance();
    }
    const Nesting nesting(*this);
    if (at(TokenKind::LeftBrace) || !nesting) {
        return parse_block(what);
    }
    if (!has_colon) {
        mistake(DiagnosticKind::MissingBody, after_previous(), what);
    }
    const NodeId block = open(NodeKind::Block);
    while (!at_body_end(Level::Statements) && !at_case()) {
        const std::size_t start = at_;
        panic_ = false;
        if (at(TokenKind::Break) && at(TokenKind::Semicolon, 1) && (at_case(2) || at(TokenKind::RightBrace, 2))) {
            const NodeId error = open(NodeKind::Error);
            advance();
            advance();
            add(block, Role::Item, close(error));
            continue;
        }
        add(block, Role::Item, parse_statement());
        if (panic_ || at_ == start) {
            resynchronise(block, start);
        }
    }
    return close(block);
}

void Parser::parse_case_values(NodeId node) {
    advance();
    do {
        if (at(TokenKind::LeftBrace)) {
            mistake(DiagnosticKind::MissingValue, after_previous());
            add(node, Role::Value, missing());
            return;
        }
        add(node, Role::Value, parse_expression());
    } while (accept(TokenKind::Comma));
}

// As an expression: `switch (x) { case 1: "one"; else: "many"; }`
NodeId Parser::parse_switch_value() {
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    const NodeId node = open(NodeKind::SwitchValue);
    advance();
    add(node, Role::Condition, parse_condition("switch"));
    bool has_else = false;
    if (!at(TokenKind::LeftBrace)) {
        mistake(DiagnosticKind::MissingBody, after_previous(), "`switch`");
        return close(node);
    }
    const TokenId opened = advance();
    while (at_word(word::case_) || at(TokenKind::Else)) {
        const bool is_else = at(TokenKind::Else);
        const NodeId arm = open(is_else ? NodeKind::SwitchElse : NodeKind::SwitchArm);
        if (is_else) {
            clause_twice(has_else, "this `switch`", "else", advance());
            has_else = true;
        } else {
            parse_case_values(arm);
        }
        if (at(TokenKind::LeftBrace)) {
            lost(DiagnosticKind::WrongSign, span(), "{", ":")
                .help("as an expression a `switch` gives values: `case 1: \"one\";`");
            add(arm, Role::Returns, as_error(parse_expression()));
        } else {
            expect(TokenKind::Colon);
            add(arm, Role::Returns, parse_expression());
        }
        expect_semicolon();
        add(node, Role::Item, close(arm));
    }
    expect_close(TokenKind::RightBrace, opened);
    return close(node);
}

NodeId Parser::parse_choose() {
    const NodeId node = open(NodeKind::Choose);
    advance();
    if (at(TokenKind::Player) && !at(TokenKind::Dot, 1)) {
        advance();
        add(node, Role::Player, parse_expression());
        if (accept(TokenKind::Comma)) {
            add(node, Role::Count, parse_expression());
        }
    } else if (!at(TokenKind::LeftBrace)) {
        add(node, Role::Count, parse_expression());
    }
    parse_body(node, Level::Statements, "`choose`", [&] { add(node, Role::Item, parse_choose_option()); });
    accept_end_of_body();
    return close(node);
}

NodeId Parser::parse_choose_option() {
    const NodeId node = open(NodeKind::ChooseOption);
    if (at(TokenKind::Identifier) && !at_word(word::option)
        && (at(TokenKind::String, 1) || at(TokenKind::TextBegin, 1) || at(TokenKind::TextWhole, 1))) {
        mistake(DiagnosticKind::UnknownClause, span(), text(), "`choose`")
            .help("write `option`")
            .replace(span(), "option");
        advance();
    } else if (!accept_word(word::option)) {
        lost(DiagnosticKind::UnknownClause, span(), text(), "`choose`")
            .help("each choice is written `option \"label\" { … }`");
        return missing();
    }
    if (at(TokenKind::LeftBrace)) {
        mistake(DiagnosticKind::MissingValue, after_previous())
            .help("give the option a label: `option \"label\" { … }`");
        add(node, Role::Text, missing());
    } else {
        add(node, Role::Text,
            at_text_without_quotes() ? skip_text_without_quotes(TokenKind::LeftBrace) : parse_expression());
    }
    if (at(TokenKind::Colon)) {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("leave it out").replace(span(), "");
        advance();
    }
    if (accept(TokenKind::If)) {
        add(node, Role::Condition, parse_condition("if"));
    }
    add(node, Role::Body, parse_block("this option"));
    accept_end_of_body();
    return close(node);
}

} // namespace tgdl
