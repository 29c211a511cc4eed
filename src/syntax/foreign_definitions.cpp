// Definitions that begin with a word of an older design, of another language, or with a misspelt one. Each is told once and
// read as the definition that was meant, so that its name is known to the rest of the file.
#include "syntax/parser_core.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tgdl {

namespace {

struct MeantDefinition {
    std::string_view word;
    std::string_view meant;
    std::string_view older_help; // empty: a word of people or of another language
};

constexpr std::string_view kPiece = "write `interactable Name { … }`: a thing that lies on tiles or in decks";
constexpr std::string_view kTile = "write `tile Name { … }`";

constexpr auto kMeantDefinitions = std::to_array<MeantDefinition>({
    {"placeable", "interactable", kPiece},
    {"Placeable", "interactable", kPiece},
    {"stackable", "interactable",
     "write `interactable Name { … }`, and `stack Deck { returns Name; }` for what holds them"},
    {"boardCell", "tile", kTile},
    {"BoardCell", "tile", kTile},
    {"board_cell", "tile", kTile},
    {"card", "interactable", {}},
    {"cards", "interactable", {}},
    {"piece", "interactable", {}},
    {"token", "interactable", {}},
    {"meeple", "interactable", {}},
    {"pawn", "interactable", {}},
    {"deck", "stack", {}},
    {"pile", "stack", {}},
    {"hand", "stack", {}},
    {"cell", "tile", {}},
    {"space", "tile", {}},
    {"square", "tile", {}},
    {"struct", "class", {}},
    {"type", "class", {}},
    {"object", "class", {}},
    {"record", "class", {}},
    {"interface", "class", {}},
    {"entity", "class", {}},
    {"component", "class", {}},
    {"resource", "class", {}},
    {"enumeration", "enum", {}},
});

// Lists of definitions by name: `boardcells { Plain; Hill { … } }`.
constexpr auto kLists = std::to_array<MeantDefinition>({
    {"boardcells", "tile", "each kind of tile is a definition of its own: `tile Name { … }`"},
    {"boardCells", "tile", "each kind of tile is a definition of its own: `tile Name { … }`"},
    {"placeables", "interactable", "each kind of piece is a definition of its own: `interactable Name { … }`"},
    {"interactables", "interactable", "each kind of piece is a definition of its own: `interactable Name { … }`"},
    {"tiles", "tile", "each kind of tile is a definition of its own: `tile Name { … }`"},
});

constexpr auto kFunctionWords = std::to_array<std::string_view>(
    {"func", "fn", "def", "fun", "Function", "procedure", "proc", "method", "sub", "routine"});

template <typename List>
const MeantDefinition* find_meant(const List& list, std::string_view word) {
    const auto found = std::ranges::find(list, word, &MeantDefinition::word);
    return found == list.end() ? nullptr : &*found;
}

} // namespace

// From here on the word at the cursor counts as the one that is meant.
void Parser::take_as(std::string_view meant, std::size_t ahead) {
    static constexpr auto kReservedWords = std::to_array<std::pair<std::string_view, TokenKind>>({
        {"class", TokenKind::Class},
        {"event", TokenKind::Event},
        {"player", TokenKind::Player},
        {"input", TokenKind::Input},
        {"require", TokenKind::Require},
        {"effect", TokenKind::Effect},
        {"trigger", TokenKind::Trigger},
    });
    const auto* const reserved = std::ranges::find(kReservedWords, meant, [](const auto& one) { return one.first; });
    builder_.take_for(id(ahead), reserved == kReservedWords.end() ? TokenKind::Identifier : reserved->second,
                      names_.find(meant));
}

// A word that stands for `function` in another language, or a misspelt one. No type of this file.
bool Parser::at_function_word() {
    if (!at(TokenKind::Identifier) || declares_type(token().symbol)) {
        return false;
    }
    return std::ranges::find(kFunctionWords, text()) != kFunctionWords.end()
           || nearest(text(), {"function"}) == "function";
}

// `card`, `piece`, or a class of this file: words before a name that is to be defined.
bool Parser::stands_for_definition() {
    return declares_type(token().symbol) || find_meant(kMeantDefinitions, text()) != nullptr;
}

// `number F() => a * 2;`: told, and read as `{ return a * 2; }`.
bool Parser::parse_arrow_body(NodeId node) {
    if (!at(TokenKind::ThickArrow) || !builder_.tree().has(node, Role::Returns)) {
        return false;
    }
    const TokenId arrow = id();
    const std::size_t reported = diagnostics_.all().size();
    Report report = mistake(DiagnosticKind::ForeignForm, span(), "F() => …");
    const NodeId block = open(NodeKind::Block);
    advance();
    const NodeId statement = open(NodeKind::Return);
    const NodeId value = parse_expression();
    add(statement, Role::Value, value);
    add(block, Role::Item, close(statement));
    const std::string meant = "{ return " + node_text(value) + "; }";
    report.help("write `" + meant + "`");
    if (diagnostics_.all().size() == reported + 1 && at(TokenKind::Semicolon)) {
        report.replace(span(arrow, id()), meant);
    }
    accept(TokenKind::Semicolon);
    add(node, Role::Effect, close(block));
    return true;
}

// `def F(a, b):` and the lines below that are indented more: told once, and read as a function of that name, of which no more
// is known. None when it is none of these.
NodeId Parser::parse_indented_function() {
    if (!has_mistakes() || !at_any({word::def}) || !is_word(kind(1)) || !at(TokenKind::LeftParen, 2)) {
        return {};
    }
    std::size_t end = 3;
    while (end < kLookahead && !on_new_line(end) && !at(TokenKind::EndOfFile, end) && !at(TokenKind::LeftBrace, end)) {
        ++end;
    }
    if (!at(TokenKind::Colon, end - 1) || at(TokenKind::LeftBrace, end)) {
        return {};
    }
    const std::string name(text(1));
    mistake(DiagnosticKind::ForeignForm, span(id(), id(1)), "def " + name + "(…):")
        .help("write `function " + name
              + "(…) { … }`: what belongs to it stands in braces, and each statement ends with `;`");
    const NodeId node = open(NodeKind::ShortFunction);
    add(node, Role::Returns, missing());
    const std::uint32_t limit = item_indent_;
    const std::size_t body = at_ + end;
    at_ += 1;
    set_main(node, advance());
    advance();
    const bool told = std::exchange(panic_, true);
    while (at_ < body && is_word(kind())) {
        const bool self = text() == "self" && at(TokenKind::Identifier);
        const NodeId parameter = self ? skip_token() : parse_parameter();
        add(node, self ? Role::Item : Role::Parameter, parameter);
        accept(TokenKind::Comma);
    }
    panic_ = told;
    at_ = std::max(at_, body);
    const NodeId block = open(NodeKind::Block);
    while (!at(TokenKind::EndOfFile) && !at(TokenKind::RightBrace) && indent() > limit) {
        if (at(TokenKind::LeftBrace)) {
            skip_group();
        } else {
            advance();
        }
    }
    add(node, Role::Effect, close(block));
    return close(node);
}

// `: placeable, stackable`, `(Enum)`, `(Piece)` behind the name of a type: told, and read as far as it is a base. False when it is none of these.
bool Parser::parse_foreign_base(NodeId node) {
    const auto mark = [&](std::size_t ahead) {
        return (text(ahead) == "placeable" || text(ahead) == "stackable") && !declares_type(token(ahead).symbol);
    };
    if (at(TokenKind::Colon) && mark(1)) {
        const std::size_t last = at(TokenKind::Comma, 2) && mark(3) ? 3 : 1;
        mistake(DiagnosticKind::OlderConstruct, span(1), text(1))
            .help("leave it out: every `interactable` can lie on tiles and in stacks")
            .replace(span(id(), id(last)), "");
        at_ += last + 1;
        return true;
    }
    if (!at(TokenKind::LeftParen) || !is_word(kind(1)) || !at(TokenKind::RightParen, 2)) {
        return false;
    }
    const std::string base(text(1));
    Report report = mistake(DiagnosticKind::ForeignForm, span(id(), id(2)), "(" + base + ")");
    advance();
    if (base == "Enum" && !declares_type(token().symbol)) {
        report.help("write `enum Kind { Red, Green; }`");
        advance();
    } else {
        report.help("the base stands after `:`").replace(span(TokenId(id().index() - 1), id(1)), " : " + base);
        add(node, Role::Base, parse_type_name("`:`"));
    }
    advance();
    return true;
}

// How many words of other languages stand before a definition: `public static`.
std::size_t Parser::foreign_modifiers() {
    std::size_t count = 0;
    while (at_any({word::public_, word::private_, word::protected_, word::static_, word::abstract}, count)
           && is_word(kind(count + 1)) && !declares_type(token(count).symbol)) {
        ++count;
    }
    return count;
}

// `public void F() { … }`, `def bool F() { … }`, `static number F() { … }`: told once, and read as a function.
NodeId Parser::parse_foreign_function() {
    if (const NodeId indented = parse_indented_function(); indented.valid()) {
        return indented;
    }
    const std::size_t modifiers = foreign_modifiers();
    at_ += modifiers;
    const bool keyword = at(TokenKind::Function);
    const bool word = at_function_word() && is_word(kind(1));
    const bool nothing = at_word(word::void_) && is_word(kind(1)) && at(TokenKind::LeftParen, 2);
    const std::size_t type = word || nothing ? 1 : 0;
    const std::size_t length = type_length(type);
    const bool named =
        is_word(kind(type)) && (at(TokenKind::LeftParen, type + 1) || at(TokenKind::LeftBrace, type + 1));
    const bool typed =
        length > 0 && at(TokenKind::Identifier, type + length)
        && (at(TokenKind::LeftParen, type + length + 1) || (word && at(TokenKind::LeftBrace, type + length + 1)));
    at_ -= modifiers;
    if (keyword ? modifiers == 0 : !((word || nothing) && named) && !typed) {
        return {};
    }
    if (modifiers + type == 0) {
        return parse_function_without_word();
    }
    const std::size_t count = keyword ? modifiers : modifiers + type;
    const Span whole = span(id(), id(count - 1));
    const bool misspelt = modifiers == 0 && nearest(text(), {"function"}) == "function";
    Report report = modifiers == 0 && word ? mistake(DiagnosticKind::UnknownDefinition, whole, written(count))
                                           : mistake(DiagnosticKind::ForeignWord, whole, written(count));
    if (keyword) {
        report.help("leave it out").replace(whole, "");
    } else {
        report.help(misspelt ? "did you mean `function`?" : "write `function`").replace(whole, "function");
    }
    // The node begins with the last of these words, which parse_function() takes for `function`.
    at_ += keyword ? count : count - 1;
    return parse_function(open(NodeKind::Function));
}

// `card Trader { … }`, `global deck Draw { … }`, `placeable Pawn { … }`
bool Parser::parse_definition_of_other_kind(NodeId file) {
    const std::size_t at_kind = is_scope_word(token()) ? 1 : 0;
    const bool shaped = at(TokenKind::Identifier, at_kind) && is_word(kind(at_kind + 1))
                        && (at(TokenKind::LeftBrace, at_kind + 2) || at(TokenKind::Colon, at_kind + 2));
    const MeantDefinition* meant =
        shaped && !declares_type(token(at_kind).symbol) ? find_meant(kMeantDefinitions, text(at_kind)) : nullptr;
    if (meant == nullptr) {
        return false;
    }
    if (meant->older_help.empty()) {
        mistake(DiagnosticKind::UnknownDefinition, span(at_kind), text(at_kind))
            .help("here it is `" + std::string(meant->meant) + "`")
            .replace(span(at_kind), std::string(meant->meant));
    } else {
        mistake(DiagnosticKind::OlderConstruct, span(at_kind), text(at_kind))
            .help(std::string(meant->older_help))
            .replace(span(at_kind), std::string(meant->meant));
    }
    take_as(meant->meant, at_kind);
    foreign_head_ = true;
    const bool read = parse_definition(file);
    foreign_head_ = false;
    return read;
}

// `boardcells { Plain; Hill { number gold = 1; } }`: each is a definition, whose kind the first word stands for.
bool Parser::parse_list_of_definitions(NodeId file) {
    const bool shaped = at(TokenKind::Identifier) && at(TokenKind::LeftBrace, 1);
    const MeantDefinition* list = shaped ? find_meant(kLists, text()) : nullptr;
    if (list == nullptr) {
        return false;
    }
    mistake(DiagnosticKind::OlderConstruct, span(), text()).help(std::string(list->older_help));
    take_as(list->meant);
    const TokenId kind_word = advance();
    const NodeId rest = open(NodeKind::Error);
    parse_body(rest, Level::Members, "this list", [&] {
        if (!is_word(kind())) {
            advance();
            return;
        }
        if (is_word(kind(1)) && !on_new_line(1)) {
            advance(); // `boardcell Plain`
        }
        const NodeId node = open(NodeKind::TypeDefinition);
        const NodeId word = open(NodeKind::Word);
        set_main(word, kind_word);
        add(node, Role::Kind, word);
        set_main(node, advance());
        if (at(TokenKind::LeftBrace)) {
            parse_type_body(node, tokens()[kind_word.index()].symbol, "this definition");
        } else if (!accept(TokenKind::Comma)) {
            accept(TokenKind::Semicolon);
        }
        add(file, Role::Item, close(node));
    });
    accept_end_of_body();
    return true;
}

// `Card Trader { … }` in a file that defines `Card`: a kind of it.
bool Parser::parse_definition_by_base(NodeId file) {
    const bool shaped = at(TokenKind::Identifier) && at(TokenKind::Identifier, 1) && at(TokenKind::LeftBrace, 2);
    if (!shaped || !declares_type(token().symbol)) {
        return false;
    }
    TokenId kind_word;
    for (std::size_t i = 0; i + 1 < places_.size() && !kind_word.valid(); ++i) {
        if (is_kind_word(tokens()[places_[i].token]) && tokens()[places_[i + 1].token].symbol == token().symbol) {
            kind_word = TokenId(std::size_t{places_[i].token});
        }
    }
    const std::string head = std::string(text(kind_word)) + " " + std::string(text(1)) + " : " + std::string(text());
    mistake(DiagnosticKind::UnknownDefinition, span(), text())
        .help("write `" + head + " { … }`")
        .replace(span(id(), id(1)), head);
    const NodeId node = open(NodeKind::TypeDefinition);
    const NodeId word = open(NodeKind::Word);
    set_main(word, kind_word);
    add(node, Role::Kind, word);
    add(node, Role::Base, parse_type_name("`:`"));
    set_main(node, advance());
    foreign_head_ = true;
    parse_type_body(node, tokens()[kind_word.index()].symbol, "this definition");
    foreign_head_ = false;
    add(file, Role::Item, close(node));
    return true;
}

// `typedef enum { Red, Green } Hue;`: the name stands behind.
bool Parser::parse_typedef(NodeId file) {
    if (text() != "typedef" || !is_kind_word(token(1)) || !at(TokenKind::LeftBrace, 2)) {
        return false;
    }
    const std::string kind_word(text(1));
    mistake(DiagnosticKind::ForeignForm, span(id(), id(1)), written(2) + " { … }")
        .help("the name stands before the braces: `" + kind_word + " Name { … }`");
    advance();
    const NodeId node = open(NodeKind::TypeDefinition);
    const Symbol type_kind = token().symbol;
    add(node, Role::Kind, word_node());
    foreign_head_ = true;
    parse_type_body(node, type_kind, "this definition");
    foreign_head_ = false;
    if (is_word(kind())) {
        set_main(node, advance());
    }
    accept(TokenKind::Semicolon);
    add(file, Role::Item, close(node));
    return true;
}

// `clas Card { … }`, `struct Color { … }`: a word, a name and a body.
bool Parser::parse_misspelt_definition(NodeId file) {
    if (const NodeId older = parse_written_form(FormPlace::Definition); older.valid()) {
        add(file, Role::Item, older);
        return true;
    }
    if (parse_typedef(file) || parse_list_of_definitions(file) || parse_definition_of_other_kind(file)
        || parse_definition_by_base(file)) {
        return true;
    }
    const bool clause = at_any({word::phase, word::group, word::default_, word::visible, word::attribute});
    if (clause) {
        return false;
    }
    if (const NodeId function = parse_foreign_function(); function.valid()) {
        add(file, Role::Item, function);
        return true;
    }
    const bool body = at(TokenKind::LeftBrace, 2) || at(TokenKind::Colon, 2);
    const bool enum_body = at(TokenKind::Equal, 2) && at(TokenKind::LeftBrace, 3);
    const bool shaped = at(TokenKind::Identifier) && is_word(kind(1))
                        && (body || enum_body || is_kind_word(token(1)) || at(TokenKind::LeftParen, 2)
                            || at(TokenKind::Class, 1) || at(TokenKind::Function, 1) || at(TokenKind::Action, 1));
    if (!shaped) {
        return false;
    }
    const std::string_view meant =
        nearest(text(), {"class", "interactable", "tile", "board", "stack", "connection", "event", "enum", "action",
                         "turn", "goal", "movement", "setup", "global", "local", "player", "sealed"});
    const bool before_kind = is_kind_word(token(1)) || at(TokenKind::Function, 1) || at(TokenKind::Action, 1);
    Report report = mistake(DiagnosticKind::UnknownDefinition, span(), text());
    if (!meant.empty()) {
        report.help("did you mean `" + std::string(meant) + "`?").replace(span(), std::string(meant));
    } else if (before_kind) {
        report.help("leave it out").replace(span(), "");
    } else {
        report.help(
            "definitions begin with `class`, `interactable`, `tile`, `board`, `stack`, `connection`, `event`, `enum`, "
            "`function`, `action`, `turn`, `goal`, `movement` or `setup`");
    }
    if (before_kind && (meant == "global" || meant == "local" || meant == "player")) {
        take_as(meant);
        return parse_definition(file);
    }
    if (before_kind) {
        add(file, Role::Item, skip_token());
        return parse_definition(file);
    }
    if (meant == "action") {
        add(file, Role::Item, parse_action(open(NodeKind::Action)));
    } else if (meant == "turn") {
        add(file, Role::Item, parse_turn());
    } else if (meant == "goal") {
        add(file, Role::Item, parse_goal());
    } else if (meant == "movement") {
        add(file, Role::Item, parse_movement());
    } else if (meant.empty() && at(TokenKind::LeftParen, 2)) {
        add(file, Role::Item, parse_function(open(NodeKind::Function)));
    } else if (meant.empty()) {
        add(file, Role::Item, skip_definition());
    } else {
        take_as(meant);
        add(file, Role::Item, parse_type_definition());
    }
    return true;
}

// Up to the end of its body, or to the next definition.
NodeId Parser::skip_definition() {
    const NodeId error = open(NodeKind::Error);
    while (!at(TokenKind::LeftBrace) && !at(TokenKind::EndOfFile) && !(on_new_line() && starts_definition())) {
        advance();
    }
    if (at(TokenKind::LeftBrace)) {
        skip_group();
    }
    return close(error);
}

} // namespace tgdl
