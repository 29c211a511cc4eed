// Members of classes, interactables, tiles, boards, stacks, connections and events (docs/reference/classes.md#1).
#include "syntax/parser_core.h"

namespace tgdl {

void Parser::parse_member(NodeId parent, Symbol type_kind) {
    if (const NodeId older = parse_written_form(FormPlace::Member); older.valid()) {
        add(parent, Role::Item, older);
    } else if (at_older_mark()) {
        unexpected(); // read again, with the forms that people write
    } else if (at(TokenKind::Action)) {
        add(parent, Role::Item, parse_action(open(NodeKind::Action)));
    } else if (at(TokenKind::Function) && !at(TokenKind::Input, 1)) {
        add(parent, Role::Item, parse_function(open(NodeKind::Function)));
    } else if (!parse_word_member(parent, type_kind)) {
        parse_attribute_or_slip(parent);
    }
}

// `visible owner;`, `placeable Card;`: by its form an attribute, but of a type that this file cannot know.
bool Parser::at_older_mark() {
    if (!at(TokenKind::Identifier) || !is_word(kind(1)) || !at(TokenKind::Semicolon, 2) || has_import_) {
        return false;
    }
    const bool mark = at_word(word::visible) || text() == "placeable" || text() == "stackable";
    return mark && !declares_type(token().symbol);
}

// An attribute, or what is no member as it stands.
void Parser::parse_attribute_or_slip(NodeId parent) {
    if (starts_definition() || starts_member() || at(TokenKind::Effect) || at(TokenKind::Require)
        || at(TokenKind::Trigger) || at_input() || (at(TokenKind::Turn) && at(TokenKind::LeftBrace, 2))) {
        add(parent, Role::Item, parse_misplaced("directly in a type"));
    } else if (const NodeId function = has_mistakes() && foreign_modifiers() > 0 ? parse_foreign_function() : NodeId();
               function.valid()) {
        add(parent, Role::Item, function);
    } else if (parse_foreign_attribute(parent) || parse_misspelt_member(parent)) {
        return;
    } else if (at_function_without_word()) {
        add(parent, Role::Item, parse_function_without_word());
    } else {
        at_local() ? add(parent, Role::Item, parse_attribute(open(NodeKind::Attribute)))
                   : parse_misplaced_member(parent);
    }
}

// `acton Go { … }`, `fuction number F(…) { … }`, `def F() { … }`: a word, a name and a body, or brackets.
bool Parser::parse_misspelt_member(NodeId parent) {
    if (const NodeId indented = parse_indented_function(); indented.valid()) {
        add(parent, Role::Item, indented);
        return true;
    }
    const bool other_word = at_any({word::func, word::fn, word::def});
    const bool named = at(TokenKind::Identifier) && is_word(kind(1)) && !on_new_line(1);
    const bool body = named && at(TokenKind::LeftBrace, 2);
    const bool brackets = named && (at(TokenKind::LeftParen, 2) || (is_word(kind(2)) && at(TokenKind::LeftParen, 3)));
    if (!(body || brackets) || declares_type(token().symbol)) {
        return false;
    }
    const std::string_view meant = other_word ? "function" : nearest(text(), {"action", "function"});
    if (meant.empty() || (meant == "action" && brackets)) {
        return false;
    }
    mistake(DiagnosticKind::UnknownClause, span(), text(), "a type")
        .help(other_word ? "write `function`" : "did you mean `" + std::string(meant) + "`?")
        .replace(span(), std::string(meant));
    const bool action = meant == "action";
    const NodeId node = open(action ? NodeKind::Action : NodeKind::Function);
    add(parent, Role::Item, action ? parse_action(node) : parse_function(node));
    return true;
}

// Members that begin with a word which is a name anywhere else. False when none begins here.
bool Parser::parse_word_member(NodeId parent, Symbol type_kind) {
    if (!at(TokenKind::Identifier)) {
        return false;
    }
    if (type_kind == word::board && refuse_clauses_without_group(parent)) {
        return true;
    }
    const bool body_next = at(TokenKind::LeftBrace, 1);
    const bool named_body = is_word(kind(1)) && at(TokenKind::LeftBrace, 2);
    const bool board = type_kind == word::board;
    const bool stack = type_kind == word::stack;
    NodeId node;
    if (at_constant() || (at_untyped_definition(word::const_) && !declares_type(word::const_))) {
        node = parse_constant();
    } else if (at_word(word::override_) && (is_word(kind(1)) || starts_type(1))) {
        node = parse_overriding();
    } else if (at_word(word::verb) && is_word(kind(1))
               && (is_word(kind(2)) || at(TokenKind::LeftBrace, 2) || at(TokenKind::LeftParen, 2)
                   || at(TokenKind::Less, 2))) {
        node = parse_function(open(NodeKind::Function));
    } else if (at_word(word::default_) && body_next) {
        node = parse_default_block();
    } else if (at_word(word::attribute) && (named_body || body_next)) {
        node = parse_long_attribute(open(NodeKind::LongAttribute));
    } else if (at_word(word::information) && body_next) {
        node = parse_information();
    } else if (at_visible()) {
        node = parse_visible();
    } else if (at_modify()) {
        node = parse_modify();
    } else if (board && ((at_word(word::group) && (named_body || body_next)) || at_group_with_geometry())) {
        node = parse_group();
    } else if (board && at_word(word::borders) && body_next) {
        node = parse_borders();
    } else if (stack && at_word(word::returns) && !at(TokenKind::Equal, 2)
               && !(at(TokenKind::Identifier, 2) && !on_new_line(2))) {
        node = parse_holds();
    } else if (stack && at_word(word::contents) && (body_next || at_contents_from())) {
        node = parse_contents();
    } else if (at_any({word::contents, word::borders}) && (body_next || at_contents_from())) {
        mistake(DiagnosticKind::Misplaced, span(), "`" + std::string(text()) + "`",
                at_word(word::contents) ? "outside of a stack" : "outside of a board");
        node = as_error(at_word(word::contents) ? parse_contents() : parse_borders());
    } else {
        return false;
    }
    add(parent, Role::Item, node);
    return true;
}

// `number Twice(number n) { … }`: a function without the word `function`.
bool Parser::at_function_without_word() const {
    const std::size_t length = type_length();
    return length > 0 && at(TokenKind::Identifier, length) && at(TokenKind::LeftParen, length + 1);
}

NodeId Parser::parse_function_without_word() {
    const Span here{file_, token().begin, token().begin};
    const NodeId node = open(NodeKind::ShortFunction);
    if (at_word(word::void_)) {
        mistake(DiagnosticKind::ForeignWord, span(), text()).help("write `function`").replace(span(), "function");
        advance();
    } else {
        mistake(DiagnosticKind::MissingSign, here, "function")
            .help("a function begins with `function`")
            .replace(here, "function ");
        add(node, Role::Returns, parse_type("this function"));
    }
    set_main(node, expect_name("this function"));
    parse_short_function(node);
    return close(node);
}

// Nothing that may stand in a type: a statement, or something misspelt.
void Parser::parse_misplaced_member(NodeId parent) {
    if (foreign_head_) {
        reported_at_ = at_; // what is wrong inside waits until the head is mended
    }
    if (at(TokenKind::Identifier) && at(TokenKind::Colon, 1) && starts_type(2)) {
        mistake(DiagnosticKind::TypeAfterName, span(1))
            .help("write `" + std::string(text(2)) + " " + std::string(text()) + "`");
        add(parent, Role::Item, parse_stray_statement());
        return;
    }
    const bool misspelt =
        at(TokenKind::Identifier) && (at(TokenKind::LeftBrace, 1) || (is_word(kind(1)) && at(TokenKind::LeftBrace, 2)));
    if (misspelt) {
        const std::string_view meant = nearest(text(), {"action", "function", "default", "visible", "information",
                                                        "attribute", "group", "phase", "borders", "contents"});
        Report report = lost(DiagnosticKind::UnknownClause, span(), text(), "a type");
        if (!meant.empty()) {
            report.help("did you mean `" + std::string(meant) + "`?").replace(span(), std::string(meant));
        } else {
            report.help("here may stand attributes, `function`, `action`, `default`, `visible` and `information`");
        }
        return;
    }
    if (starts_statement_word() || (starts_operand() && !at(TokenKind::LeftBrace))) {
        if (at(TokenKind::Identifier) && at(TokenKind::Semicolon, 1)) {
            mistake(DiagnosticKind::MissingType, span(), "`" + std::string(text()) + "`")
                .help("an attribute is written `T name = value;`");
        } else if (at(TokenKind::Identifier) && (at(TokenKind::Equal, 1) || at(TokenKind::Colon, 1))) {
            refuse_attribute_without_type(builder_.tree().has(parent, Role::Base));
        } else {
            mistake(DiagnosticKind::Misplaced, span(), "a statement", "directly in a type")
                .help("put it into an action's or function's `effect { … }`, or into `default { … }`");
        }
        add(parent, Role::Item, parse_stray_statement());
        return;
    }
    lost(DiagnosticKind::UnknownClause, span(), text(), "a type")
        .help("here may stand attributes, `function`, `action`, `default`, `visible` and `information`");
}

// `override function …`, `override action …`, `override T name = …;`
NodeId Parser::parse_overriding() {
    const bool function = at(TokenKind::Function, 1) || at_word(word::verb, 1);
    const bool action = at(TokenKind::Action, 1);
    const bool long_attribute = at_word(word::attribute, 1) && at(TokenKind::LeftBrace, 3);
    if (is_word(kind(1)) && at(TokenKind::Effect, 2) && at(TokenKind::LeftBrace, 3)) { // `override Go effect {`
        mistake(DiagnosticKind::OlderConstruct, span(id(), id(2)), written(3))
            .help("write `override action " + std::string(text(1)) + " { effect { … } }`");
        const NodeId node = open(NodeKind::Action);
        add(node, Role::Override, word_node());
        set_main(node, advance());
        return parse_effect_of_head(node);
    }
    NodeKind made = NodeKind::Attribute;
    if (function) {
        made = NodeKind::Function;
    } else if (action) {
        made = NodeKind::Action;
    } else if (long_attribute) {
        made = NodeKind::LongAttribute;
    }
    const NodeId node = open(made);
    add(node, Role::Override, word_node());
    if (function) {
        return parse_function(node);
    }
    if (action) {
        return parse_action(node);
    }
    return long_attribute ? parse_long_attribute(node) : parse_attribute(node);
}

// `T name = value;`, `T name => value;`
NodeId Parser::parse_attribute(NodeId node) {
    add(node, Role::Type, parse_type("this attribute"));
    set_main(node, expect_name("this attribute"));
    if (at(TokenKind::LeftBrace) && !on_new_line() && (text(1) == "get" || text(1) == "set")) {
        mistake(DiagnosticKind::ForeignForm, span(), "{ get; set; }")
            .help("leave it out: every attribute can be read and changed");
        skip_group();
        accept(TokenKind::Semicolon);
        return close(node);
    }
    if (at(TokenKind::ThickArrow) && at(TokenKind::LeftBrace, 1) && at(TokenKind::Return, 2)) {
        mistake(DiagnosticKind::ForeignForm, span(id(), id(1)), "=> { return …; }")
            .help("a computed attribute is one expression: `=> …;`");
        builder_.set_kind(node, NodeKind::ComputedAttribute);
        advance();
        const NodeId error = open(NodeKind::Error);
        skip_group();
        add(node, Role::Value, close(error));
        accept(TokenKind::Semicolon);
        return close(node);
    }
    if (accept(TokenKind::ThickArrow)) {
        builder_.set_kind(node, NodeKind::ComputedAttribute);
        add(node, Role::Value, parse_expression());
    } else if (at(TokenKind::EqualEqual) || at(TokenKind::Colon)) {
        wrong_sign("=", "a first value is given with `=`");
        add(node, Role::Value, parse_expression());
    } else if (accept(TokenKind::Equal)) {
        add(node, Role::Value, parse_expression());
    }
    if (at(TokenKind::Comma) && at(TokenKind::Identifier, 1) && !on_new_line(1)) {
        lost(DiagnosticKind::SeveralNames, span()).help("end this one with `;` and begin the next with its type");
    }
    expect_semicolon();
    return close(node);
}

// `attribute name { returns T; value e; }`
NodeId Parser::parse_long_attribute(NodeId node) {
    advance();
    set_main(node, expect_name("this attribute"));
    bool has_type = false;
    bool has_value = false;
    parse_body(node, Level::Clauses, "this attribute", [&] {
        if (at_word(word::returns)) {
            const TokenId returns = advance();
            clause_twice(has_type, "this attribute", "returns", returns);
            add(node, has_type ? Role::Item : Role::Type, parse_type("`returns`"));
            has_type = true;
            expect_semicolon();
        } else if (at_word(word::value)) {
            const TokenId value = advance();
            clause_twice(has_value, "this attribute", "value", value);
            add(node, has_value ? Role::Item : Role::Value, parse_expression());
            has_value = true;
            expect_semicolon();
        } else {
            lost(DiagnosticKind::UnknownClause, span(), text(), "an attribute")
                .help("here may stand `returns T;` and `value …;`");
        }
    });
    accept_end_of_body();
    return close(node);
}

NodeId Parser::parse_default_block() {
    const NodeId node = open(NodeKind::DefaultBlock);
    advance();
    add(node, Role::Body, parse_block("`default`"));
    accept_end_of_body();
    return close(node);
}

// `visible` and then only names up to a `{`; else it is the type of an attribute.
bool Parser::at_visible() const {
    if (!at_word(word::visible)) {
        return false;
    }
    for (std::size_t ahead = 1; ahead < kLookahead; ++ahead) {
        if (at(TokenKind::LeftBrace, ahead)) {
            return true;
        }
        if (!is_word(kind(ahead)) && !at(TokenKind::Comma, ahead)) {
            return false;
        }
    }
    return false;
}

// `visible a, b viewer { … }`: the last name is the viewer's.
NodeId Parser::parse_visible() {
    const NodeId node = open(NodeKind::Visible);
    advance();
    if (at(TokenKind::LeftBrace)) {
        mistake(DiagnosticKind::MissingName, after_previous(), "the viewer")
            .help("write `visible viewer { … }`")
            .replace(after_previous(), " viewer");
        std::size_t ahead = 1; // the block may name it already
        while (ahead < kLookahead && text(ahead) != "viewer" && !at(TokenKind::RightBrace, ahead)) {
            ++ahead;
        }
        if (text(ahead) == "viewer") {
            set_main(node, id(ahead));
        }
        add(node, Role::Body, parse_block("`visible`"));
        accept_end_of_body();
        return close(node);
    }
    while (is_word(kind()) || at(TokenKind::Comma)) {
        if (accept(TokenKind::Comma)) {
            continue;
        }
        if (at(TokenKind::LeftBrace, 1)) {
            break;
        }
        add(node, Role::Name, word_node());
    }
    set_main(node, expect_name("the viewer"));
    add(node, Role::Body, has_mistakes() ? parse_deciding_block("`visible`") : parse_block("`visible`"));
    if (!at(TokenKind::Else)) {
        accept_end_of_body();
        return close(node);
    }
    if (!builder_.tree().has(node, Role::Name)) {
        mistake(DiagnosticKind::ElseWithoutAttribute, span())
            .help("name the attributes before the viewer: `visible role viewer { … } else \"villager\";`");
    }
    advance();
    if (at_word(word::hidden) && !at(TokenKind::Dot, 1) && !at(TokenKind::LeftParen, 1)) {
        add(node, Role::Mode, word_node());
    } else {
        add(node, Role::Else, parse_expression());
    }
    expect_semicolon();
    return close(node);
}

NodeId Parser::parse_information() {
    const NodeId node = open(NodeKind::Information);
    advance();
    parse_body(node, Level::Clauses, "`information`", [&] {
        if (!at_any({word::short_, word::long_, word::glyph, word::color, word::image})) {
            Report report = lost(DiagnosticKind::UnknownClause, span(), text(), "`information`");
            report.help("here may stand `short`, `long`, `glyph`, `color` and `image`, each with a body");
            return;
        }
        const NodeId part = open(NodeKind::InformationPart);
        set_main(part, advance());
        add(part, Role::Body, parse_block("this part"));
        accept_end_of_body();
        add(node, Role::Item, close(part));
    });
    accept_end_of_body();
    return close(node);
}

// `returns Card;` in a stack.
NodeId Parser::parse_holds() {
    const NodeId node = open(NodeKind::HoldsClause);
    advance();
    add(node, Role::Type, parse_type("`returns`"));
    expect_semicolon();
    return close(node);
}

NodeId Parser::parse_contents() {
    const NodeId node = open(NodeKind::Contents);
    const bool from_file = at_contents_from();
    advance();
    if (from_file) {
        advance();
        add(node, Role::Value, parse_expression());
        expect_semicolon();
        return close(node);
    }
    parse_body(node, Level::Clauses, "`contents`", [&] {
        if (at_word(word::from) && at(TokenKind::String, 1)) {
            lost(DiagnosticKind::Unexpected, span(), text())
                .help("a file stands without braces: `contents from \"cards.csv\";`");
            return;
        }
        add(node, Role::Item, parse_contents_entry());
    });
    accept_end_of_body();
    return close(node);
}

// `{ name = "Bolt"; override function … }`: first values and definitions, in any order.
void Parser::parse_entry_body(NodeId node) {
    parse_body(node, Level::Members, "this entry", [&] {
        const bool value = is_word(kind()) && at(TokenKind::Equal, 1);
        if (!value) {
            parse_member(node, word::interactable);
            return;
        }
        add(node, Role::Item, parse_initialiser_entry());
        if (!at(TokenKind::RightBrace) && !accept(TokenKind::Comma)) {
            expect_semicolon();
        }
    });
}

// `contents from "cards.csv";`, and no attribute `from` of a class called `contents`.
bool Parser::at_contents_from() const {
    return at_word(word::contents) && at_word(word::from, 1) && !at(TokenKind::Equal, 2)
           && !at(TokenKind::Semicolon, 2);
}

// `10 Bolt;`, `1 King { power = 9 };`
NodeId Parser::parse_contents_entry() {
    if (const NodeId foreign = parse_foreign_entry(); foreign.valid()) {
        return foreign;
    }
    const NodeId node = open(NodeKind::ContentsEntry);
    const bool no_count = starts_type()
                          && (at(TokenKind::Semicolon, 1) || at(TokenKind::LeftBrace, 1) || at(TokenKind::Comma, 1)
                              || at(TokenKind::RightBrace, 1));
    if (no_count) {
        mistake(DiagnosticKind::MissingValue, {file_, token().begin, token().begin})
            .help("say how many: `1 " + std::string(text()) + ";`")
            .replace({file_, token().begin, token().begin}, "1 ");
        add(node, Role::Count, missing());
    } else {
        // `10 * Bolt;` is meant as `10 Bolt;`, as is `10 x Bolt;`.
        const bool star = at(TokenKind::Number) && at(TokenKind::Star, 1) && is_word(kind(2))
                          && (at(TokenKind::Semicolon, 3) || at(TokenKind::LeftBrace, 3) || at(TokenKind::Comma, 3));
        add(node, Role::Count, star ? parse_primary() : parse_expression());
        if (star || (at_word(word::x) && is_word(kind(1)) && !on_new_line(1))) {
            mistake(DiagnosticKind::Unexpected, span(), text()).help("leave it out").replace(span(), "");
            advance();
        }
    }
    add(node, Role::Type,
        at(TokenKind::New) && is_word(kind(1)) ? parse_new_in_entry() : parse_type_name("this entry"));
    if (at(TokenKind::LeftBrace) && has_definitions(tokens().size())) {
        parse_entry_body(node);
    } else if (at(TokenKind::LeftBrace)) {
        add(node, Role::Initialiser, parse_initialiser());
    }
    if (at(TokenKind::Comma)) {
        wrong_sign(";", "each entry ends with `;`");
    } else {
        expect_semicolon();
    }
    return close(node);
}

} // namespace tgdl
