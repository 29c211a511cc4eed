// Definitions of the top level (docs/reference/README.md), except boards' insides and movement.
#include "syntax/parser_core.h"

namespace tgdl {

bool Parser::is_kind_word(const Token& token) {
    if (token.kind == TokenKind::Class || token.kind == TokenKind::Event) {
        return true;
    }
    const Symbol name = token.symbol;
    return token.kind == TokenKind::Identifier
           && (name == word::interactable || name == word::tile || name == word::board || name == word::stack
               || name == word::connection || name == word::enum_ || name == word::state || name == word::boardcell);
}

bool Parser::is_scope_word(const Token& token) {
    if (token.kind == TokenKind::Player) {
        return true;
    }
    return token.kind == TokenKind::Identifier
           && (token.symbol == word::local || token.symbol == word::group || token.symbol == word::global);
}

// `[scope] [sealed] kind Name [: Base] { members }`
NodeId Parser::parse_type_definition() {
    if (has_mistakes() && at(TokenKind::Class) && at(TokenKind::LeftParen, 2) && text(3) == "Enum") {
        take_as("enum"); // `class Kind(Enum) { Red, Green }`, told behind the name
    }
    const NodeId node = open(NodeKind::TypeDefinition);
    if (at_word(word::sealed) && is_scope_word(token(1))) {
        mistake(DiagnosticKind::WordOrder, span(1), text(1), text())
            .help("write `" + std::string(text(1)) + " sealed`")
            .replace(span(id(), id(1)), std::string(text(1)) + " sealed");
        add(node, Role::Sealed, word_node());
        add(node, Role::Scope, word_node());
    } else {
        if (is_scope_word(token())) {
            add(node, Role::Scope, word_node());
        }
        if (at_word(word::sealed)) {
            add(node, Role::Sealed, word_node());
        }
    }
    if (at_word(word::state)) {
        hint_older(span(), "state", "class", "class");
    } else if (at_word(word::boardcell)) {
        hint_older(span(), "boardcell", "tile", "tile");
    }
    Symbol type_kind;
    std::string what = "this class";
    if (!is_kind_word(token()) && builder_.tree().has(node, Role::Scope)) {
        mistake(DiagnosticKind::MissingSign, after_previous(), "class").replace(after_previous(), " class");
        add(node, Role::Kind, open(NodeKind::Word));
    } else {
        type_kind = token().symbol;
        what = "this " + std::string(text());
        add(node, Role::Kind, word_node());
    }
    if (at(TokenKind::Identifier, 1) && (text() == "placeable" || text() == "stackable")) {
        mistake(DiagnosticKind::OlderConstruct, span(), text())
            .help("leave it out: every `interactable` can lie on tiles and in stacks")
            .replace(span(), "");
        advance();
    }
    if (type_kind == word::enum_ && at(TokenKind::Class) && is_word(kind(1))) {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("leave it out").replace(span(), "");
        advance();
    }
    set_main(node, expect_name(what));
    if (type_kind == word::enum_ && parse_values_without_braces(node)) {
        return close(node);
    }
    parse_base(node);
    parse_type_body(node, type_kind, what);
    return close(node);
}

// `: Base`, or what is written in its place.
void Parser::parse_base(NodeId node) {
    if (parse_foreign_base(node)) {
        return;
    }
    if (at_any({word::extends, word::implements, word::inherits})) {
        wrong_sign(":", "the base stands after `:`");
        add(node, Role::Base, parse_type_name("`:`"));
    } else if (at(TokenKind::Equal) && at(TokenKind::LeftBrace, 1)) {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("leave it out").replace(span(), "");
        advance();
    } else if (accept(TokenKind::Colon)) {
        add(node, Role::Base, parse_type_name("`:`"));
    }
}

void Parser::parse_type_body(NodeId node, Symbol type_kind, std::string_view what) {
    bool may_be_values = type_kind == word::enum_;
    parse_body(node, Level::Members, what, [&] {
        if (may_be_values && at_enum_values()) {
            add(node, Role::Item, parse_enum_values());
        } else {
            parse_member(node, type_kind);
        }
        may_be_values = false;
    });
    accept_end_of_body();
}

// `extend kind X { members }`, `extend setup { … }`
NodeId Parser::parse_extension() {
    const NodeId node = open(NodeKind::Extension);
    advance();
    if (at_word(word::setup)) {
        builder_.set_kind(node, NodeKind::SetupExtension);
        advance();
        parse_effect_body(node, "this setup");
        return close(node);
    }
    if (is_scope_word(token()) && is_kind_word(token(1))) {
        mistake(DiagnosticKind::Unexpected, span(), text())
            .help("leave it out: an extension does not repeat it")
            .replace(span(), "");
        advance();
    }
    if (at_word(word::state)) {
        hint_older(span(), "state", "class", "class");
    } else if (at_word(word::boardcell)) {
        hint_older(span(), "boardcell", "tile", "tile");
    }
    const Symbol type_kind = token().symbol;
    const bool turn = at(TokenKind::Turn);
    if (is_kind_word(token()) || turn) {
        add(node, Role::Kind, word_node());
    } else {
        mistake(DiagnosticKind::Unexpected, span(), text())
            .help("say what is extended: `extend class X { … }`, `extend turn X { … }`, `extend setup { … }`");
        const NodeId kind_word = open(NodeKind::Word);
        add(node, Role::Kind, kind_word);
    }
    add(node, Role::Target, parse_type_name("`extend`"));
    if (turn) {
        parse_body(node, Level::Turn, "this extension", [&] { parse_turn_item(node); });
        accept_end_of_body();
    } else {
        parse_type_body(node, type_kind, "this extension");
    }
    return close(node);
}

// `const T name`, `option T name`, with `override` before or not.
bool Parser::at_typed_definition(Symbol word, std::size_t ahead) const {
    const std::size_t first = ahead + (at_word(word::override_, ahead) ? 1 : 0);
    const std::size_t length = at_word(word, first) ? type_length(first + 1) : 0;
    return length > 0 && at(TokenKind::Identifier, first + 1 + length);
}

// `const name = …`: at top level, or where no type is called so, it is no attribute.
bool Parser::at_untyped_definition(Symbol word) const {
    const std::size_t first = at_word(word::override_) ? 1 : 0;
    return at_word(word, first) && at(TokenKind::Identifier, first + 1) && at(TokenKind::Equal, first + 2);
}

NodeId Parser::parse_typed_definition(NodeKind form, std::string_view what) {
    const NodeId node = open(form);
    if (at_word(word::override_)) {
        add(node, Role::Override, word_node());
    }
    const std::string word(text());
    advance();
    if (at(TokenKind::Equal, 1)) {
        mistake(DiagnosticKind::MissingType, span(), "`" + std::string(text()) + "`")
            .help("write the type before the name, such as `" + word + " number " + std::string(text()) + "`");
        add(node, Role::Type, missing());
    } else {
        add(node, Role::Type, parse_type(what));
    }
    if (at(TokenKind::Identifier) && at(TokenKind::Dot, 1)) { // an alias
        if (!builder_.tree().has(node, Role::Override)) {
            mistake(DiagnosticKind::Unexpected, span(1), text(1))
                .help("a new name stands alone; what another file declares is changed with `override`");
        }
        add(node, Role::Name, word_node());
        advance();
    }
    set_main(node, expect_name(what));
    if (at(TokenKind::EqualEqual) || at(TokenKind::Colon)) {
        wrong_sign("=", "its value is given with `=`");
        add(node, Role::Value, parse_expression());
    } else if (accept(TokenKind::Equal)) {
        add(node, Role::Value, parse_expression());
    } else {
        mistake(DiagnosticKind::MissingValue, after_previous()).help("give it a value: `= …`");
        add(node, Role::Value, missing());
    }
    return node;
}

// `const T name = value;`
NodeId Parser::parse_constant() {
    const NodeId node = parse_typed_definition(NodeKind::Constant, "this constant");
    expect_semicolon();
    return close(node);
}

// `option T name = value of { … };`, `… of 3..9;`
NodeId Parser::parse_option() {
    const NodeId node = parse_typed_definition(NodeKind::OptionDefinition, "this option");
    if (accept_word(word::of)) {
        NodeId values = at(TokenKind::LeftBrace) ? parse_collection_literal() : parse_expression();
        const NodeKind form = builder_.tree().kind(values);
        if (form != NodeKind::CollectionLiteral && form != NodeKind::Range && form != NodeKind::Missing) {
            mistake(DiagnosticKind::Unexpected, node_span(values), node_text(values))
                .help("the values of an option are written `of { 9, 13 }` or `of 3..9`");
            values = as_error(values);
        }
        add(node, Role::Of, values);
    }
    expect_semicolon();
    return close(node);
}

NodeId Parser::parse_setup() {
    const NodeId node = open(NodeKind::Setup);
    advance();
    if (at(TokenKind::LeftParen) && at(TokenKind::RightParen, 1)) {
        mistake(DiagnosticKind::Unexpected, span(), "()").help("leave it out").replace(span(id(), id(1)), "");
        advance();
        advance();
    }
    parse_effect_body(node, "this setup");
    return close(node);
}

// The body of a setup or phase: inputs and one `effect`, or bare statements. Which of the two is known at its end.
void Parser::parse_effect_body(NodeId node, std::string_view what) {
    const NodeId block = open(NodeKind::Block);
    std::vector<NodeId> effects;
    bool told = false;
    NodeId stray;
    parse_body(block, Level::Statements, what, [&] {
        if (at(TokenKind::Effect)) {
            const TokenId effect = advance();
            clause_twice(!effects.empty(), what, "effect", effect);
            effects.push_back(parse_block("this effect"));
            add(block, Role::Item, effects.back());
            accept_end_of_body();
            return;
        }
        if (!at_input() && !told && !effects.empty()) {
            mistake(DiagnosticKind::Misplaced, span(), "a statement", "beside an `effect`")
                .help("put it into the `effect`, or leave out `effect { }` around the others");
            told = true;
        }
        const bool input = at_input();
        const NodeId statement = parse_statement();
        if (!input && !stray.valid() && builder_.tree().kind(statement) != NodeKind::Error) {
            stray = statement;
        }
        add(block, Role::Item, statement);
    });
    close(block);
    const bool empty = !builder_.tree().node(block).first_child.valid();
    if (effects.empty()) {
        if (!empty || builder_.tree().kind(node) != NodeKind::Phase) {
            add(node, Role::Effect, block);
        }
    } else {
        if (stray.valid() && !told) {
            diagnostics_.report(DiagnosticKind::Misplaced, node_span(stray), "a statement", "beside an `effect`")
                .with_help("put it into the `effect`, or leave out `effect { }` around the others");
        }
        for (const NodeId child : builder_.tree().children(block)) {
            const bool input = builder_.tree().kind(child) == NodeKind::Input;
            builder_.set_role(child, input ? Role::Input : Role::Item);
        }
        builder_.set_role(effects.front(), Role::Effect);
        builder_.move_children(block, node); // behind the name after `after`
    }
    accept_end_of_body();
}

// Behind an optional `override`, which the node already holds.
NodeId Parser::parse_function(NodeId node) {
    if (at_word(word::verb)) {
        hint_older(span(), "verb", "function", "function");
    }
    advance();
    const bool type_behind = at(TokenKind::Identifier) && at_word(word::returns, 1) && type_length(2) > 0
                             && at(TokenKind::LeftBrace, 2 + type_length(2));
    const bool untyped =
        is_word(kind()) && (at(TokenKind::LeftBrace, 1) || at(TokenKind::LeftParen, 1) || at(TokenKind::Semicolon, 1));
    if (at(TokenKind::LeftBrace) || at(TokenKind::LeftParen)) {
        mistake(DiagnosticKind::MissingName, after_previous(), "this function");
    } else if (type_behind) { // `function F returns number {`
        set_main(node, advance());
        mistake(DiagnosticKind::TypeAfterName, span())
            .help("write `returns " + std::string(text(1)) + ";` inside the braces");
        advance();
        add(node, Role::Returns, parse_type("`returns`"));
    } else if (untyped) {
        set_main(node, expect_name("this function"));
    } else if (at_word(word::void_) && is_word(kind(1)) && !declares_type(word::void_)) {
        mistake(DiagnosticKind::ForeignWord, span(), text())
            .help("leave it out: a function without a type gives nothing")
            .replace(span(), "");
        advance();
        set_main(node, expect_name("this function"));
    } else {
        const NodeId type = parse_type("this function");
        add(node, Role::Returns, type);
        set_main(node, expect_name("this function"));
        if (at(TokenKind::LeftBrace)) {
            if (at(TokenKind::Function, 1) || at_word(word::returns, 1) || braces_hold_effect()) {
                mistake(DiagnosticKind::Misplaced, node_span(type), "a type",
                        "before the name of a function without `( )`")
                    .help("it stands in the body: `returns " + node_text(type) + ";`");
                parse_long_function(node, HeadType::Misplaced);
                return close(node);
            }
            mistake(DiagnosticKind::MissingSign, after_previous(), "()")
                .help("write `()` after the name")
                .replace(after_previous(), "()");
            builder_.set_kind(node, NodeKind::ShortFunction);
            add(node, Role::Effect, parse_block("this function"));
            accept_end_of_body();
            return close(node);
        }
    }
    if (at(TokenKind::LeftParen)) {
        parse_short_function(node);
    } else {
        parse_long_function(node, HeadType::None);
    }
    return close(node);
}

// `{ input Card c; effect { … } }`: does an `effect` stand among the clauses of these braces?
bool Parser::braces_hold_effect() const {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < kLookahead && !at(TokenKind::EndOfFile, i); ++i) { // a faulty file may have many
        depth += at(TokenKind::LeftBrace, i) ? 1U : 0U;
        depth -= at(TokenKind::RightBrace, i) ? 1U : 0U;
        if (depth == 0) {
            return false;
        }
        if (depth == 1 && at(TokenKind::Effect, i)) {
            return true;
        }
    }
    return false;
}

void Parser::parse_long_function(NodeId node, HeadType head_type) {
    // What stands in the body counts, where the type in the head was reported.
    bool has_returns = head_type == HeadType::None && builder_.tree().has(node, Role::Returns);
    bool has_effect = false;
    parse_body(node, Level::Clauses, "this function", [&] { parse_function_clause(node, has_returns, has_effect); });
    accept_end_of_body();
}

// A type of the language or of this file.
bool Parser::names_type(std::size_t ahead) {
    return at_any({word::number, word::string, word::bool_, word::List, word::Table, word::Stack, word::tile}, ahead)
           || at(TokenKind::Player, ahead) || (at(TokenKind::Identifier, ahead) && declares_type(token(ahead).symbol));
}

// `input { decimal a; Card c; }`: told once, and read as inputs of their own.
void Parser::parse_inputs_in_braces(NodeId node) {
    mistake(DiagnosticKind::OlderConstruct, span(id(), id(1)), "input {")
        .help("write each by itself: `function input number a;`");
    accept(TokenKind::Function);
    advance();
    const TokenId opened = advance();
    while (starts_type()) {
        if (at_word(word::decimal)) { // one mistake, one message
            builder_.take_for(id(), TokenKind::Identifier, word::number);
        }
        add(node, Role::Parameter, parse_parameter());
        if (!accept(TokenKind::Semicolon)) {
            accept(TokenKind::Comma);
        }
    }
    expect_close(TokenKind::RightBrace, opened);
    accept(TokenKind::Semicolon);
}

void Parser::parse_function_clause(NodeId node, bool& has_returns, bool& has_effect) {
    if (const NodeId older = parse_written_form(FormPlace::FunctionClause); older.valid()) {
        add(node, Role::Item, older);
        return;
    }
    const std::size_t input = at(TokenKind::Function) ? 1 : 0;
    if ((at(TokenKind::Input, input) || (has_mistakes() && text(input) == "inputs"))
        && at(TokenKind::LeftBrace, input + 1)) {
        parse_inputs_in_braces(node);
        return;
    }
    if (at_input()) {
        add(node, Role::Parameter, parse_input());
        return;
    }
    if (at(TokenKind::Return) && type_length(1) > 0 && at(TokenKind::Semicolon, 1 + type_length(1)) && names_type(1)) {
        mistake(DiagnosticKind::OlderConstruct, span(id(), id(type_length(1))), written(1 + type_length(1)))
            .help("write `returns " + source_text(span(id(1), id(type_length(1))))
                  + ";`: the type that the function gives back")
            .replace(span(), "returns");
        advance();
        add(node, has_returns ? Role::Item : Role::Returns, parse_type("`returns`"));
        has_returns = true;
        expect_semicolon();
        return;
    }
    if (at_word(word::returns)) {
        const TokenId returns = advance();
        clause_twice(has_returns, "this function", "returns", returns);
        const bool nothing = at(TokenKind::Semicolon) || at(TokenKind::RightBrace) || on_new_line();
        if (at_word(word::void_) && !declares_type(word::void_)) {
            mistake(DiagnosticKind::ForeignWord, span(), text()).help("write `returns;`").replace(span(), "");
            advance();
        } else if (!nothing) {
            const NodeId type = parse_type("`returns`");
            add(node, has_returns ? Role::Item : Role::Returns, type);
        }
        has_returns = true;
        expect_semicolon();
        return;
    }
    if (at(TokenKind::Effect)) {
        const TokenId effect = advance();
        clause_twice(has_effect, "this function", "effect", effect);
        add(node, has_effect ? Role::Item : Role::Effect, parse_block("this effect"));
        has_effect = true;
        accept_end_of_body();
        return;
    }
    const bool statement = starts_statement_word() || starts_operand() || at_local();
    if (statement && !has_effect) {
        mistake(DiagnosticKind::Misplaced, span(), "a statement", "directly in a function without `( )`")
            .help("put it into `effect { … }`, or write `()` after the function's name");
        has_effect = true;
    } else if (!statement) {
        lost(DiagnosticKind::UnknownClause, span(), text(), "a function")
            .help("here may stand `function input`, `auto input`, `returns` and `effect`");
        return;
    }
    add(node, Role::Item, parse_stray_statement());
}

// `(T a, T b = 1) { … }`, or a `;` for an abstract one.
void Parser::parse_short_function(NodeId node) {
    builder_.set_kind(node, NodeKind::ShortFunction);
    const TokenId opened = advance();
    while (is_word(kind()) && !(on_new_line() && indent() <= item_indent_)) {
        const std::size_t start = at_;
        add(node, Role::Parameter, parse_parameter());
        if (at(TokenKind::Comma) && at(TokenKind::RightParen, 1)) {
            mistake(DiagnosticKind::Unexpected, span(), text()).help("leave it out").replace(span(), "");
        }
        if (!accept(TokenKind::Comma)) {
            const bool another = at_ > start && starts_type() && !on_new_line();
            if (!another) {
                break;
            }
            report_missing(TokenKind::Comma).help("put a `,` between two parameters");
        }
    }
    expect_close(TokenKind::RightParen, opened);
    const bool type_behind = (at(TokenKind::Colon) || at(TokenKind::Arrow) || at_word(word::returns)) && starts_type(1);
    if (type_behind) {
        mistake(DiagnosticKind::TypeAfterName, span())
            .help("the type a function gives stands before its name: `function number F() { … }`");
        advance();
        parse_type("this function");
        accept(TokenKind::Semicolon);
    }
    if (accept(TokenKind::Semicolon) || parse_arrow_body(node)) {
        return;
    }
    const bool clauses =
        at(TokenKind::LeftBrace)
        && (at(TokenKind::Effect, 1)
            || (at_word(word::returns, 1) && is_word(kind(2)) && !at(TokenKind::Is, 2) && !at(TokenKind::As, 2)));
    if (clauses) {
        mistake(DiagnosticKind::Misplaced, span(1), "`" + std::string(text(1)) + "`", "in a function with `( )`")
            .help("its statements stand right in its braces, and the type it gives before its name");
        reported_at_ = at_;
        const NodeId long_body = open(NodeKind::Function);
        parse_long_function(long_body, HeadType::None);
        const NodeId block = open_at(NodeKind::Block, long_body);
        close(block);
        add(node, Role::Effect, block);
        return;
    }
    add(node, Role::Effect, parse_block("this function"));
    accept_end_of_body();
}

NodeId Parser::parse_parameter() {
    const NodeId node = open(NodeKind::Parameter);
    if (at_word(word::optional) && starts_type(1) && !at(TokenKind::Comma, 2) && !at(TokenKind::RightParen, 2)
        && !at(TokenKind::Equal, 2)) {
        mistake(DiagnosticKind::Misplaced, span(), "`optional`", "in a function with `( )`")
            .help("give it a value: `= null`; or write the long form, with `optional function input`");
        advance();
    }
    if (is_word(kind()) && at(TokenKind::Colon, 1)) {
        mistake(DiagnosticKind::TypeAfterName, span(1))
            .help("write `" + std::string(text(2)) + " " + std::string(text()) + "`")
            .replace(span(id(), id(2)), std::string(text(2)) + " " + std::string(text()));
        const NodeId name = word_node();
        advance();
        add(node, Role::Type, parse_type("this parameter"));
        set_main(node, builder_.begin_of(name));
    } else if (at(TokenKind::Identifier) && !at_any({word::number, word::string, word::bool_})
               && (at(TokenKind::Comma, 1) || at(TokenKind::RightParen, 1))) {
        mistake(DiagnosticKind::MissingType, span(), "the parameter `" + std::string(text()) + "`")
            .help("write its type before its name, such as `number " + std::string(text()) + "`");
        add(node, Role::Type, missing());
        set_main(node, advance());
    } else {
        add(node, Role::Type, parse_type("this parameter"));
        set_main(node, expect_name("this parameter"));
    }
    if (accept(TokenKind::Equal)) {
        add(node, Role::Value, parse_expression());
    }
    return close(node);
}

NodeId Parser::parse_goal() {
    const NodeId node = open(NodeKind::Goal);
    advance();
    set_main(node, expect_name("this goal"));
    parse_prio(node);
    if (!accept(TokenKind::Semicolon)) {
        parse_action_body(node, "this goal");
    }
    return close(node);
}

NodeId Parser::parse_turn() {
    const NodeId node = open(NodeKind::Turn);
    advance();
    set_main(node, expect_name("this turn"));
    parse_body(node, Level::Turn, "this turn", [&] { parse_turn_item(node); });
    accept_end_of_body();
    return close(node);
}

void Parser::parse_turn_item(NodeId turn) {
    if (at_word(word::phase)) {
        add(turn, Role::Item, parse_phase());
    } else if (at_word(word::default_)) {
        add(turn, Role::Item, parse_default_block());
    } else if (starts_member() || starts_definition() || at(TokenKind::Effect) || at(TokenKind::Require)
               || at(TokenKind::Trigger) || at_input()) {
        add(turn, Role::Item, parse_misplaced("in a turn"));
    } else {
        Report report = lost(DiagnosticKind::UnknownClause, span(), text(), "a turn");
        const std::string_view meant = nearest(text(), {"phase", "default"});
        if (meant.empty()) {
            report.help("here may stand `phase Name { … }` and `default { … }`");
        } else {
            report.help("did you mean `" + std::string(meant) + "`?").replace(span(), std::string(meant));
        }
    }
}

NodeId Parser::parse_phase() {
    const NodeId node = open(NodeKind::Phase);
    advance();
    set_main(node, expect_name("this phase"));
    if (accept_word(word::after)) {
        const NodeId name = open(NodeKind::Word);
        set_main(name, expect_name("`after`"));
        add(node, Role::Name, close(name));
    }
    if (at(TokenKind::Semicolon)) {
        mistake(DiagnosticKind::MissingBody, after_previous(), "this phase")
            .help("a phase that waits is written `phase Main { }`");
        advance();
        return close(node);
    }
    parse_effect_body(node, "this phase");
    return close(node);
}

} // namespace tgdl
