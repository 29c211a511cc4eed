// Actions and goals with their clauses, and inputs (docs/reference/actions.md, docs/reference/inputs.md).
#include "syntax/parser_core.h"

#include <algorithm>
#include <array>
#include <utility>

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
    const bool misspelt = at(TokenKind::Identifier) && (at(TokenKind::LeftBrace, 1) || is_word(kind(1)));
    const std::string_view meant =
        misspelt ? nearest(text(), {"require", "trigger", "input", "effect", "optional", "auto"}) : std::string_view();
    if (!meant.empty()) {
        lost(DiagnosticKind::UnknownClause, span(), text(), "an action")
            .help("did you mean `" + std::string(meant) + "`?")
            .replace(span(), std::string(meant));
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
    if (at(TokenKind::LeftParen) && !at(TokenKind::String, 1)) {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("write `require { return …; }`");
        skip_group();
        accept_end_of_body();
        if (!at(TokenKind::LeftBrace)) {
            return close(node);
        }
    } else if (!at(TokenKind::LeftBrace) && !at(TokenKind::Semicolon) && starts_operand()) {
        add(node, Role::Text, parse_expression());
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
        add(node, Role::Mode, word_node());
        mistake(DiagnosticKind::MissingSign, after_previous(), "action")
            .help("write `trigger before action X.A`")
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

// `input`, or words that lead to one: `optional`, `auto`, `player p`, `players list`, `function`.
bool Parser::at_input() const {
    if (at(TokenKind::Input)) {
        return true;
    }
    const bool may =
        at(TokenKind::Player) || at(TokenKind::Function) || at_any({word::players, word::auto_, word::optional});
    if (!may) {
        return false;
    }
    std::size_t open_braces = 0;
    for (std::size_t ahead = 1; ahead < kLookahead; ++ahead) {
        switch (kind(ahead)) {
        case TokenKind::Input: return open_braces == 0;
        case TokenKind::LeftBrace:
            if (open_braces == 0 && !at_word(word::players, ahead - 1)) {
                return false;
            }
            ++open_braces;
            break;
        case TokenKind::RightBrace:
            if (open_braces == 0) {
                return false;
            }
            --open_braces;
            break;
        case TokenKind::Semicolon:
        case TokenKind::EndOfFile:
        case TokenKind::Equal: return false;
        default: break;
        }
    }
    return false;
}

void Parser::parse_input_modifiers(NodeId node) {
    const std::string_view first_word = text();
    if (at_word(word::optional)) {
        add(node, Role::Optional, word_node());
    }
    if (at(TokenKind::Player) && at(TokenKind::Dot, 1)) {
        // `player.active() input T x;`: the modifier itself is missing.
        mistake(DiagnosticKind::Unexpected, span(), text())
            .help("write `player` before who chooses: `player player.active() input …`")
            .replace({file_, token().begin, token().begin}, "player ");
        add(node, Role::Player, parse_conditional());
    } else if (at(TokenKind::Player) || at_word(word::players)) {
        const bool several = at_word(word::players);
        add(node, Role::Mode, word_node());
        if (!at(TokenKind::Input) && !at_word(word::optional)) {
            add(node, Role::Player, parse_conditional());
        } else if (several) {
            mistake(DiagnosticKind::MissingValue, after_previous())
                .help("say who chooses: `players player.all() input …`");
        }
    } else if (at(TokenKind::Function) || at_word(word::auto_)) {
        add(node, Role::Mode, word_node());
    }
    if (at_word(word::optional)) {
        mistake(DiagnosticKind::WordOrder, span(), text(), first_word)
            .help("write `optional` first: `optional player p input T x;`");
        add(node, Role::Optional, word_node());
    }
}

// `input optional Card c`, `input player p Card c`: understood, reported once.
void Parser::parse_modifiers_after_input(NodeId node) {
    const bool word_type = at_any({word::optional, word::auto_, word::players}) || at(TokenKind::Function);
    // `player` is a type too: `input player p;`. Only with another type behind it is it a modifier.
    bool player_modifier = false;
    if (at(TokenKind::Player)) {
        const std::size_t value = at(TokenKind::Identifier, 1) ? type_length(2) : 0;
        player_modifier = value > 0 && at(TokenKind::Identifier, 2 + value) && !on_new_line(2);
        player_modifier = player_modifier || (at(TokenKind::Player, 1) && at(TokenKind::Dot, 2));
    }
    const bool modifier = (word_type && type_length(1) > 0 && !looks_like_name_use(2)) || player_modifier;
    if (!modifier) {
        return;
    }
    const std::string words(text());
    mistake(DiagnosticKind::WordOrder, span(), words, "input")
        .help("write `" + words + (player_modifier ? " … input`" : " input`"));
    if (player_modifier) {
        add(node, Role::Mode, word_node());
        add(node, Role::Player, parse_conditional());
        return;
    }
    const bool several = at_word(word::players);
    add(node, at_word(word::optional) ? Role::Optional : Role::Mode, word_node());
    if (several) {
        add(node, Role::Player, parse_conditional());
    }
}

// `[optional] [modifier] input T name [= default] [block] [else { … }]`
NodeId Parser::parse_input() {
    const NodeId node = open(NodeKind::Input);
    parse_input_modifiers(node);
    if (!at(TokenKind::Input)) {
        unexpected();
        while (!at(TokenKind::Input) && !at(TokenKind::EndOfFile)) {
            advance();
        }
        panic_ = false;
    }
    advance();
    parse_modifiers_after_input(node);
    const bool untyped = at(TokenKind::Identifier)
                         && (at(TokenKind::Semicolon, 1) || at(TokenKind::LeftBrace, 1) || at(TokenKind::Equal, 1));
    const char initial = text().empty() ? '\0' : text()[0];
    const bool type_alone = (initial >= 'A' && initial <= 'Z') || at_any({word::number, word::string, word::bool_});
    if (at(TokenKind::Identifier) && at(TokenKind::Colon, 1) && starts_type(2)) {
        mistake(DiagnosticKind::TypeAfterName, span(1))
            .help("write `" + std::string(text(2)) + " " + std::string(text()) + "`");
        set_main(node, advance());
        advance();
        add(node, Role::Type, parse_type("this input"));
    } else if (untyped && !type_alone) {
        mistake(DiagnosticKind::MissingType, span(), "the input `" + std::string(text()) + "`")
            .help("write its type before its name, such as `number " + std::string(text()) + "`");
        add(node, Role::Type, missing());
    } else {
        add(node, Role::Type, parse_type("this input"));
    }
    if (!builder_.tree().node(node).main.valid()) {
        set_main(node, expect_name("this input"));
    }
    refuse_words_behind_input();
    if (accept(TokenKind::Equal)) {
        add(node, Role::Value, parse_expression());
    }
    bool body = false;
    if (at(TokenKind::LeftBrace)) {
        parse_input_block(node);
        body = true;
    }
    if (accept(TokenKind::Else)) {
        add(node, Role::Else, parse_block("`else`"));
        body = true;
    } else if (at(TokenKind::Semicolon) && at(TokenKind::Else, 1)) {
        // The `;` ends the input, so the `else` would belong to nothing.
        advance();
        mistake(DiagnosticKind::ElseWithoutIf, span()).help("leave out the `;` before it");
        advance();
        add(node, Role::Else, parse_block("`else`"));
        body = true;
    }
    if (body) {
        accept_end_of_body();
    } else {
        expect_semicolon();
    }
    return close(node);
}

// `input Card c from hand;`, `input Card[] cs all;`, `input number n 1..3;`
void Parser::refuse_words_behind_input() {
    if (on_new_line()) {
        return;
    }
    if (text() == "all" && (at(TokenKind::Semicolon, 1) || at(TokenKind::LeftBrace, 1))) {
        mistake(DiagnosticKind::OlderConstruct, span(), "input … all")
            .help("leave it out: a list may take all; `auto input` takes all without asking");
        advance();
        if (at(TokenKind::LeftBrace)) {
            skip_group();
        }
        return;
    }
    static constexpr auto kBlocks = std::to_array<std::pair<std::string_view, std::string_view>>({
        {"from", "options …;"},
        {"in", "options …;"},
        {"of", "options …;"},
        {"where", "filter { return …; }"},
        {"when", "filter { return …; }"},
        {"with", "filter { return …; }"},
        {"options", "options …;"},
        {"range", "range 1..3;"},
        {"count", "count 2;"},
    });
    const auto* const meant = std::ranges::find(kBlocks, text(), [](const auto& one) { return one.first; });
    const bool number = at(TokenKind::Number);
    const bool index = at(TokenKind::LeftBracket);
    if (index || number || (meant != kBlocks.end() && starts_operand(1))) {
        const std::string_view block = index ? "count 2;" : number ? "range 1..3;" : meant->second;
        mistake(DiagnosticKind::ForeignForm, span(), "input … " + std::string(text()))
            .help("what may be chosen stands in braces behind the name: `{ " + std::string(block) + " }`");
        if (index) {
            skip_group();
            return;
        }
        if (!number) {
            advance();
        }
        parse_expression();
    }
}

// Whether the word begins a clause rather than a statement about a variable of that name.
bool Parser::at_input_clause() const {
    if (!at_any({word::options, word::filter, word::range, word::count, word::upto, word::total})) {
        return false;
    }
    if (at(TokenKind::Equal, 1) || at(TokenKind::Colon, 1)) { // `options = { 1, 2 };` alone
        std::size_t end = 2;
        while (end < kLookahead && !at(TokenKind::Semicolon, end) && !at(TokenKind::EndOfFile, end)) {
            ++end;
        }
        return at(TokenKind::RightBrace, end + 1);
    }
    switch (kind(1)) {
    case TokenKind::Dot:
    case TokenKind::LeftBracket:
    case TokenKind::PlusEqual:
    case TokenKind::MinusEqual:
    case TokenKind::StarEqual:
    case TokenKind::SlashEqual:
    case TokenKind::PercentEqual:
    case TokenKind::PlusPlus:
    case TokenKind::MinusMinus:
    case TokenKind::RightParen:
    case TokenKind::Semicolon: return false;
    default: return true;
    }
}

// Behind the `{` of an input: `min 1; max 3;`, `1..3`. Reads up to the `}` and over it, or stays where it is.
bool Parser::refuse_bounds_alone() {
    const bool named = (text() == "min" || text() == "max") && (at(TokenKind::Number, 1) || at(TokenKind::Equal, 1));
    const bool alone = at(TokenKind::Number) && at(TokenKind::DotDot, 1);
    if (!named && !alone) {
        return false;
    }
    const std::string low = named ? "1" : std::string(text());
    const std::string high = alone && at(TokenKind::Number, 2) ? std::string(text(2)) : "3";
    mistake(DiagnosticKind::ForeignForm, span(), named ? std::string(text()) + " …" : low + ".." + high)
        .help("write `range " + low + ".." + high + ";`");
    --at_;
    skip_group();
    return true;
}

void Parser::parse_input_block(NodeId node) {
    // The words of the clauses, looked at behind the `{`.
    ++at_;
    if (has_mistakes() && refuse_bounds_alone()) {
        return;
    }
    const bool clause = at_input_clause();
    const bool misspelt = at(TokenKind::Identifier) && !clause
                          && (at(TokenKind::LeftBrace, 1) || at(TokenKind::String, 1))
                          && !nearest(text(), {"options", "filter", "range", "count", "upto", "total"}).empty();
    --at_;
    if (clause || misspelt) {
        parse_body(node, Level::Clauses, "this input", [&] { parse_input_clause(node); });
        return;
    }
    const NodeId filter = open(NodeKind::ShortFilter);
    add(filter, Role::Body, parse_deciding_block("this input"));
    add(node, Role::Item, close(filter));
}

// `options = { 1, 2 };`: behind the word of a clause.
void Parser::refuse_sign_of_clause() {
    if (at(TokenKind::Equal) || at(TokenKind::Colon)) {
        mistake(DiagnosticKind::Unexpected, span(), text())
            .help("leave it out: what may be chosen stands behind the word")
            .replace(span(), "");
        advance();
    }
}

void Parser::parse_input_clause(NodeId node) {
    if (at_word(word::filter)) {
        add(node, Role::Item, parse_filter());
        return;
    }
    if (at_word(word::range)) {
        add(node, Role::Item, parse_range_clause());
        return;
    }
    if (at_word(word::count)) {
        add(node, Role::Item, parse_count_clause(NodeKind::CountClause));
        return;
    }
    if (at_word(word::total)) {
        add(node, Role::Item, parse_count_clause(NodeKind::TotalClause));
        return;
    }
    if (at_any({word::options, word::upto})) {
        const NodeId options = open(at_word(word::upto) ? NodeKind::UptoClause : NodeKind::Options);
        advance();
        refuse_sign_of_clause();
        add(options, Role::Value, parse_expression());
        expect_semicolon();
        add(node, Role::Item, close(options));
        return;
    }
    Report report = lost(DiagnosticKind::UnknownClause, span(), text(), "the block of an input");
    const std::string_view meant = nearest(text(), {"options", "filter", "range", "count", "upto", "total"});
    if (!meant.empty()) {
        report.help("did you mean `" + std::string(meant) + "`?").replace(span(), std::string(meant));
    } else {
        report.help(
            "beside `options`, `filter`, `range` and `count` no statement may stand; put it into `filter { … }`");
    }
}

// Does a `;` come before any `{`?
bool Parser::without_body() const {
    for (std::size_t ahead = 0; ahead < kLookahead; ++ahead) {
        if (at(TokenKind::LeftBrace, ahead) || at(TokenKind::RightBrace, ahead) || at(TokenKind::EndOfFile, ahead)) {
            return false;
        }
        if (at(TokenKind::Semicolon, ahead)) {
            return true;
        }
    }
    return false;
}

// `filter { … }`, `filter k { … }`, `filter "why" { … }`, `filter "why" k { … }`
NodeId Parser::parse_filter() {
    const NodeId node = open(NodeKind::Filter);
    advance();
    const bool only_name = at(TokenKind::Identifier) && at(TokenKind::LeftBrace, 1);
    const bool in_brackets = at(TokenKind::LeftParen) && at(TokenKind::Identifier, 1) && at(TokenKind::RightParen, 2);
    const bool has_reason = at(TokenKind::String) || at(TokenKind::TextBegin) || at(TokenKind::TextWhole);
    if (in_brackets && at(TokenKind::LeftBrace, 3)) {
        const std::string name(text(1));
        mistake(DiagnosticKind::ForeignForm, span(id(), id(2)), "filter(" + name + ")")
            .help("write `filter " + name + " { … }`")
            .replace(span(id(), id(2)), " " + name);
        advance();
        set_main(node, advance());
        advance();
    } else if (!at(TokenKind::LeftBrace) && !only_name && !has_reason && without_body()) {
        const bool named = at(TokenKind::Identifier) && at(TokenKind::ThickArrow, 1);
        const std::string name = named ? " " + std::string(text()) : "";
        lost(DiagnosticKind::MissingBody, span(), "this filter").help("write `filter" + name + " { return …; }`");
        return as_error(close(node));
    } else if (!at(TokenKind::LeftBrace) && !only_name && starts_operand()) {
        add(node, Role::Text, parse_expression());
    }
    if (at(TokenKind::Identifier) && at(TokenKind::LeftBrace, 1)) {
        set_main(node, advance());
    }
    add(node, Role::Body, parse_deciding_block("this filter"));
    accept_end_of_body();
    return close(node);
}

// `range 1..10 [step 2];`
NodeId Parser::parse_range_clause() {
    const NodeId node = open(NodeKind::RangeClause);
    advance();
    refuse_sign_of_clause();
    add(node, Role::Low, parse_bound());
    if (at(TokenKind::Comma) || at(TokenKind::Minus) || at_word(word::to)) {
        wrong_sign("..", "write `range 1..10;`");
        add(node, Role::High, parse_bound());
    } else if (accept(TokenKind::DotDot)) {
        add(node, Role::High, parse_bound());
    } else {
        report_missing(TokenKind::DotDot).help("write `range 1..10;`");
        add(node, Role::High, missing());
    }
    if (accept_word(word::step)) {
        add(node, Role::Step, parse_expression());
    }
    expect_semicolon();
    return close(node);
}

// `count 2;`, `count 0..3;`
NodeId Parser::parse_count_clause(NodeKind clause) {
    const NodeId node = open(clause);
    advance();
    refuse_sign_of_clause();
    add(node, Role::Low, parse_bound());
    if (accept(TokenKind::DotDot)) {
        add(node, Role::High, parse_bound());
    }
    expect_semicolon();
    return close(node);
}

} // namespace tgdl
