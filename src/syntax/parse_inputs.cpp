// Inputs: their words, and the clauses that say what may be chosen (docs/reference/inputs.md).
#include "syntax/parser_core.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tgdl {

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
    const bool without_word = starts_type() && at(TokenKind::Identifier, type_length());
    if (without_word && !at(TokenKind::Input)) {
        mistake(DiagnosticKind::MissingSign, after_previous(), "input")
            .help("what is asked is an input: `optional input T x;`")
            .replace(after_previous(), " input");
    } else if (!at(TokenKind::Input)) {
        unexpected();
        while (!at(TokenKind::Input) && !at(TokenKind::EndOfFile)) {
            advance();
        }
        panic_ = false;
    }
    accept(TokenKind::Input);
    if (at_word(word::all) && type_length(1) > 0 && at(TokenKind::Identifier, 1 + type_length(1))) {
        mistake(DiagnosticKind::OlderConstruct, span(), "input all")
            .help("leave it out: a list may take all; `auto input` takes all without asking");
        advance();
    }
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
    if (has_mistakes() && at_word(word::filter) && !on_new_line() && !at(TokenKind::Semicolon, 1)) {
        mistake(DiagnosticKind::ForeignForm, span(), "input … filter")
            .help("what may be chosen stands in braces behind the name: `{ filter c { return …; } }`");
        const bool told = std::exchange(panic_, true);
        add(node, Role::Item, as_error(parse_filter()));
        panic_ = told;
        body = true;
    } else if (at(TokenKind::LeftBrace)) {
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
        const bool told = std::exchange(panic_, true); // `from hand where x.cost > 0`
        while (at(TokenKind::Identifier) && !on_new_line() && starts_operand(1)) {
            advance();
            parse_expression();
        }
        panic_ = told;
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
    if (has_mistakes() && at_word(word::options) && at(TokenKind::LeftBracket, 1) && at(TokenKind::Comma, 3)) {
        return true; // `options ["a", "b"];`
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
bool Parser::refuse_bounds_alone(NodeId input) {
    const bool named = (text() == "min" || text() == "max") && (at(TokenKind::Number, 1) || at(TokenKind::Equal, 1));
    const bool alone = at(TokenKind::Number) && at(TokenKind::DotDot, 1);
    if (!named && !alone) {
        return false;
    }
    const std::size_t value = at(TokenKind::Equal, 1) ? 2 : 1;
    const std::string first(text(named ? value : 0));
    const std::string low = named && text() == "max" ? "0" : first;
    const std::string high(alone && at(TokenKind::Number, 2)   ? text(2)
                           : named && text() == "max"          ? first
                           : named && text(value + 2) == "max" ? text(value + 2 + value)
                                                               : "…");
    const NodeId type = builder_.tree().child(input, Role::Type);
    const bool several = type.valid() && builder_.tree().kind(type) != NodeKind::TypeName;
    mistake(DiagnosticKind::ForeignForm, span(), named ? std::string(text()) + " …" : low + ".." + high)
        .help("write `" + std::string(several ? "count " : "range ") + low + ".." + high + ";`");
    --at_;
    skip_group();
    return true;
}

void Parser::parse_input_block(NodeId node) {
    // The words of the clauses, looked at behind the `{`.
    ++at_;
    if (has_mistakes() && refuse_bounds_alone(node)) {
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
        add(options, Role::Value, has_mistakes() ? parse_foreign_options() : parse_expression());
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
    const bool has_reason = at(TokenKind::String) || at(TokenKind::TextBegin) || at(TokenKind::TextWhole);
    if (parse_foreign_filter_name(node)) {
        add(node, Role::Body, parse_deciding_block("this filter"));
        accept_end_of_body();
        return close(node);
    }
    if (!at(TokenKind::LeftBrace) && !only_name && !has_reason && without_body()) {
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
    if (has_mistakes() && parse_foreign_range(node)) {
        return close(node);
    }
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

// `range 1-3;`, `range(1, 3);`
bool Parser::parse_foreign_range(NodeId clause) {
    const std::size_t bracket = at(TokenKind::LeftParen) ? 1 : 0;
    const std::size_t end = 3 + 2 * bracket;
    const bool fits = at(TokenKind::Number, bracket) && at(TokenKind::Number, bracket + 2)
                      && at(TokenKind::Semicolon, end)
                      && at(bracket > 0 ? TokenKind::Comma : TokenKind::Minus, bracket + 1);
    if (!fits) {
        return false;
    }
    const std::string range = std::string(text(bracket)) + ".." + std::string(text(bracket + 2));
    const Span whole = span(id(), id(end - 1));
    mistake(DiagnosticKind::WrongSign, span(bracket + 1), text(bracket + 1), "..")
        .help("write `range " + range + ";`")
        .replace(whole, bracket > 0 ? " " + range : range);
    at_ += bracket;
    add(clause, Role::Low, parse_primary());
    advance();
    add(clause, Role::High, parse_primary());
    at_ += bracket + 1;
    return true;
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
