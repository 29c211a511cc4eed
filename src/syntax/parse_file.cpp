// A whole file: directives, then definitions (docs/reference/files.md#1).
#include "syntax/parser_core.h"

namespace tgdl {

Tree Parser::run() {
    const NodeId file = builder_.open(NodeKind::File, TokenId(std::size_t{0}));
    if (includes_file_) { // told by the lexer; what the other file defines is not unknown
        add(file, Role::Item, close(open(NodeKind::ImportDirective)));
    }
    while (!at(TokenKind::EndOfFile)) {
        const std::size_t start = at_;
        panic_ = false;
        item_indent_ = indent();
        parse_item(file);
        if (panic_ || at_ == start) {
            resynchronise(file, start);
        }
    }
    builder_.close(file, TokenId(tokens().size()));
    return builder_.finish(file);
}

void Parser::parse_item(NodeId file) {
    if (at(TokenKind::RightBrace)) {
        if (!reported_top_level_) {
            mistake(DiagnosticKind::ExtraBrace, span())
                .help("leave it out, or look for a `{` that is missing before it")
                .replace(span(), "");
            reported_top_level_ = true;
        }
        add(file, Role::Item, skip_token());
        return;
    }
    const bool directive_word = at_any({word::game, word::players}) && !at(TokenKind::LeftBrace, 1);
    if (directive_word && !at_input()) {
        const bool game = at_word(word::game);
        add(file, Role::Item, game ? parse_game() : parse_players());
        reported_top_level_ = false;
        return;
    }
    if (at(TokenKind::Player) && at(TokenKind::Number, 1)) {
        mistake(DiagnosticKind::ForeignForm, span(id(), id(1)), written(2))
            .help("write `players`")
            .replace(span(), "players");
        add(file, Role::Item, parse_players());
        reported_top_level_ = false;
        return;
    }
    if (at(TokenKind::Import)) {
        add(file, Role::Item, parse_import());
        reported_top_level_ = false;
        return;
    }
    if (parse_definition(file) || parse_misspelt_definition(file)) {
        has_definition_ = true;
        reported_top_level_ = false;
        return;
    }
    parse_misplaced_at_top(file);
    reported_top_level_ = true;
}

// Directives stand in the order game, players, imports, before every definition.
void Parser::check_order(Symbol directive, bool in_place) {
    if (in_place) {
        return;
    }
    const bool game = directive == word::game;
    std::string_view first = "the definitions";
    if (game && !has_definition_) {
        first = "everything else";
    } else if (!has_definition_ && has_import_) {
        first = "the imports";
    }
    mistake(DiagnosticKind::DirectiveOrder, span(), text(), first)
        .help("a file begins with `game`, then `players`, then the imports, then the definitions");
}

NodeId Parser::parse_game() {
    if (has_game_) {
        mistake(DiagnosticKind::DirectiveTwice, span(), text()).help("keep one of them");
    }
    check_order(word::game, has_game_ || !(has_players_ || has_import_ || has_definition_));
    has_game_ = true;
    const NodeId node = open(NodeKind::GameDirective);
    advance();
    if (at(TokenKind::String)) {
        set_main(node, advance());
    } else if (at(TokenKind::Identifier) && !on_new_line()) {
        mistake(DiagnosticKind::Unexpected, span(), text())
            .help("the name of a game stands in quotes: `game \"" + std::string(text()) + "\";`")
            .replace(span(), "\"" + std::string(text()) + "\"");
        while (at(TokenKind::Identifier) && !on_new_line()) {
            advance();
        }
    } else {
        mistake(DiagnosticKind::MissingName, after_previous(), "the game").help("write `game \"my game\";`");
    }
    expect_semicolon();
    return close(node);
}

NodeId Parser::parse_players() {
    if (has_players_) {
        mistake(DiagnosticKind::DirectiveTwice, span(), text()).help("keep one of them");
    }
    check_order(word::players, has_players_ || !(has_import_ || has_definition_));
    has_players_ = true;
    const NodeId node = open(NodeKind::PlayersDirective);
    advance();
    if (at(TokenKind::Semicolon) || on_new_line()) {
        mistake(DiagnosticKind::MissingValue, after_previous()).help("write `players 2;` or `players 2..4;`");
        add(node, Role::Low, missing());
        expect_semicolon();
        return close(node);
    }
    if (at(TokenKind::Equal) || at(TokenKind::Colon)) {
        mistake(DiagnosticKind::Unexpected, span(), text())
            .help("write `players 2;` or `players 2..4;`")
            .replace(span(), "");
        advance();
    }
    if (parse_foreign_players(node)) {
        return close(node);
    }
    const NodeId low = parse_infix(6);
    add(node, Role::Low, low);
    if (at(TokenKind::Comma) && at(TokenKind::Number, 1)) { // `players 2, 3, 4;`
        std::size_t last = 1;
        while (at(TokenKind::Comma, last + 1) && at(TokenKind::Number, last + 2)) {
            last += 2;
        }
        const Span whole = span(builder_.begin_of(low), id(last));
        const std::string range = node_text(low) + ".." + std::string(text(last));
        mistake(DiagnosticKind::WrongSign, span(), ",", "..")
            .help("write `players " + range + ";`")
            .replace(whole, range);
        for (; last > 0; --last) {
            advance();
        }
        add(node, Role::High, parse_expression());
    } else if (at(TokenKind::Minus) || at_word(word::to)) {
        wrong_sign("..", "write `players 2..4;`");
        add(node, Role::High, parse_expression());
    } else if (accept(TokenKind::DotDot)) {
        add(node, Role::High, parse_expression());
    }
    if (at(TokenKind::LeftBrace)) {
        parse_body(node, Level::Clauses, "`players`", [&] {
            if (at_word(word::seat)) {
                add(node, Role::Item, parse_seat());
            } else {
                lost(DiagnosticKind::UnknownClause, span(), text(), "`players`")
                    .help("here may stand seats: `seat \"White\" color \"ivory\";`");
            }
        });
        accept_end_of_body();
    } else {
        expect_semicolon();
    }
    return close(node);
}

// `players 2 or 3;`, `players(2, 4);`, `players min 2 max 4;`, behind the word: told once, with the range of these numbers.
// False when it is none of these.
bool Parser::parse_foreign_players(NodeId node) {
    std::vector<TokenId> numbers;
    bool foreign = false;
    std::size_t end = 0;
    for (; has_mistakes() && end < kLookahead && !at(TokenKind::Semicolon, end); ++end) {
        if (at(TokenKind::EndOfFile, end) || at(TokenKind::LeftBrace, end) || on_new_line(end)) {
            return false;
        }
        if (at(TokenKind::Number, end)) {
            numbers.push_back(id(end));
        }
        foreign = foreign || at(TokenKind::Or, end) || at_word(word::max, end)
                  || (at(TokenKind::LeftParen) && at(TokenKind::Comma, end));
    }
    if (!foreign || numbers.size() < 2) {
        return false;
    }
    const std::string range = std::string(text(numbers.front())) + ".." + std::string(text(numbers.back()));
    const Span whole = span(id(), id(end - 1));
    mistake(DiagnosticKind::ForeignForm, whole, "players " + source_text(whole))
        .help("write `players " + range + ";`")
        .replace(whole, (at(TokenKind::LeftParen) ? " " : "") + range);
    for (const Role role : {Role::Low, Role::High}) {
        while (id() != (role == Role::Low ? numbers.front() : numbers.back())) {
            advance();
        }
        add(node, role, parse_primary());
    }
    while (!accept(TokenKind::Semicolon)) { // it is there
        advance();
    }
    return true;
}

// `seat "White" color "ivory";`, each text or none.
NodeId Parser::parse_seat() {
    const NodeId node = open(NodeKind::Seat);
    advance();
    const auto add_text = [&](Role role) {
        if (at(TokenKind::String)) {
            add(node, role, parse_primary());
            return;
        }
        mistake(DiagnosticKind::MissingValue, after_previous()).help("write a text: `seat \"White\" color \"ivory\";`");
    };
    if (!at(TokenKind::Semicolon) && !at_word(word::color) && text() != "colour") {
        add_text(Role::Text);
    }
    if (text() == "colour") {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("write `color`").replace(span(), "color");
        advance();
        add_text(Role::Value);
    } else if (accept_word(word::color)) {
        add_text(Role::Value);
    }
    expect_semicolon();
    return close(node);
}

NodeId Parser::parse_import() {
    check_order(Symbol(), !has_definition_);
    has_import_ = true;
    const NodeId node = open(NodeKind::ImportDirective);
    advance();
    if (at(TokenKind::String)) {
        set_main(node, advance());
    } else if (is_word(kind()) && !on_new_line()) {
        lost(DiagnosticKind::Unexpected, span(), text())
            .help("the file to import stands in quotes: `import \"cards.tgdl\";`");
        return close(node);
    } else {
        mistake(DiagnosticKind::MissingValue, after_previous())
            .help("write the file to import in quotes: `import \"cards.tgdl\";`");
    }
    if (accept(TokenKind::As)) {
        const NodeId alias = open(NodeKind::Word);
        set_main(alias, expect_name("`as`"));
        add(node, Role::Alias, close(alias));
    }
    expect_semicolon();
    return close(node);
}

// Reads one definition and adds it; false when none begins here.
bool Parser::parse_definition(NodeId parent) {
    NodeId node;
    const Token& first = token();
    const bool scope_before_kind = is_scope_word(first) && (is_kind_word(token(1)) || at_word(word::sealed, 1));
    const bool sealed_first = at_word(word::sealed) && (is_kind_word(token(1)) || is_scope_word(token(1)));
    const bool kind_missing = is_scope_word(first) && !at_word(word::group) && at(TokenKind::Identifier, 1)
                              && (at(TokenKind::LeftBrace, 2) || at(TokenKind::Colon, 2));
    if (scope_before_kind || sealed_first || kind_missing
        || (is_kind_word(first) && !at(TokenKind::Dot, 1) && !at(TokenKind::Equal, 1))) {
        node = parse_type_definition();
    } else if (at(TokenKind::Action)) {
        node = parse_action(open(NodeKind::Action));
    } else if ((at(TokenKind::Function) && !at(TokenKind::Input, 1)) || (at_word(word::verb) && is_word(kind(1)))) {
        node = parse_function(open(NodeKind::Function));
    } else if (at_constant() || at_untyped_definition(word::const_)) {
        node = parse_constant();
    } else if (at_option() || at_untyped_definition(word::option)) {
        node = parse_option();
    } else if (at_word(word::override_)
               && (at(TokenKind::Function, 1) || at(TokenKind::Action, 1) || at_word(word::verb, 1))) {
        node = parse_overriding();
    } else if (at(TokenKind::Turn) && !at(TokenKind::Dot, 1) && !at(TokenKind::Equal, 1)) {
        node = parse_turn();
    } else if (at_word(word::extend)) {
        node = parse_extension();
    } else if (at_word(word::setup)) {
        node = parse_setup();
    } else if (at_word(word::goal) && (is_word(kind(1)) || at(TokenKind::LeftBrace, 1))) {
        node = parse_goal();
    } else if (at_word(word::movement) && (is_word(kind(1)) || at(TokenKind::LeftBrace, 1))) {
        node = parse_movement();
    } else if (at_score(at_word(word::override_) ? 1 : 0)) {
        node = parse_score();
    } else if (at_modify()) {
        node = parse_modify();
    } else {
        return false;
    }
    add(parent, Role::Item, node);
    return true;
}

// Attributes, statements and members outside of every definition: one message for a run of them.
void Parser::parse_misplaced_at_top(NodeId file) {
    const bool member = at(TokenKind::Effect) || at(TokenKind::Require) || at(TokenKind::Trigger) || starts_member();
    if (reported_top_level_) {
        reported_at_ = at_; // one message for the run
    }
    if (member || at_input()) {
        add(file, Role::Item, parse_misplaced("outside of a definition"));
        return;
    }
    const bool attribute = at_local() || at_any({word::attribute, word::visible, word::information});
    const bool statement = starts_statement_word() || at(TokenKind::Player) || at(TokenKind::Turn)
                           || at(TokenKind::Event) || at(TokenKind::This)
                           || (at(TokenKind::Identifier) && !is_word(kind(1)));
    if (attribute) {
        lost(DiagnosticKind::Misplaced, span(), "an attribute", "outside of a class")
            .help("put it into a class; one that all share into a `global class`");
    } else if (statement) {
        mistake(DiagnosticKind::Misplaced, span(), "a statement", "outside of a block")
            .help("put it into `setup { … }`, or into the effect of an action, function or phase");
    } else {
        lost(DiagnosticKind::Unexpected, span(), text())
            .help("here may stand `class`, `tile`, `board`, `stack`, `function`, `action`, `turn`, `setup` and other "
                  "definitions");
    }
    if (statement && !attribute) {
        add(file, Role::Item, parse_stray_statement());
    }
}

// Where the thing at the cursor may stand.
std::string Parser::belongs() const {
    if (at_input()) {
        return "an `input` stands in an action, a function, a phase or an effect";
    }
    if (at(TokenKind::Effect) || at(TokenKind::Require) || at(TokenKind::Trigger)) {
        return "it stands in an action";
    }
    if (at_word(word::phase)) {
        return "a phase stands in a turn";
    }
    if (at_word(word::group) && at(TokenKind::LeftBrace, 2)) {
        return "a group stands in a board";
    }
    if (at(TokenKind::Action) || at(TokenKind::Function) || at_word(word::override_)) {
        return "it stands in a class, or outside of every definition";
    }
    if (at_any({word::default_, word::information})) {
        return "it stands in a class or another type";
    }
    return "definitions stand side by side, not inside each other";
}

NodeId Parser::parse_misplaced(std::string_view where) {
    const NodeId error = open(NodeKind::Error);
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    const std::string what = at_input() ? "an `input`" : "`" + std::string(text()) + "`";
    mistake(DiagnosticKind::Misplaced, span(), what, where).help(belongs() + ", or a `}` is missing before it");
    if (at_input()) {
        parse_input();
    } else if (at(TokenKind::Effect)) {
        advance();
        parse_block("this effect");
        accept_end_of_body();
    } else if (at(TokenKind::Require)) {
        parse_require();
    } else if (at(TokenKind::Trigger)) {
        parse_trigger();
    } else if (at_word(word::phase)) {
        parse_phase();
    } else if (at_word(word::default_)) {
        parse_default_block();
    } else if (at_word(word::information)) {
        parse_information();
    } else if (at_word(word::group) && at(TokenKind::LeftBrace, 2)) {
        parse_group();
    } else if (at(TokenKind::Import)) {
        parse_import();
    } else {
        const NodeId scratch = open(NodeKind::Error);
        if (!parse_definition(scratch)) {
            advance();
            panic_ = true;
        }
        close(scratch);
    }
    return close(error);
}

} // namespace tgdl
