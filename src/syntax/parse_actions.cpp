// Actions and goals with their clauses (docs/reference/actions.md).
#include "syntax/parser_core.h"

namespace tgdl {

// Behind an optional `override`, which the node already holds.
NodeId Parser::parse_action(NodeId node) {
    advance();
    const bool prio_only = at_any({word::prio, word::priority}) && at(TokenKind::Number, 1);
    if (prio_only || at(TokenKind::LeftBrace)) {
        mistake(DiagnosticKind::MissingName, after_previous(), "this action").help("write `action Name { … }`");
    } else {
        set_main(node, expect_name("this action"));
    }
    if (at(TokenKind::LeftParen)) {
        mistake(DiagnosticKind::Unexpected, span(), text())
            .help("an action has no brackets; what it needs is asked with `input T name;` in its body");
        skip_group();
    }
    parse_prio(node);
    if (at(TokenKind::Effect) && at(TokenKind::LeftBrace, 1)) {
        mistake(DiagnosticKind::OlderConstruct, span(), "action … effect")
            .help("an effect stands in the braces of its action: `{ effect { … } }`");
        return parse_effect_of_head(node);
    }
    if (!accept(TokenKind::Semicolon)) { // `action A;` does nothing yet
        parse_action_body(node, "this action");
    }
    return close(node);
}

void Parser::parse_prio(NodeId node) {
    if (at_word(word::priority)) {
        hint_older(span(), "priority", "prio", "prio");
    } else if (!at_word(word::prio)) {
        return;
    }
    advance();
    add(node, Role::Prio, parse_expression());
}

void Parser::parse_action_body(NodeId node, std::string_view what) {
    ActionClauses clauses;
    clauses.has_prio = builder_.tree().has(node, Role::Prio);
    parse_body(node, Level::Clauses, what, [&] { parse_action_clause(node, what, clauses); });
    accept_end_of_body();
}

// `prio 10;`
NodeId Parser::parse_prio_clause(std::string_view what, ActionClauses& clauses) {
    const NodeId node = open(NodeKind::PrioClause);
    clause_twice(clauses.has_prio, what, "prio", id());
    clauses.has_prio = true;
    parse_prio(node);
    expect_semicolon();
    return close(node);
}

void Parser::parse_action_clause(NodeId node, std::string_view what, ActionClauses& clauses) {
    if (const NodeId older = parse_written_form(FormPlace::ActionClause); older.valid()) {
        add(node, Role::Item, older);
        return;
    }
    if (has_mistakes() && (at(TokenKind::Input) || text() == "inputs") && at(TokenKind::LeftBrace, 1)) {
        parse_inputs_of_list(node);
        return;
    }
    if (const NodeId foreign = parse_foreign_require(); foreign.valid()) {
        add(node, Role::Item, foreign);
        return;
    }
    if (at(TokenKind::Require)) {
        add(node, Role::Item, parse_require());
        return;
    }
    if (at(TokenKind::Trigger)) {
        add(node, Role::Item, parse_trigger());
        return;
    }
    if (at_input()) {
        add(node, Role::Input, parse_input());
        return;
    }
    if (at_word(word::override_) && at(TokenKind::Effect, 1)) {
        mistake(DiagnosticKind::OlderConstruct, span(id(), id(1)), "override effect")
            .help("the whole action is overridden: `override action Name { effect { … } }`");
        if (builder_.tree().has(node, Role::Override)) {
            advance();
        } else {
            add(node, Role::Override, word_node());
        }
    }
    if (at(TokenKind::Effect)) {
        const TokenId effect = advance();
        clause_twice(clauses.has_effect, what, "effect", effect);
        add(node, clauses.has_effect ? Role::Item : Role::Effect, parse_block("this effect"));
        clauses.has_effect = true;
        accept_end_of_body();
        return;
    }
    if (at_any({word::prio, word::priority}) && starts_operand(1)) {
        add(node, Role::Item, parse_prio_clause(what, clauses));
        return;
    }
    if (starts_definition() || starts_member()) {
        add(node, Role::Item, parse_misplaced("in an action"));
        return;
    }
    if (at_any({word::optional, word::auto_}) && type_length(1) > 0 && at(TokenKind::Identifier, 1 + type_length(1))) {
        add(node, Role::Input, parse_input()); // without its `input`
        return;
    }
    const bool misspelt = at(TokenKind::Identifier) && (at(TokenKind::LeftBrace, 1) || is_word(kind(1)));
    const std::string_view meant =
        misspelt ? nearest(text(), {"require", "trigger", "input", "effect", "optional", "auto"}) : std::string_view();
    if (!meant.empty()) {
        mistake(DiagnosticKind::UnknownClause, span(), text(), "an action")
            .help("did you mean `" + std::string(meant) + "`?")
            .replace(span(), std::string(meant));
        panic_ = meant == "optional" || meant == "auto";
        if (!panic_) {
            take_as(meant);
            parse_action_clause(node, what, clauses);
        }
        return;
    }
    if (starts_statement_word() || starts_operand() || at_local()) {
        if (!clauses.told) {
            mistake(DiagnosticKind::Misplaced, span(), "a statement",
                    what == "this goal" ? "directly in a goal" : "directly in an action")
                .help("put it into `effect { … }`");
            clauses.told = true;
        }
        add(node, Role::Item, parse_stray_statement());
        return;
    }
    lost(DiagnosticKind::UnknownClause, span(), text(), "an action")
        .help("here may stand `require`, `trigger`, `input` and `effect`");
}

// The block of a clause that gives true or false. `{ this.gold > 0 }` has a value, and no statement.
NodeId Parser::parse_deciding_block(std::string_view what) {
    std::size_t end = 1;
    while (end < kLookahead && !at(TokenKind::RightBrace, end) && !at(TokenKind::LeftBrace, end)
           && !at(TokenKind::Semicolon, end) && !at(TokenKind::EndOfFile, end)) {
        ++end;
    }
    const bool alone = at(TokenKind::LeftBrace) && end > 1 && at(TokenKind::RightBrace, end) && starts_operand(1)
                       && !at(TokenKind::String, 1);
    for (std::size_t ahead = 1; alone && ahead < end; ++ahead) {
        if (at(TokenKind::DotDot, ahead) || at(TokenKind::Equal, ahead) || at(TokenKind::Comma, ahead)) {
            return parse_block(what);
        }
    }
    if (!alone) {
        return parse_block(what);
    }
    const NodeId block = open(NodeKind::Block);
    advance();
    const Span value = span(id(), id(end - 2));
    const std::string text(builder_.tree().source().text().substr(value.begin, value.end - value.begin));
    mistake(DiagnosticKind::MissingSign, value, "return")
        .help("write `return " + text + ";`")
        .replace(value, "return " + text + ";");
    const NodeId statement = open(NodeKind::Return);
    add(statement, Role::Value, parse_expression());
    add(block, Role::Item, close(statement));
    while (!at(TokenKind::RightBrace) && !at(TokenKind::EndOfFile)) {
        advance();
    }
    accept(TokenKind::RightBrace);
    return close(block);
}

// `require ["why"] { … }`
NodeId Parser::parse_require() {
    const NodeId node = open(NodeKind::Require);
    advance();
    if (at(TokenKind::Colon) || at(TokenKind::Equal)) {
        advance(); // told with the word
    }
    if (at(TokenKind::LeftParen) && !at(TokenKind::String, 1)) {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("write `require { return …; }`");
        skip_group();
        accept_end_of_body();
        if (!at(TokenKind::LeftBrace)) {
            return close(node);
        }
    } else if (!at(TokenKind::LeftBrace) && !at(TokenKind::Semicolon) && starts_operand()) {
        add(node, Role::Text,
            at_text_without_quotes() ? skip_text_without_quotes(TokenKind::LeftBrace) : parse_expression());
        if (accept(TokenKind::Semicolon)) {
            mistake(DiagnosticKind::MissingBody, after_previous(), "`require`").help("write `require { return …; }`");
            return close(node);
        }
    }
    add(node, Role::Body, parse_deciding_block("`require`"));
    accept_end_of_body();
    return close(node);
}

// `trigger [change | before action | after action] E ;` or with a block.
NodeId Parser::parse_trigger() {
    const NodeId node = open(NodeKind::Trigger);
    set_main(node, advance());
    const bool around = at_any({word::before, word::after});
    if (at_word(word::change) && is_word(kind(1))) {
        add(node, Role::Mode, word_node());
    } else if (around && at(TokenKind::Action, 1)) {
        add(node, Role::Mode, word_node());
        advance();
    } else if (around && is_word(kind(1)) && !on_new_line(1)) {
        const std::string when(text());
        add(node, Role::Mode, word_node());
        mistake(DiagnosticKind::MissingSign, after_previous(), "action")
            .help("write `trigger " + when + " action X.A`")
            .replace(after_previous(), " action");
    }
    if (at(TokenKind::Semicolon) || at(TokenKind::LeftBrace)) {
        mistake(DiagnosticKind::MissingName, after_previous(), "the event of `trigger`")
            .help("say what it waits for, as in `trigger PlayerChoiceEvent;`");
        add(node, Role::Target, missing());
    } else {
        add(node, Role::Target, parse_type_name("`trigger`"));
    }
    parse_prio(node);
    if (at(TokenKind::LeftBrace)) {
        add(node, Role::Body, parse_deciding_block("`trigger`"));
        accept_end_of_body();
    } else {
        expect_semicolon();
    }
    return close(node);
}

} // namespace tgdl
